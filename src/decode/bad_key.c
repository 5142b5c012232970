/* Says what is wrong with a key: where, what was found and what was expected. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "decode/decoder.h"
#include "text/buffer.h"
#include "text/plural.h"

/* Bytes of a field that are shown. */
enum { QUOTED_SIZE_MAX = 60 };

static void quote(struct text_buffer *text, const uint8_t *bytes, size_t size) {
  rowkey_text_quote(text, bytes, size, QUOTED_SIZE_MAX);
}

static void name_field(struct text_buffer *text, const struct field *field) {
  rowkey_text_printf(
      text, "%s", field->form == FIELD_LITERAL ? "the literal text" : rowkey_show(field->part->source).text);
}

/* Fills in the error but for its text. */
static struct text_buffer begin_report(struct block *block, size_t row, const struct field *field) {
  rowkey_error *error = block->error;
  bool is_column = field != NULL && field->column < block->decoder->layout->column_count;
  block->status = error->status = ROWKEY_ERROR_RANGE;
  error->row = block->start + row;
  error->column = is_column ? field->column : ROWKEY_NONE;
  error->offset = field != NULL ? field->part->source_offset : ROWKEY_NONE;
  error->text[0] = '\0';
  return (struct text_buffer){error->text, sizeof error->text};
}

/* "byte 7: {id:010d} holds "00x0000017"", and what that is inside a reversed message. */
static struct text_buffer begin_field(struct block *block, size_t row, const struct field *field,
                                      const uint8_t *bytes, size_t size) {
  struct text_buffer text = begin_report(block, row, field);
  const struct rowkey_strings *keys = &block->keys;
  const struct split *key = &block->decoder->recovery.key;
  const uint8_t *outer = bytes;
  size_t outer_size = size;
  if (field->outer != field) {
    const struct rowkey_strings part = strings_of_part(key, (size_t)(field->outer - key->fields), keys);
    outer = part.bytes + part.begin[row];
    outer_size = (size_t)(part.end[row] - part.begin[row]);
  }
  rowkey_text_printf(&text, "byte %zu: ", (size_t)(outer - keys->bytes) - (size_t)keys->begin[row]);
  name_field(&text, field->outer);
  rowkey_text_printf(&text, " holds ");
  quote(&text, outer, outer_size);
  if (field->outer != field) {
    rowkey_text_printf(&text, ", which has ");
    quote(&text, bytes, size);
    rowkey_text_printf(&text, " for ");
    name_field(&text, field);
  }
  return text;
}

size_t rowkey_bad_field(struct block *block, const struct field *field, size_t row, const uint8_t *bytes,
                        size_t size, const char *expected, ...) {
  struct text_buffer text = begin_field(block, row, field, bytes, size);
  rowkey_text_printf(&text, ", expected ");
  va_list arguments;
  va_start(arguments, expected);
  rowkey_text_vprintf(&text, expected, arguments);
  va_end(arguments);
  return row;
}

size_t rowkey_bad_delimiter(struct block *block, const struct field *field, size_t row, const uint8_t *bytes,
                            size_t size, struct slice delimiter) {
  struct text_buffer text = begin_field(block, row, field, bytes, size);
  rowkey_text_printf(&text, ", expected ");
  quote(&text, (const uint8_t *)delimiter.at, delimiter.size);
  rowkey_text_printf(&text, " after it");
  return row;
}

/* ---- Numbers --------------------------------------------------------------------------------- */

static bool is_hex(const struct part *part) {
  return part->kind == PART_HEX_PADDED || part->kind == PART_BYTES_HEX || part->kind == PART_TEXT_HEX ||
         (part->kind == PART_TEXT && part->written->base == 16);
}

/* What its digits are called. */
static const char *digits_of(const struct part *part) {
  if (!is_hex(part)) return "digit";
  const bool upper = part->kind == PART_TEXT ? part->written->upper : part->upper;
  return upper ? "upper-case hex digit" : "lower-case hex digit";
}

static bool is_digit_of(const struct part *part, uint8_t byte) {
  if (part->inverted) byte = (uint8_t)~byte;
  if (part->kind == PART_DIGITS) return part->digits->numbers[byte] != part->digits->alphabet.base;
  if (byte >= '0' && byte <= '9') return true;
  return is_hex(part) &&
         (part->upper || part->written->upper ? byte >= 'A' && byte <= 'F' : byte >= 'a' && byte <= 'f');
}

static bool is_number(const struct part *part, const uint8_t *bytes, size_t size) {
  bool can_be_negative = part->kind == PART_TEXT && part->value->type == TYPE_I64 && !is_hex(part);
  uint8_t minus = part->inverted ? (uint8_t)~'-' : '-';
  size_t first = size > 0 && can_be_negative && bytes[0] == minus;
  for (size_t i = first; i < size; i++)
    if (!is_digit_of(part, bytes[i])) return false;
  return size > first;
}

static void name_range(struct text_buffer *text, struct range range) {
  rowkey_text_printf(text, "a number from %s to %s", rowkey_integer_text(range.low).text,
                     rowkey_integer_text(range.high).text);
}

static void name_digits(struct text_buffer *text, const struct part *part) {
  rowkey_text_printf(text, "%zu %s%s", part->width, digits_of(part), plural(part->width));
  if (part->kind != PART_DIGITS) return;
  rowkey_text_printf(text, " of ");
  rowkey_text_quote(text, part->digits->alphabet.digits, part->digits->alphabet.base, DIGITS_BASE_MAX);
}

size_t rowkey_bad_digits(struct block *block, const struct field *field, size_t row, const uint8_t *bytes,
                         size_t size) {
  const struct part *part = field->part;
  struct text_buffer text = begin_field(block, row, field, bytes, size);
  rowkey_text_printf(&text, ", expected ");
  if (part->kind == PART_TEXT_HEX)
    rowkey_text_printf(&text, "two %ss for each byte", digits_of(part));
  else if (part->width != 0 && !is_number(part, bytes, size))
    name_digits(&text, part);
  else if (is_hex(part))
    rowkey_text_printf(&text, "1 to 16 %ss", digits_of(part));
  else if (!is_number(part, bytes, size))
    rowkey_text_printf(&text,
                       part->value->range.low.negative ? "digits, after a - if it is negative" : "digits");
  else if (field->form == FIELD_DIGEST)
    rowkey_text_printf(&text, "a number below 2^128");
  else
    name_range(&text, rowkey_range_common(part->value->range, range_of_type(part->value->type)));
  return row;
}

size_t rowkey_bad_number(struct block *block, const struct field *field, size_t row, const uint8_t *bytes,
                         size_t size, uint64_t number, struct range range) {
  struct text_buffer text = begin_field(block, row, field, bytes, size);
  if (field->part->kind == PART_BIG_ENDIAN) {
    /* The number as the format reads it: it may be outside the type of the value. */
    bool is_signed = field->part->allowed.low.negative;
    struct integer integer =
        is_signed ? rowkey_integer_of_i64((int64_t)number) : rowkey_integer_of_u64(number);
    rowkey_text_printf(&text, ", which is %s", rowkey_integer_text(integer).text);
  }
  rowkey_text_printf(&text, ", expected ");
  name_range(&text, range);
  return row;
}

/* ---- Whole keys ------------------------------------------------------------------------------ */

size_t rowkey_bad_tail(struct block *block, const struct field *field, size_t row, const uint8_t *bytes,
                       size_t size) {
  if (field->outer != field) return rowkey_bad_field(block, field, row, bytes, size, "no more bytes");
  struct text_buffer text = begin_report(block, row, NULL);
  size_t offset = (size_t)(bytes - block->keys.bytes) - (size_t)block->keys.begin[row];
  rowkey_text_printf(&text, "byte %zu: ", offset);
  quote(&text, bytes, size);
  rowkey_text_printf(&text, " follows the last field, expected the end of the key");
  return row;
}

size_t rowkey_bad_length(struct block *block, size_t row, uint64_t length) {
  struct text_buffer text = begin_report(block, row, NULL);
  rowkey_text_printf(&text, "the key has %" PRIu64 " byte%s, expected %zu", length, plural(length),
                     block->decoder->layout->key.width);
  return row;
}

size_t rowkey_no_key(struct block *block, size_t row, const rowkey_error *why) {
  struct text_buffer text = begin_report(block, row, NULL);
  if (why->column < block->decoder->layout->column_count) block->error->column = why->column;
  block->error->offset = why->offset;
  rowkey_text_printf(&text, "no record has this key: %s", why->text);
  return row;
}

/* The bytes of one part of one key. */
struct bytes {
  const uint8_t *at;
  size_t size;
};

static struct bytes bytes_of_part(const struct split *split, size_t part, size_t row, const uint8_t *base) {
  const uint64_t *begin = split->begins + part * split->stride + row;
  return (struct bytes){base + *begin, (size_t)(begin[split->stride] - *begin)};
}

static size_t report_difference(struct block *block, size_t row, const struct field *field,
                                struct bytes found, struct bytes expected) {
  if (is_hex(field->part) && field->form != FIELD_LITERAL && !is_number(field->part, found.at, found.size))
    return rowkey_bad_digits(block, field, row, found.at, found.size);
  struct text_buffer text = begin_field(block, row, field, found.at, found.size);
  rowkey_text_printf(&text, ", expected ");
  quote(&text, expected.at, expected.size);
  if (!field->read && field->form != FIELD_LITERAL) rowkey_text_printf(&text, " for these columns");
  return row;
}

size_t rowkey_bad_key(struct block *block, size_t row, const uint8_t *expected, uint64_t size) {
  struct rowkey_decoder *decoder = block->decoder;
  const struct split *key = &decoder->recovery.key;
  const uint64_t begin = 0;
  const struct rowkey_strings strings = {expected, size, &begin, &size};
  rowkey_split_rows(block, &decoder->one, &strings, 1);
  size_t part = 0;
  struct bytes found, wanted;
  do {
    found = bytes_of_part(key, part, row, block->keys.bytes);
    wanted = bytes_of_part(&decoder->one, part, 0, expected);
    part++;
  } while (found.size == wanted.size && memcmp(found.at, wanted.at, found.size) == 0);
  return report_difference(block, row, &key->fields[part - 1], found, wanted);
}
