/* Hex digits to bytes and back, eight digits at a time. */
#ifndef ROWKEY_SRC_TYPES_HEX_TEXT_H
#define ROWKEY_SRC_TYPES_HEX_TEXT_H

#include "simd/kernels/hex_digits.h"
#include "types/swar.h"

/* The bits 0x80 of those bytes that are no hex digit of either case. */
static inline uint64_t no_hex_digits(uint64_t text) {
  const uint64_t low = text & EACH_BYTE(0x7f); /* what is added to it carries into no other byte */
  const uint64_t lower = low | EACH_BYTE(0x20);
  const uint64_t digits = (low + EACH_BYTE(0x80 - '0')) & ~(low + EACH_BYTE(0x80 - '9' - 1));
  const uint64_t letters = (lower + EACH_BYTE(0x80 - 'a')) & ~(lower + EACH_BYTE(0x80 - 'f' - 1));
  return (~(digits | letters) | text) & EACH_BYTE(0x80);
}

/* The four bytes that eight hex digits spell, the first in the lowest byte. */
static inline uint32_t join_hex_digits(uint64_t text) {
  const uint64_t letters = text >> 6 & EACH_BYTE(1);
  uint64_t bytes = (text + 9 * letters) & EACH_BYTE(0x0f);
  bytes = (bytes << 4 | bytes >> 8) & UINT64_C(0x00ff00ff00ff00ff);
  bytes = (bytes | bytes >> 8) & UINT64_C(0x0000ffff0000ffff);
  return (uint32_t)(bytes | bytes >> 16);
}

#endif
