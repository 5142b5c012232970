#include "records.h"

#include <string.h>

#include "failure.h"

struct records records_of(const struct call *call, size_t argument) {
  if (call->lists[argument].vector == NULL)
    return (struct records){.vector = call->vectors[argument], .validity = call->validity[argument]};
  return (struct records){.vector = call->lists[argument].vector,
                          .places = call->data[argument],
                          .validity = call->lists[argument].validity};
}

bool record_is_null(const struct records *records, idx_t row) {
  if (records->places == NULL) return !is_valid(records->validity, row);
  return records->places[row].length == 1 && !is_valid(records->validity, records->places[row].offset);
}

bool records_are_side_by_side(const struct records *records, idx_t a, idx_t b) {
  const duckdb_list_entry *places = records->places;
  return places == NULL ||
         (places[a].length == 1 && places[b].length == 1 && places[b].offset - places[a].offset == b - a);
}

bool record_place(const struct records *records, idx_t row, idx_t *place, rowkey_error *error) {
  *place = records->places == NULL ? row : records->places[row].offset;
  return records->places == NULL || records->places[row].length == 1 ||
         fail(error, ROWKEY_ERROR_ARGUMENT,
              "the list has %llu structs (expected one: the columns of the row)",
              (unsigned long long)records->places[row].length);
}

bool records_check(const struct records *records, rowkey_error *error) {
  static const char old[] = "v1.2.";
  return records->places != NULL || strncmp(duckdb_library_version(), old, sizeof old - 1) != 0 ||
         fail(
             error, ROWKEY_ERROR_ARGUMENT,
             "DuckDB %s cannot hand over the fields of a struct (expected it in a list: [{id: id}], or DuckDB "
             "1.3 or later)",
             duckdb_library_version());
}
