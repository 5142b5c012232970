/* rowkey_encode_row: the encoder's steps for a single row, or else a batch of one row that points to the
 * values where they lie. */
#include "base/error.h"
#include "encode/one_row.h"

/* Points encoder->row_columns at the values that the layout uses. */
static rowkey_status point_at_values(struct rowkey_encoder *encoder, const rowkey_record *record,
                                     rowkey_error *error) {
  const struct rowkey_layout *layout = encoder->layout;
  const rowkey_value *values = record->values;
  const rowkey_status counted = rowkey_check_count("count", record->count, layout->column_count, error);
  if (counted != ROWKEY_OK) return counted;
  for (size_t i = 0; i < layout->value_count; i++) {
    const struct value *used = layout->values[i];
    if (!used->used || !value_is_column(used)) continue;
    if (values == NULL)
      return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                              "values is NULL (expected one entry for each column)");
    const rowkey_value *value = &values[used->column];
    const rowkey_status status = rowkey_check_value(value, used->column, error);
    if (status != ROWKEY_OK) return status;
    encoder->row_columns[used->column] = rowkey_one_value(value);
  }
  return ROWKEY_OK;
}

/* As a batch, which reports what is wrong with the arguments or with the row. */
static __attribute__((noinline)) rowkey_status encode_batch(rowkey_encoder *encoder,
                                                            const rowkey_record *record, void *key,
                                                            size_t capacity, size_t *length,
                                                            rowkey_error *error) {
  rowkey_error unused;
  if (error == NULL) error = &unused;
  if (record == NULL)
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "record is NULL (expected a struct rowkey_record)");
  rowkey_status status = ROWKEY_CHECK_RESERVED(record, "rowkey_record", error);
  if (status == ROWKEY_OK) status = rowkey_check_numbering(record->numbering, error);
  if (status == ROWKEY_OK) status = point_at_values(encoder, record, error);
  if (status != ROWKEY_OK) return status;
  if (length == NULL)
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "length is NULL (expected room for a number)");
  uint64_t offsets[2];
  const rowkey_batch batch = rowkey_batch_from(rowkey_batch_of(encoder->row_columns, record->count, 1),
                                               row_of_record(encoder, record));
  const rowkey_key_buffer buffer = {.data = key, .capacity = capacity, .offsets = offsets};
  status = rowkey_encode_batch(encoder, &batch, &buffer, NULL, error);
  if (status == ROWKEY_OK) *length = (size_t)offsets[1];
  if (status == ROWKEY_ERROR_SPACE) *length = rowkey_encode_bound(encoder->layout, &batch);
  return status;
}

rowkey_status rowkey_encode_row(rowkey_encoder *encoder, const rowkey_record *record, void *key,
                                size_t capacity, size_t *length, rowkey_error *error) {
  if (!rowkey_is_given(encoder, "encoder", error)) return ROWKEY_ERROR_ARGUMENT;
  struct call call;
  if (!begin_call(&encoder->calls, &call)) return calls_overlap("encoder", error);
  rowkey_status status = ROWKEY_OK;
  if (encoder->program != NULL && record != NULL && record->values != NULL && length != NULL &&
      rowkey_program_run(encoder, record, key, capacity, length))
    encoder->next_row = row_of_record(encoder, record) + 1;
  else
    status = encode_batch(encoder, record, key, capacity, length, error);
  return end_call(&encoder->calls, &call) ? status : calls_overlap("encoder", error);
}
