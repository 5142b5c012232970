#include "sealed_memory.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { REGION_SIZE = 1 << 24, UNIT = 64 };

static uint8_t *region;
static size_t used;
static bool collecting;

void *__real_malloc(size_t size);
void *__real_realloc(void *memory, size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void __real_free(void *memory);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void __wrap_free(void *memory);

static void protect(int protection) {
  if (mprotect(region, REGION_SIZE, protection) != 0) abort();
}

void sealed_memory_begin(void) {
  if (region == NULL) {
    region = mmap(NULL, REGION_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (region == MAP_FAILED) abort();
  }
  collecting = true;
}

void sealed_memory_seal(void) {
  collecting = false;
  protect(PROT_READ);
}

void sealed_memory_open(void) { protect(PROT_READ | PROT_WRITE); }

static bool is_inside(const void *memory) {
  return region != NULL && (uintptr_t)memory - (uintptr_t)region < REGION_SIZE;
}

/* Never given twice, so it is zeroed as it comes. */
static void *take(size_t size) {
  if (size > REGION_SIZE - UNIT || used > REGION_SIZE - UNIT - size) abort();
  void *memory = region + used;
  used += (size + UNIT - 1) / UNIT * UNIT;
  return memory;
}

void *__wrap_malloc(size_t size) { return collecting ? take(size) : __real_malloc(size); }

void *__wrap_calloc(size_t count, size_t size) {
  return collecting ? take(count * size) : __real_calloc(count, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size) {
  return collecting && alignment <= UNIT ? take(size) : __real_aligned_alloc(alignment, size);
}

/* A block whose size is not known stays where it is. */
void *__wrap_realloc(void *memory, size_t size) {
  if (is_inside(memory)) abort();
  return __real_realloc(memory, size);
}

void __wrap_free(void *memory) {
  if (!is_inside(memory)) __real_free(memory);
}
