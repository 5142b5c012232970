/* The caller's columns, before any row is read: pointers, alignments, sizes. */
#include "encode/encoder.h"
#include "error.h"
#include "given_column.h"

static rowkey_status check_column(const struct given_column *column, const struct value *value,
                                  const rowkey_values *values) {
  rowkey_status status = ROWKEY_CHECK_RESERVED(values, "rowkey_values", column->error);
  if (status != ROWKEY_OK) {
    column->error->column = column->index;
    return status;
  }
  if (values->validity != NULL && values->validity_offset > SIZE_MAX - column->rows)
    return rowkey_given_error(column, "validity_offset", "is larger than any memory");
  if (value->kind == VALUE_INTEGER_COLUMN || value->kind == VALUE_DIGEST_COLUMN)
    return rowkey_check_given_u64(column, "data", values->data);
  if (value->kind == VALUE_FLOAT_COLUMN)
    return rowkey_check_given_floats(column, values->data, value->is_float32);
  return rowkey_check_given_text(column, values);
}

rowkey_status rowkey_check_columns(const struct rowkey_layout *layout, const rowkey_values *columns,
                                   size_t rows, rowkey_error *error) {
  for (size_t i = 0; i < layout->value_count; i++) {
    const struct value *value = layout->values[i];
    if (!value->used || !value_is_column(value)) continue;
    if (columns == NULL)
      return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                              "columns is NULL (expected one entry for each column)");
    const struct given_column column = {layout->columns[value->column].name, value->column, rows, error};
    rowkey_status status = check_column(&column, value, &columns[value->column]);
    if (status != ROWKEY_OK) return status;
  }
  return ROWKEY_OK;
}
