/* CRC-32 of IEEE 802.3, as zlib, gzip and PNG have it. */
#ifndef ROWKEY_SIMD_KERNELS_HASH_CRC32_H
#define ROWKEY_SIMD_KERNELS_HASH_CRC32_H

#include "simd/kernels/hash_crc.h"

#ifdef V_HAS_CLMUL
/* Barrett's reduction, exact for polynomials: the word times x^32 modulo P = x^32 + x^26 + … + 1. All are
 * reversed, the highest power in the lowest bit: the first factor is the quotient of x^96 by P, whose lowest
 * power is left out, the second one P without x^32. */
V_INLINE uint32_t crc32_word(uint32_t state, uint64_t word) {
  const uint64_t quotient = v_clmul_low(word ^ state, UINT64_C(0xb4e5b025f7011641));
  return (uint32_t)v_clmul_high(quotient, UINT64_C(0x1db710640));
}
#else
static const uint32_t crc32_tables[8][256] = {
    CRC_TABLE(0x77073096, 0xee0e612c, 0x076dc419, 0x0edb8832, 0x1db71064, 0x3b6e20c8, 0x76dc4190, 0xedb88320),
    CRC_TABLE(0x191b3141, 0x32366282, 0x646cc504, 0xc8d98a08, 0x4ac21251, 0x958424a2, 0xf0794f05, 0x3b83984b),
    CRC_TABLE(0x01c26a37, 0x0384d46e, 0x0709a8dc, 0x0e1351b8, 0x1c26a370, 0x384d46e0, 0x709a8dc0, 0xe1351b80),
    CRC_TABLE(0xb8bc6765, 0xaa09c88b, 0x8f629757, 0xc5b428ef, 0x5019579f, 0xa032af3e, 0x9b14583d, 0xed59b63b),
    CRC_TABLE(0x3d6029b0, 0x7ac05360, 0xf580a6c0, 0x30704bc1, 0x60e09782, 0xc1c12f04, 0x58f35849, 0xb1e6b092),
    CRC_TABLE(0xcb5cd3a5, 0x4dc8a10b, 0x9b914216, 0xec53826d, 0x03d6029b, 0x07ac0536, 0x0f580a6c, 0x1eb014d8),
    CRC_TABLE(0xa6770bb4, 0x979f1129, 0xf44f2413, 0x33ef4e67, 0x67de9cce, 0xcfbd399c, 0x440b7579, 0x8816eaf2),
    CRC_TABLE(0xccaa009e, 0x4225077d, 0x844a0efa, 0xd3e51bb5, 0x7cbb312b, 0xf9766256, 0x299dc2ed,
              0x533b85da)};
V_INLINE uint32_t crc32_word(uint32_t state, uint64_t word) {
  word ^= state;
  return CRC_SLICED(crc32_tables, word);
}
#endif

V_INLINE uint32_t crc32_value(uint32_t state) { return ~state; }

static const struct crc crc32_steps = {UINT32_MAX, crc32_word, crc32_value};
CRC_DEFINE(hash_crc32, crc32_steps)
static const struct hash_drivers hash_crc32[] = {{hash_crc32_fixed, hash_crc32_strings, 1}};

#endif
