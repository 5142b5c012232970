#include "each_isa.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ISAS_MAX = 32 };
static size_t runs[ISAS_MAX];

const struct rowkey_kernels *kernels_to_test(size_t index) {
  CHECK(index < ISAS_MAX, "more instruction sets than this test can count");
  if (!rowkey_isas[index].is_supported()) return NULL;
  runs[index]++;
  return rowkey_isas[index].kernels;
}

int run_kernel_tests(const struct test *tests, size_t count, int argc, char **argv) {
  int status = run_tests(tests, count, argc, argv);
  const bool whole = argc == 1 || (argc == 3 && strcmp(argv[1], "--seed") == 0);
  for (size_t i = 0; i < rowkey_isas_count; i++) {
    if (!rowkey_isas[i].is_supported()) {
      printf("%-8s not run on this CPU\n", rowkey_isas[i].name);
    } else {
      printf("%-8s %zu runs\n", rowkey_isas[i].name, runs[i]);
      if (whole && runs[i] == 0) {
        fprintf(stderr, "%s is supported but its kernels were never tested\n", rowkey_isas[i].name);
        status = EXIT_FAILURE;
      }
    }
  }
  return status;
}

struct arena arena_of(size_t size) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  const size_t rounded = (size / page + 1) * page;
  uint8_t *begin = guarded(rounded, GUARD_BEGIN);
  return (struct arena){begin, begin + rounded};
}

uint8_t canary(size_t index) { return (uint8_t)(0xa5 ^ (index * 0x3b + index / 256)); }

void fill_canary(uint8_t *bytes, size_t size) {
  for (size_t i = 0; i < size; i++) bytes[i] = canary(i);
}
