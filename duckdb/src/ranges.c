/* rowkey_ranges(template, where [, columns := …]): the ranges of keys to read for the rows that meet
 * conditions. */
#include <rowkey/conditions.h>
#include <stdlib.h>
#include <string.h>

#include "table_function.h"

enum { START, STOP, IS_KEY, IS_EXACT };

static void *make_ranges(const struct design *design, duckdb_value where, idx_t *rows, rowkey_error *error) {
  const rowkey_column_type **types;
  rowkey_layout *layout = design_compile(design, &types, error);
  if (layout == NULL) return NULL;
  char *text = duckdb_get_varchar(where);
  rowkey_conditions *conditions = rowkey_conditions_parse(layout, types, text, strlen(text), error);
  rowkey_ranges *ranges =
      conditions == NULL ? NULL
                         : rowkey_ranges_find(layout, conditions->conditions, conditions->count, 0, error);
  *rows = ranges == NULL ? 0 : ranges->count;
  rowkey_conditions_free(conditions);
  duckdb_free(text);
  free((void *)types);
  rowkey_layout_free(layout);
  return ranges;
}

static void write_flag(duckdb_data_chunk output, idx_t column, idx_t row, bool flag) {
  bool *flags = duckdb_vector_get_data(duckdb_data_chunk_get_vector(output, column));
  flags[row] = flag;
}

static void write_range(const void *made, idx_t row, duckdb_data_chunk output, idx_t place) {
  const rowkey_ranges *ranges = made;
  const rowkey_range *range = &ranges->ranges[row];
  write_bytes(output, START, place, range->start, range->start_size);
  if (range->stop_size > 0)
    write_bytes(output, STOP, place, range->stop, range->stop_size);
  else /* open: up to the end of the table */
    write_null(duckdb_data_chunk_get_vector(output, STOP), place);
  write_flag(output, IS_KEY, place, range->is_key);
  write_flag(output, IS_EXACT, place, ranges->exact);
}

static void destroy_ranges(void *made) { rowkey_ranges_free(made); }

static const struct table_function ranges = {
    .name = "rowkey_ranges",
    .second = DUCKDB_TYPE_VARCHAR,
    .columns = {[START] = {"start", DUCKDB_TYPE_BLOB},
                [STOP] = {"stop", DUCKDB_TYPE_BLOB},
                [IS_KEY] = {"is_key", DUCKDB_TYPE_BOOLEAN},
                [IS_EXACT] = {"is_exact", DUCKDB_TYPE_BOOLEAN}},
    .make = make_ranges,
    .write = write_range,
    .destroy = destroy_ranges,
};

bool register_ranges(duckdb_connection connection) { return register_table_function(connection, &ranges); }
