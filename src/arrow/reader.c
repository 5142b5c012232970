/* rowkey_arrow_reader: batches as columns, for what takes no Arrow. */
#include <stdlib.h>
#include <string.h>

#include "arrow/rows.h"
#include "base/error.h"

struct rowkey_arrow_reader {
  rowkey_column *columns;
  size_t count;
  char *names; /* of the columns, each with its NUL */
  struct arrow_fields fields;
  struct arrow_rows rows;
  size_t next;  /* row of the batch */
  size_t taken; /* rows before it, which the reader has returned */
};

/* The schema need not live on: the columns get names of the reader's. */
static bool keep_names(rowkey_arrow_reader *reader) {
  size_t size = 1;
  for (size_t i = 0; i < reader->count; i++) size += strlen(reader->columns[i].name) + 1;
  reader->names = malloc(size);
  if (reader->names == NULL) return false;
  char *at = reader->names;
  for (size_t i = 0; i < reader->count; i++) {
    const size_t length = strlen(reader->columns[i].name) + 1;
    reader->columns[i].name = memcpy(at, reader->columns[i].name, length);
    at += length;
  }
  return true;
}

static rowkey_status no_memory(rowkey_error *error) {
  return rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory while making the reader");
}

static rowkey_status prepare_reader(rowkey_arrow_reader *reader, const struct ArrowSchema *schema,
                                    rowkey_error *error) {
  const rowkey_status status = rowkey_arrow_check_schema(schema, error);
  if (status != ROWKEY_OK) return status;
  if (!rowkey_arrow_is_struct(schema))
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                            "the schema of the records is not a struct (expected +s)");
  reader->columns = rowkey_arrow_columns(schema, &reader->count);
  if (reader->columns == NULL || !keep_names(reader)) return no_memory(error);
  const rowkey_status found =
      rowkey_arrow_find_columns(&reader->fields, reader->columns, reader->count, schema, error);
  if (found != ROWKEY_OK) return found;
  return rowkey_arrow_rows_make(&reader->rows, &reader->fields, reader->count, true) ? ROWKEY_OK
                                                                                     : no_memory(error);
}

rowkey_arrow_reader *rowkey_arrow_reader_create(const struct ArrowSchema *schema, rowkey_error *error) {
  rowkey_arrow_reader *reader = calloc(1, sizeof *reader);
  if (reader == NULL) {
    no_memory(error);
    return NULL;
  }
  if (prepare_reader(reader, schema, error) == ROWKEY_OK) return reader;
  rowkey_arrow_reader_free(reader);
  return NULL;
}

void rowkey_arrow_reader_free(rowkey_arrow_reader *reader) {
  if (reader == NULL) return;
  rowkey_arrow_rows_free(&reader->rows);
  rowkey_arrow_free_fields(&reader->fields);
  rowkey_arrow_free_columns(reader->columns, reader->count);
  free(reader->names);
  free(reader);
}

const rowkey_column *rowkey_arrow_reader_columns(const rowkey_arrow_reader *reader, size_t *count) {
  if (count != NULL) *count = reader == NULL ? 0 : reader->count;
  return reader == NULL ? NULL : reader->columns;
}

rowkey_status rowkey_arrow_reader_open(rowkey_arrow_reader *reader, const struct ArrowArray *batch,
                                       rowkey_error *error) {
  rowkey_error unused;
  if (error == NULL) error = &unused;
  if (!rowkey_is_given(reader, "reader", error)) return ROWKEY_ERROR_ARGUMENT;
  reader->next = reader->taken = 0;
  reader->rows.count = 0;
  return rowkey_arrow_rows_open(&reader->rows, batch, error);
}

rowkey_status rowkey_arrow_reader_next(rowkey_arrow_reader *reader, const rowkey_values **columns,
                                       size_t *rows, rowkey_error *error) {
  if (!rowkey_is_given(reader, "reader", error) || !rowkey_is_given(columns, "columns", error) ||
      !rowkey_is_given(rows, "rows", error))
    return ROWKEY_ERROR_ARGUMENT;
  const size_t first = reader->next, left = reader->rows.count - first;
  *columns = reader->rows.values;
  *rows = reader->rows.all_lie || left < ARROW_BLOCK_ROWS ? left : ARROW_BLOCK_ROWS;
  reader->taken = 0;
  if (*rows == 0) return ROWKEY_OK;
  size_t good;
  rowkey_error own;
  const rowkey_status status = rowkey_arrow_rows_take(&reader->rows, first, *rows, &good, &own);
  if (status == ROWKEY_OK && good == *rows) {
    reader->next += *rows;
    reader->taken = *rows;
    return ROWKEY_OK;
  }
  *rows = 0;
  if (own.row != ROWKEY_NONE) own.row += first;
  if (error != NULL) *error = own;
  return own.status;
}

rowkey_value rowkey_arrow_reader_value(const rowkey_arrow_reader *reader, size_t column, size_t row) {
  if (reader == NULL || column >= reader->count || row >= reader->taken) return (rowkey_value){0};
  const rowkey_values *values = &reader->rows.values[column];
  const rowkey_kind kind = kind_of_tag(values->tag);
  if (kind == ROWKEY_KIND_NULL || is_null_at(values, row)) return rowkey_value_null();
  const rowkey_column *kept_in = &reader->columns[column];
  rowkey_value value = kept_value_at(kept_in->type, values, row);
  value.tag = kind == ROWKEY_KIND_KEPT ? rowkey_tag_of_kept(kept_in) : values->tag;
  return value;
}
