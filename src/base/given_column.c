#include "base/given_column.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/addresses.h"
#include "base/error.h"
#include "columns/value.h"

rowkey_status rowkey_given_error(const struct given_column *column, rowkey_status status, const char *format,
                                 ...) {
  char problem[ROWKEY_ERROR_TEXT_SIZE];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(problem, sizeof problem, format, arguments);
  va_end(arguments);
  rowkey_error_set(column->error, status, "column %.64s: %s", column->name, problem);
  return of_given_column(column, status);
}

/* ROWKEY_ERROR_ARGUMENT for a member of the caller's struct. */
static rowkey_status bad_member(const struct given_column *column, const char *member, const char *problem) {
  return rowkey_given_error(column, ROWKEY_ERROR_ARGUMENT, "%s %s", member, problem);
}

#define CANNOT_HOLD_ROWS "cannot hold as many rows"

struct number {
  size_t size, alignment;
  const char *misplaced;
};

static rowkey_status check_numbers(const struct given_column *column, const char *member, const void *numbers,
                                   struct number number) {
  if (numbers == NULL) return bad_member(column, member, "is NULL (expected a number for each row)");
  size_t size;
  if (__builtin_mul_overflow(column->rows, number.size, &size) || size > PTRDIFF_MAX)
    return bad_member(column, member, CANNOT_HOLD_ROWS);
  /* A mask, as alignments are powers of two: a division would take as long as all the other checks. */
  if (((uintptr_t)numbers & (number.alignment - 1)) != 0) return bad_member(column, member, number.misplaced);
  return ROWKEY_OK;
}

rowkey_status rowkey_check_given_u64(const struct given_column *column, const char *member,
                                     const void *numbers) {
  static const struct number number = {sizeof(uint64_t), _Alignof(uint64_t),
                                       "is not aligned (expected an address for a uint64_t)"};
  return check_numbers(column, member, numbers, number);
}

rowkey_status rowkey_check_given_floats(const struct given_column *column, const void *numbers,
                                        bool is_float32) {
  static const struct number f32 = {sizeof(float), _Alignof(float),
                                    "is not aligned (expected an address for a float)"};
  static const struct number f64 = {sizeof(double), _Alignof(double),
                                    "is not aligned (expected an address for a double)"};
  return check_numbers(column, "data", numbers, is_float32 ? f32 : f64);
}

static rowkey_status check_offsets32(const struct given_column *column, const uint32_t *offsets) {
  if (column->rows == SIZE_MAX || !values_can_be_at(offsets, column->rows + 1, sizeof *offsets))
    return bad_member(column, "offsets32", CANNOT_HOLD_ROWS);
  if ((uintptr_t)offsets % _Alignof(uint32_t) != 0)
    return bad_member(column, "offsets32", "is not aligned (expected an address for a uint32_t)");
  return ROWKEY_OK;
}

static rowkey_status check_width(const struct given_column *column, const rowkey_values *values) {
  size_t total;
  if (values->width == 0 && values->size != 0) /* the offsets were forgotten, and every text would be empty */
    return rowkey_given_error(column, ROWKEY_ERROR_ARGUMENT,
                              "begin, offsets32 and width are 0 (expected one of them to say where its texts "
                              "are among its %zu bytes)",
                              values->size);
  if (!__builtin_mul_overflow(column->rows, values->width, &total) && total <= values->size) return ROWKEY_OK;
  return rowkey_given_error(
      column, ROWKEY_ERROR_ARGUMENT,
      "%zu rows of width %zu exceed its size of %zu bytes (expected rows * width <= size)", column->rows,
      values->width, values->size);
}

rowkey_status rowkey_check_given_text(const struct given_column *column, const rowkey_values *values) {
  rowkey_status status = ROWKEY_OK;
  if (values->begin != NULL || values->end != NULL) {
    status = rowkey_check_given_u64(column, "begin", values->begin);
    if (status == ROWKEY_OK) status = rowkey_check_given_u64(column, "end", values->end);
  } else if (values->offsets32 != NULL) {
    status = check_offsets32(column, values->offsets32);
  } else {
    status = check_width(column, values);
  }
  if (status != ROWKEY_OK) return status;
  if (values->size > PTRDIFF_MAX) return bad_member(column, "size", "is larger than any memory");
  if (values->data == NULL && values->size != 0)
    return bad_member(column, "data", "is NULL (expected as many bytes as size says)");
  return ROWKEY_OK;
}

rowkey_status rowkey_check_given_nulls(const struct given_column *column, const rowkey_values *values) {
  return nulls_can_be(values, column->rows)
             ? ROWKEY_OK
             : bad_member(column, "validity_offset", "is larger than any memory");
}

/* ---- Room for results ---------------------------------------------------------------------------- */

/* What the tag's values are as a column's type keeps them. */
static const char *room_name(uint32_t tag) {
  static const rowkey_type types[] = {ROWKEY_U64, ROWKEY_I64, ROWKEY_TEXT, ROWKEY_F64, ROWKEY_F32};
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (tag == rowkey_kept_tag(types[i])) return rowkey_type_name(types[i]);
  return "other values";
}

static rowkey_status check_offset_room(const struct given_column *column, bool needs_offsets,
                                       const rowkey_decoded *room) {
  if (needs_offsets && room->offsets == NULL && room->offsets32 == NULL)
    return bad_member(column, "offsets", "is NULL (expected room for rows + 1 numbers)");
  if (room->offsets != NULL && room->offsets32 != NULL)
    return bad_member(column, "offsets", "and offsets32 are both given (expected one of them)");
  if (!is_aligned_u64(room->offsets))
    return rowkey_given_error(column, ROWKEY_ERROR_ARGUMENT, OFFSETS_NOT_ALIGNED);
  if (!is_aligned_u32(room->offsets32))
    return rowkey_given_error(column, ROWKEY_ERROR_ARGUMENT, OFFSETS32_NOT_ALIGNED);
  return ROWKEY_OK;
}

rowkey_status rowkey_check_given_room(const struct given_column *column, rowkey_type type, bool needs_offsets,
                                      const rowkey_decoded *room) {
  const rowkey_status status = ROWKEY_CHECK_RESERVED(room, "rowkey_decoded", column->error);
  if (status != ROWKEY_OK) return of_given_column(column, status);
  if (room->tag == 0)
    return bad_member(column, "tag",
                      "is 0, so the type of the room is unknown (expected the tag that a "
                      "constructor such as rowkey_decoded_u64s sets)");
  if (room->tag != rowkey_kept_tag(type))
    return rowkey_given_error(column, ROWKEY_ERROR_TYPE, "there is room for %s (expected room for %s)",
                              room_name(room->tag), rowkey_type_name(type));
  if (room->rows < column->rows)
    return rowkey_given_error(column, ROWKEY_ERROR_ARGUMENT, "there is room for %zu rows (expected %zu)",
                              room->rows, column->rows);
  if (type == ROWKEY_TEXT) return check_offset_room(column, needs_offsets, room);
  if (column->rows == 0 || room->data == NULL) return ROWKEY_OK;
  return type == ROWKEY_F64 || type == ROWKEY_F32
             ? rowkey_check_given_floats(column, room->data, type == ROWKEY_F32)
             : rowkey_check_given_u64(column, "data", room->data);
}

/* ---- Where texts are --------------------------------------------------------------------------- */

struct rowkey_strings rowkey_text_spans(const rowkey_values *column, size_t start, size_t rows,
                                        uint64_t *begin, uint64_t *end) {
  if (column->begin != NULL)
    return strings_at(column->data, column->size, column->begin + start, column->end + start);
  const rowkey_values copy = *column; /* which no store changes: its kind is asked once */
  for (size_t i = 0; i < rows; i++) given_span(&copy, start + i, &begin[i], &end[i]);
  return strings_at(column->data, column->size, begin, end);
}

/* ---- Nulls ------------------------------------------------------------------------------------ */

size_t rowkey_find_null(const rowkey_values *column, size_t start, size_t rows) {
  if (column->validity == NULL) return rows;
  uint64_t bit = column->validity_offset + start;
  for (size_t row = 0; row < rows;) {
    unsigned shift = (unsigned)(bit + row) & 7;
    unsigned nulls = (~(unsigned)column->validity[(bit + row) / 8] & 255) >> shift;
    if (nulls != 0) {
      size_t null = row + (size_t)__builtin_ctz(nulls);
      return null < rows ? null : rows;
    }
    row += 8 - shift;
  }
  return rows;
}
