/* Loops over the rows of a batch. A kind gives the function of one value, which becomes a part of the loop.
 *
 * They return the first bad row, or `rows`. *fault says then why the text or value is bad, to follow "it"; it
 * is NULL when the row does not lie within its column, or bytes are not as many as the type's width. */
#ifndef ROWKEY_SRC_TYPES_ROWS_H
#define ROWKEY_SRC_TYPES_ROWS_H

#include "base/strings.h"
#include "simd/memory.h"
#include "types/batch.h"
#include "types/type.h"

typedef const char *read_number(const struct rowkey_column_type *type, const struct typed_text *text,
                                uint64_t *number);
typedef const char *read_bytes(const struct typed_text *text, uint8_t *bytes, size_t *size);
typedef const char *write_number(const struct rowkey_column_type *type, uint64_t number, char *text,
                                 size_t *size);
typedef void write_bytes(const uint8_t *bytes, size_t size, char *text, size_t *length);

/* In the loops the columns are copies: the compiler knows then that no row that is written changes them. */

/* The text of a row. False when it does not lie within the column's bytes. */
V_INLINE bool find_text(const rowkey_values *texts, size_t row, struct typed_text *text) {
  uint64_t begin, end;
  if (!find_span(texts, row, &begin, &end)) return false;
  const struct rowkey_strings bytes = strings_at(texts->data, texts->size, NULL, NULL);
  *text = (struct typed_text){bytes.bytes + begin, (size_t)(end - begin), (size_t)begin};
  return true;
}

V_INLINE size_t read_number_rows(const struct rowkey_column_type *type, const rowkey_values *column,
                                 size_t rows, uint64_t *numbers, const char **fault, read_number *read) {
  const rowkey_values texts = *column;
  *fault = NULL;
  for (size_t row = 0; row < rows; row++) {
    struct typed_text text;
    numbers[row] = 0;
    if (is_null_at(&texts, row)) continue;
    if (!find_text(&texts, row, &text)) return row;
    *fault = read(type, &text, &numbers[row]);
    if (*fault != NULL) return row;
  }
  return rows;
}

V_INLINE size_t read_byte_rows(const struct rowkey_column_type *type, const rowkey_values *texts, size_t rows,
                               const rowkey_decoded *values, const char **fault, read_bytes *read) {
  const size_t width = type->kind->width;
  uint8_t *out = values->data;
  size_t used = 0;
  *fault = NULL;
  set_end(values, 0, 0);
  for (size_t row = 0; row < rows; row++) {
    struct typed_text text;
    size_t size = width;
    if (is_null_at(texts, row)) {
      if (size > 0) memset(out + used, 0, size);
    } else {
      if (!find_text(texts, row, &text)) return row;
      *fault = read(&text, out + used, &size);
      if (*fault != NULL) return row;
    }
    used += size;
    set_end(values, row + 1, used);
  }
  return rows;
}

V_INLINE size_t write_number_rows(const struct rowkey_column_type *type, const rowkey_values *values,
                                  size_t rows, const rowkey_decoded *texts, const char **fault,
                                  write_number *write) {
  const uint64_t *numbers = values->data;
  char *out = texts->data;
  size_t used = 0;
  *fault = NULL;
  set_end(texts, 0, 0);
  for (size_t row = 0; row < rows; row++) {
    size_t size = 0;
    if (!is_null_at(values, row)) {
      *fault = write(type, numbers[row], out + used, &size);
      if (*fault != NULL) return row;
    }
    used += size;
    set_end(texts, row + 1, used);
  }
  return rows;
}

V_INLINE size_t write_byte_rows(const struct rowkey_column_type *type, const rowkey_values *values,
                                size_t rows, const rowkey_decoded *texts, const char **fault,
                                write_bytes *write) {
  const size_t width = type->kind->width;
  char *out = texts->data;
  size_t used = 0;
  *fault = NULL;
  set_end(texts, 0, 0);
  for (size_t row = 0; row < rows; row++) {
    uint64_t begin, end;
    size_t size = 0;
    if (!is_null_at(values, row)) {
      if (!find_span(values, row, &begin, &end) || (width > 0 && end - begin != width)) return row;
      if (end > begin) {
        write((const uint8_t *)values->data + begin, (size_t)(end - begin), out + used, &size);
      }
    }
    used += size;
    set_end(texts, row + 1, used);
  }
  return rows;
}

/* The two functions of struct type_kind, NAME_read_rows and NAME_write_rows, of those of one value. */
#define NUMBER_ROWS(name, read, write)                                                                \
  static size_t name##_read_rows(const struct rowkey_column_type *type, const rowkey_values *texts,   \
                                 size_t rows, const rowkey_decoded *values, const char **fault) {     \
    return read_number_rows(type, texts, rows, values->data, fault, read);                            \
  }                                                                                                   \
  static size_t name##_write_rows(const struct rowkey_column_type *type, const rowkey_values *values, \
                                  size_t rows, const rowkey_decoded *texts, const char **fault) {     \
    return write_number_rows(type, values, rows, texts, fault, write);                                \
  }
#define BYTE_ROWS(name, read, write)                                                                  \
  static size_t name##_read_rows(const struct rowkey_column_type *type, const rowkey_values *texts,   \
                                 size_t rows, const rowkey_decoded *values, const char **fault) {     \
    return read_byte_rows(type, texts, rows, values, fault, read);                                    \
  }                                                                                                   \
  static size_t name##_write_rows(const struct rowkey_column_type *type, const rowkey_values *values, \
                                  size_t rows, const rowkey_decoded *texts, const char **fault) {     \
    return write_byte_rows(type, values, rows, texts, fault, write);                                  \
  }

#endif
