#include "failure.h"

#include <stdarg.h>
#include <stdio.h>

bool fail(rowkey_error *error, rowkey_status status, const char *format, ...) {
  *error = (rowkey_error){.status = status, .row = ROWKEY_NONE, .column = ROWKEY_NONE, .offset = ROWKEY_NONE};
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(error->text, sizeof error->text, format, arguments);
  va_end(arguments);
  return false;
}

bool fail_memory(rowkey_error *error) { return fail(error, ROWKEY_ERROR_MEMORY, "out of memory"); }
