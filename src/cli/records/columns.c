#include "records/columns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/names.h"
#include "records/join.h"
#include "records/kind.h"
#include "records/text.h"
#include "text/buffer.h"
#include "text/tokens.h"

/* No real input has more: a slip of the keyboard is reported instead of eating memory. */
enum { MOST_COLUMNS = 10000 };

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

size_t columns_item_length(const char *text) {
  size_t at = 0, depth = 0;
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

struct column columns_at(const struct columns *columns, size_t index) {
  return index < columns->count ? columns->items[index]
                                : (struct column){.name = "line", .type = ROWKEY_TEXT};
}

static bool fail_item(const char *item, const char *expected, struct failure *failure) {
  char shown[QUOTED_SIZE];
  return fail_with(failure, TOOL_BAD_USAGE, "option --columns: %s is not understood (expected %s)",
                   rowkey_quoted(shown, item, strlen(item)), expected);
}

/* A type that is known, and wrong. */
static bool fail_type(const char *name, const rowkey_error *error, struct failure *failure) {
  if (error->status == ROWKEY_ERROR_MEMORY) return fail_memory(failure);
  return fail_with(failure, library_status(error->status, TOOL_BAD_USAGE), "option --columns: column %s: %s",
                   name, error->text);
}

/* Whether the column may have its name, and no other has it. */
static bool check_name(const struct column *column, const struct record_kind *kind,
                       const struct columns *columns, struct failure *failure) {
  for (size_t i = 0; i < columns->count; i++) {
    if (strcmp(columns->items[i].name, column->name) == 0) {
      return fail_with(failure, TOOL_BAD_USAGE, "option --columns: %s is named twice", column->name);
    }
  }
  const bool is_plain_text = column->type == ROWKEY_TEXT && column->written_as == NULL;
  return strcmp(column->name, "line") != 0 || (kind->is_one_column && is_plain_text) ||
         fail_with(
             failure, TOOL_BAD_USAGE,
             "option --columns: the name line stands for the whole record: give the column another name");
}

/* Whether records have columns by their names, and a list can say NAME=PATH:TYPE. */
static bool has_paths(const struct record_kind *kind, enum column_names use) {
  return kind->has_members || (kind->is_text && use != COLUMNS_OF_FIELDS);
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
                      struct columns *columns, struct failure *failure) {
  const struct written_name written = rowkey_read_name(item, strlen(item));
  const bool is_quoted = written.size > written.name.size;
  struct column column = {.name = item + is_quoted};
  rowkey_column *schema = &columns->schema[columns->count];
  rowkey_error error = {.status = ROWKEY_OK};
  char *name = item + is_quoted, *name_end = name + written.name.size, *after = item + written.size;
  const bool has_path = *after == '=' && has_paths(kind, use);
  char *colon = has_path ? path_end(after + 1) : after;
  char *parts = *colon == ':' && kind->is_text && !kind->is_one_column ? find_join(colon + 1) : NULL;
  if (*colon != ':' || !(is_quoted || rowkey_is_name(name, written.name.size)) ||
      (parts != NULL && has_path)) {
    return fail_item(item, item_syntax(kind, use), failure);
  }
  if (parts != NULL) *parts++ = 0;
  if (!kind->parse_type(colon + 1 + strspn(colon + 1, BLANKS), &column, schema, &error)) {
    if (error.status == ROWKEY_OK) return fail_item(item, item_syntax(kind, use), failure);
    *name_end = 0;
    return fail_type(name, &error, failure);
  }
  *name_end = 0;
  *colon = 0;
  if (has_path && use == COLUMNS_OF_HEADER) unescape_path(after + 1);
  column.path = has_path ? after + 1 : name;
  column.type = schema->type;
  column.written_as = schema->declared;
  schema->name = name;
  if (!check_name(&column, kind, columns, failure)) return false;
  if (parts != NULL && (column.join = join_parse(parts, name, columns, failure)) == NULL) return false;
  column.field = parts != NULL ? ROWKEY_NONE : kind->is_text ? columns->field_count : columns->record_width;
  columns->record_width += column.width;
  columns->field_count += parts == NULL;
  columns->items[columns->count++] = column;
  return true;
}

static bool add_item(char *item, bool last, const struct record_kind *kind, enum column_names use,
                     struct columns *columns, struct failure *failure) {
  const bool skip = item[0] == '_' && (item[1] == 0 || item[1] == ':');
  const bool rest = strcmp(item, "...") == 0;
  if ((use == COLUMNS_OF_HEADER || kind->has_members) && (skip || rest)) {
    return fail_item(item,
                     kind->has_members
                         ? "only NAME:TYPE: members that no column names are skipped"
                         : "only NAME:TYPE: with --header, columns that are not named are skipped",
                     failure);
  }
  if (rest) {
    if (!last || !kind->is_text) {
      return fail_item(item, "... only at the end, and not for binary records", failure);
    }
    columns->more_fields = true;
    return true;
  }
  if (!skip) return add_named(item, kind, use, columns, failure);
  size_t width;
  const char *expected = kind->parse_skip(item, &width);
  if (expected != NULL) return fail_item(item, expected, failure);
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
                      struct columns *columns, struct failure *failure) {
  for (char *item = text, *next; item != NULL; item = next) {
    next = item + columns_item_length(item);
    if (*next == 0) {
      next = NULL;
    } else {
      *next++ = 0;
    }
    if (!add_item(trim(item), next == NULL, kind, use, columns, failure)) return false;
  }
  if (kind->is_one_column && (columns->field_count != 1 || columns->more_fields)) {
    return fail_with(failure, TOOL_BAD_USAGE,
                     "option --columns: a line is one column (use --input csv or tsv for several)");
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
static bool make_room(struct columns *columns, size_t count, struct failure *failure) {
  columns->room = count + 1;
  columns->items = calloc(columns->room, sizeof *columns->items);
  columns->schema = calloc(columns->room, sizeof *columns->schema);
  columns->used = calloc(columns->room, sizeof *columns->used);
  return (columns->items != NULL && columns->schema != NULL && columns->used != NULL) || fail_memory(failure);
}

static bool parse_list(const char *text, const struct record_kind *kind, enum column_names use,
                       struct columns *columns, struct failure *failure) {
  size_t most = 1;
  for (const char *c = text; *c != 0; c++) most += *c == ',';
  if (most > MOST_COLUMNS) {
    return fail_with(failure, TOOL_BAD_USAGE, "option --columns: more than %d columns", MOST_COLUMNS);
  }
  columns->text = strdup(text);
  return (columns->text != NULL || fail_memory(failure)) && make_room(columns, most, failure) &&
         add_items(columns->text, kind, use, columns, failure);
}

bool columns_parse(const char *text, const struct record_kind *kind, enum column_names use,
                   struct columns *columns, struct failure *failure) {
  *columns = (struct columns){0};
  if (text == NULL && !kind->is_text) {
    return fail_with(failure, TOOL_BAD_USAGE, "--input %s needs --columns, which gives a record's width",
                     kind->name);
  }
  columns->more_fields = text == NULL;
  columns->field_count = text == NULL && kind->is_one_column;
  if (text == NULL ? make_room(columns, 0, failure) : parse_list(text, kind, use, columns, failure)) {
    add_line(columns);
    return true;
  }
  columns_free(columns);
  return false;
}

/* "a, b, c" of the header's names, shortened to fit. */
static void list_names(char *out, size_t size, char *const *names, size_t count) {
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
static const char *delimiter_hint(char *const *names, size_t count) {
  if (count != 1) return "";
  if (strchr(names[0], ';') != NULL) return " (--delimiter ';' cuts fields there)";
  if (strchr(names[0], '|') != NULL) return " (--delimiter '|' cuts fields there)";
  return strchr(names[0], '\t') != NULL ? " (--input tsv cuts fields at tabs)" : "";
}

bool columns_find_in_header(struct columns *columns, char *const *names, size_t count, const char *file,
                            struct failure *failure) {
  for (size_t i = 0; i < columns->count; i++) {
    const char *name = columns->items[i].path;
    if (columns->items[i].join != NULL) continue;
    const size_t found = find_name(name, (const char *const *)names, count);
    if (found == count) {
      char list[2048];
      list_names(list, sizeof list, names, count);
      return fail_with(failure, TOOL_BAD_DATA, "%s:1: the header has no column %s: its columns are %s%s",
                       file, name, list, delimiter_hint(names, count));
    }
    if (find_name(name, (const char *const *)names + found + 1, count - found - 1) < count - found - 1) {
      return fail_with(failure, TOOL_BAD_DATA, "%s:1: the header names column %s twice", file, name);
    }
    columns->items[i].field = found;
  }
  columns->field_count = count;
  columns->more_fields = false;
  return true;
}

bool columns_use(struct columns *columns, const rowkey_layout *layout, struct failure *failure) {
  return columns_use_all(columns, &layout, 1, failure);
}

bool columns_use_all(struct columns *columns, const rowkey_layout *const *layouts, size_t count,
                     struct failure *failure) {
  for (size_t i = 0; i < columns->count; i++) {
    for (size_t k = 0; k < count; k++) {
      columns->used[i] = columns->used[i] || rowkey_layout_uses(layouts[k], i);
    }
  }
  join_use(columns);
  for (size_t i = 0; i < columns->count; i++) {
    const size_t field = columns->items[i].field;
    if (columns->used[i] && columns->record_width == 0 && field != ROWKEY_NONE &&
        field >= columns->field_bound) {
      columns->field_bound = field + 1;
    }
  }
  columns->field_items = calloc(columns->field_bound + 1, sizeof *columns->field_items);
  if (columns->field_items == NULL) return fail_memory(failure);
  for (size_t i = 0; i < columns->field_bound; i++) columns->field_items[i] = ROWKEY_NONE;
  for (size_t i = 0; i < columns->count; i++) {
    const size_t field = columns->items[i].field;
    if (columns->used[i] && field < columns->field_bound) columns->field_items[field] = i;
  }
  return true;
}

void columns_list(const struct columns *columns, const bool *listed, char *out, size_t size) {
  static const char more[] = ", ...";
  size_t used = 0;
  out[0] = 0;
  for (size_t i = 0; i < columns->schema_count; i++) {
    if (!listed[i]) continue;
    const char *name = columns->schema[i].name, *comma = used == 0 ? "" : ", ";
    if (used + strlen(comma) + strlen(name) + sizeof more > size) {
      memcpy(out + used, more, sizeof more);
      return;
    }
    used += (size_t)sprintf(out + used, "%s%s", comma, name);
  }
}

bool columns_grow(const struct columns *columns) {
  for (size_t i = 0; i < columns->count; i++)
    if (columns->used[i] && rowkey_column_type_grows(columns->items[i].written_as)) return true;
  return false;
}

void columns_free(struct columns *columns) {
  for (size_t i = 0; columns->schema != NULL && i < columns->room; i++)
    rowkey_column_free(&columns->schema[i]);
  for (size_t i = 0; i < columns->count; i++) join_free(columns->items[i].join);
  free(columns->text);
  free(columns->items);
  free(columns->schema);
  free(columns->used);
  free(columns->field_items);
  *columns = (struct columns){0};
}
