#include "made/made.h"

#include <stdlib.h>

#include "base/error.h"

enum { TEXT_SIZE = 256 << 10 }; /* of a column, so that long texts stay in the cache */

static size_t block_rows(const rowkey_made *made) {
  const size_t stride = made->kind->text_size;
  return stride * MADE_ROWS <= TEXT_SIZE ? MADE_ROWS : TEXT_SIZE / stride;
}

/* ---- Columns ----------------------------------------------------------------------------------- */

static void set_schema(rowkey_made *made) {
  const struct made_column *columns = made->kind->columns;
  for (size_t i = 0; i < ROWKEY_MADE_COLUMNS && columns[i].name != NULL; i++) {
    made->schema[i] = rowkey_column_of(columns[i].name, columns[i].type);
    made->column_count = i + 1;
  }
}

static rowkey_status reserve_columns(rowkey_made *made, rowkey_error *error) {
  for (size_t i = 0; i < made->column_count; i++) {
    made->used[i] = true;
    made->numbers[i] = calloc(3 * MADE_ROWS, sizeof *made->numbers[i]);
    made->texts[i] = calloc(block_rows(made), made->kind->text_size);
    if (made->numbers[i] == NULL || made->texts[i] == NULL)
      return rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for made rows");
  }
  return ROWKEY_OK;
}

const rowkey_column *rowkey_made_columns(const rowkey_made *made, size_t *count) {
  if (count != NULL) *count = made == NULL ? 0 : made->column_count;
  return made == NULL ? NULL : made->schema;
}

rowkey_status rowkey_made_use(rowkey_made *made, const rowkey_layout *layout, rowkey_error *error) {
  size_t columns;
  if (!rowkey_is_given(made, "made rows", error) || !rowkey_is_given(layout, "layout", error))
    return ROWKEY_ERROR_ARGUMENT;
  rowkey_layout_columns(layout, &columns);
  if (columns != made->column_count)
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                            "the layout is of %zu columns (expected the %zu of %s)", columns,
                            made->column_count, made->name);
  for (size_t i = 0; i < columns; i++)
    made->used[i] = (made->is_chosen && made->used[i]) || rowkey_layout_uses(layout, i);
  made->is_chosen = true;
  return ROWKEY_OK;
}

/* ---- Rows -------------------------------------------------------------------------------------- */

rowkey_status rowkey_made_rows(rowkey_made *made, uint64_t first, size_t most, rowkey_batch *batch,
                               rowkey_error *error) {
  if (!rowkey_is_given(made, "made rows", error) || !rowkey_is_given(batch, "batch", error))
    return ROWKEY_ERROR_ARGUMENT;
  const uint64_t left = first < made->rows ? made->rows - first : 0;
  size_t rows = block_rows(made);
  if (rows > most) rows = most;
  if (rows > left) rows = (size_t)left;
  for (size_t i = 0; rows > 0 && i < made->column_count; i++)
    if (made->used[i]) made->kind->columns[i].make(made, i, first, rows);
  *batch = rowkey_batch_from(rowkey_batch_of(made->columns, made->column_count, rows), first);
  return ROWKEY_OK;
}

/* ---- The object -------------------------------------------------------------------------------- */

static rowkey_status open_kind(rowkey_made *made, rowkey_error *error) {
  set_schema(made);
  const rowkey_status status = made->kind->open == NULL ? ROWKEY_OK : made->kind->open(made, error);
  return status == ROWKEY_OK ? reserve_columns(made, error) : status;
}

rowkey_made *rowkey_made_create(const char *text, size_t length, uint64_t rows, uint64_t seed,
                                rowkey_error *error) {
  if (!rowkey_is_array(text, length, 1, "bytes of text", error)) return NULL;
  rowkey_made *made = calloc(1, sizeof *made);
  if (made == NULL) {
    rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for made rows");
    return NULL;
  }
  made->rows = rows;
  made->seed = seed;
  if (rowkey_made_parse(made, text, length, error) == ROWKEY_OK && open_kind(made, error) == ROWKEY_OK)
    return made;
  rowkey_made_free(made);
  return NULL;
}

void rowkey_made_free(rowkey_made *made) {
  if (made == NULL) return;
  for (size_t i = 0; i < ROWKEY_MADE_COLUMNS; i++) {
    free(made->numbers[i]);
    free(made->texts[i]);
  }
  free(made->name);
  free(made);
}

const char *rowkey_made_name(const rowkey_made *made) { return made == NULL ? NULL : made->name; }
