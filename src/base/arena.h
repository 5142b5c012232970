/* Memory that is allocated in small pieces and freed all at once: whatever a compiled layout consists of. */
#ifndef ROWKEY_SRC_BASE_ARENA_H
#define ROWKEY_SRC_BASE_ARENA_H

#include <stdbool.h>
#include <stddef.h>

struct arena {
  struct arena_chunk *chunks;
  size_t left;    /* bytes free at the end of the newest chunk */
  bool exhausted; /* an allocation has failed: what was being built is to be given up */
};

/* `size` zeroed bytes, aligned for any type, or NULL with `exhausted` set. */
void *rowkey_arena_allocate(struct arena *arena, size_t size);

/* The same for an array. */
void *rowkey_arena_allocate_array(struct arena *arena, size_t count, size_t element_size);

/* A copy of `size` bytes and a NUL after them. */
void *rowkey_arena_copy(struct arena *arena, const void *bytes, size_t size);

/* Room for one more element after the `count` of `array`, which has room for *capacity: the array itself or
 * a larger copy. NULL with `exhausted` set when there is no memory. */
void *rowkey_arena_grow(struct arena *arena, void *array, size_t count, size_t *capacity,
                        size_t element_size);

void rowkey_arena_free(struct arena *arena);

#endif
