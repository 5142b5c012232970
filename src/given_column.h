/* Columns as callers give them: what is checked before any row is read, and where their texts are. */
#ifndef ROWKEY_SRC_GIVEN_COLUMN_H
#define ROWKEY_SRC_GIVEN_COLUMN_H

#include <rowkey/encode.h>
#include <stdbool.h>

#include "kernel_table.h"

struct given_column {
  const char *name; /* for messages */
  size_t index;     /* of the schema, or ROWKEY_NONE */
  size_t rows;
  rowkey_error *error;
};

/* Fills in the error: ROWKEY_ERROR_ARGUMENT. */
rowkey_status rowkey_given_error(const struct given_column *column, const char *member, const char *problem);

/* Whether `rows` numbers, or texts, can be where the caller says. */
rowkey_status rowkey_check_given_u64(const struct given_column *column, const char *member,
                                     const void *numbers);
rowkey_status rowkey_check_given_floats(const struct given_column *column, const void *numbers,
                                        bool is_float32);
rowkey_status rowkey_check_given_text(const struct given_column *column, const rowkey_values *values);

/* Where the bytes of a row are said to be among those of a column, in which they need not lie. */
static inline void given_span(const rowkey_values *column, size_t row, uint64_t *begin, uint64_t *end) {
  if (column->begin != NULL) {
    *begin = column->begin[row];
    *end = column->end[row];
  } else if (column->offsets32 != NULL) {
    *begin = column->offsets32[row];
    *end = column->offsets32[row + 1];
  } else {
    *begin = (uint64_t)row * column->width;
    *end = *begin + column->width;
  }
}

/* Rows start … start + rows - 1 of a text column that passes the check. `begin` and `end`, of `rows` numbers
 * each, are written unless the column has such arrays. */
struct rowkey_strings rowkey_text_spans(const rowkey_values *column, size_t start, size_t rows,
                                        uint64_t *begin, uint64_t *end);

/* The first null among rows start … start + rows - 1, from 0, or `rows`. */
size_t rowkey_find_null(const rowkey_values *column, size_t start, size_t rows);

#endif
