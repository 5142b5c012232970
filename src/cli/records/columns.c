#include "records/columns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "columns/value.h"
#include "keys/escape.h"
#include "records/kind.h"
#include "records/text.h"
#include "settings/names.h"
#include "text/tokens.h"

/* No real input has more: a slip of the keyboard is reported instead of eating memory. */
enum { MOST_COLUMNS = 10000 };

bool column_type_parse(const char *name, rowkey_type *type) {
  static const rowkey_type types[] = {ROWKEY_U64, ROWKEY_I64, ROWKEY_F64, ROWKEY_F32, ROWKEY_TEXT};
  for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
    if (strcmp(rowkey_type_name(types[i]), name) != 0) continue;
    *type = types[i];
    return true;
  }
  return false;
}

size_t columns_item_length(const char *text) {
  size_t at = 0, depth = 0;
  bool quoted = false;
  for (; text[at] != 0 && (text[at] != ',' || depth > 0); at++) {
    if (text[at] == '"' && depth > 0) quoted = !quoted;
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
                   quoted(shown, item, strlen(item)), expected);
}

/* A type that is known, and wrong. */
static bool fail_type(const char *name, const rowkey_error *error, struct failure *failure) {
  if (error->status == ROWKEY_ERROR_MEMORY) return fail_memory(failure);
  return fail_with(failure, library_status(error->status, TOOL_BAD_USAGE), "option --columns: column %s: %s",
                   name, error->text);
}

/* Whether a column may have the name. */
static bool check_name(const char *name, const struct column *column, const struct record_kind *kind,
                       const struct columns *columns, struct failure *failure) {
  for (size_t i = 0; i < columns->count; i++) {
    if (strcmp(columns->items[i].name, name) == 0) {
      return fail_with(failure, TOOL_BAD_USAGE, "option --columns: %s is named twice", name);
    }
  }
  const bool is_plain_text = column->type == ROWKEY_TEXT && column->written_as == NULL;
  return strcmp(name, "line") != 0 || (kind->is_one_column && is_plain_text) ||
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
  struct column column = {0};
  rowkey_error error = {.status = ROWKEY_OK};
  char *name_end = item + strcspn(item, has_paths(kind, use) ? "=:" : ":");
  const bool has_path = *name_end == '=';
  char *colon = has_path ? path_end(name_end + 1) : name_end;
  if (*colon != ':' || !rowkey_is_name(item, (size_t)(name_end - item))) {
    return fail_item(item, item_syntax(kind, use), failure);
  }
  if (!kind->parse_type(colon + 1, &column, &error)) {
    if (error.status == ROWKEY_OK) return fail_item(item, item_syntax(kind, use), failure);
    *name_end = 0;
    return fail_type(item, &error, failure);
  }
  *name_end = 0;
  *colon = 0;
  if (has_path && use == COLUMNS_OF_HEADER) unescape_path(name_end + 1);
  column.path = has_path ? name_end + 1 : item;
  if (!check_name(item, &column, kind, columns, failure)) {
    rowkey_column_type_free(column.written_as);
    return false;
  }
  column.name = item;
  column.field = kind->is_text ? columns->field_count : columns->record_width;
  columns->record_width += column.width;
  columns->field_count++;
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
    if (!add_item(item, next == NULL, kind, use, columns, failure)) return false;
  }
  if (kind->is_one_column && (columns->field_count != 1 || columns->more_fields)) {
    return fail_with(failure, TOOL_BAD_USAGE,
                     "option --columns: a line is one column (use --input csv or tsv for several)");
  }
  return true;
}

static bool add_schema(struct columns *columns) {
  columns->schema = calloc(columns->count + 1, sizeof *columns->schema);
  columns->used = calloc(columns->count + 1, sizeof *columns->used);
  if (columns->schema == NULL || columns->used == NULL) return false;
  bool has_line = false;
  for (size_t i = 0; i < columns->count; i++) {
    const struct column *item = &columns->items[i];
    columns->schema[i] = item->written_as != NULL ? rowkey_column_type_column(item->written_as, item->name)
                                                  : rowkey_column_of(item->name, item->type);
    has_line = has_line || strcmp(columns->items[i].name, "line") == 0;
  }
  columns->schema_count = columns->count;
  if (!has_line)
    columns->schema[columns->schema_count++] = (rowkey_column){.name = "line", .type = ROWKEY_TEXT};
  return true;
}

bool columns_parse(const char *text, const struct record_kind *kind, enum column_names use,
                   struct columns *columns, struct failure *failure) {
  *columns = (struct columns){0};
  if (text == NULL) {
    if (!kind->is_text) {
      return fail_with(failure, TOOL_BAD_USAGE, "--input %s needs --columns, which gives a record's width",
                       kind->name);
    }
    columns->more_fields = true;
    columns->field_count = kind->is_one_column;
    return add_schema(columns) || fail_memory(failure);
  }
  size_t commas = 0;
  for (const char *c = text; *c != 0; c++) commas += *c == ',';
  if (commas >= MOST_COLUMNS) {
    return fail_with(failure, TOOL_BAD_USAGE, "option --columns: more than %d columns", MOST_COLUMNS);
  }
  columns->items = calloc(commas + 1, sizeof *columns->items);
  columns->text = strdup(text);
  const bool done = columns->items == NULL || columns->text == NULL
                        ? fail_memory(failure)
                        : add_items(columns->text, kind, use, columns, failure) &&
                              (add_schema(columns) || fail_memory(failure));
  if (!done) columns_free(columns);
  return done;
}

/* "a, b, c" of the header's names, shortened to fit. */
static void list_names(char *out, size_t size, char *const *names, size_t count) {
  size_t used = 0;
  out[0] = 0;
  for (size_t i = 0; i < count; i++) {
    char shown[QUOTED_SIZE];
    quoted(shown, names[i], strlen(names[i]));
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
    const size_t field = columns->items[i].field;
    if (columns->used[i] && columns->record_width == 0 && field >= columns->field_bound) {
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
  for (size_t i = 0; i < columns->count; i++) {
    rowkey_column_type_free(columns->items[i].written_as);
  }
  free(columns->text);
  free(columns->items);
  free(columns->schema);
  free(columns->used);
  free(columns->field_items);
  *columns = (struct columns){0};
}
