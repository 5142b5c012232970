#include "each_isa.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TABLES_MAX = 64 };
static size_t runs[TABLES_MAX];

const struct rowkey_kernels *kernels_to_test(size_t index, size_t kernel_offset) {
  CHECK(index < TABLES_MAX, "more instruction sets than this test can count");
  const struct rowkey_kernels *kernels = rowkey_table_with(index, kernel_offset);
  if (kernels != NULL) runs[index]++;
  return kernels;
}

int run_kernel_tests(const struct test *tests, size_t count, int argc, char **argv) {
  int status = run_tests(tests, count, argc, argv);
  const bool whole = argc == 1 || (argc == 3 && strcmp(argv[1], "--seed") == 0);
  for (size_t i = 0; i < rowkey_tables_count; i++) {
    const char *name = rowkey_isas[i / 2].name;
    const bool in_library =
        i % 2 == 0; /* no test is without a kernel of those; few have a generic one beside it */
    if (rowkey_table(i) == NULL) {
      if (in_library) printf("%-8s not run on this CPU\n", name);
    } else if (in_library || runs[i] > 0) {
      printf("%-8s %zu runs%s\n", name, runs[i], in_library ? "" : " of generic kernels");
      if (in_library && whole && runs[i] == 0) {
        fprintf(stderr, "%s is supported but its kernels were never tested\n", name);
        status = EXIT_FAILURE;
      }
    }
  }
  return status;
}

struct guarded guarded_of(size_t size) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  const size_t rounded = (size / page + 1) * page;
  uint8_t *begin = guarded(rounded, GUARD_BEGIN);
  return (struct guarded){begin, begin + rounded};
}

uint8_t canary(size_t index) { return (uint8_t)(0xa5 ^ (index * 0x3b + index / 256)); }

void fill_canary(uint8_t *bytes, size_t size) {
  for (size_t i = 0; i < size; i++) bytes[i] = canary(i);
}
