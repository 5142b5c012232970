/* HBase's ways to split a table: the lists that its own tests and its guide expect, and any others against
 * plain 64-bit arithmetic. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rowkey/splits.h>

#include "failing_memory.h"
#include "testing.h"

/* The points in hex, blanks between them, as tests write them. Good until the next call. */
static const char *hex_of(const rowkey_splits *splits) {
  static char text[1 << 16];
  size_t used = 0;
  text[0] = 0;
  for (size_t i = 0; i < splits->count; i++) {
    if (i > 0) text[used++] = ' ';
    for (uint64_t k = splits->offsets[i]; k < splits->offsets[i + 1]; k++) {
      used += (size_t)snprintf(text + used, sizeof text - used, "%02x",
                               ((const unsigned char *)splits->bytes)[k]);
    }
  }
  return text;
}

/* The points as text, blanks between them. */
static const char *text_of(const rowkey_splits *splits) {
  static char text[1 << 16];
  size_t used = 0;
  text[0] = 0;
  for (size_t i = 0; i < splits->count; i++) {
    used += (size_t)snprintf(text + used, sizeof text - used, "%s%.*s", i > 0 ? " " : "",
                             (int)(splits->offsets[i + 1] - splits->offsets[i]),
                             (const char *)splits->bytes + splits->offsets[i]);
  }
  return text;
}

static void expect(const char *expected, const char *(*show)(const rowkey_splits *), rowkey_splits *splits) {
  CHECK(splits != NULL, "no points instead of %s", expected);
  CHECK(strcmp(expected, show(splits)) == 0, "%s instead of %s", show(splits), expected);
  rowkey_splits_free(splits);
}

static rowkey_splits *split_texts(const char *start, const char *stop, size_t regions) {
  return rowkey_splits_bytes(start, strlen(start), stop, strlen(stop), false, regions, NULL);
}

/* ---- Published lists ------------------------------------------------------------------------- */

/* TestBytes of HBase. */
static void test_bytes(void) {
  expect("CCC", text_of, split_texts("AAA", "EEE", 2));
  expect("BBB CCC", text_of, split_texts("AAA", "DDD", 3));
  expect("http://]", text_of, split_texts("http://A", "http://z", 2));
  expect("010102", hex_of, split_texts("\1\1\1", "\1\1\3", 2));
  expect("010101aa 01010254", hex_of, split_texts("\1\1\1", "\1\1\3", 3));
  expect(
      "36f6f6f6f6f6f6f6f6f6f6f6f6f6f6f6 3dbdbdbdbdbdbdbdbdbdbdbdbdbdbdbc "
      "44848484848484848484848484848482 4b4b4b4b4b4b4b4b4b4b4b4b4b4b4b48 "
      "5212121212121212121212121212120e 58d8d8d8d8d8d8d8d8d8d8d8d8d8d8d4 "
      "5f9f9f9f9f9f9f9f9f9f9f9f9f9f9f9a",
      hex_of, split_texts("0000000000000000", "ffffffffffffffff", 8));
  /* TestRegionSplitter halves existing regions with it. */
  expect("20", hex_of, split_texts("\x10", "\x30", 2));
  expect("10", hex_of, split_texts("", "\x20", 2));
  expect("61616180", hex_of, split_texts("aaa", "aab", 2));
  expect("efffffffffffffff", hex_of,
         split_texts("\xdf\xff\xff\xff\xff\xff\xff\xff", "\xff\xff\xff\xff\xff\xff\xff\xff", 2));
}

static rowkey_splits *create_table(const char *start, const char *stop, size_t regions) {
  return rowkey_splits_create_table(start, strlen(start), stop, strlen(stop), regions, NULL);
}

/* RawAsyncHBaseAdmin.getSplitKeys of hbase-client 2.6.4-hadoop3, by which createTable parts a table. */
static void test_create_table(void) {
  expect("61 7a", hex_of, create_table("a", "z", 3));
  expect("61 6d 7a", hex_of, create_table("a", "z", 4));
  expect("61 64 67 6a 6d 70 73 76 7a", hex_of, create_table("a", "z", 10));
  expect("61616100 61616133 61616166 61616199 616161cc 61616200", hex_of, create_table("aaa", "aab", 7));
  expect("61 697e28d3 71fc51a6 7a7a7a7a", hex_of, create_table("a", "zzzz", 5));
  expect("7573657231303030 7573657232f27272 7573657234b4b4b4 757365723676f6f6 7573657238393939", hex_of,
         create_table("user1000", "user8999", 6));
  rowkey_splits *splits = rowkey_splits_create_table("\0", 1, "b", 1, 5, NULL);
  expect("00 20 40 62", hex_of, splits);
}

/* 299 points: 610000 6100db … 61fe13 … 620000, of the same function. */
static void test_create_large_table(void) {
  static const struct {
    size_t index;
    const char *hex;
  } points[] = {{0, "610000"}, {1, "6100db"}, {150, "618052"}, {297, "61fe13"}, {298, "620000"}};
  rowkey_splits *splits = create_table("a", "b", 300);
  CHECK(splits != NULL && splits->count == 299, "other than 299 points");
  for (size_t i = 0; splits != NULL && i < sizeof points / sizeof *points; i++) {
    char text[7];
    const uint8_t *point = (const uint8_t *)splits->bytes + splits->offsets[points[i].index];
    snprintf(text, sizeof text, "%02x%02x%02x", point[0], point[1], point[2]);
    CHECK(strcmp(text, points[i].hex) == 0, "point %zu is %s", points[i].index, text);
  }
  rowkey_splits_free(splits);
}

/* TestRegionSplitter of HBase. */
static void test_uniform(void) {
  expect("", hex_of, rowkey_splits_uniform(1, NULL));
  expect("8000000000000000", hex_of, rowkey_splits_uniform(2, NULL));
  expect("5555555555555555 aaaaaaaaaaaaaaaa", hex_of, rowkey_splits_uniform(3, NULL));
  expect(
      "1999999999999999 3333333333333332 4ccccccccccccccb 6666666666666664 7ffffffffffffffd "
      "9999999999999996 b33333333333332f ccccccccccccccc8 e666666666666661",
      hex_of, rowkey_splits_uniform(10, NULL));
  expect(
      "1000000000000000 2000000000000000 3000000000000000 4000000000000000 5000000000000000 "
      "6000000000000000 7000000000000000 8000000000000000 9000000000000000 a000000000000000 "
      "b000000000000000 c000000000000000 d000000000000000 e000000000000000 f000000000000000",
      hex_of, rowkey_splits_uniform(16, NULL));
}

static void test_digits(void) {
  expect("80000000", text_of, rowkey_splits_digits(16, "00000000", "FFFFFFFF", 2, NULL));
  expect("55555555 aaaaaaaa", text_of, rowkey_splits_digits(16, "00000000", "FFFFFFFF", 3, NULL));
  expect(
      "10000000 20000000 30000000 40000000 50000000 60000000 70000000 80000000 90000000 a0000000 b0000000 "
      "c0000000 d0000000 e0000000 f0000000",
      text_of, rowkey_splits_digits(16, "00000000", "ffffffff", 16, NULL));
  expect("1 2", text_of, rowkey_splits_digits(16, "0", "2", 3, NULL));
  expect("1 2 3 4 5 6 7 8 9 a", text_of, rowkey_splits_digits(16, "0", "A", 11, NULL));
  expect(
      "06250000 12500000 18750000 25000000 31250000 37500000 43750000 50000000 56250000 62500000 68750000 "
      "75000000 81250000 87500000 93750000",
      text_of, rowkey_splits_digits(10, "00000000", "99999999", 16, NULL));
  expect("", text_of, rowkey_splits_digits(10, "0", "9", 1, NULL));
}

/* Rows of different lengths: what RegionSplitter's classes of HBase 2.5.13 make of them. */
static void test_unequal_digits(void) {
  expect("297 4d8", text_of, rowkey_splits_digits(16, "56", "718", 3, NULL));
  expect("40 80 c0", text_of, rowkey_splits_digits(16, "0", "FF", 4, NULL));
  expect("24925 49249 6db6d 92491 b6db5 db6d9", text_of, rowkey_splits_digits(16, "1", "FFFFF", 7, NULL));
  expect("33 66 99 cc", text_of, rowkey_splits_digits(16, "0000", "ff", 5, NULL));
  expect("03 06", text_of, rowkey_splits_digits(10, "0", "10", 3, NULL));
  expect("0254 0503 0752", text_of, rowkey_splits_digits(10, "5", "1000", 4, NULL));
  expect("25 43 61 79", text_of, rowkey_splits_digits(10, "007", "99", 5, NULL));
}

/* The table of the reference guide, which shares out last - first, not one more. */
static void test_guide(void) {
  expect(
      "0fffffffffffffff 1ffffffffffffffe 2ffffffffffffffd 3ffffffffffffffc 4ffffffffffffffb "
      "5ffffffffffffffa 6ffffffffffffff9 7ffffffffffffff8 8ffffffffffffff7 9ffffffffffffff6 "
      "affffffffffffff5 bffffffffffffff4 cffffffffffffff3 dffffffffffffff2 effffffffffffff1",
      text_of, rowkey_splits_guide_hex("0000000000000000", "ffffffffffffffff", 16, NULL));
  /* String.format("%016x", ...) */
  expect("000000000000007f", text_of, rowkey_splits_guide_hex("00", "FF", 2, NULL));
}

/* ---- Other lists ----------------------------------------------------------------------------- */

static uint64_t value_of(const uint8_t *bytes, size_t size, size_t padded) {
  uint64_t value = 0;
  for (size_t i = 0; i < padded; i++) value = value << 8 | (i < size ? bytes[i] : 0);
  return value;
}

static void check_bytes(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size, bool inclusive,
                        size_t regions) {
  rowkey_error error;
  rowkey_splits *splits = rowkey_splits_bytes(a, a_size, b, b_size, inclusive, regions, &error);
  size_t size = a_size > b_size ? a_size : b_size;
  if (value_of(a, a_size, size) >= value_of(b, b_size, size)) {
    CHECK(splits == NULL && error.status == ROWKEY_ERROR_RANGE, "rows that do not rise are split");
    return;
  }
  CHECK(splits != NULL, "%s", error.text);
  while (value_of(b, b_size, size) - value_of(a, a_size, size) + inclusive < regions) size++;
  const uint64_t first = value_of(a, a_size, size);
  const uint64_t step = (value_of(b, b_size, size) - first + inclusive) / regions;
  CHECK(splits->count == regions - 1, "%zu points of %zu regions", splits->count, regions);
  for (size_t i = 0; i < splits->count; i++) {
    const uint8_t *point = (const uint8_t *)splits->bytes + splits->offsets[i];
    CHECK(splits->offsets[i + 1] - splits->offsets[i] == size, "point %zu has not %zu bytes", i, size);
    const uint64_t expected = first + (i + 1) * step;
    CHECK(value_of(point, size, size) == expected, "point %zu is %" PRIx64 " instead of %" PRIx64, i,
          value_of(point, size, size), expected);
  }
  rowkey_splits_free(splits);
}

/* Rows of at most 4 bytes, so that with three more all numbers have at most 56 bits. */
static void test_any_bytes(void) {
  for (size_t i = 0; i < 20000; i++) {
    uint8_t a[4], b[4];
    random_bytes(a, sizeof a);
    random_bytes(b, sizeof b);
    const size_t a_size = random_below(5), b_size = 1 + random_below(4);
    /* Often they begin alike. */
    memcpy(b, a, random_below(5));
    const size_t regions = 1 + random_below((uint64_t)1 << random_below(14));
    check_bytes(a, a_size, b, b_size, random_below(2) == 1, regions);
  }
  check_bytes((const uint8_t *)"", 0, (const uint8_t *)"\xff", 1, true, 256);
  check_bytes((const uint8_t *)"", 0, (const uint8_t *)"\xff", 1, true, 257);
  check_bytes((const uint8_t *)"", 0, (const uint8_t *)"\xff", 1, false, 256);
  check_bytes((const uint8_t *)"a", 1, (const uint8_t *)"b", 1, false, 1 << 20);
}

/* Rows of thousands of bytes, from 00… to ff…: all bytes of a point are the same. */
static void test_long_rows(void) {
  enum { SIZE = 5000 };
  uint8_t last[SIZE];
  memset(last, 0xff, sizeof last);
  rowkey_splits *splits = rowkey_splits_bytes("", 0, last, sizeof last, true, 16, NULL);
  CHECK(splits != NULL && splits->count == 15, "no points");
  rowkey_splits_free(splits);
  splits = rowkey_splits_bytes("", 0, last, sizeof last, false, 15, NULL);
  CHECK(splits != NULL && splits->count == 14, "no points");
  for (size_t i = 0; i < splits->count; i++) {
    for (size_t k = 0; k < SIZE; k++) {
      const unsigned byte = ((const unsigned char *)splits->bytes)[splits->offsets[i] + k];
      CHECK(byte == 0x11 * (i + 1), "byte %zu of point %zu is %02x", k, i, byte);
    }
  }
  rowkey_splits_free(splits);
}

/* `last` has `width` digits, and `first` as many as it needs, filled up to `first_width`. */
static void check_digits(unsigned base, uint64_t first, int first_width, uint64_t last, int width,
                         size_t regions, bool guide) {
  char first_text[32], last_text[32], expected[32];
  snprintf(first_text, sizeof first_text, base == 16 ? "%0*" PRIx64 : "%0*" PRIu64, first_width, first);
  snprintf(last_text, sizeof last_text, base == 16 ? "%0*" PRIX64 : "%0*" PRIu64, width, last);
  rowkey_error error;
  rowkey_splits *splits = guide ? rowkey_splits_guide_hex(first_text, last_text, regions, &error)
                                : rowkey_splits_digits(base, first_text, last_text, regions, &error);
  if (first >= last || last - first + !guide < regions) {
    CHECK(splits == NULL && error.status == ROWKEY_ERROR_RANGE, "%s to %s is split into %zu", first_text,
          last_text, regions);
    return;
  }
  CHECK(splits != NULL && splits->count == regions - 1, "%s to %s: %s", first_text, last_text, error.text);
  const uint64_t step = (last - first + !guide) / regions;
  for (size_t i = 0; i < splits->count; i++) {
    const int size = snprintf(expected, sizeof expected, base == 16 ? "%0*" PRIx64 : "%0*" PRIu64,
                              guide ? 16 : width, first + (i + 1) * step);
    CHECK(splits->offsets[i + 1] - splits->offsets[i] == (uint64_t)size &&
              memcmp((const char *)splits->bytes + splits->offsets[i], expected, (size_t)size) == 0,
          "point %zu of %s to %s is not %s", i, first_text, last_text, expected);
  }
  rowkey_splits_free(splits);
}

static void test_any_digits(void) {
  for (size_t i = 0; i < 20000; i++) {
    const unsigned base = random_below(2) == 0 ? 10 : 16;
    const int width = (int)(1 + random_below(15));
    uint64_t most = 1;
    for (int k = 0; k < width; k++) most *= base;
    const uint64_t first = random_below(2) == 0 ? 0 : random_below(most);
    const uint64_t last = random_below(4) == 0 ? most - 1 : random_below(most);
    const int first_width = random_below(2) == 0 ? width : (int)(1 + random_below(15));
    check_digits(base, first, first_width, last, width, 1 + random_below(300),
                 base == 16 && random_below(2) == 0);
  }
}

/* ---- Bad arguments --------------------------------------------------------------------------- */

static void refuse(rowkey_status status, const char *part, rowkey_splits *splits, const rowkey_error *error) {
  CHECK(splits == NULL, "points instead of an error with %s", part);
  CHECK(error->status == status && strstr(error->text, part) != NULL, "%d \"%s\" instead of %d with %s",
        (int)error->status, error->text, (int)status, part);
}

static void test_errors(void) {
  rowkey_error e;
  const size_t too_many = ROWKEY_MOST_REGIONS + 1;
  refuse(ROWKEY_ERROR_ARGUMENT, "0 regions", rowkey_splits_uniform(0, &e), &e);
  refuse(ROWKEY_ERROR_ARGUMENT, "16777217 regions", rowkey_splits_uniform(too_many, &e), &e);
  refuse(ROWKEY_ERROR_ARGUMENT, "0 regions", rowkey_splits_digits(16, "0", "f", 0, &e), &e);
  refuse(ROWKEY_ERROR_ARGUMENT, "0 regions", rowkey_splits_guide_hex("0", "f", 0, &e), &e);
  /* As in HBase's tests. */
  refuse(ROWKEY_ERROR_RANGE, "not greater", rowkey_splits_digits(16, "AA", "00", 100, &e), &e);
  refuse(ROWKEY_ERROR_RANGE, "not greater", rowkey_splits_digits(16, "AA", "aa", 100, &e), &e);
  refuse(ROWKEY_ERROR_RANGE, "12 regions", rowkey_splits_digits(16, "0", "A", 12, &e), &e);
  refuse(ROWKEY_ERROR_RANGE, "start", rowkey_splits_bytes("\xaa", 1, "\0", 1, true, 100, &e), &e);
  refuse(ROWKEY_ERROR_RANGE, "start", rowkey_splits_bytes("\xaa", 1, "\xaa\0", 2, true, 100, &e), &e);
  refuse(ROWKEY_ERROR_RANGE, "start", rowkey_splits_bytes("a", 1, "", 0, false, 2, &e), &e);
  refuse(ROWKEY_ERROR_RANGE, "start", rowkey_splits_bytes("", 0, "", 0, false, 2, &e), &e);

  refuse(ROWKEY_ERROR_RANGE, "of 2 regions", rowkey_splits_create_table("a", 1, "b", 1, 2, &e), &e);
  refuse(ROWKEY_ERROR_RANGE, "not before stop", rowkey_splits_create_table("a", 1, "a", 1, 4, &e), &e);
  refuse(ROWKEY_ERROR_RANGE, "not before stop", rowkey_splits_create_table("b", 1, "a", 1, 4, &e), &e);
  refuse(ROWKEY_ERROR_RANGE, "padded", rowkey_splits_create_table("a", 1, "a\0", 2, 4, &e), &e);
  refuse(ROWKEY_ERROR_RANGE, "is empty", rowkey_splits_create_table("", 0, "z", 1, 4, &e), &e);

  refuse(ROWKEY_ERROR_ARGUMENT, "base", rowkey_splits_digits(8, "0", "7", 2, &e), &e);
  refuse(ROWKEY_ERROR_ARGUMENT, "NULL", rowkey_splits_digits(10, NULL, "7", 2, &e), &e);
  refuse(ROWKEY_ERROR_ARGUMENT, "NULL", rowkey_splits_guide_hex("0", NULL, 2, &e), &e);
  refuse(ROWKEY_ERROR_ARGUMENT, "NULL", rowkey_splits_bytes(NULL, 1, "a", 1, false, 2, &e), &e);
  refuse(ROWKEY_ERROR_ARGUMENT, "decimal digits", rowkey_splits_digits(10, "0", "a", 2, &e), &e);
  refuse(ROWKEY_ERROR_ARGUMENT, "hex digits", rowkey_splits_digits(16, "0", "g", 2, &e), &e);
  refuse(ROWKEY_ERROR_ARGUMENT, "hex digits", rowkey_splits_digits(16, "-1", "ff", 2, &e), &e);
  refuse(ROWKEY_ERROR_ARGUMENT, "decimal digits", rowkey_splits_digits(10, "", "9", 2, &e), &e);
  refuse(ROWKEY_ERROR_ARGUMENT, "decimal digits", rowkey_splits_digits(10, "0", "", 2, &e), &e);
  refuse(ROWKEY_ERROR_RANGE, "not greater", rowkey_splits_digits(16, "1000", "2", 3, &e), &e);
  refuse(ROWKEY_ERROR_ARGUMENT, "17 digits",
         rowkey_splits_guide_hex("00000000000000000", "11111111111111111", 2, &e), &e);
  refuse(ROWKEY_ERROR_RANGE, "16 regions", rowkey_splits_guide_hex("0", "f", 16, &e), &e);
}

static void test_many_regions(void) {
  rowkey_splits *splits = rowkey_splits_uniform(100000, NULL);
  CHECK(splits != NULL && splits->count == 99999, "no points");
  CHECK(rowkey_splits_check(splits, NULL) == ROWKEY_OK, "the points do not rise");
  rowkey_splits_free(splits);
  /* Between neighbours three more bytes make room for as many regions as there can be. */
  splits = rowkey_splits_bytes("a", 1, "b", 1, false, 1 << 20, NULL);
  CHECK(splits != NULL && splits->offsets[1] == 4, "points of %" PRIu64 " bytes", splits->offsets[1]);
  rowkey_splits_free(splits);
}

static rowkey_splits *split_rows(rowkey_error *error) {
  return rowkey_splits_bytes("a", 1, "b", 1, false, 300, error);
}

static rowkey_splits *split_numbers(rowkey_error *error) {
  return rowkey_splits_digits(10, "000", "999", 300, error);
}

static void exhaust(rowkey_splits *(*split)(rowkey_error *error)) {
  for (size_t allowed = 0;; allowed++) {
    rowkey_error error = {.status = ROWKEY_OK};
    allocations_allowed = allowed;
    rowkey_splits *splits = split(&error);
    allocations_allowed = SIZE_MAX;
    if (splits != NULL) {
      CHECK(allowed > 0, "points need no memory");
      rowkey_splits_free(splits);
      return;
    }
    refuse(ROWKEY_ERROR_MEMORY, "out of memory", splits, &error);
  }
}

static void test_out_of_memory(void) {
  exhaust(split_rows);
  exhaust(split_numbers);
}

int main(int argc, char **argv) {
  const struct test tests[] = {{"Bytes.split", test_bytes},
                               {"createTable", test_create_table},
                               {"createTable of 300 regions", test_create_large_table},
                               {"UniformSplit", test_uniform},
                               {"HexStringSplit and DecimalStringSplit", test_digits},
                               {"the same from rows of different lengths", test_unequal_digits},
                               {"getHexSplits of the guide", test_guide},
                               {"bytes against 64-bit arithmetic", test_any_bytes},
                               {"rows of thousands of bytes", test_long_rows},
                               {"digits against 64-bit arithmetic", test_any_digits},
                               {"what HBase refuses, and more", test_errors},
                               {"many regions", test_many_regions},
                               {"points that cannot have memory say so", test_out_of_memory}};
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
