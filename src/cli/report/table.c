#include "report/table.h"

#include <rowkey/kernels.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "records/batch.h"
#include "records/number.h"
#include "text/buffer.h"

const struct choice table_forms[] = {
    {"tsv", NULL, "values between tabs; text must not hold tabs or newlines"},
    {"csv", NULL, "as in RFC 4180, lines ending in LF; empty text stands in quotes"},
    {NULL, NULL, NULL},
};

char table_delimiter(enum table_form form) { return form == TABLE_CSV ? ',' : '\t'; }

enum { NUMBER_STRIDE = 32 }; /* a sign and 20 digits, or FLOATING_TEXT_SIZE */
_Static_assert(NUMBER_STRIDE >= (int)FLOATING_TEXT_SIZE, "every number fits");

static bool is_plain_text(const struct table_column *column) {
  return column->column.type == ROWKEY_TEXT && column->column.declared == NULL;
}

/* Whether what stands in its rows may be a tab or a newline: plain text, the names of an enum, the patterns
 * of times. */
static bool holds_any_byte(const struct table_column *column) {
  return column->column.type == ROWKEY_TEXT || column->column.declared != NULL;
}

static bool create_column(struct table_column *column, bool has_nulls) {
  if (has_nulls) {
    column->validity = calloc(BATCH_ROWS / 8, 1);
    if (column->validity == NULL) return false;
  }
  if (column->column.type == ROWKEY_TEXT) {
    column->offsets = calloc(BATCH_ROWS + 1, sizeof *column->offsets);
    if (column->offsets == NULL) return false;
  } else if (!buffer_reserve(&column->values, BATCH_ROWS * sizeof(uint64_t))) {
    return false;
  }
  if (is_plain_text(column)) {
    column->begin = column->offsets;
    column->end = column->offsets + 1;
    return true;
  }
  const bool typed = column->column.declared != NULL;
  column->places = calloc(2 * BATCH_ROWS, sizeof *column->places);
  if (column->places == NULL || !buffer_reserve(&column->text, BATCH_ROWS * NUMBER_STRIDE)) return false;
  column->begin = column->places;
  column->end = column->places + (typed ? 1 : BATCH_ROWS);
  return true;
}

bool table_create(struct table *table, enum table_form form, const char *null, const rowkey_layout *layout,
                  const struct columns *columns, const size_t *selected, size_t count) {
  *table = (struct table){.form = form,
                          .layout = layout,
                          .selected = selected,
                          .columns = calloc(count, sizeof *table->columns),
                          .count = count,
                          .null = null,
                          .null_size = strlen(null)};
  bool done = table->columns != NULL;
  for (size_t i = 0; done && i < count; i++) {
    struct table_column *column = &table->columns[i];
    column->column = columns->schema[selected[i]];
    const bool has_nulls = rowkey_layout_recovers_nulls(layout, selected[i]);
    table->must_check = table->must_check || (form == TABLE_TSV && (holds_any_byte(column) || has_nulls));
    done = create_column(column, has_nulls);
  }
  if (!done) table_free(table);
  return done;
}

void table_free(struct table *table) {
  for (size_t i = 0; table->columns != NULL && i < table->count; i++) {
    buffer_free(&table->columns[i].values);
    buffer_free(&table->columns[i].text);
    free(table->columns[i].validity);
    free(table->columns[i].offsets);
    free(table->columns[i].places);
  }
  free(table->columns);
  *table = (struct table){0};
}

/* Makes room for strings of `size` bytes in each text column. */
static bool reserve(struct table *table, size_t size) {
  bool done = size <= SIZE_MAX / 8;
  for (size_t i = 0; done && i < table->count; i++) {
    struct table_column *column = &table->columns[i];
    if (column->column.type == ROWKEY_TEXT) done = buffer_reserve(&column->values, size + 1);
  }
  return done;
}

bool table_place(struct table *table, const rowkey_keys *keys, rowkey_decoded *decoded) {
  size_t text = 0; /* the most that a column has */
  for (size_t i = 0; i < table->count; i++) {
    const size_t bound = rowkey_decode_bound(table->layout, keys, table->selected[i]);
    if (bound > text) text = bound;
  }
  if (!reserve(table, text)) return false;
  for (size_t i = 0; i < table->count; i++) {
    const struct table_column *column = &table->columns[i];
    rowkey_decoded *room = &decoded[table->selected[i]];
    *room =
        column->column.type == ROWKEY_TEXT
            ? rowkey_decoded_text(column->values.bytes, column->values.capacity, column->offsets, keys->rows)
            : rowkey_decoded_numbers(column->column.type, column->values.bytes, keys->rows);
    room->validity = column->validity;
  }
  return true;
}

static void print_integers(struct table_column *column, size_t rows) {
  uint64_t *numbers = (uint64_t *)(void *)column->values.bytes;
  uint8_t lengths[BATCH_ROWS];
  uint8_t *text = column->text.bytes;
  const bool is_signed = column->column.type == ROWKEY_I64;
  for (size_t i = 0; i < rows; i++) {
    const uint64_t sign = is_signed ? numbers[i] >> 63 : 0;
    column->begin[i] = i * NUMBER_STRIDE + 1 - sign;
    text[i * NUMBER_STRIDE] = '-';
    numbers[i] = (numbers[i] ^ (0 - sign)) + sign; /* its magnitude: -x = ~x + 1 */
  }
  certain(rowkey_decimal_unpadded(numbers, rows, text + 1, NUMBER_STRIDE, lengths, NULL));
  for (size_t i = 0; i < rows; i++) column->end[i] = i * NUMBER_STRIDE + 1 + lengths[i];
}

static void print_floating(struct table_column *column, size_t rows) {
  const double *doubles = (const double *)(const void *)column->values.bytes;
  const float *floats = (const float *)(const void *)column->values.bytes;
  for (size_t i = 0; i < rows; i++) {
    char *text = (char *)column->text.bytes + i * NUMBER_STRIDE;
    column->begin[i] = i * NUMBER_STRIDE;
    column->end[i] =
        column->begin[i] + (column->column.type == ROWKEY_F64 ? floating_print_f64(doubles[i], text)
                                                              : floating_print_f32(floats[i], text));
  }
}

/* Returns as table_print does. */
static size_t print_typed(struct table_column *column, size_t rows, char *reason, struct failure *failure) {
  const rowkey_column_type *type = column->column.declared;
  const rowkey_values given =
      column->column.type == ROWKEY_TEXT
          ? rowkey_values_of_offsets(ROWKEY_KIND_KEPT, column->values.bytes, (size_t)column->offsets[rows],
                                     column->offsets, rows)
          : rowkey_kept_numbers(column->column.type, column->values.bytes, rows);
  const rowkey_values values = rowkey_values_with_nulls(given, column->validity, 0);
  const size_t bound = rowkey_column_type_write_bound(type, &values, rows);
  if (bound > SIZE_MAX / 8 || !buffer_reserve(&column->text, bound + 1)) {
    fail_memory(failure);
    return ROWKEY_NONE;
  }
  const rowkey_decoded texts =
      rowkey_decoded_text(column->text.bytes, column->text.capacity, column->places, rows);
  rowkey_error error;
  const rowkey_status status = rowkey_column_type_write(type, &values, rows, &texts, &error);
  if (status == ROWKEY_OK) return rows;
  if (error.row == ROWKEY_NONE)
    fail_with(failure, library_status(status, TOOL_BAD_DATA), "column %s: %s", column->column.name,
              error.text);
  else
    snprintf(reason, REASON_SIZE, "column %s: %s", column->column.name, error.text);
  return error.row;
}

size_t table_print(struct table *table, size_t rows, char *reason, struct failure *failure) {
  for (size_t i = 0; i < table->count && rows > 0; i++) {
    struct table_column *column = &table->columns[i];
    if (column->column.declared != NULL) {
      rows = print_typed(column, rows, reason, failure);
      if (rows == ROWKEY_NONE) return ROWKEY_NONE;
    } else if (column->column.type == ROWKEY_U64 || column->column.type == ROWKEY_I64) {
      print_integers(column, rows);
    } else if (column->column.type != ROWKEY_TEXT) {
      print_floating(column, rows);
    }
  }
  return rows;
}

/* What stands in a row of a column. */
struct cell {
  const uint8_t *bytes;
  size_t size;
  bool is_null;
  bool looks_null; /* and is none */
};

static struct cell cell_at(const struct table *table, const struct table_column *column, size_t row) {
  if (column->validity != NULL && (column->validity[row / 8] >> (row & 7) & 1) == 0)
    return (struct cell){(const uint8_t *)table->null, table->null_size, true, false};
  const size_t size = (size_t)(column->end[row] - column->begin[row]);
  const uint8_t *bytes =
      (is_plain_text(column) ? column->values.bytes : column->text.bytes) + column->begin[row];
  const bool looks_null = column->validity != NULL && size == table->null_size &&
                          (size == 0 || memcmp(bytes, table->null, size) == 0);
  return (struct cell){bytes, size, false, looks_null};
}

struct table_value table_value(const struct table *table, size_t index, size_t row) {
  const struct table_column *column = &table->columns[index];
  const struct cell cell = cell_at(table, column, row);
  return (struct table_value){cell.bytes, cell.size, cell.is_null, is_plain_text(column)};
}

bool table_check(const struct table *table, size_t row, char *reason, size_t size) {
  for (size_t i = 0; i < table->count; i++) {
    const struct table_column *column = &table->columns[i];
    const struct cell cell = cell_at(table, column, row);
    char shown[QUOTED_SIZE];
    if (cell.looks_null) {
      snprintf(reason, size,
               "column %s: %s is what --null writes for a null (expected another --null, or csv)",
               column->column.name, rowkey_quoted(shown, cell.bytes, cell.size));
      return false;
    }
    if (cell.is_null || !holds_any_byte(column)) continue;
    const bool tab = memchr(cell.bytes, '\t', cell.size) != NULL;
    if (!tab && memchr(cell.bytes, '\n', cell.size) == NULL) continue;
    snprintf(reason, size, "column %s: %s holds a %s (expected none with --output tsv: use csv)",
             column->column.name, rowkey_quoted(shown, cell.bytes, cell.size), tab ? "tab" : "newline");
    return false;
  }
  return true;
}

size_t table_bound(const struct table *table, size_t rows) {
  size_t bound = 0;
  for (size_t i = 0; i < table->count; i++) {
    const struct table_column *column = &table->columns[i];
    const bool is_number = column->column.type != ROWKEY_TEXT && column->column.declared == NULL;
    const size_t text = is_number ? rows * NUMBER_STRIDE : (size_t)column->end[rows - 1];
    bound += 2 * text + 3 * rows; /* quotes around it, each in it doubled, a delimiter or newline */
    if (column->validity != NULL) bound += rows * table->null_size;
  }
  return bound;
}

/* Empty text is quoted as well, so that it differs from no value and a row is never an empty line. */
static bool needs_quotes(const struct cell *cell) {
  if (cell->is_null) return false;
  for (size_t i = 0; i < cell->size; i++) {
    const uint8_t byte = cell->bytes[i];
    if (byte == '"' || byte == ',' || byte == '\n' || byte == '\r') return true;
  }
  return cell->size == 0 || cell->looks_null;
}

static size_t write_cell(enum table_form form, const struct cell *cell, uint8_t *out) {
  if (form == TABLE_TSV || !needs_quotes(cell)) {
    memcpy(out, cell->bytes, cell->size);
    return cell->size;
  }
  size_t used = 0;
  out[used++] = '"';
  for (size_t i = 0; i < cell->size; i++) {
    if (cell->bytes[i] == '"') out[used++] = '"';
    out[used++] = cell->bytes[i];
  }
  out[used++] = '"';
  return used;
}

size_t table_write_name(enum table_form form, const char *name, uint8_t *out) {
  const struct cell cell = {.bytes = (const uint8_t *)name, .size = strlen(name)};
  return write_cell(form, &cell, out);
}

size_t table_write(const struct table *table, size_t row, uint8_t *out) {
  size_t used = 0;
  for (size_t i = 0; i < table->count; i++) {
    const struct cell cell = cell_at(table, &table->columns[i], row);
    if (i > 0) out[used++] = (uint8_t)table_delimiter(table->form);
    used += write_cell(table->form, &cell, out + used);
  }
  out[used++] = '\n';
  return used;
}
