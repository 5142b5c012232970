#include "regions/asking.h"

#include <stdlib.h>
#include <string.h>

enum { RUN = 1 << 14 }; /* items that qsort sorts between two questions */

struct sorting {
  size_t size;
  int (*compare)(const void *, const void *);
  struct asking *asking;
};

/* Merges items [0, middle) and [middle, count), each of which is sorted. */
static bool merge_runs(const struct sorting *sorting, const char *items, size_t middle, size_t count,
                       char *merged) {
  const size_t size = sorting->size;
  for (size_t left = 0, right = middle; left + right < middle + count; merged += size) {
    if (!goes_on(sorting->asking)) return false;
    const bool takes_left =
        right == count || (left < middle && sorting->compare(items + left * size, items + right * size) <= 0);
    memcpy(merged, items + (takes_left ? left++ : right++) * size, size);
  }
  return true;
}

bool rowkey_sort_while(void *items, size_t count, size_t size, int (*compare)(const void *, const void *),
                       struct asking *asking) {
  const struct sorting sorting = {size, compare, asking};
  char *from = items;
  for (size_t i = 0; i < count; i += RUN) {
    if (!goes_on_now(asking)) return false;
    qsort(from + i * size, count - i < RUN ? count - i : RUN, size, compare);
  }
  if (count <= RUN) return true;
  char *other = malloc(count * size), *to = other;
  bool is_sorted = other != NULL;
  for (size_t run = RUN; is_sorted && run < count; run *= 2) {
    for (size_t i = 0; is_sorted && i < count; i += 2 * run) {
      const size_t left = count - i < 2 * run ? count - i : 2 * run;
      is_sorted = merge_runs(&sorting, from + i * size, run < left ? run : left, left, to + i * size);
    }
    char *merged = to;
    to = from;
    from = merged;
  }
  if (is_sorted && from != items) memcpy(items, from, count * size);
  free(other);
  return is_sorted;
}
