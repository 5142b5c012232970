#include "told_columns.h"

#include <stdlib.h>
#include <string.h>

#include "failure.h"

#define EXPECTED "expected NAME:TYPE with commas between, such as host:text,ts:time(ms)"
#define EXPECTED_TYPE                                                                                         \
  "expected u64, i64, f64, f32, text, time(ms), epoch(ms), decimal(2), uuid, ip, ipv4, hex, base64, bool or " \
  "enum(a,b)"

static const struct {
  const char *name;
  rowkey_type type;
} plain_types[] = {{"u64", ROWKEY_U64},
                   {"i64", ROWKEY_I64},
                   {"f64", ROWKEY_F64},
                   {"f32", ROWKEY_F32},
                   {"text", ROWKEY_TEXT}};

static struct text trimmed(struct text text) {
  while (text.size > 0 && strchr(" \t\r\n", text.data[0]) != NULL) text.data++, text.size--;
  while (text.size > 0 && strchr(" \t\r\n", text.data[text.size - 1]) != NULL) text.size--;
  return text;
}

/* How far the first item goes: to a comma outside parentheses and quotes. */
static size_t item_length(struct text text) {
  size_t at = 0, depth = 0;
  bool is_quoted = false;
  for (; at < text.size && (text.data[at] != ',' || depth > 0); at++) {
    if (text.data[at] == '"' && depth > 0) is_quoted = !is_quoted;
    if (is_quoted && text.data[at] == '\\') at++;
    if (is_quoted) continue;
    if (text.data[at] == '(') depth++;
    if (text.data[at] == ')' && depth > 0) depth--;
  }
  return at < text.size ? at : text.size;
}

static bool read_type(struct text text, const char *name, struct told_column *told, rowkey_error *error) {
  for (size_t i = 0; i < sizeof plain_types / sizeof *plain_types; i++) {
    if (!text_equals(text, (struct text){plain_types[i].name, strlen(plain_types[i].name)})) continue;
    *told = (struct told_column){.column = rowkey_column_of(name, plain_types[i].type)};
    return true;
  }
  if (text.size > 3 && memcmp(text.data, "uid", 3) == 0)
    return fail(error, ROWKEY_ERROR_TYPE,
                "column %s: the type uid opens a file, which SQL functions do not (expected another type)",
                name);
  rowkey_error problem;
  rowkey_column_type *type = rowkey_column_type_parse(text.data, text.size, &problem);
  if (type == NULL && problem.status == ROWKEY_ERROR_TYPE)
    return fail(error, ROWKEY_ERROR_TYPE, "column %.64s: there is no type %.*s (" EXPECTED_TYPE ")", name,
                (int)(text.size < 100 ? text.size : 100), text.data);
  if (type == NULL) return fail(error, problem.status, "column %.64s: %s", name, problem.text);
  *told = (struct told_column){.column = rowkey_column_type_column(type, name), .written_as = type};
  return true;
}

static void free_column(struct told_column *column) {
  free((char *)(uintptr_t)column->column.name);
  rowkey_column_type_free(column->written_as);
}

static bool fail_twice(struct told_column *column, rowkey_error *error) {
  fail(error, ROWKEY_ERROR_ARGUMENT, "columns: %.64s is named twice (expected each column once)",
       column->column.name);
  free_column(column);
  return false;
}

static bool put(struct told_columns *told, struct told_column column, rowkey_error *error) {
  column.list = told->lists;
  for (size_t i = 0; i < told->count; i++) {
    if (strcmp(told->columns[i].column.name, column.column.name) != 0) continue;
    if (told->columns[i].list == told->lists) return fail_twice(&column, error);
    free_column(&told->columns[i]);
    told->columns[i] = column;
    return true;
  }
  struct told_column *columns = realloc(told->columns, (told->count + 1) * sizeof *columns);
  if (columns == NULL) {
    free_column(&column);
    return fail_memory(error);
  }
  told->columns = columns;
  columns[told->count++] = column;
  return true;
}

static bool add_item(struct told_columns *told, struct text item, rowkey_error *error) {
  const char *colon = item.size == 0 ? NULL : memchr(item.data, ':', item.size);
  if (colon == NULL)
    return fail(error, ROWKEY_ERROR_ARGUMENT, "columns: \"%.*s\" is not understood (" EXPECTED ")",
                (int)(item.size < 100 ? item.size : 100), item.data);
  const struct text name = trimmed((struct text){item.data, (size_t)(colon - item.data)});
  const struct text type = trimmed((struct text){colon + 1, item.size - (size_t)(colon + 1 - item.data)});
  char *copy = calloc(name.size + 1, 1);
  if (copy == NULL) return fail_memory(error);
  memcpy(copy, name.data, name.size);
  struct told_column column;
  if (read_type(type, copy, &column, error)) return put(told, column, error);
  free(copy);
  return false;
}

bool told_add(struct told_columns *told, struct text text, rowkey_error *error) {
  told->lists++;
  if (trimmed(text).size == 0) return true;
  for (;;) {
    const size_t length = item_length(text);
    if (!add_item(told, trimmed((struct text){text.data, length}), error)) return false;
    if (length == text.size) return true;
    text = (struct text){text.data + length + 1, text.size - length - 1};
  }
}

const struct told_column *told_find(const struct told_columns *told, const char *name) {
  for (size_t i = 0; i < told->count; i++)
    if (strcmp(told->columns[i].column.name, name) == 0) return &told->columns[i];
  return NULL;
}

void told_free(struct told_columns *told) {
  for (size_t i = 0; i < told->count; i++) free_column(&told->columns[i]);
  free(told->columns);
  *told = (struct told_columns){0};
}
