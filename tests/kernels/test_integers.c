/* The kernels from integers to integers or to digits, of every instruction set, against one value at a time.
 */
#include <string.h>

#include "kernels/divisor.h"
#include "place.h"
#include "reference/reference.h"

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])
enum { ROWS_MAX = 150, HASH = 16, HASH_DIGITS = 39 };

static uint64_t random_bits(unsigned bits) { return bits == 0 ? 0 : random_u64() >> (64 - bits); }

/* Any magnitude of so many bits, of either sign, the ends of the range among them. */
static uint64_t random_signed(unsigned bits) {
  const uint64_t most = bits == 0 ? 0 : UINT64_MAX >> (64 - bits);
  const uint64_t magnitude = random_below(8) == 0   ? most - random_bits(2) % (most + (most != UINT64_MAX))
                             : random_below(8) == 0 ? random_bits(3) & most
                                                    : random_bits((unsigned)random_below(bits + 1));
  return random_below(2) == 0 ? magnitude : 0 - magnitude;
}

/* Room for `rows` values right before a guard page. */
static uint64_t *values_in(struct guarded arena, size_t rows) { return (uint64_t *)(void *)arena.end - rows; }

/* Every number of rows once, then any. */
static size_t rows_of(size_t repetition) {
  return repetition <= ROWS_MAX ? repetition : (size_t)random_below(ROWS_MAX + 1);
}

/* ---- remainders */

static uint64_t magnitude_of(uint64_t value) { return value >> 63 != 0 ? 0 - value : value; }

static uint64_t expected_remainder(uint64_t value, uint64_t divisor, bool floors) {
  const uint64_t rest = magnitude_of(value) % divisor;
  if (value >> 63 == 0 || rest == 0) return rest;
  return floors ? divisor - rest : 0 - rest;
}

static void check_remainders(struct guarded in, struct guarded out, uint64_t divisor, unsigned bits) {
  rowkey_divisor constants;
  CHECK(rowkey_divisor_init(&constants, divisor, NULL) == ROWKEY_OK, "divisor");
  struct rowkey_divisor_constants by;
  memcpy(&by, constants.opaque, sizeof by);
  const uint64_t largest = UINT64_MAX >> (64 - bits);
  const size_t rows = (size_t)random_below(70);
  uint64_t *values = values_in(in, rows), *remainders = values_in(out, rows);
  for (size_t i = 0; i < rows; i++) {
    values[i] = random_signed(bits);
    if (random_below(4) == 0 && divisor <= largest) {
      /* around a multiple of the divisor */
      const uint64_t multiple = random_bits(bits) / divisor * divisor;
      const uint64_t near = multiple + (random_below(3) - 1);
      if (near <= largest) values[i] = random_below(2) == 0 ? near : 0 - near;
    }
  }
  EACH_KERNEL(kernels, modulo_i64) {
    for (unsigned floors = 0; floors < 2; floors++) {
      memset(remainders, 0xee, rows * 8);
      kernels->modulo_i64(&by, values, rows, largest, floors != 0, remainders);
      for (size_t i = 0; i < rows; i++) {
        const uint64_t wanted = expected_remainder(values[i], divisor, floors != 0);
        CHECK(remainders[i] == wanted, "%s: %lld mod %llu, floors %u, of %u bits: %lld, not %lld",
              kernels->name, (long long)values[i], (unsigned long long)divisor, floors, bits,
              (long long)remainders[i], (long long)wanted);
      }
    }
    memcpy(remainders, values, rows * 8);
    kernels->modulo_i64(&by, remainders, rows, largest, false, remainders);
    for (size_t i = 0; i < rows; i++)
      CHECK(remainders[i] == expected_remainder(values[i], divisor, false), "%s: in place", kernels->name);
  }
}

static void signed_remainders(void) {
  const struct guarded in = guarded_of(ROWS_MAX * 8), out = guarded_of(ROWS_MAX * 8);
  static const unsigned sizes[] = {1, 8, 31, 32, 33, 62, 63};
  for (size_t i = 0; i < COUNT_OF(sizes); i++) {
    for (uint64_t divisor = 1; divisor <= 40; divisor++) check_remainders(in, out, divisor, sizes[i]);
    for (unsigned bit = 6; bit < 63; bit++)
      for (uint64_t near = 0; near < 3; near++)
        check_remainders(in, out, (UINT64_C(1) << bit) + near - 1, sizes[i]);
    for (size_t repetition = repetitions(300); repetition-- > 0;)
      check_remainders(in, out, 1 + random_bits((unsigned)random_below(63)), sizes[i]);
  }
}

/* The smallest i64 has no positive counterpart. */
static void remainder_of_the_smallest(void) {
  const uint64_t smallest = UINT64_C(1) << 63;
  static const uint64_t divisors[] = {1, 2, 3, 7, 1000, 1000003, INT64_MAX};
  for (size_t i = 0; i < COUNT_OF(divisors); i++) {
    rowkey_divisor constants;
    CHECK(rowkey_divisor_init(&constants, divisors[i], NULL) == ROWKEY_OK, "divisor");
    struct rowkey_divisor_constants by;
    memcpy(&by, constants.opaque, sizeof by);
    EACH_KERNEL(kernels, modulo_i64) {
      uint64_t remainders[2];
      kernels->modulo_i64(&by, &smallest, 1, smallest, false, &remainders[0]);
      kernels->modulo_i64(&by, &smallest, 1, smallest, true, &remainders[1]);
      for (unsigned floors = 0; floors < 2; floors++)
        CHECK(remainders[floors] == expected_remainder(smallest, divisors[i], floors != 0), "%s: mod %llu",
              kernels->name, (unsigned long long)divisors[i]);
    }
  }
}

/* ---- bits */

/* 1 and 2 bits have one order each; Z-order counts squares along a Z. */
static void bits_in_known_orders(void) {
  static const struct {
    uint64_t number, reversed;
    unsigned bits;
  } turned[] = {{1, 1, 1},
                {1, 2, 2},
                {1, 128, 8},
                {6, 3, 3},
                {0, 0, 64},
                {1, UINT64_C(1) << 63, 64},
                {UINT64_MAX, UINT64_MAX, 64},
                {UINT64_C(0x0123456789abcdef), UINT64_C(0xf7b3d591e6a2c480), 64}};
  static const uint64_t z_order[4][4] = {{0, 1, 4, 5}, {2, 3, 6, 7}, {8, 9, 12, 13}, {10, 11, 14, 15}};
  EACH_ISA(kernels) {
    for (size_t i = 0; i < COUNT_OF(turned); i++) {
      uint64_t made;
      kernels->reverse_bits(&turned[i].number, 1, turned[i].bits, &made);
      CHECK(made == turned[i].reversed && made == reference_reverse_bits(turned[i].number, turned[i].bits),
            "%s: %llx of %u bits: %llx", kernels->name, (unsigned long long)turned[i].number, turned[i].bits,
            (unsigned long long)made);
    }
    for (uint64_t a = 0; a < 4; a++) {
      for (uint64_t b = 0; b < 4; b++) {
        uint64_t made;
        kernels->interleave_bits(&a, &b, 1, &made);
        CHECK(made == z_order[a][b] && made == reference_interleave_bits(a, b), "%s: %llu and %llu: %llu",
              kernels->name, (unsigned long long)a, (unsigned long long)b, (unsigned long long)made);
      }
    }
  }
}

/* ---- digits */

static void short_decimal_strings(void) {
  const struct guarded in = guarded_of(ROWS_MAX * 8), out = guarded_of(ROWS_MAX * 8),
                       begins = guarded_of(ROWS_MAX * 8), ends = guarded_of(ROWS_MAX * 8);
  for (size_t repetition = ROWS_MAX + repetitions(250); repetition-- > 0;) {
    const size_t rows = rows_of(repetition);
    uint64_t *values = values_in(in, rows), *begin = values_in(begins, rows), *end = values_in(ends, rows);
    uint8_t *text = out.end - 8 * rows;
    for (size_t i = 0; i < rows; i++) {
      uint64_t power = 1;
      for (uint64_t digits = random_below(9); digits-- > 0;) power *= 10;
      values[i] = random_below(3) == 0 ? power - 1 : random_below(power);
    }
    EACH_KERNEL(kernels, decimal_strings) {
      memset(text, 0xee, rows * 8);
      memset(begin, 0xee, rows * 8);
      memset(end, 0xee, rows * 8);
      kernels->decimal_strings(values, rows, text, begin, end);
      for (size_t i = 0; i < rows; i++) {
        uint8_t wanted[20];
        const unsigned length = reference_decimal(values[i], wanted);
        CHECK(begin[i] == 8 * i && end[i] == 8 * i + length && memcmp(text + 8 * i, wanted, length) == 0,
              "%s: row %zu: %llu", kernels->name, i, (unsigned long long)values[i]);
      }
    }
  }
}

/* By long division, digit by digit. */
static void expected_decimal(const uint8_t number[HASH], uint8_t text[HASH_DIGITS]) {
  uint8_t left[HASH];
  memcpy(left, number, HASH);
  for (size_t digit = HASH_DIGITS; digit-- > 0;) {
    unsigned rest = 0;
    for (size_t i = 0; i < HASH; i++) {
      rest = rest << 8 | left[i];
      left[i] = (uint8_t)(rest / 10);
      rest %= 10;
    }
    text[digit] = (uint8_t)('0' + rest);
  }
}

static void store_big_endian_128(uint64_t high, uint64_t low, uint8_t number[HASH]) {
  reference_big_endian(high, 8, number);
  reference_big_endian(low, 8, number + 8);
}

/* Around the multiples of 10^19, where quotients and remainders change, and of 10^19 * 2^64. */
static void fill_hash(uint8_t number[HASH]) {
  const uint64_t e19 = UINT64_C(10000000000000000000), near = random_below(5) - 2;
  switch (random_below(6)) {
    case 0:
      store_big_endian_128(UINT64_MAX - random_below(2), UINT64_MAX - random_below(3), number);
      break;
    case 1: /* 2 * 10^38 and its like: the product of 10^19 with 10^19 and 2 * 10^19, 3 * 10^19 */
      store_big_endian_128(UINT64_C(5421010862427522170) * (1 + random_below(3)) + random_below(3),
                           random_u64(), number);
      break;
    case 2:
      store_big_endian_128(e19 + near, random_u64(), number);
      break;
    case 3:
      store_big_endian_128(0, e19 + near, number);
      break;
    case 4:
      store_big_endian_128(random_bits((unsigned)random_below(65)), random_bits((unsigned)random_below(65)),
                           number);
      break;
    default:
      random_bytes(number, HASH);
  }
}

static void decimal_of_hashes(void) {
  static uint8_t expected[ROWS_MAX * HASH_DIGITS];
  const struct guarded in = guarded_of(ROWS_MAX * HASH), out = guarded_of(ROWS_MAX * (HASH_DIGITS + 10));
  for (size_t repetition = ROWS_MAX + repetitions(150); repetition-- > 0;) {
    const size_t rows = rows_of(repetition), gap = (size_t)random_below(10);
    uint8_t *numbers = in.end - rows * HASH;
    for (size_t i = 0; i < rows; i++) {
      fill_hash(numbers + i * HASH);
      expected_decimal(numbers + i * HASH, expected + i * HASH_DIGITS);
    }
    const struct rows_shape shape = {rows, HASH_DIGITS, HASH_DIGITS + gap, HASH_DIGITS, 0, 0};
    EACH_KERNEL(kernels, decimal_u128) {
      const struct rows_out placed = place_rows(out, shape, rows % 2 == 0 ? GUARD_BEGIN : GUARD_END);
      kernels->decimal_u128(numbers, rows, placed.place.at, placed.place.stride);
      check_rows(&placed, expected, rows, "decimal_u128", kernels->name);
    }
  }
}

static void hex_of_bytes_and_integers(void) {
  static uint8_t expected[ROWS_MAX * 100];
  const struct guarded in = guarded_of(ROWS_MAX * 50), out = guarded_of(place_shape_size(ROWS_MAX, 100));
  for (size_t repetition = 2 * ROWS_MAX + repetitions(300); repetition-- > 0;) {
    const size_t rows = rows_of(repetition / 2);
    const bool upper = random_below(2) == 0, integers = repetition % 2 == 0;
    const size_t size = random_below(3) == 0 ? 16 : (size_t)(1 + random_below(50));
    const size_t width = integers ? (size_t)(1 + random_below(16)) : 2 * size;
    const char *digits = upper ? "0123456789ABCDEF" : "0123456789abcdef";
    uint8_t *bytes = in.end - rows * (integers ? 8 : size);
    random_bytes(bytes, rows * (integers ? 8 : size));
    for (size_t i = 0; i < rows; i++)
      for (size_t digit = 0; digit < width; digit++) {
        const uint64_t nibble = integers ? ((const uint64_t *)(void *)bytes)[i] >> 4 * (width - 1 - digit)
                                         : (uint64_t)bytes[i * size + digit / 2] >> (digit % 2 == 0 ? 4 : 0);
        expected[i * width + digit] = (uint8_t)digits[nibble & 15];
      }
    EACH_ISA(kernels) {
      for (unsigned index = 0; index < PLACE_SHAPES; index++) {
        const struct rows_out placed =
            place_rows(out, place_shape(index, rows, width), rows % 2 == 0 ? GUARD_BEGIN : GUARD_END);
        if (integers)
          kernels->hex_padded((const uint64_t *)(void *)bytes, rows, (unsigned)width, upper, &placed.place);
        else
          kernels->hex_fixed(bytes, size, rows, upper, &placed.place);
        check_rows(&placed, expected, rows, integers ? "hex_padded" : "hex_fixed", kernels->name);
      }
    }
  }
}

/* ---- reversed bytes */

static void rows_are_reversed(void) {
  const struct guarded in = guarded_of(ROWS_MAX * 80 + 16), out = guarded_of(ROWS_MAX * 80 + 16);
  for (size_t repetition = 0; repetition <= ROWS_MAX; repetition++) {
    const size_t rows = repetition, width = 1 + repetition % 80, size = rows * width;
    uint8_t *bytes = in.end - size - 16, *reversed = out.end - size - 16;
    random_bytes(bytes, size + 16);
    EACH_KERNEL(kernels, reverse_fixed) {
      fill_canary(out.begin, (size_t)(out.end - out.begin));
      kernels->reverse_fixed(bytes, width, rows, reversed);
      for (size_t i = 0; i < size; i++)
        CHECK(reversed[i] == bytes[i / width * width + width - 1 - i % width],
              "%s: width %zu: byte %zu of row %zu", kernels->name, width, i % width, i / width);
      for (size_t i = 0; out.begin + i < reversed; i++)
        CHECK(out.begin[i] == canary(i), "%s: wrote in front of the rows", kernels->name);
    }
  }
}

static const struct test tests[] = {
    {"modulo_i64 by every kind of divisor", signed_remainders},
    {"modulo_i64 of the smallest number", remainder_of_the_smallest},
    {"bits in known orders", bits_in_known_orders},
    {"decimal_strings of every length", short_decimal_strings},
    {"decimal_u128 around every carry", decimal_of_hashes},
    {"hex_fixed and hex_padded in every kind of place", hex_of_bytes_and_integers},
    {"reverse_fixed of every count and width", rows_are_reversed},
};

int main(int argc, char **argv) { return run_kernel_tests(tests, COUNT_OF(tests), argc, argv); }
