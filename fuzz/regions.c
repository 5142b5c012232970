/* Whatever compiles can be split, routed and searched. Split points rise, part the first field's values, and
 * the shares of their regions add up; no key lies in a region that is said to be out of reach; each is routed
 * to the region that a linear search finds. The ranges for any conditions rise without touching, every row
 * that meets the conditions lies in one of them, and no other row does when they are said to be exact.
 *
 * An input is a template up to its first newline, then bytes that choose regions and conditions, then the
 * records' bytes. */
#include <math.h>
#include <rowkey/rowkey.h>
#include <stdlib.h>
#include <string.h>

#include "conditions.h"
#include "tests/support/on_isa.h"

enum { SEED = 7, MOST_RANGES = 300, CHOICES_SIZE = 40 };

struct keys {
  size_t rows;
  uint8_t *bytes;
  uint64_t offsets[ROWS_MAX + 1];
  size_t row_of[ROWS_MAX]; /* among the records, of which bad ones make no key */
};

static struct keys encode(const rowkey_layout *layout, const struct fuzz_records *records) {
  struct keys keys = {0};
  rowkey_encoder *encoder = NULL;
  ON_ISA("scalar") encoder = rowkey_encoder_create(layout, SEED, NULL);
  FUZZ_CHECK(encoder != NULL, "no encoder");
  const rowkey_batch all = rowkey_batch_of(records->columns, COLUMNS, records->rows);
  const size_t bound = rowkey_encode_bound(layout, &all);
  keys.bytes = fuzz_allocate(bound);
  for (size_t row = 0; row < records->rows; row++) {
    rowkey_values columns[COLUMNS];
    uint64_t ends[2];
    const size_t at = (size_t)keys.offsets[keys.rows];
    fuzz_rows_from(records, row, columns);
    const rowkey_batch alone = rowkey_batch_from(rowkey_batch_of(columns, COLUMNS, 1), row);
    const rowkey_key_buffer buffer = rowkey_key_buffer_with_offsets(keys.bytes + at, bound - at, ends);
    if (rowkey_encode(encoder, &alone, &buffer, NULL, NULL) != ROWKEY_OK) continue;
    keys.row_of[keys.rows] = row;
    keys.offsets[++keys.rows] = at + ends[1];
  }
  rowkey_encoder_free(encoder);
  return keys;
}

static int compare(const void *a, size_t a_size, const void *b, size_t b_size) {
  const size_t common = a_size < b_size ? a_size : b_size;
  const int order = common == 0 ? 0 : memcmp(a, b, common);
  return order != 0 ? order : (a_size > b_size) - (a_size < b_size);
}

/* ---- Regions --------------------------------------------------------------------------------- */

static size_t region_of(const rowkey_splits *splits, const uint8_t *key, size_t size) {
  size_t region = 0;
  while (region < splits->count &&
         compare((const uint8_t *)splits->bytes + splits->offsets[region],
                 (size_t)(splits->offsets[region + 1] - splits->offsets[region]), key, size) <= 0)
    region++;
  return region;
}

static void check_shares(const rowkey_layout *layout, const rowkey_splits *splits, const uint32_t *regions,
                         size_t rows) {
  rowkey_error error = {.status = ROWKEY_OK};
  rowkey_region_share *shares = fuzz_allocate((splits->count + 1) * sizeof *shares);
  FUZZ_CHECK(rowkey_splits_shares(layout, splits, shares, &error) == ROWKEY_OK, "%s", error.text);
  double sum = 0;
  for (size_t i = 0; i <= splits->count; i++) {
    sum += shares[i].share;
    FUZZ_CHECK(isnan(shares[i].share) || (shares[i].share >= 0 && shares[i].share <= 1), "region %zu has %g",
               i, shares[i].share);
    FUZZ_CHECK(shares[i].reachable || !(shares[i].share > 0), "nothing is %g", shares[i].share);
  }
  FUZZ_CHECK(isnan(sum) || fabs(sum - 1) < 1e-9, "shares add up to %.17g", sum);
  for (size_t i = 0; i < rows; i++)
    FUZZ_CHECK(shares[regions[i]].reachable, "key %zu lies in region %u, which none can reach", i,
               (unsigned)regions[i]);
  free(shares);
}

static void check_routes(const rowkey_layout *layout, const rowkey_splits *splits, const struct keys *keys) {
  uint32_t regions[ROWS_MAX];
  rowkey_error error = {.status = ROWKEY_OK};
  FUZZ_CHECK(rowkey_splits_check(splits, &error) == ROWKEY_OK, "%s", error.text);
  FUZZ_EACH_ISA(kernels) {
    rowkey_router *router = NULL;
    ON_ISA(kernels->name) router = rowkey_router_create(splits, &error);
    FUZZ_CHECK(router != NULL, "%s: %s", kernels->name, error.text);
    FUZZ_CHECK(rowkey_route(router,
                            &(rowkey_keys){.data = keys->bytes, .offsets = keys->offsets, .rows = keys->rows},
                            regions, &error) == ROWKEY_OK,
               "%s: %s", kernels->name, error.text);
    fuzz_count(kernels, "route", keys->rows);
    for (size_t i = 0; i < keys->rows; i++) {
      const size_t size = (size_t)(keys->offsets[i + 1] - keys->offsets[i]);
      const size_t wanted = region_of(splits, keys->bytes + keys->offsets[i], size);
      FUZZ_CHECK(regions[i] == wanted, "%s: key %zu is in region %u, not %zu", kernels->name, i,
                 (unsigned)regions[i], wanted);
    }
    rowkey_router_free(router);
  }
  check_shares(layout, splits, regions, keys->rows);
}

static void check_splits(const rowkey_layout *layout, const struct keys *keys, struct fuzz_input *input) {
  rowkey_error error = {.status = ROWKEY_OK};
  const size_t regions = 1 + (size_t)fuzz_take_up_to(input, 40), more = (size_t)fuzz_take_up_to(input, 20);
  rowkey_splits *splits = rowkey_splits_of_layout(layout, regions, &error);
  if (splits != NULL) {
    FUZZ_CHECK(splits->count == regions - 1, "%zu points for %zu regions", splits->count, regions);
    check_routes(layout, splits, keys);
    rowkey_splits *added = rowkey_splits_add(layout, splits, more, &error);
    if (added != NULL) {
      FUZZ_CHECK(added->count == splits->count + more, "%zu and %zu make %zu", splits->count, more,
                 added->count);
      check_routes(layout, added, keys);
    }
    rowkey_splits_free(added);
  } else {
    FUZZ_CHECK(error.status == ROWKEY_ERROR_RANGE || error.status == ROWKEY_ERROR_TYPE, "%s", error.text);
  }
  rowkey_splits_free(splits);

  rowkey_sketch *sketch = rowkey_sketch_create(1 << 16, &error);
  FUZZ_CHECK(sketch != NULL, "%s", error.text);
  FUZZ_CHECK(rowkey_sketch_add(
                 sketch, &(rowkey_keys){.data = keys->bytes, .offsets = keys->offsets, .rows = keys->rows},
                 &error) == ROWKEY_OK,
             "%s", error.text);
  splits = rowkey_sketch_splits(sketch, regions, &error);
  if (splits != NULL) check_routes(layout, splits, keys);
  rowkey_splits_free(splits);
  rowkey_sketch_free(sketch);
}

/* ---- Ranges ---------------------------------------------------------------------------------- */

static bool is_in(const rowkey_range *range, const uint8_t *key, size_t size) {
  return compare(range->start, range->start_size, key, size) <= 0 &&
         (range->stop_size == 0 || compare(key, size, range->stop, range->stop_size) < 0);
}

static void check_order(const rowkey_ranges *ranges) {
  for (size_t i = 0; i < ranges->count; i++) {
    const rowkey_range *range = &ranges->ranges[i];
    FUZZ_CHECK(range->stop_size == 0
                   ? i + 1 == ranges->count
                   : compare(range->start, range->start_size, range->stop, range->stop_size) < 0,
               "range %zu is empty, or open before the last", i);
    FUZZ_CHECK(i == 0 || compare(ranges->ranges[i - 1].stop, ranges->ranges[i - 1].stop_size, range->start,
                                 range->start_size) < 0,
               "range %zu touches the one before", i);
  }
}

static size_t ranges_with(const rowkey_ranges *ranges, const uint8_t *key, size_t size) {
  size_t found = 0;
  for (size_t i = 0; i < ranges->count; i++) found += is_in(&ranges->ranges[i], key, size);
  return found;
}

/* Ranges cut at split points hold the same keys, each part those of one region. */
static void check_cut(const rowkey_layout *layout, const rowkey_ranges *ranges, const struct keys *keys) {
  enum { REGIONS = 5 };
  rowkey_error error = {.status = ROWKEY_OK};
  rowkey_splits *splits = rowkey_splits_of_layout(layout, REGIONS, NULL);
  if (splits == NULL) return;
  rowkey_splits *even = rowkey_splits_of_ranges(layout, ranges, REGIONS, &error);
  if (even != NULL) check_routes(layout, even, keys);
  rowkey_splits_free(even);
  rowkey_ranges *cut = rowkey_ranges_cut(ranges, splits, &error);
  FUZZ_CHECK(cut != NULL, "%s", error.text);
  for (size_t i = 0; i < cut->count; i++) {
    for (size_t k = 0; k < splits->count; k++) {
      const uint8_t *point = (const uint8_t *)splits->bytes + splits->offsets[k];
      const size_t size = (size_t)(splits->offsets[k + 1] - splits->offsets[k]);
      const rowkey_range *part = &cut->ranges[i];
      FUZZ_CHECK(!is_in(part, point, size) || compare(part->start, part->start_size, point, size) == 0,
                 "part %zu lies on both sides of point %zu", i, k);
    }
  }
  for (size_t i = 0; i < keys->rows; i++) {
    const uint8_t *key = keys->bytes + keys->offsets[i];
    const size_t size = (size_t)(keys->offsets[i + 1] - keys->offsets[i]);
    FUZZ_CHECK(ranges_with(cut, key, size) == ranges_with(ranges, key, size), "row %zu is cut out",
               keys->row_of[i]);
  }
  rowkey_ranges_free(cut);
  rowkey_splits_free(splits);
}

static void check_ranges(const rowkey_layout *layout, const struct keys *keys,
                         const struct fuzz_records *records, struct fuzz_input *input) {
  struct fuzz_conditions conditions;
  rowkey_error error = {.status = ROWKEY_OK};
  fuzz_take_conditions(input, layout, records, &conditions);
  rowkey_ranges *ranges =
      rowkey_ranges_find(layout, conditions.conditions, conditions.count, MOST_RANGES, &error);
  if (ranges == NULL) {
    FUZZ_CHECK(error.status == ROWKEY_ERROR_TYPE || error.status == ROWKEY_ERROR_RANGE, "status %d: %s",
               (int)error.status, error.text);
    FUZZ_CHECK(error.column < COLUMNS, "%s", error.text);
    return;
  }
  check_order(ranges);
  FUZZ_CHECK(ranges->count <= MOST_RANGES, "%zu ranges", ranges->count);
  for (size_t i = 0; i < keys->rows; i++) {
    const uint8_t *key = keys->bytes + keys->offsets[i];
    const size_t size = (size_t)(keys->offsets[i + 1] - keys->offsets[i]);
    const size_t found = ranges_with(ranges, key, size);
    const enum fuzz_answer answer = fuzz_meets(&conditions, records, keys->row_of[i]);
    FUZZ_CHECK(answer != ANSWER_YES || found == 1, "row %zu meets the conditions and lies in %zu ranges",
               keys->row_of[i], found);
    FUZZ_CHECK(answer != ANSWER_NO || !ranges->exact || found == 0,
               "row %zu does not belong in an exact range", keys->row_of[i]);
  }
  check_cut(layout, ranges, keys);
  rowkey_ranges_free(ranges);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct fuzz_question question = fuzz_take_question(data, size, CHOICES_SIZE);
  rowkey_layout *layout = question.layout;
  if (layout == NULL) return 0;
  struct fuzz_records records = fuzz_take_records(&question.records);
  struct keys keys = encode(layout, &records);
  check_splits(layout, &keys, &question.choices);
  check_ranges(layout, &keys, &records, &question.choices);
  free(keys.bytes);
  fuzz_free_records(&records);
  rowkey_layout_free(layout);
  return 0;
}
