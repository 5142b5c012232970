/* The clock that the core runs at: other rows are put in proportion to it. */
#include <string.h>

#include "shape.h"

/* Additions, each of which needs the one before it, one a cycle on all that we know of. */
enum { ADDITIONS = 1 << 20, UNROLLED = 16 };

static void fill_clock(struct shape *shape) { shape->output_size = sizeof(uint64_t); }

static void clock_additions(struct shape *shape, const void *with) {
  uint64_t sum = 0;
  (void)with;
  for (size_t i = 0; i < ADDITIONS / UNROLLED; i++) {
#pragma GCC unroll 16
    for (size_t k = 0; k < UNROLLED; k++) {
      sum += 3;
      __asm__("" : "+r"(sum)); /* so that the additions are not made one */
    }
  }
  memcpy(shape->output, &sum, sizeof(sum));
}

void register_clock(void) {
  struct shape *clock = shape_create(sizeof(*clock), ADDITIONS, fill_clock, clock_additions, "clock/cycles");
  bench_add(clock, "additions", clock_additions, NULL);
}
