/* Numbers read from their digits or bytes. */
#include <string.h>

#include "decode/decoder.h"

/* ---- Digits and bytes. All return the first row that cannot be read. ------------------------------ */

/* A minus sign is looked for where the number can be negative. */
static size_t parse_signed(struct block *block, const struct rowkey_strings *text, size_t rows,
                           uint64_t *numbers) {
  uint64_t *digits = block->decoder->digits;
  for (size_t i = 0; i < rows; i++) {
    uint64_t begin = text->begin[i];
    digits[i] = begin + (begin < text->end[i] && text->bytes[begin] == '-');
  }
  const struct rowkey_strings unsigned_text = {text->bytes, text->size, digits, text->end};
  rows = block->decoder->kernels->parse_u64(&unsigned_text, rows, numbers);
  for (size_t i = 0; i < rows; i++) {
    uint64_t negative = digits[i] - text->begin[i];
    if (numbers[i] > (uint64_t)INT64_MAX + negative) return i;
    /* Two's complement: ~m + 1 = -m. */
    numbers[i] = (numbers[i] ^ (0 - negative)) + negative;
  }
  return rows;
}

static size_t parse_decimal(struct block *block, const struct field *field, const struct rowkey_strings *text,
                            size_t rows, uint64_t *numbers) {
  bool is_signed = field->part->kind == PART_TEXT && field->part->value->range.low.negative;
  return is_signed ? parse_signed(block, text, rows, numbers)
                   : block->decoder->kernels->parse_u64(text, rows, numbers);
}

/* The 8 bytes or fewer in front of `end` as a big-endian number. */
static uint64_t load_last(const uint8_t *bytes, uint64_t begin, uint64_t end) {
  uint64_t size = end - begin < 8 ? end - begin : 8;
  if (end >= 8) return load_be64(bytes + end - 8) & (UINT64_MAX >> (64 - 8 * size));
  uint64_t number = 0;
  for (uint64_t at = end - size; at < end; at++) number = number << 8 | bytes[at];
  return number;
}

/* The number that 8 hex digits or fewer spell, when they stand in the bytes of another: any number when they
 * are none. */
static uint64_t join_hex(uint64_t digits) {
  uint64_t letters = digits >> 6 & UINT64_C(0x0101010101010101);
  uint64_t number = (digits + 9 * letters) & UINT64_C(0x0f0f0f0f0f0f0f0f);
  number = (number | number >> 4) & UINT64_C(0x00ff00ff00ff00ff);
  number = (number | number >> 8) & UINT64_C(0x0000ffff0000ffff);
  return (number | number >> 16) & UINT64_C(0xffffffff);
}

/* Bytes that are no hex digits give a number that is written differently. */
static size_t parse_hex(const struct rowkey_strings *text, size_t rows, uint64_t *numbers) {
  for (size_t i = 0; i < rows; i++) {
    uint64_t begin = text->begin[i], end = text->end[i];
    uint64_t size = end - begin;
    if (size == 0 || size > 16) return i;
    numbers[i] = join_hex(load_last(text->bytes, begin, end));
    if (size > 8) numbers[i] |= join_hex(load_last(text->bytes, begin, end - 8)) << 32;
  }
  return rows;
}

/* In all but the first rows there are 8 bytes to load; `stride` bytes later in each row, if that is not 0. */
static void read_big_endian(const struct rowkey_strings *text, size_t width, size_t stride, size_t rows,
                            uint64_t *numbers) {
  uint64_t mask = UINT64_MAX >> (64 - 8 * width);
  size_t row = 0;
  for (; row < rows && text->end[row] < 8; row++)
    numbers[row] = load_last(text->bytes, text->begin[row], text->end[row]);
  if (row == rows) return;
  const uint8_t *from = text->bytes + text->end[row] - 8;
  if (stride == 0)
    for (; row < rows; row++) numbers[row] = load_be64(text->bytes + text->end[row] - 8) & mask;
  else if (stride == 8 && width == 8)
#pragma GCC unroll 4
    for (size_t i = 0; i < rows - row; i++) numbers[row + i] = load_be64(from + 8 * i);
  else
    for (size_t i = 0; i < rows - row; i++) numbers[row + i] = load_be64(from + i * stride) & mask;
}

/* ---- What was written in the place of the number ----------------------------------------------- */

static void undo_written(const struct part *part, uint64_t *numbers, size_t rows) {
  for (const struct value *written = part->written; written != part->value; written = written->a)
    rowkey_undo(written, 0, numbers, rows);
}

/* ---- Fields ---------------------------------------------------------------------------------- */

static size_t parse_digits(const struct part *part, const struct rowkey_strings *text, size_t rows,
                           uint64_t *numbers) {
  size_t row = 0;
  while (row < rows &&
         rowkey_read_digits(part->digits, text->bytes + text->begin[row], part->width, &numbers[row]))
    row++;
  return row;
}

static size_t parse(struct block *block, const struct field *field, const struct rowkey_strings *strings,
                    size_t stride, size_t rows, uint64_t *numbers) {
  const struct part *part = field->part;
  const struct rowkey_strings text = rowkey_uninvert(block, field, strings, rows);
  if (part->kind == PART_BIG_ENDIAN) {
    read_big_endian(&text, part->width, part->inverted ? 0 : stride, rows, numbers);
    return rows;
  }
  if (part->written->varint != NULL) {
    for (size_t i = 0; i < rows; i++)
      numbers[i] = rowkey_varint_read(part->written->varint, text.bytes + text.begin[i],
                                      (size_t)(text.end[i] - text.begin[i]));
    return rows;
  }
  bool hex = part->kind == PART_HEX_PADDED || part->written->base == 16;
  size_t good = part->kind == PART_DIGITS ? parse_digits(part, &text, rows, numbers)
                : hex                     ? parse_hex(&text, rows, numbers)
                                          : parse_decimal(block, field, &text, rows, numbers);
  if (good == rows) return rows;
  uint64_t begin = strings->begin[good];
  return rowkey_bad_digits(block, field, good, strings->bytes + begin, (size_t)(strings->end[good] - begin));
}

/* The numbers that both the value and the format can be. */
static struct range range_of(const struct part *part) {
  struct range range = rowkey_range_common(part->value->range, part->allowed);
  return rowkey_range_common(range, range_of_type(part->value->type));
}

static size_t check_range(struct block *block, const struct field *field,
                          const struct rowkey_strings *strings, size_t rows, const uint64_t *numbers) {
  struct range range = range_of(field->part);
  const uint64_t low = rowkey_integer_bits(range.low), span = rowkey_integer_bits(range.high) - low;
  if (span == UINT64_MAX) return rows;
  size_t bad = block->decoder->kernels->find_outside(numbers, rows, low, span);
  if (bad == rows) return rows;
  uint64_t begin = strings->begin[bad];
  return rowkey_bad_number(block, field, bad, strings->bytes + begin, (size_t)(strings->end[bad] - begin),
                           numbers[bad], range);
}

size_t rowkey_read_numbers(struct block *block, const struct field *field,
                           const struct rowkey_strings *strings, size_t stride, size_t rows,
                           uint64_t *numbers) {
  rows = parse(block, field, strings, stride, rows, numbers);
  if (part_varies(field->part)) return check_range(block, field, strings, rows, numbers);
  undo_written(field->part, numbers, rows);
  return field->form == FIELD_FLOAT ? rows : check_range(block, field, strings, rows, numbers);
}
