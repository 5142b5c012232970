/* The kernel scale_floats of every instruction set, and the reference, against exact fractions. */
#include "each_isa.h"
#include "reference/reference.h"

enum { ROWS = 200 };

/* Python 3.11: round and math.floor of Fraction(number) * factor. */
static void halves_and_what_only_looks_like_them(void) {
  static const struct {
    double number;
    uint64_t factor;
    int64_t rounded, floor;
  } known[] = {
      {0x1.3d70a3d70a3d7p-3, UINT64_C(100), INT64_C(15), INT64_C(15)},
      {-0x1.3d70a3d70a3d7p-3, UINT64_C(100), INT64_C(-15), INT64_C(-16)},
      {0x1.1d70a3d70a3d7p+0, UINT64_C(100), INT64_C(111), INT64_C(111)},
      {0x1.2000000000000p+0, UINT64_C(100), INT64_C(112), INT64_C(112)},
      {0x1.6000000000000p+0, UINT64_C(100), INT64_C(138), INT64_C(137)},
      {-0x1.2000000000000p+0, UINT64_C(100), INT64_C(-112), INT64_C(-113)},
      {0x0.0000000000001p-1022, UINT64_C(1), INT64_C(0), INT64_C(0)},
      {-0x0.0000000000001p-1022, UINT64_C(1), INT64_C(0), INT64_C(-1)},
      {0x0.0000000000001p-1022, UINT64_C(18446744073709551615), INT64_C(0), INT64_C(0)},
      {0x1.0000000000000p-64, UINT64_C(9223372036854775808), INT64_C(0), INT64_C(0)},
      {0x1.0000000000000p-64, UINT64_C(9223372036854775809), INT64_C(1), INT64_C(0)},
      {0x1.ffffffffffffep+50, UINT64_C(1), INT64_C(2251799813685248), INT64_C(2251799813685247)},
      {0x1.0000000000001p+51, UINT64_C(1), INT64_C(2251799813685248), INT64_C(2251799813685248)},
      {0x1.fffffffffffffp+51, UINT64_C(1), INT64_C(4503599627370496), INT64_C(4503599627370495)},
      {0x1.28f5c28f5c28fp-2, UINT64_C(1000000000), INT64_C(290000000), INT64_C(289999999)},
      {0x1.9cf0e4007e6b7p+30, UINT64_C(1000000000), INT64_C(1732000000123456717),
       INT64_C(1732000000123456716)},
      {-0x1.0000000000000p+63, UINT64_C(1), INT64_MIN, INT64_MIN},
      {0x1.fffffffffffffp+62, UINT64_C(1), INT64_C(9223372036854774784), INT64_C(9223372036854774784)},
      {0x1.c6bf526340000p+49, UINT64_C(9223), INT64_C(9223000000000000000), INT64_C(9223000000000000000)},
      {0x1.059999999999ap+3, UINT64_C(1000), INT64_C(8175), INT64_C(8175)},
  };
  for (size_t i = 0; i < 2 * sizeof known / sizeof *known; i++) {
    const double number = known[i / 2].number;
    const uint64_t factor = known[i / 2].factor;
    const bool floors = i % 2 != 0;
    const int64_t expected = floors ? known[i / 2].floor : known[i / 2].rounded;
    int64_t found;
    CHECK(reference_scale(number, factor, floors, &found) && found == expected,
          "the reference: %a times %llu", number, (unsigned long long)factor);
    EACH_KERNEL(kernels, scale_floats) {
      double numbers[ROWS];
      uint64_t out[ROWS];
      for (size_t row = 0; row < ROWS; row++) numbers[row] = number;
      const size_t good = kernels->scale_floats(numbers, ROWS, factor, floors, out);
      CHECK(good == ROWS, "%s: %a times %llu", kernels->name, number, (unsigned long long)factor);
      for (size_t row = 0; row < ROWS; row++)
        CHECK(out[row] == (uint64_t)expected, "%s: %a times %llu in row %zu: %lld", kernels->name, number,
              (unsigned long long)factor, row, (long long)out[row]);
    }
  }
}

static const struct test tests[] = {
    {"halves, and what only looks like them", halves_and_what_only_looks_like_them},
};

int main(int argc, char **argv) { return run_kernel_tests(tests, sizeof tests / sizeof *tests, argc, argv); }
