/* Numbers of 128 bits: against vectors made by Python's integers, and against the compiler's own. */
#include <inttypes.h>
#include <stddef.h>

#include "regions/number.h"
#include "testing.h"

struct vector {
  struct number a;
  uint32_t factor, divisor;
  struct number portion, quotient;
  uint32_t remainder;
};

/* (a + 1) * factor // divisor, a // divisor, a % divisor */
static const struct vector vectors[] = {
    {{0xffffffffffffffff, 0xffffffffffffffff},
     1u,
     3u,
     {0x5555555555555555, 0x5555555555555555},
     {0x5555555555555555, 0x5555555555555555},
     0u},
    {{0xffffffffffffffff, 0xffffffffffffffff},
     16777214u,
     16777215u,
     {0xfffffefffffeffff, 0xfefffffefffffeff},
     {0x0000010000010000, 0x0100000100000100},
     255u},
    {{0xffffffffffffffff, 0xffffffffffffffff},
     4294967294u,
     4294967295u,
     {0xfffffffefffffffe, 0xfffffffefffffffe},
     {0x0000000100000001, 0x0000000100000001},
     0u},
    {{0xffffffffffffffff, 0xffffffffffffffff},
     1u,
     4294967295u,
     {0x0000000100000001, 0x0000000100000001},
     {0x0000000100000001, 0x0000000100000001},
     0u},
    {{0x0000000000000000, 0x0000000000000000},
     1u,
     1u,
     {0x0000000000000000, 0x0000000000000001},
     {0x0000000000000000, 0x0000000000000000},
     0u},
    {{0x0000000000000000, 0x0000000000000000},
     0u,
     7u,
     {0x0000000000000000, 0x0000000000000000},
     {0x0000000000000000, 0x0000000000000000},
     0u},
    {{0x0000000000000000, 0x00000000000f423f},
     54u,
     55u,
     {0x0000000000000000, 0x00000000000efb3a},
     {0x0000000000000000, 0x0000000000004705},
     44u},
    {{0xffffffffffffffff, 0xfffffffffffffffe},
     4294967295u,
     4294967295u,
     {0xffffffffffffffff, 0xffffffffffffffff},
     {0x0000000100000001, 0x0000000100000000},
     4294967294u},
    {{0x0000000000000000, 0xffffffffffffffff},
     1u,
     2u,
     {0x0000000000000000, 0x8000000000000000},
     {0x0000000000000000, 0x7fffffffffffffff},
     1u},
    {{0x0000000000000000, 0xffffffffffffffff},
     5u,
     5u,
     {0x0000000000000001, 0x0000000000000000},
     {0x0000000000000000, 0x3333333333333333},
     0u},
    {{0x0000000000000001, 0x0000000000000000},
     3u,
     7u,
     {0x0000000000000000, 0x6db6db6db6db6db7},
     {0x0000000000000000, 0x2492492492492492},
     2u},
    {{0x8000000000000000, 0x0000000000000000},
     9999u,
     10000u,
     {0x7ffcb923a29c779a, 0x6b50b0f27bb2fec6},
     {0x000346dc5d638865, 0x94af4f0d844d013a},
     5728u},
    {{0x000000000000002e, 0x1a6916c74da4f9fc},
     1300001u,
     8034247u,
     {0x0000000000000007, 0x75b7c9816142f005},
     {0x0000000000000000, 0x00006045f14dcd4b},
     5580719u},
    {{0x0000000000000019, 0x0512bd1311072231},
     1242859370u,
     3942586889u,
     {0x0000000000000007, 0xe321ea25db04eb0a},
     {0x0000000000000000, 0x0000001b418bae4d},
     2461478780u},
    {{0x0000000000000022, 0x8534f45738d048ec},
     1448415u,
     4641965u,
     {0x000000000000000a, 0xc570ce1f4ce88957},
     {0x0000000000000000, 0x00007cc3dd0ab6c2},
     3022802u},
    {{0x000000000000003c, 0x36e2f24b43000de0},
     164u,
     213u,
     {0x000000000000002e, 0x5cbd2920b563cc30},
     {0x0000000000000000, 0x485ecfdc4c0869d4},
     124u},
    {{0x000000023184ff27, 0x459142deccea2645},
     3123859u,
     4859365u,
     {0x0000000168f985a4, 0x4fcf388b047ffb5d},
     {0x0000000000000792, 0xad0d9d69fcfe40d6},
     4143319u},
    {{0x0000000000000015, 0x9b191bf4d8441b56},
     1086527460u,
     1666154607u,
     {0x000000000000000e, 0x16ec11c5a89b62e8},
     {0x0000000000000000, 0x00000037b1e9698f},
     522638933u},
    {{0x000000000000001e, 0x3f5082492d83a823},
     1148481u,
     1498981u,
     {0x0000000000000017, 0x2cbae215423af60e},
     {0x0000000000000000, 0x0001528a61c073fa},
     1253505u},
    {{0x000000094abcb06a, 0xe8abb93f01d89a02},
     1339008387u,
     3789523705u,
     {0x000000034883a97d, 0x8f070859a68440c7},
     {0x000000000000000a, 0x8802d656e697ede0},
     3149364002u},
};

static void expect(struct number seen, struct number expected, const char *what) {
  CHECK(seen.high == expected.high && seen.low == expected.low,
        "%s: %016" PRIx64 "%016" PRIx64 " instead of %016" PRIx64 "%016" PRIx64, what, seen.high, seen.low,
        expected.high, expected.low);
}

static void check_vector(const struct vector *vector) {
  expect(rowkey_number_portion(vector->a, vector->factor, vector->divisor), vector->portion, "a portion");
  struct number quotient = vector->a;
  const uint32_t remainder = rowkey_number_divide(&quotient, vector->divisor);
  expect(quotient, vector->quotient, "a quotient");
  CHECK(remainder == vector->remainder, "a remainder: %" PRIu32 " instead of %" PRIu32, remainder,
        vector->remainder);
}

static void test_vectors(void) {
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) check_vector(&vectors[i]);
}

/* Numbers of any length, with runs of ones and of zeros, where carries go far. */
static struct number random_number(void) {
  struct number number = {random_u64(), random_u64()};
  switch (random_below(4)) {
    case 0:
      number.low = random_below(2) == 0 ? 0 : UINT64_MAX;
      break;
    case 1:
      number.high = random_below(2) == 0 ? 0 : UINT64_MAX;
      break;
    default:
      break;
  }
  for (uint64_t halves = random_below(129); halves > 0; halves--) number = number_half(number);
  return number;
}

/* a = quotient * divisor + remainder, put together by adding and doubling. */
static void test_division(void) {
  for (size_t i = 0; i < 20000; i++) {
    const struct number a = random_number();
    const uint32_t divisor = 1 + (uint32_t)(random_below(UINT32_MAX) >> random_below(32));
    struct number quotient = a, sum = number_of(0);
    const uint32_t remainder = rowkey_number_divide(&quotient, divisor);
    CHECK(remainder < divisor, "remainder %" PRIu32 " of %" PRIu32, remainder, divisor);
    for (unsigned bit = 32; bit-- > 0;) {
      sum = number_add(sum, sum);
      if ((divisor >> bit & 1) != 0) sum = number_add(sum, quotient);
    }
    expect(number_add(sum, number_of(remainder)), a, "quotient * divisor + remainder");
  }
}

#ifdef __SIZEOF_INT128__
static unsigned __int128 wide_of(struct number a) { return (unsigned __int128)a.high << 64 | a.low; }
static struct number number_of_wide(unsigned __int128 a) {
  return (struct number){(uint64_t)(a >> 64), (uint64_t)a};
}
#endif

static void test_compiler(void) {
#ifdef __SIZEOF_INT128__
  for (size_t i = 0; i < 100000; i++) {
    const struct number a = random_number(), b = random_number();
    expect(number_add(a, b), number_of_wide(wide_of(a) + wide_of(b)), "a sum");
    expect(number_subtract(a, b), number_of_wide(wide_of(a) - wide_of(b)), "a difference");
    expect(number_half(a), number_of_wide(wide_of(a) / 2), "a half");
    CHECK(number_less(a, b) == (wide_of(a) < wide_of(b)), "an order");
    CHECK(number_to_double(a) >= (double)wide_of(a) * (1 - 1e-15) &&
              number_to_double(a) <= (double)wide_of(a) * (1 + 1e-15),
          "%g as a double", (double)wide_of(a));
    /* a product that fits */
    const struct number small = number_of_wide(wide_of(a) >> 33);
    const uint32_t divisor = 1 + (uint32_t)random_below(UINT32_MAX);
    const uint32_t factor = (uint32_t)random_below(divisor);
    expect(rowkey_number_portion(small, factor, divisor),
           number_of_wide((wide_of(small) + 1) * factor / divisor), "a portion");
  }
#endif
}

int main(int argc, char **argv) {
  const struct test tests[] = {{"vectors of Python", test_vectors},
                               {"quotient and remainder give the number back", test_division},
                               {"the compiler's numbers of 128 bits", test_compiler}};
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
