#include "point_lists.h"

#include <stdlib.h>
#include <string.h>

struct key point_at(const rowkey_splits *splits, size_t index) {
  return (struct key){(const uint8_t *)splits->bytes + splits->offsets[index],
                      (size_t)(splits->offsets[index + 1] - splits->offsets[index])};
}

rowkey_splits points_of(const struct key *points, size_t count) {
  size_t size = 0;
  for (size_t i = 0; i < count; i++) size += points[i].size;
  uint64_t *offsets = guarded((count + 1) * sizeof *offsets, GUARD_END);
  uint8_t *bytes = guarded(size, GUARD_END);
  offsets[0] = 0;
  for (size_t i = 0; i < count; i++) {
    if (points[i].size != 0) memcpy(bytes + offsets[i], points[i].bytes, points[i].size);
    offsets[i + 1] = offsets[i] + points[i].size;
  }
  return (rowkey_splits){.count = count, .bytes = bytes, .offsets = offsets};
}

rowkey_splits points_of_texts(const char *const *texts) {
  struct key points[64];
  size_t count = 0;
  for (; texts[count] != NULL; count++) {
    CHECK(count < 64, "more points than there is room for");
    points[count] = key_of(texts[count]);
  }
  return points_of(points, count);
}

static int compare_pointed(const void *a, const void *b) {
  return compare_keys(*(const struct key *)a, *(const struct key *)b);
}

rowkey_splits random_points(const struct key_list *strings, size_t most) {
  const size_t wanted = (size_t)random_below(most + 1);
  struct key_list chosen = {.keys = guarded((wanted + 1) * sizeof(struct key), GUARD_END)};
  for (; chosen.count < wanted; chosen.count++)
    chosen.keys[chosen.count] = strings->keys[random_below(strings->count)];
  qsort(chosen.keys, chosen.count, sizeof *chosen.keys, compare_pointed);
  drop_repeated(&chosen);
  return points_of(chosen.keys, chosen.count);
}
