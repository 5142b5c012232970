#include "table.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "text/buffer.h"
#include "text/floating.h"

enum { FIRST_ROWS = 64 };

/* What owns the values of a column. */
struct owned_column {
  uint8_t *bytes;    /* numbers, or texts side by side … */
  size_t room;       /* … for which there are so many bytes */
  uint64_t *offsets; /* of texts: one more than rows */
  uint8_t *validity; /* a bit for each row */
};

static struct table table;
static struct owned_column *owned;
static size_t row_room; /* rows that all columns have room for: a file of many columns seldom has many */

const struct table *shown_table(void) { return &table; }

static size_t number_size(rowkey_type type) { return type == ROWKEY_F32 ? 4 : 8; }

static bool is_null(const rowkey_values *values, size_t row) {
  const size_t bit = values->validity_offset + row;
  return values->validity != NULL && (values->validity[bit / 8] >> (bit & 7) & 1) == 0;
}

/* The bytes of a text. */
static const uint8_t *text_at(const rowkey_values *values, size_t row, size_t *size) {
  const uint64_t begin = values->begin != NULL       ? values->begin[row]
                         : values->offsets32 != NULL ? values->offsets32[row]
                                                     : row * values->width;
  const uint64_t end = values->begin != NULL       ? values->end[row]
                       : values->offsets32 != NULL ? values->offsets32[row + 1]
                                                   : begin + values->width;
  *size = (size_t)(end - begin);
  return (const uint8_t *)values->data + begin;
}

/* ---- Rows are kept ------------------------------------------------------------------------------- */

void table_forget(void) {
  for (size_t i = 0; owned != NULL && i < table.column_count; i++) {
    free(owned[i].bytes);
    free(owned[i].offsets);
    free(owned[i].validity);
  }
  free(owned);
  free(table.columns);
  free(table.types);
  free(table.values);
  owned = NULL;
  table = (struct table){0};
}

/* Numbers have 8 bytes at most, as offsets have, of which there is one more. */
static bool grow_column(struct owned_column *column, rowkey_type type, size_t rows) {
  const bool is_text = type == ROWKEY_TEXT;
  uint8_t *validity = realloc(column->validity, rows / 8 + 1);
  if (validity != NULL) column->validity = validity;
  void *numbers = realloc(is_text ? (void *)column->offsets : column->bytes, (rows + 1) * sizeof(uint64_t));
  if (numbers != NULL && is_text) column->offsets = numbers;
  if (numbers != NULL && !is_text) column->bytes = numbers;
  return validity != NULL && numbers != NULL;
}

/* A column without rows, but with places for its bytes. */
static bool make_column(struct owned_column *column, rowkey_type type) {
  const bool is_text = type == ROWKEY_TEXT;
  if (!grow_column(column, type, row_room)) return false;
  if (!is_text) return true;
  column->offsets[0] = 0;
  column->room = 1;
  column->bytes = malloc(column->room);
  return column->bytes != NULL;
}

/* Makes room for so many rows. */
static bool reserve_rows(size_t rows) {
  size_t room = row_room;
  while (room < rows) room *= 2;
  for (size_t i = 0; room > row_room && i < table.column_count; i++)
    if (!grow_column(&owned[i], table.columns[i].type, room)) return false;
  row_room = room;
  return true;
}

/* Where the columns are, which move as they grow. */
static void refresh_values(void) {
  for (size_t i = 0; i < table.column_count; i++) {
    const rowkey_type type = table.columns[i].type;
    rowkey_values values = rowkey_kept_numbers(type, owned[i].bytes, table.rows);
    if (type == ROWKEY_TEXT) {
      values.size = (size_t)owned[i].offsets[table.rows];
      values.begin = owned[i].offsets;
      values.end = owned[i].offsets + 1;
    }
    table.values[i] = rowkey_values_with_nulls(values, owned[i].validity, 0);
  }
}

bool table_begin(const rowkey_column *columns, size_t count) {
  table_forget();
  table.columns = calloc(count + 1, sizeof *table.columns);
  table.types = calloc(count + 1, sizeof *table.types);
  table.values = calloc(count + 1, sizeof *table.values);
  owned = calloc(count + 1, sizeof *owned);
  bool good = table.columns != NULL && table.types != NULL && table.values != NULL && owned != NULL;
  if (good) table.column_count = count;
  row_room = FIRST_ROWS;
  for (size_t i = 0; good && i < count; i++) {
    table.columns[i] = columns[i];
    table.types[i] = columns[i].declared;
    good = make_column(&owned[i], columns[i].type);
  }
  if (good) refresh_values();
  if (!good) table_forget();
  return good;
}

static bool append_text(struct owned_column *column, size_t row, const uint8_t *text, size_t size) {
  const size_t used = (size_t)column->offsets[row];
  if (size > column->room - used) {
    const size_t room = 2 * (used + size);
    uint8_t *bytes = realloc(column->bytes, room);
    if (bytes == NULL) return false;
    column->bytes = bytes;
    column->room = room;
  }
  if (size > 0) memcpy(column->bytes + used, text, size);
  column->offsets[row + 1] = used + size;
  return true;
}

static bool append_value(struct owned_column *column, rowkey_type type, const rowkey_values *values,
                         size_t row) {
  const size_t to = table.rows, size = number_size(type);
  const bool null = is_null(values, row);
  if (to % 8 == 0) column->validity[to / 8] = 0;
  if (!null) column->validity[to / 8] |= (uint8_t)(1u << (to & 7));
  if (type == ROWKEY_TEXT) {
    size_t length = 0;
    const uint8_t *text = null ? NULL : text_at(values, row, &length);
    return append_text(column, to, text, length);
  }
  if (null) memset(column->bytes + to * size, 0, size);
  if (!null) memcpy(column->bytes + to * size, (const uint8_t *)values->data + row * size, size);
  return true;
}

bool table_append(const rowkey_values *values, size_t rows) {
  bool good = reserve_rows(rows < TABLE_ROWS - table.rows ? table.rows + rows : TABLE_ROWS);
  for (size_t row = 0; good && row < rows && table.rows < TABLE_ROWS; row++) {
    for (size_t i = 0; good && i < table.column_count; i++)
      good = append_value(&owned[i], table.columns[i].type, &values[i], row);
    table.rows += good;
  }
  refresh_values();
  return good;
}

/* ---- Rows are shown ------------------------------------------------------------------------------ */

/* The value at `row` as a column of one row. */
static rowkey_values one_value(const rowkey_column *column, const rowkey_values *values, size_t row) {
  rowkey_values one =
      rowkey_kept_numbers(column->type, (const uint8_t *)values->data + row * number_size(column->type), 1);
  if (column->type != ROWKEY_TEXT) return one;
  one.data = text_at(values, row, &one.size);
  one.width = one.size;
  return one;
}

rowkey_value table_value(size_t column, size_t row) {
  const rowkey_type type = table.columns[column].type;
  if (is_null(&table.values[column], row)) return rowkey_value_null();
  const rowkey_values one = one_value(&table.columns[column], &table.values[column], row);
  rowkey_value value = {.tag = rowkey_kept_tag(type)};
  if (type == ROWKEY_TEXT) {
    value.as.text = one.data;
    value.size = one.size;
  } else {
    memcpy(&value.as, one.data, number_size(type));
  }
  return value;
}

static bool answer_written(const char *name, const rowkey_column *column, const rowkey_values *one) {
  const size_t room = rowkey_column_type_write_bound(column->declared, one, 1);
  char *text = room == SIZE_MAX ? NULL : malloc(room + 1);
  uint64_t offsets[2];
  rowkey_error error;
  if (text == NULL) return false;
  const rowkey_decoded written = rowkey_decoded_text(text, room, offsets, 1);
  if (rowkey_column_type_write(column->declared, one, 1, &written, &error) == ROWKEY_OK)
    answer_bytes(name, text, (size_t)offsets[1]);
  else
    answer_text(name, error.text);
  free(text);
  return true;
}

bool answer_value(const char *name, const rowkey_column *column, const rowkey_values *values, size_t row) {
  char text[40];
  struct text_buffer out = {text, sizeof text};
  if (is_null(values, row)) {
    answer_text(name, NULL);
    return true;
  }
  const rowkey_values one = one_value(column, values, row);
  if (column->declared != NULL) return answer_written(name, column, &one);
  switch (column->type) {
    case ROWKEY_U64:
      rowkey_text_printf(&out, "%" PRIu64, *(const uint64_t *)one.data);
      break;
    case ROWKEY_I64:
      rowkey_text_printf(&out, "%" PRId64, *(const int64_t *)one.data);
      break;
    case ROWKEY_F64:
      rowkey_show_f64(&out, *(const double *)one.data);
      break;
    case ROWKEY_F32:
      rowkey_text_printf(&out, "%.9g", (double)*(const float *)one.data);
      break;
    default:
      answer_bytes(name, one.data, one.size);
      return true;
  }
  answer_text(name, text);
  return true;
}
