/* What is known at compile time about expressions: ranges of integers, against every pair of numbers in them.
 */
#include "plan/range.h"

#include <stdbool.h>
#include <string.h>

#include "testing.h"

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])
enum { MOST = 6 }; /* of the small numbers: every interval of -MOST … MOST is tried with every other */

static struct integer of(int64_t value) { return rowkey_integer_of_i64(value); }
static struct range between(int64_t low, int64_t high) { return rowkey_range_of(of(low), of(high)); }

static bool same(struct integer a, struct integer b) {
  return a.magnitude == b.magnitude && a.negative == b.negative && a.beyond == b.beyond;
}

static bool is_range(struct range range, int64_t low, int64_t high) {
  return same(range.low, of(low)) && same(range.high, of(high));
}

static int64_t floormod(int64_t a, int64_t b) { return (a % b + b) % b; }
static int64_t largest_of(int64_t a, int64_t b) { return a > b ? a : b; }
static int64_t magnitude(int64_t a) { return a < 0 ? -a : a; }

static void small_numbers(void) {
  for (int64_t a = -MOST; a <= MOST; a++) {
    CHECK(same(rowkey_integer_negate(of(a)), of(-a)), "-(%d)", (int)a);
    CHECK(same(rowkey_integer_absolute(of(a)), of(magnitude(a))), "abs(%d)", (int)a);
    CHECK(rowkey_integer_bits(of(a)) == (uint64_t)a, "the bits of %d", (int)a);
    for (int64_t b = -MOST; b <= MOST; b++) {
      CHECK(same(rowkey_integer_add(of(a), of(b)), of(a + b)), "%d + %d", (int)a, (int)b);
      CHECK(same(rowkey_integer_multiply(of(a), of(b)), of(a * b)), "%d * %d", (int)a, (int)b);
      CHECK(rowkey_integer_less(of(a), of(b)) == (a < b), "%d < %d", (int)a, (int)b);
      if (b == 0) continue;
      CHECK(same(rowkey_integer_modulo(of(a), of(b)), of(a % b)), "%d %% %d", (int)a, (int)b);
      CHECK(same(rowkey_integer_divide(of(a), of(b)), of(a / b)), "%d / %d", (int)a, (int)b);
      CHECK(same(rowkey_integer_floormod(of(a), of(b)), of(floormod(a, b))), "%d floormod %d", (int)a,
            (int)b);
    }
  }
}

struct text_of {
  struct integer number;
  const char *text;
};

static void numbers_around_2_to_the_64(void) {
  const struct integer most = rowkey_integer_of_u64(UINT64_MAX), one = of(1);
  const struct integer least = rowkey_integer_negate(most), beyond = rowkey_integer_add(most, one);
  const struct integer below = rowkey_integer_negate(beyond);
  CHECK(beyond.beyond && below.beyond && !most.beyond && !least.beyond, "2^64 is beyond");
  CHECK(same(rowkey_integer_add(least, of(-1)), below), "-2^64");
  CHECK(same(rowkey_integer_add(most, of(-1)), rowkey_integer_of_u64(UINT64_MAX - 1)), "2^64 - 2");
  /* What is beyond stays there. */
  CHECK(same(rowkey_integer_add(beyond, of(-9)), beyond) && same(rowkey_integer_add(of(9), below), below),
        "+");
  CHECK(same(rowkey_integer_multiply(most, of(2)), beyond), "*");
  CHECK(same(rowkey_integer_multiply(of(INT64_MIN), of(-2)), beyond), "2^63 * 2");
  CHECK(same(rowkey_integer_multiply(of(INT64_MIN), of(2)), below), "-2^63 * 2");
  CHECK(same(rowkey_integer_multiply(most, of(1)), most), "2^64 - 1");

  const struct integer rising[] = {below, least,         of(INT64_MIN), of(-1), of(0),
                                   of(1), of(INT64_MAX), most,          beyond};
  for (size_t i = 0; i < COUNT_OF(rising); i++) {
    for (size_t j = 0; j < COUNT_OF(rising); j++)
      CHECK(rowkey_integer_less(rising[i], rising[j]) == (i < j), "number %zu and number %zu", i, j);
  }
  const struct text_of texts[] = {
      {most, "18446744073709551615"}, {of(INT64_MIN), "-9223372036854775808"}, {of(0), "0"}};
  for (size_t i = 0; i < COUNT_OF(texts); i++)
    CHECK(strcmp(rowkey_integer_text(texts[i].number).text, texts[i].text) == 0, "%s", texts[i].text);
}

/* What an operation makes of all pairs from two intervals: its least and its largest result. */
struct results {
  bool any;
  int64_t low, high;
};

static void add_result(struct results *results, int64_t value) {
  if (!results->any || value < results->low) results->low = value;
  if (!results->any || value > results->high) results->high = value;
  results->any = true;
}

static bool holds_all(struct range range, const struct results *results) {
  return !results->any || rowkey_range_within(between(results->low, results->high), range);
}

/* |, ^ and, where b has no negative number, shifts. */
static void check_bits(int64_t al, int64_t ah, int64_t bl, int64_t bh) {
  const struct range a = between(al, ah), b = between(bl, bh);
  struct results either = {0}, one = {0}, left = {0}, right = {0};
  for (int64_t i = al; i <= ah; i++) {
    for (int64_t j = bl; j <= bh; j++) {
      add_result(&either, i | j);
      add_result(&one, i ^ j);
      if (j < 0) continue;
      const int64_t power = INT64_C(1) << j;
      add_result(&left, i * power);
      add_result(&right, (i - floormod(i, power)) / power);
    }
  }
#define PAIR "%d…%d and %d…%d", (int)al, (int)ah, (int)bl, (int)bh
  CHECK(holds_all(rowkey_range_or(a, b), &either) && holds_all(rowkey_range_xor(a, b), &one), PAIR);
  if (al == ah && bl == bh) {
    CHECK(is_range(rowkey_range_or(a, b), al | bl, al | bl), PAIR);
    CHECK(is_range(rowkey_range_xor(a, b), al ^ bl, al ^ bl), PAIR);
  }
  if (bl < 0) return;
  CHECK(is_range(rowkey_range_shift_left(a, b), left.low, left.high), PAIR);
  CHECK(is_range(rowkey_range_shift_right(a, b), right.low, right.high), PAIR);
#undef PAIR
}

static void check_pair(int64_t al, int64_t ah, int64_t bl, int64_t bh) {
  const struct range a = between(al, ah), b = between(bl, bh);
  struct results sum = {0}, difference = {0}, product = {0}, quotient = {0}, rest = {0}, floored = {0},
                 bits = {0};
  for (int64_t i = al; i <= ah; i++) {
    for (int64_t j = bl; j <= bh; j++) {
      add_result(&sum, i + j);
      add_result(&difference, i - j);
      add_result(&product, i * j);
      add_result(&bits, i & j);
      if (j == 0) continue;
      add_result(&quotient, i / j);
      add_result(&rest, i % j);
      add_result(&floored, floormod(i, j));
    }
  }
#define PAIR "%d…%d and %d…%d", (int)al, (int)ah, (int)bl, (int)bh
  CHECK(is_range(rowkey_range_add(a, b), sum.low, sum.high), PAIR);
  CHECK(is_range(rowkey_range_subtract(a, b), difference.low, difference.high), PAIR);
  CHECK(is_range(rowkey_range_multiply(a, b), product.low, product.high), PAIR);
  CHECK(holds_all(rowkey_range_and(a, b), &bits), PAIR);
  const bool apart = ah < bl || bh < al, points = al == ah && bl == bh;
  CHECK(rowkey_range_apart(a, b) == apart, PAIR);
  CHECK(rowkey_range_within(a, b) == (bl <= al && ah <= bh), PAIR);
  if (!apart) CHECK(is_range(rowkey_range_common(a, b), largest_of(al, bl), ah < bh ? ah : bh), PAIR);
  if (points) CHECK(is_range(rowkey_range_and(a, b), al & bl, al & bl), PAIR);
  if (!quotient.any) return;
  CHECK(is_range(rowkey_range_divide(a, b), quotient.low, quotient.high), PAIR);
  const struct range modulo = rowkey_range_modulo(a, b), floors = rowkey_range_floormod(a, b);
  CHECK(holds_all(modulo, &rest) && holds_all(floors, &floored), PAIR);
  if (points)
    CHECK(is_range(modulo, rest.low, rest.high) && is_range(floors, floored.low, floored.high), PAIR);
  /* No wider than the divisors allow. */
  const int64_t bound = largest_of(magnitude(bl), magnitude(bh)) - 1;
  CHECK(rowkey_range_within(modulo, between(al < 0 ? -bound : 0, ah < 0 ? 0 : bound)), PAIR);
  CHECK(rowkey_range_within(floors, between(bl < 0 ? bl + 1 : 0, bh > 0 ? bh - 1 : 0)), PAIR);
  if (bl == bh && magnitude(bl) > MOST) CHECK(is_range(modulo, al, ah), PAIR);
#undef PAIR
}

static void small_ranges(void) {
  for (int64_t al = -MOST; al <= MOST; al++) {
    for (int64_t ah = al; ah <= MOST; ah++) {
      CHECK(rowkey_range_is_point(between(al, ah)) == (al == ah), "%d…%d", (int)al, (int)ah);
      for (int64_t bl = -MOST - 1; bl <= MOST + 1; bl++)
        for (int64_t bh = bl; bh <= MOST + 1; bh++) {
          check_pair(al, ah, bl, bh);
          check_bits(al, ah, bl, bh);
        }
    }
  }
}

static const struct test tests[] = {
    {"every operation of small numbers", small_numbers},
    {"numbers around 2^64", numbers_around_2_to_the_64},
    {"every operation of small ranges", small_ranges},
};

int main(int argc, char **argv) { return run_tests(tests, COUNT_OF(tests), argc, argv); }
