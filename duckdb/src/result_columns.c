#include "result_columns.h"

duckdb_logical_type make_list_type(const struct result_column *columns) {
  duckdb_logical_type types[MOST_RESULT_COLUMNS];
  const char *names[MOST_RESULT_COLUMNS];
  idx_t count = 0;
  for (; columns[count].name != NULL; count++) {
    types[count] = duckdb_create_logical_type(columns[count].type);
    names[count] = columns[count].name;
  }
  duckdb_logical_type record = duckdb_create_struct_type(types, names, count);
  duckdb_logical_type list = duckdb_create_list_type(record);
  duckdb_destroy_logical_type(&record);
  while (count > 0) duckdb_destroy_logical_type(&types[--count]);
  return list;
}

void write_bytes(duckdb_vector vector, idx_t row, const void *data, size_t size) {
  duckdb_vector_assign_string_element_len(vector, row, size == 0 ? "" : data, size);
}
