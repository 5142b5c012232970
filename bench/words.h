/* Integers as keys and digests hold them, and the 128-bit arithmetic of scalar peers. */
#ifndef ROWKEY_BENCH_WORDS_H
#define ROWKEY_BENCH_WORDS_H

#include <stdint.h>
#include <string.h>

__extension__ typedef unsigned __int128 uint128;

/* Compilers do not always join byte stores, and peers must not be slow for want of it. */
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define BIG_ENDIAN_U64(x) __builtin_bswap64(x)
#define LITTLE_ENDIAN_U64(x) (x)
#else
#define BIG_ENDIAN_U64(x) (x)
#define LITTLE_ENDIAN_U64(x) __builtin_bswap64(x)
#endif

static inline uint64_t load_big_endian_u64(const uint8_t *bytes) {
  uint64_t value;
  memcpy(&value, bytes, sizeof(value));
  return BIG_ENDIAN_U64(value);
}

static inline uint128 load_big_endian_u128(const uint8_t *bytes) {
  return (uint128)load_big_endian_u64(bytes) << 64 | load_big_endian_u64(bytes + 8);
}

static inline void store_big_endian_u64(uint8_t *bytes, uint64_t value) {
  value = BIG_ENDIAN_U64(value);
  memcpy(bytes, &value, sizeof(value));
}

static inline void store_little_endian_u64(uint8_t *bytes, uint64_t value) {
  value = LITTLE_ENDIAN_U64(value);
  memcpy(bytes, &value, sizeof(value));
}

#endif
