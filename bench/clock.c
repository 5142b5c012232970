/* The clock that the core runs at: other rows are put in proportion to it. Two chains count its cycles, so
 * that a core that shortens one of them is seen. */
#include <string.h>

#include "shape.h"

/* Steps of one cycle, each of which needs the one before it. */
enum { STEPS = 1 << 20, UNROLLED = 16 };

static void fill_clock(struct shape *shape) { shape->output_size = sizeof(uint64_t); }

/* The addend is in a register: cores since Golden Cove add constants while they rename registers, six a
 * cycle. */
static void clock_additions(struct shape *shape, const void *with) {
  uint64_t sum = 0, addend = 3;
  (void)with;
  __asm__("" : "+r"(addend));
  for (size_t i = 0; i < STEPS / UNROLLED; i++) {
#pragma GCC unroll 16
    for (size_t k = 0; k < UNROLLED; k++) {
      sum += addend;
      __asm__("" : "+r"(sum)); /* so that the additions are not made one */
    }
  }
  memcpy(shape->output, &sum, sizeof(sum));
}

static void clock_rotations(struct shape *shape, const void *with) {
  uint64_t bits = 1;
  (void)with;
  for (size_t i = 0; i < STEPS / UNROLLED; i++) {
#pragma GCC unroll 16
    for (size_t k = 0; k < UNROLLED; k++) {
      bits = bits << 7 | bits >> 57;
      __asm__("" : "+r"(bits));
    }
  }
  memcpy(shape->output, &bits, sizeof(bits));
}

void register_clock(void) {
  struct shape *clock = shape_create(sizeof(*clock), STEPS, fill_clock, clock_additions, "clock/cycles");
  bench_add(clock, "additions", clock_additions, NULL);
  struct shape *check = shape_create(sizeof(*check), STEPS, fill_clock, clock_rotations, "clock/check");
  bench_add(check, "rotations", clock_rotations, NULL);
}
