/* Checks and writes the parts of sequences for a block of rows. */
#include <string.h>

#include "encode/encoder.h"
#include "plan/operation.h"

/* Checks what is not checked while the part is written. */
static size_t check_part(struct run *run, const struct part *part, size_t rows) {
  if (part->checked) {
    size_t bad = run->kernels->find_outside(slot_of(run, part->value)->integers, rows, part->low, part->span);
    if (bad < rows) return rowkey_report_part(run, part, bad);
  }
  if (part->delimiter >= 0) {
    uint8_t byte = (uint8_t)(part->inverted ? ~part->delimiter : part->delimiter);
    size_t bad = run->kernels->find_in_strings(&slot_of(run, part->written)->strings, rows, byte);
    if (bad < rows) return rowkey_report_delimiter(run, part, bad);
  }
  return rows;
}

/* ---- Parts of fixed width -------------------------------------------------------------------- */

/* In a part narrower than 39 digits, the digits that it has no place for must be zeros. */
static size_t write_narrow_hash_decimal(const struct rowkey_kernels *kernels, const uint8_t *hashes,
                                        const struct part *part, size_t rows,
                                        const struct rowkey_place *place) {
  enum { TEXTS = 32 };
  const size_t zeros = HASH_DIGITS - part->width;
  uint8_t texts[TEXTS * HASH_DIGITS];
  for (size_t row = 0; row < rows; row++) {
    size_t left = rows - row;
    if (row % TEXTS == 0)
      kernels->decimal_u128(hashes + row * HASH_SIZE, left < TEXTS ? left : TEXTS, texts, HASH_DIGITS);
    const uint8_t *text = texts + row % TEXTS * HASH_DIGITS;
    for (size_t digit = 0; digit < zeros; digit++)
      if (text[digit] != '0') return row;
    memcpy(place->at + row * place->stride, text + zeros, part->width);
  }
  return rows;
}

static size_t write_hash_decimal(const struct rowkey_kernels *kernels, const uint8_t *hashes,
                                 const struct part *part, size_t rows, const struct rowkey_place *place) {
  if (part->width < HASH_DIGITS) return write_narrow_hash_decimal(kernels, hashes, part, rows, place);
  kernels->decimal_u128(hashes, rows, place->at, place->stride);
  return rows;
}

const uint64_t *rowkey_coded_integers(const struct run *run, const struct value *written) {
  return slot_of(run, is_coded_in_writing(written) ? written->a : written)->integers;
}

/* Checks, codes and writes in one pass over the numbers. */
static size_t write_coded(struct run *run, const struct part *part, size_t rows,
                          const struct rowkey_place *place) {
  struct rowkey_coding coding = {.span = UINT64_MAX};
  rowkey_set_coding(&coding, part->written);
  if (part->checked) rowkey_set_range(&coding, part);
  return run->kernels->big_endian_coded(&coding, rowkey_coded_integers(run, part->written), rows,
                                        (unsigned)part->width, place);
}

static void write_digits(const struct part *part, const uint64_t *numbers, size_t rows,
                         const struct rowkey_place *place) {
  uint8_t *at = place->at;
  for (size_t row = 0; row < rows; row++, at += place->stride)
    digits_write(part->digits, numbers[row], part->width, at);
}

static size_t write_part(struct run *run, const struct sequence *sequence, const struct part *part,
                         const struct rowkey_place *place, size_t rows) {
  const struct rowkey_kernels *kernels = run->kernels;
  if (part->kind == PART_LITERAL) {
    kernels->copy_fixed((const uint8_t *)sequence->literals + part->literal, 0, part->width, rows, place);
    return rows;
  }
  size_t bad = part->step == STEP_WRITE_CODED ? rows : check_part(run, part, rows);
  if (bad < rows) return bad;
  const struct slot *slot = slot_of(run, part->written);
  unsigned width = (unsigned)part->width;
  switch (part->step) {
    case STEP_WRITE_DECIMAL:
      bad = kernels->decimal_padded(slot->integers, rows, width, place);
      break;
    case STEP_WRITE_DIGITS:
      write_digits(part, slot->integers, rows, place);
      break;
    case STEP_WRITE_BIG_ENDIAN:
      bad = kernels->big_endian(slot->integers, rows, width, place);
      break;
    case STEP_WRITE_CODED:
      bad = write_coded(run, part, rows, place);
      break;
    case STEP_WRITE_HEX:
      kernels->hex_padded(slot->integers, rows, width, part->upper, place);
      break;
    case STEP_WRITE_HASH_DECIMAL:
      bad = write_hash_decimal(kernels, slot->bytes, part, rows, place);
      break;
    case STEP_WRITE_BYTES_HEX:
      kernels->hex_fixed(slot->bytes, width / 2, rows, part->upper, place);
      break;
    case STEP_WRITE_TEXT:
      bad = kernels->padded_text(&slot->strings, width, rows, place);
      break;
    case STEP_FILL_TEXTS:
      return rowkey_fill_made(run, part->written, rows, place);
    default: /* STEP_COPY */
      kernels->copy_fixed(slot->bytes, width, width, rows, place);
      break;
  }
  return bad < rows ? rowkey_report_part(run, part, bad) : rows;
}

/* Complements what has been written. */
static void invert(const struct rowkey_place *place, size_t width, size_t rows) {
  for (size_t row = 0; row < rows; row++) {
    uint8_t *at = place->at + row * place->stride;
    size_t left = width;
    for (; left >= 8; left -= 8, at += 8) {
      uint64_t bytes;
      memcpy(&bytes, at, sizeof bytes);
      bytes = ~bytes;
      memcpy(at, &bytes, sizeof bytes);
    }
    for (; left > 0; left--, at++) *at = (uint8_t)~*at;
  }
}

/* Parts are written from left to right: a part may overwrite what follows it up to the end of its row, and
 * the first part even the rows that follow. */
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
    if (parts[i].inverted) invert(&place, parts[i].width, rows);
  }
  return rows;
}

/* The parts of a piece. */
static size_t write_piece(struct run *run, const struct sequence *sequence, size_t piece,
                          const struct part *parts, size_t count, const struct rowkey_place *row,
                          size_t rows) {
  if (rowkey_write_together(run, piece, parts, row, rows)) return rows;
  if (run->left != 0 && run->encoder->together[piece] != NULL) return 0;
  return write_parts(run, sequence, parts, count, row->stride, *row, rows);
}

size_t rowkey_write_fixed(struct run *run, const struct sequence *sequence, uint8_t *out, const uint8_t *end,
                          size_t rows) {
  const struct rowkey_place row = {.at = out, .stride = sequence->width, .end = end};
  return write_piece(run, sequence, sequence->first_piece, sequence->parts, sequence->count, &row, rows);
}

/* ---- Sequences that vary --------------------------------------------------------------------- */

size_t rowkey_prepare_sources(struct run *run, const struct sequence *sequence, size_t rows) {
  static const uint8_t no_run[COPY_UNIT];
  struct rowkey_encoder *encoder = run->encoder;
  uint8_t *scratch = encoder->scratch;
  for (size_t i = 0; i < sequence->piece_count; i++) {
    const struct piece *piece = &sequence->pieces[i];
    const struct part *parts = &sequence->parts[piece->first];
    struct rowkey_source *source = &encoder->sources[sequence->first_piece + i];
    *source = (struct rowkey_source){.rows = no_run, .stride = piece->stride, .width = piece->width};
    size_t bad = rows;
    if (piece->stride != 0) {
      const struct rowkey_place row = {
          .at = scratch, .stride = piece->stride, .end = scratch + piece->stride * rows};
      bad = write_piece(run, sequence, sequence->first_piece + i, parts, piece->count, &row, rows);
      source->rows = scratch;
      scratch += piece->stride * rows;
    } else if (piece->width != 0) {
      source->rows = (const uint8_t *)sequence->literals + parts->literal;
    }
    if (bad < rows) return bad;
    const struct part *varying = piece->varying;
    if (varying == NULL) continue;
    bad = check_part(run, varying, rows);
    if (bad < rows) return bad;
    const struct value *written = varying->written;
    source->strings = slot_of(run, written->step == STEP_MAKE_IN_WRITING ? written->a : written)->strings;
    source->hex = varying->kind == PART_TEXT_HEX;
    source->upper = varying->upper;
    source->flip = varying->inverted ? 255 : 0;
  }
  return rows;
}
