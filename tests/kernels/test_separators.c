/* The kernels that find where fields and records end, of every instruction set, against a reader byte by
 * byte. */
#include <string.h>

#include "each_isa.h"
#include "reference/reference.h"

enum { SIZE_MAX_TESTED = 700, ROOM = SIZE_MAX_TESTED + 64 };

static struct guarded bytes_arena, positions_arena;

static void make_arenas(void) {
  bytes_arena = guarded_of(SIZE_MAX_TESTED + 64);
  positions_arena = guarded_of(ROOM * 8);
}

static void check_equal(const char *name, const rowkey_fields_scan *scan, const rowkey_fields_scan *wanted,
                        size_t size) {
  CHECK(scan->at == wanted->at, "%s: stops at %llu, not %llu, of %zu", name, (unsigned long long)scan->at,
        (unsigned long long)wanted->at, size);
  CHECK(scan->inside == wanted->inside && scan->has_quotes == wanted->has_quotes &&
            scan->has_doubled == wanted->has_doubled && scan->is_irregular == wanted->is_irregular,
        "%s: another state at %llu of %zu", name, (unsigned long long)scan->at, size);
  CHECK(scan->newlines == wanted->newlines && scan->after_newline == wanted->after_newline,
        "%s: %llu newlines, not %llu, of %zu bytes", name, (unsigned long long)scan->newlines,
        (unsigned long long)wanted->newlines, size);
}

/* The first `first` bytes, then all of them, with room for `capacity` positions right before a guard page.
 */
static void check_search(const struct rowkey_kernels *kernels, const rowkey_fields_scan *begin,
                         const uint8_t *bytes, size_t first, size_t size, size_t capacity) {
  static uint64_t expected[ROOM];
  rowkey_fields_scan scan = *begin, wanted = *begin, counted = *begin, all = *begin;
  uint64_t *positions = (uint64_t *)(void *)(positions_arena.end - capacity * 8);
  for (int piece = 0; piece < 2 && !wanted.is_irregular; piece++) {
    const size_t end = piece == 0 ? first : size;
    for (uint64_t before = UINT64_MAX; wanted.at != before && !wanted.is_irregular;) {
      before = wanted.at;
      const size_t count = reference_separators(&wanted, bytes, end, expected, capacity);
      CHECK(kernels->find_separators(&scan, bytes, end, positions, capacity) == count, "%s: not %zu of %zu",
            kernels->name, count, end);
      check_equal(kernels->name, &scan, &wanted, end);
      CHECK(memcmp(positions, expected, count * 8) == 0, "%s: wrong positions in %zu bytes", kernels->name,
            end);
    }
    if (all.is_irregular) continue;
    reference_separators(&all, bytes, end, expected, ROOM);
    kernels->count_records(&counted, bytes, end);
    check_equal(kernels->name, &counted, &all, end);
  }
}

/* Records that are regular but for one byte in `rarity`. */
static void fill(uint8_t *bytes, size_t size, uint8_t delimiter, uint64_t rarity) {
  static const uint8_t others[] = {'"', '\n', '\r', 'a', ' ', 0, '!', '#', 0x80 | '"', 0x80 | '\n'};
  size_t at = 0;
  while (at < size) {
    const uint64_t kind = random_below(3);
    size_t length = (size_t)random_below(random_below(8) == 0 ? 90 : 9);
    if (kind == 0 && at < size) bytes[at++] = '"';
    for (; length > 0 && at < size; length--) {
      uint8_t byte = (uint8_t)('a' + random_below(26));
      if (kind == 0 && random_below(3) == 0) byte = random_below(2) == 0 ? delimiter : '\n';
      bytes[at++] = byte;
      if (kind == 0 && random_below(4) == 0 && at + 2 <= size) {
        bytes[at++] = '"';
        bytes[at++] = '"';
      }
    }
    if (kind == 0 && at < size) bytes[at++] = '"';
    const bool ends = random_below(3) == 0;
    if (ends && random_below(2) == 0 && at < size) bytes[at++] = '\r';
    if (at < size) bytes[at++] = ends ? '\n' : delimiter;
  }
  for (size_t i = 0; i < size; i++) {
    if (random_below(rarity) == 0) bytes[i] = others[random_below(sizeof others)];
  }
}

static void searches_of_every_size(void) {
  make_arenas();
  static const uint64_t rarities[] = {3, 30, 300, UINT64_MAX};
  static const uint8_t delimiters[] = {',', '\t', 0, 0xff, ' '};
  for (size_t size = 0; size <= 330; size++) {
    for (size_t i = 0; i < 20; i++) {
      const rowkey_fields_scan begin = {.delimiter = delimiters[i % 5], .quotes = i % 5 != 4};
      fill(bytes_arena.end - size, size, begin.delimiter, rarities[i % 4]);
      const size_t first = (size_t)random_below(size + 1), capacity = 64 + (size_t)random_below(ROOM - 63);
      EACH_ISA(kernels) { check_search(kernels, &begin, bytes_arena.end - size, first, size, capacity); }
    }
  }
}

/* A piece that ends anywhere, above all between two quotes, or a quote and what must follow it. */
static void pieces_end_anywhere(void) {
  make_arenas();
  for (size_t round = 0; round < 12; round++) {
    const size_t size = 200 + round;
    uint8_t *bytes = bytes_arena.end - size;
    const rowkey_fields_scan begin = {.delimiter = ';', .quotes = true};
    fill(bytes, size, ';', round % 3 == 0 ? 40 : UINT64_MAX);
    for (size_t first = 0; first <= size; first++) {
      EACH_ISA(kernels) { check_search(kernels, &begin, bytes, first, size, 64); }
    }
  }
}

/* Every text of few letters, at the end of one block and the beginning of the next. */
static void short_texts_at_a_boundary(void) {
  enum { LENGTH = 5, LETTERS = 6 };
  static const uint8_t letters[LETTERS] = {'"', ',', '\n', '\r', 'a', ' '};
  make_arenas();
  uint8_t *bytes = bytes_arena.end - 90;
  for (size_t number = 0; number < 7776; number++) {
    const size_t start = 58 + number % 8;
    memset(bytes, 'x', 90);
    if (start > 0) bytes[start - 1] = ',';
    size_t rest = number;
    for (size_t i = 0; i < LENGTH; i++, rest /= LETTERS) bytes[start + i] = letters[rest % LETTERS];
    const rowkey_fields_scan begin = {.delimiter = ',', .quotes = true};
    const size_t size = number % 3 == 0 ? start + LENGTH : 90;
    EACH_ISA(kernels) { check_search(kernels, &begin, bytes, number % (size + 1), size, ROOM); }
  }
}

static void irregular_records_stop_the_search(void) {
  static const struct {
    const char *text;
    uint64_t newlines;
    bool is_irregular, inside;
  } cases[] = {
      {"a,\"b\"\n", 1, false, false},
      {"a,\"b\"\r\n", 1, false, false},
      {"\"a\nb\",\"\"\"\"\n", 1, false, false},
      {"a\"b\n", 0, true, false},
      {"\"a\"b\n", 0, true, false},
      {"\"a\" \n", 0, true, false},
      {"\"a\"\rb\n", 0, true, false},
      {"\"a\n", 0, false, true},
      {"\"a\"", 0, false, true},
      {"\"a\"\r", 0, false, false},
      {"\"a\"b\"\n", 0, true, false},
      {" \"a\"\n", 0, true, false},
  };
  uint64_t positions[64];
  EACH_ISA(kernels) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
      rowkey_fields_scan scan = {.delimiter = ',', .quotes = true};
      kernels->find_separators(&scan, (const uint8_t *)cases[i].text, strlen(cases[i].text), positions, 64);
      CHECK(scan.newlines == cases[i].newlines && scan.is_irregular == cases[i].is_irregular &&
                scan.inside == cases[i].inside,
            "%s: case %zu", kernels->name, i);
    }
  }
}

static const struct test tests[] = {
    {"find_separators and count_records of every size", searches_of_every_size},
    {"find_separators goes on where a piece ends", pieces_end_anywhere},
    {"find_separators of short texts around the end of a block", short_texts_at_a_boundary},
    {"find_separators stops before what is not regular", irregular_records_stop_the_search},
};

int main(int argc, char **argv) { return run_kernel_tests(tests, sizeof tests / sizeof *tests, argc, argv); }
