#include "keys/key_batch.h"

#include <stdlib.h>
#include <string.h>

bool key_batch_create(struct key_batch *keys) {
  keys->own_offsets = calloc(BATCH_ROWS + 1, sizeof *keys->own_offsets);
  return keys->own_offsets != NULL;
}

void key_batch_free(struct key_batch *keys) {
  buffer_free(&keys->own);
  free(keys->own_offsets);
}

/* Keys that are text as they stand, one behind the other without their line ends. */
static void copy_keys(struct key_batch *keys, const struct batch *batch, size_t first, size_t rows) {
  for (size_t i = 0; i < rows; i++) {
    const uint64_t at = batch->begin[first + i];
    const size_t size = (size_t)(batch->end[first + i] - at);
    memcpy(keys->own.bytes + keys->size, batch->base + at, size);
    keys->size += size;
    keys->own_offsets[i + 1] = keys->size;
  }
}

bool key_batch_read(struct key_batch *keys, enum key_form form, const struct batch *batch, size_t first,
                    size_t rows, char *reason) {
  const uint64_t begin = batch->begin[first], end = batch->end[first + rows - 1];
  keys->bytes = batch->base + begin;
  keys->offsets = NULL;
  keys->size = (size_t)(end - begin);
  keys->count = rows;
  if (form == KEY_RAW) return true;
  if (!buffer_reserve(&keys->own, keys->size + 1)) return false;
  keys->bytes = keys->own.bytes;
  keys->offsets = keys->own_offsets;
  keys->size = 0;
  if (form == KEY_TEXT) {
    copy_keys(keys, batch, first, rows);
    return true;
  }
  for (size_t i = 0; i < rows; i++) {
    const uint64_t at = batch->begin[first + i], length = batch->end[first + i] - at;
    size_t key_size;
    if (!key_read(form, "key", batch->base + at, (size_t)length, keys->own.bytes + keys->size, &key_size,
                  reason, REASON_SIZE)) {
      keys->count = i;
      break;
    }
    keys->size += key_size;
    keys->own_offsets[i + 1] = keys->size;
  }
  return true;
}
