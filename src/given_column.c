#include "given_column.h"

#include "arguments.h"
#include "error.h"

rowkey_status rowkey_given_error(const struct given_column *column, const char *member, const char *problem) {
  rowkey_status status = rowkey_error_set(column->error, ROWKEY_ERROR_ARGUMENT, "column %.64s: %s %s",
                                          column->name, member, problem);
  column->error->column = column->index;
  return status;
}

#define CANNOT_HOLD_ROWS "cannot hold as many rows"

struct number {
  size_t size, alignment;
  const char *misplaced;
};

static rowkey_status check_numbers(const struct given_column *column, const char *member, const void *numbers,
                                   struct number number) {
  if (numbers == NULL) return rowkey_given_error(column, member, "is NULL (expected a number for each row)");
  size_t size;
  if (__builtin_mul_overflow(column->rows, number.size, &size) || size > PTRDIFF_MAX)
    return rowkey_given_error(column, member, CANNOT_HOLD_ROWS);
  /* A mask, as alignments are powers of two: a division would take as long as all the other checks. */
  if (((uintptr_t)numbers & (number.alignment - 1)) != 0)
    return rowkey_given_error(column, member, number.misplaced);
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
    return rowkey_given_error(column, "offsets32", CANNOT_HOLD_ROWS);
  if ((uintptr_t)offsets % _Alignof(uint32_t) != 0)
    return rowkey_given_error(column, "offsets32", "is not aligned (expected an address for a uint32_t)");
  return ROWKEY_OK;
}

/* Bytes without offsets: the caller has forgotten these, and every text would be empty. */
static rowkey_status no_place(const struct given_column *column, const rowkey_values *values) {
  rowkey_status status = rowkey_error_set(
      column->error, ROWKEY_ERROR_ARGUMENT,
      "column %.64s: begin, offsets32 and width are 0 (expected one of them to say where its "
      "texts are among its %zu bytes)",
      column->name, values->size);
  column->error->column = column->index;
  return status;
}

static rowkey_status check_width(const struct given_column *column, const rowkey_values *values) {
  size_t total;
  if (values->width == 0 && values->size != 0) return no_place(column, values);
  if (!__builtin_mul_overflow(column->rows, values->width, &total) && total <= values->size) return ROWKEY_OK;
  rowkey_status status = rowkey_error_set(
      column->error, ROWKEY_ERROR_ARGUMENT,
      "column %.64s: %zu rows of width %zu pass its size of %zu bytes (expected rows * width <= size)",
      column->name, column->rows, values->width, values->size);
  column->error->column = column->index;
  return status;
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
  if (values->size > PTRDIFF_MAX) return rowkey_given_error(column, "size", "is larger than any memory");
  if (values->data == NULL && values->size != 0)
    return rowkey_given_error(column, "data", "is NULL (expected as many bytes as size says)");
  return ROWKEY_OK;
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
