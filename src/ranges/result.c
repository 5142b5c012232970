/* A list of ranges as the caller gets it: in memory of its own, each range marked if it is one key, and
 * cut at split points if the caller gives them.
 *
 *     {region:2s}{id:u16}    region = de, id < 3, split points de 00 02 and m
 *
 *     region 0    de          to    de 00 02
 *     region 1    de 00 02    to    de 00 03 */
#include "ranges/list.h"

#include <stdlib.h>
#include <string.h>

/* The first member is what the caller gets, and gives to rowkey_ranges_free. */
struct result {
  rowkey_ranges shown;
  size_t columns; /* of the filter */
  rowkey_range *ranges;
  bool *filter;
  uint8_t *bytes;
};

static struct result *result_of(rowkey_ranges *ranges) { return (struct result *)(void *)ranges; }

static bool allocate_result(struct result *result, size_t ranges, size_t bytes) {
  if (ranges > PTRDIFF_MAX / sizeof *result->ranges) return false;
  result->ranges = malloc(ranges == 0 ? 1 : ranges * sizeof *result->ranges);
  result->filter = calloc(result->columns + 1, sizeof *result->filter);
  result->bytes = malloc(bytes + 1);
  return result->ranges != NULL && result->filter != NULL && result->bytes != NULL;
}

/* A range is one key if its stop is its start and 00. */
static bool is_key(const rowkey_range *range) {
  return range->stop_size == range->start_size + 1 &&
         memcmp(range->start, range->stop, range->start_size) == 0 &&
         ((const uint8_t *)range->stop)[range->start_size] == 0;
}

rowkey_ranges *rowkey_ranges_make(const struct range_list *list, const rowkey_ranges *like, size_t columns) {
  struct result *result = calloc(1, sizeof *result);
  if (result == NULL) return NULL;
  const size_t count = range_list_count(list);
  const size_t bytes = count == 0 ? 0 : (size_t)list->ends.offsets[2 * count];
  result->columns = columns;
  if (!allocate_result(result, count, bytes)) {
    rowkey_ranges_free(&result->shown);
    return NULL;
  }
  if (bytes != 0) memcpy(result->bytes, list->ends.bytes, bytes);
  if (columns != 0) memcpy(result->filter, like->filter, columns * sizeof *result->filter);
  for (size_t i = 0; i < count; i++) {
    rowkey_range range = rowkey_range_list_at(list, i);
    range.start = result->bytes + list->ends.offsets[2 * i];
    range.stop = result->bytes + list->ends.offsets[2 * i + 1];
    range.is_key = is_key(&range);
    result->ranges[i] = range;
  }
  result->shown = (rowkey_ranges){result->ranges, count, like->exact, result->filter, like->limited};
  return &result->shown;
}

void rowkey_ranges_free(rowkey_ranges *ranges) {
  if (ranges == NULL) return;
  struct result *result = result_of(ranges);
  free(result->ranges);
  free(result->filter);
  free(result->bytes);
  free(result);
}

/* ---- Cut at split points --------------------------------------------------------------------- */

static int compare_to_split(const void *bytes, size_t size, const rowkey_splits *splits, size_t point) {
  return rowkey_compare_bytes(bytes, size, split_at(splits, point), split_size(splits, point));
}

/* The region of a key: the number of split points that are not greater than the key. */
static size_t region_of(const rowkey_splits *splits, const void *key, size_t size) {
  size_t low = 0, high = splits->count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (compare_to_split(key, size, splits, middle) >= 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Whether the point cuts the range: keys of the range lie before it and from it on. */
static bool is_inside(const rowkey_range *range, const rowkey_splits *splits, size_t point) {
  return point < splits->count &&
         (range->stop_size == 0 || compare_to_split(range->stop, range->stop_size, splits, point) > 0);
}

static bool cut_range(rowkey_range range, const rowkey_splits *splits, struct range_list *parts) {
  const struct slice stop = {range.stop, range.stop_size};
  struct slice start = {range.start, range.start_size};
  for (size_t point = region_of(splits, range.start, range.start_size); is_inside(&range, splits, point);
       point++) {
    const struct slice at = {(const char *)split_at(splits, point), split_size(splits, point)};
    if (!rowkey_range_list_add(parts, start, at)) return false;
    start = at;
  }
  return rowkey_range_list_add(parts, start, stop);
}

static rowkey_ranges *cut_all(const rowkey_ranges *ranges, const rowkey_splits *splits) {
  struct range_list parts = {0};
  bool cut = true;
  for (size_t i = 0; i < ranges->count && cut; i++) cut = cut_range(ranges->ranges[i], splits, &parts);
  const struct result *whole = (const struct result *)(const void *)ranges;
  rowkey_ranges *result = cut ? rowkey_ranges_make(&parts, ranges, whole->columns) : NULL;
  rowkey_range_list_free(&parts);
  for (size_t i = 0; result != NULL && i < result->count; i++) {
    rowkey_range *range = &result_of(result)->ranges[i];
    range->region = region_of(splits, range->start, range->start_size);
  }
  return result;
}

rowkey_ranges *rowkey_ranges_cut(const rowkey_ranges *ranges, const rowkey_splits *splits,
                                 rowkey_error *error) {
  if (!rowkey_is_given(ranges, "list of ranges", error) || rowkey_splits_check(splits, error) != ROWKEY_OK)
    return NULL;
  rowkey_ranges *result = cut_all(ranges, splits);
  if (result == NULL) rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory while cutting ranges");
  return result;
}
