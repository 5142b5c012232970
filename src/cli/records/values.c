#include "records/values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "settings/number.h"

enum { VALIDITY_BYTES = BATCH_ROWS / 8 };

static bool create_read(struct values *values, const struct columns *columns) {
  for (size_t i = 0; i < columns->count; i++) {
    const struct column *column = &columns->items[i];
    if (column->written_as == NULL || column->type != ROWKEY_TEXT) continue;
    values->read[i].offsets = calloc(BATCH_ROWS + 1, sizeof *values->read[i].offsets);
    if (values->read[i].offsets == NULL) return false;
  }
  return true;
}

bool values_create(struct values *values, const struct record_shape *shape) {
  const struct columns *columns = shape->columns;
  values->shape = shape;
  values->columns = calloc(columns->schema_count, sizeof *values->columns);
  values->validity = calloc(columns->count + 1, VALIDITY_BYTES);
  values->read = calloc(columns->count + 1, sizeof *values->read);
  if (values->columns != NULL && values->validity != NULL && values->read != NULL &&
      create_read(values, columns)) {
    return true;
  }
  values_free(values);
  return false;
}

void values_free(struct values *values) {
  for (size_t i = 0; values->read != NULL && i < values->shape->columns->count; i++) {
    buffer_free(&values->read[i].bytes);
    free(values->read[i].offsets);
  }
  free(values->columns);
  free(values->validity);
  free(values->read);
  *values = (struct values){0};
}

/* Whether the field base[begin … end) is null: a member that is at 0, before any value. In other kinds, a
 * field in quotes is not: before it stands a quote, and before any other field stands a delimiter or a line
 * end. Where doubled quotes were undone the text holds a quote, which in csv the text of a null does not. */
static bool is_null(const struct record_shape *shape, const struct batch *batch, uint64_t begin,
                    uint64_t end) {
  if (shape->kind->has_members) return end == 0;
  return end - begin == shape->null_size && memcmp(batch->base + begin, shape->null, shape->null_size) == 0 &&
         (begin == 0 || batch->base[begin - 1] != '"');
}

/* Marks rows first … first + rows - 1 of a column from bit 0 on, 1 for those with a value. Returns whether
 * one has none. */
static bool mark_nulls(const struct record_shape *shape, const struct batch *batch, size_t item, size_t first,
                       size_t rows, uint8_t *validity) {
  const struct span_column *spans = &batch->columns[item];
  bool any = false;
  memset(validity, 0xff, VALIDITY_BYTES);
  for (size_t i = 0; i < rows; i++) {
    if (!is_null(shape, batch, spans->begin[first + i], spans->end[first + i])) continue;
    validity[i / 8] &= (uint8_t)~(1u << i % 8);
    any = true;
  }
  return any;
}

static bool is_valid(const uint8_t *validity, size_t row) { return validity[row / 8] >> row % 8 & 1; }

/* Loads the numbers of a column, those that are null apart. Returns as record_kind.load does. */
static size_t load_numbers(const struct record_shape *shape, const struct batch *batch, size_t item,
                           size_t first, size_t rows, const uint8_t *validity) {
  if (validity == NULL) return shape->kind->load(shape, batch, item, first, rows);
  for (size_t row = 0, end; row < rows; row = end + 1) {
    for (end = row; end < rows && is_valid(validity, end);) end++;
    if (end == row) continue;
    const size_t good = shape->kind->load(shape, batch, item, first + row, end - row);
    if (good < end - row) return row + good;
  }
  return rows;
}

/* Adds to the reason where what should be a number, or of another type, is the name of its column, as in the
 * first line of a file. */
static void add_header_hint(const struct record_shape *shape, const struct batch *batch, size_t item,
                            size_t row, char *reason) {
  const struct span_column *spans = &batch->columns[item];
  const char *name = shape->columns->items[item].name;
  const size_t size = (size_t)(spans->end[row] - spans->begin[row]), used = strlen(reason);
  if (shape->kind->header_end == NULL || size != strlen(name) ||
      strncasecmp((const char *)batch->base + spans->begin[row], name, size) != 0) {
    return;
  }
  snprintf(reason + used, REASON_SIZE - used,
           ": this line seems to name the columns (option --header reads it so)");
}

/* A column of a type such as time(ms), whose texts become numbers or other bytes. */
static size_t read_typed(struct values *values, const struct batch *batch, size_t item, size_t first,
                         size_t rows, const uint8_t *validity, char *reason, struct failure *failure) {
  const struct column *column = &values->shape->columns->items[item];
  const struct span_column *spans = &batch->columns[item];
  rowkey_values *read = &values->columns[item];
  const rowkey_values texts = {.data = batch->base,
                               .size = (size_t)batch->size,
                               .begin = spans->begin + first,
                               .end = spans->end + first,
                               .validity = validity};
  rowkey_decoded room = {.data = spans->numbers};
  *read = (rowkey_values){.data = spans->numbers, .validity = validity};
  if (column->type == ROWKEY_TEXT) {
    struct read_bytes *to = &values->read[item];
    const size_t bound = rowkey_column_type_read_bound(column->written_as, &texts, rows);
    /* A byte more, so that no bytes have a place, too. */
    if (bound > SIZE_MAX / 8 || !buffer_reserve(&to->bytes, bound + 1)) {
      fail_memory(failure);
      return ROWKEY_NONE;
    }
    room = rowkey_decoded_text(to->bytes.bytes, to->bytes.capacity, to->offsets);
    const size_t width = values->shape->columns->schema[item].width;
    *read = width > 0 ? rowkey_values_of_width(to->bytes.bytes, width, rows)
                      : rowkey_values_of_spans(to->bytes.bytes, bound, to->offsets, to->offsets + 1);
    read->validity = validity;
  }
  rowkey_error error;
  const rowkey_status status = rowkey_column_type_read(column->written_as, &texts, rows, &room, &error);
  if (status == ROWKEY_OK) return rows;
  if (error.row == ROWKEY_NONE) {
    fail_with(failure, library_status(status, TOOL_BAD_DATA), "column %s: %s", column->name, error.text);
  } else {
    snprintf(reason, REASON_SIZE, "column %s: %s", column->name, error.text);
    add_header_hint(values->shape, batch, item, first + error.row, reason);
  }
  return error.row;
}

static size_t load_column(struct values *values, const struct batch *batch, size_t item, size_t first,
                          size_t rows, char *reason, struct failure *failure) {
  const struct record_shape *shape = values->shape;
  const struct column *column = &shape->columns->items[item];
  const struct span_column *spans = &batch->columns[item];
  uint8_t *validity = values->validity + item * VALIDITY_BYTES;
  if ((shape->null == NULL && !shape->kind->has_members) ||
      !mark_nulls(shape, batch, item, first, rows, validity)) {
    validity = NULL;
  }
  if (column->written_as != NULL && shape->kind->is_text)
    return read_typed(values, batch, item, first, rows, validity, reason, failure);
  if (column->type == ROWKEY_TEXT) {
    values->columns[item] = rowkey_values_with_nulls(
        rowkey_values_of_spans(batch->base, (size_t)batch->size, spans->begin + first, spans->end + first),
        validity, 0);
    return rows;
  }
  values->columns[item] = rowkey_values_with_nulls(
      rowkey_values_of_numbers((const uint8_t *)spans->numbers + first * number_size(column->type)), validity,
      0);
  const size_t good = load_numbers(shape, batch, item, first, rows, validity);
  if (good < rows) {
    const uint64_t begin = spans->begin[first + good], end = spans->end[first + good];
    number_describe(column, batch->base + begin, (size_t)(end - begin), reason, REASON_SIZE);
    add_header_hint(shape, batch, item, first + good, reason);
  }
  return good;
}

size_t values_load(struct values *values, const struct batch *batch, size_t first, size_t rows, char *reason,
                   struct failure *failure) {
  const struct columns *columns = values->shape->columns;
  for (size_t i = 0; i < columns->count; i++) {
    if (columns->used[i]) rows = load_column(values, batch, i, first, rows, reason, failure);
    if (rows == ROWKEY_NONE) return ROWKEY_NONE;
  }
  if (columns->schema_count > columns->count) {
    values->columns[columns->count] =
        rowkey_values_of_spans(batch->base, (size_t)batch->size, batch->begin + first, batch->end + first);
  }
  return rows;
}
