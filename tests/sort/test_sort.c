/* rowkey_sort: the order that qsort finds, for keys of all kinds and forms, in memory that may just be
 * touched; and what it refuses. */
#include <rowkey/sort.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sort_keys.h"

static void check_order(const struct made_keys *made) {
  const size_t rows = made->keys.rows, memory_size = rows * ROWKEY_SORT_BYTES_PER_ROW;
  uint64_t *order = guarded(rows * sizeof *order, GUARD_END), *expected, duplicates = 99;
  void *memory = guarded(memory_size, GUARD_END);
  const size_t expected_duplicates = order_by_qsort(made, &expected);
  rowkey_error error;
  CHECK(rowkey_sort(&made->keys, order, &duplicates, memory, memory_size, &error) == ROWKEY_OK, "%s",
        error.text);
  for (size_t i = 0; i < rows; i++)
    CHECK(order[i] == expected[i], "key %zu of %zu is row %zu instead of %zu", i, rows, (size_t)order[i],
          (size_t)expected[i]);
  CHECK(duplicates == expected_duplicates, "%zu duplicates instead of %zu", (size_t)duplicates,
        expected_duplicates);
  free(expected);
}

/* In all forms that can have them, at both ends of a page. */
static void check_kind(const struct key_kind *kind) {
  const int first = kind->shortest == kind->longest ? KEYS_OF_WIDTH : KEYS_OF_OFFSETS;
  for (int form = first; form < KEY_FORMS; form++) {
    const enum guard side = (size_t)random_below(2) == 0 ? GUARD_BEGIN : GUARD_END;
    const struct made_keys made = make_keys(kind, (enum key_form)form, side);
    check_order(&made);
    free_guarded();
  }
}

static void each_number_of_rows(void) {
  for (size_t rows = 0; rows < 70; rows++) {
    for (size_t k = 0; k < 6; k++) {
      const struct key_kind kind = random_kind(rows);
      check_kind(&kind);
    }
  }
}

static void each_width(void) {
  for (size_t width = 0; width < 70; width++) {
    const struct key_kind digits = {.rows = 300,
                                    .shortest = width,
                                    .longest = width,
                                    .characters = 10,
                                    .first_character = '0',
                                    .again = 5};
    struct key_kind bytes = digits;
    bytes.characters = 256;
    check_kind(&digits);
    check_kind(&bytes);
  }
}

static void all_kinds(void) {
  for (size_t k = repetitions(600); k > 0; k--) {
    const struct key_kind kind = random_kind((size_t)random_below(k % 8 == 0 ? 5000 : 300));
    check_kind(&kind);
  }
}

/* More than a digit of the largest size parts at once, and more than once. */
static void many_keys(void) {
  static const struct key_kind kinds[] = {
      {.rows = 200000, .shortest = 17, .longest = 17, .characters = 10, .first_character = '0'},
      {.rows = 100000, .shortest = 9, .longest = 9, .characters = 256, .again = 50},
      {.rows = 100000, .shortest = 2, .longest = 3, .characters = 256},
      {.rows = 100000, .prefix = 30, .longest = 40, .characters = 2, .first_character = 'a', .again = 30},
  };
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) check_kind(&kinds[i]);
}

/* Rising, falling, and in runs; numbers that differ in few bits far from each other. */
static void keys_in_some_order(void) {
  enum { ROWS = 20000, WIDTH = 29 };
  static const uint64_t steps[] = {1, UINT64_MAX, 7919, 0};
  for (size_t k = 0; k < sizeof steps / sizeof *steps; k++) {
    const struct key_kind kind = {.rows = ROWS, .shortest = WIDTH, .longest = WIDTH, .characters = 1};
    struct made_keys made = make_keys(&kind, KEYS_OF_WIDTH, GUARD_END);
    uint8_t *bytes = guarded(ROWS * WIDTH, GUARD_BEGIN);
    for (size_t i = 0; i < ROWS; i++) {
      char text[WIDTH + 1];
      snprintf(text, sizeof text, "%029u", (unsigned)((ROWS + i * steps[k]) % ROWS));
      text[1] = (char)('0' + i % 2);
      memcpy(bytes + i * WIDTH, text, WIDTH);
    }
    made.bytes = bytes;
    made.keys.data = bytes;
    check_order(&made);
    free_guarded();
  }
}

/* Each key begins with the one before it: windows follow one another as often as they can. */
static void keys_within_keys(void) {
  enum { ROWS = 1500 };
  static uint8_t bytes[ROWS * (ROWS - 1) / 2];
  static uint64_t offsets[ROWS + 1];
  for (size_t i = 0; i < ROWS; i++) {
    const size_t size = (i * 7) % ROWS;
    offsets[i + 1] = offsets[i] + size;
    for (size_t k = 0; k < size; k++) bytes[offsets[i] + k] = k % 90 < 45 ? 0 : 'b';
  }
  const struct made_keys made = {rowkey_keys_of_offsets(bytes, offsets, ROWS), bytes, offsets};
  check_order(&made);
}

static void keys_amid_other_bytes(void) {
  static const uint64_t offsets[] = {4, 6, 6, 9, 10}, expected[] = {1, 3, 2, 0};
  uint64_t order[4], duplicates, memory[4 * ROWKEY_SORT_BYTES_PER_ROW / sizeof(uint64_t)];
  const rowkey_keys keys = rowkey_keys_of_offsets("....xyabcaZZ", offsets, 4);
  rowkey_error error;
  CHECK(rowkey_sort(&keys, order, &duplicates, memory, sizeof memory, &error) == ROWKEY_OK, "%s", error.text);
  CHECK(memcmp(order, expected, sizeof order) == 0, "another order");
  CHECK(duplicates == 0, "%zu duplicates", (size_t)duplicates);
}

static void nothing_to_sort(void) {
  uint64_t duplicates = 7, order[2] = {9, 9}, memory[8];
  CHECK(rowkey_sort(&(rowkey_keys){.width = 17}, NULL, &duplicates, NULL, 0, NULL) == ROWKEY_OK, "no rows");
  CHECK(duplicates == 0, "%zu duplicates", (size_t)duplicates);
  CHECK(rowkey_sort(&(rowkey_keys){.rows = 2}, order, NULL, memory, sizeof memory, NULL) == ROWKEY_OK,
        "keys without bytes");
  CHECK(order[0] == 0 && order[1] == 1, "%zu %zu", (size_t)order[0], (size_t)order[1]);
}

static void refused_arguments(void) {
  static const uint64_t falling[] = {0, 2, 1};
  static uint64_t order[2], memory[9];
  const rowkey_keys two = {.data = "ab", .width = 1, .rows = 2};
  const struct {
    rowkey_keys keys;
    void *order, *memory;
    size_t memory_size;
    rowkey_status status;
    size_t row;
    const char *text;
  } cases[] = {
      {{.data = "ab", .offsets = falling, .rows = 2}, order, memory, 64, ROWKEY_ERROR_ARGUMENT, 1, "begins"},
      {{.width = 1, .rows = 2}, order, memory, 64, ROWKEY_ERROR_ARGUMENT, ROWKEY_NONE, "data is NULL"},
      {{.data = "ab", .width = 1, .rows = 2, .reserved = {1}},
       order,
       memory,
       64,
       ROWKEY_ERROR_ARGUMENT,
       ROWKEY_NONE,
       "rowkey_keys: reserved[0] is 1"},
      {two, NULL, memory, 64, ROWKEY_ERROR_ARGUMENT, ROWKEY_NONE, "order is NULL"},
      {two, (uint8_t *)order + 1, memory, 64, ROWKEY_ERROR_ARGUMENT, ROWKEY_NONE, "order is not aligned"},
      {two, order, NULL, 64, ROWKEY_ERROR_ARGUMENT, ROWKEY_NONE, "memory is NULL"},
      {two, order, (uint8_t *)memory + 1, 64, ROWKEY_ERROR_ARGUMENT, ROWKEY_NONE, "memory is not aligned"},
      {two, order, memory, 63, ROWKEY_ERROR_SPACE, ROWKEY_NONE,
       "memory has 63 bytes (expected at least 32 for each of 2 keys)"},
  };
  rowkey_error error;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const rowkey_status status =
        rowkey_sort(&cases[i].keys, cases[i].order, NULL, cases[i].memory, cases[i].memory_size, &error);
    CHECK(status == cases[i].status && error.status == status, "case %zu: status %d", i, (int)status);
    CHECK(error.row == cases[i].row, "case %zu: row %zu", i, error.row);
    CHECK(strstr(error.text, cases[i].text) != NULL, "case %zu: %s", i, error.text);
  }
  CHECK(rowkey_sort(NULL, order, NULL, memory, 64, &error) == ROWKEY_ERROR_ARGUMENT, "taken");
  CHECK(strstr(error.text, "keys is NULL") != NULL, "%s", error.text);
  CHECK(rowkey_sort(&two, order, NULL, memory, 64, NULL) == ROWKEY_OK, "refused");
}

int main(int argc, char **argv) {
  static const struct test tests[] = {
      {"each number of rows up to those of two parts", each_number_of_rows},
      {"each width", each_width},
      {"keys of all kinds", all_kinds},
      {"many keys", many_keys},
      {"keys that are in some order already", keys_in_some_order},
      {"keys that begin with each other", keys_within_keys},
      {"keys amid other bytes", keys_amid_other_bytes},
      {"no keys, and keys without bytes", nothing_to_sort},
      {"arguments that are none are refused", refused_arguments},
  };
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
