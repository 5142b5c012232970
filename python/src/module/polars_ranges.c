/* What the expression of ranges does: conditions of each row, from its arguments, to a list of ranges. */
#include <rowkey/ranges.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arrays.h"
#include "polars.h"

/* ---- Conditions ---------------------------------------------------------------------------------- */

/* An argument: what the column of the layout is compared with. */
struct comparison {
  size_t column; /* of the layout … */
  rowkey_comparison comparison;
  size_t field; /* … and of the reader */
};

struct finder {
  rowkey_arrow_reader *reader;
  struct comparison *comparisons;
  rowkey_condition *conditions; /* of one row */
  rowkey_value *values;
  size_t count, most;
  rowkey_bad_rows bad_rows;
};

static void free_finder(void *state) {
  struct finder *finder = state;
  if (finder == NULL) return;
  rowkey_arrow_reader_free(finder->reader);
  free(finder->comparisons);
  free(finder->conditions);
  free(finder->values);
  free(finder);
}

static size_t find_column(const rowkey_column *columns, size_t count, const char *name, size_t length) {
  size_t i = 0;
  while (i < count && (strncmp(columns[i].name, name, length) != 0 || columns[i].name[length] != 0)) i++;
  return i;
}

static bool refuse_column(rowkey_error *error, rowkey_status status, const char *format, const char *name) {
  *error = (rowkey_error){.status = status, .row = ROWKEY_NONE, .column = ROWKEY_NONE, .offset = ROWKEY_NONE};
  snprintf(error->text, sizeof error->text, format, name);
  return false;
}

/* Reads a condition such as "ts >=". */
static bool read_comparison(const rowkey_layout *layout, const struct finder *finder, const char *text,
                            struct comparison *comparison, rowkey_error *error) {
  static const struct {
    const char *text;
    rowkey_comparison comparison;
  } signs[] = {{"=", ROWKEY_EQUAL}, {"<", ROWKEY_LESS}, {">=", ROWKEY_GREATER_EQUAL}};
  const char *sign = strrchr(text, ' ');
  size_t known = 0, count;
  while (sign != NULL && known < 3 && strcmp(sign + 1, signs[known].text) != 0) known++;
  if (sign == NULL || known == 3) return refuse_request(error);
  comparison->comparison = signs[known].comparison;
  const rowkey_column *columns = rowkey_layout_columns(layout, &count);
  comparison->column = find_column(columns, count, text, (size_t)(sign - text));
  if (comparison->column == count)
    return refuse_column(error, ROWKEY_ERROR_COLUMN, "%.100s: the layout has no such column", text);
  columns = rowkey_arrow_reader_columns(finder->reader, &count);
  comparison->field = find_column(columns, count, text, strlen(text));
  return comparison->field < count ||
         refuse_column(error, ROWKEY_ERROR_TYPE, "%.100s: no column takes values of this type", text);
}

static bool prepare_finder(const struct request *request, const struct ArrowSchema *records,
                           const rowkey_layout *layout, struct finder *finder, rowkey_error *error) {
  const size_t count = request->argument_count;
  *finder = (struct finder){.comparisons = calloc(count, sizeof *finder->comparisons),
                            .conditions = calloc(count, sizeof *finder->conditions),
                            .values = calloc(count, sizeof *finder->values),
                            .count = count,
                            .most = (size_t)request->number,
                            .bad_rows = request->bad_rows};
  if (finder->comparisons == NULL || finder->conditions == NULL || finder->values == NULL)
    return polars_no_memory(error) == ROWKEY_OK;
  finder->reader = rowkey_arrow_reader_create(records, error);
  if (finder->reader == NULL) return false;
  const char *text = request->arguments;
  for (size_t i = 0; i < count; i++) {
    struct comparison *comparison = &finder->comparisons[i];
    if (!read_comparison(layout, finder, text, comparison, error)) return false;
    finder->conditions[i] =
        rowkey_condition_of(comparison->column, comparison->comparison, &finder->values[i]);
    text = next_text(text);
  }
  return true;
}

static bool make_finder(const struct request *request, const struct ArrowSchema *records,
                        struct compiled *compiled, rowkey_error *error) {
  if (request->column_count == ROWKEY_NONE || !request->has_names || request->argument_count == 0 ||
      request->number > SIZE_MAX)
    return refuse_request(error);
  compiled->layout = compile_layout(request, records, error);
  if (compiled->layout == NULL) return false;
  compiled->state = calloc(1, sizeof(struct finder));
  if (compiled->state == NULL) return polars_no_memory(error) == ROWKEY_OK;
  return prepare_finder(request, records, compiled->layout, compiled->state, error);
}

/* Sets the values of the conditions. False where one of them is null. */
static bool take_row(struct finder *finder, size_t row) {
  bool is_whole = true;
  for (size_t i = 0; i < finder->count; i++) {
    finder->values[i] = rowkey_arrow_reader_value(finder->reader, finder->comparisons[i].field, row);
    is_whole &= !finder->values[i].is_null;
  }
  return is_whole;
}

/* ---- Results ------------------------------------------------------------------------------------- */

static bool make_range_schema(struct ArrowSchema *schema) {
  if (!make_schema("+L", "ranges", 1, schema)) return false;
  if (make_schema("+s", "item", 2, schema->children[0]) &&
      make_schema("Z", "start", 0, schema->children[0]->children[0]) &&
      make_schema("Z", "stop", 0, schema->children[0]->children[1]))
    return true;
  schema->release(schema);
  return false;
}

static rowkey_status find_range_schema(const struct compiled *compiled, const struct ArrowSchema *records,
                                       struct ArrowSchema *schema, rowkey_error *error) {
  (void)compiled;
  (void)records;
  return make_range_schema(schema) ? ROWKEY_OK : polars_no_memory(error);
}

/* A buffer of an array, which grows. */
struct buffer {
  const void **place;
  size_t size, capacity;
};

static bool append_bytes(struct buffer *buffer, const void *bytes, size_t size) {
  if (size > buffer->capacity - buffer->size || *buffer->place == NULL) {
    const size_t capacity = 2 * (buffer->size + size) + 64;
    void *memory = realloc((void *)(uintptr_t)*buffer->place, capacity);
    if (memory == NULL) return false;
    *buffer->place = memory;
    buffer->capacity = capacity;
  }
  if (size > 0) memcpy((char *)(uintptr_t)*buffer->place + buffer->size, bytes, size);
  buffer->size += size;
  return true;
}

static bool append_offset(struct buffer *offsets, size_t offset) {
  const int64_t number = (int64_t)offset;
  return append_bytes(offsets, &number, sizeof number);
}

/* The lists of a batch, of what make_range_schema says. */
struct lists {
  struct ArrowArray *array;
  uint8_t *valid;
  struct buffer offsets, start_offsets, starts, stop_offsets, stops;
  size_t count; /* of ranges */
};

static bool begin_lists(struct lists *lists, size_t rows, struct ArrowArray *array) {
  *lists = (struct lists){.array = array};
  if (!make_array(2, 1, array)) return false;
  lists->offsets.place = &array->buffers[1];
  lists->valid = calloc(rows / 8 + 1, 1);
  array->buffers[0] = lists->valid;
  array->length = (int64_t)rows;
  struct ArrowArray *ranges = array->children[0];
  if (lists->valid == NULL || !make_array(1, 2, ranges) || !make_array(3, 0, ranges->children[0]) ||
      !make_array(3, 0, ranges->children[1]))
    return false;
  const void **start = ranges->children[0]->buffers, **stop = ranges->children[1]->buffers;
  lists->start_offsets.place = &start[1];
  lists->starts.place = &start[2];
  lists->stop_offsets.place = &stop[1];
  lists->stops.place = &stop[2];
  return append_offset(&lists->offsets, 0) && append_offset(&lists->start_offsets, 0) &&
         append_offset(&lists->stop_offsets, 0) && append_bytes(&lists->starts, NULL, 0) &&
         append_bytes(&lists->stops, NULL, 0);
}

/* Adds the list of a row; NULL is a null. */
static bool add_list(struct lists *lists, size_t row, const rowkey_ranges *ranges) {
  for (size_t i = 0; ranges != NULL && i < ranges->count; i++) {
    const rowkey_range *range = &ranges->ranges[i];
    if (!append_bytes(&lists->starts, range->start, range->start_size) ||
        !append_offset(&lists->start_offsets, lists->starts.size) ||
        !append_bytes(&lists->stops, range->stop, range->stop_size) ||
        !append_offset(&lists->stop_offsets, lists->stops.size))
      return false;
    lists->count++;
  }
  if (ranges == NULL)
    lists->array->null_count++;
  else
    lists->valid[row / 8] |= (uint8_t)(1U << row % 8);
  return append_offset(&lists->offsets, lists->count);
}

static void end_lists(struct lists *lists) {
  struct ArrowArray *ranges = lists->array->children[0];
  ranges->length = ranges->children[0]->length = ranges->children[1]->length = (int64_t)lists->count;
}

/* ---- Rows ---------------------------------------------------------------------------------------- */

/* Adds the ranges of the row whose conditions are set, or a null that the policy allows. */
static rowkey_status add_row(const struct compiled *compiled, bool is_whole, size_t row, struct lists *lists,
                             rowkey_error *error) {
  const struct finder *finder = compiled->state;
  rowkey_ranges *ranges = NULL;
  if (is_whole) {
    ranges = rowkey_ranges_find(compiled->layout, finder->conditions, finder->count, finder->most, error);
    const bool is_bad =
        ranges == NULL && (error->status == ROWKEY_ERROR_RANGE || error->status == ROWKEY_ERROR_NUMBER);
    if (ranges == NULL && !(is_bad && finder->bad_rows == ROWKEY_NULL_FOR_BAD)) {
      if (is_bad) error->row = row;
      return error->status;
    }
  } else if (finder->bad_rows == ROWKEY_FAIL_AT_BAD) {
    refuse_column(error, ROWKEY_ERROR_RANGE, "%s", "a value is null (expected one to compare with)");
    error->row = row;
    return error->status;
  }
  const bool is_added = add_list(lists, row, ranges);
  rowkey_ranges_free(ranges);
  return is_added ? ROWKEY_OK : polars_no_memory(error);
}

static rowkey_status add_rows(const struct compiled *compiled, const struct ArrowArray *batch,
                              struct lists *lists, rowkey_error *error) {
  struct finder *finder = compiled->state;
  rowkey_status status = rowkey_arrow_reader_open(finder->reader, batch, error);
  const rowkey_values *values;
  size_t rows = 1;
  for (size_t first = 0; status == ROWKEY_OK && rows > 0; first += rows) {
    status = rowkey_arrow_reader_next(finder->reader, &values, &rows, error);
    for (size_t i = 0; status == ROWKEY_OK && i < rows; i++)
      status = add_row(compiled, take_row(finder, i), first + i, lists, error);
  }
  return status;
}

static rowkey_status find_ranges(struct compiled *compiled, const struct ArrowSchema *records,
                                 const struct ArrowArray *batch, uint64_t first_row,
                                 struct ArrowArray *results, rowkey_error *error) {
  (void)records;
  (void)first_row;
  struct lists lists;
  rowkey_status status = begin_lists(&lists, (size_t)batch->length, results)
                             ? add_rows(compiled, batch, &lists, error)
                             : polars_no_memory(error);
  if (status == ROWKEY_OK)
    end_lists(&lists);
  else if (results->release != NULL)
    results->release(results);
  return status;
}

const struct operation ranges_operation = {SIZE_MAX, make_finder, free_finder, find_range_schema,
                                           find_ranges};
