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
  free(chunk->origins);
  *chunk = (struct chunk){0};
}

bool chunk_add_origin(struct chunk *chunk, struct origin origin) {
  if (chunk->origin_count == chunk->origin_room) {
    const size_t room = 2 * chunk->origin_room + 16;
    struct origin *origins = realloc(chunk->origins, room * sizeof *origins);
    if (origins == NULL) return false;
    chunk->origins = origins;
    chunk->origin_room = room;
  }
  chunk->origins[chunk->origin_count++] = origin;
  return true;
}

struct origin chunk_origin_of(const struct chunk *chunk, size_t at) {
  size_t low = 0,
         high = chunk->origin_count; /* those before `low` are not after it, those from `high` on are */
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (chunk->origins[middle].at <= at)
      low = middle + 1;
    else
      high = middle;
  }
  return low == 0 ? (struct origin){0} : chunk->origins[low - 1];
}
