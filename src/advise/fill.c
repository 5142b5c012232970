/* One question, filled in from one record. */
#include <rowkey/advise.h>
#include <stdlib.h>

#include "advise/cells.h"
#include "advise/questions.h"
#include "base/error.h"

/* The record as columns of one row, in which only those that the question leaves open are set. */
struct kept_record {
  rowkey_values *columns;
  rowkey_value *values;
  uint8_t *room; /* for what conversions make */
};

static bool is_open(const struct question *question, size_t column) {
  for (size_t i = 0; i < question->count; i++)
    if (question->parts[i].kind != PART_AS_WRITTEN && question->parts[i].column == column) return true;
  return false;
}

enum { ROOM = 16 }; /* beside the bytes of a value */

static size_t room_of(const rowkey_value *value) {
  const bool is_text = (value->tag >> 8 & 0xff) == ROWKEY_FORM_NONE && !value->is_null;
  if (!is_text) return ROOM;
  return value->size > PTRDIFF_MAX - ROOM ? PTRDIFF_MAX : value->size + ROOM;
}

static rowkey_status keep_value(const rowkey_column *column, size_t index, const rowkey_value *value,
                                uint8_t *room, rowkey_value *kept, rowkey_error *error) {
  const rowkey_status status = rowkey_value_keep(column, value, room, room_of(value), kept, error);
  if (status == ROWKEY_OK && !kept->is_null && !cell_is_nan(column->type, kept)) return ROWKEY_OK;
  if (status == ROWKEY_OK)
    rowkey_error_set(error, ROWKEY_ERROR_RANGE,
                     "the record has no value of %s (expected one, for the question)", column->name);
  error->column = index;
  return error->status;
}

static bool reserve_record(const struct question *question, const rowkey_record *record,
                           struct kept_record *kept) {
  size_t room = 1;
  for (size_t i = 0; i < record->count; i++)
    if (is_open(question, i)) {
      const size_t more = room_of(&record->values[i]);
      if (more > PTRDIFF_MAX - room) return false;
      room += more;
    }
  *kept = (struct kept_record){calloc(record->count + 1, sizeof *kept->columns),
                               calloc(record->count + 1, sizeof *kept->values), malloc(room)};
  return kept->columns != NULL && kept->values != NULL && kept->room != NULL;
}

static rowkey_status keep_record(const struct question *question, const rowkey_column *columns,
                                 const rowkey_record *record, struct kept_record *kept, rowkey_error *error) {
  if (!reserve_record(question, record, kept))
    return rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for a question");
  uint8_t *room = kept->room;
  for (size_t i = 0; i < record->count; i++) {
    rowkey_value *value = &kept->values[i];
    if (!is_open(question, i)) continue;
    const rowkey_status status = keep_value(&columns[i], i, &record->values[i], room, value, error);
    if (status != ROWKEY_OK) return status;
    room += room_of(&record->values[i]);
    kept->columns[i] = columns[i].type == ROWKEY_TEXT
                           ? rowkey_values_of_width(ROWKEY_KIND_KEPT, value->as.text, value->size, 1)
                           : rowkey_kept_numbers(columns[i].type, &value->as, 1);
  }
  return ROWKEY_OK;
}

/* The string with a NUL, in the caller's memory. */
static rowkey_status hand_over(const struct string_list *texts, char *text, size_t capacity, size_t *size,
                               rowkey_error *error) {
  *size = string_size(texts, 0);
  if (*size >= capacity)
    return rowkey_error_set(error, ROWKEY_ERROR_SPACE,
                            "capacity is %zu (expected %zu, for the conditions and a NUL)", capacity,
                            *size + 1);
  memcpy(text, string_at(texts, 0), *size);
  text[*size] = '\0';
  return ROWKEY_OK;
}

static rowkey_status check_arguments(const rowkey_column *columns, size_t count, const char *question,
                                     size_t length, const rowkey_record *record, rowkey_error *error) {
  if (!rowkey_is_array(columns, count, sizeof *columns, "columns", error) ||
      !rowkey_is_array(question, length, 1, "bytes of the question", error) ||
      !rowkey_is_given(record, "record", error) ||
      !rowkey_is_array(record->values, record->count, sizeof *record->values, "values of the record", error))
    return ROWKEY_ERROR_ARGUMENT;
  const rowkey_status status = rowkey_check_count("the record's count", record->count, count, error);
  return status != ROWKEY_OK ? status : ROWKEY_CHECK_RESERVED(record, "rowkey_record", error);
}

rowkey_status rowkey_question_fill(const rowkey_column *columns, const rowkey_column_type *const *types,
                                   size_t count, const char *question, size_t length,
                                   const rowkey_record *record, char *text, size_t capacity, size_t *size,
                                   rowkey_error *error) {
  rowkey_error own;
  if (error == NULL) error = &own;
  rowkey_status status = check_arguments(columns, count, question, length, record, error);
  if (status != ROWKEY_OK) return status;
  if (!rowkey_is_given(size, "size", error) ||
      !rowkey_is_array(text, capacity, 1, "bytes of the text", error))
    return ROWKEY_ERROR_ARGUMENT;
  const rowkey_column_type **no_types = types != NULL ? NULL : calloc(count + 1, sizeof *no_types);
  if (types == NULL && no_types == NULL)
    return rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for a question");
  const struct asked_columns asked = {columns, types != NULL ? types : no_types, count};
  struct kept_record kept = {.columns = NULL};
  struct string_list texts = {0};
  struct question *read = rowkey_question_read(&asked, question, length, error);
  status = read == NULL ? error->status : keep_record(read, columns, record, &kept, error);
  if (status == ROWKEY_OK && !rowkey_question_ask(read, &asked, kept.columns, 0, &texts, error))
    status = error->status;
  if (status == ROWKEY_OK) status = hand_over(&texts, text, capacity, size, error);
  rowkey_strings_free(&texts);
  free(kept.columns);
  free(kept.values);
  free(kept.room);
  rowkey_question_free(read);
  free(no_types);
  return status;
}
