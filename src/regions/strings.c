#include "regions/strings.h"

#include <stdlib.h>
#include <string.h>

size_t rowkey_successor(uint8_t *bytes, size_t size) {
  while (size > 0 && bytes[size - 1] == UINT8_MAX) size--;
  if (size > 0) bytes[size - 1]++;
  return size;
}

/* ---- Lists ----------------------------------------------------------------------------------- */

static size_t grown(size_t capacity, size_t least) {
  const size_t doubled = capacity <= SIZE_MAX / 4 ? 2 * capacity : least;
  return doubled > least ? doubled : least;
}

static size_t used_bytes(const struct string_list *list) {
  return list->offsets == NULL ? 0 : (size_t)list->offsets[list->count];
}

uint8_t *rowkey_strings_room(struct string_list *list, size_t size) {
  const size_t used = used_bytes(list);
  if (size > PTRDIFF_MAX - used) return NULL;
  if (list->bytes == NULL || used + size > list->byte_capacity) {
    const size_t capacity = grown(list->byte_capacity, used + size + 64);
    uint8_t *bytes = realloc(list->bytes, capacity);
    if (bytes == NULL) return NULL;
    list->bytes = bytes;
    list->byte_capacity = capacity;
  }
  return list->bytes + used;
}

bool rowkey_strings_extend(struct string_list *list, size_t size) {
  const size_t used = used_bytes(list);
  if (list->offsets == NULL || list->count + 2 > list->capacity) {
    const size_t capacity = grown(list->capacity, list->count + 16);
    if (capacity > PTRDIFF_MAX / sizeof *list->offsets) return false;
    uint64_t *offsets = realloc(list->offsets, capacity * sizeof *offsets);
    if (offsets == NULL) return false;
    list->offsets = offsets;
    list->capacity = capacity;
    list->offsets[0] = 0;
  }
  list->offsets[++list->count] = used + size;
  return true;
}

bool rowkey_strings_add(struct string_list *list, const void *bytes, size_t size) {
  uint8_t *room = rowkey_strings_room(list, size);
  if (room == NULL) return false;
  if (size != 0) memcpy(room, bytes, size);
  return rowkey_strings_extend(list, size);
}

void rowkey_strings_free(struct string_list *list) {
  free(list->offsets);
  free(list->bytes);
  *list = (struct string_list){0};
}

/* ---- Split points ---------------------------------------------------------------------------- */

/* One block: the struct, its offsets, its bytes. */
rowkey_splits *rowkey_splits_from(const struct string_list *list) {
  const size_t used = used_bytes(list);
  const size_t offsets_size = (list->count + 1) * sizeof(uint64_t);
  const size_t head = (sizeof(rowkey_splits) + sizeof(uint64_t) - 1) / sizeof(uint64_t) * sizeof(uint64_t);
  if (used > PTRDIFF_MAX - head - offsets_size) return NULL;
  uint8_t *block = malloc(head + offsets_size + used);
  if (block == NULL) return NULL;
  uint64_t *offsets = (uint64_t *)(void *)(block + head);
  offsets[0] = 0;
  if (list->count != 0) {
    memcpy(offsets, list->offsets, offsets_size);
    memcpy(block + head + offsets_size, list->bytes, used);
  }
  rowkey_splits *splits = (rowkey_splits *)(void *)block;
  *splits = (rowkey_splits){list->count, block + head + offsets_size, offsets};
  return splits;
}

void rowkey_splits_free(rowkey_splits *splits) { free(splits); }

bool rowkey_regions_valid(size_t regions, rowkey_error *error) {
  if (regions >= 1 && regions <= ROWKEY_MOST_REGIONS) return true;
  rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "there cannot be %zu regions (expected 1 to %zu)", regions,
                   ROWKEY_MOST_REGIONS);
  return false;
}
