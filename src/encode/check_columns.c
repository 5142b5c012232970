/* The caller's columns, before any row is read: pointers, alignments, sizes. */
#include "arguments.h"
#include "encode/encoder.h"
#include "error.h"

/* The column that is checked. */
struct checked_column {
  const struct rowkey_layout *layout;
  size_t index;
  size_t rows;
  rowkey_error *error;
};

static rowkey_status column_error(const struct checked_column *column, const char *member,
                                  const char *problem) {
  rowkey_status status = rowkey_error_set(column->error, ROWKEY_ERROR_ARGUMENT, "column %.64s: %s %s",
                                          column->layout->columns[column->index].name, member, problem);
  column->error->column = column->index;
  return status;
}

#define CANNOT_HOLD_ROWS "cannot hold as many rows"

struct number {
  size_t size, alignment;
  const char *misplaced;
};

static rowkey_status check_numbers(const struct checked_column *column, const char *member,
                                   const void *numbers, struct number number) {
  if (numbers == NULL) return column_error(column, member, "is NULL (expected a number for each row)");
  size_t size;
  if (__builtin_mul_overflow(column->rows, number.size, &size) || size > PTRDIFF_MAX)
    return column_error(column, member, CANNOT_HOLD_ROWS);
  /* A mask, as alignments are powers of two: a division would take as long as all the other checks. */
  if (((uintptr_t)numbers & (number.alignment - 1)) != 0)
    return column_error(column, member, number.misplaced);
  return ROWKEY_OK;
}

static rowkey_status check_u64(const struct checked_column *column, const char *member, const void *numbers) {
  static const struct number number = {sizeof(uint64_t), _Alignof(uint64_t),
                                       "is not aligned (expected an address for a uint64_t)"};
  return check_numbers(column, member, numbers, number);
}

static rowkey_status check_floats(const struct checked_column *column, const void *numbers, bool is_float32) {
  static const struct number f32 = {sizeof(float), _Alignof(float),
                                    "is not aligned (expected an address for a float)"};
  static const struct number f64 = {sizeof(double), _Alignof(double),
                                    "is not aligned (expected an address for a double)"};
  return check_numbers(column, "data", numbers, is_float32 ? f32 : f64);
}

static rowkey_status check_offsets32(const struct checked_column *column, const uint32_t *offsets) {
  if (column->rows == SIZE_MAX || !values_can_be_at(offsets, column->rows + 1, sizeof *offsets))
    return column_error(column, "offsets32", CANNOT_HOLD_ROWS);
  if ((uintptr_t)offsets % _Alignof(uint32_t) != 0)
    return column_error(column, "offsets32", "is not aligned (expected an address for a uint32_t)");
  return ROWKEY_OK;
}

/* Bytes without offsets: the caller has forgotten these, and every text would be empty. */
static rowkey_status no_place(const struct checked_column *column, const rowkey_values *values) {
  rowkey_status status = rowkey_error_set(
      column->error, ROWKEY_ERROR_ARGUMENT,
      "column %.64s: begin, offsets32 and width are 0 (expected one of them to say where its "
      "texts are among its %zu bytes)",
      column->layout->columns[column->index].name, values->size);
  column->error->column = column->index;
  return status;
}

static rowkey_status check_width(const struct checked_column *column, const rowkey_values *values) {
  size_t total;
  if (values->width == 0 && values->size != 0) return no_place(column, values);
  if (!__builtin_mul_overflow(column->rows, values->width, &total) && total <= values->size) return ROWKEY_OK;
  rowkey_status status = rowkey_error_set(
      column->error, ROWKEY_ERROR_ARGUMENT,
      "column %.64s: %zu rows of width %zu pass its size of %zu bytes (expected rows * width <= size)",
      column->layout->columns[column->index].name, column->rows, values->width, values->size);
  column->error->column = column->index;
  return status;
}

static rowkey_status check_text(const struct checked_column *column, const rowkey_values *values) {
  rowkey_status status = ROWKEY_OK;
  if (values->begin != NULL || values->end != NULL) {
    status = check_u64(column, "begin", values->begin);
    if (status == ROWKEY_OK) status = check_u64(column, "end", values->end);
  } else if (values->offsets32 != NULL) {
    status = check_offsets32(column, values->offsets32);
  } else {
    status = check_width(column, values);
  }
  if (status != ROWKEY_OK) return status;
  if (values->size > PTRDIFF_MAX) return column_error(column, "size", "is larger than any memory");
  if (values->data == NULL && values->size != 0)
    return column_error(column, "data", "is NULL (expected as many bytes as size says)");
  return ROWKEY_OK;
}

static rowkey_status check_column(const struct checked_column *column, const struct value *value,
                                  const rowkey_values *values) {
  rowkey_status status = ROWKEY_CHECK_RESERVED(values, "rowkey_values", column->error);
  if (status != ROWKEY_OK) {
    column->error->column = column->index;
    return status;
  }
  if (values->validity != NULL && values->validity_offset > SIZE_MAX - column->rows)
    return column_error(column, "validity_offset", "is larger than any memory");
  if (value->kind == VALUE_INTEGER_COLUMN || value->kind == VALUE_DIGEST_COLUMN)
    return check_u64(column, "data", values->data);
  if (value->kind == VALUE_FLOAT_COLUMN) return check_floats(column, values->data, value->is_float32);
  return check_text(column, values);
}

rowkey_status rowkey_check_columns(const struct rowkey_layout *layout, const rowkey_values *columns,
                                   size_t rows, rowkey_error *error) {
  for (size_t i = 0; i < layout->value_count; i++) {
    const struct value *value = layout->values[i];
    if (!value->used || !value_is_column(value)) continue;
    if (columns == NULL)
      return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                              "columns is NULL (expected one entry for each column)");
    const struct checked_column column = {layout, value->column, rows, error};
    rowkey_status status = check_column(&column, value, &columns[value->column]);
    if (status != ROWKEY_OK) return status;
  }
  return ROWKEY_OK;
}
