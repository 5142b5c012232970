#include "digests.h"

#include <string.h>

void check_digests(const uint8_t *digests, const uint8_t *expected, size_t rows, const char *what,
                   const char *isa) {
  if (memcmp(digests, expected, rows * DIGEST) == 0) return;
  for (size_t i = 0; i < rows; i++) {
    CHECK(memcmp(digests + i * DIGEST, expected + i * DIGEST, DIGEST) == 0, "%s on %s: row %zu of %zu", what,
          isa, i, rows);
  }
}

size_t largest_count(void) {
  size_t largest = 0;
  EACH_ISA(kernels) {
    if (kernels->md5_group > largest) largest = kernels->md5_group;
  }
  return 2 * largest + 1;
}

size_t next_count(const struct rowkey_kernels *kernels, size_t count) {
  const size_t lanes = kernels->lanes, group = kernels->md5_group;
  const size_t candidates[] = {0,         1,     2,         lanes - 1,     lanes,     lanes + 1,
                               group - 1, group, group + 1, 2 * group - 1, 2 * group, 2 * group + 1};
  size_t next = SIZE_MAX;
  for (size_t i = 0; i < sizeof candidates / sizeof *candidates; i++) {
    if (candidates[i] > count && candidates[i] < next) next = candidates[i];
  }
  return next;
}
