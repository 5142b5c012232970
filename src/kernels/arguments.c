#include "kernels/arguments.h"

#include <inttypes.h>

#include "kernels/kernel_table.h"

bool rowkey_check_rows(const char *what, const void *data, size_t rows, size_t width, size_t stride,
                       rowkey_error *error) {
  if (rows_can_be_at(data, rows, width, stride)) return true;
  if (data == NULL)
    rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "%s is NULL (expected %zu rows)", what, rows);
  else
    rowkey_error_set(
        error, ROWKEY_ERROR_ARGUMENT,
        "%s: %zu rows of width %zu at stride %zu do not fit in memory (expected how many there are)", what,
        rows, width, stride);
  return false;
}

bool rowkey_check_stride(size_t width, size_t stride, rowkey_error *error) {
  if (stride >= width) return true;
  rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                   "stride is %zu, less than the width of a row (expected at least %zu)", stride, width);
  return false;
}

bool rowkey_check_strings(const struct rowkey_strings *strings, size_t rows, rowkey_error *error) {
  if (rows == 0) return true;
  if (!rowkey_check_values("begin", strings->begin, rows, sizeof *strings->begin, error) ||
      !rowkey_check_values("end", strings->end, rows, sizeof *strings->end, error)) {
    return false;
  }
  if (strings->size > PTRDIFF_MAX || strings->bytes == NULL) {
    rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                     strings->bytes == NULL ? "bytes is NULL (expected %" PRIu64 " bytes)"
                                            : "size is %" PRIu64
                                              ", which does not fit in memory (expected how "
                                              "many bytes can be read at bytes)",
                     strings->size);
    return false;
  }
  uint64_t total;
  const size_t good = rowkey_kernels_selected()->check_strings(strings, rows, &total);
  if (good == rows) return true;
  rowkey_error_of_row(error, ROWKEY_ERROR_ARGUMENT, good,
                      "begin and end are %" PRIu64 " and %" PRIu64
                      " (expected begin <= end, and end at most %" PRIu64 ")",
                      strings->begin[good], strings->end[good], strings->size);
  return false;
}
