/* Polars' series side by side, as Arrow's record batches. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "polars.h"

struct record_column {
  const struct series_export *series;
  size_t chunk;             /* the one that the next row is in … */
  int64_t row;              /* … and its place there */
  bool repeated;            /* its only row stands for all */
  struct ArrowSchema field; /* of the records; a repeated one is a dictionary of … */
  struct ArrowSchema value; /* … this */
  struct ArrowArray array;  /* the same of the batch */
  struct ArrowArray only;   /* the row that is repeated */
  const void *buffers[2];   /* of the dictionary's ids */
};

/* Records borrow what they show: nothing calls this. Who reads them asks whether they have been released. */
static void keep_schema(struct ArrowSchema *schema) { (void)schema; }
static void keep_array(struct ArrowArray *array) { (void)array; }

static bool refuse(rowkey_error *error, rowkey_status status) {
  error->status = status;
  error->row = error->column = error->offset = ROWKEY_NONE;
  return false;
}

static int64_t series_rows(const struct series_export *series) {
  int64_t rows = 0;
  for (size_t i = 0; i < series->length; i++) rows += series->arrays[i]->length;
  return rows;
}

/* The rows of all: what the series that have other than one row have. */
static bool count_rows(const struct series_export *series, const struct request *request, size_t *rows,
                       rowkey_error *error) {
  int64_t all = 1;
  const char *at = request->arguments, *of = at;
  for (size_t i = 0; i < request->argument_count; i++) {
    const char *name = argument_name(request, &at, series[i].field);
    const int64_t own = series_rows(&series[i]);
    if (own == 1 || own == all) continue;
    if (all != 1) {
      snprintf(error->text, sizeof error->text,
               "column %.100s has %" PRId64 " rows, and column %.100s %" PRId64 " (expected as many, or one)",
               name, own, of, all);
      return refuse(error, ROWKEY_ERROR_ARGUMENT);
    }
    all = own;
    of = name;
  }
  if ((uint64_t)all > SIZE_MAX) {
    snprintf(error->text, sizeof error->text, "%" PRId64 " rows are more than this machine can address", all);
    return refuse(error, ROWKEY_ERROR_ARGUMENT);
  }
  *rows = (size_t)all;
  return true;
}

struct ArrowSchema records_schema(struct ArrowSchema **fields, size_t count) {
  return (struct ArrowSchema){
      .format = "+s", .name = "", .n_children = (int64_t)count, .children = fields, .release = keep_schema};
}

static struct ArrowArray *only_chunk(const struct series_export *series) {
  size_t i = 0;
  while (series->arrays[i]->length == 0) i++;
  return series->arrays[i];
}

/* The number in row `row` of an array of integers of this format. */
static int64_t read_id(const struct ArrowArray *ids, const char *format, int64_t row) {
  const char *place = ids->buffers[1];
  const uint8_t *const byte = (const uint8_t *)place + row;
  uint16_t half;
  uint32_t word;
  int64_t large;
  switch (format[0]) {
    case 'c':
    case 'C':
      return *byte;
    case 's':
    case 'S':
      memcpy(&half, place + 2 * row, sizeof half);
      return half;
    case 'i':
    case 'I':
      memcpy(&word, place + 4 * row, sizeof word);
      return word;
    default:
      memcpy(&large, place + 8 * row, sizeof large);
      return large;
  }
}

static bool is_null(const struct ArrowArray *array, int64_t row) {
  const uint8_t *validity = array->n_buffers > 0 ? array->buffers[0] : NULL;
  return validity != NULL && (validity[row / 8] >> (row % 8) & 1) == 0;
}

/* A column of one row becomes a dictionary of that row, with the id 0 for each of the rows. A row that is in
 * a dictionary is taken from there: there are no dictionaries of dictionaries. */
static void repeat(struct record_column *column, const uint8_t *zeros) {
  column->only = *only_chunk(column->series);
  column->value = column->field;
  bool null = false;
  if (column->field.dictionary != NULL) {
    const struct ArrowArray ids = column->only;
    null = is_null(&ids, ids.offset);
    const int64_t id = null ? 0 : read_id(&ids, column->field.format, ids.offset);
    column->only = *ids.dictionary;
    column->only.offset += id;
    column->only.length = column->only.length == 0 ? 0 : 1; /* a dictionary of no values: the row is null */
    column->only.null_count = -1;
    column->value = *column->field.dictionary;
  }
  column->repeated = true;
  column->field = (struct ArrowSchema){
      .format = "c", .flags = ARROW_FLAG_NULLABLE, .dictionary = &column->value, .release = keep_schema};
  column->buffers[0] = null ? zeros : NULL; /* of bits: none is set */
  column->buffers[1] = zeros;
  column->array = (struct ArrowArray){.null_count = null ? -1 : 0,
                                      .n_buffers = 2,
                                      .buffers = column->buffers,
                                      .dictionary = &column->only,
                                      .release = keep_array};
}

static bool has_memory(struct records *records) {
  records->columns = calloc(records->count, sizeof *records->columns);
  records->fields = calloc(records->count, sizeof *records->fields);
  records->arrays = calloc(records->count, sizeof *records->arrays);
  records->zeros = calloc(records->rows + 1, 1); /* pages that nothing reads take no memory */
  return records->columns != NULL && records->fields != NULL && records->arrays != NULL &&
         records->zeros != NULL;
}

bool records_open(const struct series_export *series, const struct request *request, struct records *records,
                  rowkey_error *error) {
  *records = (struct records){.count = request->argument_count};
  if (!count_rows(series, request, &records->rows, error)) return false;
  if (!has_memory(records)) {
    records_close(records);
    snprintf(error->text, sizeof error->text, "out of memory");
    return refuse(error, ROWKEY_ERROR_MEMORY);
  }
  const char *name = request->arguments;
  for (size_t i = 0; i < records->count; i++) {
    struct record_column *column = &records->columns[i];
    column->series = &series[i];
    column->field = *series[i].field;
    if (series_rows(&series[i]) == 1 && records->rows != 1) repeat(column, records->zeros);
    column->field.name = argument_name(request, &name, series[i].field);
    records->fields[i] = &column->field;
    records->arrays[i] = &column->array;
  }
  records->schema = records_schema(records->fields, records->count);
  return true;
}

void records_close(struct records *records) {
  free(records->columns);
  free(records->fields);
  free(records->arrays);
  free(records->zeros);
}

/* ---- Batches --------------------------------------------------------------------------------------- */

/* How many rows the chunk has that the column's next row is in. */
static size_t rows_of_chunk(struct record_column *column) {
  const struct series_export *series = column->series;
  while (column->row == series->arrays[column->chunk]->length && column->chunk + 1 < series->length) {
    column->chunk++;
    column->row = 0;
  }
  return (size_t)(series->arrays[column->chunk]->length - column->row);
}

static void show_column(struct record_column *column, int64_t rows) {
  if (!column->repeated) {
    column->array = *column->series->arrays[column->chunk];
    column->array.offset += column->row;
    if (column->array.null_count != 0) column->array.null_count = -1;
  }
  column->array.length = rows;
}

const struct ArrowArray *records_show(struct records *records, size_t most) {
  size_t rows = records->rows - records->done;
  if (rows > most) rows = most;
  for (size_t i = 0; i < records->count; i++) {
    struct record_column *column = &records->columns[i];
    const size_t own = column->repeated ? rows : rows_of_chunk(column);
    if (own < rows) rows = own;
  }
  for (size_t i = 0; i < records->count; i++) show_column(&records->columns[i], (int64_t)rows);
  static const void *no_validity[1];
  records->batch = (struct ArrowArray){.length = (int64_t)rows,
                                       .n_buffers = 1,
                                       .buffers = no_validity,
                                       .n_children = (int64_t)records->count,
                                       .children = records->arrays,
                                       .release = keep_array};
  return &records->batch;
}

void records_advance(struct records *records) {
  records->done += (size_t)records->batch.length;
  for (size_t i = 0; i < records->count; i++) records->columns[i].row += records->batch.length;
}
