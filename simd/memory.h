/* Bytes in memory: unaligned loads and stores in one byte order, the same on every machine. */
#ifndef ROWKEY_SIMD_MEMORY_H
#define ROWKEY_SIMD_MEMORY_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define V_INLINE static inline __attribute__((always_inline, unused))

/* For what is long and stands in many specialisations. Sanitizers, which double the code, have it once. */
#ifdef ROWKEY_SANITIZED
#define V_INLINE_LONG static __attribute__((noinline, unused))
#else
#define V_INLINE_LONG V_INLINE
#endif

#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define V_LITTLE_ENDIAN_32(x) __builtin_bswap32(x)
#define V_LITTLE_ENDIAN_64(x) __builtin_bswap64(x)
#else
#define V_LITTLE_ENDIAN_32(x) (x)
#define V_LITTLE_ENDIAN_64(x) (x)
#endif

V_INLINE uint32_t load_le32(const uint8_t *p) {
  uint32_t x;
  memcpy(&x, p, sizeof x);
  return V_LITTLE_ENDIAN_32(x);
}

V_INLINE uint64_t load_le64(const uint8_t *p) {
  uint64_t x;
  memcpy(&x, p, sizeof x);
  return V_LITTLE_ENDIAN_64(x);
}

V_INLINE void store_le16(uint8_t *p, uint64_t x) {
  p[0] = (uint8_t)x;
  p[1] = (uint8_t)(x >> 8);
}

V_INLINE void store_le32(uint8_t *p, uint64_t x) {
  const uint32_t bytes = V_LITTLE_ENDIAN_32((uint32_t)x);
  memcpy(p, &bytes, sizeof bytes);
}

V_INLINE void store_le64(uint8_t *p, uint64_t x) {
  const uint64_t bytes = V_LITTLE_ENDIAN_64(x);
  memcpy(p, &bytes, sizeof bytes);
}

V_INLINE uint64_t load_be64(const uint8_t *p) { return __builtin_bswap64(load_le64(p)); }
V_INLINE void store_be64(uint8_t *p, uint64_t x) { store_le64(p, __builtin_bswap64(x)); }

#define V_ONES_8 255, 255, 255, 255, 255, 255, 255, 255
#define V_ONES_32 V_ONES_8, V_ONES_8, V_ONES_8, V_ONES_8
/* Of the 32 bytes from 32 - n on the first n <= 32 are 255, of those from 64 - n on all others. */
static const uint8_t __attribute__((aligned(64), unused)) v8_mask_window[96] = {V_ONES_32, [64] = V_ONES_32};

/* The lowest `width` bytes of x, 1 <= width <= 8, and not a byte more. */
V_INLINE void store_le_narrow(uint8_t *p, uint64_t x, size_t width) {
  if (width == 8) {
    store_le64(p, x);
  } else if (width >= 4) {
    store_le32(p, x);
    store_le32(p + width - 4, x >> (8 * (width - 4)));
  } else if (width >= 2) {
    store_le16(p, x);
    store_le16(p + width - 2, x >> (8 * (width - 2)));
  } else {
    p[0] = (uint8_t)x;
  }
}

#endif
