/* Columns in another form than the steps read: each block is converted into the encoder's own memory. */
#include <stdlib.h>

#include "encode/encoder.h"

/* Shows the steps rows run->start … run->start + rows - 1 of a column. */
static size_t show_column(struct run *run, size_t column, size_t rows) {
  struct rowkey_encoder *encoder = run->encoder;
  const struct conversion *conversion = &encoder->converted[column].conversion;
  rowkey_values *shown = &encoder->shown_columns[column];
  if (!conversion_is_needed(conversion)) {
    *shown = rowkey_values_from(&run->given[column], run->start);
    return rows;
  }
  return rowkey_convert_rows(conversion, column, &run->given[column], run->start, rows,
                             &encoder->converted[column].room, shown, run->error);
}

size_t rowkey_show_columns(struct run *run, size_t rows) {
  const struct rowkey_layout *layout = run->encoder->layout;
  size_t good = rows;
  for (size_t i = 0; i < layout->value_count; i++) {
    const struct value *value = layout->values[i];
    if (!value->used || !value_is_column(value)) continue;
    const size_t shown = show_column(run, value->column, good);
    if (shown == good) continue;
    good = shown;
    run->status = run->error->status;
    run->error->row = run->start + shown;
    if (shown == 0) break; /* no row is before it */
  }
  return good;
}

void rowkey_free_conversions(struct rowkey_encoder *encoder) {
  for (size_t i = 0; encoder->converted != NULL && i < encoder->layout->column_count; i++)
    rowkey_conversion_room_free(&encoder->converted[i].room);
  free(encoder->converted);
}
