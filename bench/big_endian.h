/* Integers as a key or a digest holds them, and the 128-bit arithmetic of scalar peers. */
#ifndef ROWKEY_BENCH_BIG_ENDIAN_H
#define ROWKEY_BENCH_BIG_ENDIAN_H

#include <stdint.h>

__extension__ typedef unsigned __int128 uint128;

static inline uint64_t load_big_endian_u64(const uint8_t *bytes) {
  uint64_t value = 0;
  for (int i = 0; i < 8; i++) value = value << 8 | bytes[i];
  return value;
}

static inline void store_big_endian_u64(uint8_t *bytes, uint64_t value) {
  for (int i = 7; i >= 0; i--, value >>= 8) bytes[i] = (uint8_t)value;
}

static inline uint128 load_big_endian_u128(const uint8_t *bytes) {
  return (uint128)load_big_endian_u64(bytes) << 64 | load_big_endian_u64(bytes + 8);
}

#endif
