/* java_hash of text that is not ASCII, and which rows it refuses. */
#include <string.h>

#include "hash_cases.h"

enum { ROWS = 70 };
static const struct hash_case java = {.name = "java_hash", .hash = {.function = ROWKEY_JAVA_HASH}};

/* Sequences that begin and end each class of RFC 3629, section 4. */
static const char *const sequences[] = {
    "\x7f",
    "\xc2\x80",
    "\xdf\xbf",
    "\xe0\xa0\x80",
    "\xe0\xbf\xbf",
    "\xe1\x80\x80",
    "\xec\xbf\xbf",
    "\xed\x80\x80",
    "\xed\x9f\xbf",
    "\xee\x80\x80",
    "\xef\xbf\xbf",
    "\xf0\x90\x80\x80",
    "\xf0\xbf\xbf\xbf",
    "\xf1\x80\x80\x80",
    "\xf3\xbf\xbf\xbf",
    "\xf4\x80\x80\x80",
    "\xf4\x8f\xbf\xbf",
};

static const char *const not_utf8[] = {
    "\x80", /* no first byte */
    "\xbf",
    "\xc0\x80", /* too long a form */
    "\xc1\xbf",
    "\xe0\x80\x80",
    "\xe0\x9f\xbf",
    "\xf0\x80\x80\x80",
    "\xf0\x8f\xbf\xbf",
    "\xed\xa0\x80", /* surrogates */
    "\xed\xbf\xbf",
    "\xed\xa0\x80\xed\xb0\x80",
    "\xf4\x90\x80\x80", /* above U+10FFFF */
    "\xf5\x80\x80\x80",
    "\xf8\x88\x80\x80\x80",
    "\xfe",
    "\xff",
    "\xc2", /* cut short */
    "\xe1\x80",
    "\xf1\x80",
    "\xf1\x80\x80",
    "\xc2\x41", /* another byte where the sequence goes on */
    "\xe1\x41\x80",
    "\xe1\x80\x41",
    "\xe1\x80\xc0",
    "\xf1\x80\x80\x41",
    "\xf1\x41\x80\x80",
};

/* Rows of text whose last sequence is what a test is about. */
struct text {
  uint8_t *bytes;
  size_t size;
  uint64_t begin[ROWS], end[ROWS];
};

static void begin_text(struct text *text, struct guarded arena) {
  text->bytes = arena.begin;
  text->size = 0;
}

static void add_row(struct text *text, size_t row, const char *sequence, unsigned in_front) {
  text->begin[row] = text->size;
  for (; in_front > 0; in_front--) {
    const char *next =
        random_below(4) == 0 ? sequences[random_below(sizeof sequences / sizeof *sequences)] : "x";
    memcpy(text->bytes + text->size, next, strlen(next));
    text->size += strlen(next);
  }
  memcpy(text->bytes + text->size, sequence, strlen(sequence));
  text->size += strlen(sequence);
  text->end[row] = text->size;
}

/* The text moved to the arena's end, where a guard page follows; now and then with bytes after it that can
 * be read, and are no text. */
static size_t check_text(struct text *text, struct guarded arena, const char *what) {
  const size_t spare = random_below(2) == 0 ? 0 : 100, size = text->size + spare;
  CHECK(size <= (size_t)(arena.end - arena.begin), "%zu bytes", size);
  uint8_t *at = arena.end - size;
  memmove(at, text->bytes, text->size);
  memset(at + text->size, 0xff, spare);
  const struct rowkey_strings strings = {at, size, text->begin, text->end};
  return check_hash_strings(&java, NULL, &strings, ROWS, what);
}

static void every_class_of_utf8(void) {
  const struct guarded arena = guarded_of(ROWS * 100);
  for (size_t i = 0; i < sizeof sequences / sizeof *sequences; i++) {
    struct text text;
    begin_text(&text, arena);
    for (size_t row = 0; row < ROWS; row++) add_row(&text, row, sequences[i], (unsigned)random_below(20));
    CHECK(check_text(&text, arena, "valid UTF-8") == ROWS, "sequence %zu is valid", i);
  }
}

static void one_row_that_is_not_ascii(void) {
  const struct guarded arena = guarded_of(ROWS * 100);
  for (size_t odd = 0; odd < ROWS; odd++) {
    struct text text;
    begin_text(&text, arena);
    for (size_t row = 0; row < ROWS; row++) add_row(&text, row, row == odd ? "\xc3\xa9" : "plain text", 0);
    CHECK(check_text(&text, arena, "one row that is not ASCII") == ROWS, "row %zu is valid", odd);
  }
}

static void the_first_bad_row_is_reported(void) {
  const struct guarded arena = guarded_of(ROWS * 100);
  for (size_t i = 0; i < sizeof not_utf8 / sizeof *not_utf8; i++) {
    for (size_t first = 0; first < ROWS; first += 1 + first / 4) {
      struct text text;
      begin_text(&text, arena);
      for (size_t row = 0; row < ROWS; row++) {
        const bool bad = row == first || (row > first && random_below(3) == 0);
        add_row(&text, row, bad ? not_utf8[i] : "good", (unsigned)random_below(12));
      }
      CHECK(check_text(&text, arena, "not UTF-8") == first, "sequence %zu is not UTF-8", i);
    }
  }
}

static void bad_keys_of_one_width(void) {
  enum { WIDTH = 9 };
  const struct guarded arena = guarded_of(ROWS * WIDTH);
  uint8_t *keys = arena.end - ROWS * WIDTH;
  for (size_t first = 0; first < ROWS; first++) {
    hash_fill(&java, keys, ROWS * WIDTH);
    keys[first * WIDTH + first % WIDTH] = 0xff;
    if (first + 5 < ROWS) keys[(first + 5) * WIDTH] = 0xff;
    if (first >= 3) memcpy(keys + (first - 3) * WIDTH + 2, "\xf0\x9f\x91\x8d", 4);
    CHECK(check_hash_fixed(&java, NULL, keys, ROWS, WIDTH, WIDTH, "bad keys") == first, "row %zu", first);
  }
}

/* In a batch that is hashed in another order than that of its rows. */
static void bad_rows_among_long_ones(void) {
  const struct guarded arena = guarded_of(ROWS * 40 * 100);
  for (size_t first = 0; first < ROWS; first += 3) {
    struct text text;
    begin_text(&text, arena);
    for (size_t row = 0; row < ROWS; row++)
      add_row(&text, row, row >= first && row % 2 == first % 2 ? "\xc2" : "x",
              (unsigned)random_below(row % 7 == 0 ? 2000 : 10));
    CHECK(check_text(&text, arena, "bad rows among long ones") == first, "row %zu", first);
  }
}

static const struct test tests[] = {
    {"java_hash of every class of UTF-8", every_class_of_utf8},
    {"java_hash of one row that is not ASCII", one_row_that_is_not_ascii},
    {"java_hash reports the first row that is not UTF-8", the_first_bad_row_is_reported},
    {"java_hash reports the first bad key", bad_keys_of_one_width},
    {"java_hash reports the first bad row among long ones", bad_rows_among_long_ones},
};

int main(int argc, char **argv) { return run_kernel_tests(tests, sizeof tests / sizeof *tests, argc, argv); }
