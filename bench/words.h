/* Integers as keys and digests hold them, and the 128-bit arithmetic of scalar peers. */
#ifndef ROWKEY_BENCH_WORDS_H
#define ROWKEY_BENCH_WORDS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

__extension__ typedef unsigned __int128 uint128;

/* Compilers do not always join byte stores, and peers must not be slow for want of it. */
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define BIG_ENDIAN_U64(x) __builtin_bswap64(x)
#define LITTLE_ENDIAN_U64(x) (x)
#define LITTLE_ENDIAN_U32(x) (x)
#else
#define BIG_ENDIAN_U64(x) (x)
#define LITTLE_ENDIAN_U64(x) __builtin_bswap64(x)
#define LITTLE_ENDIAN_U32(x) __builtin_bswap32(x)
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

static inline uint64_t load_little_endian_u64(const uint8_t *bytes) {
  uint64_t value;
  memcpy(&value, bytes, sizeof(value));
  return LITTLE_ENDIAN_U64(value);
}

static inline void store_little_endian_u64(uint8_t *bytes, uint64_t value) {
  value = LITTLE_ENDIAN_U64(value);
  memcpy(bytes, &value, sizeof(value));
}

static inline uint32_t load_little_endian_u32(const uint8_t *bytes) {
  uint32_t value;
  memcpy(&value, bytes, sizeof(value));
  return LITTLE_ENDIAN_U32(value);
}

static inline void store_little_endian_u32(uint8_t *bytes, uint32_t value) {
  value = LITTLE_ENDIAN_U32(value);
  memcpy(bytes, &value, sizeof(value));
}

/* The first 8 bytes of a text, lowest first and zero after its end; reads nothing outside of it. */
static inline uint64_t first_eight(const uint8_t *text, size_t length) {
  if (length >= 8) return load_little_endian_u64(text);
  if (length >= 4)
    return load_little_endian_u32(text) | (uint64_t)load_little_endian_u32(text + length - 4)
                                              << 8 * (length - 4);
  if (length == 0) return 0;
  return text[0] | (uint64_t)text[length / 2] << 8 * (length / 2) |
         (uint64_t)text[length - 1] << 8 * (length - 1);
}

#endif
