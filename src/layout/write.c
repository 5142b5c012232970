/* Sequences: the parts of a block of rows are checked and written. */
#include <string.h>

#include "layout/encoder.h"

/* What the kernel that writes the part does not check. */
static size_t check_part(struct run *run, const struct part *part, size_t rows) {
  if (part->checked) {
    struct range range = part->allowed;
    bool is_signed = part->value->type == TYPE_I64;
    /* Bounds beyond the value's own type cannot be passed. */
    range = rowkey_range_common(range, is_signed ? rowkey_range_i64() : rowkey_range_u64());
    size_t bad = rowkey_find_outside(slot_of(run, part->value)->integers, rowkey_integer_bits(range.low),
                                     rowkey_integer_bits(range.high), rows);
    if (bad < rows) return rowkey_report_part(run, part, bad);
  }
  if (part->delimiter >= 0) {
    size_t bad = rowkey_find_delimiter(&slot_of(run, part->written)->strings, (uint8_t)part->delimiter, rows);
    if (bad < rows) return rowkey_report_delimiter(run, part, bad);
  }
  return rows;
}

static void write_hex(const uint64_t *values, size_t width, size_t rows, const struct rowkey_place *place) {
  for (size_t i = 0; i < rows; i++) {
    uint8_t text[16];
    rowkey_hex_of_integer(values[i], text);
    memcpy(place->at + i * place->stride, text + sizeof text - width, width);
  }
}

static size_t write_part(struct run *run, const struct sequence *sequence, const struct part *part,
                         const struct rowkey_place *place, size_t rows) {
  const struct rowkey_kernels *kernels = run->encoder->kernels;
  size_t bad = check_part(run, part, rows);
  if (bad < rows) return bad;
  if (part->kind == PART_LITERAL) {
    kernels->copy_fixed((const uint8_t *)sequence->literals + part->literal, 0, part->width, rows, place);
    return rows;
  }
  const struct slot *slot = slot_of(run, part->written);
  unsigned width = (unsigned)part->width;
  switch (part->kind) {
    case PART_DECIMAL_PADDED:
      bad = kernels->decimal_padded(slot->integers, rows, width, place);
      break;
    case PART_BIG_ENDIAN:
      bad = kernels->big_endian(slot->integers, rows, width, place);
      break;
    case PART_HEX_PADDED:
      write_hex(slot->integers, width, rows, place);
      break;
    case PART_DIGEST:
      kernels->copy_fixed(slot->digests, width, width, rows, place);
      break;
    case PART_DIGEST_HEX:
      for (size_t i = 0; i < rows; i++)
        rowkey_hex_of_bytes(slot->digests + i * 16, 16, place->at + i * place->stride);
      break;
    case PART_TEXT_PADDED:
      bad = rowkey_write_padded_text(&slot->strings, width, rows, place);
      break;
    case PART_LITERAL:
    case PART_TEXT:
    case PART_TEXT_HEX:
      break;
  }
  return bad < rows ? rowkey_report_part(run, part, bad) : rows;
}

/* Parts are written from the left to the right: behind one there is room up to the end of the row, and behind
 * the first one even in the rows that follow. */
static size_t write_parts(struct run *run, const struct sequence *sequence, const struct part *parts,
                          size_t count, size_t width, struct rowkey_place row, size_t rows) {
  for (size_t i = 0; i < count; i++) {
    const struct rowkey_place place = {
        .at = row.at + parts[i].offset,
        .stride = row.stride,
        .room = i == 0 ? (size_t)(row.end - row.at) : width - parts[i].offset,
        .end = row.end,
    };
    size_t bad = write_part(run, sequence, &parts[i], &place, rows);
    if (bad < rows) return bad;
  }
  return rows;
}

size_t rowkey_write_fixed(struct run *run, const struct sequence *sequence, uint8_t *out, const uint8_t *end,
                          size_t rows) {
  const struct rowkey_place row = {.at = out, .stride = sequence->width, .end = end};
  return write_parts(run, sequence, sequence->parts, sequence->count, sequence->width, row, rows);
}

size_t rowkey_prepare_sources(struct run *run, const struct sequence *sequence, size_t rows) {
  static const uint8_t no_run[COPY_UNIT];
  struct rowkey_encoder *encoder = run->encoder;
  uint8_t *scratch = encoder->scratch;
  for (size_t i = 0; i < sequence->piece_count; i++) {
    const struct piece *piece = &sequence->pieces[i];
    const struct part *parts = &sequence->parts[piece->first];
    struct source *source = &encoder->sources[sequence->first_source + i];
    *source = (struct source){.rows = no_run, .stride = piece->stride, .width = piece->width};
    size_t bad = rows;
    if (piece->stride != 0) {
      const struct rowkey_place row = {
          .at = scratch, .stride = piece->stride, .end = scratch + piece->stride * rows};
      bad = write_parts(run, sequence, parts, piece->count, piece->stride, row, rows);
      source->rows = scratch;
      scratch += piece->stride * rows;
    } else if (piece->width != 0) {
      source->rows = (const uint8_t *)sequence->literals + parts->literal;
    }
    if (bad < rows) return bad;
    if (piece->varying == NULL) continue;
    bad = check_part(run, piece->varying, rows);
    if (bad < rows) return bad;
    source->strings = slot_of(run, piece->varying->written)->strings;
    source->hex = piece->varying->kind == PART_TEXT_HEX;
  }
  return rows;
}
