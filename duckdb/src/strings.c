#include "strings.h"

#include <string.h>

enum { INLINED = 12, LARGEST_BLOCK = 1 << 20 };

bool text_equals(struct text a, struct text b) {
  return a.size == b.size && (a.data == b.data || memcmp(a.data, b.data, a.size) == 0);
}

static struct text string_at(const uint8_t *data, const uint64_t *offsets, size_t width, idx_t row) {
  const size_t begin = offsets != NULL ? (size_t)offsets[row] : (size_t)row * width;
  return (struct text){(const char *)data + begin,
                       offsets != NULL ? (size_t)(offsets[row + 1] - offsets[row]) : width};
}

/* The string of bytes that the vector owns, or that fit in the string. */
static duckdb_string_t string_of(struct text text) {
  duckdb_string_t string = {0};
  string.value.inlined.length = (uint32_t)text.size;
  if (text.size <= INLINED) {
    memcpy(string.value.inlined.inlined, text.data, text.size);
  } else {
    memcpy(string.value.pointer.prefix, text.data, sizeof string.value.pointer.prefix);
    string.value.pointer.ptr = (char *)(uintptr_t)text.data;
  }
  return string;
}

void strings_write(duckdb_vector vector, idx_t first, idx_t rows, const uint8_t *data,
                   const uint64_t *offsets, size_t width) {
  if (rows == 0) return;
  const uint8_t *begin = data == NULL ? (const uint8_t *)"" : data + (offsets != NULL ? offsets[0] : 0);
  const uint64_t size = offsets != NULL ? offsets[rows] - offsets[0] : (uint64_t)rows * width;
  if (size > LARGEST_BLOCK) { /* a call a string costs little beside their bytes */
    for (idx_t i = 0; i < rows; i++) {
      const struct text text = string_at(data, offsets, width, i);
      duckdb_vector_assign_string_element_len(vector, first + i, text.data, text.size);
    }
    return;
  }
  duckdb_string_t *strings = (duckdb_string_t *)duckdb_vector_get_data(vector) + first;
  if (size > INLINED) {
    /* One call copies all the bytes into memory of the vector; the strings then point into it. */
    duckdb_vector_assign_string_element_len(vector, first, (const char *)begin, size);
    begin = (const uint8_t *)strings[0].value.pointer.ptr;
  }
  for (idx_t i = 0; i < rows; i++) {
    const size_t place = offsets != NULL ? (size_t)(offsets[i] - offsets[0]) : (size_t)i * width;
    const size_t length = offsets != NULL ? (size_t)(offsets[i + 1] - offsets[i]) : width;
    strings[i] = string_of((struct text){(const char *)begin + place, length});
  }
}

void write_null(duckdb_vector vector, idx_t row) {
  duckdb_vector_ensure_validity_writable(vector);
  duckdb_validity_set_row_invalid(duckdb_vector_get_validity(vector), row);
}
