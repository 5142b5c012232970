#include "exhaustive.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct rowkey_kernels *kernels_of_argument(int argc, char **argv) {
  for (size_t i = 0; argc == 2 && i < rowkey_isas_count; i++) {
    if (strcmp(rowkey_isas[i].name, argv[1]) != 0) continue;
    if (rowkey_isas[i].is_supported()) return rowkey_isas[i].kernels;
    printf("%s: not run, this CPU does not have it\n", argv[1]);
    exit(NOT_ON_THIS_CPU);
  }
  fprintf(stderr, "expected one argument, the name of an instruction set:");
  for (size_t i = 0; i < rowkey_isas_count; i++) fprintf(stderr, " %s", rowkey_isas[i].name);
  fprintf(stderr, "\n");
  exit(2);
}

void fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fprintf(stderr, "\n");
  exit(EXIT_FAILURE);
}

void *memory_of(size_t size) {
  void *memory = malloc(size);
  if (memory == NULL) fail("no memory for %zu bytes", size);
  return memory;
}
