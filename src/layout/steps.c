/* The steps of a plan: each makes one value for a block of rows. */
#include <stdlib.h>

#include "arguments.h"
#include "divisor.h"
#include "layout/encoder.h"

static const struct rowkey_divisor_constants *divisor_constants(const rowkey_divisor *divisor) {
  return (const struct rowkey_divisor_constants *)(const void *)divisor;
}

static size_t run_modulo_constant(struct run *run, const struct value *value, size_t rows) {
  const struct rowkey_kernels *kernels = run->encoder->kernels;
  const struct rowkey_divisor_constants *divisor = divisor_constants(value->divisor);
  const struct slot *dividend = slot_of(run, value->a);
  uint64_t *out = slot_of(run, value)->own_integers;
  if (value->a->type == TYPE_HASH) {
    kernels->modulo_u128(divisor, dividend->digests, rows, out);
  } else if (value->a->range.low.negative) {
    rowkey_make_magnitudes(dividend->integers, out, rows);
    kernels->modulo_u64(divisor, out, rows, out);
    rowkey_restore_signs(dividend->integers, out, rows);
  } else {
    kernels->modulo_u64(divisor, dividend->integers, rows, out);
  }
  return rows;
}

static bool grow_messages(struct rowkey_encoder *encoder, uint64_t size) {
  if (size <= encoder->messages_size) return true;
  if (size > PTRDIFF_MAX) return false;
  uint8_t *larger = malloc((size_t)size);
  if (larger == NULL) return false;
  /* What the old one held has been hashed already. */
  free(encoder->messages);
  encoder->messages = larger;
  encoder->messages_size = (size_t)size;
  return true;
}

/* Messages are joined and hashed in portions that fit the buffer, which grows for a longer one. */
static size_t hash_joined(struct run *run, const struct value *value, size_t rows) {
  struct rowkey_encoder *encoder = run->encoder;
  const struct sequence *message = value->message;
  const struct source *sources = &encoder->sources[message->first_source];
  size_t bad = rowkey_prepare_sources(run, message, rows);
  if (bad < rows) return bad;
  for (size_t row = 0, next = 0; row < rows; row = next) {
    uint64_t length = rowkey_joined_length(sources, message->piece_count, row);
    if (!grow_messages(encoder, length)) return rowkey_report_memory(run, row, length);
    for (uint64_t room = encoder->messages_size; next < rows; next++, room -= length) {
      length = rowkey_joined_length(sources, message->piece_count, next);
      if (length > room) break;
    }
    uint8_t *out = encoder->messages;
    rowkey_join_rows(sources, message->piece_count, row, next, out, out + encoder->messages_size, out,
                     encoder->message_end);
    encoder->message_begin[row] = 0;
    for (size_t i = row + 1; i < next; i++) encoder->message_begin[i] = encoder->message_end[i - 1];
    const struct rowkey_strings strings = {out, encoder->message_end[next - 1], encoder->message_begin + row,
                                           encoder->message_end + row};
    encoder->kernels->md5_strings(&strings, next - row, slot_of(run, value)->digests + row * 16);
  }
  return rows;
}

static size_t run_md5(struct run *run, const struct value *value, size_t rows) {
  struct rowkey_encoder *encoder = run->encoder;
  const struct rowkey_kernels *kernels = encoder->kernels;
  const struct sequence *message = value->message;
  uint8_t *digests = slot_of(run, value)->digests;
  if (message == NULL) {
    kernels->md5_decimal(slot_of(run, value->a)->integers, rows, digests);
    return rows;
  }
  if (message->fixed) {
    size_t bad =
        rowkey_write_fixed(run, message, encoder->scratch, encoder->scratch + encoder->scratch_size, rows);
    if (bad < rows) return bad;
    kernels->md5_fixed(encoder->scratch, rows, message->width, message->width, digests);
    return rows;
  }
  if (message_is_joined(message)) return hash_joined(run, value, rows);
  size_t bad = rowkey_prepare_sources(run, message, rows);
  if (bad < rows) return bad;
  kernels->md5_strings(&encoder->sources[message->first_source].strings, rows, digests);
  return rows;
}

static size_t run_text_column(struct run *run, const struct value *value, size_t rows) {
  const rowkey_values *column = &run->columns[value->column];
  struct rowkey_strings *strings = &slot_of(run, value)->strings;
  *strings = strings_at(column->data, column->size, column->begin + run->start, column->end + run->start);
  bool good = true;
  for (size_t i = 0; i < rows; i++) {
    uint64_t begin = strings->begin[i];
    uint64_t end = strings->end[i];
    good &= (begin <= end) & (end <= strings->size);
  }
  if (good) return rows;
  size_t row = 0;
  while (strings->begin[row] <= strings->end[row] && strings->end[row] <= strings->size) row++;
  return rowkey_report_value(run, value, row);
}

size_t rowkey_run_value(struct run *run, const struct value *value, size_t rows) {
  struct rowkey_encoder *encoder = run->encoder;
  struct slot *slot = slot_of(run, value);
  const uint64_t *a = value->a != NULL ? slot_of(run, value->a)->integers : NULL;
  const uint64_t *b = value->b != NULL ? slot_of(run, value->b)->integers : NULL;
  size_t bad = rows;
  switch (value->kind) {
    case VALUE_CONSTANT:
    case VALUE_TEXT_CONSTANT:
      break; /* made with the encoder, and no step */
    case VALUE_INTEGER_COLUMN:
      slot->integers = (const uint64_t *)run->columns[value->column].data + run->start;
      break;
    case VALUE_TEXT_COLUMN:
      return run_text_column(run, value, rows);
    case VALUE_RANDOM:
      encoder->kernels->random_u64(encoder->seeds[value->ordinal], run->input_row, rows, slot->own_integers);
      break;
    case VALUE_TO_I64:
      slot->integers = a;
      if (value->checked) bad = rowkey_find_outside(a, 0, INT64_MAX, rows);
      break;
    case VALUE_ADD:
    case VALUE_SUBTRACT:
    case VALUE_MULTIPLY:
      bad = rowkey_run_arithmetic(value, a, b, slot->own_integers, rows);
      break;
    case VALUE_MODULO:
      bad = rowkey_run_modulo(value, a, b, slot->own_integers, rows);
      break;
    case VALUE_MODULO_CONSTANT:
      return run_modulo_constant(run, value, rows);
    case VALUE_BIAS:
      for (size_t i = 0; i < rows; i++) slot->own_integers[i] = a[i] + value->bias;
      break;
    case VALUE_MD5:
      return run_md5(run, value, rows);
    case VALUE_DECIMAL_TEXT:
    case VALUE_HEX_TEXT:
      rowkey_make_text(run, value, rows);
      break;
  }
  return bad < rows ? rowkey_report_value(run, value, bad) : rows;
}
