/* Questions are asked: the values of a record take the places that they leave open. */
#include <inttypes.h>
#include <stdlib.h>

#include "advise/cells.h"
#include "advise/growing_text.h"
#include "advise/questions.h"
#include "base/error.h"
#include "text/floating.h"

bool rowkey_question_can_ask(const struct question *question, const rowkey_values *records, size_t row) {
  for (size_t i = 0; i < question->count; i++) {
    const struct question_part *part = &question->parts[i];
    if (part->kind != PART_AS_WRITTEN && is_null_at(&records[part->column], row)) return false;
  }
  return true;
}

struct asking {
  const struct asked_columns *columns;
  const rowkey_values *records;
  size_t row;
  struct growing_text text;
  rowkey_error *error;
};

/* ---- Values ------------------------------------------------------------------------------------ */

/* Bytes in double quotes, as conditions have them. */
static void put_quoted(struct asking *asking, const uint8_t *bytes, size_t size) {
  grow(&asking->text, "\"");
  for (size_t i = 0; i < size; i++) {
    const bool is_plain = bytes[i] >= 0x20 && bytes[i] < 0x7f && bytes[i] != '"' && bytes[i] != '\\';
    rowkey_grow_printf(&asking->text, is_plain ? "%c" : "\\x%02X", bytes[i]);
  }
  grow(&asking->text, "\"");
}

/* A value of a type such as time(ms), as its text. */
static bool put_written(struct asking *asking, size_t column, const rowkey_values *value) {
  const rowkey_column_type *type = asking->columns->types[column];
  const size_t room = rowkey_column_type_write_bound(type, value, 1);
  uint8_t *text = room == SIZE_MAX ? NULL : malloc(room + 1);
  if (text == NULL) {
    asking->text.failed = true;
    return true;
  }
  uint64_t offsets[2] = {0};
  const rowkey_decoded written = rowkey_decoded_text(text, room, offsets, 1);
  const bool good = rowkey_column_type_write(type, value, 1, &written, asking->error) == ROWKEY_OK;
  if (good)
    put_quoted(asking, text, (size_t)offsets[1]);
  else
    asking->error->column = column;
  free(text);
  return good;
}

static bool put_number(struct asking *asking, size_t column, uint64_t bits) {
  if (asking->columns->types[column] != NULL) {
    const rowkey_values value = rowkey_kept_numbers(asking->columns->columns[column].type, &bits, 1);
    return put_written(asking, column, &value);
  }
  if (asking->columns->columns[column].type == ROWKEY_I64)
    rowkey_grow_printf(&asking->text, "%" PRId64, (int64_t)bits);
  else
    rowkey_grow_printf(&asking->text, "%" PRIu64, bits);
  return true;
}

static uint64_t number_of(const struct asking *asking, size_t column) {
  return ((const uint64_t *)asking->records[column].data)[asking->row];
}

static bool put_value(struct asking *asking, size_t column) {
  if (asking->columns->columns[column].type != ROWKEY_TEXT)
    return put_number(asking, column, number_of(asking, column));
  const rowkey_value text = kept_value_at(ROWKEY_TEXT, &asking->records[column], asking->row);
  if (asking->columns->types[column] != NULL) {
    const rowkey_values value = rowkey_values_of_width(ROWKEY_KIND_KEPT, text.as.text, text.size, 1);
    return put_written(asking, column, &value);
  }
  put_quoted(asking, text.as.text, text.size);
  return true;
}

/* *bits becomes the number so far below it, or above it. False where that is beyond all numbers. */
static bool moves(rowkey_type type, uint64_t length, bool down, uint64_t *bits) {
  const uint64_t from = *bits;
  *bits = down ? from - length : from + length; /* of signed ones as well, in two's complement */
  if (type == ROWKEY_U64) return down ? from >= length : *bits >= from;
  int64_t number;
  return length <= INT64_MAX && !(down ? __builtin_sub_overflow((int64_t)from, (int64_t)length, &number)
                                       : __builtin_add_overflow((int64_t)from, (int64_t)length, &number));
}

/* "ts > 5", with a comma before it if another one is there. */
static void put_comparison(struct asking *asking, size_t column, const char *comparison, bool *is_first) {
  if (!*is_first) grow(&asking->text, ", ");
  *is_first = false;
  rowkey_grow_name(&asking->text, asking->columns->columns[column].name);
  rowkey_grow_printf(&asking->text, " %s ", comparison);
}

static double float_of(const struct asking *asking, size_t column) {
  const rowkey_type type = asking->columns->columns[column].type;
  const rowkey_value value = kept_value_at(type, &asking->records[column], asking->row);
  return type == ROWKEY_F32 ? (double)value.as.f32 : value.as.f64;
}

/* Its digits are read as the same number. */
static void put_float(struct asking *asking, size_t column, double value) {
  char digits[40];
  struct text_buffer text = {digits, sizeof digits};
  const bool is_narrow = asking->columns->columns[column].type == ROWKEY_F32;
  rowkey_show_f64(&text, is_narrow ? (double)(float)value : value);
  grow(&asking->text, digits);
}

static void put_near_float(struct asking *asking, const struct question_part *part) {
  const double value = float_of(asking, part->column);
  bool is_first = true;
  put_comparison(asking, part->column, ">=", &is_first);
  put_float(asking, part->column, value - part->distance);
  put_comparison(asking, part->column, "<=", &is_first);
  put_float(asking, part->column, value + part->distance);
}

/* The numbers from one that is so far below the record's, or above that, up to one that is so far above it.
 */
static bool put_interval(struct asking *asking, const struct question_part *part) {
  const rowkey_type type = asking->columns->columns[part->column].type;
  const bool is_near = part->kind == PART_NEAR;
  const uint64_t number = number_of(asking, part->column);
  uint64_t low = number, high = number;
  bool is_first = true;
  if (moves(type, part->length, true, &low)) {
    put_comparison(asking, part->column, is_near ? ">=" : ">", &is_first);
    if (!put_number(asking, part->column, low)) return false;
  }
  if (is_near && !moves(type, part->length, false, &high)) high = type == ROWKEY_U64 ? UINT64_MAX : INT64_MAX;
  put_comparison(asking, part->column, "<=", &is_first);
  return put_number(asking, part->column, high);
}

static bool put_part(struct asking *asking, const struct question_part *part) {
  const rowkey_type type = asking->columns->columns[part->column].type;
  if (part->kind == PART_AS_WRITTEN) {
    rowkey_grow_bytes(&asking->text, part->text.at, part->text.size);
    return true;
  }
  if (part->kind == PART_VALUE) {
    rowkey_grow_name(&asking->text, asking->columns->columns[part->column].name);
    rowkey_grow_printf(&asking->text, " %.*s ", (int)part->comparison.size, part->comparison.at);
    return put_value(asking, part->column);
  }
  if (type != ROWKEY_F64 && type != ROWKEY_F32) return put_interval(asking, part);
  put_near_float(asking, part);
  return true;
}

bool rowkey_question_ask(const struct question *question, const struct asked_columns *columns,
                         const rowkey_values *records, size_t row, struct string_list *texts,
                         rowkey_error *error) {
  struct asking asking = {
      .columns = columns, .records = records, .row = row, .text = {.list = texts}, .error = error};
  for (size_t i = 0; i < question->count; i++) {
    if (i > 0) grow(&asking.text, ", ");
    if (!put_part(&asking, &question->parts[i])) return false;
  }
  if (rowkey_grow_finish(&asking.text)) return true;
  rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for a question");
  return false;
}
