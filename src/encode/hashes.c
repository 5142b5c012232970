/* Hashes of messages. Only the two places that pass rows to a hash depend on the function. */
#include "kernels/hashes.h"

#include <string.h>

#include "encode/encoder.h"
#include "simd/memory.h"

static const uint64_t *seeds_of(const struct run *run, const struct value *value, size_t first) {
  return value->b != NULL ? slot_of(run, value->b)->integers + first : NULL;
}

/* The hashes of `rows` messages, from row `first` of the block on; the first bad one among them. */
static size_t hash_strings(struct run *run, const struct value *value, const struct rowkey_strings *strings,
                           size_t first, size_t rows) {
  const struct rowkey_kernels *kernels = run->kernels;
  struct slot *slot = slot_of(run, value);
  if (value->hash.is_md5) {
    kernels->md5_strings(strings, rows, slot->own_bytes + first * HASH_SIZE);
    return rows;
  }
  size_t bad = kernels->hash_strings(&value->hash.other, seeds_of(run, value, first), strings, rows,
                                     slot->own_integers + first * values_per_row(&value->hash.other));
  if (bad < rows)
    rowkey_report_message(run, value, strings->bytes + strings->begin[bad],
                          (size_t)(strings->end[bad] - strings->begin[bad]), first + bad);
  return bad;
}

static size_t hash_fixed(struct run *run, const struct value *value, size_t rows) {
  struct rowkey_encoder *encoder = run->encoder;
  const struct rowkey_kernels *kernels = run->kernels;
  const struct sequence *message = value->message;
  const uint8_t *keys = encoder->scratch;
  size_t width = message->width;
  size_t bad = rowkey_write_fixed(run, message, encoder->scratch, keys + encoder->scratch_size, rows);
  if (bad < rows) return bad;
  struct slot *slot = slot_of(run, value);
  if (value->hash.is_md5) {
    kernels->md5_fixed(keys, rows, width, width, slot->own_bytes);
    return rows;
  }
  bad = kernels->hash_fixed(&value->hash.other, seeds_of(run, value, 0), keys, rows, width, width,
                            slot->own_integers);
  return bad < rows ? rowkey_report_message(run, value, keys + bad * width, width, bad) : rows;
}

/* Messages are joined and hashed in portions that fit the buffer, which grows for a longer one. */
static size_t hash_joined(struct run *run, const struct value *value, size_t rows) {
  struct rowkey_encoder *encoder = run->encoder;
  const struct sequence *message = value->message;
  const struct rowkey_source *sources = &encoder->sources[message->first_piece];
  struct text_memory *messages = &encoder->messages;
  for (size_t row = 0, next = 0; row < rows; row = next) {
    uint64_t length = rowkey_joined_length(sources, message->piece_count, row);
    if (!rowkey_text_memory_grow(messages, length)) return rowkey_report_memory(run, value, row, length);
    if (rowkey_joined_total(run->kernels, sources, message->piece_count, row, rows) <= messages->size)
      next = rows;
    for (uint64_t room = messages->size; next < rows; next++, room -= length) {
      length = rowkey_joined_length(sources, message->piece_count, next);
      if (length > room) break;
    }
    uint8_t *out = messages->bytes;
    run->kernels->join_rows(sources, message->piece_count, row, next, out, out + messages->size, out,
                            encoder->message_end);
    encoder->message_begin[row] = 0;
    for (size_t i = row + 1; i < next; i++) encoder->message_begin[i] = encoder->message_end[i - 1];
    const struct rowkey_strings strings = {out, encoder->message_end[next - 1], encoder->message_begin + row,
                                           encoder->message_end + row};
    size_t bad = hash_strings(run, value, &strings, row, next - row);
    if (bad < next - row) return row + bad;
  }
  return rows;
}

/* The hash of the run is the seed for the hash of the text after it. */
static size_t hash_run_and_text(struct run *run, const struct value *value, size_t rows) {
  const struct rowkey_encoder *encoder = run->encoder;
  const struct rowkey_source *source = &encoder->sources[value->message->first_piece];
  uint64_t *hashes = slot_of(run, value)->own_integers;
  run->kernels->hash_fixed(&value->hash.other, seeds_of(run, value, 0), source->rows, rows, source->width,
                           source->stride, hashes);
  return run->kernels->hash_strings(&value->hash.other, hashes, &source->strings, rows, hashes);
}

static size_t hash_messages(struct run *run, const struct value *value, size_t rows) {
  struct rowkey_encoder *encoder = run->encoder;
  const struct sequence *message = value->message;
  if (value->step == STEP_MD5_DECIMAL) {
    run->kernels->md5_decimal(slot_of(run, value->a)->integers, rows, slot_of(run, value)->own_bytes);
    return rows;
  }
  if (message->fixed) return hash_fixed(run, value, rows);
  size_t bad = rowkey_prepare_sources(run, message, rows);
  if (bad < rows) return bad;
  if (value->step == STEP_HASH_ON) return hash_run_and_text(run, value, rows);
  if (message_is_joined(message)) return hash_joined(run, value, rows);
  return hash_strings(run, value, &encoder->sources[message->first_piece].strings, 0, rows);
}

/* One of the two numbers of a hash of 128 bits. */
static void choose_halves(struct run *run, const struct value *value, size_t rows) {
  uint64_t *numbers = slot_of(run, value)->own_integers;
  const size_t half = value->hash.half == HASH_SECOND_HALF ? 1 : 0;
  for (size_t i = 0; i < rows; i++) numbers[i] = numbers[2 * i + half];
}

/* The bytes of hashes that are given as numbers, of which the last may hold fewer than eight. */
static void join_numbers(struct run *run, const struct value *value, size_t rows) {
  struct slot *slot = slot_of(run, value);
  const size_t size = value->width, count = values_per_row(&value->hash.other), last = size - 8 * (count - 1);
  const uint64_t *numbers = slot->own_integers;
  if (last == 8) {
    const struct rowkey_place place = {slot->own_bytes, 8, 8, slot->own_bytes + rows * size};
    run->kernels->big_endian(numbers, count * rows, 8, &place);
    return;
  }
  for (size_t i = 0; i < rows; i++) {
    uint8_t bytes[8];
    for (size_t j = 0; j + 1 < count; j++)
      store_be64(slot->own_bytes + i * size + 8 * j, numbers[count * i + j]);
    store_be64(bytes, numbers[count * i + count - 1]);
    memcpy(slot->own_bytes + (i + 1) * size - last, bytes, last);
  }
}

/* Halves of MD5 digests as numbers. */
static void read_halves(struct run *run, const struct value *value, size_t rows) {
  const struct slot *slot = slot_of(run, value);
  const uint8_t *halves = slot->own_bytes + (value->hash.half == HASH_SECOND_HALF ? 8 : 0);
  for (size_t i = 0; i < rows; i++) slot->own_integers[i] = load_be64(halves + i * HASH_SIZE);
}

size_t rowkey_run_hash(struct run *run, const struct value *value, size_t rows) {
  size_t bad = hash_messages(run, value, rows);
  if (bad < rows) return bad;
  if (value->hash.is_md5) {
    if (value->hash.half != HASH_WHOLE) read_halves(run, value, rows);
  } else if (value->hash.half != HASH_WHOLE) {
    choose_halves(run, value, rows);
  } else if (value->type == TYPE_HASH) {
    join_numbers(run, value, rows);
  }
  return rows;
}
