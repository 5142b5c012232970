#include "records/values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "columns/value.h"
#include "text/buffer.h"
#include "types/column_type.h"

enum { VALIDITY_BYTES = ROWKEY_RECORD_ROWS / 8 };

static bool create_read(struct values *values, const struct columns *columns) {
  for (size_t i = 0; i < columns->count; i++) {
    const struct column *column = &columns->items[i];
    if (column->written_as == NULL || column->type != ROWKEY_TEXT) continue;
    values->read[i].offsets = calloc(ROWKEY_RECORD_ROWS + 1, sizeof *values->read[i].offsets);
    if (values->read[i].offsets == NULL) return false;
  }
  return true;
}

bool rowkey_values_create(struct values *values, const struct record_shape *shape) {
  const struct columns *columns = shape->columns;
  values->shape = shape;
  values->columns = calloc(columns->schema_count, sizeof *values->columns);
  values->validity = calloc(columns->count + 1, VALIDITY_BYTES);
  values->read = calloc(columns->count + 1, sizeof *values->read);
  if (values->columns != NULL && values->validity != NULL && values->read != NULL &&
      create_read(values, columns)) {
    return true;
  }
  rowkey_values_free(values);
  return false;
}

void rowkey_values_free(struct values *values) {
  for (size_t i = 0; values->read != NULL && i < values->shape->columns->count; i++) {
    free(values->read[i].bytes.bytes);
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
bool rowkey_is_null_field(const struct record_shape *shape, const struct span_column *spans, size_t row) {
  const uint64_t begin = spans->begin[row], end = spans->end[row];
  if (shape->kind->about.has_members) return end == 0;
  return end - begin == shape->null_size && memcmp(spans->base + begin, shape->null, shape->null_size) == 0 &&
         (begin == 0 || spans->base[begin - 1] != '"');
}

/* Marks rows first … first + rows - 1 of a column from bit 0 on, 1 for those with a value. Returns whether
 * one has none. */
static bool mark_nulls(const struct record_shape *shape, const struct batch *batch, size_t item, size_t first,
                       size_t rows, uint8_t *validity) {
  const struct span_column *spans = &batch->columns[item];
  bool any = false;
  memset(validity, 0xff, VALIDITY_BYTES);
  for (size_t i = 0; i < rows; i++) {
    if (!rowkey_is_null_field(shape, spans, first + i)) continue;
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

/* Bytes of a number as a column of the type keeps it. */
static size_t kept_number_size(rowkey_type type) {
  return type == ROWKEY_F32 ? sizeof(float) : sizeof(uint64_t);
}

/* Why the text is not a number of the column's type, as a sentence. */
static void describe_number(const struct column *column, const uint8_t *text, size_t length,
                            rowkey_error *error) {
  char shown[QUOTED_SIZE];
  rowkey_value value;
  rowkey_error_set(
      error, ROWKEY_ERROR_NUMBER, "column %s: %s is not a number of type %s: it %s (expected %s)",
      column->name, rowkey_quoted(shown, text, length), rowkey_type_name(column->type),
      rowkey_read_number(column->type, text, length, &value), rowkey_number_expected(column->type));
}

static char lower_case(uint8_t byte) { return (char)(byte >= 'A' && byte <= 'Z' ? byte | 32 : byte); }

static bool is_name_of_any_case(const uint8_t *text, size_t size, const char *name) {
  size_t i = 0;
  while (i < size && name[i] != 0 && lower_case(text[i]) == lower_case((uint8_t)name[i])) i++;
  return i == size && name[i] == 0;
}

/* Adds to the reason where what should be a number, or of another type, is the name of its column, as in the
 * first line of a file. */
static void add_header_hint(const struct record_shape *shape, const struct batch *batch, size_t item,
                            size_t row, rowkey_error *error) {
  const struct span_column *spans = &batch->columns[item];
  const char *name = shape->columns->items[item].name;
  const size_t size = (size_t)(spans->end[row] - spans->begin[row]), used = strlen(error->text);
  if (shape->kind->header_end == NULL || !is_name_of_any_case(spans->base + spans->begin[row], size, name))
    return;
  snprintf(error->text + used, sizeof error->text - used,
           ": this line seems to name the columns (option %sheader reads it so)", shape->option);
}

static rowkey_values texts_of(const struct span_column *spans, size_t first, size_t rows) {
  return rowkey_values_of_spans(ROWKEY_KIND_TEXT, spans->base, spans->size, spans->begin + first,
                                spans->end + first, rows);
}

/* A column of a type such as time(ms), whose texts become numbers or other bytes. */
static size_t read_typed(struct values *values, const struct batch *batch, size_t item, size_t first,
                         size_t rows, const uint8_t *validity, rowkey_error *error) {
  const struct column *column = &values->shape->columns->items[item];
  const struct span_column *spans = &batch->columns[item];
  rowkey_values *read = &values->columns[item];
  const rowkey_values texts = rowkey_values_with_nulls(texts_of(spans, first, rows), validity, 0);
  rowkey_decoded room = rowkey_decoded_numbers(column->type, spans->numbers, rows);
  *read = rowkey_values_with_nulls(rowkey_kept_numbers(column->type, spans->numbers, rows), validity, 0);
  if (column->type == ROWKEY_TEXT) {
    struct read_bytes *to = &values->read[item];
    const size_t bound = rowkey_column_type_read_bound(column->written_as, &texts, rows);
    /* A byte more, so that no bytes have a place, too. */
    if (bound > SIZE_MAX / 8 || !byte_room_reserve(&to->bytes, bound + 1)) {
      rowkey_columns_fail_memory(error);
      return ROWKEY_NONE;
    }
    room = rowkey_decoded_text(to->bytes.bytes, to->bytes.capacity, to->offsets, rows);
    const size_t width = values->shape->columns->schema[item].width;
    *read = width > 0 ? rowkey_values_of_width(ROWKEY_KIND_KEPT, to->bytes.bytes, width, rows)
                      : rowkey_values_of_offsets(ROWKEY_KIND_KEPT, to->bytes.bytes, bound, to->offsets, rows);
    read->validity = validity;
  }
  rowkey_error why;
  const rowkey_status status = rowkey_column_type_read(column->written_as, &texts, rows, &room, &why);
  if (status == ROWKEY_OK) return rows;
  rowkey_error_set(error, status, "column %s: %s", column->name, why.text);
  if (why.row != ROWKEY_NONE) add_header_hint(values->shape, batch, item, first + why.row, error);
  return why.row;
}

/* The numbers of a column that is not declared. */
static size_t load_plain(struct values *values, const struct batch *batch, size_t item, size_t first,
                         size_t rows, const uint8_t *validity, rowkey_error *error) {
  const struct record_shape *shape = values->shape;
  const struct column *column = &shape->columns->items[item];
  const struct span_column *spans = &batch->columns[item];
  values->columns[item] = rowkey_values_with_nulls(
      rowkey_kept_numbers(column->type,
                          (const uint8_t *)spans->numbers + first * kept_number_size(column->type), rows),
      validity, 0);
  const size_t good = load_numbers(shape, batch, item, first, rows, validity);
  if (good < rows) {
    const uint64_t begin = spans->begin[first + good], end = spans->end[first + good];
    describe_number(column, spans->base + begin, (size_t)(end - begin), error);
    add_header_hint(shape, batch, item, first + good, error);
  }
  return good;
}

/* Bytes that are as the column keeps them: of a declared type in binary records. */
static void load_texts(struct values *values, const struct batch *batch, size_t item, size_t first,
                       size_t rows, const uint8_t *validity) {
  const struct span_column *spans = &batch->columns[item];
  rowkey_values *texts = &values->columns[item];
  *texts = rowkey_values_with_nulls(texts_of(spans, first, rows), validity, 0);
  if (values->shape->columns->items[item].written_as != NULL) texts->tag = rowkey_kept_tag(ROWKEY_TEXT);
}

/* ---- Members ---------------------------------------------------------------------------------------- */

/* Whether the number has a fraction or an exponent. */
static bool has_fraction(const struct span_column *spans, size_t row) {
  for (uint64_t at = spans->begin[row]; at < spans->end[row]; at++)
    if (spans->base[at] == '.' || (spans->base[at] | 32) == 'e') return true;
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
  return is_number && (column->type == ROWKEY_I64 || column->type == ROWKEY_U64) && has_fraction(spans, row);
}

static bool has_member_by_value(const struct column *column, const struct batch *batch, size_t item,
                                size_t first, size_t rows) {
  for (size_t row = first; row < first + rows; row++)
    if (is_by_value(column, batch, item, row)) return true;
  return false;
}

/* Puts the value of a row, as the column keeps it, at `number`. False and `error`. */
static bool keep_member(const struct record_kind *kind, const rowkey_column *column,
                        const struct span_column *spans, size_t row, void *number, rowkey_error *error) {
  const uint8_t *text = spans->base + spans->begin[row];
  const size_t size = (size_t)(spans->end[row] - spans->begin[row]);
  rowkey_value value, kept;
  char shown[QUOTED_SIZE];
  if (!kind->read_value(text, size, &value)) {
    rowkey_error_set(error, ROWKEY_ERROR_RANGE, "column %s: %s has more digits than 64 bits hold",
                     column->name, rowkey_quoted(shown, text, size));
    return false;
  }
  if (rowkey_value_keep(column, &value, NULL, 0, &kept, error) != ROWKEY_OK) return false;
  memcpy(number, &kept.as, kept_number_size(column->type));
  return true;
}

/* Loads what the column takes by its text, as if members that it takes by value were null, and then these. */
static size_t load_members(struct values *values, const struct batch *batch, size_t item, size_t first,
                           size_t rows, uint8_t *validity, rowkey_error *error) {
  const struct column *column = &values->shape->columns->items[item];
  const struct span_column *spans = &batch->columns[item];
  for (size_t row = 0; row < rows; row++)
    if (is_by_value(column, batch, item, first + row)) validity[row / 8] &= (uint8_t)~(1u << row % 8);
  size_t good = rows;
  if (column->written_as != NULL)
    good = read_typed(values, batch, item, first, rows, validity, error);
  else if (column->type != ROWKEY_TEXT)
    good = load_plain(values, batch, item, first, rows, validity, error);
  else
    load_texts(values, batch, item, first, rows, validity);
  if (good == ROWKEY_NONE) return good;
  for (size_t row = 0; row < good; row++) {
    if (!is_by_value(column, batch, item, first + row)) continue;
    uint8_t *numbers = (uint8_t *)(uintptr_t)values->columns[item].data;
    void *number = numbers + row * kept_number_size(column->type); /* text takes no value but text */
    if (!keep_member(values->shape->kind, &values->shape->columns->schema[item], spans, first + row, number,
                     error))
      return row;
    validity[row / 8] |= (uint8_t)(1u << row % 8);
  }
  return good;
}

static size_t load_column(struct values *values, const struct batch *batch, size_t item, size_t first,
                          size_t rows, rowkey_error *error) {
  const struct record_shape *shape = values->shape;
  const struct column *column = &shape->columns->items[item];
  uint8_t *validity = values->validity + item * VALIDITY_BYTES;
  const bool has_nulls = (shape->null != NULL || shape->kind->about.has_members) &&
                         mark_nulls(shape, batch, item, first, rows, validity);
  if (shape->kind->about.has_members && has_member_by_value(column, batch, item, first, rows))
    return load_members(values, batch, item, first, rows, validity, error);
  if (!has_nulls) validity = NULL;
  if (column->written_as != NULL && shape->kind->about.is_text)
    return read_typed(values, batch, item, first, rows, validity, error);
  if (column->type != ROWKEY_TEXT) return load_plain(values, batch, item, first, rows, validity, error);
  load_texts(values, batch, item, first, rows, validity);
  return rows;
}

size_t rowkey_values_load(struct values *values, const struct batch *batch, size_t first, size_t rows,
                          rowkey_error *error) {
  const struct columns *columns = values->shape->columns;
  for (size_t i = 0; i < columns->count; i++) {
    if (!columns->used[i]) continue;
    const size_t good = load_column(values, batch, i, first, rows, error);
    if (good < rows) error->column = i;
    if (good == ROWKEY_NONE) return ROWKEY_NONE;
    rows = good;
  }
  if (columns->schema_count > columns->count)
    values->columns[columns->count] = rowkey_values_of_spans(
        ROWKEY_KIND_TEXT, batch->base, (size_t)batch->size, batch->begin + first, batch->end + first, rows);
  return rows;
}
