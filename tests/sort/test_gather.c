/* rowkey_gather: keys in the order of any list of rows, in each form, and what it refuses. */
#include <rowkey/sort.h>
#include <stdlib.h>
#include <string.h>

#include "sort_keys.h"

/* Into room that ends with the last byte, with offsets of the form; KEYS_OF_WIDTH has none. */
static void check_gather(const struct made_keys *made, const uint64_t *order, size_t rows,
                         enum key_form sorted_form) {
  size_t total = 0;
  for (size_t i = 0; i < rows; i++) total += (size_t)(made->offsets[order[i] + 1] - made->offsets[order[i]]);
  uint8_t *bytes = guarded(total, GUARD_END);
  uint64_t *offsets = guarded((rows + 1) * sizeof *offsets, GUARD_END);
  uint32_t *offsets32 = guarded((rows + 1) * sizeof *offsets32, GUARD_END);
  const rowkey_key_buffer sorted = sorted_form == KEYS_OF_WIDTH ? rowkey_key_buffer_of(bytes, total)
                                   : sorted_form == KEYS_OF_OFFSETS
                                       ? rowkey_key_buffer_with_offsets(bytes, total, offsets)
                                       : rowkey_key_buffer_with_offsets32(bytes, total, offsets32);
  rowkey_error error;
  CHECK(rowkey_gather(&made->keys, order, rows, &sorted, &error) == ROWKEY_OK, "%s", error.text);
  size_t at = 0;
  for (size_t i = 0; i <= rows; i++) {
    if (sorted_form == KEYS_OF_OFFSETS) CHECK(offsets[i] == at, "offset %zu is %zu", i, (size_t)offsets[i]);
    if (sorted_form == KEYS_OF_OFFSETS32)
      CHECK(offsets32[i] == at, "offset %zu is %zu", i, (size_t)offsets32[i]);
    if (i == rows) break;
    const size_t size = (size_t)(made->offsets[order[i] + 1] - made->offsets[order[i]]);
    CHECK(memcmp(bytes + at, made->bytes + made->offsets[order[i]], size) == 0, "key %zu of %zu bytes", i,
          size);
    at += size;
  }
}

static void all_kinds(void) {
  for (size_t k = 0; k < 200; k++) {
    const struct key_kind kind = random_kind(1 + (size_t)random_below(100));
    const bool fixed = kind.shortest == kind.longest;
    const enum key_form forms[] = {fixed ? KEYS_OF_WIDTH : KEYS_OF_OFFSETS, KEYS_OF_OFFSETS,
                                   KEYS_OF_OFFSETS32};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
      const enum guard side = (size_t)random_below(2) == 0 ? GUARD_BEGIN : GUARD_END;
      const struct made_keys made = make_keys(&kind, forms[i], side);
      uint64_t order[150];
      const size_t rows = (size_t)random_below(sizeof order / sizeof *order);
      for (size_t row = 0; row < rows; row++) order[row] = random_below(kind.rows);
      check_gather(&made, order, rows, KEYS_OF_OFFSETS);
      check_gather(&made, order, rows, KEYS_OF_OFFSETS32);
      if (forms[i] == KEYS_OF_WIDTH) check_gather(&made, order, rows, KEYS_OF_WIDTH);
      free_guarded();
    }
  }
}

static void refused(const rowkey_keys *keys, const void *order, size_t rows, const rowkey_key_buffer *sorted,
                    rowkey_status status, size_t row, const char *text) {
  rowkey_error error;
  CHECK(rowkey_gather(keys, order, rows, sorted, &error) == status, "not refused: %s", text);
  CHECK(error.status == status && error.row == row, "status %d, row %zu: %s", (int)error.status, error.row,
        error.text);
  CHECK(strstr(error.text, text) != NULL, "\"%s\" without \"%s\"", error.text, text);
  CHECK(rowkey_gather(keys, order, rows, sorted, NULL) == status, "not refused: %s", text);
}

static void refused_arguments(void) {
  static const uint64_t order[] = {1, 0, 2, 1}, limits[] = {0, 1, 2}, falling[] = {0, 2, 1};
  static uint64_t numbers[4];
  uint8_t room[8];
  const rowkey_keys two = rowkey_keys_of_width("abcd", 2, 2), odd = rowkey_keys_of_offsets("ab", limits, 2);
  const rowkey_keys bad = rowkey_keys_of_offsets("ab", falling, 2);
  const rowkey_key_buffer four = rowkey_key_buffer_of(room, 4), three = rowkey_key_buffer_of(room, 3);
  rowkey_key_buffer both = rowkey_key_buffer_with_offsets(room, 4, numbers), later = four;
  both.offsets32 = (uint32_t *)(void *)numbers;
  later.reserved[0] = 3;
  const rowkey_key_buffer nowhere = rowkey_key_buffer_of(NULL, 4);
  const rowkey_key_buffer unaligned =
      rowkey_key_buffer_with_offsets(room, 4, (void *)((uint8_t *)numbers + 1));
  const rowkey_key_buffer unaligned32 =
      rowkey_key_buffer_with_offsets32(room, 4, (void *)((uint8_t *)numbers + 1));
  const rowkey_status bad_argument = ROWKEY_ERROR_ARGUMENT;
  refused(NULL, order, 2, &four, bad_argument, ROWKEY_NONE, "keys is NULL");
  refused(&bad, order, 2, &four, bad_argument, 1, "begins at byte 2 and ends at byte 1");
  refused(&two, NULL, 2, &four, bad_argument, ROWKEY_NONE, "order is NULL");
  refused(&two, (const uint8_t *)order + 1, 1, &four, bad_argument, ROWKEY_NONE, "order is not aligned");
  refused(&two, order, 2, NULL, bad_argument, ROWKEY_NONE, "sorted is NULL");
  refused(&two, order, 2, &both, bad_argument, ROWKEY_NONE, "both given");
  refused(&two, order, 2, &later, bad_argument, ROWKEY_NONE, "rowkey_key_buffer: reserved[0] is 3");
  refused(&two, order, 2, &unaligned, bad_argument, ROWKEY_NONE, "offsets is not aligned");
  refused(&two, order, 2, &unaligned32, bad_argument, ROWKEY_NONE, "offsets32 is not aligned");
  refused(&two, order, 2, &nowhere, bad_argument, ROWKEY_NONE, "data is NULL");
  refused(&odd, order, 2, &four, bad_argument, ROWKEY_NONE, "offsets is NULL, but keys may differ in length");
  refused(&two, order, 4, &four, ROWKEY_ERROR_RANGE, 2, "order[2] is 2 (expected a row of 2 keys)");
  refused(&two, order, 2, &three, ROWKEY_ERROR_SPACE, ROWKEY_NONE, "need 4 bytes and there is room for 3");
  CHECK(rowkey_gather(&two, order, 2, &four, NULL) == ROWKEY_OK && memcmp(room, "cdab", 4) == 0, "taken");
}

/* Sums that no number holds, of keys that lie nowhere: nothing of them is read. */
static void more_bytes_than_there_are(void) {
  static const uint64_t order[] = {0, 0, 0};
  uint32_t offsets32[4];
  const rowkey_keys huge = rowkey_keys_of_width("a", PTRDIFF_MAX, 1);
  const rowkey_key_buffer most = rowkey_key_buffer_of(offsets32, SIZE_MAX);
  refused(&huge, order, 3, &most, ROWKEY_ERROR_SPACE, ROWKEY_NONE, "and there is room for");
  const rowkey_keys large = rowkey_keys_of_width("a", (size_t)1 << 30, 1);
  const rowkey_key_buffer narrow = rowkey_key_buffer_with_offsets32(offsets32, SIZE_MAX, offsets32);
  static const uint64_t four[] = {0, 0, 0, 0};
  refused(&large, four, 4, &narrow, ROWKEY_ERROR_SPACE, ROWKEY_NONE,
          SIZE_MAX > UINT32_MAX ? "4294967296 bytes, which offsets32 cannot count" : "4294967296 bytes");
}

static void nothing_to_gather(void) {
  static const uint64_t order[] = {1, 0, 1};
  uint64_t offsets[4] = {9, 9, 9, 9};
  const rowkey_keys empty = {.rows = 2};
  const rowkey_key_buffer sorted = rowkey_key_buffer_with_offsets(NULL, 0, offsets);
  CHECK(rowkey_gather(&empty, order, 3, &sorted, NULL) == ROWKEY_OK, "keys without bytes");
  for (size_t i = 0; i < 4; i++) CHECK(offsets[i] == 0, "offset %zu", i);
  offsets[0] = 9;
  CHECK(rowkey_gather(&(rowkey_keys){.rows = 0}, NULL, 0, &sorted, NULL) == ROWKEY_OK, "no rows");
  CHECK(offsets[0] == 0, "the first offset");
}

int main(int argc, char **argv) {
  static const struct test tests[] = {
      {"keys of all kinds", all_kinds},
      {"arguments that are none are refused", refused_arguments},
      {"more bytes than any memory holds", more_bytes_than_there_are},
      {"no keys, and keys without bytes", nothing_to_gather},
  };
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
