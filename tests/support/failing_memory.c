#include "failing_memory.h"

#include <stdint.h>
#include <stdlib.h>

size_t allocations_allowed = SIZE_MAX;

static int fails(void) {
  if (allocations_allowed == SIZE_MAX) return 0;
  return allocations_allowed-- == 0;
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

void *__wrap_malloc(size_t size) { return fails() ? NULL : __real_malloc(size); }
void *__wrap_calloc(size_t count, size_t size) { return fails() ? NULL : __real_calloc(count, size); }
void *__wrap_aligned_alloc(size_t alignment, size_t size) {
  return fails() ? NULL : __real_aligned_alloc(alignment, size);
}
void *__wrap_realloc(void *memory, size_t size) { return fails() ? NULL : __real_realloc(memory, size); }
char *__wrap_strdup(const char *text) { return fails() ? NULL : __real_strdup(text); }
char *__wrap_strndup(const char *text, size_t size) { return fails() ? NULL : __real_strndup(text, size); }
