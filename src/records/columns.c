#include "records/columns.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "records/join.h"
#include "records/kind.h"
#include "records/text.h"
#include "text/buffer.h"
#include "text/tokens.h"

#define BLANKS " \t\r\n"

/* Where the = of a type and what its column is joined of is, after the colon; NULL without it. */
static char *find_join(char *type) {
  size_t depth = 0;
  bool quoted = false;
  for (; *type != 0; type++) {
    if (*type == '"') quoted = !quoted;
    if (quoted && type[0] == '\\' && type[1] != 0) type++;
    if (quoted) continue;
    if (*type == '=' && depth == 0) return type;
    depth += *type == '(';
    depth -= *type == ')' && depth > 0;
  }
  return NULL;
}

size_t rowkey_records_item_length(const char *text) {
  size_t at = 0, depth = 0;
  if (text == NULL) return 0;
  bool quoted = false, has_type = false, is_joined = false;
  if (text[0] == '`') at += rowkey_read_name(text, strlen(text)).size;
  for (; text[at] != 0 && (text[at] != ',' || depth > 0 || quoted); at++) {
    if (!has_type && text[at] == '\\' && (text[at + 1] == ':' || text[at + 1] == '\\')) at += 2;
    if (text[at] == 0) break;
    has_type = has_type || text[at] == ':';
    is_joined = is_joined || (has_type && depth == 0 && text[at] == '=');
    if (text[at] == '"' && (depth > 0 || is_joined)) quoted = !quoted;
    if (quoted && text[at] == '\\' && text[at + 1] != 0) at++;
    if (quoted) continue;
    if (text[at] == '(') depth++;
    if (text[at] == ')' && depth > 0) depth--;
  }
  return at;
}

bool rowkey_columns_fail(const struct columns *columns, rowkey_status status, rowkey_error *error,
                         const char *format, ...) {
  char text[ROWKEY_ERROR_TEXT_SIZE];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  rowkey_error_set(error, status, "option %scolumns: %s", columns->option, text);
  return false;
}

bool rowkey_columns_fail_memory(rowkey_error *error) {
  rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory");
  return false;
}

static bool fail_item(const struct columns *columns, const char *item, const char *expected,
                      rowkey_error *error) {
  char shown[QUOTED_SIZE];
  return rowkey_columns_fail(columns, ROWKEY_ERROR_SYNTAX, error, "%s is not understood (expected %s)",
                             rowkey_quoted(shown, item, strlen(item)), expected);
}

/* Whether the column may have its name, and no other has it. */
static bool check_name(const struct column *column, const struct record_kind *kind,
                       const struct columns *columns, rowkey_error *error) {
  for (size_t i = 0; i < columns->count; i++) {
    if (strcmp(columns->items[i].name, column->name) == 0) {
      return rowkey_columns_fail(columns, ROWKEY_ERROR_TYPE, error, "%s is named twice", column->name);
    }
  }
  const bool is_plain_text = column->type == ROWKEY_TEXT && column->written_as == NULL;
  return strcmp(column->name, "line") != 0 || (kind->about.is_one_column && is_plain_text) ||
         rowkey_columns_fail(columns, ROWKEY_ERROR_TYPE, error,
                             "the name line stands for the whole record: give the column another name");
}

/* Whether records have columns by their names, and a list can say NAME=PATH:TYPE. */
static bool has_paths(const struct record_kind *kind, enum column_names use) {
  return kind->about.has_members || (kind->about.is_text && use != COLUMNS_OF_FIELDS);
}

static const char *item_syntax(const struct record_kind *kind, enum column_names use) {
  return use == COLUMNS_OF_HEADER
             ? "NAME:TYPE, or NAME=FIELD:TYPE where the header has another name, with " TEXT_TYPES
             : kind->column_syntax;
}

/* Where the path of a column ends: at a colon or a NUL. A \\ stands before a dot, colon or \\ in a name. */
static char *path_end(char *path) {
  while (*path != 0 && *path != ':') path += path[0] == '\\' && path[1] != 0 ? 2 : 1;
  return path;
}

/* Takes the \\ out of a name in a header. */
static void unescape_path(char *path) {
  char *out = path;
  for (const char *in = path; *in != 0; in++) {
    if (in[0] == '\\' && in[1] != 0) in++;
    *out++ = *in;
  }
  *out = 0;
}

/* Appends the item "NAME:TYPE" or "NAME=PATH:TYPE"; `item` is changed. */
static bool add_named(char *item, const struct record_kind *kind, enum column_names use,
                      struct columns *columns, rowkey_error *error) {
  const struct written_name written = rowkey_read_name(item, strlen(item));
  const bool is_quoted = written.size > written.name.size;
  struct column column = {.name = item + is_quoted};
  rowkey_column *schema = &columns->schema[columns->count];
  rowkey_error why = {.status = ROWKEY_OK};
  char *name = item + is_quoted, *name_end = name + written.name.size, *after = item + written.size;
  const bool has_path = *after == '=' && has_paths(kind, use);
  char *colon = has_path ? path_end(after + 1) : after;
  char *parts =
      *colon == ':' && kind->about.is_text && !kind->about.is_one_column ? find_join(colon + 1) : NULL;
  if (*colon != ':' || !(is_quoted || rowkey_is_name(name, written.name.size)) ||
      (parts != NULL && has_path)) {
    return fail_item(columns, item, item_syntax(kind, use), error);
  }
  if (parts != NULL) *parts++ = 0;
  const char *type = colon + 1 + strspn(colon + 1, BLANKS);
  if (!kind->parse_type(type, &column, schema, &why)) {
    if (why.status == ROWKEY_OK) return fail_item(columns, item, item_syntax(kind, use), error);
    *name_end = 0;
    if (why.status == ROWKEY_ERROR_MEMORY) return rowkey_columns_fail_memory(error);
    return rowkey_columns_fail(columns, why.status, error, "column %s: %s", name, why.text);
  }
  *name_end = 0;
  *colon = 0;
  if (has_path && use == COLUMNS_OF_HEADER) unescape_path(after + 1);
  column.path = has_path ? after + 1 : name;
  column.type = schema->type;
  column.written_as = schema->declared;
  column.has_bytes =
      column.type == ROWKEY_TEXT && column.written_as == NULL && strncmp(type, "bytes", 5) == 0;
  schema->name = name;
  if (!check_name(&column, kind, columns, error)) return false;
  if (parts != NULL && (column.join = rowkey_join_parse(parts, name, columns, error)) == NULL) return false;
  column.field = parts != NULL         ? ROWKEY_NONE
                 : kind->about.is_text ? columns->field_count
                                       : columns->record_width;
  columns->record_width += column.width;
  columns->field_count += parts == NULL;
  columns->items[columns->count++] = column;
  return true;
}

static bool add_item(char *item, bool last, const struct record_kind *kind, enum column_names use,
                     struct columns *columns, rowkey_error *error) {
  const bool skip = item[0] == '_' && (item[1] == 0 || item[1] == ':');
  const bool rest = strcmp(item, "...") == 0;
  if ((use == COLUMNS_OF_HEADER || kind->about.has_members) && (skip || rest)) {
    char expected[128] = "only NAME:TYPE: members that no column names are skipped";
    if (!kind->about.has_members)
      snprintf(expected, sizeof expected,
               "only NAME:TYPE: with %.16sheader, columns that are not named are skipped", columns->option);
    return fail_item(columns, item, expected, error);
  }
  if (rest) {
    if (!last || !kind->about.is_text) {
      return fail_item(columns, item, "... only at the end, and not for binary records", error);
    }
    columns->more_fields = true;
    return true;
  }
  if (!skip) return add_named(item, kind, use, columns, error);
  size_t width;
  const char *expected = kind->parse_skip(item, &width);
  if (expected != NULL) return fail_item(columns, item, expected, error);
  columns->record_width += width;
  columns->field_count++;
  return true;
}

/* The text without blanks around it, which is cut off at its end. */
static char *trim(char *text) {
  text += strspn(text, BLANKS);
  for (char *end = text + strlen(text); end > text && is_blank(end[-1]);) *--end = 0;
  return text;
}

/* Cuts `text` at its commas; the names of the columns stay in it. */
static bool add_items(char *text, const struct record_kind *kind, enum column_names use,
                      struct columns *columns, rowkey_error *error) {
  for (char *item = text, *next; item != NULL; item = next) {
    next = item + rowkey_records_item_length(item);
    if (*next == 0) {
      next = NULL;
    } else {
      *next++ = 0;
    }
    if (!add_item(trim(item), next == NULL, kind, use, columns, error)) return false;
  }
  if (kind->about.is_one_column && (columns->field_count != 1 || columns->more_fields)) {
    return rowkey_columns_fail(columns, ROWKEY_ERROR_TYPE, error,
                               "a line is one column (use %sinput csv or tsv for several)", columns->option);
  }
  return true;
}

static void add_line(struct columns *columns) {
  static const char name[] = "line";
  bool has_line = false;
  for (size_t i = 0; i < columns->count; i++) has_line |= strcmp(columns->items[i].name, name) == 0;
  columns->schema_count = columns->count;
  if (!has_line) columns->schema[columns->schema_count++] = rowkey_column_of(name, ROWKEY_TEXT);
}

/* Room for `count` columns. */
static bool make_room(struct columns *columns, size_t count, rowkey_error *error) {
  columns->room = count + 1;
  columns->items = calloc(columns->room, sizeof *columns->items);
  columns->schema = calloc(columns->room, sizeof *columns->schema);
  columns->used = calloc(columns->room, sizeof *columns->used);
  return (columns->items != NULL && columns->schema != NULL && columns->used != NULL) ||
         rowkey_columns_fail_memory(error);
}

static bool parse_list(const char *text, const struct record_kind *kind, enum column_names use,
                       struct columns *columns, rowkey_error *error) {
  size_t most = 1;
  for (const char *c = text; *c != 0; c++) most += *c == ',';
  if (most > MOST_COLUMNS) {
    return rowkey_columns_fail(columns, ROWKEY_ERROR_SYNTAX, error, "more than %d columns", MOST_COLUMNS);
  }
  columns->text = malloc(strlen(text) + 1);
  if (columns->text != NULL) memcpy(columns->text, text, strlen(text) + 1);
  return (columns->text != NULL || rowkey_columns_fail_memory(error)) && make_room(columns, most, error) &&
         add_items(columns->text, kind, use, columns, error);
}

bool rowkey_columns_parse(const char *text, const struct record_kind *kind, enum column_names use,
                          const char *option, struct columns *columns, rowkey_error *error) {
  *columns = (struct columns){.option = option};
  columns->more_fields = text == NULL;
  columns->field_count = text == NULL && kind->about.is_one_column;
  if (text == NULL ? make_room(columns, 0, error) : parse_list(text, kind, use, columns, error)) {
    add_line(columns);
    return true;
  }
  rowkey_columns_free(columns);
  return false;
}

/* The index of the name from `first` on, or `count`. */
static size_t find_name(const char *name, const char *const *names, size_t first, size_t count) {
  while (first < count && strcmp(names[first], name) != 0) first++;
  return first;
}

/* "a, b, c" of the header's names, shortened to fit. */
static void list_names(char *out, size_t size, const char *const *names, size_t count) {
  size_t used = 0;
  out[0] = 0;
  for (size_t i = 0; i < count; i++) {
    char shown[QUOTED_SIZE];
    rowkey_quoted(shown, names[i], strlen(names[i]));
    if (used + strlen(shown) + 8 > size) {
      snprintf(out + used, size - used, ", ...");
      return;
    }
    used += (size_t)snprintf(out + used, size - used, "%s%s", i == 0 ? "" : ", ", shown);
  }
}

/* What to do where a header is one name that looks like several. */
static const char *delimiter_hint(const char *const *names, size_t count) {
  if (count != 1) return "";
  if (strchr(names[0], ';') != NULL) return "delimiter ';' cuts fields there)";
  if (strchr(names[0], '|') != NULL) return "delimiter '|' cuts fields there)";
  return strchr(names[0], '\t') != NULL ? "input tsv cuts fields at tabs)" : "";
}

bool rowkey_columns_find_in_header(struct columns *columns, const char *const *names, size_t count,
                                   rowkey_error *error) {
  for (size_t i = 0; i < columns->count; i++) {
    const char *name = columns->items[i].path;
    if (columns->items[i].join != NULL) continue;
    const size_t found = find_name(name, names, 0, count);
    if (found == count) {
      char list[ROWKEY_ERROR_TEXT_SIZE * 3 / 4];
      const char *hint = delimiter_hint(names, count);
      list_names(list, sizeof list, names, count);
      rowkey_error_set(error, ROWKEY_ERROR_COLUMN, "the header has no column %s: its columns are %s%s%s%s",
                       name, list, *hint == 0 ? "" : " (", *hint == 0 ? "" : columns->option, hint);
      return false;
    }
    if (find_name(name, names, found + 1, count) < count) {
      rowkey_error_set(error, ROWKEY_ERROR_COLUMN, "the header names column %s twice", name);
      return false;
    }
    columns->items[i].field = found;
  }
  columns->field_count = count;
  columns->more_fields = false;
  return true;
}

bool rowkey_columns_use(struct columns *columns, const rowkey_layout *const *layouts, size_t count,
                        rowkey_error *error) {
  for (size_t i = 0; i < columns->count; i++) {
    columns->used[i] = count == 0;
    for (size_t k = 0; k < count; k++) {
      columns->used[i] = columns->used[i] || rowkey_layout_uses(layouts[k], i);
    }
  }
  rowkey_join_use(columns);
  columns->field_bound = 0;
  for (size_t i = 0; i < columns->count; i++) {
    const size_t field = columns->items[i].field;
    if (columns->used[i] && columns->record_width == 0 && field != ROWKEY_NONE &&
        field >= columns->field_bound) {
      columns->field_bound = field + 1;
    }
  }
  free(columns->field_items);
  columns->field_items = calloc(columns->field_bound + 1, sizeof *columns->field_items);
  if (columns->field_items == NULL) return rowkey_columns_fail_memory(error);
  for (size_t i = 0; i < columns->field_bound; i++) columns->field_items[i] = ROWKEY_NONE;
  for (size_t i = 0; i < columns->count; i++) {
    const size_t field = columns->items[i].field;
    if (columns->used[i] && field < columns->field_bound) columns->field_items[field] = i;
  }
  return true;
}

void rowkey_columns_free(struct columns *columns) {
  for (size_t i = 0; columns->schema != NULL && i < columns->room; i++)
    rowkey_column_free(&columns->schema[i]);
  for (size_t i = 0; i < columns->count; i++) rowkey_join_free(columns->items[i].join);
  free(columns->text);
  free(columns->items);
  free(columns->schema);
  free(columns->used);
  free(columns->field_items);
  *columns = (struct columns){0};
}
