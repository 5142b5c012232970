/* Compiles a template: the layout language makes the values of the plan, and the plan derives everything else
 * from them. Also answers questions about the compiled layout. */
#include <rowkey/decode.h>
#include <rowkey/layout.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/spares.h"
#include "columns/value.h"
#include "encode/encoding.h"
#include "layout/layout.h"
#include "plan/facts.h"
#include "plan/recovery.h"
#include "plan/steps.h"
#include "text/tokens.h"
#include "types/type.h"

/* Far more than any key's template, and little enough that compilation takes milliseconds. */
enum { TEMPLATE_LENGTH_MAX = 65536 };

#define OUT_OF_MEMORY "out of memory while compiling the layout"

static bool argument_error(rowkey_error *error, size_t column, const char *text) {
  rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "%s", text);
  if (error != NULL) error->column = column;
  return false;
}

/* What is wrong with the column's type, unit or width, or NULL. */
static const char *column_problem(const rowkey_column *column) {
  const int type = (int)column->type, unit = (int)column->unit;
  if (type < ROWKEY_U64 || type > ROWKEY_F32)
    return "a column's type is unknown (expected ROWKEY_U64, ROWKEY_I64, ROWKEY_TEXT, ROWKEY_F64 or "
           "ROWKEY_F32)";
  if (unit < ROWKEY_NO_TIME || unit > ROWKEY_NANOSECONDS)
    return "a column's unit is unknown (expected one of rowkey_time_unit)";
  if (unit != ROWKEY_NO_TIME && type != ROWKEY_I64 && type != ROWKEY_U64)
    return "a column has a unit of time, but another type than integers (expected ROWKEY_I64 or ROWKEY_U64)";
  if (column->width != 0 && type != ROWKEY_TEXT)
    return "a column has a width, but another type than text (expected ROWKEY_TEXT, or width 0)";
  if (column->width > COLUMN_WIDTH_MAX)
    return "a column's width is larger than any key's (expected at most 1048576 bytes)";
  if (column->declared != NULL && !rowkey_is_declared(column))
    return "a column is not of the type that it is declared with (expected what rowkey_column_type_column returns)";
  return NULL;
}

static bool check_arguments(const char *text, size_t length, const rowkey_column *columns,
                            size_t column_count, rowkey_error *error) {
  if (length > TEMPLATE_LENGTH_MAX)
    return argument_error(error, ROWKEY_NONE, "the template is too long (expected at most 65536 bytes)");
  if (text == NULL && length != 0)
    return argument_error(error, ROWKEY_NONE, "the template is NULL (expected text of the length given)");
  if (!rowkey_is_array(columns, column_count, sizeof *columns, "columns", error)) return false;
  for (size_t i = 0; i < column_count; i++) {
    if (ROWKEY_CHECK_RESERVED(&columns[i], "rowkey_column", error) != ROWKEY_OK) {
      if (error != NULL) error->column = i;
      return false;
    }
    if (columns[i].name == NULL)
      return argument_error(error, i, "a column's name is NULL (expected a string)");
    const char *problem = column_problem(&columns[i]);
    if (problem != NULL) return argument_error(error, i, problem);
  }
  return true;
}

/* Text is read into a column of instants as its unit says. */
static bool keep_declared(rowkey_column *column) {
  static const char *const times[] = {NULL, "time(s)", "time(ms)", "time(us)", "time(ns)"};
  if (column->declared != NULL || column->unit == ROWKEY_NO_TIME) {
    rowkey_column_type_keep(column->declared);
    return true;
  }
  column->declared = rowkey_column_type_parse(times[column->unit], strlen(times[column->unit]), NULL);
  return column->declared != NULL;
}

static bool copy_arguments(struct rowkey_layout *layout, const char *text, size_t length,
                           const rowkey_column *columns, size_t column_count) {
  struct arena *arena = &layout->arena;
  layout->text = rowkey_arena_copy(arena, text, length);
  layout->length = length;
  layout->columns = rowkey_arena_allocate_array(arena, column_count, sizeof *columns);
  if (layout->text == NULL || layout->columns == NULL) return false;
  layout->column_count = column_count;
  for (size_t i = 0; i < column_count; i++) {
    const char *name = rowkey_arena_copy(arena, columns[i].name, strlen(columns[i].name));
    if (name == NULL) return false;
    layout->columns[i] = columns[i];
    layout->columns[i].name = name;
    if (!keep_declared(&layout->columns[i])) return false;
    layout->kept_types++;
  }
  return true;
}

static void find_null_marks(struct rowkey_layout *layout) {
  for (size_t i = 0; i < layout->value_count; i++) {
    struct value *value = layout->values[i];
    if (!value_replaces_by_constant(value) || !value_is_integer(value)) continue;
    const rowkey_column_type *declared = layout->columns[value->a->column].declared;
    const uint64_t number = rowkey_integer_bits(value->b->range.low);
    value->marks_null = declared != NULL && !rowkey_type_has_number(&layout->arena, declared, number);
  }
}

static bool compile(struct rowkey_layout *layout, struct slice terminator, rowkey_error *error) {
  if (!rowkey_layout_build(layout, terminator, error) || !rowkey_mark_used(layout)) return false;
  find_null_marks(layout);
  rowkey_choose_steps(layout);
  return rowkey_find_bytes(layout) && rowkey_find_recovery(layout);
}

rowkey_layout *rowkey_layout_compile_with_terminator(const char *text, size_t length, const void *terminator,
                                                     size_t terminator_size, const rowkey_column *columns,
                                                     size_t column_count, rowkey_error *error) {
  if (!rowkey_is_array(terminator, terminator_size, 1, "bytes of the terminator", error) ||
      !check_arguments(text, length, columns, column_count, error))
    return NULL;
  struct rowkey_layout *layout = calloc(1, sizeof *layout);
  if (layout != NULL) layout->key_encoders = rowkey_spares_create();
  if (layout != NULL && layout->key_encoders != NULL &&
      copy_arguments(layout, text, length, columns, column_count) &&
      compile(layout, (struct slice){terminator, terminator_size}, error))
    return layout;
  if (layout == NULL || layout->key_encoders == NULL || layout->arena.exhausted ||
      layout->kept_types < column_count)
    rowkey_error_set(error, ROWKEY_ERROR_MEMORY, OUT_OF_MEMORY);
  rowkey_layout_free(layout);
  return NULL;
}

rowkey_layout *rowkey_layout_compile(const char *text, size_t length, const rowkey_column *columns,
                                     size_t column_count, rowkey_error *error) {
  return rowkey_layout_compile_with_terminator(text, length, NULL, 0, columns, column_count, error);
}

/* ---- The columns that a template names and its caller does not ------------------------------- */

/* The columns that the caller knows, followed by the columns that were found. */
struct implied_columns {
  rowkey_column *columns; /* their names belong to this struct */
  size_t count;
  size_t known; /* this many first columns are the caller's, and do not change */
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

static rowkey_layout *compile_again(const struct implied_columns *implied, const char *text, size_t length,
                                    rowkey_error *error) {
  return rowkey_layout_compile(text, length, implied->columns, implied->count, error);
}

/* Gives column i the first of these types with which the layout compiles, or fails at another place than
 * `error` says; with `further`, only at a later place. Returns whether there is one. If a trial runs out of
 * memory, `error` says so. */
static bool make_one_of(struct implied_columns *implied, size_t i, const rowkey_type *types, size_t count,
                        bool further, const char *text, size_t length, rowkey_error *error) {
  const rowkey_type before = implied->columns[i].type;
  for (size_t k = 0; k < count; k++) {
    rowkey_error next;
    implied->columns[i].type = types[k];
    rowkey_layout *layout = compile_again(implied, text, length, &next);
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
  rowkey_error_set(error, ROWKEY_ERROR_MEMORY, OUT_OF_MEMORY);
}

/* Adds the column that the template names at the place in `error`, perhaps in parentheses. */
static bool add_missing(struct implied_columns *implied, const char *text, size_t length,
                        rowkey_error *error) {
  size_t begin = error->offset;
  while (begin < length && (text[begin] == '(' || text[begin] == ' ')) begin++;
  const struct slice name = rowkey_read_name(text + begin, length - begin).name;
  if (name.size == 0) return false;
  if (add_column(implied, rowkey_column_of(name.at, ROWKEY_TEXT), name.size)) return true;
  report_memory(error);
  return false;
}

static rowkey_layout *compile_mended(struct implied_columns *implied, const char *text, size_t length,
                                     rowkey_error *error) {
  for (;;) {
    rowkey_layout *layout = compile_again(implied, text, length, error);
    if (layout != NULL) return layout;
    const bool mended = error->status == ROWKEY_ERROR_COLUMN ? add_missing(implied, text, length, error)
                        : error->status == ROWKEY_ERROR_MEMORY || error->status == ROWKEY_ERROR_ARGUMENT
                            ? false
                            : make_number(implied, text, length, error);
    if (!mended) return NULL;
  }
}

/* Adds each column that the template names to the known columns. An added column is text, unless the template
 * needs a number; then it is i64, or u64 or f64 if only that fits. Retries until the template compiles or no
 * column can help. Returns the layout, or NULL and the error. */
static rowkey_layout *compile_implied(const char *text, size_t length, const rowkey_column *known,
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

rowkey_layout *rowkey_layout_compile_with_implied_columns(const char *text, size_t length,
                                                          const rowkey_column *known, size_t known_count,
                                                          rowkey_error *error) {
  if (!check_arguments(text, length, known, known_count, error)) return NULL;
  return compile_implied(text, length, known, known_count, error);
}

/* ---- A compiled layout ----------------------------------------------------------------------- */

void rowkey_layout_free(rowkey_layout *layout) {
  if (layout == NULL) return;
  rowkey_spares_free(layout->key_encoders, encoder_free_spare);
  for (size_t i = 0; i < layout->kept_types; i++)
    rowkey_column_type_free((rowkey_column_type *)(uintptr_t)layout->columns[i].declared);
  rowkey_arena_free(&layout->arena);
  free(layout);
}

const rowkey_column *rowkey_layout_columns(const rowkey_layout *layout, size_t *count) {
  if (count != NULL) *count = layout == NULL ? 0 : layout->column_count;
  return layout == NULL ? NULL : layout->columns;
}

size_t rowkey_layout_key_width(const rowkey_layout *layout) {
  return layout != NULL && layout->key.fixed ? layout->key.width : ROWKEY_NONE;
}

bool rowkey_layout_uses(const rowkey_layout *layout, size_t index) {
  for (size_t i = 0; layout != NULL && i < layout->value_count; i++) {
    const struct value *value = layout->values[i];
    if (value_is_column(value) && value->used && value->column == index) return true;
  }
  return false;
}

bool rowkey_layout_may_contain_byte(const rowkey_layout *layout, uint8_t byte) {
  return layout != NULL && (layout->may_hold[byte / 8] >> (byte & 7) & 1) != 0;
}

bool rowkey_layout_may_introduce_byte(const rowkey_layout *layout, uint8_t byte) {
  return layout != NULL && (layout->may_add[byte / 8] >> (byte & 7) & 1) != 0;
}

bool rowkey_layout_recovers_nulls(const rowkey_layout *layout, size_t column) {
  return layout != NULL && column < layout->column_count && layout->nulls_recovered[column];
}

rowkey_recovery rowkey_layout_recovery(const rowkey_layout *layout, size_t column) {
  if (layout == NULL || column >= layout->column_count) return ROWKEY_UNUSED;
  return (rowkey_recovery)layout->recovery[column];
}
