/* Split points of a layout whose first field is made from a hash, and the shares of their regions, against
 * the keys of many records: no region is empty and none has twice its share, whatever the operation and the
 * format.
 */
#include <math.h>
#include <rowkey/explain.h>
#include <rowkey/route.h>
#include <stdio.h>
#include <string.h>

#include "batch.h"

enum { ROWS = 4000, REGIONS = 8, TEXT_MOST = 200 };

static void count_regions(const rowkey_splits *splits, rowkey_keys keys, size_t counts[REGIONS]) {
  static uint32_t regions[ROWS];
  rowkey_router *router = rowkey_router_create(splits, NULL);
  CHECK(router != NULL && rowkey_route(router, &keys, regions, NULL) == ROWKEY_OK,
        "the keys have no regions");
  for (size_t row = 0; row < ROWS; row++) counts[regions[row]]++;
  rowkey_router_free(router);
}

static bool says_even(const rowkey_layout *layout) {
  rowkey_explanation *explanation = rowkey_explain(layout, 0, NULL);
  CHECK(explanation != NULL, "no explanation");
  const bool is_even = explanation->fields[0].is_even;
  rowkey_explanation_free(explanation);
  return is_even;
}

/* False if the first field is not said to be even, the layout has no split points, or some record cannot be
 * encoded. */
static bool count_keys(const char *text, const struct batch *batch, size_t counts[REGIONS],
                       rowkey_region_share shares[REGIONS]) {
  rowkey_layout *layout = rowkey_layout_compile(text, strlen(text), batch->columns, batch->count, NULL);
  if (layout == NULL || !says_even(layout)) {
    rowkey_layout_free(layout);
    return false;
  }
  rowkey_splits *splits = rowkey_splits_of_layout(layout, REGIONS, NULL);
  rowkey_encoder *encoder = rowkey_encoder_create(layout, 0, NULL);
  const rowkey_batch rows = rowkey_batch_from(rows_of(batch), 0);
  const size_t bound = rowkey_encode_bound(layout, &rows);
  uint8_t *keys = guarded(bound, GUARD_END);
  uint64_t *offsets = guarded((ROWS + 1) * sizeof *offsets, GUARD_END);
  const rowkey_key_buffer buffer = {.data = keys, .capacity = bound, .offsets = offsets};
  const bool made = splits != NULL && rowkey_encode(encoder, &rows, &buffer, NULL, NULL) == ROWKEY_OK;
  memset(counts, 0, REGIONS * sizeof *counts);
  if (made) {
    count_regions(splits, rowkey_keys_of_offsets(keys, offsets, ROWS), counts);
    CHECK(rowkey_splits_shares(layout, splits, shares, NULL) == ROWKEY_OK, "%s: no shares", text);
  }
  free_guarded();
  rowkey_encoder_free(encoder);
  rowkey_splits_free(splits);
  rowkey_layout_free(layout);
  return made;
}

static void check_even(const char *expression, const char *format, const struct batch *batch, size_t *seen) {
  char text[2 * TEXT_MOST];
  size_t counts[REGIONS];
  rowkey_region_share shares[REGIONS];
  snprintf(text, sizeof text, "{%s:%s}|{id:u64}", expression, format);
  if (!count_keys(text, batch, counts, shares)) return;
  ++*seen;
  for (size_t i = 0; i < REGIONS; i++) {
    CHECK(counts[i] > ROWS / REGIONS / 2 && counts[i] < 2 * ROWS / REGIONS,
          "%s: region %zu has %zu of %d keys", text, i, counts[i], ROWS);
    const double count = (double)counts[i] / (double)ROWS, share = shares[i].share;
    CHECK(isnan(share) || (count > share / 2 && count < 2 * share),
          "%s: region %zu has %g of the keys, not %g", text, i, count, share);
  }
}

static const char *const hashes[] = {"md5(id)",        "xxh64(id)",
                                     "h31(id:u64)",    "murmur3_32(id:u64)",
                                     "crc32(id)",      "murmur3_128(id, half=first)",
                                     "md5(id) % 1000", "random()",
                                     "sha256(id)",     "sha1(id) >> 100",
                                     "md5(id) & 4095", "fnv1a_32(id)"};
static const char *const operations[] = {"%s",
                                         "abs(%s)",
                                         "(%s) %% 800",
                                         "abs((%s) %% 800)",
                                         "floormod(%s, 900)",
                                         "(%s) & 255",
                                         "(%s) & 1008",
                                         "(%s) >> 3",
                                         "(%s) << 1",
                                         "(%s) + 5",
                                         "1000 - (%s)",
                                         "(%s) * 3",
                                         "int32(%s)",
                                         "abs(int32(%s))",
                                         "(%s) / 7",
                                         "(%s) ^ 3",
                                         "(%s) | 1",
                                         "(%s) & -2",
                                         "(%s) ^ -1",
                                         "bit_reverse((%s) & 1023, 10)",
                                         "jump(%s, 500)",
                                         "truncate((%s) %% 1000, 5)",
                                         "between((%s) %% 900, 0, 1000)",
                                         "(%s) >> 250",
                                         "interleave((%s) & 63, xxh3(id) & 63, 6)",
                                         "interleave((%s) & 15, xxh3(id) & 15, 9, 4)",
                                         "reverse_time((%s) & 1023)",
                                         "-((%s) %% 800)",
                                         "((%s) & 0x7fffffff) %% 600",
                                         "(%s) %% 16 * 50",
                                         "(%s) & 0x15b",
                                         "((%s) & 7) << 5 | 16",
                                         "(%s) %% 8 ^ 40",
                                         "(%s) %% 8 * 64 + xxh3(id) %% 4",
                                         "((%s) %% 8 << 8 | xxh3(id) & 240) / 16",
                                         "(%s) %% 24 * 6 %% 96",
                                         "min(%s, 800)",
                                         "(%s) + floormod(xxh3(id), 9)",
                                         "(%s) %% 40 * ((%s) %% 3)"};
static const char *const formats[] = {"04x",
                                      "08x",
                                      "016x",
                                      "010d",
                                      "020d",
                                      "d",
                                      "x",
                                      "u8",
                                      "u16",
                                      "u32",
                                      "u64",
                                      "i16",
                                      "i32",
                                      "i64",
                                      "~u16",
                                      "~04d",
                                      "u16le",
                                      "i64be",
                                      "039d",
                                      "032x",
                                      "s",
                                      "~016x",
                                      "04d",
                                      "05d(\"01234567\")",
                                      "013d(\"0123456789bcdefghjkmnpqrstuvwxyz\")",
                                      "~03d(\"zyxwvutsrqponmlkjihgfedcba\")"};
#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

/* The operation, of an expression that may stand in it several times. */
static void apply(const char *operation, const char *expression, char out[TEXT_MOST]) {
  const size_t size = strlen(expression);
  char *end = out;
  for (const char *c = operation; *c != 0 && end + size < out + TEXT_MOST - 2; c++) {
    if (c[0] == '%' && c[1] == 's') {
      memcpy(end, expression, size);
      end += size;
    } else {
      *end++ = *c;
    }
    c += c[0] == '%';
  }
  *end = 0;
}

static struct batch make_ids(void) {
  static uint64_t ids[ROWS];
  for (size_t i = 0; i < ROWS; i++) ids[i] = random_u64();
  return (struct batch){.columns = {rowkey_column_of("id", ROWKEY_U64)},
                        .values = {rowkey_u64s(ids, ROWS)},
                        .count = 1,
                        .rows = ROWS};
}

static void test_hashed_prefixes(void) {
  const struct batch batch = make_ids();
  size_t seen = 0;
  for (size_t i = 0; i < COUNT_OF(hashes); i++)
    for (size_t k = 0; k < COUNT_OF(operations); k++) {
      char expression[TEXT_MOST];
      apply(operations[k], hashes[i], expression);
      for (size_t f = 0; f < COUNT_OF(formats); f++) check_even(expression, formats[f], &batch, &seen);
    }
  CHECK(seen > 500, "only %zu layouts have keys and split points", seen);
}

static void test_nested_operations(void) {
  const struct batch batch = make_ids();
  size_t seen = 0;
  for (size_t i = repetitions(4000); i-- > 0;) {
    char inner[TEXT_MOST], expression[TEXT_MOST];
    apply(operations[random_below(COUNT_OF(operations))], hashes[random_below(COUNT_OF(hashes))], inner);
    apply(operations[random_below(COUNT_OF(operations))], inner, expression);
    check_even(expression, formats[random_below(COUNT_OF(formats))], &batch, &seen);
  }
  CHECK(seen > 100 || !effort_is_full(), "only %zu layouts have keys and split points", seen);
}

int main(int argc, char **argv) {
  const struct test tests[] = {{"regions of hashed prefixes", test_hashed_prefixes},
                               {"regions of nested operations", test_nested_operations}};
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
