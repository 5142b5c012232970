/* Text as the column's type reads it, and the bytes of addresses. */
#include <inttypes.h>
#include <rowkey/kernels.h>
#include <string.h>

#include "base/given_column.h"
#include "columns/conversion.h"
#include "columns/value.h"
#include "text/buffer.h"
#include "text/floating.h"
#include "text/number.h"
#include "types/column_type.h"

enum { SHOWN = 64 };

/* ---- Numbers of the language: u64, i64, f64, f32 ------------------------------------------------------ */

static size_t report_number(const struct converting *block, const struct rowkey_strings *texts, size_t row) {
  const rowkey_type type = block->conversion->column->type;
  const uint8_t *text = texts->bytes + texts->begin[row];
  const size_t size = (size_t)(texts->end[row] - texts->begin[row]);
  char shown[4 * SHOWN + 8];
  struct text_buffer out = {shown, sizeof shown};
  rowkey_value value;
  const char *fault = rowkey_read_number(type, text, size, &value);
  rowkey_text_quote(&out, text, size, SHOWN);
  return rowkey_report_converted(block, row, ROWKEY_ERROR_NUMBER,
                                 "%s is not a number of type %s: it %s (expected %s)", shown,
                                 rowkey_type_name(type), fault, rowkey_number_expected(type));
}

/* The first of `count` texts from `row` on that is not a number, or the row after them. */
static size_t parse_numbers(const struct converting *block, const struct rowkey_strings *texts, size_t row,
                            size_t count) {
  const uint64_t *begin = texts->begin + row, *end = texts->end + row;
  uint64_t *integers = (uint64_t *)block->room->values + row;
  size_t bad = count;
  rowkey_error error;
  switch (block->conversion->column->type) {
    case ROWKEY_U64:
      if (rowkey_parse_u64(texts->bytes, (size_t)texts->size, begin, end, count, integers, &error) !=
          ROWKEY_OK)
        bad = error.row;
      break;
    case ROWKEY_I64:
      if (rowkey_parse_i64(texts->bytes, (size_t)texts->size, begin, end, count, (int64_t *)integers,
                           &error) != ROWKEY_OK)
        bad = error.row;
      break;
    case ROWKEY_F64:
      for (bad = 0; bad < count; bad++)
        if (rowkey_read_f64(texts->bytes + begin[bad], (size_t)(end[bad] - begin[bad]),
                            (double *)(void *)integers + bad) != NULL)
          break;
      break;
    default:
      for (bad = 0; bad < count; bad++)
        if (rowkey_read_f32(texts->bytes + begin[bad], (size_t)(end[bad] - begin[bad]),
                            (float *)block->room->values + row + bad) != NULL)
          break;
  }
  return row + bad;
}

static void put_zero(const struct converting *block, size_t row) {
  if (block->conversion->column->type == ROWKEY_F32)
    ((float *)block->room->values)[row] = 0;
  else
    ((uint64_t *)block->room->values)[row] = 0;
}

static size_t report_outside(const struct converting *block, size_t row, uint64_t begin, uint64_t end) {
  return rowkey_report_converted(block, row, ROWKEY_ERROR_ARGUMENT,
                                 "the bytes %" PRIu64 " to %" PRIu64
                                 " do not lie within the %zu of the column",
                                 begin, end, block->from->size);
}

static size_t parse_plain(const struct converting *block) {
  uint64_t *spans = rowkey_room_for_offsets(block, 2 * block->rows);
  if (spans == NULL || rowkey_room_for_values(block, block->rows * sizeof(uint64_t)) == NULL) return 0;
  uint64_t *own_begin = spans, *own_end = spans + block->rows;
  const struct rowkey_strings texts =
      rowkey_text_spans(block->from, block->first, block->rows, own_begin, own_end);
  size_t inside = 0;
  while (inside < block->rows && texts.begin[inside] <= texts.end[inside] && texts.end[inside] <= texts.size)
    inside++;
  *block->to = rowkey_kept_numbers(block->conversion->column->type, block->room->values, block->rows);
  for (size_t row = 0; row < inside; row++) {
    const size_t count = rowkey_find_null(block->from, block->first + row, inside - row);
    const size_t bad = parse_numbers(block, &texts, row, count);
    if (bad < row + count) return report_number(block, &texts, bad);
    row += count;
    if (row < inside) put_zero(block, row);
  }
  return inside < block->rows ? report_outside(block, inside, texts.begin[inside], texts.end[inside])
                              : block->rows;
}

/* ---- Column types ------------------------------------------------------------------------------------- */

/* Times in a column of unsigned numbers. */
static size_t find_negative(const struct converting *block) {
  const int64_t *numbers = block->room->values;
  for (size_t row = 0; row < block->rows; row++)
    if (numbers[row] < 0 && !converting_is_null(block, row))
      return rowkey_report_converted(block, row, ROWKEY_ERROR_RANGE,
                                     "the time is before 1970, and the column is a u64");
  return block->rows;
}

size_t rowkey_parse_rows(const struct converting *block) {
  const rowkey_column *column = block->conversion->column;
  if (column->declared == NULL) return parse_plain(block);
  const rowkey_values texts = rowkey_values_from(block->from, block->first);
  const bool has_offsets = column->type == ROWKEY_TEXT && column->width == 0;
  const size_t bound = column->type == ROWKEY_TEXT
                           ? rowkey_conversion_bound(block->conversion, &texts, block->rows)
                           : block->rows * sizeof(uint64_t);
  void *values = rowkey_room_for_values(block, bound);
  uint64_t *offsets = has_offsets && values != NULL ? rowkey_room_for_offsets(block, block->rows + 1) : NULL;
  if (values == NULL || (has_offsets && offsets == NULL)) return 0;
  const rowkey_type read = rowkey_column_type_column(column->declared, column->name).type;
  const rowkey_decoded to = read == ROWKEY_TEXT ? rowkey_decoded_text(values, bound, offsets, block->rows)
                                                : rowkey_decoded_numbers(read, values, block->rows);
  rowkey_error error;
  const rowkey_status status = rowkey_column_type_read(column->declared, &texts, block->rows, &to, &error);
  *block->to = has_offsets ? rowkey_values_of_offsets(ROWKEY_KIND_KEPT, values, bound, offsets, block->rows)
               : column->type == ROWKEY_TEXT
                   ? rowkey_values_of_width(ROWKEY_KIND_KEPT, values, column->width, block->rows)
                   : rowkey_kept_numbers(column->type, values, block->rows);
  if (status == ROWKEY_OK)
    return column->type == ROWKEY_U64 && column->unit != ROWKEY_NO_TIME ? find_negative(block) : block->rows;
  return rowkey_report_converted(block, error.row == ROWKEY_NONE ? 0 : error.row, status, "%s", error.text);
}

/* ---- Addresses ------------------------------------------------------------------------------------------
 */

static uint32_t load_be32(const uint8_t *bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/* IPv4 as ::ffff:a.b.c.d, as the type ip reads it. */
static void put_address(const uint8_t *bytes, size_t size, uint8_t *out) {
  static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};
  memcpy(out, size == 4 ? mapped : bytes, sizeof mapped);
  memcpy(out + sizeof mapped, bytes + size - 4, 4);
}

size_t rowkey_convert_addresses(const struct converting *block) {
  const bool is_ipv4 = block->conversion->column->type == ROWKEY_U64;
  const size_t width = is_ipv4 ? sizeof(uint64_t) : block->conversion->column->width;
  uint8_t *out = rowkey_room_for_values(block, block->rows * width);
  if (out == NULL) return 0;
  memset(out, 0, block->rows * width);
  *block->to = is_ipv4 ? rowkey_kept_numbers(ROWKEY_U64, out, block->rows)
                       : rowkey_values_of_width(ROWKEY_KIND_KEPT, out, width, block->rows);
  for (size_t row = 0; row < block->rows; row++) {
    uint64_t begin, end;
    if (converting_is_null(block, row)) continue;
    given_span(block->from, block->first + row, &begin, &end);
    if (begin > end || end > block->from->size) return report_outside(block, row, begin, end);
    if (end - begin != 4 && (is_ipv4 || end - begin != 16))
      return rowkey_report_converted(block, row, ROWKEY_ERROR_RANGE,
                                     "%" PRIu64 " bytes are not an address (expected %s)", end - begin,
                                     is_ipv4 ? "4" : "4 or 16");
    const uint8_t *bytes = (const uint8_t *)block->from->data + begin;
    if (is_ipv4)
      ((uint64_t *)(void *)out)[row] = load_be32(bytes);
    else
      put_address(bytes, (size_t)(end - begin), out + row * width);
  }
  return block->rows;
}
