#include <rowkey/splits.h>

#include "reference.h"

bool reference_is_not_greater(const uint8_t *a, uint64_t a_size, const uint8_t *b, uint64_t b_size) {
  for (uint64_t i = 0; i < a_size; i++) {
    if (i == b_size) return false;
    if (a[i] != b[i]) return a[i] < b[i];
  }
  return true;
}

uint32_t reference_route(const rowkey_splits *splits, const uint8_t *key, uint64_t size) {
  uint32_t region = 0;
  for (size_t i = 0; i < splits->count; i++) {
    const uint8_t *point = (const uint8_t *)splits->bytes + splits->offsets[i];
    if (reference_is_not_greater(point, splits->offsets[i + 1] - splits->offsets[i], key, size)) region++;
  }
  return region;
}
