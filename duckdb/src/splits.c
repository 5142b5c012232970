/* rowkey_splits(template, regions [, columns := …]): split points of a table, for regions that share the keys
 * evenly. */
#include "failure.h"
#include "table_function.h"

static void *make_splits(const struct design *design, duckdb_value regions, idx_t *rows,
                         rowkey_error *error) {
  const int64_t count = duckdb_get_int64(regions);
  if (count < 1) {
    fail(error, ROWKEY_ERROR_ARGUMENT, "%lld regions (expected 1 or more)", (long long)count);
    return NULL;
  }
  rowkey_layout *layout = design_compile(design, NULL, error);
  if (layout == NULL) return NULL;
  rowkey_splits *splits = rowkey_splits_of_layout(layout, (size_t)count, error);
  *rows = splits == NULL ? 0 : splits->count;
  rowkey_layout_free(layout);
  return splits;
}

static void write_point(const void *made, idx_t row, const duckdb_vector *vectors, idx_t place) {
  const rowkey_splits *splits = made;
  write_bytes(vectors[0], place, (const uint8_t *)splits->bytes + splits->offsets[row],
              (size_t)(splits->offsets[row + 1] - splits->offsets[row]));
}

static void destroy_splits(void *made) { rowkey_splits_free(made); }

static const struct result_column columns[] = {{"point", DUCKDB_TYPE_BLOB}, {NULL, DUCKDB_TYPE_INVALID}};

static const struct table_function splits = {
    .name = "rowkey_splits",
    .second = DUCKDB_TYPE_BIGINT,
    .columns = columns,
    .make = make_splits,
    .write = write_point,
    .destroy = destroy_splits,
};

bool register_splits(duckdb_connection connection) { return register_table_function(connection, &splits); }
