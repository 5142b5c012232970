/* rowkey_ranges(template, where [, columns]): the ranges of keys to read for the rows that meet conditions.
 * As a table function it gives rows, and takes constants only, as DuckDB binds it before it reads any row. As
 * a scalar function it takes columns, and gives a list. */
#include <rowkey/conditions.h>
#include <stdlib.h>
#include <string.h>

#include "failure.h"
#include "scalar.h"
#include "table_function.h"

enum { TEMPLATE, WHERE, COLUMNS };
enum { START, STOP, IS_KEY, IS_EXACT, RESULT_COLUMNS };

static const struct result_column result_columns[] = {[START] = {"start", DUCKDB_TYPE_BLOB},
                                                      [STOP] = {"stop", DUCKDB_TYPE_BLOB},
                                                      [IS_KEY] = {"is_key", DUCKDB_TYPE_BOOLEAN},
                                                      [IS_EXACT] = {"is_exact", DUCKDB_TYPE_BOOLEAN},
                                                      [RESULT_COLUMNS] = {NULL, DUCKDB_TYPE_INVALID}};

/* Conditions are written as their columns are declared. NULL and `error` on failure. */
static rowkey_conditions *parse(const rowkey_layout *layout, struct text where, rowkey_error *error) {
  size_t count;
  const rowkey_column *columns = rowkey_layout_columns(layout, &count);
  const rowkey_column_type **types = calloc(count + 1, sizeof *types);
  if (types == NULL) {
    fail_memory(error);
    return NULL;
  }
  for (size_t i = 0; i < count; i++) types[i] = columns[i].declared;
  rowkey_conditions *conditions = rowkey_conditions_parse(layout, types, where.data, where.size, error);
  free((void *)types);
  return conditions;
}

static rowkey_ranges *find_ranges(const rowkey_layout *layout, struct text where, rowkey_error *error) {
  rowkey_conditions *conditions = parse(layout, where, error);
  if (conditions == NULL) return NULL;
  rowkey_ranges *ranges = rowkey_ranges_find(layout, conditions->conditions, conditions->count, 0, error);
  rowkey_conditions_free(conditions);
  return ranges;
}

/* `made` are ranges; a vector for each column of the result. */
static void write_range(const void *made, idx_t row, const duckdb_vector *vectors, idx_t place) {
  const rowkey_ranges *ranges = made;
  const rowkey_range *range = &ranges->ranges[row];
  write_bytes(vectors[START], place, range->start, range->start_size);
  if (range->stop_size > 0)
    write_bytes(vectors[STOP], place, range->stop, range->stop_size);
  else /* open: up to the end of the table */
    write_null(vectors[STOP], place);
  ((bool *)duckdb_vector_get_data(vectors[IS_KEY]))[place] = range->is_key;
  ((bool *)duckdb_vector_get_data(vectors[IS_EXACT]))[place] = ranges->exact;
}

/* ---- Rows of constants --------------------------------------------------------------------------- */

static void *make_ranges(const struct design *design, duckdb_value where, idx_t *rows, rowkey_error *error) {
  rowkey_layout *layout = design_compile(design, NULL, error);
  if (layout == NULL) return NULL;
  char *text = duckdb_get_varchar(where);
  rowkey_ranges *ranges = find_ranges(layout, (struct text){text, strlen(text)}, error);
  *rows = ranges == NULL ? 0 : ranges->count;
  duckdb_free(text);
  rowkey_layout_free(layout);
  return ranges;
}

static void destroy_ranges(void *made) { rowkey_ranges_free(made); }

static const struct table_function table = {
    .name = "rowkey_ranges",
    .second = DUCKDB_TYPE_VARCHAR,
    .columns = result_columns,
    .make = make_ranges,
    .write = write_range,
    .destroy = destroy_ranges,
};

/* ---- Lists of columns ---------------------------------------------------------------------------- */

static void *create_layout(const struct call *call, idx_t row, rowkey_error *error) {
  struct design design = {0};
  rowkey_layout *layout = NULL;
  if (design_read(&design, text_argument(call, TEMPLATE, row), text_argument(call, COLUMNS, row), error))
    layout = design_compile(&design, NULL, error);
  design_free(&design);
  return layout;
}

static void destroy_layout(void *layout) { rowkey_layout_free(layout); }

/* Appends the ranges to what the lists hold, once for all rows from `begin` to `end` - 1. */
static bool write_list(duckdb_vector output, idx_t begin, idx_t end, const rowkey_ranges *ranges) {
  const idx_t first = duckdb_list_vector_get_size(output), size = first + ranges->count;
  if (duckdb_list_vector_reserve(output, size) != DuckDBSuccess ||
      duckdb_list_vector_set_size(output, size) != DuckDBSuccess)
    return false;
  duckdb_vector records = duckdb_list_vector_get_child(output), vectors[RESULT_COLUMNS];
  for (idx_t i = 0; i < RESULT_COLUMNS; i++) vectors[i] = duckdb_struct_vector_get_child(records, i);
  for (idx_t i = 0; i < ranges->count; i++) write_range(ranges, i, vectors, first + i);
  duckdb_list_entry *lists = duckdb_vector_get_data(output);
  for (idx_t row = begin; row < end; row++) lists[row] = (duckdb_list_entry){first, ranges->count};
  return true;
}

static bool write_lists(void *layout, const struct call *call, idx_t begin, idx_t end, rowkey_error *error) {
  for (idx_t row = begin, next; row < end; row = next) {
    next = text_run_end(call, WHERE, row, end);
    rowkey_ranges *ranges = find_ranges(layout, text_argument(call, WHERE, row), error);
    if (ranges == NULL) {
      error->row = row - begin;
      return false;
    }
    const bool is_written = write_list(call->output, row, next, ranges);
    rowkey_ranges_free(ranges);
    if (!is_written) return fail_memory(error);
  }
  return true;
}

static idx_t run_end(const struct call *call, idx_t begin, idx_t end) {
  return text_run_end(call, COLUMNS, begin, text_run_end(call, TEMPLATE, begin, end));
}

static bool describe(const struct call *call, idx_t row, struct room *key, size_t *size) {
  const struct text template = text_argument(call, TEMPLATE, row);
  const struct text columns = text_argument(call, COLUMNS, row);
  return describe_bytes(key, size, template.data, template.size) &&
         describe_bytes(key, size, columns.data, columns.size);
}

static const struct scalar lists = {
    .name = "rowkey_ranges",
    .least_arguments = 2,
    .arguments = {DUCKDB_TYPE_VARCHAR, DUCKDB_TYPE_VARCHAR, DUCKDB_TYPE_VARCHAR},
    .result = DUCKDB_TYPE_LIST,
    .fields = result_columns,
    .run_end = run_end,
    .describe = describe,
    .create = create_layout,
    .apply = write_lists,
    .destroy = destroy_layout,
};

bool register_ranges(duckdb_connection connection) {
  return register_table_function(connection, &table) && register_scalar(connection, &lists);
}
