/* Checks the caller's columns before a row is read: pointers, alignments, sizes. */
#include "base/error.h"
#include "base/given_column.h"
#include "encode/encoder.h"

/* Values that are converted, whose numbers need not be aligned. */
static rowkey_status check_converted(const struct given_column *column, const rowkey_values *values) {
  if (is_text_tag(values->tag)) return rowkey_check_given_text(column, values);
  if (values->data == NULL && kind_of_tag(values->tag) != ROWKEY_KIND_NULL)
    return rowkey_given_error(column, ROWKEY_ERROR_ARGUMENT, "data is NULL (expected a number for each row)");
  return ROWKEY_OK;
}

static rowkey_status check_column(const struct given_column *column, const struct value *value,
                                  const rowkey_column *schema, const rowkey_values *values) {
  rowkey_status status = ROWKEY_CHECK_RESERVED(values, "rowkey_values", column->error);
  if (status != ROWKEY_OK) return of_given_column(column, status);
  status = rowkey_check_tag(schema, column->index, values, column->rows, column->error);
  if (status == ROWKEY_OK) status = rowkey_check_given_nulls(column, values);
  if (status != ROWKEY_OK) return status;
  const struct conversion conversion = rowkey_conversion_of(schema, values->tag);
  if (conversion_is_needed(&conversion) && conversion.step != CHECK) return check_converted(column, values);
  if (value->kind == VALUE_INTEGER_COLUMN || value->kind == VALUE_DIGEST_COLUMN)
    return rowkey_check_given_u64(column, "data", values->data);
  if (value->kind == VALUE_FLOAT_COLUMN)
    return rowkey_check_given_floats(column, values->data, value->is_float32);
  return rowkey_check_given_text(column, values);
}

rowkey_status rowkey_check_columns(const struct rowkey_layout *layout, const rowkey_batch *batch,
                                   rowkey_error *error) {
  const rowkey_values *columns = batch->columns;
  const rowkey_status counted =
      rowkey_check_count("column_count", batch->column_count, layout->column_count, error);
  if (counted != ROWKEY_OK) return counted;
  for (size_t i = 0; i < layout->value_count; i++) {
    const struct value *value = layout->values[i];
    if (!value->used || !value_is_column(value)) continue;
    if (columns == NULL)
      return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                              "columns is NULL (expected one entry for each column)");
    const struct given_column column = {layout->columns[value->column].name, value->column, batch->rows,
                                        error};
    rowkey_status status =
        check_column(&column, value, &layout->columns[value->column], &columns[value->column]);
    if (status != ROWKEY_OK) return status;
  }
  return ROWKEY_OK;
}
