#include "base/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct arena_chunk {
  struct arena_chunk *next;
  size_t size; /* of bytes */
  alignas(max_align_t) unsigned char bytes[];
};

/* Tests set it to 1: then every allocation asks the system for memory, and can fail. */
#ifndef ROWKEY_ARENA_CHUNK
#define ROWKEY_ARENA_CHUNK 1536
#endif
enum { CHUNK_SIZE = ROWKEY_ARENA_CHUNK };

void *rowkey_arena_allocate(struct arena *arena, size_t size) {
  size_t alignment = alignof(max_align_t);
  if (size > SIZE_MAX / 2) {
    arena->exhausted = true;
    return NULL;
  }
  size = (size + alignment - 1) / alignment * alignment;
  if (size > arena->left || arena->chunks == NULL) {
    size_t chunk_size = size > CHUNK_SIZE ? size : CHUNK_SIZE;
    struct arena_chunk *chunk = calloc(1, sizeof *chunk + chunk_size);
    if (chunk == NULL) {
      arena->exhausted = true;
      return NULL;
    }
    chunk->next = arena->chunks;
    chunk->size = chunk_size;
    arena->chunks = chunk;
    arena->left = chunk_size;
  }
  void *result = arena->chunks->bytes + arena->chunks->size - arena->left;
  arena->left -= size;
  return result;
}

void *rowkey_arena_allocate_array(struct arena *arena, size_t count, size_t element_size) {
  /* A product beyond SIZE_MAX becomes SIZE_MAX, which fails like any other size that is too large. */
  return rowkey_arena_allocate(arena, count > SIZE_MAX / element_size ? SIZE_MAX : count * element_size);
}

void *rowkey_arena_copy(struct arena *arena, const void *bytes, size_t size) {
  char *copy = rowkey_arena_allocate(arena, size + 1);
  if (copy != NULL && size != 0) memcpy(copy, bytes, size);
  return copy;
}

void *rowkey_arena_grow(struct arena *arena, void *array, size_t count, size_t *capacity,
                        size_t element_size) {
  if (count < *capacity) return array;
  size_t larger = *capacity == 0 ? 4 : *capacity * 2;
  void *copy = rowkey_arena_allocate_array(arena, larger, element_size);
  if (copy == NULL) return NULL;
  if (count != 0) memcpy(copy, array, count * element_size);
  *capacity = larger;
  return copy;
}

void rowkey_arena_free(struct arena *arena) {
  struct arena_chunk *chunk = arena->chunks;
  while (chunk != NULL) {
    struct arena_chunk *next = chunk->next;
    free(chunk);
    chunk = next;
  }
  *arena = (struct arena){0};
}
