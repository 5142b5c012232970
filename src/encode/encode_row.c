/* rowkey_encode_row: a batch of one row, whose values are pointed at where they lie. */
#include "encode/encoder.h"
#include "error.h"

static rowkey_values column_of(const rowkey_value *value, rowkey_type type) {
  static const uint8_t null = 0;
  rowkey_values column = {.validity = value->is_null ? &null : NULL};
  if (type != ROWKEY_TEXT) {
    column.data = &value->as; /* the union's members all begin here */
  } else if (!value->is_null) {
    column.data = value->as.text;
    column.size = column.width = value->size;
  }
  return column;
}

rowkey_status rowkey_encode_row(rowkey_encoder *encoder, const rowkey_value *values, uint64_t row, void *key,
                                uint64_t capacity, uint64_t *length, rowkey_error *error) {
  if (!rowkey_is_given(encoder, "encoder", error)) return ROWKEY_ERROR_ARGUMENT;
  const struct rowkey_layout *layout = encoder->layout;
  bool uses_columns = false;
  for (size_t i = 0; i < layout->value_count; i++) {
    const struct value *value = layout->values[i];
    if (!value->used || !value_is_column(value)) continue;
    uses_columns = true;
    if (values != NULL)
      encoder->row_columns[value->column] =
          column_of(&values[value->column], layout->columns[value->column].type);
  }
  if (uses_columns && values == NULL)
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                            "values is NULL (expected one entry for each column)");
  if (length == NULL)
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "length is NULL (expected room for a number)");
  uint64_t offsets[2];
  rowkey_status status = rowkey_encode(encoder, encoder->row_columns, 1, row, key, capacity, offsets, error);
  if (status == ROWKEY_OK) *length = offsets[1];
  if (status == ROWKEY_ERROR_SPACE) *length = rowkey_bound(layout, encoder->kernels, encoder->row_columns, 1);
  return status;
}
