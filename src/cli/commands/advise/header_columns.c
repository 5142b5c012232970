#include "commands/advise/header_columns.h"

#include <stdio.h>
#include <string.h>

#include "base/buffer.h"
#include "base/names.h"
#include "records/columns.h"
#include "text/buffer.h"
#include "text/tokens.h"

enum { NAME_SIZE = 128 };

static bool append_text(struct buffer *list, const char *text) {
  return buffer_append(list, text, strlen(text));
}

static bool is_name(const char *name) {
  return rowkey_is_name(name, strlen(name)) && strcmp(name, "line") != 0;
}

/* A name like `name` that layouts can use: of "Adj Close" Adj_Close. */
static void make_name(const char *name, char out[NAME_SIZE]) {
  size_t used = 0;
  if (!is_letter(*name)) out[used++] = '_';
  for (; *name != 0 && used + 1 < NAME_SIZE; name++)
    out[used++] = is_letter(*name) || is_digit(*name) ? *name : '_';
  out[used] = 0;
}

/* Names that were made, one for each column; "" for those that keep theirs. */
struct made_names {
  char items[HEADER_COLUMNS][NAME_SIZE];
};

/* Whether the name that is made for a column is one of the header, or made for a column before it. */
static bool is_taken(const struct header *header, const struct made_names *made, size_t column) {
  const char *name = made->items[column];
  if (!is_name(name)) return true;
  for (size_t i = 0; i < header->count; i++)
    if (strcmp(header->names[i], name) == 0 || (i < column && strcmp(made->items[i], name) == 0)) return true;
  return false;
}

static void make_free_name(const struct header *header, struct made_names *made, size_t column) {
  char *name = made->items[column];
  name[0] = 0;
  if (is_name(header->names[column])) return;
  if (header->names[column][0] != 0) make_name(header->names[column], name);
  for (size_t number = column + 1; is_taken(header, made, column); number++)
    snprintf(name, NAME_SIZE, "column%zu", number);
}

/* Appends "NAME" or, where layouts cannot use the name of the header, "NAME=FIELD". */
static bool append_name(struct buffer *list, const struct header *header, struct made_names *made,
                        size_t column) {
  const char *name = header->names[column];
  make_free_name(header, made, column);
  if (made->items[column][0] == 0) return append_text(list, name);
  bool good = append_text(list, made->items[column]) && append_text(list, "=");
  for (; good && *name != 0; name++)
    good = ((*name != ':' && *name != '\\') || append_text(list, "\\")) && buffer_append(list, name, 1);
  return good;
}

char *header_columns_list(const struct header *header, const char *const *types) {
  struct buffer list = {0};
  struct made_names made;
  bool good = true;
  for (size_t i = 0; good && i < header->count; i++)
    good = (i == 0 || append_text(&list, ",")) && append_name(&list, header, &made, i) &&
           append_text(&list, ":") && append_text(&list, types[i]);
  if (good && buffer_append(&list, "", 1)) return (char *)list.bytes;
  buffer_free(&list);
  return NULL;
}

/* Whether a list can have the name; *memory is false where that is not known. */
static bool fits_list(const char *name, bool *memory) {
  struct buffer item = {0};
  *memory = append_text(&item, name) && buffer_append(&item, ",", sizeof ",");
  const bool fits = *memory && columns_item_length((const char *)item.bytes) == strlen(name);
  buffer_free(&item);
  return fits;
}

bool header_columns_check(const struct header *header, struct failure *failure) {
  char shown[QUOTED_SIZE];
  bool memory;
  if (header->count > HEADER_COLUMNS)
    return fail_with(
        failure, TOOL_BAD_DATA,
        "%s:1: the header has %zu columns (expected at most %d, or --columns with those that keys "
        "may be made of)",
        header->file, header->count, HEADER_COLUMNS);
  for (size_t i = 0; i < header->count; i++) {
    const char *name = header->names[i];
    if (find_name(name, (const char *const *)header->names, i) < i)
      return fail_with(failure, TOOL_BAD_DATA,
                       "%s:1: the header names column %s twice (expected different names, or --columns with "
                       "the others)",
                       header->file, rowkey_quoted(shown, name, strlen(name)));
    if (fits_list(name, &memory)) continue;
    if (!memory) return fail_memory(failure);
    return fail_with(
        failure, TOOL_BAD_DATA,
        "%s:1: the header has the name %s, which a list of columns cannot hold (expected no comma "
        "and no single parenthesis, or --columns with the others)",
        header->file, rowkey_quoted(shown, name, strlen(name)));
  }
  return true;
}
