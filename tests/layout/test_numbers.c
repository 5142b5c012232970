/* Sets of integers, against lists of all numbers of small windows: what arithmetic makes of them holds each
 * result, and where it is exact nothing else. */
#include <stdlib.h>
#include <string.h>

#include "plan/numbers.h"
#include "testing.h"

enum { WINDOW = 64, TRIES = 20000 };

/* Where windows begin: around 0, and at the ends of the types. */
static const struct {
  bool is_signed;
  uint64_t first;
} windows[] = {{true, 0 - (uint64_t)WINDOW / 2},
               {false, 0},
               {true, UINT64_C(1) << 63},
               {false, UINT64_MAX - WINDOW + 1}};

/* Which numbers of `first` and after it are there. */
struct marks {
  bool is_signed;
  uint64_t first;
  bool cells[WINDOW];
};

static struct integer number_of(bool is_signed, uint64_t bits) {
  return is_signed ? rowkey_integer_of_i64((int64_t)bits) : rowkey_integer_of_u64(bits);
}

static struct range type_range(bool is_signed) { return is_signed ? rowkey_range_i64() : rowkey_range_u64(); }

/* A few numbers of the window, as ranges, multiples or bits, and their marks. */
static struct numbers make_numbers(size_t window, struct marks *marks) {
  const bool is_signed = windows[window].is_signed;
  struct numbers numbers = {.exact = true};
  const uint64_t pieces = 1 + random_below(3);
  for (uint64_t i = 0; i < pieces; i++) {
    const uint64_t low = random_u64() % WINDOW, high = low + random_u64() % (WINDOW - low);
    const uint64_t step = 1 + random_u64() % 9 * (random_u64() % 2);
    const struct integer first = number_of(is_signed, windows[window].first + low);
    const struct integer last = number_of(is_signed, windows[window].first + high - (high - low) % step);
    const struct numbers piece = {1, {{first, last, rowkey_integer_less(first, last) ? step : 1}}, true};
    numbers = rowkey_numbers_of_either(&numbers, &piece);
  }
  *marks = (struct marks){.is_signed = is_signed, .first = windows[window].first};
  for (uint64_t i = 0; i < WINDOW; i++)
    marks->cells[i] = rowkey_numbers_hold(&numbers, number_of(is_signed, windows[window].first + i));
  return numbers;
}

/* ---- Lists ----------------------------------------------------------------------------------- */

static void check_list(const struct numbers *numbers, const struct marks *marks) {
  uint64_t index = 0;
  for (uint64_t i = 0; i < WINDOW; i++)
    if (marks->cells[i])
      CHECK(rowkey_numbers_at(numbers, index++) == marks->first + i, "number %d", (int)index);
  CHECK(rowkey_numbers_last(numbers) == index - 1, "%d numbers", (int)index);
  for (size_t i = 0; i + 1 < numbers->count; i++)
    CHECK(rowkey_integer_less(numbers->pieces[i].high, numbers->pieces[i + 1].low), "pieces %zu", i);
  CHECK(numbers->count <= PROGRESSIONS_MAX, "%zu pieces", numbers->count);
}

/* The results, sorted and each once, are in the set, and are all of it where that is exact. */
static int compare_integers(const void *a, const void *b) {
  const struct integer *left = a, *right = b;
  return rowkey_integer_less(*left, *right) ? -1 : rowkey_integer_less(*right, *left);
}

static void check_results(const char *name, const struct numbers *numbers, struct integer *results,
                          size_t count) {
  qsort(results, count, sizeof *results, compare_integers);
  size_t different = 0;
  for (size_t i = 0; i < count; i++) {
    CHECK(rowkey_numbers_hold(numbers, results[i]), "%s makes %s, which is missing", name,
          rowkey_integer_text(results[i]).text);
    different += i == 0 || compare_integers(&results[i - 1], &results[i]) != 0;
  }
  CHECK(count == 0 || !numbers->exact || rowkey_numbers_last(numbers) == different - 1,
        "%s makes %zu numbers", name, different);
}

/* ---- Arithmetic ------------------------------------------------------------------------------ */

static struct integer results[WINDOW * WINDOW];

static void check_sums(size_t window) {
  struct marks first, second;
  const struct numbers a = make_numbers(window, &first), b = make_numbers(window & 1, &second);
  const struct range within = type_range(first.is_signed);
  const struct numbers sums = rowkey_numbers_add(&a, &b, within);
  size_t count = 0;
  for (uint64_t i = 0; i < WINDOW; i++)
    for (uint64_t j = 0; j < WINDOW; j++) {
      if (!first.cells[i] || !second.cells[j]) continue;
      const struct integer sum = rowkey_integer_add(number_of(first.is_signed, first.first + i),
                                                    number_of(second.is_signed, second.first + j));
      if (rowkey_range_holds(within, sum)) results[count++] = sum;
    }
  check_results("add", &sums, results, count);
}

static void check_one(size_t window) {
  struct marks marks;
  const struct numbers a = make_numbers(window, &marks);
  check_list(&a, &marks);
  const struct range within = type_range(marks.is_signed);
  const uint64_t n = 1 + (random_u64() >> (58 + random_u64() % 6));
  const struct integer divisor = rowkey_integer_of_u64(n);
  const bool negates = marks.is_signed && random_u64() % 2 == 0;
  const struct integer factor = negates ? rowkey_integer_negate(divisor) : divisor;
  const struct range part = {number_of(marks.is_signed, marks.first + random_u64() % 32),
                             number_of(marks.is_signed, marks.first + 32 + random_u64() % 32)};
  const struct numbers made[] = {rowkey_numbers_multiply(&a, factor, within),
                                 rowkey_numbers_divide(&a, n, true),
                                 rowkey_numbers_divide(&a, n, false),
                                 rowkey_numbers_modulo(&a, n, true),
                                 rowkey_numbers_modulo(&a, n, false),
                                 rowkey_numbers_absolute(&a),
                                 rowkey_numbers_within(&a, part)};
  static const char *const names[] = {"multiply", "divide down", "divide", "floormod",
                                      "modulo",   "abs",         "within"};
  for (size_t kind = 0; kind < sizeof made / sizeof *made; kind++) {
    size_t count = 0;
    for (uint64_t i = 0; i < WINDOW; i++) {
      if (!marks.cells[i]) continue;
      const struct integer number = number_of(marks.is_signed, marks.first + i);
      const struct integer rest = rowkey_integer_floormod(number, divisor);
      const struct integer multiple = rowkey_integer_add(number, rowkey_integer_negate(rest));
      const struct integer all[] = {rowkey_integer_multiply(number, factor),
                                    rowkey_integer_divide(multiple, divisor),
                                    rowkey_integer_divide(number, divisor),
                                    rest,
                                    rowkey_integer_modulo(number, divisor),
                                    rowkey_integer_absolute(number),
                                    number};
      const bool is_there =
          kind == 0 ? rowkey_range_holds(within, all[0]) : kind < 6 || rowkey_range_holds(part, number);
      if (is_there) results[count++] = all[kind];
    }
    check_results(names[kind], &made[kind], results, count);
  }
}

/* ---- Bits ------------------------------------------------------------------------------------ */

static void check_bits(bool is_signed) {
  const uint64_t free =
      random_u64() & random_u64() & (random_u64() >> (random_u64() % 64)) & UINT64_C(0x80000000000001f7);
  const uint64_t bits = random_u64();
  const struct numbers numbers = rowkey_numbers_of_bits(~free, bits, is_signed);
  size_t count = 0;
  for (uint64_t some = free;; some = (some - 1) & free) {
    results[count++] = number_of(is_signed, (bits & ~free) | some);
    if (some == 0) break;
  }
  check_results("bits", &numbers, results, count);
}

static void results_are_there(void) {
  for (size_t i = repetitions(TRIES); i-- > 0;) {
    check_one(i % 4);
    check_sums(i % 4);
    check_bits(i % 2 == 0);
  }
}

int main(int argc, char **argv) {
  static const struct test tests[] = {
      {"results are there, and nothing else where they are exact", results_are_there}};
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
