/* Rectangles of interleaved numbers: every one of a small plane, key by key. */
#include <stdio.h>
#include <string.h>

#include "question.h"
#include "testing.h"

enum { BITS = 3, SIDE = 1 << BITS };

static unsigned interleaved(unsigned a, unsigned b) {
  unsigned result = 0;
  for (unsigned i = BITS; i-- > 0;) result = result << 2 | (a >> i & 1) << 1 | (b >> i & 1);
  return result;
}

struct rectangle {
  unsigned a_low, a_high, b_low, b_high;
};

static bool holds(const rowkey_ranges *ranges, uint8_t key) {
  for (size_t i = 0; i < ranges->count; i++) {
    const uint8_t *start = ranges->ranges[i].start, *stop = ranges->ranges[i].stop;
    if ((ranges->ranges[i].start_size == 0 || key >= start[0]) &&
        (ranges->ranges[i].stop_size == 0 || key < stop[0] ||
         (key == stop[0] && ranges->ranges[i].stop_size > 1)))
      return true;
  }
  return false;
}

/* The key of each point is what `key_of` makes of its place. */
static void check(const char *text, struct rectangle at, size_t most, uint8_t (*key_of)(unsigned, unsigned)) {
  const struct question question = {
      text,
      {COLUMN("a", U64), COLUMN("b", U64)},
      2,
      {WHERE(0, GREATER_EQUAL, U64(at.a_low)), WHERE(0, LESS_EQUAL, U64(at.a_high)),
       WHERE(1, GREATER_EQUAL, U64(at.b_low)), WHERE(1, LESS_EQUAL, U64(at.b_high))},
      4,
      most};
  rowkey_ranges *ranges = ask(&question);
  size_t wanted = 0, held = 0;
  for (unsigned a = 0; a < SIDE; a++) {
    for (unsigned b = 0; b < SIDE; b++) {
      const bool inside = a >= at.a_low && a <= at.a_high && b >= at.b_low && b <= at.b_high;
      const bool is_held = holds(ranges, key_of(a, b));
      CHECK(is_held || !inside, "%s: %u, %u of %u…%u, %u…%u is in none of %s", text, a, b, at.a_low,
            at.a_high, at.b_low, at.b_high, ranges_text(ranges));
      wanted += inside;
      held += is_held;
    }
  }
  CHECK(!ranges->exact || held == wanted, "%s: %u…%u, %u…%u: %zu keys for %zu in %s", text, at.a_low,
        at.a_high, at.b_low, at.b_high, held, wanted, ranges_text(ranges));
  if (most == 0) CHECK(ranges->exact, "%s: not exact: %s", text, ranges_text(ranges));
  if (most != 0) CHECK(ranges->count <= most, "%s: %zu ranges of %zu", text, ranges->count, most);
  rowkey_ranges_free(ranges);
}

static uint8_t plain(unsigned a, unsigned b) { return (uint8_t)interleaved(a, b); }
static uint8_t complemented(unsigned a, unsigned b) { return (uint8_t)~interleaved(a, b); }
static uint8_t falling(unsigned a, unsigned b) { return (uint8_t)interleaved(SIDE - 1 - a, b); }

static void every_rectangle(void) {
  static const struct {
    const char *text;
    uint8_t (*key_of)(unsigned, unsigned);
  } layouts[] = {{"{interleave(a, b, 3):u8}", plain},
                 {"{interleave(a, b, 3):~u8}", complemented},
                 {"{interleave(7 - a, b, 3):u8}", falling}};
  static const size_t most[] = {0, 1, 2, 3, 5, 9};
  for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++)
    for (unsigned corners = 0; corners < SIDE * SIDE * SIDE * SIDE; corners++) {
      const struct rectangle at = {corners % SIDE, corners / SIDE % SIDE, corners / SIDE / SIDE % SIDE,
                                   corners / SIDE / SIDE / SIDE};
      if (at.a_low > at.a_high || at.b_low > at.b_high) continue;
      for (size_t k = 0; k < sizeof most / sizeof *most; k++)
        check(layouts[i].text, at, most[k], layouts[i].key_of);
    }
}

/* Of numbers of 32 bits: the count of ranges is bounded, and they hold the corners. */
static void large_rectangle(void) {
  struct question question = {"{interleave(a, b, 32):u64}",
                              {COLUMN("a", U64), COLUMN("b", U64)},
                              2,
                              {WHERE(0, GREATER_EQUAL, U64(3)), WHERE(0, LESS_EQUAL, U64(4000000001)),
                               WHERE(1, GREATER, U64(70000)), WHERE(1, LESS, U64(1234567))},
                              4,
                              50};
  rowkey_ranges *ranges = ask(&question);
  CHECK(ranges->count <= 50 && ranges->count > 20 && !ranges->exact && ranges->filter[0] && ranges->filter[1],
        "%zu ranges", ranges->count);
  rowkey_ranges_free(ranges);
  /* What one condition leaves is a row of squares, and what no number has is nothing. */
  question.count = 2;
  question.conditions[1] = (rowkey_condition)WHERE(0, LESS, U64(UINT64_C(1) << 31));
  question.conditions[0] = (rowkey_condition)WHERE(0, GREATER_EQUAL, U64(0));
  expect_ranges(&question, "..\\x80", true);
  question.conditions[0] = (rowkey_condition)WHERE(0, GREATER_EQUAL, U64(UINT64_C(1) << 32));
  question.count = 1;
  expect_ranges(&question, "", true);
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"every rectangle of a small plane", every_rectangle},
      {"a large rectangle", large_rectangle},
  };
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
