/* Strings in DuckDB's vectors: VARCHAR and BLOB. */
#ifndef ROWKEY_DUCKDB_STRINGS_H
#define ROWKEY_DUCKDB_STRINGS_H

#include "extension.h"

/* Bytes that belong to a vector. */
struct text {
  const char *data;
  size_t size;
};

/* Up to 12 bytes lie in the string itself. */
static inline struct text text_of(const duckdb_string_t *string) {
  const uint32_t size = string->value.inlined.length;
  if (size <= sizeof string->value.inlined.inlined) return (struct text){string->value.inlined.inlined, size};
  return (struct text){string->value.pointer.ptr, size};
}

/* Whether row `row` has a value; `validity` is what duckdb_vector_get_validity gives. */
static inline bool is_valid(const uint64_t *validity, idx_t row) {
  return validity == NULL || ((validity[row / 64] >> (row % 64)) & 1) != 0;
}

bool text_equals(struct text a, struct text b);

/* Writes strings to rows first, first + 1, … of a vector: string i is data[offsets[i] … offsets[i + 1]), or,
 * where offsets is NULL, the `width` bytes at data + i * width. */
void strings_write(duckdb_vector vector, idx_t first, idx_t rows, const uint8_t *data,
                   const uint64_t *offsets, size_t width);

/* Makes a row NULL. */
void write_null(duckdb_vector vector, idx_t row);

#endif
