#include "failing_memory.h"

#include <stdint.h>
#include <stdlib.h>

size_t allocations_allowed = SIZE_MAX;
size_t allocated_bytes;

/* What the C library allocates within a call of it is a part of that call: musl's realloc calls malloc. */
static _Thread_local int depth;

static bool fails(size_t size) {
  if (depth == 0) {
    allocated_bytes += size;
    if (allocations_allowed != SIZE_MAX && allocations_allowed-- == 0) return true;
  }
  depth++;
  return false;
}

static void *done(void *memory) {
  depth--;
  return memory;
}

bool allocation_failed(void) {
  const bool failed = allocations_allowed == SIZE_MAX;
  allocations_allowed = SIZE_MAX;
  return failed;
}

void *__real_malloc(size_t size);
void *__real_realloc(void *memory, size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
char *__real_strdup(const char *text);
char *__real_strndup(const char *text, size_t size);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t size);

void *__wrap_malloc(size_t size) { return fails(size) ? NULL : done(__real_malloc(size)); }
void *__wrap_calloc(size_t count, size_t size) {
  return fails(count * size) ? NULL : done(__real_calloc(count, size));
}
void *__wrap_aligned_alloc(size_t alignment, size_t size) {
  return fails(size) ? NULL : done(__real_aligned_alloc(alignment, size));
}
void *__wrap_realloc(void *memory, size_t size) {
  return fails(size) ? NULL : done(__real_realloc(memory, size));
}
char *__wrap_strdup(const char *text) { return fails(0) ? NULL : done(__real_strdup(text)); }
char *__wrap_strndup(const char *text, size_t size) {
  return fails(0) ? NULL : done(__real_strndup(text, size));
}
