/* Further split points between those that there are. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "splits/field.h"
#include "splits/pieces.h"

/* The values that begin in a region, or that it begins in. */
struct region {
  bool empty;
  struct number first, last;
};

struct regions {
  struct region *all;
  struct whole *wholes; /* the same, to be cut into pieces */
  size_t count;
  uint32_t *heap; /* memory for it */
};

/* A value that a point lies in counts on both sides: the first of a region is never where a new point goes,
 * and the last one begins before the region ends. */
static void find_regions(const struct split_field *field, const rowkey_splits *splits,
                         struct regions *regions) {
  struct number first = number_of(0);
  bool any = true; /* values from `first` on */
  for (size_t i = 0; i < regions->count; i++) {
    struct region *region = &regions->all[i];
    struct number end = number_of(0);
    bool inside = false, more = false;
    if (i < splits->count)
      more = rowkey_split_field_below(field, split_at(splits, i), split_size(splits, i), &end, &inside);
    region->first = first;
    region->last = !more ? field->domain.last : inside ? end : number_subtract(end, number_of(1));
    region->empty = !any || (more && !inside && !number_less(first, end)) ||
                    !rowkey_domain_narrow(&field->domain, &region->first, &region->last);
    first = end;
    any = more;
  }
}

/* How many points fit between those that there are; UINT64_MAX stands for that many or more. */
static uint64_t count_left(const struct regions *regions) {
  struct number left = number_of(0);
  for (size_t i = 0; i < regions->count; i++) {
    const struct region *region = &regions->all[i];
    if (region->empty) continue;
    const struct number more = number_subtract(region->last, region->first);
    left = number_add(left, more);
    if (left.high != 0 || more.high != 0) return UINT64_MAX;
  }
  return left.low;
}

static bool has_room(const struct split_field *field, const struct regions *regions, size_t more,
                     rowkey_error *error) {
  const uint64_t left = count_left(regions);
  if (more <= left) return true;
  const struct diagnostic diagnostic = {field->layout->text, field->layout->length, error};
  char expected[96];
  snprintf(expected, sizeof expected, "at most %" PRIu64 " more, more values, or a sample of keys", left);
  return rowkey_fail(&diagnostic, ROWKEY_ERROR_RANGE, field->part->source_offset, expected,
                     "the values of %s leave no room for %zu more split points between the given ones",
                     rowkey_show(field->part->source).text, more);
}

static void cut(struct regions *regions, size_t more) {
  for (size_t i = 0; i < regions->count; i++) {
    const struct region *region = &regions->all[i];
    if (region->empty) continue;
    struct whole *whole = &regions->wholes[i];
    whole->extra = number_subtract(region->last, region->first);
    whole->most =
        number_less(whole->extra, number_of(UINT32_MAX)) ? (uint32_t)whole->extra.low + 1 : UINT32_MAX;
  }
  rowkey_cut_wholes(regions->wholes, regions->count, more, regions->heap);
}

static bool write_points(const struct split_field *field, const rowkey_splits *splits,
                         const struct regions *regions, struct string_list *points) {
  for (size_t i = 0; i < regions->count; i++) {
    const struct region *region = &regions->all[i];
    const struct number span = number_subtract(region->last, region->first);
    const uint32_t pieces = regions->wholes[i].pieces;
    for (uint32_t piece = 1; !region->empty && piece < pieces; piece++) {
      const struct number index = number_add(region->first, rowkey_number_portion(span, piece, pieces));
      if (!rowkey_split_field_add(field, index, points)) return false;
    }
    if (i < splits->count && !rowkey_strings_add(points, split_at(splits, i), split_size(splits, i)))
      return false;
  }
  return true;
}

/* ---- All of it ------------------------------------------------------------------------------- */

static rowkey_splits *out_of_memory(rowkey_error *error) {
  rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory while adding split points");
  return NULL;
}

static rowkey_splits *add_to(const struct split_field *field, const rowkey_splits *splits, size_t more,
                             struct regions *regions, rowkey_error *error) {
  find_regions(field, splits, regions);
  if (!has_room(field, regions, more, error)) return NULL;
  cut(regions, more);
  struct string_list points = {0};
  rowkey_splits *result = write_points(field, splits, regions, &points) ? rowkey_splits_from(&points) : NULL;
  rowkey_strings_free(&points);
  return result != NULL ? result : out_of_memory(error);
}

rowkey_splits *rowkey_splits_add(const rowkey_layout *layout, const rowkey_splits *splits, size_t more,
                                 rowkey_error *error) {
  if (!rowkey_is_given(layout, "layout", error) || rowkey_splits_check(splits, error) != ROWKEY_OK)
    return NULL;
  const size_t count = splits->count + 1;
  if (!rowkey_regions_valid(more > SIZE_MAX - count ? SIZE_MAX : count + more, error)) return NULL;
  struct regions regions = {.count = count};
  struct split_field field;
  rowkey_splits *result = NULL;
  if (rowkey_split_field_open(layout, &field, error)) {
    regions.all = calloc(count, sizeof *regions.all);
    regions.wholes = calloc(count, sizeof *regions.wholes);
    regions.heap = calloc(count, sizeof *regions.heap);
    result = regions.all == NULL || regions.wholes == NULL || regions.heap == NULL
                 ? out_of_memory(error)
                 : add_to(&field, splits, more, &regions, error);
  }
  free(regions.all);
  free(regions.wholes);
  free(regions.heap);
  rowkey_split_field_free(&field);
  return result;
}
