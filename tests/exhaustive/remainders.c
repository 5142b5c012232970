/* Remainders of 2^32 dividends in a row by divisors of every scheme. The oracle counts up to the divisor. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exhaustive.h"
#include "kernels/divisor.h"
#include "reference/reference.h"

enum { BATCH = 1 << 14 };
#define ALL (UINT64_C(1) << 32)

/* On both sides of each bound between schemes, with inverses of 32, 33, 64 and 65 bits. */
static const uint64_t divisors[] = {1,
                                    2,
                                    3,
                                    7,
                                    641,
                                    1000000,
                                    ROWKEY_FRACTION64_MAX,
                                    ROWKEY_FRACTION64_MAX + 1,
                                    UINT64_C(0x80000001),
                                    UINT32_MAX,
                                    UINT64_C(0x100000001),
                                    ROWKEY_FRACTION52_MAX,
                                    ROWKEY_FRACTION52_MAX + 1,
                                    UINT64_C(1000000000000000),
                                    UINT64_C(0x8000000000000001),
                                    ROWKEY_QUOTIENT52_MAX,
                                    ROWKEY_QUOTIENT52_MAX + 1,
                                    UINT64_MAX};
enum { DIVISORS = sizeof divisors / sizeof divisors[0] };

static const struct rowkey_kernels *kernels;
static struct rowkey_divisor_constants constants;

/* Where in a run of the divisor's remainders the next one stands. */
static uint64_t next_remainder;

/* Whether the remainders go on counting. */
static void check_counted(const uint64_t *remainders, uint64_t first, const char *form) {
  const uint64_t d = constants.value;
  for (size_t i = 0; i < BATCH;) {
    const uint64_t run = d - next_remainder;
    const size_t count = run < BATCH - i ? (size_t)run : BATCH - i;
    uint64_t wrong = 0;
    for (size_t j = 0; j < count; j++) wrong |= remainders[i + j] ^ (next_remainder + j);
    if (wrong != 0)
      fail("%s, divisor %" PRIu64 ": a remainder of dividends from %" PRIu64 " on is wrong", form, d,
           first + i);
    next_remainder = count == run ? 0 : next_remainder + count;
    i += count;
  }
}

static void all_u32(void) {
  static uint32_t values[BATCH], narrow[BATCH];
  static uint64_t remainders[BATCH];
  next_remainder = 0;
  for (uint64_t first = 0; first < ALL; first += BATCH) {
    for (uint32_t i = 0; i < BATCH; i++) values[i] = (uint32_t)first + i;
    kernels->modulo_u32(&constants, values, BATCH, narrow);
    for (size_t i = 0; i < BATCH; i++) remainders[i] = narrow[i];
    check_counted(remainders, first, "u32");
  }
}

static void all_u64(uint64_t begin) {
  static uint64_t values[BATCH], remainders[BATCH];
  next_remainder = reference_modulo_u64(begin, constants.value);
  for (uint64_t first = 0; first < ALL; first += BATCH) {
    for (size_t i = 0; i < BATCH; i++) values[i] = begin + first + i;
    kernels->modulo_u64(&constants, values, BATCH, remainders);
    check_counted(remainders, begin + first, "u64");
  }
}

/* Signed dividends from 0 down to -(2^32 - 1), in the direction in which floored remainders count up. */
static void all_i64(void) {
  static uint64_t values[BATCH], remainders[BATCH];
  next_remainder = (constants.value - UINT32_MAX % constants.value) % constants.value;
  for (uint64_t first = 0; first < ALL; first += BATCH) {
    for (size_t i = 0; i < BATCH; i++) values[i] = first + i - UINT32_MAX;
    kernels->modulo_i64(&constants, values, BATCH, UINT32_MAX, true, remainders);
    check_counted(remainders, first, "i64, floored");
  }
}

static void store_big_endian(uint8_t *bytes, uint64_t x) {
  for (int i = 7; i >= 0; i--, x >>= 8) bytes[i] = (uint8_t)x;
}

/* Digests high:begin, high:begin + 1, … */
static void all_u128(uint64_t high, uint64_t begin) {
  static uint8_t digests[16 * BATCH];
  static uint64_t remainders[BATCH];
  for (size_t i = 0; i < BATCH; i++) store_big_endian(digests + 16 * i, high);
  store_big_endian(digests + 8, begin);
  next_remainder = reference_modulo_u128(digests, constants.value);
  for (uint64_t first = 0; first < ALL; first += BATCH) {
    for (size_t i = 0; i < BATCH; i++) store_big_endian(digests + 16 * i + 8, begin + first + i);
    kernels->modulo_u128(&constants, digests, BATCH, remainders);
    check_counted(remainders, begin + first, "u128");
  }
}

int main(int argc, char **argv) {
  kernels = kernels_of_argument(argc, argv);
  for (size_t i = 0; i < DIVISORS; i++) {
    rowkey_divisor divisor;
    if (rowkey_divisor_init(&divisor, divisors[i], NULL) != ROWKEY_OK)
      fail("no constants for %" PRIu64, divisors[i]);
    memcpy(&constants, &divisor, sizeof constants);
    if (divisors[i] <= UINT32_MAX) all_u32();
    all_i64();
    all_u64(UINT64_C(0xfedcba9800000000));
    all_u128(UINT64_C(0xfedcba9876543210), UINT64_C(0xf0e1d2c300000000));
  }
  printf("%s: 2^32 dividends of 32, 64 and 128 bits and signed ones by %d divisors\n", kernels->name,
         DIVISORS);
  return EXIT_SUCCESS;
}
