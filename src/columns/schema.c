/* The one parser of schemas: names and types of columns. */
#include <limits.h>
#include <rowkey/schema.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "columns/conversion.h"
#include "columns/value.h"
#include "text/names.h"
#include "text/tokens.h"
#include "types/type.h"

/* No real records have more: a slip of the keyboard is reported instead of eating memory. */
enum { LONGEST_SCHEMA = 1 << 20, MOST_COLUMNS = 10000 };

struct rowkey_schema {
  rowkey_column *columns;
  size_t count;
  struct arena arena; /* of the columns and their names */
};

/* A text that is read from byte `at` on. */
struct reading {
  struct diagnostic diagnostic;
  size_t at;
  bool opens_files;
  size_t column; /* its place in the schema */
};

static char next_byte(const struct reading *reading) {
  return reading->at < reading->diagnostic.length ? reading->diagnostic.text[reading->at] : '\0';
}

static bool is_at_end(const struct reading *reading) { return reading->at == reading->diagnostic.length; }

static void skip_blanks(struct reading *reading) {
  while (is_blank(next_byte(reading))) reading->at++;
}

static struct slice next_word(const struct reading *reading) {
  const char *begin = reading->diagnostic.text + reading->at;
  return (struct slice){begin, rowkey_name_length(begin, reading->diagnostic.length - reading->at)};
}

static bool fail_memory(rowkey_error *error) {
  rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory while reading a schema");
  return false;
}

/* ---- Types ------------------------------------------------------------------------------------------- */

static const rowkey_type plain_types[] = {ROWKEY_U64, ROWKEY_I64, ROWKEY_F64, ROWKEY_F32, ROWKEY_TEXT};
enum { PLAIN_TYPES = sizeof plain_types / sizeof *plain_types };

static struct slice type_word(const void *context, size_t index) {
  if (index > PLAIN_TYPES) return rowkey_type_kind_name(context, index - PLAIN_TYPES - 1);
  const char *word = index == PLAIN_TYPES ? "bytes" : rowkey_type_name(plain_types[index]);
  return (struct slice){word, strlen(word)};
}

/* Reads "(N)". */
static bool read_width(struct reading *reading, rowkey_column *column) {
  const size_t begin = ++reading->at;
  uint32_t width = 0;
  for (; is_digit(next_byte(reading)) && width <= COLUMN_WIDTH_MAX; reading->at++)
    width = width * 10 + (uint32_t)(next_byte(reading) - '0');
  if (width == 0 || width > COLUMN_WIDTH_MAX || next_byte(reading) != ')')
    return rowkey_fail(&reading->diagnostic, ROWKEY_ERROR_SYNTAX, begin,
                       "bytes(N) with N from 1 to 1048576, or bytes alone", "the width is not valid");
  reading->at++;
  column->width = width;
  return true;
}

/* Reads what may follow a plain type. */
static bool read_plain(struct reading *reading, rowkey_type type, struct slice word, rowkey_column *column) {
  *column = rowkey_column_of(column->name, type);
  reading->at += word.size;
  if (next_byte(reading) != '(') return true;
  if (slice_is(word, "bytes")) return read_width(reading, column);
  return rowkey_fail(&reading->diagnostic, ROWKEY_ERROR_SYNTAX, reading->at,
                     type == ROWKEY_TEXT ? "text alone, or bytes(N) for values of N bytes" : "the type alone",
                     "%s has no parameters", rowkey_show(word).text);
}

static bool fail_type(const struct reading *reading, struct slice word) {
  const struct suggestion expected = rowkey_suggest(word, "types", type_word, NULL);
  return rowkey_fail(&reading->diagnostic, ROWKEY_ERROR_TYPE, reading->at, expected.text,
                     word.size == 0 ? "a type is missing%s" : "there is no type %s",
                     word.size == 0 ? "" : rowkey_show(word).text);
}

static bool read_type(struct reading *reading, rowkey_column *column) {
  const struct slice word = next_word(reading);
  for (size_t i = 0; i < PLAIN_TYPES; i++)
    if (slice_is(word, rowkey_type_name(plain_types[i])))
      return read_plain(reading, plain_types[i], word, column);
  if (slice_is(word, "bytes")) return read_plain(reading, ROWKEY_TEXT, word, column);
  const struct type_kind *kind = rowkey_find_type_kind(word);
  if (kind == NULL) return fail_type(reading, word);
  if (!reading->opens_files && kind->look_up != NULL)
    return rowkey_fail(&reading->diagnostic, ROWKEY_ERROR_TYPE, reading->at, "another type",
                       "the type %s opens a file, which is not allowed here", kind->name);
  const rowkey_column_type *type = rowkey_read_column_type(kind, &reading->diagnostic, &reading->at);
  if (type == NULL) return false;
  *column = rowkey_column_type_column(type, column->name);
  return true;
}

rowkey_status rowkey_column_declare(const char *name, const char *type, size_t length, rowkey_column *column,
                                    rowkey_error *error) {
  rowkey_error unused;
  if (error == NULL) error = &unused;
  if (!rowkey_is_given(name, "name of the column", error) ||
      !rowkey_is_array(type, length, 1, "bytes of the type", error) ||
      !rowkey_is_given(column, "column", error))
    return error->status;
  if (length > LONGEST_SCHEMA)
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "the type has %zu bytes (expected at most 1048576)",
                            length);
  struct reading reading = {.diagnostic = {type == NULL ? "" : type, length, error}, .opens_files = true};
  rowkey_column declared = {.name = name};
  skip_blanks(&reading);
  if (!read_type(&reading, &declared)) return error->status;
  skip_blanks(&reading);
  if (!is_at_end(&reading)) {
    rowkey_fail(&reading.diagnostic, ROWKEY_ERROR_SYNTAX, reading.at, "the end of the type",
                "something follows the type");
    rowkey_column_free(&declared);
    return error->status;
  }
  *column = declared;
  return ROWKEY_OK;
}

void rowkey_column_free(rowkey_column *column) {
  if (column == NULL) return;
  rowkey_column_type_free((rowkey_column_type *)(uintptr_t)column->declared);
  column->declared = NULL;
}

/* A declared type may hold NULs in its quotes. */
static size_t copy_type(struct slice type, char *text, size_t size) {
  const size_t shown = type.size < size ? type.size : size - 1;
  if (size == 0) return type.size;
  memcpy(text, type.at, shown);
  text[shown] = '\0';
  return type.size;
}

size_t rowkey_column_type_name(const rowkey_column *column, char *text, size_t size) {
  static const char *const units[] = {"", "s", "ms", "us", "ns"};
  if (column == NULL || (text == NULL && size > 0)) return 0;
  if (size > INT_MAX) size = INT_MAX; /* snprintf takes no more */
  if (column->declared != NULL) return copy_type(column->declared->text, text, size);
  if (column->unit != ROWKEY_NO_TIME) return (size_t)snprintf(text, size, "time(%s)", units[column->unit]);
  if (column->width > 0) return (size_t)snprintf(text, size, "bytes(%lu)", (unsigned long)column->width);
  return (size_t)snprintf(text, size, "%s", rowkey_type_name(column->type));
}

/* ---- Columns ----------------------------------------------------------------------------------------- */

static bool check_name(const struct reading *reading, const struct rowkey_schema *schema, struct slice name) {
  static const char expected[] = "NAME:TYPE, such as host:text or ts:time(ms)";
  const struct diagnostic *diagnostic = &reading->diagnostic;
  if (name.size == 0)
    return rowkey_fail(diagnostic, ROWKEY_ERROR_SYNTAX, reading->at, expected,
                       "the name of a column is missing");
  if (next_byte(reading) != '`' && !rowkey_is_name(name.at, name.size))
    return rowkey_fail(diagnostic, ROWKEY_ERROR_SYNTAX, reading->at,
                       "a name that begins with a letter, or any in backquotes, such as `user-id`",
                       "%s is not a valid name of a column", rowkey_show(name).text);
  for (size_t i = 0; i < schema->count; i++)
    if (slice_is(name, schema->columns[i].name))
      return rowkey_fail(diagnostic, ROWKEY_ERROR_SYNTAX, reading->at, "each column once",
                         "%s is named twice", rowkey_show(name).text);
  return schema->count < MOST_COLUMNS ||
         rowkey_fail(diagnostic, ROWKEY_ERROR_SYNTAX, reading->at, "at most 10000 columns",
                     "the schema has too many columns");
}

/* Reads "NAME:TYPE", and blanks after it, into a column whose name belongs to the schema. */
static bool read_column(struct reading *reading, struct rowkey_schema *schema, rowkey_column *column) {
  const struct written_name written =
      rowkey_read_name(reading->diagnostic.text + reading->at, reading->diagnostic.length - reading->at);
  const struct slice name = written.name;
  if (!check_name(reading, schema, name)) return false;
  reading->at += written.size;
  skip_blanks(reading);
  if (next_byte(reading) != ':')
    return rowkey_fail(&reading->diagnostic, ROWKEY_ERROR_SYNTAX, reading->at,
                       "a colon and the type of the column", "the type of %s is missing",
                       rowkey_show(name).text);
  reading->at++;
  skip_blanks(reading);
  *column = (rowkey_column){.name = rowkey_arena_copy(&schema->arena, name.at, name.size)};
  if (column->name == NULL) return fail_memory(reading->diagnostic.error);
  if (!read_type(reading, column)) return false;
  skip_blanks(reading);
  return true;
}

static bool read_columns(struct reading *reading, struct rowkey_schema *schema) {
  size_t capacity = 0;
  for (skip_blanks(reading); !is_at_end(reading) || schema->count > 0; skip_blanks(reading)) {
    rowkey_column *columns =
        rowkey_arena_grow(&schema->arena, schema->columns, schema->count, &capacity, sizeof *schema->columns);
    if (columns == NULL) return fail_memory(reading->diagnostic.error);
    schema->columns = columns;
    reading->column = schema->count;
    if (!read_column(reading, schema, &columns[schema->count])) return false;
    schema->count++;
    if (is_at_end(reading)) return true;
    if (next_byte(reading) != ',')
      return rowkey_fail(&reading->diagnostic, ROWKEY_ERROR_SYNTAX, reading->at,
                         "a comma and the next column, or the end", "something follows the type");
    reading->at++;
  }
  return true;
}

static rowkey_schema *parse(const char *text, size_t length, bool opens_files, rowkey_error *error) {
  rowkey_error unused;
  if (error == NULL) error = &unused;
  if (length > LONGEST_SCHEMA) {
    rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "the schema has %zu bytes (expected at most 1048576)",
                     length);
    return NULL;
  }
  if (!rowkey_is_array(text, length, 1, "bytes of the schema", error)) return NULL;
  if (text == NULL) text = "";
  struct rowkey_schema *schema = calloc(1, sizeof *schema);
  struct reading reading = {.diagnostic = {text, length, error}, .opens_files = opens_files};
  if (schema == NULL) {
    fail_memory(error);
    return NULL;
  }
  if (read_columns(&reading, schema)) return schema;
  error->column = reading.column;
  rowkey_schema_free(schema);
  return NULL;
}

rowkey_schema *rowkey_schema_parse(const char *text, size_t length, rowkey_error *error) {
  return parse(text, length, true, error);
}

rowkey_schema *rowkey_schema_parse_without_files(const char *text, size_t length, rowkey_error *error) {
  return parse(text, length, false, error);
}

void rowkey_schema_free(rowkey_schema *schema) {
  if (schema == NULL) return;
  for (size_t i = 0; i < schema->count; i++) rowkey_column_free(&schema->columns[i]);
  rowkey_arena_free(&schema->arena);
  free(schema);
}

const rowkey_column *rowkey_schema_columns(const rowkey_schema *schema, size_t *count) {
  if (count != NULL) *count = schema == NULL ? 0 : schema->count;
  return schema == NULL ? NULL : schema->columns;
}
