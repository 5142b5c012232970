#include "records/unquoted.h"

bool place_unquoted(struct unquoted *unquoted, struct batch *batch, struct csv_field *field) {
  struct chunk *chunk = unquoted->chunk;
  /* All fields together are not longer than the records. */
  if (!chunk_reserve(chunk, 2 * chunk->size)) return false;
  batch->base = chunk->bytes + unquoted->at;
  uint8_t *out = chunk->bytes + chunk->size + unquoted->used;
  const size_t length = csv_unquote(batch->base, field, out);
  unquoted->used += length;
  field->begin = (size_t)batch->size;
  field->end = field->begin + length;
  batch->size += length;
  return true;
}
