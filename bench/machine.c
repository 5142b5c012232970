/* What the machine itself can do: the clock that the core runs at, and the bytes a second that it reads and
 * copies from each level of its memory. Other rows are put in proportion to these. */
#include <stdlib.h>
#include <string.h>

#include "shape.h"

/* ---- clock: additions, each of which needs the one before it, one a cycle on all that we know of ---- */

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

/* ---- memory ---- */

struct memory {
  struct shape shape;
  size_t size;
  uint64_t *words, *copy;
};

static void fill_memory(struct shape *shape) {
  struct memory *memory = (struct memory *)shape;
  shape->output_size = sizeof(uint64_t);
  shape->bytes = shape->rows = memory->size;
  memory->words = bench_allocate(memory->size);
  memory->copy = bench_allocate(memory->size);
  for (size_t i = 0; i < memory->size / sizeof(uint64_t); i++) memory->words[i] = i;
}

/* Eight sums, which compilers make vectors of. */
static void memory_read(struct shape *shape, const void *with) {
  const struct memory *memory = (const struct memory *)shape;
  uint64_t sums[8] = {0}, sum = 0;
  (void)with;
  for (size_t i = 0; i < memory->size / sizeof(uint64_t); i += 8)
    for (size_t k = 0; k < 8; k++) sums[k] += memory->words[i + k];
  for (size_t k = 0; k < 8; k++) sum += sums[k];
  memcpy(shape->output, &sum, sizeof(sum));
}

static void memory_copy(struct shape *shape, const void *with) {
  const struct memory *memory = (const struct memory *)shape;
  (void)with;
  memcpy(memory->copy, memory->words, memory->size);
  memcpy(shape->output, memory->copy + memory->size / sizeof(uint64_t) - 1, sizeof(uint64_t));
}

static void register_memory(size_t size) {
  const bool large = size >= (size_t)1 << 20;
  const size_t shown = large ? size >> 20 : size >> 10;
  const char *unit = large ? "MiB" : "KiB";
  struct memory *read =
      shape_create(sizeof(*read), size, fill_memory, memory_read, "memory_read/%zu%s", shown, unit);
  struct memory *copy =
      shape_create(sizeof(*copy), size, fill_memory, memory_copy, "memory_copy/%zu%s", shown, unit);
  read->size = copy->size = size;
  bench_add(&read->shape, "sum", memory_read, NULL);
  bench_add(&copy->shape, "memcpy", memory_copy, NULL);
}

void register_machine(void) {
  struct shape *clock = shape_create(sizeof(*clock), ADDITIONS, fill_clock, clock_additions, "clock/cycles");
  bench_add(clock, "additions", clock_additions, NULL);
  /* In the first cache, the second, the third, and in none. */
  static const size_t sizes[] = {16 << 10, 256 << 10, 4 << 20, (size_t)256 << 20};
  for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) register_memory(sizes[i]);
}
