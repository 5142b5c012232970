/* For how many keys a second the region is found, by the number of regions: keys of one width as the paper
 * has them, keys that differ in length, and reversed domains, which hardly differ in their first eight bytes.
 */
#include <rowkey/splits.h>
#include <string.h>

#include "kernels.h"
#include "search/search.h"

enum { POINT_WIDTH = 7 };

/* What clients of these stores do: a binary search that compares whole strings. */
static void route_memcmp(struct shape *shape, const void *with) {
  const struct call *call = call_of(shape);
  const uint8_t *points = call->with.route.splits->bytes;
  uint32_t *regions = (void *)shape->output;
  (void)with;
  for (size_t row = 0; row < shape->rows; row++) {
    const uint8_t *key = call->bytes + call->values[row];
    size_t low = 0, high = call->with.route.splits->count;
    while (low < high) {
      const size_t middle = low + (high - low) / 2;
      if (memcmp(points + middle * POINT_WIDTH, key, POINT_WIDTH) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    regions[row] = (uint32_t)low;
  }
}

/* The same for points that differ in length. */
static void route_memcmp_strings(struct shape *shape, const void *with) {
  const struct call *call = call_of(shape);
  const uint8_t *points = call->with.route.splits->bytes;
  const uint64_t *offsets = call->with.route.splits->offsets;
  uint32_t *regions = (void *)shape->output;
  (void)with;
  for (size_t row = 0; row < shape->rows; row++) {
    const uint8_t *key = call->bytes + call->values[row];
    const uint64_t size = call->values[row + 1] - call->values[row];
    size_t low = 0, high = call->with.route.splits->count;
    while (low < high) {
      const size_t middle = low + (high - low) / 2;
      const uint64_t point_size = offsets[middle + 1] - offsets[middle];
      const int order = memcmp(points + offsets[middle], key, point_size < size ? point_size : size);
      if (order < 0 || (order == 0 && point_size <= size)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    regions[row] = (uint32_t)low;
  }
}

/* A tuned one: the first eight bytes as numbers, no branches, eight searches at a time. Right for these keys
 * and points, whose words are never equal. */
static void route_words(struct shape *shape, const void *with) {
  enum { AT_A_TIME = 8 };
  const struct call *call = call_of(shape);
  const uint64_t *words = call->with.route.search->front->words.words + 1;
  const size_t count = call->with.route.splits->count;
  uint32_t *regions = (void *)shape->output;
  (void)with;
  for (size_t row = 0; row < shape->rows; row += AT_A_TIME) {
    uint64_t keys[AT_A_TIME];
    size_t low[AT_A_TIME] = {0};
    for (size_t i = 0; i < AT_A_TIME; i++) {
      memcpy(&keys[i], call->bytes + call->values[row + i], sizeof keys[i]);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
      keys[i] = __builtin_bswap64(keys[i]);
#endif
    }
    for (size_t left = count; left > 0; left /= 2) {
      const size_t step = (left + 1) / 2;
      for (size_t i = 0; i < AT_A_TIME; i++)
        low[i] += step & (0 - (size_t)(words[low[i] + step - 1] <= keys[i]));
    }
    for (size_t i = 0; i < AT_A_TIME; i++) regions[row + i] = (uint32_t)low[i];
  }
}

const struct peer peers_of_routes[] = {
    PEER("route/17B/", "memcmp", route_memcmp),           PEER("route/17B/", "words", route_words),
    PEER("route/text/", "memcmp", route_memcmp),          PEER("route/text/", "words", route_words),
    PEER("route/hosts-", "memcmp", route_memcmp_strings), {0}};
