/* Split points for a part of the keys: the values that ranges leave to the first field that has several.
 *
 *     t{table:u16}{id:u16}     table = 5, id < 300, as the range t 00 05 00 00 to t 00 05 01 2C: 3 regions
 *
 * All keys of the range begin with t, and with one value of the first field: t 00 05 stands before all
 * points. Of the second field the range leaves 300 values, of which each region gets 100: the points are t 00
 * 05 00 64 and t 00 05 00 C8. */
#include <rowkey/ranges.h>
#include <stdlib.h>
#include <string.h>

#include "splits/field.h"

/* What is left of a range behind the bytes that all keys begin with. */
struct range_rest {
  struct slice low;
  struct slice high; /* `at` of NULL: no end */
};

/* Values of a field. */
struct interval {
  struct number first, last;
};

struct ranged {
  const rowkey_layout *layout;
  struct range_rest *rests;
  struct interval *intervals; /* in rising order, apart from each other */
  size_t rest_count, interval_count;
  struct number last; /* the number of values in all intervals - 1 */
  uint8_t *before;    /* what all keys begin with */
  size_t before_size;
  struct split_field field;
};

/* ---- Behind bytes ---------------------------------------------------------------------------- */

static bool slice_begins(struct slice slice, const uint8_t *bytes, size_t size) {
  return slice.size >= size && memcmp(slice.at, bytes, size) == 0;
}

static struct slice slice_behind(struct slice slice, size_t size) {
  return (struct slice){slice.at + size, slice.size - size};
}

/* Drops what has no keys that begin with the bytes, and leaves of the others what follows the bytes. */
static void pass_bytes(struct ranged *ranged, const uint8_t *bytes, size_t size) {
  size_t kept = 0;
  if (size == 0) return;
  for (size_t i = 0; i < ranged->rest_count; i++) {
    struct range_rest rest = ranged->rests[i];
    if (slice_begins(rest.low, bytes, size))
      rest.low = slice_behind(rest.low, size);
    else if (rowkey_compare_bytes(rest.low.at, rest.low.size, bytes, size) > 0)
      continue;
    else
      rest.low = (struct slice){NULL, 0};
    if (rest.high.at != NULL && slice_begins(rest.high, bytes, size)) {
      rest.high = slice_behind(rest.high, size);
      if (rest.high.size == 0) continue;
    } else if (rest.high.at != NULL) {
      if (rowkey_compare_bytes(rest.high.at, rest.high.size, bytes, size) < 0) continue;
      rest.high.at = NULL;
    }
    ranged->rests[kept++] = rest;
  }
  ranged->rest_count = kept;
}

/* ---- Values ---------------------------------------------------------------------------------- */

/* The values with which keys of the rest begin. False if there are none. */
static bool find_interval(const struct domain *domain, const struct range_rest *rest,
                          struct interval *interval) {
  size_t begun = 0;
  *interval = (struct interval){number_of(0), domain->last};
  if (rest->low.size != 0 &&
      !rowkey_domain_below(domain, (const uint8_t *)rest->low.at, rest->low.size, &interval->first, &begun))
    return false;
  struct number above;
  if (rest->high.at != NULL &&
      rowkey_domain_below(domain, (const uint8_t *)rest->high.at, rest->high.size, &above, &begun)) {
    const bool is_inside = begun != 0 && begun < rest->high.size;
    if (!is_inside && above.high == 0 && above.low == 0) return false;
    interval->last = is_inside ? above : number_subtract(above, number_of(1));
  }
  return !number_less(interval->last, interval->first) &&
         rowkey_domain_narrow(domain, &interval->first, &interval->last);
}

static void find_intervals(struct ranged *ranged) {
  ranged->interval_count = 0;
  ranged->last = number_subtract(number_of(0), number_of(1));
  for (size_t i = 0; i < ranged->rest_count; i++) {
    struct interval found;
    if (!find_interval(&ranged->field.domain, &ranged->rests[i], &found)) continue;
    if (ranged->interval_count > 0) {
      const struct number last = ranged->intervals[ranged->interval_count - 1].last;
      if (!number_less(last, found.last)) continue;
      if (!number_less(last, found.first)) found.first = number_add(last, number_of(1));
    }
    ranged->intervals[ranged->interval_count++] = found;
    const struct number count = number_add(number_subtract(found.last, found.first), number_of(1));
    ranged->last = number_add(ranged->last, count);
  }
}

/* Value number `index` of all intervals. */
static struct number value_at(const struct ranged *ranged, struct number index) {
  const struct interval *interval = ranged->intervals;
  for (;; interval++) {
    const struct number last = number_subtract(interval->last, interval->first);
    if (!number_less(last, index)) return number_add(interval->first, index);
    index = number_subtract(index, number_add(last, number_of(1)));
  }
}

/* ---- Fields ---------------------------------------------------------------------------------- */

/* Room for more bytes that all keys begin with. NULL without memory. */
static uint8_t *make_room(struct ranged *ranged, size_t size) {
  uint8_t *longer = realloc(ranged->before, ranged->before_size + size + 1);
  if (longer == NULL) return NULL;
  ranged->before = longer;
  return longer + ranged->before_size;
}

static void pass_room(struct ranged *ranged, uint8_t *room, size_t size) {
  ranged->before_size += size;
  pass_bytes(ranged, room, size);
}

/* Goes on behind the literals from part *index on. */
static bool pass_literals(struct ranged *ranged, size_t *index) {
  const struct sequence *key = &ranged->layout->key;
  for (; *index < key->count && key->parts[*index].kind == PART_LITERAL; ++*index) {
    const struct part *part = &key->parts[*index];
    uint8_t *room = make_room(ranged, part->width);
    if (room == NULL) return false;
    memcpy(room, key->literals + part->literal, part->width);
    pass_room(ranged, room, part->width);
  }
  return true;
}

/* Goes on behind the one value that the ranges leave to the field. */
static bool pass_value(struct ranged *ranged, size_t *index) {
  uint8_t *room = make_room(ranged, ranged->field.domain.most);
  if (room == NULL) return false;
  pass_room(ranged, room, rowkey_domain_write(&ranged->field.domain, ranged->intervals[0].first, room));
  *index += ranged->field.domain.parts;
  rowkey_split_field_free(&ranged->field);
  return true;
}

static bool no_memory(rowkey_error *error) {
  rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory while making split points");
  return false;
}

/* Finds the first field that has several values, and which ones. */
static bool open_field(struct ranged *ranged, size_t regions, rowkey_error *error) {
  for (size_t index = 0;;) {
    if (!pass_literals(ranged, &index)) return no_memory(error);
    if (!rowkey_split_field_open_at(ranged->layout, index, ranged->before, ranged->before_size,
                                    &ranged->field, error))
      return false;
    find_intervals(ranged);
    if (ranged->interval_count == 0) {
      rowkey_error_set(error, ROWKEY_ERROR_RANGE, "the ranges hold no key of the layout");
      return false;
    }
    const bool is_one = ranged->last.high == 0 && ranged->last.low == 0;
    if (!is_one || ranged->field.domain.ends_key)
      return rowkey_split_field_allows(&ranged->field, ranged->last, " in the ranges", regions, error);
    if (!pass_value(ranged, &index)) return no_memory(error);
  }
}

static bool add_points(const struct ranged *ranged, size_t regions, struct string_list *points) {
  for (size_t i = 1; i < regions; i++) {
    const struct number index = rowkey_number_portion(ranged->last, (uint32_t)i, (uint32_t)regions);
    if (!rowkey_split_field_add(&ranged->field, value_at(ranged, index), points)) return false;
  }
  return true;
}

/* ---- All together ---------------------------------------------------------------------------- */

static void take_ranges(struct ranged *ranged, const rowkey_ranges *ranges) {
  for (size_t i = 0; i < ranges->count; i++) {
    const rowkey_range *range = &ranges->ranges[i];
    ranged->rests[i] =
        (struct range_rest){{range->start, range->start_size}, {range->stop, range->stop_size}};
    if (range->stop_size == 0) ranged->rests[i].high.at = NULL;
  }
  ranged->rest_count = ranges->count;
}

static rowkey_splits *make_splits(struct ranged *ranged, size_t regions, rowkey_error *error) {
  struct string_list points = {0};
  rowkey_splits *splits = NULL;
  /* A single region needs no field. */
  if (regions == 1 || open_field(ranged, regions, error)) {
    if (add_points(ranged, regions, &points)) splits = rowkey_splits_from(&points);
    if (splits == NULL) no_memory(error);
  }
  rowkey_strings_free(&points);
  rowkey_split_field_free(&ranged->field);
  return splits;
}

rowkey_splits *rowkey_splits_of_ranges(const rowkey_layout *layout, const rowkey_ranges *ranges,
                                       size_t regions, rowkey_error *error) {
  if (!rowkey_is_given(layout, "layout", error) || !rowkey_is_given(ranges, "ranges", error) ||
      !rowkey_regions_valid(regions, error))
    return NULL;
  struct ranged ranged = {.layout = layout,
                          .rests = calloc(ranges->count + 1, sizeof *ranged.rests),
                          .intervals = calloc(ranges->count + 1, sizeof *ranged.intervals)};
  rowkey_splits *splits = NULL;
  if (ranged.rests == NULL || ranged.intervals == NULL) {
    no_memory(error);
  } else {
    take_ranges(&ranged, ranges);
    splits = make_splits(&ranged, regions, error);
  }
  free(ranged.rests);
  free(ranged.intervals);
  free(ranged.before);
  return splits;
}
