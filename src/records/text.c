#include "records/text.h"

#include <rowkey/kernels.h>
#include <string.h>

#include "text/floating.h"

void rowkey_cut_lines(const struct record_shape *shape, const uint8_t *bytes, size_t size, rowkey_cut *cut) {
  (void)shape;
  const uint8_t *fresh = bytes + cut->scanned;
  const uint8_t *last = last_newline(fresh, size - cut->scanned);
  cut->scanned = size;
  if (last == NULL) return;
  cut->end = (size_t)(last + 1 - bytes);
  cut->records += rowkey_count_byte(fresh, (size_t)(last + 1 - fresh), '\n');
}

void rowkey_find_lines(size_t limit, struct batch *batch) {
  const size_t rows = rowkey_find_byte(batch->base, (size_t)batch->size, '\n', batch->end, limit);
  batch->begin[0] = 0;
  for (size_t i = 1; i < rows; i++) batch->begin[i] = batch->end[i - 1] + 1;
  batch->rows = rows;
  batch->next = (size_t)batch->end[rows - 1] + 1;
}

void rowkey_drop_carriage_returns(struct batch *batch) {
  for (size_t i = 0; i < batch->rows; i++)
    batch->end[i] -= batch->end[i] > batch->begin[i] && batch->base[batch->end[i] - 1] == '\r';
}

static size_t load_f64(const uint8_t *base, const uint64_t *begin, const uint64_t *end, size_t rows,
                       double *numbers) {
  size_t i = 0;
  while (i < rows && rowkey_read_f64(base + begin[i], (size_t)(end[i] - begin[i]), &numbers[i]) == NULL) i++;
  return i;
}

static size_t load_f32(const uint8_t *base, const uint64_t *begin, const uint64_t *end, size_t rows,
                       float *numbers) {
  size_t i = 0;
  while (i < rows && rowkey_read_f32(base + begin[i], (size_t)(end[i] - begin[i]), &numbers[i]) == NULL) i++;
  return i;
}

size_t rowkey_load_text(const struct record_shape *shape, const struct batch *batch, size_t item,
                        size_t first, size_t rows) {
  const struct span_column *column = &batch->columns[item];
  const uint64_t *begin = column->begin + first, *end = column->end + first;
  rowkey_error error;
  switch (shape->columns->items[item].type) {
    case ROWKEY_U64:
      return rowkey_parse_u64(column->base, column->size, begin, end, rows,
                              (uint64_t *)column->numbers + first, &error) == ROWKEY_OK
                 ? rows
                 : error.row;
    case ROWKEY_I64:
      return rowkey_parse_i64(column->base, column->size, begin, end, rows,
                              (int64_t *)column->numbers + first, &error) == ROWKEY_OK
                 ? rows
                 : error.row;
    case ROWKEY_F64:
      return load_f64(column->base, begin, end, rows, (double *)column->numbers + first);
    case ROWKEY_F32:
      return load_f32(column->base, begin, end, rows, (float *)column->numbers + first);
    case ROWKEY_TEXT:
      break; /* nothing to be made */
  }
  return rows;
}

bool rowkey_parse_text_type(const char *type, struct column *column, rowkey_column *schema,
                            rowkey_error *error) {
  (void)column;
  return rowkey_column_declare("", type, strlen(type), schema, error) == ROWKEY_OK;
}

const char *rowkey_parse_text_skip(const char *item, size_t *width) {
  *width = 0;
  return item[1] == 0 ? NULL : "_ alone to skip a column";
}

size_t rowkey_line_end(uint8_t delimiter, const uint8_t *bytes, size_t size) {
  (void)delimiter;
  const uint8_t *newline = memchr(bytes, '\n', size);
  return newline == NULL ? size : (size_t)(newline - bytes);
}

const char *rowkey_next_unquoted_name(const uint8_t *bytes, size_t size, uint8_t delimiter, size_t *at,
                                      struct csv_field *field) {
  const uint8_t *stop = memchr(bytes + *at, delimiter, size - *at); /* a header holds no NUL */
  *field = (struct csv_field){*at, stop == NULL ? size : (size_t)(stop - bytes), false};
  *at = field->end + 1;
  return NULL;
}
