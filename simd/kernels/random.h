/* SplitMix64 (Steele, Lea, Flood 2014): output i depends on the seed and i alone. */
#ifndef ROWKEY_SIMD_KERNELS_RANDOM_H
#define ROWKEY_SIMD_KERNELS_RANDOM_H

static void random_u64(uint64_t seed, uint64_t first, size_t rows, uint64_t *values) {
  const uint64_t gamma = UINT64_C(0x9e3779b97f4a7c15);
  const vec64 m1 = v64_set1(UINT64_C(0xbf58476d1ce4e5b9)), m2 = v64_set1(UINT64_C(0x94d049bb133111eb));
  vec64 state = v64_add(v64_set1(seed + (first + 1) * gamma), v64_mul_lo_by(v64_iota(), v64_set1(gamma)));
  const vec64 step = v64_set1(gamma * V64_LANES);
  for (size_t row = 0; row < rows; row += V64_LANES) {
    vec64 z = state;
    z = v64_mul_lo_by(v64_xor(z, v64_srl(z, 30)), m1);
    z = v64_mul_lo_by(v64_xor(z, v64_srl(z, 27)), m2);
    z = v64_xor(z, v64_srl(z, 31));
    state = v64_add(state, step);
    if (rows - row >= V64_LANES) {
      v64_store(values + row, z);
    } else {
      uint64_t last[V64_LANES];
      v64_store(last, z);
      memcpy(values + row, last, (rows - row) * sizeof last[0]);
    }
  }
}

#endif
