/* The entry point: DuckDB calls it once for each database that loads the extension. */
#define DUCKDB_EXTENSION_NAME rowkey
#include "extension.h"

DUCKDB_EXTENSION_ENTRYPOINT(duckdb_connection connection, duckdb_extension_info info,
                            struct duckdb_extension_access *access) {
  static const struct {
    bool (*register_functions)(duckdb_connection);
    const char *problem;
  } parts[] = {
      {register_encode, "rowkey_encode could not be registered"},
      {register_decode, "rowkey_decode could not be registered"},
      {register_region, "rowkey_region could not be registered"},
      {register_ranges, "rowkey_ranges could not be registered"},
      {register_splits, "rowkey_splits could not be registered"},
      {register_functions, "rowkey_functions could not be registered"},
  };
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    if (parts[i].register_functions(connection)) continue;
    access->set_error(info, parts[i].problem);
    return false;
  }
  return true;
}
