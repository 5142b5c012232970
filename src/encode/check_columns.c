/* Checks the caller's columns before a row is read: pointers, alignments, sizes; and finds what is done with
 * their values. */
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
                                  const rowkey_column *schema, const rowkey_values *values,
                                  struct conversion *conversion) {
  rowkey_status status = ROWKEY_CHECK_RESERVED(values, "rowkey_values", column->error);
  if (status != ROWKEY_OK) return of_given_column(column, status);
  status = rowkey_find_conversion(column, schema, values, conversion);
  if (status == ROWKEY_OK) status = rowkey_check_given_nulls(column, values);
  if (status != ROWKEY_OK) return status;
  if (conversion_is_needed(conversion) && conversion->step != CHECK) return check_converted(column, values);
  if (value->kind == VALUE_INTEGER_COLUMN || value->kind == VALUE_DIGEST_COLUMN)
    return rowkey_check_given_u64(column, "data", values->data);
  if (value->kind == VALUE_FLOAT_COLUMN)
    return rowkey_check_given_floats(column, values->data, value->is_float32);
  return rowkey_check_given_text(column, values);
}

rowkey_status rowkey_check_columns(struct rowkey_encoder *encoder, const rowkey_batch *batch,
                                   rowkey_error *error) {
  const struct rowkey_layout *layout = encoder->layout;
  const rowkey_values *columns = batch->columns;
  const rowkey_status counted =
      rowkey_check_count("column_count", batch->column_count, layout->column_count, error);
  if (counted != ROWKEY_OK) return counted;
  encoder->converts = false;
  for (size_t i = 0; i < layout->value_count; i++) {
    const struct value *value = layout->values[i];
    if (!value->used || !value_is_column(value)) continue;
    if (columns == NULL)
      return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                              "columns is NULL (expected one entry for each column)");
    const rowkey_column *schema = &layout->columns[value->column];
    const struct given_column column = {schema->name, value->column, batch->rows, error};
    struct converted_column *converted = &encoder->converted[value->column];
    const rowkey_status status =
        check_column(&column, value, schema, &columns[value->column], &converted->conversion);
    if (status != ROWKEY_OK) return status;
    converted->strings_are_inside = false;
    encoder->converts |= conversion_is_needed(&converted->conversion);
  }
  return ROWKEY_OK;
}
