/* Sketches of keys, against the sorted keys. */
#include <rowkey/sketch.h>
#include <stdio.h>
#include <string.h>

#include "failing_memory.h"
#include "sample.h"
#include "testing.h"

enum { KIBIBYTE = 1024, POINTS = 99 };

static rowkey_sketch *create(uint64_t memory) {
  rowkey_error error;
  rowkey_sketch *sketch = rowkey_sketch_create(memory, &error);
  CHECK(sketch != NULL, "%s", error.text);
  return sketch;
}

/* Adds keys first … end - 1, without an allocation. */
static void add_some(rowkey_sketch *sketch, const struct sample *sample, size_t first, size_t end) {
  rowkey_error error = {.status = ROWKEY_OK};
  allocations_allowed = 0;
  const rowkey_status status = rowkey_sketch_add(
      sketch, &(rowkey_keys){.data = sample->bytes, .offsets = sample->offsets + first, .rows = end - first},
      &error);
  const size_t left = allocations_allowed;
  allocations_allowed = SIZE_MAX;
  CHECK(status == ROWKEY_OK, "%s", error.text);
  CHECK(left == 0, "adding allocates");
}

static void add(rowkey_sketch *sketch, const struct sample *sample) {
  add_some(sketch, sample, 0, sample->rows);
}

static void merge(rowkey_sketch *sketch, const rowkey_sketch *from) {
  rowkey_error error = {.status = ROWKEY_OK};
  allocations_allowed = 0;
  const rowkey_status status = rowkey_sketch_merge(sketch, from, &error);
  const size_t left = allocations_allowed;
  allocations_allowed = SIZE_MAX;
  CHECK(status == ROWKEY_OK, "%s", error.text);
  CHECK(left == 0, "merging allocates");
}

static const uint8_t *point_at(const rowkey_splits *splits, size_t index, size_t *size) {
  *size = (size_t)(splits->offsets[index + 1] - splits->offsets[index]);
  return (const uint8_t *)splits->bytes + splits->offsets[index];
}

static void expect_point(const struct sample *sample, const rowkey_splits *splits, size_t index, size_t rank,
                         const char *what) {
  size_t size, expected_size;
  const uint8_t *point = point_at(splits, index, &size);
  const uint8_t *expected = sample_key(sample, sample->order[rank], &expected_size);
  CHECK(size == expected_size && memcmp(point, expected, size) == 0,
        "%s: point %zu is not the key of rank %zu but of rank %llu", what, index, rank,
        (unsigned long long)sample_rank(sample, point, size, false));
}

/* ---- While all keys fit ---------------------------------------------------------------------- */

static void expect_exact(const rowkey_sketch *sketch, const struct sample *sample, size_t regions,
                         const char *what) {
  size_t *points = guarded(regions * sizeof *points, GUARD_END);
  rowkey_error error;
  const bool possible = sample_points(sample, 0, sample->rows, regions, points);
  rowkey_splits *splits = rowkey_sketch_splits(sketch, regions, &error);
  if (!possible) {
    char expected[64];
    const size_t most = sample_different(sample, 0, sample->rows);
    snprintf(expected, sizeof expected, "expected at most %zu region%s,", most, most == 1 ? "" : "s");
    CHECK(splits == NULL && error.status == ROWKEY_ERROR_RANGE, "%s: points for %zu regions", what, regions);
    CHECK(strstr(error.text, expected) != NULL, "%s: %s", what, error.text);
    return;
  }
  CHECK(splits != NULL, "%s: %s", what, error.text);
  CHECK(splits->count == regions - 1, "%s: %zu points", what, splits->count);
  CHECK(rowkey_splits_check(splits, &error) == ROWKEY_OK, "%s: %s", what, error.text);
  for (size_t i = 0; i < splits->count; i++) expect_point(sample, splits, i, points[i], what);
  rowkey_splits_free(splits);
}

static void test_exact(void) {
  static const size_t counts[] = {1, 2, 3, 7, 100, 5000};
  for (enum sample_kind kind = 0; kind < SAMPLE_KINDS; kind++) {
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
      const struct sample sample = sample_make(kind, counts[i]);
      rowkey_sketch *sketch = create(0);
      add(sketch, &sample);
      CHECK(rowkey_sketch_rows(sketch) == counts[i], "%s: the number of rows", sample_names[kind]);
      CHECK(rowkey_sketch_error(sketch) == 0, "%s: not exact", sample_names[kind]);
      for (size_t regions = 1; regions <= counts[i] + 1 && regions < 60; regions += counts[i] < 1000 ? 1 : 7)
        expect_exact(sketch, &sample, regions, sample_names[kind]);
      expect_exact(sketch, &sample, counts[i], sample_names[kind]);
      rowkey_sketch_free(sketch);
    }
  }
}

/* The memory is for keys: two words and two bytes each are not. */
static void test_capacity(void) {
  const size_t fit = (256 * KIBIBYTE - 8 * KIBIBYTE) / (17 + 18);
  const struct sample sample = sample_make(SAMPLE_RISING, 2 * fit);
  rowkey_sketch *sketch = create(256 * KIBIBYTE);
  add_some(sketch, &sample, 0, fit);
  CHECK(rowkey_sketch_error(sketch) == 0, "%zu keys do not fit", fit);
  add_some(sketch, &sample, fit, 2 * fit);
  CHECK(rowkey_sketch_error(sketch) > 0, "%zu keys fit", 2 * fit);
  rowkey_sketch_free(sketch);
}

/* ---- After that ----------------------------------------------------------------------------- */

/* Points of the sample's own keys, which all rise. */
static rowkey_splits *probes(const struct sample *sample) {
  rowkey_sketch *sketch = create((uint64_t)1 << 28);
  rowkey_error error;
  add(sketch, sample);
  rowkey_splits *splits = NULL;
  for (size_t regions = POINTS + 1; splits == NULL && regions > 1; regions--)
    splits = rowkey_sketch_splits(sketch, regions, &error);
  CHECK(splits != NULL && rowkey_sketch_error(sketch) == 0, "%s", error.text);
  rowkey_sketch_free(sketch);
  return splits;
}

static void expect_near(double seen, double expected, double error, const char *what) {
  const double difference = seen < expected ? expected - seen : seen - expected;
  CHECK(difference <= error + 1e-9, "%s: %.9f instead of %.9f, more than %.9f away", what, seen, expected,
        error);
}

/* What the sketch says of ranks is wrong by its error at most, and that is no more than `most`. */
static void expect_ranks(const rowkey_sketch *sketch, const struct sample *sample,
                         const rowkey_splits *splits, uint64_t memory, double most, const char *what) {
  const double bound = rowkey_sketch_error(sketch), rows = (double)sample->rows;
  CHECK(rowkey_sketch_rows(sketch) == sample->rows, "%s: the number of rows", what);
  const bool fits = sample->offsets[sample->rows] + 18 * sample->rows <= memory;
  CHECK((bound > 0 || fits) && bound <= most, "%s: error %.9f (expected at most %.9f)", what, bound, most);
  double *shares = guarded((splits->count + 1) * sizeof *shares, GUARD_END), below = 0;
  rowkey_error error;
  CHECK(rowkey_sketch_shares(sketch, splits, shares, &error) == ROWKEY_OK, "%s: %s", what, error.text);
  for (size_t i = 0; i < splits->count; i++) {
    size_t size;
    const uint8_t *point = point_at(splits, i, &size);
    below += shares[i];
    expect_near(below, (double)sample_rank(sample, point, size, false) / rows, bound, what);
  }
  expect_near(below + shares[splits->count], 1, 0, what);
}

/* A point stands for the key of its rank, or for a later one because that was taken. */
static void expect_points(const rowkey_sketch *sketch, const struct sample *sample, bool all_differ,
                          const char *what) {
  rowkey_error error;
  const size_t regions = all_differ ? 40 : 8;
  rowkey_splits *splits = rowkey_sketch_splits(sketch, regions, &error);
  CHECK(splits != NULL && splits->count == regions - 1, "%s: %s", what, error.text);
  CHECK(rowkey_splits_check(splits, &error) == ROWKEY_OK, "%s: %s", what, error.text);
  const double bound = rowkey_sketch_error(sketch) * (double)sample->rows;
  for (size_t i = 1; i < regions; i++) {
    size_t size;
    const uint8_t *point = point_at(splits, i - 1, &size);
    const double rank = (double)(i * sample->rows / regions);
    const double begin = (double)sample_rank(sample, point, size, false);
    const double end = (double)sample_rank(sample, point, size, true);
    CHECK(begin < end, "%s: point %zu is not a key", what, i);
    CHECK(begin > 0, "%s: the first region is empty", what);
    CHECK(end > rank - bound, "%s: point %zu is too low", what, i);
    CHECK(!all_differ || begin <= rank + bound, "%s: point %zu is too high", what, i);
  }
  rowkey_splits_free(splits);
}

static bool keys_differ(enum sample_kind kind) {
  return kind != SAMPLE_FEW && kind != SAMPLE_SKEWED && kind != SAMPLE_LENGTHS;
}

/* With L levels that share room for `keys` keys, n / (keys / L) rows per level are compacted at the cost of
 * one each, half of them upwards: L * L / 2 / keys of n, and less for the levels that have yet to fill. */
static double most_error(double rows, double keys) {
  double levels = 1;
  for (double left = rows / keys; left > 1; left /= 2) levels++;
  return 0.45 * levels * levels / keys;
}

static void test_ranks(void) {
  for (enum sample_kind kind = 0; kind < SAMPLE_KINDS; kind++) {
    const bool many = kind == SAMPLE_RISING || kind == SAMPLE_SALTED || kind == SAMPLE_SKEWED;
    const size_t rows = repetitions(kind == SAMPLE_LONG ? 40000 : many ? 1000000 : 200000);
    const struct sample sample = sample_make(kind, rows);
    rowkey_splits *splits = probes(&sample);
    for (uint64_t memory = 64 * KIBIBYTE; memory <= 1024 * KIBIBYTE; memory *= 4) {
      rowkey_sketch *sketch = create(memory);
      add(sketch, &sample);
      const double keys = (double)memory / (kind == SAMPLE_LONG ? 1050 : kind == SAMPLE_UNEVEN ? 150 : 40);
      expect_ranks(sketch, &sample, splits, memory, most_error((double)rows, keys), sample_names[kind]);
      expect_points(sketch, &sample, keys_differ(kind), sample_names[kind]);
      rowkey_sketch_free(sketch);
    }
    rowkey_splits_free(splits);
  }
}

/* However many merges it takes, of whatever sizes and memories. */
static void test_merge(void) {
  for (enum sample_kind kind = 0; kind < SAMPLE_KINDS; kind++) {
    const size_t rows = repetitions(kind == SAMPLE_LONG ? 20000 : 200000);
    const struct sample sample = sample_make(kind, rows);
    rowkey_sketch *all = create(128 * KIBIBYTE);
    for (size_t first = 0, end; first < rows; first = end) {
      end = first + 1 + random_below(rows / (random_below(2) == 0 ? 4 : 100));
      if (end > rows) end = rows;
      rowkey_sketch *part = create((64 + random_below(512)) * KIBIBYTE);
      add_some(part, &sample, first, end);
      merge(all, part);
      rowkey_sketch_free(part);
    }
    rowkey_splits *splits = probes(&sample);
    expect_ranks(all, &sample, splits, 128 * KIBIBYTE, 1, sample_names[kind]);
    rowkey_splits_free(splits);
    if (rowkey_sketch_error(all) < 0.1) expect_points(all, &sample, keys_differ(kind), sample_names[kind]);
    rowkey_sketch_free(all);
  }
}

/* What was lost before a merge counts after it. */
static void test_merge_errors(void) {
  const struct sample sample = sample_make(SAMPLE_RANDOM, 50000);
  rowkey_sketch *part = create(64 * KIBIBYTE), *all = create(0);
  add(part, &sample);
  merge(all, part);
  CHECK(rowkey_sketch_error(all) == rowkey_sketch_error(part), "%.9f instead of %.9f",
        rowkey_sketch_error(all), rowkey_sketch_error(part));
  rowkey_splits *splits = probes(&sample);
  expect_ranks(all, &sample, splits, 64 * KIBIBYTE, 1, "merged");
  rowkey_splits_free(splits);
  rowkey_sketch_free(part);
  rowkey_sketch_free(all);
}

/* One key before many equal ones makes these a point, though the one key itself may be lost. */
static void test_least(void) {
  enum { ROWS = 30000 };
  char *keys = guarded(ROWS, GUARD_END);
  for (size_t at = 0; at < ROWS; at += ROWS / 20) {
    memset(keys, 'b', ROWS);
    keys[at] = 'a';
    rowkey_error error;
    rowkey_sketch *part = create(64 * KIBIBYTE), *all = create(0);
    CHECK(
        rowkey_sketch_add(part, &(rowkey_keys){.data = keys, .width = 1, .rows = ROWS}, &error) == ROWKEY_OK,
        "%s", error.text);
    merge(all, part);
    for (size_t i = 0; i < 2; i++) {
      rowkey_splits *splits = rowkey_sketch_splits(i == 0 ? part : all, 2, &error);
      CHECK(splits != NULL, "a at %zu: %s", at, error.text);
      CHECK(splits->offsets[1] == 1 && memcmp(splits->bytes, "b", 1) == 0, "a at %zu: the point", at);
      rowkey_splits_free(splits);
    }
    rowkey_sketch_free(part);
    rowkey_sketch_free(all);
  }
}

static void test_merge_exact(void) {
  const struct sample sample = sample_make(SAMPLE_LENGTHS, 3000);
  rowkey_sketch *all = create(0), *empty = create(64 * KIBIBYTE);
  for (size_t part = 0; part < 3; part++) {
    rowkey_sketch *sketch = create(128 * KIBIBYTE);
    add_some(sketch, &sample, part * 1000, part * 1000 + 1000);
    merge(all, sketch);
    merge(all, empty);
    rowkey_sketch_free(sketch);
  }
  CHECK(rowkey_sketch_error(all) == 0, "not exact");
  expect_exact(all, &sample, 50, "merged");
  rowkey_sketch_free(all);
  rowkey_sketch_free(empty);
}

/* Two sketches merged into each other in turn hold more and more rows, up to the limit. */
static void test_most_rows(void) {
  const struct sample sample = sample_make(SAMPLE_LONG, 1000);
  rowkey_sketch *sketches[2] = {create(256 * KIBIBYTE), create(256 * KIBIBYTE)};
  add(sketches[0], &sample);
  add(sketches[1], &sample);
  rowkey_sketch *small = create(64 * KIBIBYTE);
  rowkey_error error;
  size_t turn = 0;
  while (rowkey_sketch_merge(sketches[turn % 2], sketches[(turn + 1) % 2], &error) == ROWKEY_OK) turn++;
  CHECK(error.status == ROWKEY_ERROR_RANGE, "%s", error.text);
  CHECK(strstr(error.text, "(expected at most 281474976710656)") != NULL, "%s", error.text);
  CHECK(rowkey_sketch_rows(sketches[0]) > UINT64_C(1) << 46, "only %llu rows",
        (unsigned long long)rowkey_sketch_rows(sketches[0]));
  merge(small, sketches[turn % 2]);
  double shares[2];
  const uint64_t offsets[2] = {0, 1};
  const rowkey_splits one = {.count = 1, .bytes = "x", .offsets = offsets};
  CHECK(rowkey_sketch_shares(small, &one, shares, &error) == ROWKEY_OK, "%s", error.text);
  CHECK(shares[0] == 0 && shares[1] == 1, "shares %f and %f", shares[0], shares[1]);
  CHECK(rowkey_sketch_error(small) <= 1, "the error");
  rowkey_sketch_free(small);
  rowkey_sketch_free(sketches[0]);
  rowkey_sketch_free(sketches[1]);
}

static void expect_same_points(const rowkey_sketch *a, const rowkey_sketch *b, const char *what) {
  rowkey_error error;
  rowkey_splits *left = rowkey_sketch_splits(a, 100, &error);
  CHECK(left != NULL, "%s", error.text);
  rowkey_splits *right = rowkey_sketch_splits(b, 100, &error);
  CHECK(right != NULL, "%s", error.text);
  CHECK(rowkey_sketch_error(a) == rowkey_sketch_error(b), "%s: the error", what);
  CHECK(memcmp(left->offsets, right->offsets, 100 * sizeof *left->offsets) == 0, "%s: the points", what);
  CHECK(memcmp(left->bytes, right->bytes, (size_t)left->offsets[99]) == 0, "%s: the points", what);
  rowkey_splits_free(left);
  rowkey_splits_free(right);
}

static void test_repeatable(void) {
  const struct sample sample = sample_make(SAMPLE_SALTED, repetitions(200000));
  rowkey_sketch *whole = create(64 * KIBIBYTE), *parts = create(64 * KIBIBYTE);
  add(whole, &sample);
  for (size_t first = 0, end; first < sample.rows; first = end) {
    end = first + random_below(3000);
    if (end > sample.rows) end = sample.rows;
    add_some(parts, &sample, first, end);
    rowkey_error error;
    rowkey_splits_free(rowkey_sketch_splits(parts, 3, &error)); /* asking changes nothing */
  }
  expect_same_points(whole, parts, "keys in parts");
  rowkey_sketch *fixed = create(64 * KIBIBYTE);
  rowkey_error error;
  CHECK(rowkey_sketch_add(fixed, &(rowkey_keys){.data = sample.bytes, .width = 17, .rows = sample.rows},
                          &error) == ROWKEY_OK,
        "%s", error.text);
  expect_same_points(whole, fixed, "keys of one width");
  rowkey_sketch_free(whole);
  rowkey_sketch_free(parts);
  rowkey_sketch_free(fixed);
}

/* ---- More points ----------------------------------------------------------------------------- */

/* The same by trying all regions each time. */
static size_t *expected_points(const struct sample *sample, const size_t *begin, size_t regions, size_t more,
                               size_t *pieces) {
  for (size_t i = 0; i < regions; i++) pieces[i] = 1;
  for (; more > 0; more--) {
    size_t best = regions;
    for (size_t i = 0; i < regions; i++) {
      if (pieces[i] >= sample_different(sample, begin[i], begin[i + 1])) continue;
      const size_t rows = begin[i + 1] - begin[i];
      if (best == regions || rows * pieces[best] > (begin[best + 1] - begin[best]) * pieces[i]) best = i;
    }
    if (best == regions) return NULL;
    pieces[best]++;
  }
  return pieces;
}

static void expect_added(const struct sample *sample, const rowkey_sketch *sketch, size_t regions,
                         size_t more, const char *what) {
  rowkey_error error;
  rowkey_splits *old = rowkey_sketch_splits(sketch, regions, &error);
  if (old == NULL) return;
  size_t *begin = guarded((regions + 1) * sizeof *begin, GUARD_END);
  size_t *pieces = guarded(regions * sizeof *pieces, GUARD_END);
  size_t *points = guarded((more + 1) * sizeof *points, GUARD_END);
  begin[0] = 0;
  begin[regions] = sample->rows;
  for (size_t i = 1; i < regions; i++) {
    size_t size;
    const uint8_t *point = point_at(old, i - 1, &size);
    begin[i] = (size_t)sample_rank(sample, point, size, false);
  }
  rowkey_splits *added = rowkey_sketch_add_splits(sketch, old, more, &error);
  if (expected_points(sample, begin, regions, more, pieces) == NULL) {
    CHECK(added == NULL && error.status == ROWKEY_ERROR_RANGE, "%s: %zu more", what, more);
  } else {
    CHECK(added != NULL, "%s: %s", what, error.text);
    CHECK(added->count == old->count + more, "%s: %zu points", what, added->count);
    for (size_t region = 0, at = 0; region < regions; region++) {
      CHECK(sample_points(sample, begin[region], begin[region + 1], pieces[region], points), "%s", what);
      for (size_t i = 0; i + 1 < pieces[region]; i++) expect_point(sample, added, at++, points[i], what);
      if (region + 1 < regions) expect_point(sample, added, at++, begin[region + 1], what);
    }
    rowkey_splits_free(added);
  }
  rowkey_splits_free(old);
}

static void test_added(void) {
  static const size_t counts[] = {1, 5, 60, 700};
  for (enum sample_kind kind = 0; kind < SAMPLE_KINDS; kind++) {
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
      const struct sample sample = sample_make(kind, counts[i]);
      rowkey_sketch *sketch = create(0);
      add(sketch, &sample);
      for (size_t regions = 1; regions < 12; regions += 5)
        for (size_t more = 0; more < 80; more += 1 + more / 2)
          expect_added(&sample, sketch, regions, more, sample_names[kind]);
      rowkey_sketch_free(sketch);
    }
  }
}

/* Regions that hold nothing get nothing, and the largest goes on being parted. */
static void test_added_to_empty(void) {
  rowkey_error error;
  rowkey_sketch *sketch = create(0);
  CHECK(rowkey_sketch_add(sketch, &(rowkey_keys){.data = "cccdddee", .width = 1, .rows = 8}, &error) ==
            ROWKEY_OK,
        "%s", error.text);
  const uint64_t offsets[] = {0, 1, 2, 3};
  const rowkey_splits old = {.count = 3, .bytes = "abf", .offsets = offsets};
  rowkey_splits *added = rowkey_sketch_add_splits(sketch, &old, 2, &error);
  CHECK(added != NULL && added->count == 5 && memcmp(added->bytes, "abdef", 5) == 0, "the points");
  rowkey_splits_free(added);
  added = rowkey_sketch_add_splits(sketch, &old, 3, &error);
  CHECK(added == NULL && error.status == ROWKEY_ERROR_RANGE, "3 more");
  CHECK(strstr(error.text, "no room for 3 more split points") != NULL, "%s", error.text);
  CHECK(strstr(error.text, "at most 2 more") != NULL, "%s", error.text);
  double shares[4];
  CHECK(rowkey_sketch_shares(sketch, &old, shares, &error) == ROWKEY_OK, "%s", error.text);
  CHECK(shares[0] == 0 && shares[1] == 0 && shares[2] == 1 && shares[3] == 0, "the shares");
  rowkey_sketch_free(sketch);
}

/* ---- Bad arguments --------------------------------------------------------------------------- */

static void test_arguments(void) {
  rowkey_error error;
  const uint64_t falling[] = {0, 3, 2, 4};
  CHECK(rowkey_sketch_create(64 * KIBIBYTE - 1, &error) == NULL && error.status == ROWKEY_ERROR_ARGUMENT,
        "too little memory");
  CHECK(strstr(error.text, "65535 bytes") != NULL && strstr(error.text, "65536") != NULL, "%s", error.text);
  rowkey_sketch *sketch = create(0);
  CHECK(rowkey_sketch_add(NULL, &(rowkey_keys){.data = "a", .width = 1, .rows = 1}, &error) ==
            ROWKEY_ERROR_ARGUMENT,
        "no sketch");
  CHECK(rowkey_sketch_rows(NULL) == 0 && rowkey_sketch_error(NULL) == 0, "rows of no sketch");
  CHECK(rowkey_sketch_add(sketch, &(rowkey_keys){.width = 1, .rows = 1}, &error) == ROWKEY_ERROR_ARGUMENT,
        "no keys");
  CHECK(rowkey_sketch_add(sketch, &(rowkey_keys){.data = "abcd", .offsets = falling, .rows = 3}, &error) ==
                ROWKEY_ERROR_ARGUMENT &&
            error.row == 1,
        "falling offsets");
  CHECK(rowkey_sketch_add(sketch, &(rowkey_keys){.data = "abcd", .offsets = falling, .rows = 3}, NULL) ==
            ROWKEY_ERROR_ARGUMENT,
        "no error object");
  CHECK(rowkey_sketch_add(sketch, &(rowkey_keys){.data = "abcd", .width = SIZE_MAX / 2, .rows = 5}, &error) ==
            ROWKEY_ERROR_ARGUMENT,
        "too wide");
  CHECK(rowkey_sketch_add(
            sketch, &(rowkey_keys){.data = "abcd", .offsets = (const uint64_t[]){0, UINT64_MAX}, .rows = 1},
            &error) == ROWKEY_ERROR_ARGUMENT,
        "an offset beyond all memory");
  CHECK(rowkey_sketch_add(
            sketch,
            &(rowkey_keys){.data = "abcd", .offsets = (const void *)((const char *)falling + 1), .rows = 1},
            &error) == ROWKEY_ERROR_ARGUMENT,
        "offsets that are not aligned");
  CHECK(rowkey_sketch_rows(sketch) == 0, "bad rows were added");
  CHECK(rowkey_sketch_error(sketch) == 0, "the error of nothing");
  CHECK(rowkey_sketch_add(sketch, &(rowkey_keys){.rows = 0}, &error) == ROWKEY_OK, "no rows");
  const uint64_t offsets[] = {0, 1};
  const rowkey_splits one = {.count = 1, .bytes = "m", .offsets = offsets};
  double shares[2];
  CHECK(rowkey_sketch_shares(sketch, &one, shares, &error) == ROWKEY_ERROR_RANGE, "shares of nothing");
  CHECK(rowkey_sketch_shares(NULL, &one, shares, &error) == ROWKEY_ERROR_ARGUMENT, "shares of no sketch");
  CHECK(rowkey_sketch_shares(sketch, &one, NULL, &error) == ROWKEY_ERROR_ARGUMENT, "no room for shares");
  CHECK(rowkey_sketch_splits(sketch, 2, &error) == NULL && error.status == ROWKEY_ERROR_RANGE,
        "points of nothing");
  rowkey_splits *none = rowkey_sketch_splits(sketch, 1, &error);
  CHECK(none != NULL && none->count == 0, "one region");
  rowkey_splits_free(none);
  CHECK(rowkey_sketch_add(sketch, &(rowkey_keys){.rows = 3}, &error) == ROWKEY_OK, "empty keys: %s",
        error.text);
  CHECK(rowkey_sketch_rows(sketch) == 3, "empty keys");
  CHECK(rowkey_sketch_splits(sketch, 2, &error) == NULL && error.status == ROWKEY_ERROR_RANGE,
        "points of empty keys");
  CHECK(rowkey_sketch_splits(sketch, 0, &error) == NULL && error.status == ROWKEY_ERROR_ARGUMENT, "0");
  CHECK(rowkey_sketch_splits(sketch, ROWKEY_MOST_REGIONS + 1, &error) == NULL &&
            error.status == ROWKEY_ERROR_ARGUMENT,
        "too many");
  CHECK(rowkey_sketch_splits(NULL, 2, &error) == NULL && error.status == ROWKEY_ERROR_ARGUMENT, "NULL");
  CHECK(rowkey_sketch_add_splits(sketch, NULL, 2, &error) == NULL && error.status == ROWKEY_ERROR_ARGUMENT,
        "no points");
  CHECK(rowkey_sketch_add_splits(sketch, &one, SIZE_MAX, &error) == NULL &&
            error.status == ROWKEY_ERROR_ARGUMENT,
        "too many more");
  const uint64_t twice[] = {0, 1, 2};
  const rowkey_splits same = {.count = 2, .bytes = "mm", .offsets = twice};
  CHECK(rowkey_sketch_shares(sketch, &same, shares, &error) == ROWKEY_ERROR_RANGE && error.row == 1,
        "equal points");
  CHECK(rowkey_sketch_merge(sketch, sketch, &error) == ROWKEY_ERROR_ARGUMENT, "merged into itself");
  CHECK(rowkey_sketch_merge(sketch, NULL, &error) == ROWKEY_ERROR_ARGUMENT, "merged nothing");
  CHECK(rowkey_sketch_merge(NULL, sketch, &error) == ROWKEY_ERROR_ARGUMENT, "merged into nothing");
  CHECK(rowkey_sketch_merge(sketch, sketch, &error) == ROWKEY_ERROR_ARGUMENT, "merged with itself");
  CHECK(rowkey_sketch_add_splits(NULL, &one, 1, &error) == NULL, "added to points of no sketch");
  CHECK(rowkey_sketch_splits(NULL, 1, &error) == NULL, "points of no sketch");
  rowkey_sketch_free(sketch);
  rowkey_sketch_free(NULL);
}

/* As many points again, between those that there are. */
static void add_points_without_memory(const rowkey_sketch *sketch, const rowkey_splits *points) {
  for (size_t failures = 0;; failures++) {
    rowkey_error error = {.status = ROWKEY_OK};
    allocations_allowed = failures;
    rowkey_splits *splits = rowkey_sketch_add_splits(sketch, points, 3, &error);
    allocations_allowed = SIZE_MAX;
    if (splits != NULL) {
      CHECK(failures >= 4, "only %zu allocations were tried", failures);
      rowkey_splits_free(splits);
      return;
    }
    CHECK(error.status == ROWKEY_ERROR_MEMORY, "allocation %zu: %s", failures, error.text);
  }
}

/* Asking for points fails with each allocation in turn, and the sketch is as it was. */
static void test_out_of_memory(void) {
  rowkey_error error = {.status = ROWKEY_OK};
  allocations_allowed = 0;
  CHECK(rowkey_sketch_create(0, &error) == NULL && error.status == ROWKEY_ERROR_MEMORY, "no memory");
  allocations_allowed = SIZE_MAX;
  const struct sample sample = sample_make(SAMPLE_RANDOM, 20000);
  rowkey_sketch *sketch = create(64 * KIBIBYTE), *other = create(64 * KIBIBYTE);
  add(sketch, &sample);
  add(other, &sample);
  for (size_t failures = 0;; failures++) {
    allocations_allowed = failures;
    rowkey_splits *splits = rowkey_sketch_splits(sketch, 100, &error);
    allocations_allowed = SIZE_MAX;
    if (splits != NULL) {
      CHECK(failures >= 4, "only %zu allocations were tried", failures);
      add_points_without_memory(sketch, splits);
      rowkey_splits_free(splits);
      break;
    }
    CHECK(error.status == ROWKEY_ERROR_MEMORY, "allocation %zu: %s", failures, error.text);
    expect_same_points(sketch, other, "after a failure");
  }
  rowkey_sketch_free(sketch);
  rowkey_sketch_free(other);
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"points are exact while all keys fit", test_exact},
      {"memory is used for keys", test_capacity},
      {"ranks are wrong by the error at most", test_ranks},
      {"also after merging", test_merge},
      {"merging keeps errors", test_merge_errors},
      {"merging keeps what is exact", test_merge_exact},
      {"the least key is known", test_least},
      {"2^48 rows are the most", test_most_rows},
      {"the same keys make the same points", test_repeatable},
      {"points are added where most keys are", test_added},
      {"regions without keys get no points", test_added_to_empty},
      {"bad arguments are reported", test_arguments},
      {"memory that runs out changes nothing", test_out_of_memory},
  };
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
