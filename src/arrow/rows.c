#include "arrow/rows.h"

#include <stdlib.h>

bool rowkey_arrow_rows_make(struct arrow_rows *rows, const struct arrow_fields *fields, size_t columns,
                            bool converts) {
  const size_t count = fields->count + 1;
  *rows = (struct arrow_rows){.fields = fields,
                              .converts = converts,
                              .sources = calloc(count, sizeof *rows->sources),
                              .blocks = calloc(count, sizeof *rows->blocks),
                              .direct = calloc(count, sizeof *rows->direct),
                              .whole = calloc(count, sizeof *rows->whole),
                              .rooms = calloc(count, sizeof *rows->rooms),
                              .column_count = columns,
                              .values = calloc(columns + 1, sizeof *rows->values)};
  return rows->sources != NULL && rows->blocks != NULL && rows->direct != NULL && rows->whole != NULL &&
         rows->rooms != NULL && rows->values != NULL;
}

void rowkey_arrow_rows_free(struct arrow_rows *rows) {
  for (size_t i = 0; rows->blocks != NULL && i < rows->fields->count; i++)
    rowkey_arrow_free_block(&rows->blocks[i]);
  for (size_t i = 0; rows->rooms != NULL && i < rows->fields->count; i++)
    rowkey_conversion_room_free(&rows->rooms[i]);
  free(rows->sources);
  free(rows->blocks);
  free(rows->direct);
  free(rows->whole);
  free(rows->rooms);
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
    rows->direct[i] = rowkey_arrow_direct(&rows->sources[i], &rows->whole[i]);
    const struct conversion conversion = rowkey_conversion_of(&fields->fields[i].as, rows->whole[i].tag);
    rows->all_lie &= rows->direct[i] && !(rows->converts && conversion_is_needed(&conversion));
  }
  return ROWKEY_OK;
}

/* The rows of a field with their tag. */
static rowkey_status take_field(struct arrow_rows *rows, size_t i, size_t first, size_t count, size_t *good,
                                rowkey_error *error) {
  rowkey_values *values = &rows->values[rows->fields->fields[i].column];
  if (!rows->direct[i])
    return rowkey_arrow_gather(&rows->sources[i], first, count, &rows->blocks[i], values, good, error);
  *values = rowkey_values_from(&rows->whole[i], first);
  return ROWKEY_OK;
}

/* The rows as the column keeps them. */
static void convert_field(struct arrow_rows *rows, size_t i, size_t *good, rowkey_error *error) {
  const struct arrow_field *field = &rows->fields->fields[i];
  rowkey_values *values = &rows->values[field->column], from = *values;
  const struct conversion conversion = rowkey_conversion_of(&field->as, from.tag);
  if (rows->converts && conversion_is_needed(&conversion))
    *good = rowkey_convert_rows(&conversion, field->column, &from, 0, *good, &rows->rooms[i], values, error);
}

rowkey_status rowkey_arrow_rows_take(struct arrow_rows *rows, size_t first, size_t count, size_t *good,
                                     rowkey_error *error) {
  *good = count;
  for (size_t i = 0; i < rows->fields->count; i++) {
    size_t own = count;
    rowkey_error own_error;
    rowkey_status status = take_field(rows, i, first, count, &own, &own_error);
    if (status == ROWKEY_OK) convert_field(rows, i, &own, &own_error);
    if (status != ROWKEY_OK || own < *good) *error = own_error;
    if (status != ROWKEY_OK) return status;
    if (own < *good) *good = own;
  }
  return ROWKEY_OK;
}
