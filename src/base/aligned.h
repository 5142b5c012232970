/* Memory aligned to more than malloc's. Windows has it as well, but its free() does not take it. */
#ifndef ROWKEY_SRC_BASE_ALIGNED_H
#define ROWKEY_SRC_BASE_ALIGNED_H

#include <stdlib.h>
#ifdef _WIN32
#include <malloc.h>
#endif

/* `size` is a multiple of `alignment`, a power of 2. NULL when there is no memory. */
static inline void *rowkey_aligned_alloc(size_t alignment, size_t size) {
#ifdef _WIN32
  return _aligned_malloc(size, alignment);
#else
  return aligned_alloc(alignment, size);
#endif
}

/* NULL is allowed. */
static inline void rowkey_aligned_free(void *memory) {
#ifdef _WIN32
  _aligned_free(memory);
#else
  free(memory);
#endif
}

#endif
