/* Ranges added in any order, then sorted, joined, made fewer, or subtracted.
 *
 *     {region:2s}{id:u16}    region in (fr, de, dk), id < 3
 *
 * The list is fr to fr 00 03, de to de 00 03, dk to dk 00 03. Sorted, it begins with de. If two ranges are
 * the most, the first is de to dk 00 03: the stop de 00 03 and the start dk have a byte in common, the stop
 * dk 00 03 and the start fr have none, so fewer keys lie in the gap before dk. */
#include "ranges/list.h"

#include <stdlib.h>
#include <string.h>

rowkey_range rowkey_range_list_at(const struct range_list *list, size_t index) {
  const struct string_list *ends = &list->ends;
  return (rowkey_range){.start = string_at(ends, 2 * index),
                        .start_size = string_size(ends, 2 * index),
                        .stop = string_at(ends, 2 * index + 1),
                        .stop_size = string_size(ends, 2 * index + 1),
                        .region = ROWKEY_NONE};
}

/* ---- Adding ---------------------------------------------------------------------------------- */

bool rowkey_range_list_add(struct range_list *list, struct slice start, struct slice stop) {
  return rowkey_strings_add(&list->ends, start.at, start.size) &&
         rowkey_strings_add(&list->ends, stop.at, stop.size);
}

static bool add_joined(struct range_list *list, struct slice prefix, const void *bytes, size_t size) {
  if (size > SIZE_MAX - prefix.size) return false;
  uint8_t *room = rowkey_strings_room(&list->ends, prefix.size + size);
  if (room == NULL) return false;
  if (prefix.size != 0) memcpy(room, prefix.at, prefix.size);
  if (size != 0) memcpy(room + prefix.size, bytes, size);
  return rowkey_strings_extend(&list->ends, prefix.size + size);
}

static bool add_successor(struct range_list *list, struct slice prefix) {
  uint8_t *room = rowkey_strings_room(&list->ends, prefix.size);
  if (room == NULL) return false;
  if (prefix.size != 0) memcpy(room, prefix.at, prefix.size);
  return rowkey_strings_extend(&list->ends, rowkey_successor(room, prefix.size));
}

bool rowkey_range_list_add_prefix(struct range_list *list, struct slice prefix) {
  return rowkey_strings_add(&list->ends, prefix.at, prefix.size) && add_successor(list, prefix);
}

bool rowkey_range_list_add_behind(struct range_list *list, struct slice prefix,
                                  const struct range_list *rest) {
  for (size_t i = 0; i < range_list_count(rest); i++) {
    const rowkey_range range = rowkey_range_list_at(rest, i);
    bool added = add_joined(list, prefix, range.start, range.start_size) &&
                 (range.stop_size == 0 ? add_successor(list, prefix)
                                       : add_joined(list, prefix, range.stop, range.stop_size));
    if (!added) return false;
  }
  return true;
}

void rowkey_range_list_free(struct range_list *list) { rowkey_strings_free(&list->ends); }

static bool is_successor(const uint8_t *stop, size_t size, struct slice prefix) {
  const uint8_t *bytes = (const uint8_t *)prefix.at;
  while (prefix.size > 0 && bytes[prefix.size - 1] == UINT8_MAX) prefix.size--;
  if (size != prefix.size) return false;
  return size == 0 || (memcmp(stop, bytes, size - 1) == 0 && stop[size - 1] == bytes[size - 1] + 1);
}

bool rowkey_range_list_is_prefix(const struct range_list *list, struct slice prefix) {
  if (range_list_count(list) != 1) return false;
  const rowkey_range range = rowkey_range_list_at(list, 0);
  return range.start_size == prefix.size &&
         (prefix.size == 0 || memcmp(range.start, prefix.at, prefix.size) == 0) &&
         is_successor(range.stop, range.stop_size, prefix);
}

/* ---- Order ----------------------------------------------------------------------------------- */

static int compare_starts(const rowkey_range *a, const rowkey_range *b) {
  return rowkey_compare_bytes(a->start, a->start_size, b->start, b->start_size);
}

static int compare_for_sort(const void *a, const void *b) { return compare_starts(a, b); }

/* An open stop is greater than every other stop. */
static int compare_stops(const rowkey_range *a, const rowkey_range *b) {
  if (a->stop_size == 0 || b->stop_size == 0) return (a->stop_size == 0) - (b->stop_size == 0);
  return rowkey_compare_bytes(a->stop, a->stop_size, b->stop, b->stop_size);
}

/* Whether something lies between the end of `a` and the beginning of `b`. */
static bool apart(const rowkey_range *a, const rowkey_range *b) {
  return a->stop_size != 0 && rowkey_compare_bytes(a->stop, a->stop_size, b->start, b->start_size) < 0;
}

static bool is_empty(const rowkey_range *range) {
  return range->stop_size != 0 &&
         rowkey_compare_bytes(range->start, range->start_size, range->stop, range->stop_size) >= 0;
}

static bool is_normal(const struct range_list *list) {
  rowkey_range last = {0};
  for (size_t i = 0; i < range_list_count(list); i++) {
    const rowkey_range range = rowkey_range_list_at(list, i);
    if (is_empty(&range) || (i > 0 && (compare_starts(&last, &range) >= 0 || !apart(&last, &range))))
      return false;
    last = range;
  }
  return true;
}

/* The list's ranges as an array, which may be NULL if there are none. */
static rowkey_range *ranges_of(const struct range_list *list) {
  const size_t count = range_list_count(list);
  if (count > PTRDIFF_MAX / sizeof(rowkey_range)) return NULL;
  rowkey_range *ranges = malloc((count == 0 ? 1 : count) * sizeof *ranges);
  for (size_t i = 0; ranges != NULL && i < count; i++) ranges[i] = rowkey_range_list_at(list, i);
  return ranges;
}

/* Makes the ranges, whose strings lie in the list, its only ones. */
static bool replace(struct range_list *list, const rowkey_range *ranges, size_t count) {
  struct range_list result = {0};
  for (size_t i = 0; i < count; i++) {
    if (!rowkey_range_list_add(&result, (struct slice){ranges[i].start, ranges[i].start_size},
                               (struct slice){ranges[i].stop, ranges[i].stop_size})) {
      rowkey_range_list_free(&result);
      return false;
    }
  }
  rowkey_range_list_free(list);
  *list = result;
  return true;
}

static size_t join_touching(rowkey_range *ranges, size_t count) {
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    if (is_empty(&ranges[i])) continue;
    if (kept == 0 || apart(&ranges[kept - 1], &ranges[i])) {
      ranges[kept++] = ranges[i];
    } else if (compare_stops(&ranges[kept - 1], &ranges[i]) < 0) {
      ranges[kept - 1].stop = ranges[i].stop;
      ranges[kept - 1].stop_size = ranges[i].stop_size;
    }
  }
  return kept;
}

bool rowkey_range_list_normalize(struct range_list *list, struct asking *asking) {
  if (is_normal(list)) return true;
  rowkey_range *ranges = ranges_of(list);
  if (ranges == NULL) return false;
  const size_t count = range_list_count(list);
  const bool replaced = rowkey_sort_while(ranges, count, sizeof *ranges, compare_for_sort, asking) &&
                        replace(list, ranges, join_touching(ranges, count));
  free(ranges);
  return replaced;
}

/* ---- Fewer ranges ---------------------------------------------------------------------------- */

/* How much lies between two ranges. A longer common prefix of the two ends means less; among equal prefixes,
 * so does a smaller difference of the eight bytes after them. */
struct gap {
  size_t common;
  uint64_t difference;
  size_t index; /* of the range after it */
};

static uint64_t eight_bytes(const uint8_t *bytes, size_t size, size_t from) {
  uint64_t number = 0;
  for (size_t i = from; i < from + 8; i++) number = number << 8 | (i < size ? bytes[i] : 0);
  return number;
}

static struct gap gap_between(const rowkey_range *a, const rowkey_range *b, size_t index) {
  const uint8_t *stop = a->stop, *start = b->start;
  size_t common = 0;
  while (common < a->stop_size && common < b->start_size && stop[common] == start[common]) common++;
  const uint64_t difference =
      eight_bytes(start, b->start_size, common) - eight_bytes(stop, a->stop_size, common);
  return (struct gap){common, difference, index};
}

static int compare_gaps(const void *left, const void *right) {
  const struct gap *a = left, *b = right;
  if (a->common != b->common) return a->common > b->common ? -1 : 1;
  if (a->difference != b->difference) return a->difference < b->difference ? -1 : 1;
  return (a->index > b->index) - (a->index < b->index);
}

/* Marks the ranges that join the one before them. */
static bool find_joined(const rowkey_range *ranges, size_t count, size_t joins, bool *joined,
                        struct asking *asking) {
  struct gap *gaps = malloc((count - 1) * sizeof *gaps);
  if (gaps == NULL) return false;
  for (size_t i = 1; i < count; i++) gaps[i - 1] = gap_between(&ranges[i - 1], &ranges[i], i);
  const bool sorted = rowkey_sort_while(gaps, count - 1, sizeof *gaps, compare_gaps, asking);
  for (size_t i = 0; sorted && i < joins; i++) joined[gaps[i].index] = true;
  free(gaps);
  return sorted;
}

bool rowkey_range_list_reduce(struct range_list *list, size_t most, struct asking *asking) {
  const size_t count = range_list_count(list);
  if (count <= most) return true;
  rowkey_range *ranges = ranges_of(list);
  bool *joined = calloc(count, sizeof *joined);
  bool reduced = ranges != NULL && joined != NULL && find_joined(ranges, count, count - most, joined, asking);
  if (reduced) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
      if (!joined[i]) ranges[kept++] = ranges[i];
      ranges[kept - 1].stop = ranges[i].stop;
      ranges[kept - 1].stop_size = ranges[i].stop_size;
    }
    reduced = replace(list, ranges, kept);
  }
  free(ranges);
  free(joined);
  return reduced;
}

/* ---- Difference ------------------------------------------------------------------------------ */

bool rowkey_range_list_subtract(struct range_list *result, const struct range_list *from,
                                const struct range_list *less) {
  size_t next = 0;
  for (size_t i = 0; i < range_list_count(from); i++) {
    rowkey_range left = rowkey_range_list_at(from, i);
    bool any = true;
    while (any && next < range_list_count(less)) {
      const rowkey_range hole = rowkey_range_list_at(less, next);
      if (left.stop_size != 0 &&
          rowkey_compare_bytes(hole.start, hole.start_size, left.stop, left.stop_size) >= 0)
        break;
      if (compare_starts(&left, &hole) < 0 &&
          !rowkey_range_list_add(result, (struct slice){left.start, left.start_size},
                                 (struct slice){hole.start, hole.start_size}))
        return false;
      any = compare_stops(&hole, &left) < 0;
      if (!any) break;
      if (rowkey_compare_bytes(hole.stop, hole.stop_size, left.start, left.start_size) > 0) {
        left.start = hole.stop;
        left.start_size = hole.stop_size;
      }
      next++;
    }
    if (any && !rowkey_range_list_add(result, (struct slice){left.start, left.start_size},
                                      (struct slice){left.stop, left.stop_size}))
      return false;
  }
  return true;
}
