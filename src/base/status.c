#include <inttypes.h>
#include <rowkey/rowkey.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"

static rowkey_status fill_error(rowkey_error *error, rowkey_status status, size_t row, const char *format,
                                va_list arguments) {
  if (error == NULL) return status;
  error->status = status;
  memset(error->reserved, 0, sizeof error->reserved);
  error->row = row;
  error->column = error->offset = ROWKEY_NONE;
  vsnprintf(error->text, sizeof error->text, format, arguments);
  return status;
}

rowkey_status rowkey_error_set(rowkey_error *error, rowkey_status status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fill_error(error, status, ROWKEY_NONE, format, arguments);
  va_end(arguments);
  return status;
}

rowkey_status rowkey_error_of_row(rowkey_error *error, rowkey_status status, size_t row, const char *format,
                                  ...) {
  va_list arguments;
  va_start(arguments, format);
  fill_error(error, status, row, format, arguments);
  va_end(arguments);
  return status;
}

bool rowkey_is_array(const void *array, size_t count, size_t size, const char *what, rowkey_error *error) {
  if (count == 0 || (array != NULL && count <= PTRDIFF_MAX / size)) return true;
  if (array == NULL)
    rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "the %s are NULL (expected %zu of them)", what, count);
  else
    rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                     "%zu %s do not fit in memory (expected how many there are)", count, what);
  return false;
}

rowkey_status rowkey_check_count(const char *what, size_t given, size_t columns, rowkey_error *error) {
  if (given == columns) return ROWKEY_OK;
  return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                          "%s is %zu (expected %zu: one entry for each column of the schema)", what, given,
                          columns);
}

rowkey_status rowkey_error_numbers(const char *what, const void *numbers, size_t rows, rowkey_error *error) {
  if (numbers == NULL)
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "%s is NULL (expected a number for each row)",
                            what);
  return rowkey_error_set(
      error, ROWKEY_ERROR_ARGUMENT,
      "rows is %zu, but so many numbers of %s do not fit in memory (expected how many rows there are)", rows,
      what);
}

rowkey_status rowkey_error_reserved(const uint64_t *reserved, const char *name, rowkey_error *error) {
  size_t index = 0;
  while (reserved[index] == 0) index++;
  return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                          "%s: reserved[%zu] is %" PRIu64
                          " (expected 0: this library is rowkey " ROWKEY_VERSION_STRING
                          ", which does not know that member; set it to 0, or link a newer library)",
                          name, index, reserved[index]);
}
