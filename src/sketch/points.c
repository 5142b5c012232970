/* The answers of a sketch: points that divide its keys evenly, and how many keys lie between points. */
#include <inttypes.h>
#include <stdlib.h>

#include "regions/strings.h"
#include "sketch/sketch.h"
#include "splits/pieces.h"

/* ---- The different keys in order -------------------------------------------------------------- */

/* Begins anew when it is copied before it is used. */
struct walk {
  const struct rowkey_sketch *sketch;
  const uint64_t *words; /* of all keys, sorted */
  size_t next;
  const uint8_t *bytes; /* the current key … */
  size_t size;
  uint64_t rows; /* … and how many keys are the same */
  struct asking *asking;
};

/* Ends early where the caller stops it. */
static struct walk walk_sorted(const rowkey_sketch *sketch, struct asking *asking) {
  uint64_t *words = sketch_words(sketch, sketch->count);
  rowkey_sketch_list(sketch_keys(sketch), 0, sketch->level[0].end, words, sketch->count);
  rowkey_sketch_sort(sketch_keys(sketch), words, sketch->count, asking);
  return (struct walk){.sketch = sketch, .words = words, .asking = asking};
}

static uint64_t rows_of(const rowkey_sketch *sketch, size_t place) {
  unsigned level = 0;
  while (place < sketch_begin(sketch, level)) level++;
  return UINT64_C(1) << level;
}

static bool next_key(struct walk *walk) {
  const rowkey_sketch *sketch = walk->sketch;
  walk->rows = 0;
  while (goes_on(walk->asking) && walk->next < sketch->count) {
    const size_t place = sketch_place(walk->words[walk->next]);
    const uint8_t *key = sketch_keys(sketch) + place;
    if (walk->rows == 0) {
      walk->bytes = key + SKETCH_HEAD;
      walk->size = sketch_key_size(key);
    } else if (rowkey_compare_bytes(walk->bytes, walk->size, key + SKETCH_HEAD, sketch_key_size(key)) != 0) {
      break;
    }
    walk->rows += rows_of(sketch, place);
    walk->next++;
  }
  return walk->rows != 0;
}

/* Whether the key lies in a region after region `region`. */
static bool is_beyond(const struct walk *walk, const rowkey_splits *splits, size_t region) {
  return region < splits->count && rowkey_compare_bytes(split_at(splits, region), split_size(splits, region),
                                                        walk->bytes, walk->size) <= 0;
}

/* ---- Shares ---------------------------------------------------------------------------------- */

rowkey_status rowkey_sketch_shares(const rowkey_sketch *sketch, const rowkey_splits *splits, double *shares,
                                   rowkey_error *error) {
  if (!rowkey_is_given(sketch, "sketch", error)) return ROWKEY_ERROR_ARGUMENT;
  if (shares == NULL)
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                            "shares is NULL (expected room for the share of each region)");
  const rowkey_status status = rowkey_splits_check(splits, error);
  if (status != ROWKEY_OK) return status;
  if (sketch->rows == 0)
    return rowkey_error_set(error, ROWKEY_ERROR_RANGE,
                            "there are no keys to divide among regions (expected one or more)");
  struct walk walk = walk_sorted(sketch, NULL);
  bool any = next_key(&walk);
  for (size_t region = 0; region <= splits->count; region++) {
    uint64_t rows = 0;
    for (; any && !is_beyond(&walk, splits, region); any = next_key(&walk)) rows += walk.rows;
    shares[region] = (double)rows / (double)sketch->rows;
  }
  return ROWKEY_OK;
}

/* ---- Points ---------------------------------------------------------------------------------- */

/* The keys of a region. */
struct contents {
  uint64_t rows;
  uint64_t places; /* different keys that a new point can be: not the first one, before which there is none */
};

/* Whether keys of the sketch come before the first one that is left, in its region. */
static bool has_lost_least(const struct walk *walk, size_t region) {
  const rowkey_sketch *sketch = walk->sketch;
  return region == 0 && sketch->has_least &&
         rowkey_compare_bytes(sketch->least, sketch->least_size, walk->bytes, walk->size) < 0;
}

static uint64_t find_contents(struct walk walk, const rowkey_splits *splits, struct contents *regions) {
  uint64_t places = 0;
  bool any = next_key(&walk);
  for (size_t region = 0; region <= splits->count; region++) {
    struct contents *contents = &regions[region];
    for (; any && !is_beyond(&walk, splits, region); any = next_key(&walk)) {
      contents->places += contents->rows != 0 || has_lost_least(&walk, region);
      contents->rows += walk.rows;
    }
    places += contents->places;
  }
  return places;
}

/* Adds the points of a region of `pieces` pieces: of its n rows, from 0, the key floor(i * n / pieces), or
 * the next that is greater than the point before it. Where so many points come that not enough keys are left
 * for them, a key before. */
static bool write_pieces(struct walk *walk, bool *any, const rowkey_splits *splits, size_t region,
                         const struct contents *contents, uint64_t pieces, struct string_list *points) {
  const uint64_t quotient = contents->rows / pieces, remainder = contents->rows % pieces;
  uint64_t rows = 0, place = 0, point = 1;
  for (; *any && !is_beyond(walk, splits, region); *any = next_key(walk)) {
    place += rows != 0 || has_lost_least(walk, region);
    rows += walk->rows;
    if (point == pieces || place == 0) continue;
    /* pieces <= 2^24: the product fits */
    const uint64_t rank = point * quotient + point * remainder / pieces;
    if (rank >= rows && contents->places - place >= pieces - point) continue;
    if (!rowkey_strings_add(points, walk->bytes, walk->size)) return false;
    point++;
  }
  return true;
}

static bool write_points(struct walk walk, const rowkey_splits *splits, const struct contents *regions,
                         const struct whole *wholes, struct string_list *points) {
  bool any = next_key(&walk);
  for (size_t region = 0; region <= splits->count; region++) {
    if (!write_pieces(&walk, &any, splits, region, &regions[region], wholes[region].pieces, points))
      return false;
    if (region < splits->count &&
        !rowkey_strings_add(points, split_at(splits, region), split_size(splits, region)))
      return false;
  }
  return true;
}

/* Working memory for the regions that there are. */
struct parting {
  struct contents *regions;
  struct whole *wholes;
  uint32_t *heap;
};

static bool allocate_points(struct parting *parting, size_t count) {
  parting->regions = calloc(count, sizeof *parting->regions);
  parting->wholes = calloc(count, sizeof *parting->wholes);
  parting->heap = calloc(count, sizeof *parting->heap);
  return parting->regions != NULL && parting->wholes != NULL && parting->heap != NULL;
}

static void cut(struct parting *parting, size_t count, size_t more) {
  for (size_t i = 0; i < count; i++) {
    const struct contents *contents = &parting->regions[i];
    if (contents->rows == 0) continue;
    const uint64_t most = contents->places + 1;
    parting->wholes[i].extra = number_of(contents->rows - 1);
    parting->wholes[i].most = most < UINT32_MAX ? (uint32_t)most : UINT32_MAX;
  }
  rowkey_cut_wholes(parting->wholes, count, more, parting->heap);
}

static bool allows(uint64_t places, const rowkey_splits *splits, size_t more, rowkey_error *error) {
  if (more <= places) return true;
  if (splits->count == 0) {
    rowkey_error_set(
        error, ROWKEY_ERROR_RANGE,
        "the keys of the sample do not give the split points of %zu regions (expected at most %" PRIu64
        " region%s, or more different keys)",
        more + 1, places + 1, places == 0 ? "" : "s");
  } else {
    rowkey_error_set(error, ROWKEY_ERROR_RANGE,
                     "the keys of the sample leave no room for %zu more split points between the given ones "
                     "(expected at most %" PRIu64 " more, or more different keys)",
                     more, places);
  }
  return false;
}

static rowkey_splits *out_of_memory(rowkey_error *error) {
  rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory while making split points of a sample");
  return NULL;
}

static rowkey_splits *part(const rowkey_sketch *sketch, const rowkey_splits *splits, size_t more,
                           struct parting *parting, struct asking *asking, rowkey_error *error) {
  const size_t count = splits->count + 1;
  if (!allocate_points(parting, count)) return out_of_memory(error);
  const struct walk walk = walk_sorted(sketch, asking);
  const uint64_t places = find_contents(walk, splits, parting->regions);
  if (!allows(places, splits, more, error)) return NULL;
  cut(parting, count, more);
  struct string_list points = {0};
  rowkey_splits *result = NULL;
  if (write_points(walk, splits, parting->regions, parting->wholes, &points))
    result = rowkey_splits_from(&points);
  rowkey_strings_free(&points);
  return result != NULL ? result : out_of_memory(error);
}

static rowkey_splits *add_points(const rowkey_sketch *sketch, const rowkey_splits *splits, size_t more,
                                 struct asking *asking, rowkey_error *error) {
  struct parting parting = {NULL, NULL, NULL};
  rowkey_splits *result = part(sketch, splits, more, &parting, asking, error);
  if (has_stopped(asking)) {
    rowkey_error_set(error, ROWKEY_ERROR_STOPPED, "the caller stopped the search for split points");
    rowkey_splits_free(result);
    result = NULL;
  }
  free(parting.regions);
  free(parting.wholes);
  free(parting.heap);
  return result;
}

rowkey_splits *rowkey_sketch_splits(const rowkey_sketch *sketch, size_t regions, rowkey_error *error) {
  return rowkey_sketch_splits_while(sketch, regions, NULL, NULL, error);
}

rowkey_splits *rowkey_sketch_splits_while(const rowkey_sketch *sketch, size_t regions, rowkey_go_on *go_on,
                                          void *context, rowkey_error *error) {
  const rowkey_splits none = {.count = 0, .bytes = NULL, .offsets = NULL};
  if (!rowkey_is_given(sketch, "sketch", error) || !rowkey_regions_valid(regions, error)) return NULL;
  struct asking asking = {.go_on = go_on, .context = context};
  return add_points(sketch, &none, regions - 1, &asking, error);
}

rowkey_splits *rowkey_sketch_add_splits(const rowkey_sketch *sketch, const rowkey_splits *splits, size_t more,
                                        rowkey_error *error) {
  if (!rowkey_is_given(sketch, "sketch", error) || rowkey_splits_check(splits, error) != ROWKEY_OK)
    return NULL;
  const size_t count = splits->count + 1;
  if (!rowkey_regions_valid(more > SIZE_MAX - count ? SIZE_MAX : count + more, error)) return NULL;
  return add_points(sketch, splits, more, NULL, error);
}
