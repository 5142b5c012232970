/* Remainders by a divisor whose constants were computed once (src/divisor.h). */
#ifndef ROWKEY_SIMD_KERNELS_MODULO_H
#define ROWKEY_SIMD_KERNELS_MODULO_H

/* ---- u64 and u32: multiply by the inverse (Granlund, Montgomery 1994). `wide` divisors need an inverse that
 * is one bit wider than a word; most do not. ---- */

V_INLINE vec64 modulo_u64_lanes(vec64 n, vec64 multiplier, vec64 d, uint32_t shift, bool wide) {
  const vec64 high = v64_mul_hi_by(n, multiplier);
  const vec64 sum = wide ? v64_add(v64_srl(v64_sub(n, high), 1), high) : high;
  return v64_sub(n, v64_mul_lo_by(v64_srl_by(sum, shift), d));
}

V_INLINE size_t modulo_u64_rows(const struct rowkey_divisor_constants *divisor, const uint64_t *values,
                                size_t rows, uint64_t *remainders, bool wide) {
  const vec64 multiplier = v64_set1(divisor->multiplier64), d = v64_set1(divisor->value);
  const uint32_t shift = divisor->shift64;
  size_t row = 0;
  for (; row + V64_LANES <= rows; row += V64_LANES)
    v64_store(remainders + row, modulo_u64_lanes(v64_load(values + row), multiplier, d, shift, wide));
  return row;
}

static void modulo_u64(const struct rowkey_divisor_constants *divisor, const uint64_t *values, size_t rows,
                       uint64_t *remainders) {
  const uint64_t d = divisor->value;
  size_t row = 0;
  if (d > 1)
    row = divisor->wide64 ? modulo_u64_rows(divisor, values, rows, remainders, true)
                          : modulo_u64_rows(divisor, values, rows, remainders, false);
  for (; row < rows; row++) remainders[row] = values[row] % d;
}

/* Of signed numbers the magnitudes are divided. Those below 2^32 have the inverse for 32 bits, one
 * multiplication in a 64-bit lane. */

/* The number, or its negation where `sign` is all ones. */
V_INLINE vec64 with_sign(vec64 x, vec64 sign) { return v64_sub(v64_xor(x, sign), sign); }
V_INLINE vec64 sign_of(vec64 x) { return v64_sub(v64_set1(0), v64_srl(x, 63)); }

struct modulo_i64_lanes {
  vec64 multiplier, d;
  uint32_t shift;
  bool wide, narrow, floors;
};

V_INLINE vec64 modulo_i64_some(const struct modulo_i64_lanes *by, vec64 x) {
  const vec64 sign = sign_of(x), n = with_sign(x, sign);
  vec64 rest;
  if (by->narrow) {
    const vec64 high = v64_srl(v64_mul_u32_by(n, by->multiplier), 32);
    const vec64 sum = by->wide ? v64_add(v64_srl(v64_sub(n, high), 1), high) : high;
    rest = v64_sub(n, v64_mul_u32_by(v64_srl_by(sum, by->shift), by->d));
  } else {
    rest = modulo_u64_lanes(n, by->multiplier, by->d, by->shift, by->wide);
  }
  rest = with_sign(rest, sign);
  return by->floors ? v64_add(rest, v64_and(by->d, sign_of(rest))) : rest;
}

/* All rows; the flags are constants where it is called. */
V_INLINE void modulo_i64_rows(const struct rowkey_divisor_constants *divisor, const uint64_t *values,
                              size_t rows, uint64_t *remainders, bool narrow, bool wide, bool floors) {
  const struct modulo_i64_lanes by = {
      .multiplier = v64_set1(narrow ? divisor->multiplier32 : divisor->multiplier64),
      .d = v64_set1(divisor->value),
      .shift = narrow ? divisor->shift32 : divisor->shift64,
      .wide = wide,
      .narrow = narrow,
      .floors = floors};
  size_t row = 0;
  for (; row + V64_LANES <= rows; row += V64_LANES)
    v64_store(remainders + row, modulo_i64_some(&by, v64_load(values + row)));
  if (row < rows) {
    uint64_t last[V64_LANES] = {0};
    memcpy(last, values + row, (rows - row) * sizeof last[0]);
    v64_store(last, modulo_i64_some(&by, v64_load(last)));
    memcpy(remainders + row, last, (rows - row) * sizeof last[0]);
  }
}

V_INLINE void modulo_i64_sized(const struct rowkey_divisor_constants *divisor, const uint64_t *values,
                               size_t rows, uint64_t *remainders, bool narrow, bool floors) {
  if (narrow ? divisor->wide32 != 0 : divisor->wide64 != 0)
    modulo_i64_rows(divisor, values, rows, remainders, narrow, true, floors);
  else
    modulo_i64_rows(divisor, values, rows, remainders, narrow, false, floors);
}

static void modulo_i64(const struct rowkey_divisor_constants *divisor, const uint64_t *values, size_t rows,
                       uint64_t largest, bool floors, uint64_t *remainders) {
  const uint64_t d = divisor->value;
  if (d == 1) {
    memset(remainders, 0, rows * sizeof *remainders);
  } else if (largest <= UINT32_MAX && d <= UINT32_MAX) {
    if (floors)
      modulo_i64_sized(divisor, values, rows, remainders, true, true);
    else
      modulo_i64_sized(divisor, values, rows, remainders, true, false);
  } else if (floors) {
    modulo_i64_sized(divisor, values, rows, remainders, false, true);
  } else {
    modulo_i64_sized(divisor, values, rows, remainders, false, false);
  }
}

V_INLINE vec32 modulo_u32_lanes(vec32 n, vec32 multiplier, vec32 d, uint32_t shift, bool wide) {
  const vec32 high = v32_mul_hi_by(n, multiplier);
  const vec32 sum = wide ? v32_add(v32_srl1(v32_sub(n, high)), high) : high;
  return v32_sub(n, v32_mul_lo(v32_srl_by(sum, shift), d));
}

V_INLINE size_t modulo_u32_rows(const struct rowkey_divisor_constants *divisor, const uint32_t *values,
                                size_t rows, uint32_t *remainders, bool wide) {
  const vec32 multiplier = v32_set1(divisor->multiplier32), d = v32_set1((uint32_t)divisor->value);
  const uint32_t shift = divisor->shift32;
  size_t row = 0;
  for (; row + V32_LANES <= rows; row += V32_LANES)
    v32_store(remainders + row, modulo_u32_lanes(v32_load(values + row), multiplier, d, shift, wide));
  return row;
}

static void modulo_u32(const struct rowkey_divisor_constants *divisor, const uint32_t *values, size_t rows,
                       uint32_t *remainders) {
  const uint64_t d = divisor->value;
  size_t row = 0;
  if (d > 1 && d <= UINT32_MAX)
    row = divisor->wide32 ? modulo_u32_rows(divisor, values, rows, remainders, true)
                          : modulo_u32_rows(divisor, values, rows, remainders, false);
  for (; row < rows; row++) remainders[row] = (uint32_t)(values[row] % d);
}

/* ---- u128: the fraction of N/d as a sum over N's limbs, times d ---- */

/* Limbs of 32 bits. With f[k] = floor(2^64 * frac(2^(32k) / d)) the sum of a[k] * f[k] falls short of
 * 2^64 * frac(N / d), modulo 2^64, by less than 4 * 2^32, and by less than 5 * 2^32 once its lowest 32 bits
 * are dropped. Adding 5 units of 2^32 makes it at least the exact fraction and at most 5 units more, so its
 * product with d has the remainder as its integer part while 5 * d < 2^32. */
struct modulo_constants64 {
  vec64 low[4], high[4], d;
};
V_INLINE struct modulo_constants64 modulo_load_constants64(const struct rowkey_divisor_constants *divisor) {
  struct modulo_constants64 c = {.d = v64_set1(divisor->value)};
  for (int k = 0; k < 4; k++) {
    c.low[k] = v64_set1(divisor->fraction64[k]);
    c.high[k] = v64_set1(divisor->fraction64[k] >> 32);
  }
  return c;
}
V_INLINE vec64 modulo_u128_lanes64(const struct modulo_constants64 *c, vec64 high, vec64 low) {
  const vec64 limbs[4] = {low, v64_srl(low, 32), high, v64_srl(high, 32)};
  vec64 sum_low = v64_set1(0), sum_high = v64_set1(5);
  for (int k = 0; k < 4; k++) {
    sum_low = v64_add(sum_low, v64_mul_u32_by(limbs[k], c->low[k]));
    sum_high = v64_add(sum_high, v64_mul_u32_by(limbs[k], c->high[k]));
  }
  const vec64 fraction = v64_add(sum_high, v64_srl(sum_low, 32));
  return v64_srl(v64_mul_u32_by(fraction, c->d), 32);
}

#ifdef V64_HAS_MADD52
/* Limbs of 52, 52 and 24 bits. With M[k] = floor(2^104 * frac(2^(52k) / d) ), in two halves, the sum below
 * falls short of 2^52 * frac(N / d), modulo 2^52, by less than 5.0000001 units: three for the products'
 * dropped low halves, two and a little for the constants. Adding 6 makes it more than the exact fraction and
 * at most 6 units more: exact while 6 * d < 2^52. The multiply-adds read only the lowest 52 bits of what they
 * multiply. */
struct modulo_constants52 {
  vec64 low[3], high[3], d;
};
V_INLINE struct modulo_constants52 modulo_load_constants52(const struct rowkey_divisor_constants *divisor) {
  struct modulo_constants52 c = {.d = v64_set1(divisor->value)};
  for (int k = 0; k < 3; k++) {
    c.low[k] = v64_set1(divisor->fraction52_low[k]);
    c.high[k] = v64_set1(divisor->fraction52_high[k]);
  }
  return c;
}
V_INLINE vec64 modulo_u128_lanes52(const struct modulo_constants52 *c, vec64 high, vec64 low) {
  const vec64 limbs[3] = {low, v64_or(v64_srl(low, 52), v64_sll(high, 12)), v64_srl(high, 40)};
  vec64 even = v64_set1(6), odd = v64_set1(0);
  for (int k = 0; k < 3; k++) {
    even = v64_madd52_low(even, limbs[k], c->high[k]);
    odd = v64_madd52_high(odd, limbs[k], c->low[k]);
  }
  return v64_madd52_high(v64_set1(0), v64_add(even, odd), c->d);
}
#define MODULO_FRACTION_BITS 52
#define MODULO_LANES_MAX ROWKEY_FRACTION52_MAX
#else
#define MODULO_FRACTION_BITS 64
#define MODULO_LANES_MAX ROWKEY_FRACTION64_MAX
#endif
#define MODULO_NAME__(name, bits) name##bits
#define MODULO_NAME_(name, bits) MODULO_NAME__(name, bits)
#define MODULO_NAME(name) MODULO_NAME_(name, MODULO_FRACTION_BITS)

/* (high:low) mod d for high < d, d with its highest bit set (Moeller, Granlund 2011, algorithm 4). */
V_INLINE uint64_t modulo_2_by_1(uint64_t high, uint64_t low, uint64_t d, uint64_t reciprocal) {
  uint64_t q_low, q_high = wide_multiply(reciprocal, high, &q_low);
  q_low += low;
  q_high += high + (q_low < low) + 1;
  uint64_t remainder = low - q_high * d;
  /* As likely as not: a mask, so that it does not become a branch. */
  remainder += d & (0 - (uint64_t)(remainder > q_low));
  return remainder >= d ? remainder - d : remainder;
}

/* Any divisor, one digest. */
V_INLINE uint64_t modulo_u128_exact(const struct rowkey_divisor_constants *divisor, uint64_t high,
                                    uint64_t low) {
  const uint64_t d = divisor->normalized;
  const uint32_t shift = divisor->normalize_shift;
  /* N * 2^shift in three words; the top one is below 2^shift <= d. */
  const uint64_t top = shift == 0 ? 0 : high >> (64 - shift);
  const uint64_t middle = shift == 0 ? high : high << shift | low >> (64 - shift);
  const uint64_t rest = modulo_2_by_1(top, middle, d, divisor->reciprocal);
  return modulo_2_by_1(rest, low << shift, d, divisor->reciprocal) >> shift;
}

static void modulo_u128(const struct rowkey_divisor_constants *divisor, const uint8_t *digests, size_t rows,
                        uint64_t *remainders) {
  size_t row = 0;
  if (divisor->value <= MODULO_LANES_MAX) {
    const struct MODULO_NAME(modulo_constants) constants = MODULO_NAME(modulo_load_constants)(divisor);
    for (; row + V64_LANES <= rows; row += V64_LANES) {
      vec64 high, low;
      v64_load_digests(digests + 16 * row, &high, &low);
      v64_store(remainders + row, MODULO_NAME(modulo_u128_lanes)(&constants, high, low));
    }
  }
  for (; row < rows; row++) {
    const uint8_t *digest = digests + 16 * row;
    remainders[row] = modulo_u128_exact(divisor, load_be64(digest), load_be64(digest + 8));
  }
}

#endif
