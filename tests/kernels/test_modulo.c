/* The modulo kernels of every instruction set by every kind of divisor: what tests/descriptors/modulo.c says
 * of them, and divisors that it hardly meets. */
#include "random_call.h"

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

/* Of all four kernels: of signed integers without the highest bit. */
static void check(uint64_t divisor) {
  static const size_t rows = 80;
  for (size_t i = 0; i < 4 * families->count; i++)
    call_at_random(&families->kernels[i % families->count], &rows, &divisor);
}

static void each_divisor(void) {
  for (uint64_t divisor = 1; divisor <= 300; divisor++) check(divisor);
  uint64_t power = 1000;
  for (unsigned i = 3; i < 20; i++, power *= 10) {
    for (uint64_t near = 0; near < 3; near++) check(power + near - 1);
  }
  for (unsigned bit = 8; bit < 64; bit++) {
    for (uint64_t near = 0; near < 7; near++) check((UINT64_C(1) << bit) + near - 3);
  }
  /* The bounds of the schemes of src/kernels/divisor.h, and factors of 2^64 + 1 and their likes. */
  static const uint64_t special[] = {
      ROWKEY_FRACTION64_MAX,        ROWKEY_FRACTION52_MAX,       ROWKEY_QUOTIENT52_MAX,    ROWKEY_FOLD_MAX,
      UINT64_C(641) * 65537,        UINT64_C(6700417) * 641,     UINT64_C(67280421310721), 1000003,
      UINT64_C(0x5555555555555555), UINT64_C(0xaaaaaaaaaaaaaaab)};
  for (size_t i = 0; i < COUNT_OF(special); i++) {
    for (uint64_t near = 0; near < 5; near++) check(special[i] + near - 2);
  }
  for (uint64_t below = 0; below < 5; below++) check(UINT64_MAX - below);
  for (unsigned bits = 1; bits <= 64; bits++) {
    for (size_t i = repetitions(50); i-- > 0;) {
      check((random_u64() | UINT64_C(1) << 63) >> (64 - bits));
    }
  }
}

static const struct test tests[] = {{"remainders by every kind of divisor", each_divisor}};

int main(int argc, char **argv) {
  fuzz_guard_most();
  return run_tests(tests, COUNT_OF(tests), argc, argv);
}
