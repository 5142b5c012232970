#include "regions/strings.h"

#include <stdlib.h>
#include <string.h>

size_t rowkey_successor(uint8_t *bytes, size_t size) {
  while (size > 0 && bytes[size - 1] == UINT8_MAX) size--;
  if (size > 0) bytes[size - 1]++;
  return size;
}

/* One block: the struct, its offsets, its bytes. */
rowkey_splits *rowkey_splits_from(const struct string_list *list) {
  const size_t used = string_list_size(list);
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
  *splits = (rowkey_splits){.count = list->count, .bytes = block + head + offsets_size, .offsets = offsets};
  return splits;
}

void rowkey_splits_free(rowkey_splits *splits) { free(splits); }

bool rowkey_regions_valid(size_t regions, rowkey_error *error) {
  if (regions >= 1 && regions <= ROWKEY_MOST_REGIONS) return true;
  rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "there cannot be %zu regions (expected 1 to %zu)", regions,
                   ROWKEY_MOST_REGIONS);
  return false;
}
