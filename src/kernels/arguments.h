/* Checks of arguments that the public batch functions share. */
#ifndef ROWKEY_SRC_KERNELS_ARGUMENTS_H
#define ROWKEY_SRC_KERNELS_ARGUMENTS_H

#include "base/addresses.h"
#include "base/error.h"
#include "base/strings.h"

/* What the batch functions ask for. If it is not so, the error names the argument, `what`. */

/* That rows can be at `data`, as rows_can_be_at says. */
bool rowkey_check_rows(const char *what, const void *data, size_t rows, size_t width, size_t stride,
                       rowkey_error *error);

static inline bool rowkey_check_values(const char *what, const void *values, size_t rows, size_t width,
                                       rowkey_error *error) {
  return rowkey_check_rows(what, values, rows, width, width, error);
}

/* That rows of `width` bytes do not overlap. */
bool rowkey_check_stride(size_t width, size_t stride, rowkey_error *error);

/* That begin[i] <= end[i] <= size for each row, else error->row is that row, and that `bytes` is not NULL
 * unless all strings are empty. */
bool rowkey_check_strings(const struct rowkey_strings *strings, size_t rows, rowkey_error *error);

#endif
