/* Jump consistent hash (Lamping, Veach 2014): the bucket of each number, of which a fraction 1/n moves when
 * there are n instead of n - 1. */
#ifndef ROWKEY_SIMD_KERNELS_JUMP_H
#define ROWKEY_SIMD_KERNELS_JUMP_H

#define JUMP_FACTOR UINT64_C(2862933555777941757)

/* ---- In integers alone -------------------------------------------------------------------------- */

/* What v64_jump gives: 2^84 / d, where d is the divisor in 32 bits of which the highest is set, has the 53
 * bits of the quotient as a double. */
V_INLINE uint64_t jump_exactly(uint64_t factor, uint64_t divisor) {
  const uint64_t most = UINT64_C(1) << 31;
  const unsigned zeros = (unsigned)__builtin_clz((uint32_t)divisor);
  const uint64_t d = divisor << zeros, upper = (UINT64_C(1) << 63) / d, rest = (UINT64_C(1) << 63) % d << 21;
  uint64_t quotient = (upper << 21) + rest / d;
  const uint64_t left = 2 * (rest % d);
  quotient += left > d || (left == d && quotient % 2 == 1);
  uint64_t low, high = wide_multiply(factor, quotient, &low);
  const int bits = high != 0 ? 128 - __builtin_clzll(high) : 64 - __builtin_clzll(low);
  if (bits > 53) {
    const uint64_t unit = UINT64_C(1) << (bits - 53), half = unit / 2 - 1 + ((low & unit) != 0);
    high += low + half < low;
    low = (low + half) & (0 - unit);
  }
  const unsigned shift = 53 - zeros;
  const uint64_t whole = low >> shift | high << (64 - shift);
  return whole < most ? whole : most;
}

static __attribute__((noinline)) void jump_each(const uint64_t *values, size_t rows, uint64_t buckets,
                                                uint64_t *out) {
  for (size_t row = 0; row < rows; row++) {
    uint64_t key = values[row], bucket = 0, next = 0;
    while (next < buckets) {
      bucket = next;
      key = key * JUMP_FACTOR + 1;
      next = jump_exactly(bucket + 1, (key >> 33) + 1);
    }
    out[row] = bucket;
  }
}

/* ---- In doubles ---------------------------------------------------------------------------------- */

/* Each step waits for a division: several vectors wait together. */
enum { JUMP_STREAMS = 4, JUMP_GROUP = JUMP_STREAMS * V64_LANES };

/* Until every lane has jumped beyond the last bucket; those that have done so before stay where they were. */
V_INLINE void jump_group(const uint64_t *values, uint64_t buckets, uint64_t *out) {
  const vec64 one = v64_set1(1), factor = v64_set1(JUMP_FACTOR);
  vec64 key[JUMP_STREAMS], bucket[JUMP_STREAMS], limit[JUMP_STREAMS], going;
  for (int s = 0; s < JUMP_STREAMS; s++) {
    key[s] = v64_load(values + s * V64_LANES);
    bucket[s] = v64_set1(0);
    limit[s] = v64_set1(buckets);
  }
  do {
    going = v64_set1(0);
    for (int s = 0; s < JUMP_STREAMS; s++) {
      key[s] = v64_add(v64_mul_lo_by(key[s], factor), one);
      const vec64 next = v64_jump(v64_add(bucket[s], one), v64_add(v64_srl(key[s], 33), one));
      const mask64 inside = v64_less(next, limit[s]);
      bucket[s] = v64_choose(inside, next, bucket[s]);
      limit[s] = v64_choose(inside, limit[s], v64_set1(0));
      going = v64_or(going, limit[s]);
    }
  } while (v64_any(going));
  for (int s = 0; s < JUMP_STREAMS; s++) v64_store(out + s * V64_LANES, bucket[s]);
}

static void jump_u64(const uint64_t *values, size_t rows, uint64_t buckets, uint64_t *out) {
  if (__FLT_EVAL_METHOD__ != 0 || !rowkey_rounds_as_usual()) {
    jump_each(values, rows, buckets, out);
    return;
  }
  size_t row = 0;
  for (; row + JUMP_GROUP <= rows; row += JUMP_GROUP) jump_group(values + row, buckets, out + row);
  if (row == rows) return;
  uint64_t last[JUMP_GROUP] = {0};
  memcpy(last, values + row, (rows - row) * sizeof *last);
  jump_group(last, buckets, last);
  memcpy(out + row, last, (rows - row) * sizeof *last);
}

#undef JUMP_FACTOR

#endif
