#include "records/values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "records/number.h"
#include "text/buffer.h"

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

/* Null is a member that is at 0, before any value. In other kinds, a
 * field in quotes is not: before it stands a quote, and before any other field stands a delimiter or a line
 * end. Where doubled quotes were undone the text holds a quote, which in csv the text of a null does not. */
bool is_null_field(const struct record_shape *shape, const struct batch *batch, uint64_t begin,
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
    if (!is_null_field(shape, batch, spans->begin[first + i], spans->end[first + i])) continue;
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

static rowkey_values texts_of(const struct batch *batch, const uint64_t *begin, const uint64_t *end,
                              size_t rows) {
  return rowkey_values_of_spans(ROWKEY_KIND_TEXT, batch->base, (size_t)batch->size, begin, end, rows);
}

/* A column of a type such as time(ms), whose texts become numbers or other bytes. */
static size_t read_typed(struct values *values, const struct batch *batch, size_t item, size_t first,
                         size_t rows, const uint8_t *validity, char *reason, struct failure *failure) {
  const struct column *column = &values->shape->columns->items[item];
  const struct span_column *spans = &batch->columns[item];
  rowkey_values *read = &values->columns[item];
  const rowkey_values texts =
      rowkey_values_with_nulls(texts_of(batch, spans->begin + first, spans->end + first, rows), validity, 0);
  rowkey_decoded room = rowkey_decoded_numbers(column->type, spans->numbers, rows);
  *read = rowkey_values_with_nulls(rowkey_kept_numbers(column->type, spans->numbers, rows), validity, 0);
  if (column->type == ROWKEY_TEXT) {
    struct read_bytes *to = &values->read[item];
    const size_t bound = rowkey_column_type_read_bound(column->written_as, &texts, rows);
    /* A byte more, so that no bytes have a place, too. */
    if (bound > SIZE_MAX / 8 || !buffer_reserve(&to->bytes, bound + 1)) {
      fail_memory(failure);
      return ROWKEY_NONE;
    }
    room = rowkey_decoded_text(to->bytes.bytes, to->bytes.capacity, to->offsets, rows);
    const size_t width = values->shape->columns->schema[item].width;
    *read = width > 0 ? rowkey_values_of_width(ROWKEY_KIND_KEPT, to->bytes.bytes, width, rows)
                      : rowkey_values_of_offsets(ROWKEY_KIND_KEPT, to->bytes.bytes, bound, to->offsets, rows);
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

/* The numbers of a column that is not declared. */
static size_t load_plain(struct values *values, const struct batch *batch, size_t item, size_t first,
                         size_t rows, const uint8_t *validity, char *reason) {
  const struct record_shape *shape = values->shape;
  const struct column *column = &shape->columns->items[item];
  const struct span_column *spans = &batch->columns[item];
  values->columns[item] = rowkey_values_with_nulls(
      rowkey_kept_numbers(column->type, (const uint8_t *)spans->numbers + first * number_size(column->type),
                          rows),
      validity, 0);
  const size_t good = load_numbers(shape, batch, item, first, rows, validity);
  if (good < rows) {
    const uint64_t begin = spans->begin[first + good], end = spans->end[first + good];
    number_describe(column, batch->base + begin, (size_t)(end - begin), reason, REASON_SIZE);
    add_header_hint(shape, batch, item, first + good, reason);
  }
  return good;
}

/* Bytes that are as the column keeps them: of a declared type in binary records. */
static void load_texts(struct values *values, const struct batch *batch, size_t item, size_t first,
                       size_t rows, const uint8_t *validity) {
  const struct span_column *spans = &batch->columns[item];
  rowkey_values *texts = &values->columns[item];
  *texts =
      rowkey_values_with_nulls(texts_of(batch, spans->begin + first, spans->end + first, rows), validity, 0);
  if (values->shape->columns->items[item].written_as != NULL) texts->tag = rowkey_kept_tag(ROWKEY_TEXT);
}

/* ---- Members ---------------------------------------------------------------------------------------- */

/* Whether the number has a fraction or an exponent. */
static bool has_fraction(const struct batch *batch, const struct span_column *spans, size_t row) {
  for (uint64_t at = spans->begin[row]; at < spans->end[row]; at++)
    if (batch->base[at] == '.' || (batch->base[at] | 32) == 'e') return true;
  return false;
}

/* Whether the column takes the member of a row by what it is, not by its text: numbers, true and false of
 * declared types, bools of text, and integers with a fraction or an exponent. */
static bool is_by_value(const struct column *column, const struct batch *batch, size_t item, size_t row) {
  const struct span_column *spans = &batch->columns[item];
  const uint8_t first = spans->firsts[row];
  const bool is_bool = first == 't' || first == 'f',
             is_number = first == '-' || (first >= '0' && first <= '9');
  if (column->written_as != NULL) return is_bool || is_number;
  if (column->type == ROWKEY_TEXT) return is_bool;
  return is_number && (column->type == ROWKEY_I64 || column->type == ROWKEY_U64) &&
         has_fraction(batch, spans, row);
}

static bool has_member_by_value(const struct column *column, const struct batch *batch, size_t item,
                                size_t first, size_t rows) {
  for (size_t row = first; row < first + rows; row++)
    if (is_by_value(column, batch, item, row)) return true;
  return false;
}

/* Puts the value of a row, as the column keeps it, at `number`. False with the reason. */
static bool keep_member(const struct record_kind *kind, const rowkey_column *column,
                        const struct batch *batch, const struct span_column *spans, size_t row, void *number,
                        char *reason) {
  const uint8_t *text = batch->base + spans->begin[row];
  const size_t size = (size_t)(spans->end[row] - spans->begin[row]);
  rowkey_value value, kept;
  rowkey_error error;
  char shown[QUOTED_SIZE];
  if (!kind->read_value(text, size, &value)) {
    snprintf(reason, REASON_SIZE, "column %s: %s has more digits than 64 bits hold", column->name,
             rowkey_quoted(shown, text, size));
    return false;
  }
  if (rowkey_value_keep(column, &value, NULL, 0, &kept, &error) != ROWKEY_OK) {
    snprintf(reason, REASON_SIZE, "%s", error.text);
    return false;
  }
  memcpy(number, &kept.as, number_size(column->type));
  return true;
}

/* Loads what the column takes by its text, as if members that it takes by value were null, and then these. */
static size_t load_members(struct values *values, const struct batch *batch, size_t item, size_t first,
                           size_t rows, uint8_t *validity, char *reason, struct failure *failure) {
  const struct column *column = &values->shape->columns->items[item];
  const struct span_column *spans = &batch->columns[item];
  for (size_t row = 0; row < rows; row++)
    if (is_by_value(column, batch, item, first + row)) validity[row / 8] &= (uint8_t)~(1u << row % 8);
  size_t good = rows;
  if (column->written_as != NULL)
    good = read_typed(values, batch, item, first, rows, validity, reason, failure);
  else if (column->type != ROWKEY_TEXT)
    good = load_plain(values, batch, item, first, rows, validity, reason);
  else
    load_texts(values, batch, item, first, rows, validity);
  if (good == ROWKEY_NONE) return good;
  for (size_t row = 0; row < good; row++) {
    if (!is_by_value(column, batch, item, first + row)) continue;
    uint8_t *numbers = (uint8_t *)(uintptr_t)values->columns[item].data;
    void *number = numbers + row * number_size(column->type); /* text takes no value but text */
    if (!keep_member(values->shape->kind, &values->shape->columns->schema[item], batch, spans, first + row,
                     number, reason))
      return row;
    validity[row / 8] |= (uint8_t)(1u << row % 8);
  }
  return good;
}

static size_t load_column(struct values *values, const struct batch *batch, size_t item, size_t first,
                          size_t rows, char *reason, struct failure *failure) {
  const struct record_shape *shape = values->shape;
  const struct column *column = &shape->columns->items[item];
  uint8_t *validity = values->validity + item * VALIDITY_BYTES;
  const bool has_nulls = (shape->null != NULL || shape->kind->has_members) &&
                         mark_nulls(shape, batch, item, first, rows, validity);
  if (shape->kind->has_members && has_member_by_value(column, batch, item, first, rows))
    return load_members(values, batch, item, first, rows, validity, reason, failure);
  if (!has_nulls) validity = NULL;
  if (column->written_as != NULL && shape->kind->is_text)
    return read_typed(values, batch, item, first, rows, validity, reason, failure);
  if (column->type != ROWKEY_TEXT) return load_plain(values, batch, item, first, rows, validity, reason);
  load_texts(values, batch, item, first, rows, validity);
  return rows;
}

size_t values_load(struct values *values, const struct batch *batch, size_t first, size_t rows, char *reason,
                   struct failure *failure) {
  const struct columns *columns = values->shape->columns;
  for (size_t i = 0; i < columns->count; i++) {
    if (columns->used[i]) rows = load_column(values, batch, i, first, rows, reason, failure);
    if (rows == ROWKEY_NONE) return ROWKEY_NONE;
  }
  if (columns->schema_count > columns->count) {
    values->columns[columns->count] = texts_of(batch, batch->begin + first, batch->end + first, rows);
  }
  return rows;
}
