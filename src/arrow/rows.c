#include "arrow/rows.h"

#include <stdlib.h>

bool rowkey_arrow_rows_make(struct arrow_rows *rows, const struct arrow_fields *fields, size_t columns) {
  const size_t count = fields->count + 1;
  *rows = (struct arrow_rows){.fields = fields,
                              .sources = calloc(count, sizeof *rows->sources),
                              .blocks = calloc(count, sizeof *rows->blocks),
                              .direct = calloc(count, sizeof *rows->direct),
                              .whole = calloc(count, sizeof *rows->whole),
                              .values = calloc(columns + 1, sizeof *rows->values)};
  return rows->sources != NULL && rows->blocks != NULL && rows->direct != NULL && rows->whole != NULL &&
         rows->values != NULL;
}

void rowkey_arrow_rows_free(struct arrow_rows *rows) {
  for (size_t i = 0; rows->blocks != NULL && i < rows->fields->count; i++)
    rowkey_arrow_free_block(&rows->blocks[i]);
  free(rows->sources);
  free(rows->blocks);
  free(rows->direct);
  free(rows->whole);
  free(rows->values);
  *rows = (struct arrow_rows){0};
}

rowkey_status rowkey_arrow_rows_open(struct arrow_rows *rows, const struct ArrowArray *batch,
                                     rowkey_error *error) {
  const struct arrow_fields *fields = rows->fields;
  rowkey_status status = rowkey_arrow_open_fields(fields, batch, rows->sources, &rows->count, error);
  if (status != ROWKEY_OK) return status;
  rows->all_lie = true;
  for (size_t i = 0; i < fields->count && rows->count > 0; i++) {
    const rowkey_type type = fields->fields[i].as.type;
    rows->direct[i] = rowkey_arrow_direct(&rows->sources[i], type, &rows->whole[i]);
    rows->all_lie &= rows->direct[i];
  }
  return ROWKEY_OK;
}

/* The same column from row `rows` on. */
static rowkey_values move_on(rowkey_values values, rowkey_type type, size_t rows) {
  values.validity_offset += rows;
  if (type != ROWKEY_TEXT) {
    values.data =
        (const uint8_t *)values.data + rows * (type == ROWKEY_F32 ? sizeof(float) : sizeof(uint64_t));
  } else if (values.begin != NULL) {
    values.begin += rows;
    values.end += rows;
  } else if (values.offsets32 != NULL) {
    values.offsets32 += rows;
  } else if (values.data != NULL) {
    values.data = (const uint8_t *)values.data + rows * values.width;
    values.size -= rows * values.width;
  }
  return values;
}

rowkey_status rowkey_arrow_rows_take(struct arrow_rows *rows, size_t first, size_t count, size_t *good,
                                     rowkey_error *error) {
  *good = count;
  for (size_t i = 0; i < rows->fields->count; i++) {
    const struct arrow_field *field = &rows->fields->fields[i];
    rowkey_values *values = &rows->values[field->column];
    if (rows->direct[i]) {
      *values = move_on(rows->whole[i], field->as.type, first);
      continue;
    }
    size_t own = count;
    rowkey_error own_error;
    rowkey_status status = rowkey_arrow_gather(&rows->sources[i], field->as.type, first, count,
                                               &rows->blocks[i], values, &own, &own_error);
    if (status != ROWKEY_OK || own < *good) *error = own_error;
    if (status != ROWKEY_OK) return status;
    if (own < *good) *good = own;
  }
  return ROWKEY_OK;
}
