#include "failure.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool fail(rowkey_error *error, rowkey_status status, const char *format, ...) {
  *error = (rowkey_error){.status = status, .row = ROWKEY_NONE, .column = ROWKEY_NONE, .offset = ROWKEY_NONE};
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(error->text, sizeof error->text, format, arguments);
  va_end(arguments);
  return false;
}

bool fail_column(rowkey_error *error, const char *name) {
  if (error->status == ROWKEY_ERROR_MEMORY) return false;
  char place[80];
  const size_t size = (size_t)snprintf(place, sizeof place, "column %.64s: ", name);
  const size_t length = strlen(error->text), most = sizeof error->text - 1 - size;
  memmove(error->text + size, error->text, length < most ? length : most);
  memcpy(error->text, place, size);
  error->text[size + (length < most ? length : most)] = 0;
  return false;
}

bool fail_memory(rowkey_error *error) { return fail(error, ROWKEY_ERROR_MEMORY, "out of memory"); }
