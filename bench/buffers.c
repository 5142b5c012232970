/* The memory that shapes work in: at page offsets that luck does not choose, and never more than a machine
 * of a few GiB has, however many shapes a run visits. */
#include <stdlib.h>
#include <string.h>

#include "shape.h"

enum {
  PAGE = 4096,
  LINE = 64, /* what caches fetch */
  SMALL = 4 << 20
};

/* What all shapes hold together, as long as no single one needs more. */
static const size_t budget = (size_t)1 << 30;

/* Those that hold anything, the one used last first. */
static struct shape *holders;

static uint64_t page_seed;

void bench_set_page_seed(uint64_t seed) { page_seed = seed; }

uint64_t bench_name_seed(const char *name) {
  uint64_t seed = 0;
  for (; *name != '\0'; name++) seed = bench_splitmix64(seed, (uint8_t)*name);
  return seed;
}

void shape_touch(struct shape *shape) {
  struct shape **at = &holders;
  while (*at != NULL && *at != shape) at = &(*at)->less_recent;
  if (*at == shape) *at = shape->less_recent;
  shape->less_recent = holders;
  holders = shape;
}

static void release(struct shape *shape) {
  while (shape->allocations > 0) free(shape->memory[--shape->allocations]);
  shape->held = 0;
  shape->output = shape->expected = NULL;
}

/* Makes room for `size` bytes of the shape used last. What is small is cheaper kept than made again. */
static void release_others(size_t size) {
  size_t sum = size + holders->held;
  for (struct shape **at = &holders->less_recent; *at != NULL;) {
    struct shape *other = *at;
    if (sum + other->held <= budget || other->held < SMALL) {
      sum += other->held;
      at = &other->less_recent;
    } else {
      *at = other->less_recent;
      release(other);
    }
  }
}

/* *memory receives what is to be freed, and *whole its size. */
static void *allocate(const char *name, unsigned index, size_t size, void **memory, size_t *whole) {
  const uint64_t draw = bench_splitmix64(page_seed ^ bench_name_seed(name), index);
  const size_t offset = draw % (PAGE / LINE) * LINE;
  *whole = (offset + size + LINE) / PAGE * PAGE + PAGE; /* a line more than was asked for */
  *memory = aligned_alloc(PAGE, *whole);
  if (*memory == NULL) bench_fail("%s: out of memory: %zu bytes", name, *whole);
  return (uint8_t *)memset(*memory, 0, *whole) + offset;
}

void *shape_allocate(struct shape *shape, size_t size) {
  shape_touch(shape);
  release_others(size);
  if (shape->allocations == SHAPE_ALLOCATIONS_MAX) bench_fail("%s: too many allocations", shape->name);
  size_t whole;
  void *buffer = allocate(shape->name, shape->allocations, size, &shape->memory[shape->allocations], &whole);
  shape->allocations++;
  shape->held += whole;
  return buffer;
}

void *bench_keep(const char *name, unsigned piece, size_t size) {
  void *memory;
  size_t whole;
  return allocate(name, piece, size, &memory, &whole);
}
