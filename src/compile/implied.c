#include "compile/implied.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "text/tokens.h"

/* The columns that the caller knows, and after them those that were found. */
struct implied_columns {
  rowkey_column *columns; /* their names belong to this struct */
  size_t count;
  size_t known; /* the first so many are the caller's, and stay as they are */
};

static bool add_column(struct implied_columns *implied, rowkey_column column, size_t name_size) {
  rowkey_column *columns = realloc(implied->columns, (implied->count + 1) * sizeof *columns);
  if (columns == NULL) return false;
  implied->columns = columns;
  column.name = strndup(column.name, name_size);
  if (column.name == NULL) return false;
  columns[implied->count++] = column;
  return true;
}

static bool add_known(struct implied_columns *implied, const rowkey_column *known, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (!add_column(implied, known[i], strlen(known[i].name))) return false;
  }
  implied->known = implied->count;
  return true;
}

static rowkey_layout *compile(const struct implied_columns *implied, const char *text, size_t length,
                              rowkey_error *error) {
  return rowkey_layout_compile(text, length, implied->columns, implied->count, error);
}

/* Gives column i the first of these types with which the layout compiles, or compilation gets elsewhere than
 * `error` says; with `further` only to a later place. Returns whether there is one; `error` is that of memory
 * when a trial had too little. */
static bool make_one_of(struct implied_columns *implied, size_t i, const rowkey_type *types, size_t count,
                        bool further, const char *text, size_t length, rowkey_error *error) {
  const rowkey_type before = implied->columns[i].type;
  for (size_t k = 0; k < count; k++) {
    rowkey_error next;
    implied->columns[i].type = types[k];
    rowkey_layout *layout = compile(implied, text, length, &next);
    rowkey_layout_free(layout);
    if (layout == NULL && next.status == ROWKEY_ERROR_MEMORY) {
      *error = next;
      break;
    }
    if (layout != NULL || (further ? next.offset > error->offset : next.offset != error->offset)) return true;
  }
  implied->columns[i].type = before;
  return false;
}

/* Makes a number of the text column that the layout refuses as `error` says, of the first from the last found
 * on; without one, a u64 of an i64. Returns whether there is one. */
static bool make_number(struct implied_columns *implied, const char *text, size_t length,
                        rowkey_error *error) {
  static const rowkey_type numbers[] = {ROWKEY_I64, ROWKEY_U64, ROWKEY_F64};
  for (size_t i = implied->count; i-- > implied->known && error->status != ROWKEY_ERROR_MEMORY;)
    if (implied->columns[i].type == ROWKEY_TEXT &&
        make_one_of(implied, i, numbers, 3, false, text, length, error))
      return true;
  for (size_t i = implied->count; i-- > implied->known && error->status != ROWKEY_ERROR_MEMORY;)
    if (implied->columns[i].type == ROWKEY_I64 &&
        make_one_of(implied, i, &numbers[1], 1, true, text, length, error))
      return true;
  return false;
}

static void report_memory(rowkey_error *error) {
  rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory while compiling the layout");
}

/* Adds the column that the template names where `error` says. */
static bool add_missing(struct implied_columns *implied, const char *text, size_t length,
                        rowkey_error *error) {
  const struct slice name = rowkey_read_name(text + error->offset, length - error->offset).name;
  if (add_column(implied, rowkey_column_of(name.at, ROWKEY_TEXT), name.size)) return true;
  report_memory(error);
  return false;
}

static rowkey_layout *compile_mended(struct implied_columns *implied, const char *text, size_t length,
                                     rowkey_error *error) {
  for (;;) {
    rowkey_layout *layout = compile(implied, text, length, error);
    if (layout != NULL) return layout;
    const bool mended = error->status == ROWKEY_ERROR_COLUMN ? add_missing(implied, text, length, error)
                        : error->status == ROWKEY_ERROR_MEMORY || error->status == ROWKEY_ERROR_ARGUMENT
                            ? false
                            : make_number(implied, text, length, error);
    if (!mended) return NULL;
  }
}

rowkey_layout *rowkey_compile_implied(const char *text, size_t length, const rowkey_column *known,
                                      size_t known_count, rowkey_error *error) {
  rowkey_error own;
  if (error == NULL) error = &own;
  struct implied_columns implied = {0};
  rowkey_layout *layout = NULL;
  if (add_known(&implied, known, known_count))
    layout = compile_mended(&implied, text, length, error);
  else
    report_memory(error);
  for (size_t i = 0; i < implied.count; i++) free((char *)(uintptr_t)implied.columns[i].name);
  free(implied.columns);
  return layout;
}
