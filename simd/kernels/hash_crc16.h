/* CRC-16/XMODEM, which Redis Cluster uses: x^16 + x^12 + x^5 + 1, the highest power in the highest bit, from
 * zero. Its state is held with its bytes swapped: the first meets the next byte of the message. */
#ifndef ROWKEY_SIMD_KERNELS_HASH_CRC16_H
#define ROWKEY_SIMD_KERNELS_HASH_CRC16_H

#include "simd/kernels/hash_crc.h"

#ifdef V_HAS_CLMUL
/* Barrett's reduction, as in hash_crc32.h but not reversed: the first factor is the quotient of x^80 by P
 * without x^64, the second one P without x^16. */
V_INLINE uint32_t crc16_word(uint32_t state, uint64_t word) {
  const uint64_t message = __builtin_bswap64(word ^ state);
  const uint64_t quotient = message ^ v_clmul_high(message, UINT64_C(0x11303471a041b343));
  return __builtin_bswap16((uint16_t)v_clmul_low(quotient, 0x1021));
}
#else
static const uint16_t crc16_tables[8][256] = {
    CRC_TABLE(0x2110, 0x4220, 0x8440, 0x0881, 0x3112, 0x6224, 0xc448, 0x8891),
    CRC_TABLE(0x3133, 0x6266, 0xc4cc, 0xa989, 0x7303, 0xe606, 0xcc0d, 0x981b),
    CRC_TABLE(0x3037, 0x606e, 0xc0dc, 0xa1a9, 0x6343, 0xc686, 0xad1d, 0x5a3b),
    CRC_TABLE(0xb476, 0x68ed, 0xf1ca, 0xc385, 0xa71b, 0x4e37, 0x9c6e, 0x38dd),
    CRC_TABLE(0x51aa, 0x8344, 0x0689, 0x2d02, 0x5a04, 0xb408, 0x6811, 0xd022),
    CRC_TABLE(0xa045, 0x408b, 0xa106, 0x420d, 0x841a, 0x0835, 0x106a, 0x20d4),
    CRC_TABLE(0x61b8, 0xe360, 0xc6c1, 0xad93, 0x7b37, 0xf66e, 0xecdd, 0xf9ab),
    CRC_TABLE(0xd347, 0xa68f, 0x6d0f, 0xda1e, 0xb43d, 0x687b, 0xd0f6, 0x81fd)};
V_INLINE uint32_t crc16_word(uint32_t state, uint64_t word) {
  word ^= state;
  return CRC_SLICED(crc16_tables, word);
}
#endif

V_INLINE uint32_t crc16_value(uint32_t state) { return __builtin_bswap16((uint16_t)state); }

static const struct crc crc16_steps = {0, crc16_word, crc16_value};
CRC_DEFINE(hash_crc16, crc16_steps)
static const struct hash_drivers hash_crc16[] = {{hash_crc16_fixed, hash_crc16_strings, 1}};

#endif
