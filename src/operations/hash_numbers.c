/* Numbers made from hashes: some of their bits, and remainders. */
#include <string.h>

#include "kernels/divisor.h"
#include "plan/operation.h"
#include "simd/lanes/scalar.h"
#include "simd/memory.h"

/* Plain C that the kernel of this one lane is made of as well. */
#include "simd/kernels/modulo.h"

/* ---- Bits -------------------------------------------------------------------------------------- */

/* The constants that it holds. */
static unsigned first_bit(const struct value *value) { return (unsigned)value->held[0].magnitude; }
static unsigned count_of_bits(const struct value *value) { return (unsigned)value->held[1].magnitude; }

static uint64_t bits_of_hash(const struct value *value, const uint64_t *hash) {
  const unsigned before = first_bit(value) % 64, count = count_of_bits(value);
  const uint64_t *at = hash + first_bit(value) / 64;
  uint64_t bits = at[0] << before;
  if (before + count > 64) bits |= at[1] >> (64 - before);
  return bits >> (64 - count);
}

/* Reads the byte that holds the first bit and up to eight more bytes, never beyond the end of the hash. */
static void run_bits(const struct operation_rows *rows) {
  const struct operation_rows all = *rows; /* a copy: the compiler sees that no result overwrites it */
  const size_t size = all.value->a->width, begin = first_bit(all.value);
  const size_t at = begin / 8 < size - 8 ? begin / 8 : size - 8;
  const unsigned before = (unsigned)(begin - 8 * at), unused = 64 - count_of_bits(all.value);
  const uint8_t *bytes = all.hashes + at;
  if (before <= unused) {
    for (size_t i = 0; i < all.count; i++) all.out[i] = load_be64(bytes + i * size) << before >> unused;
    return;
  }
  for (size_t i = 0; i < all.count; i++) {
    const uint64_t bits = load_be64(bytes + i * size) << before | bytes[i * size + 8] >> (8 - before);
    all.out[i] = bits >> unused;
  }
}

static struct range range_of_bits(const struct value *value, struct range a, struct range b) {
  (void)a, (void)b;
  const uint64_t last = first_bit(value) == 0 ? value_last_half(value->a) : UINT64_MAX;
  return rowkey_range_of(rowkey_integer_of_u64(0),
                         rowkey_integer_of_u64(last >> (64 - count_of_bits(value))));
}

const struct operation rowkey_operation_hash_bits = {
    .name = "hash_bits",
    .arguments = {{.takes = A_HASH}, {.is_constant = true}, {.is_constant = true}},
    .count = 3,
    .compute_of_hash = bits_of_hash,
    .result = RESULT_U64,
    .range = range_of_bits,
    .evenness = KEEPS_EVEN,
    .run = run_bits,
};

/* ---- Remainders -------------------------------------------------------------------------------- */

static uint64_t remainder_of_128_bits(const struct rowkey_divisor_constants *divisor, uint64_t high,
                                      uint64_t low) {
  if (divisor->value > MODULO_FRACTION_MAX) return modulo_u128_exact(divisor, high, low);
  const struct modulo_fraction fraction = modulo_load_fraction(divisor);
  const vec64 limbs[4] = {low, low >> 32, high, high >> 32};
  return modulo_limbs(&fraction, limbs, 4);
}

/* For longer hashes, appends the next bytes to the remainder of the bytes before, and divides again. */
static uint64_t remainder_of_hash(const struct value *value, const uint64_t *hash) {
  const struct rowkey_divisor_constants *divisor = value_divisor(value);
  const unsigned width = value->a->width;
  uint64_t rest = remainder_of_128_bits(divisor, hash[0], hash[1]);
  for (unsigned done = HASH_SIZE; done < width; done += 8) {
    const unsigned bits = width - done < 8 ? 8 * (width - done) : 64;
    const uint64_t next = hash[done / 8] >> (64 - bits);
    rest = bits == 64 ? remainder_of_128_bits(divisor, rest, next)
                      : remainder_of_128_bits(divisor, rest >> (64 - bits), rest << bits | next);
  }
  return rest;
}

/* Divides the first sixteen bytes, then up to eight more at a time, appended to the remainder so far. */
static void divide_long_hashes(const struct operation_rows *rows) {
  enum { PART = 64 };
  const struct rowkey_divisor_constants *divisor = value_divisor(rows->value);
  const size_t width = rows->value->a->width;
  uint8_t numbers[PART * HASH_SIZE];
  for (size_t first = 0; first < rows->count; first += PART) {
    const size_t part = rows->count - first < PART ? rows->count - first : PART;
    const uint8_t *at = rows->hashes + first * width;
    uint64_t *remainders = rows->out + first;
    for (size_t i = 0; i < part; i++) memcpy(numbers + i * HASH_SIZE, at + i * width, HASH_SIZE);
    rows->kernels->modulo_u128(divisor, numbers, part, remainders);
    for (size_t done = HASH_SIZE, more; done < width; done += more) {
      more = width - done < 8 ? width - done : 8;
      for (size_t i = 0; i < part; i++) {
        uint64_t high = 0, low = remainders[i];
        for (size_t j = 0; j < more; j++) {
          high = high << 8 | low >> 56;
          low = low << 8 | at[i * width + done + j];
        }
        store_be64(numbers + i * HASH_SIZE, high);
        store_be64(numbers + i * HASH_SIZE + 8, low);
      }
      rows->kernels->modulo_u128(divisor, numbers, part, remainders);
    }
  }
}

static void run_remainder(const struct operation_rows *rows) {
  if (rows->value->a->width == HASH_SIZE)
    rows->kernels->modulo_u128(value_divisor(rows->value), rows->hashes, rows->count, rows->out);
  else
    divide_long_hashes(rows);
}

static struct range range_of_remainder(const struct value *value, struct range a, struct range b) {
  (void)value, (void)a;
  return rowkey_range_modulo(rowkey_range_u64(), b);
}

static uint64_t constant_divisor(const struct value *value) { return value->b->range.low.magnitude; }

static struct division division_of_hash(const struct value *value) {
  return (struct division){value->a, constant_divisor(value), false};
}

const struct operation rowkey_operation_hash_remainder = {
    .name = "hash_remainder",
    .arguments = {{.takes = A_HASH}},
    .count = 2,
    .compute_of_hash = remainder_of_hash,
    .result = RESULT_U64,
    .range = range_of_remainder,
    .remainder = division_of_hash,
    .divisor = constant_divisor,
    .evenness = KEEPS_EVEN,
    .step = {"modulo_u128", true},
    .run = run_remainder,
};
