#include "layout_records.h"

#include <stdlib.h>
#include <string.h>

/* `n`, `m` and `tag` have nulls; `tag` and `code` are text of one width, which `code` says of itself; `at` is
 * an instant. New columns go to the end, where they change the meaning of the fewest seeds. */
const rowkey_column fuzz_schema[COLUMNS] = {{.name = "id", .type = ROWKEY_U64},
                                            {.name = "ts", .type = ROWKEY_I64},
                                            {.name = "host", .type = ROWKEY_TEXT},
                                            {.name = "n", .type = ROWKEY_U64},
                                            {.name = "line", .type = ROWKEY_TEXT},
                                            {.name = "f", .type = ROWKEY_F64},
                                            {.name = "g", .type = ROWKEY_F32},
                                            {.name = "m", .type = ROWKEY_I64},
                                            {.name = "tag", .type = ROWKEY_TEXT},
                                            {.name = "code", .type = ROWKEY_TEXT, .width = 4},
                                            {.name = "at", .type = ROWKEY_I64, .unit = ROWKEY_MILLISECONDS}};
enum { TS = 1, N = 3, M = 7, TAG = 8, CODE = 9, AT = 10 };

/* Columns whose numbers the input has; the others take those of one of them. */
enum { DRAWN = 9 };
static size_t drawn_for(size_t column) { return column == CODE ? TAG : column == AT ? TS : column; }

static size_t size_of(size_t column) {
  rowkey_type type = fuzz_schema[column].type;
  return type == ROWKEY_F32 || type == ROWKEY_TEXT ? 4 : 8;
}

static bool has_nulls(size_t column) { return column == N || column == M || column == TAG; }
static bool is_fixed_text(size_t column) { return column == TAG || column == CODE; }
static bool reads_strings(size_t column) {
  return fuzz_schema[column].type == ROWKEY_TEXT && !is_fixed_text(column);
}

/* A number as the column's type: floating-point numbers by their value or by their bits. */
static void put_number(size_t column, uint64_t number, uint8_t *out) {
  uint32_t low = (uint32_t)number;
  double as_double = (double)(int64_t)number / 4;
  float as_float = (float)as_double;
  if (fuzz_schema[column].type == ROWKEY_F64 && number % 2 == 0)
    memcpy(out, &as_double, sizeof as_double);
  else if (fuzz_schema[column].type == ROWKEY_F32 && number % 2 == 0)
    memcpy(out, &as_float, sizeof as_float);
  else if (size_of(column) == sizeof low)
    memcpy(out, &low, sizeof low);
  else
    memcpy(out, &number, sizeof number);
}

/* The first rows are drawn, the others follow from them. */
static void fill_column(struct fuzz_records *records, size_t column, const uint64_t *drawn) {
  const size_t size = size_of(column), rows = records->rows;
  uint8_t *bytes = fuzz_allocate(rows * size);
  records->numbers[column] = bytes;
  for (size_t row = 0; row < rows; row++)
    put_number(column, drawn[row % 8] + (row < 8 ? 0 : row), bytes + row * size);
  rowkey_values *values = &records->columns[column];
  *values = is_fixed_text(column) ? rowkey_values_of_width(ROWKEY_KIND_KEPT, bytes, size, rows)
                                  : rowkey_kept_numbers(fuzz_schema[column].type, bytes, rows);
  if (!has_nulls(column)) return;
  values->validity_offset = (size_t)(drawn[0] % 11);
  const size_t validity_size = (size_t)(values->validity_offset + rows + 7) / 8;
  uint8_t *validity = records->validity[column] = fuzz_allocate(validity_size);
  for (size_t i = 0; i < validity_size; i++) validity[i] = (uint8_t)~(drawn[1] >> i % 8 * 8);
  values->validity = validity;
}

struct fuzz_question fuzz_take_question(const uint8_t *data, size_t size, size_t most_choices) {
  const uint8_t *newline = size == 0 ? NULL : memchr(data, '\n', size);
  const size_t length = newline == NULL ? size : (size_t)(newline - data);
  struct fuzz_input input = fuzz_begin(data + length, size - length);
  fuzz_take(&input, 1); /* the newline */
  const size_t choices = input.size < most_choices ? input.size : most_choices;
  return (struct fuzz_question){
      .layout = rowkey_layout_compile((const char *)data, length, fuzz_schema, COLUMNS, NULL),
      .template_size = length,
      .choices = {.data = input.data, .size = choices, .may_be_many = input.may_be_many},
      .records = {.data = input.data + choices,
                  .size = input.size - choices,
                  .may_be_many = input.may_be_many},
  };
}

struct fuzz_records fuzz_take_records(struct fuzz_input *input) {
  struct fuzz_records records = {.rows = 0};
  uint64_t drawn[DRAWN][8] = {{0}};
  /* Numbers first: the strings take the rest of the input. */
  const size_t count = (size_t)fuzz_take_up_to(input, 8);
  for (size_t column = 0; column < DRAWN; column++)
    for (size_t i = 0; i < 8; i++)
      drawn[column][i] = i < count ? fuzz_take_number(input) : drawn[column][0] + i;
  records.strings = fuzz_take_strings(input, ROWS_MAX);
  records.rows = records.strings.rows;
  const struct rowkey_strings *strings = &records.strings.strings;
  for (size_t column = 0; column < COLUMNS; column++) {
    if (reads_strings(column))
      records.columns[column] =
          rowkey_values_of_spans(ROWKEY_KIND_KEPT, strings->bytes, (size_t)strings->size, strings->begin,
                                 strings->end, records.rows);
    else
      fill_column(&records, column, drawn[drawn_for(column)]);
  }
  return records;
}

void fuzz_free_records(struct fuzz_records *records) {
  for (size_t column = 0; column < COLUMNS; column++) {
    free(records->numbers[column]);
    free(records->validity[column]);
  }
}

void fuzz_rows_from(const struct fuzz_records *records, size_t first, rowkey_values columns[COLUMNS]) {
  for (size_t column = 0; column < COLUMNS; column++) {
    rowkey_values *values = &columns[column];
    *values = records->columns[column];
    if (reads_strings(column)) {
      values->begin += first;
      values->end += first;
    } else {
      values->data = (const uint8_t *)values->data + first * size_of(column);
      if (is_fixed_text(column)) values->size -= first * size_of(column);
    }
    values->validity_offset += first;
    values->rows -= first;
  }
}

static bool is_null(const rowkey_values *values, size_t row) {
  const size_t bit = values->validity_offset + row;
  return values->validity != NULL && (values->validity[bit / 8] >> bit % 8 & 1) == 0;
}

void fuzz_row(const struct fuzz_records *records, size_t row, rowkey_value values[COLUMNS]) {
  for (size_t column = 0; column < COLUMNS; column++) {
    const rowkey_values *from = &records->columns[column];
    const uint8_t *bytes = from->data;
    rowkey_value *value = &values[column];
    *value = (rowkey_value){.is_null = is_null(from, row), .tag = from->tag};
    if (reads_strings(column)) {
      value->size = (size_t)(from->end[row] - from->begin[row]);
      value->as.text = value->size == 0 ? bytes : bytes + from->begin[row];
    } else if (is_fixed_text(column)) {
      value->size = size_of(column);
      value->as.text = bytes + row * size_of(column);
    } else {
      memcpy(&value->as, bytes + row * size_of(column), size_of(column));
    }
  }
}
