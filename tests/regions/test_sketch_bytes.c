/* Sketches written to bytes, and read from them. */
#include <rowkey/kernels.h>
#include <rowkey/sketch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failing_memory.h"
#include "sample.h"
#include "testing.h"

enum { KIBIBYTE = 1024, CHECKSUM = 16, CHECKED_FROM = 20 };

struct bytes {
  uint8_t *at;
  size_t size;
};

static rowkey_sketch *create(size_t memory, const struct sample *sample) {
  rowkey_error error;
  rowkey_sketch *sketch = rowkey_sketch_create(memory, &error);
  CHECK(sketch != NULL, "%s", error.text);
  CHECK(rowkey_sketch_add(
            sketch, &(rowkey_keys){.data = sample->bytes, .offsets = sample->offsets, .rows = sample->rows},
            &error) == ROWKEY_OK,
        "%s", error.text);
  return sketch;
}

/* In guarded memory. */
static struct bytes write(const rowkey_sketch *sketch) {
  rowkey_error error;
  const struct bytes bytes = {guarded(rowkey_sketch_size(sketch), GUARD_END), rowkey_sketch_size(sketch)};
  CHECK(rowkey_sketch_write(sketch, bytes.at, bytes.size, &error) == ROWKEY_OK, "%s", error.text);
  return bytes;
}

static rowkey_sketch *read(struct bytes bytes) {
  rowkey_error error;
  rowkey_sketch *sketch = rowkey_sketch_read(bytes.at, bytes.size, &error);
  CHECK(sketch != NULL, "%s", error.text);
  return sketch;
}

static bool same(struct bytes a, struct bytes b) {
  return a.size == b.size && memcmp(a.at, b.at, a.size) == 0;
}

static void expect_refused(const void *bytes, size_t size, const char *what) {
  rowkey_error error = {.status = ROWKEY_OK};
  const rowkey_sketch *sketch = rowkey_sketch_read(bytes, size, &error);
  CHECK(sketch == NULL, "%s was read", what);
  CHECK(error.status == ROWKEY_ERROR_ARGUMENT, "%s: status %d", what, (int)error.status);
  CHECK(strstr(error.text, "are not a sketch (expected ") != NULL, "%s: %s", what, error.text);
}

/* ---- The same sketch ------------------------------------------------------------------------- */

static void expect_same_answers(const rowkey_sketch *a, const rowkey_sketch *b, const char *what) {
  rowkey_error error;
  CHECK(rowkey_sketch_rows(a) == rowkey_sketch_rows(b), "%s: the rows", what);
  CHECK(rowkey_sketch_error(a) == rowkey_sketch_error(b), "%s: the error", what);
  for (size_t regions = 1; regions < 80; regions += 13) {
    rowkey_splits *left = rowkey_sketch_splits(a, regions, &error);
    rowkey_splits *right = rowkey_sketch_splits(b, regions, &error);
    CHECK((left == NULL) == (right == NULL), "%s: points for %zu regions", what, regions);
    if (left == NULL) break;
    CHECK(memcmp(left->offsets, right->offsets, regions * sizeof *left->offsets) == 0, "%s: sizes", what);
    CHECK(left->count == 0 || memcmp(left->bytes, right->bytes, (size_t)left->offsets[left->count]) == 0,
          "%s: points", what);
    double shares[2][80];
    if (rowkey_sketch_rows(a) != 0) {
      CHECK(rowkey_sketch_shares(a, left, shares[0], &error) == ROWKEY_OK, "%s", error.text);
      CHECK(rowkey_sketch_shares(b, left, shares[1], &error) == ROWKEY_OK, "%s", error.text);
      CHECK(memcmp(shares[0], shares[1], regions * sizeof(double)) == 0, "%s: shares", what);
    }
    rowkey_splits_free(left);
    rowkey_splits_free(right);
  }
}

/* All that a sketch is shows in its bytes, the state of its random numbers too. */
static void expect_same(const rowkey_sketch *a, const rowkey_sketch *b, const char *what) {
  CHECK(same(write(a), write(b)), "%s: the bytes", what);
  expect_same_answers(a, b, what);
}

static void merge(rowkey_sketch *sketch, const rowkey_sketch *from) {
  rowkey_error error;
  CHECK(rowkey_sketch_merge(sketch, from, &error) == ROWKEY_OK, "%s", error.text);
}

static void expect_twins(rowkey_sketch *sketch, const struct sample *sample, const char *what) {
  rowkey_error error;
  rowkey_sketch *twin = read(write(sketch));
  expect_same(sketch, twin, what);
  /* Both merged into others, then others into both, then more keys. */
  rowkey_sketch *into[2] = {create(64 * KIBIBYTE, sample), create(64 * KIBIBYTE, sample)};
  merge(into[0], sketch);
  merge(into[1], twin);
  expect_same(into[0], into[1], what);
  merge(sketch, into[0]);
  merge(twin, into[0]);
  expect_same(sketch, twin, what);
  const rowkey_keys keys = {.data = sample->bytes, .offsets = sample->offsets, .rows = sample->rows};
  CHECK(rowkey_sketch_add(sketch, &keys, &error) == ROWKEY_OK, "%s", error.text);
  CHECK(rowkey_sketch_add(twin, &keys, &error) == ROWKEY_OK, "%s", error.text);
  expect_same(sketch, twin, what);
  rowkey_sketch_free(into[0]);
  rowkey_sketch_free(into[1]);
  rowkey_sketch_free(twin);
}

static void test_twins(void) {
  static const size_t counts[] = {0, 1, 300, 6000};
  static const size_t memories[] = {64 * KIBIBYTE, 64 * KIBIBYTE + 8, 200 * KIBIBYTE};
  for (enum sample_kind kind = 0; kind < SAMPLE_KINDS; kind++) {
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
      for (size_t k = 0; k < sizeof memories / sizeof *memories; k++) {
        const struct sample sample = sample_make(kind, counts[i]);
        rowkey_sketch *sketch = create(memories[k], &sample);
        expect_twins(sketch, &sample, sample_names[kind]);
        rowkey_sketch_free(sketch);
        free_guarded();
      }
    }
  }
}

/* What is written takes the keys that are held, and little else. */
static void test_size(void) {
  const struct sample few = sample_make(SAMPLE_LONG, 3);
  rowkey_sketch *sketch = create(0, &few);
  size_t keys = 0;
  for (size_t i = 0; i < few.rows; i++) {
    size_t size;
    sample_key(&few, i, &size);
    keys += 2 + (size < 1024 ? size : 1024);
  }
  CHECK(rowkey_sketch_size(sketch) == 88 + keys, "%zu bytes for %zu of keys", rowkey_sketch_size(sketch),
        keys);
  rowkey_sketch_free(sketch);
  const struct sample many = sample_make(SAMPLE_LONG, 20000);
  sketch = create(256 * KIBIBYTE, &many);
  CHECK(rowkey_sketch_error(sketch) > 0, "too few keys");
  CHECK(rowkey_sketch_size(sketch) <= 256 * KIBIBYTE, "%zu bytes", rowkey_sketch_size(sketch));
  rowkey_sketch_free(sketch);
}

/* The format is the same on every machine, for ever. */
static void test_format(void) {
  static const char expected[] =
      "rowkey sketch 1\n"
      "\xcc\x22\xca\xce"
      "\x01\0\0\0"
      "\0\xf8\0\0\0\0\0\0"
      "\x03\0\0\0\0\0\0\0"
      "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
      "\x03\0\0\0\0\0\0\0"
      "\x02\0b2\x00\0\x03\0a\xff\x01";
  const uint64_t offsets[] = {0, 2, 2, 5};
  rowkey_error error;
  rowkey_sketch *sketch = rowkey_sketch_create(64 * KIBIBYTE, &error);
  CHECK(sketch != NULL, "%s", error.text);
  CHECK(rowkey_sketch_add(sketch, &(rowkey_keys){.data = "b2a\xff\x01", .offsets = offsets, .rows = 3},
                          &error) == ROWKEY_OK,
        "%s", error.text);
  const struct bytes bytes = write(sketch);
  for (size_t i = 0; i < bytes.size && i < sizeof expected - 1; i++)
    CHECK(bytes.at[i] == (uint8_t)expected[i], "byte %zu is %02x and not %02x", i, bytes.at[i],
          (uint8_t)expected[i]);
  CHECK(bytes.size == sizeof expected - 1, "%zu bytes", bytes.size);
  rowkey_sketch_free(sketch);
  bytes.at[14] = '2';
  expect_refused(bytes.at, bytes.size, "a newer format");
  CHECK(rowkey_sketch_read(bytes.at, bytes.size, &error) == NULL &&
            strstr(error.text, "format is newer than this version of rowkey") != NULL,
        "%s", error.text);
}

/* ---- Other bytes ----------------------------------------------------------------------------- */

static void set_checksum(struct bytes bytes) {
  uint64_t crc;
  const rowkey_hash hash = {.function = ROWKEY_CRC32C};
  const size_t size = bytes.size - CHECKED_FROM;
  CHECK(rowkey_hash_fixed(&hash, bytes.at + CHECKED_FROM, 1, size, size, &crc, NULL) == ROWKEY_OK, "CRC");
  for (size_t i = 0; i < 4; i++) bytes.at[CHECKSUM + i] = (uint8_t)(crc >> 8 * i);
}

/* On the heap, as those in guarded memory go with free_guarded. */
static struct bytes written(size_t memory, enum sample_kind kind, size_t rows) {
  const struct sample sample = sample_make(kind, rows);
  rowkey_sketch *sketch = create(memory, &sample);
  const struct bytes bytes = write(sketch), kept = {malloc(bytes.size), bytes.size};
  CHECK(kept.at != NULL, "no memory");
  memcpy(kept.at, bytes.at, bytes.size);
  rowkey_sketch_free(sketch);
  free_guarded();
  return kept;
}

static struct bytes exact(void) { return written(0, SAMPLE_RISING, 5); }
static struct bytes compacted(void) { return written(64 * KIBIBYTE, SAMPLE_LENGTHS, 4000); }

/* Its first bytes, and zeros after them. */
static struct bytes copy_of(struct bytes bytes, size_t size, enum guard side) {
  const struct bytes copy = {guarded(size, side), size};
  memset(copy.at, 0, size);
  memcpy(copy.at, bytes.at, size < bytes.size ? size : bytes.size);
  return copy;
}

/* At every byte of what comes before the keys, and between some of them: with the checksum of the whole and
 * with that of what is left. */
static void test_cut(void) {
  const struct bytes all[] = {exact(), written(64 * KIBIBYTE, SAMPLE_LONG, 200)};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    for (size_t size = 0; size <= all[i].size + 2; size += size < 3000 ? 1 : 1 + random_below(20)) {
      if (size == all[i].size) continue;
      const struct bytes cut = copy_of(all[i], size, size % 2 == 0 ? GUARD_END : GUARD_BEGIN);
      expect_refused(cut.at, cut.size, "a cut sketch");
      if (size > CHECKED_FROM) {
        set_checksum(cut);
        expect_refused(cut.at, cut.size, "a cut sketch with its checksum");
      }
      free_guarded();
    }
    free(all[i].at);
  }
}

/* Every bit: the checksum finds it. */
static void test_flipped(void) {
  const struct bytes all[] = {exact(), compacted()};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    for (size_t bit = 0; bit < 8 * all[i].size; bit += i == 0 ? 1 : 1 + random_below(100)) {
      all[i].at[bit / 8] ^= (uint8_t)(1 << bit % 8);
      expect_refused(all[i].at, all[i].size, "a changed sketch");
      all[i].at[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    rowkey_sketch_free(read(all[i]));
    free(all[i].at);
  }
}

/* With a checksum that matches, what is read is a sketch: it answers, merges, takes keys, and has these
 * bytes. */
static void use(rowkey_sketch *sketch, struct bytes bytes, const struct sample *sample) {
  rowkey_error error;
  CHECK(same(write(sketch), bytes), "other bytes are written than were read");
  CHECK(rowkey_sketch_error(sketch) >= 0 && rowkey_sketch_error(sketch) <= 1, "the error");
  rowkey_sketch *into = create(64 * KIBIBYTE, sample);
  merge(into, sketch);
  merge(sketch, into);
  const rowkey_keys keys = {.data = sample->bytes, .offsets = sample->offsets, .rows = sample->rows};
  CHECK(rowkey_sketch_add(sketch, &keys, &error) == ROWKEY_OK, "%s", error.text);
  CHECK(rowkey_sketch_rows(sketch) >= 2 * sample->rows, "rows are lost");
  rowkey_splits *splits = rowkey_sketch_splits(sketch, 20, &error);
  CHECK(splits != NULL && rowkey_splits_check(splits, &error) == ROWKEY_OK, "%s", error.text);
  rowkey_splits_free(splits);
  rowkey_sketch_free(into);
  rowkey_sketch_free(sketch);
}

/* Changes a few bits, mostly of the numbers at the beginning. */
static void change(struct bytes bytes) {
  const size_t head = bytes.size < 300 ? bytes.size : 300;
  for (uint64_t changes = 1 + random_below(4); changes > 0; changes--) {
    const size_t at = CHECKED_FROM + random_below((random_below(4) == 0 ? bytes.size : head) - CHECKED_FROM);
    bytes.at[at] ^= (uint8_t)(1 << random_below(8));
  }
  set_checksum(bytes);
}

static void test_forged(void) {
  const struct bytes all[] = {exact(), compacted(), written(64 * KIBIBYTE, SAMPLE_LONG, 200),
                              written(64 * KIBIBYTE, SAMPLE_FEW, 0)};
  size_t taken = 0;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    for (size_t n = repetitions(1500); n > 0; n--) {
      const struct sample sample = sample_make(SAMPLE_RISING, 2000);
      const struct bytes bytes = copy_of(all[i], all[i].size, GUARD_END);
      change(bytes);
      rowkey_error error;
      rowkey_sketch *sketch = rowkey_sketch_read(bytes.at, bytes.size, &error);
      if (sketch != NULL)
        use(sketch, bytes, &sample);
      else if (error.status != ROWKEY_ERROR_MEMORY) /* of which it may state more than there is */
        expect_refused(bytes.at, bytes.size, "a forged sketch");
      taken += sketch != NULL;
      free_guarded();
    }
    free(all[i].at);
  }
  CHECK(taken > 100, "only %zu forged sketches were read", taken);
}

/* ---- Each rule ------------------------------------------------------------------------------- */

struct forgery {
  size_t at;
  uint64_t value; /* of eight bytes */
  const char *message;
};

static void expect_forgeries_refused(struct bytes bytes, const struct forgery *forgeries, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const struct forgery *forgery = &forgeries[i];
    const struct bytes forged = copy_of(bytes, bytes.size, GUARD_END);
    for (size_t k = 0; k < 8; k++) forged.at[forgery->at + k] = (uint8_t)(forgery->value >> 8 * k);
    set_checksum(forged);
    rowkey_error error = {.status = ROWKEY_OK};
    CHECK(rowkey_sketch_read(forged.at, forged.size, &error) == NULL, "%s", forgery->message);
    CHECK(error.status == ROWKEY_ERROR_ARGUMENT && strstr(error.text, forgery->message) != NULL, "%s",
          error.text);
  }
}

static void test_rules(void) {
  const uint64_t huge = UINT64_C(1) << 63;
  const struct forgery of_exact[] = {
      {24, 0, "byte 24 of"},
      {24, (64 << 10) - 2048 - 8, "byte 24 of"},
      {24, (64 << 10) - 2048 + 1, "byte 24 of"},
      {24, UINT64_C(4) << 30,
       "the memory cannot be: the bytes are not a sketch (expected 64 KiB to 4 GiB of it)"},
      {32, 6, "the keys of all levels do not stand for all rows"},
      {32, 4, "byte 80 of"},
      {32, (UINT64_C(1) << 48) + 1, "byte 32 of"},
      {40, 1, "the errors are impossible"},
      {48, huge, "the errors are impossible"},
      {64, 1, "a level that was never compacted has a bit"},
      {72, 1, "a level that was never compacted has a bit"},
      {80, huge, "the keys stand for more than all rows"},
  };
  const struct bytes few = exact();
  expect_forgeries_refused(few, of_exact, sizeof of_exact / sizeof *of_exact);
  free(few.at);
  const struct forgery of_compacted[] = {
      {40, huge, "the errors are impossible"},
      {48, 4000, "the errors are impossible"},
      {64, 4, "a level that was never compacted has a bit"},
      {96, 0, "do not stand for all rows"},
      {96, 100000, "byte 96 of"},
  };
  const struct bytes many = compacted();
  CHECK(many.at[CHECKED_FROM] == 3, "%d levels", many.at[CHECKED_FROM]);
  expect_forgeries_refused(many, of_compacted, sizeof of_compacted / sizeof *of_compacted);
  free(many.at);
}

/* More keys, or more of their bytes, than the memory that the bytes state. */
static void test_too_large(void) {
  static const enum sample_kind kinds[] = {SAMPLE_FEW, SAMPLE_LONG};
  static const char *const messages[] = {"there are more keys than memory",
                                         "the keys need more than the memory"};
  for (size_t i = 0; i < 2; i++) {
    const struct bytes bytes = written(0, kinds[i], i == 0 ? 10000 : 100);
    expect_forgeries_refused(bytes, &(struct forgery){24, (64 << 10) - 2048, messages[i]}, 1);
    free(bytes.at);
  }
}

static void test_arguments(void) {
  rowkey_error error;
  const struct sample sample = sample_make(SAMPLE_RISING, 5);
  rowkey_sketch *sketch = create(0, &sample);
  const size_t size = rowkey_sketch_size(sketch);
  uint8_t *bytes = guarded(size, GUARD_END);
  CHECK(rowkey_sketch_size(NULL) == 0, "the size of nothing");
  CHECK(rowkey_sketch_write(NULL, bytes, size, &error) == ROWKEY_ERROR_ARGUMENT, "no sketch");
  CHECK(rowkey_sketch_write(sketch, NULL, size, &error) == ROWKEY_ERROR_ARGUMENT, "no bytes");
  CHECK(rowkey_sketch_write(sketch, NULL, 0, &error) == ROWKEY_ERROR_SPACE, "no room");
  memset(bytes, 7, size);
  CHECK(rowkey_sketch_write(sketch, bytes, size - 1, &error) == ROWKEY_ERROR_SPACE, "too little room");
  for (size_t i = 0; i < size; i++) CHECK(bytes[i] == 7, "byte %zu was written", i);
  CHECK(rowkey_sketch_read(NULL, 0, &error) == NULL && error.status == ROWKEY_ERROR_ARGUMENT, "NULL");
  rowkey_sketch_free(sketch);
}

static void test_out_of_memory(void) {
  rowkey_error error = {.status = ROWKEY_OK};
  const struct bytes bytes = compacted();
  allocations_allowed = 0;
  const rowkey_sketch *sketch = rowkey_sketch_read(bytes.at, bytes.size, &error);
  allocations_allowed = SIZE_MAX;
  CHECK(sketch == NULL && error.status == ROWKEY_ERROR_MEMORY, "no memory");
  free(bytes.at);
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"what is read is the same sketch", test_twins},
      {"bytes take what a sketch holds", test_size},
      {"the format stays as it is", test_format},
      {"a cut sketch is refused", test_cut},
      {"a changed bit is found", test_flipped},
      {"what is read with a forged checksum is a sketch", test_forged},
      {"each rule of the format is checked", test_rules},
      {"no more is read than the memory holds", test_too_large},
      {"bad arguments are reported", test_arguments},
      {"memory that runs out is reported", test_out_of_memory},
  };
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
