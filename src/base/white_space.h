/* What trim() calls white space, for whoever removes it. */
#ifndef ROWKEY_BASE_WHITE_SPACE_H
#define ROWKEY_BASE_WHITE_SPACE_H

#include <stdbool.h>
#include <stdint.h>

/* A space, or \t to \r. Nearly all bytes are greater than a space, and take one comparison. */
static inline __attribute__((always_inline)) bool is_white_space(uint8_t byte) {
  return __builtin_expect(byte <= ' ', false) && (UINT64_C(0x100003e00) >> byte & 1) != 0;
}

#endif
