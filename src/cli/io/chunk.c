#include "io/chunk.h"

#include <stdlib.h>

/* Sizes differ a little from chunk to chunk: rounding them up saves most reallocations. */
enum { GRANULE = 1 << 16 };

bool chunk_reserve(struct chunk *chunk, size_t capacity) {
  if (chunk->bytes != NULL && capacity <= chunk->capacity) return true;
  capacity = (capacity / GRANULE + 1) * GRANULE;
  uint8_t *bytes = realloc(chunk->bytes, capacity);
  if (bytes == NULL) return false;
  chunk->bytes = bytes;
  chunk->capacity = capacity;
  return true;
}

void chunk_free(struct chunk *chunk) {
  free(chunk->bytes);
  *chunk = (struct chunk){0};
}
