/* What is said of the digits of hashes - their range, split points and shares - against keys that were made
 * of random records and counted. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "batch.h"
#include "kernels/hashes.h"
#include "point_lists.h"

/* ---- Keys of random numbers ------------------------------------------------------------------- */

struct counted {
  rowkey_layout *layout;
  struct encoded keys;
  size_t rows;
};

static struct counted count_keys(const char *text) {
  struct batch batch = {.rows = repetitions(4096)};
  uint64_t *numbers = guarded(batch.rows * sizeof *numbers, GUARD_END);
  random_bytes(numbers, batch.rows * sizeof *numbers);
  add_u64(&batch, "a", numbers);
  struct counted counted = {.layout = compile(text, &batch), .rows = batch.rows};
  counted.keys = encode(counted.layout, &batch, (struct settings){.side = GUARD_END});
  CHECK(counted.keys.status == ROWKEY_OK, "%s: %s", text, counted.keys.error.text);
  return counted;
}

static struct key key_at(const struct counted *counted, size_t row) {
  const uint64_t *offsets = counted->keys.offsets;
  return (struct key){counted->keys.keys + offsets[row], (size_t)(offsets[row + 1] - offsets[row])};
}

/* The number that the first `width` digits of a key are. */
static double number_in(struct key key, size_t width, unsigned base, bool inverted) {
  double number = 0;
  for (size_t i = 0; i < width; i++) {
    const char digit[] = {(char)(inverted ? ~key.bytes[i] : key.bytes[i]), '\0'};
    number = number * base + (double)strtoul(digit, NULL, (int)base);
  }
  return number;
}

/* ---- What is said of them --------------------------------------------------------------------- */

struct digits {
  const char *text;
  unsigned base;
  bool inverted;
  bool even; /* a hash of such messages takes all values about equally often */
};

/* Every number lies in the range, and among many some lie near its ends. */
static void check_range(const struct counted *counted, struct digits digits) {
  rowkey_error error;
  rowkey_explanation *explanation = rowkey_explain(counted->layout, 0, &error);
  CHECK(explanation != NULL, "%s: %s", digits.text, error.text);
  const rowkey_explained_field *field = &explanation->fields[0];
  const double low = strtod(field->low, NULL), high = strtod(field->high, NULL);
  double least = INFINITY, most = 0;
  for (size_t row = 0; row < counted->rows; row++) {
    const double number = number_in(key_at(counted, row), field->max_width, digits.base, digits.inverted);
    least = fmin(least, number);
    most = fmax(most, number);
  }
  CHECK(low <= least && most <= high, "%s: %.0f to %.0f are not in %s to %s", digits.text, least, most,
        field->low, field->high);
  const double near = 0.13 * (high - low); /* the ends of 0 … 8, of which 7 is the last that occurs */
  CHECK(!digits.even || (least - low <= near && high - most <= near), "%s: only %.0f to %.0f of %s to %s",
        digits.text, least, most, field->low, field->high);
  rowkey_explanation_free(explanation);
}

static size_t region_of(const rowkey_splits *splits, struct key key) {
  size_t region = 0;
  while (region < splits->count && compare_keys(point_at(splits, region), key) <= 0) region++;
  return region;
}

/* Each of a few regions gets about as many keys as its share says, and about as many as the others. */
static void check_regions(const struct counted *counted, struct digits digits) {
  enum { REGIONS = 4 };
  rowkey_error error;
  rowkey_splits *splits = rowkey_splits_of_layout(counted->layout, REGIONS, &error);
  CHECK(splits != NULL, "%s: %s", digits.text, error.text);
  rowkey_region_share shares[REGIONS];
  CHECK(rowkey_splits_shares(counted->layout, splits, shares, &error) == ROWKEY_OK, "%s: %s", digits.text,
        error.text);
  double counts[REGIONS] = {0};
  for (size_t row = 0; row < counted->rows; row++) counts[region_of(splits, key_at(counted, row))]++;
  const double rows = (double)counted->rows, chance = 6 * sqrt(0.25 * 0.75 / rows);
  for (size_t i = 0; i < REGIONS && digits.even; i++) {
    CHECK(fabs(counts[i] / rows - 1 / (double)REGIONS) < chance, "%s: %.0f of %.0f keys in region %zu",
          digits.text, counts[i], rows, i);
    CHECK(fabs(counts[i] / rows - shares[i].share) < chance, "%s: %.0f of %.0f keys instead of %g",
          digits.text, counts[i], rows, shares[i].share);
  }
  rowkey_splits_free(splits);
}

static void check_digits(struct digits digits) {
  const struct counted counted = count_keys(digits.text);
  check_range(&counted, digits);
  check_regions(&counted, digits);
  rowkey_layout_free(counted.layout);
  free_guarded();
}

/* ---- All hashes and formats -------------------------------------------------------------------- */

static void check_formats(const char *hash, bool even, const char *const *formats) {
  for (; *formats != NULL; formats++) {
    char text[128];
    snprintf(text, sizeof text, "{%s:%s}{a:u64}", hash, *formats);
    check_digits((struct digits){.text = text,
                                 .base = strpbrk(*formats, "xX") != NULL ? 16 : 10,
                                 .inverted = **formats == '~',
                                 .even = even});
  }
}

/* Digits of as many bits as the numbers have, or one more; a signed number has them of its absolute value. */
static void check_numbers(const struct hash_function *function, const char *call) {
  static const char *const formats[3][6] = {{"04x", "04X", "~04x", "05d", "~05d", NULL},
                                            {"08x", "08X", "~08x", "010d", "~010d", NULL},
                                            {"016x", "016X", "~016x", "020d", "~020d", NULL}};
  char absolute[96];
  snprintf(absolute, sizeof absolute, "abs(%s)", call);
  const unsigned bits = bits_of_hash(function);
  const size_t widths = bits == 16 ? 0 : bits == 32 ? 1 : 2;
  const bool is_signed = function->result == HASH_I32 || function->result == HASH_I64_PAIR;
  if (!is_signed) check_formats(call, !function->base31, formats[widths]);
  check_formats(absolute, !function->base31, formats[widths]);
}

/* Decimal digits, and numbers with a sign, are for 128 bits alone. */
static void check_digests(const char *call, unsigned digits) {
  static const char *const hex[] = {"x", "X", "~x", NULL}, *const decimal[] = {"039d", "~039d", NULL};
  char absolute[96];
  snprintf(absolute, sizeof absolute, "abs(%s)", call);
  const bool is_short = digits == 32;
  check_formats(call, true, hex);
  if (is_short) {
    check_formats(call, true, decimal);
    check_formats(absolute, true, hex);
    check_formats(absolute, true, decimal);
  }
  for (unsigned width = 1; width <= digits; width++) {
    char lower[8], upper[8], inverted[8];
    snprintf(lower, sizeof lower, "0%ux", width);
    snprintf(upper, sizeof upper, "0%uX", width);
    snprintf(inverted, sizeof inverted, "~0%ux", width);
    const char *const widths[] = {lower, upper, inverted, NULL};
    check_formats(call, true, widths);
    if (is_short) check_formats(absolute, true, widths);
  }
}

static void check_hash(const struct hash_function *function) {
  const char *options = function->keyed ? ", key=\"000102030405060708090a0b0c0d0e0f\"" : "";
  char call[80];
  snprintf(call, sizeof call, "%s(a%s)", function->name, options);
  if (function->size == 0) {
    check_numbers(function, call);
    return;
  }
  check_digests(call, 2 * (unsigned)function->size);
  for (size_t half = 0; half < 2 && function->size == 16; half++) {
    snprintf(call, sizeof call, "%s(a, half=%s)", function->name, half == 0 ? "first" : "second");
    check_numbers(function, call);
  }
}

static void test_counted(void) {
  check_hash(&rowkey_md5_function);
  for (size_t i = 0; i < ROWKEY_HASHES; i++) check_hash(&rowkey_hash_functions[i]);
}

/* ---- The largest absolute value ---------------------------------------------------------------- */

/* The text whose MurmurHash3_x64_128 is 2^127, found by running its steps backwards. */
static const uint8_t of_largest[] = {0x65, 0x3c, 0xbe, 0xfb, 0x85, 0xec, 0x31, 0x11,
                                     0xb4, 0xe3, 0x8f, 0xa9, 0xbc, 0x7c, 0xbc, 0xae};

static void test_largest(void) {
  for (unsigned width = 1; width <= 32; width++) {
    char text[64], expected[40] = "8";
    snprintf(text, sizeof text, "{abs(murmur3_128(name)):0%ux}", width);
    snprintf(expected + 1, sizeof expected - 1, "%0*u", (int)width - 1, 0);
    expected[width] = '\0';
    struct batch batch = {.rows = 1};
    add_bytes(&batch, "name", of_largest, (const uint64_t[]){0, sizeof of_largest});
    expect_keys(text, &batch, (struct settings){0}, (const char *const[]){expected});
    free_guarded();
  }
}

static rowkey_layout *layout_of(const char *text) {
  struct batch batch = {.rows = 1};
  add_u64(&batch, "a", (const uint64_t[]){0});
  return compile(text, &batch);
}

/* It is the last value that there is: whatever follows it is a region without keys. */
static void test_end(void) {
  for (unsigned width = 1; width <= 16; width++) {
    char text[64], largest[20] = "8", next[20];
    snprintf(text, sizeof text, "{abs(md5(a)):0%ux}{a:u64}", width);
    snprintf(largest + 1, sizeof largest - 1, "%0*u", (int)width - 1, 0);
    largest[width] = '\0';
    snprintf(next, sizeof next, "%" PRIx64, ((UINT64_C(1) << 63) >> (64 - 4 * width)) + 1);
    rowkey_layout *layout = layout_of(text);
    const rowkey_splits points = points_of_texts((const char *const[]){largest, next, NULL});
    rowkey_region_share shares[3];
    rowkey_error error;
    CHECK(rowkey_splits_shares(layout, &points, shares, &error) == ROWKEY_OK, "%s: %s", text, error.text);
    CHECK(shares[0].reachable && shares[1].reachable && !shares[2].reachable, "%s: %d %d %d", text,
          shares[0].reachable, shares[1].reachable, shares[2].reachable);
    rowkey_layout_free(layout);
    free_guarded();
  }
}

/* A key can begin with it, and no share is left for it. */
static void test_share(void) {
  static const struct {
    const char *text, *points[4];
    double shares[4];
  } lists[] = {{"{abs(md5(a)):01x}{a:u64}", {"4", "8", "8\x01"}, {0.5, 0.5, 0, 0}},
               {"{abs(md5(a)):01x}{a % 2:a}", {"7b", "8a", "8b"}, {15 / 16., 1 / 16., 0, 0}},
               {"{abs(md5(a)):~01x}{a:u64}", {"\xc7\x01", "\xc8", "\xcc"}, {0, 0, 0.5, 0.5}}};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
    rowkey_layout *layout = layout_of(lists[i].text);
    const rowkey_splits points = points_of_texts(lists[i].points);
    rowkey_region_share shares[4];
    rowkey_error error;
    CHECK(rowkey_splits_shares(layout, &points, shares, &error) == ROWKEY_OK, "%s: %s", lists[i].text,
          error.text);
    for (size_t j = 0; j < 4; j++)
      CHECK(shares[j].reachable && fabs(shares[j].share - lists[i].shares[j]) < 1e-14,
            "%s, region %zu: %g of the keys", lists[i].text, j, shares[j].share);
    rowkey_layout_free(layout);
  }
}

/* More split points go between the values that keys have. */
static void test_added(void) {
  static const struct {
    const char *text, *point;
    uint8_t added[7];
  } lists[] = {{"{abs(md5(a)):01x}{a:u64}", "8", {'1', '2', '3', '4', '5', '6', '7'}},
               {"{abs(md5(a)):01x}{a:u64}", "8\x01", {'1', '2', '3', '4', '5', '6', '7'}},
               {"{abs(md5(a)):~01x}{a:u64}", "\xc7", {0xc9, 0xca, 0xcb, 0xcc, 0xcd, 0xce, 0xcf}},
               {"{abs(md5(a)):~01x}{a:u64}", "\xc7\x01", {0xc9, 0xca, 0xcb, 0xcc, 0xcd, 0xce, 0xcf}}};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
    rowkey_layout *layout = layout_of(lists[i].text);
    rowkey_error error;
    const rowkey_splits points = points_of_texts((const char *const[]){lists[i].point, NULL});
    rowkey_splits *splits = rowkey_splits_add(layout, &points, 7, &error);
    CHECK(splits != NULL && splits->count == 8, "%s: %s", lists[i].text, error.text);
    size_t at = 0;
    for (size_t j = 0; j < 8; j++) {
      if (compare_keys(point_at(splits, j), key_of(lists[i].point)) == 0) continue;
      CHECK(at < 7 && compare_keys(point_at(splits, j), (struct key){&lists[i].added[at], 1}) == 0, "%s: %s",
            lists[i].text, shown_key(point_at(splits, j)));
      at++;
    }
    rowkey_splits_free(splits);
    CHECK(rowkey_splits_add(layout, &points, 8, &error) == NULL && error.status == ROWKEY_ERROR_RANGE,
          "%s: eight more points", lists[i].text);
    CHECK(rowkey_splits_of_layout(layout, 9, &error) == NULL &&
              strstr(error.text, "has 8 values, which cannot be shared by 9 regions") != NULL,
          "%s: %s", lists[i].text, error.text);
    rowkey_layout_free(layout);
  }
}

int main(int argc, char **argv) {
  const struct test tests[] = {{"ranges, split points and shares are those of counted keys", test_counted},
                               {"the largest absolute value is written", test_largest},
                               {"no key is beyond the largest absolute value", test_end},
                               {"the largest absolute value has no share of the keys", test_share},
                               {"more split points share out what keys have", test_added}};
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
