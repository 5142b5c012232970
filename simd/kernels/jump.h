/* Jump consistent hash (Lamping, Veach 2014): the bucket of each number, of which a fraction 1/n moves when
 * there are n instead of n - 1. */
#ifndef ROWKEY_SIMD_KERNELS_JUMP_H
#define ROWKEY_SIMD_KERNELS_JUMP_H

/* Each step waits for a division: several vectors wait together. */
enum { JUMP_STREAMS = 4, JUMP_GROUP = JUMP_STREAMS * V64_LANES };

/* Until every lane has jumped beyond the last bucket; those that have done so before stay where they were. */
V_INLINE void jump_group(const uint64_t *values, uint64_t buckets, uint64_t *out) {
  const vec64 one = v64_set1(1), factor = v64_set1(UINT64_C(2862933555777941757));
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
  size_t row = 0;
  for (; row + JUMP_GROUP <= rows; row += JUMP_GROUP) jump_group(values + row, buckets, out + row);
  if (row == rows) return;
  uint64_t last[JUMP_GROUP] = {0};
  memcpy(last, values + row, (rows - row) * sizeof *last);
  jump_group(last, buckets, last);
  memcpy(out + row, last, (rows - row) * sizeof *last);
}

#endif
