/* Every kernel of a family as tests/descriptors describes it, on every instruction set: with every number of
 * rows around the lanes and groups of all of them, with any, and with many. */
#include "random_call.h"
#include "testing.h"

enum { MANY_ROWS = 299 };

static size_t largest_count(void) {
  size_t largest = 0;
  FUZZ_EACH_ISA(kernels) {
    const size_t count = kernels->md5_group > 2 * kernels->lanes ? kernels->md5_group : 2 * kernels->lanes;
    if (count > largest) largest = count;
  }
  return 2 * largest + 3;
}

static void each_kernel(const size_t *rows, size_t times) {
  for (size_t i = 0; i < families->count; i++) {
    const struct descriptor *kernel = &families->kernels[i];
    for (size_t call = 0; call < times * (1 + kernel->more_calls); call++) call_at_random(kernel, rows, NULL);
  }
}

static void every_count(void) {
  for (size_t rows = 0; rows <= largest_count(); rows++) each_kernel(&rows, 40);
}

static void any_count(void) { each_kernel(NULL, repetitions(4000)); }

static void many_rows(void) {
  for (size_t rows = MANY_ROWS; rows > MANY_ROWS - repetitions(20); rows--) each_kernel(&rows, 1);
}

static const struct test tests[] = {
    {"every number of rows", every_count},
    {"any number of rows", any_count},
    {"many rows", many_rows},
};

int main(int argc, char **argv) {
  fuzz_guard_most();
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
