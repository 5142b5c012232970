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

idx_t records_run_end(const struct records *records, idx_t begin, idx_t end) {
  const duckdb_list_entry *places = records->places;
  if (places == NULL) return end; /* the nulls of arguments end runs already */
  idx_t row = begin + 1;
  while (row < end && places[begin].length == 1 && places[row].length == 1 &&
         places[row].offset - places[begin].offset == row - begin && !record_is_null(records, row))
    row++;
  return row;
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
