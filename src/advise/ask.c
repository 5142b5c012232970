/* Questions are asked: the values of a record take the places that they leave open. */
#include <inttypes.h>
#include <stdlib.h>

#include "advise/cells.h"
#include "advise/growing_text.h"
#include "advise/questions.h"
#include "base/error.h"

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

/* *then: the beginning of the time that ends with `bits`. False where that is before all numbers. */
static bool begins(const struct asking *asking, const struct question_part *part, uint64_t bits,
                   uint64_t *then) {
  *then = bits - part->length; /* of signed ones as well, in two's complement */
  if (asking->columns->columns[part->column].type == ROWKEY_U64) return bits >= part->length;
  int64_t number;
  return part->length <= INT64_MAX && !__builtin_sub_overflow((int64_t)bits, (int64_t)part->length, &number);
}

static bool put_part(struct asking *asking, const struct question_part *part) {
  if (part->kind == PART_AS_WRITTEN) {
    rowkey_grow_bytes(&asking->text, part->text.at, part->text.size);
    return true;
  }
  const char *name = asking->columns->columns[part->column].name;
  if (part->kind == PART_VALUE) {
    rowkey_grow_name(&asking->text, name);
    rowkey_grow_printf(&asking->text, " %.*s ", (int)part->comparison.size, part->comparison.at);
    return put_value(asking, part->column);
  }
  const uint64_t now = number_of(asking, part->column);
  uint64_t then;
  if (begins(asking, part, now, &then)) {
    rowkey_grow_name(&asking->text, name);
    grow(&asking->text, " > ");
    if (!put_number(asking, part->column, then)) return false;
    grow(&asking->text, ", ");
  }
  rowkey_grow_name(&asking->text, name);
  grow(&asking->text, " <= ");
  return put_number(asking, part->column, now);
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
