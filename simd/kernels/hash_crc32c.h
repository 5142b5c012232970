/* CRC32C (RFC 3720), by the instruction where there is one, else by tables. */
#ifndef ROWKEY_SIMD_KERNELS_HASH_CRC32C_H
#define ROWKEY_SIMD_KERNELS_HASH_CRC32C_H

#include "simd/kernels/hash_crc.h"

#ifdef V_HAS_CRC32C
V_INLINE uint32_t crc32c_word(uint32_t state, uint64_t word) { return v_crc32c(state, word); }
#else
static const uint32_t crc32c_tables[8][256] = {
    CRC_TABLE(0xf26b8303, 0xe13b70f7, 0xc79a971f, 0x8ad958cf, 0x105ec76f, 0x20bd8ede, 0x417b1dbc, 0x82f63b78),
    CRC_TABLE(0x13a29877, 0x274530ee, 0x4e8a61dc, 0x9d14c3b8, 0x3fc5f181, 0x7f8be302, 0xff17c604, 0xfbc3faf9),
    CRC_TABLE(0xa541927e, 0x4f6f520d, 0x9edea41a, 0x38513ec5, 0x70a27d8a, 0xe144fb14, 0xc76580d9, 0x8b277743),
    CRC_TABLE(0xdd45aab8, 0xbf672381, 0x7b2231f3, 0xf64463e6, 0xe964b13d, 0xd725148b, 0xaba65fe7, 0x52a0c93f),
    CRC_TABLE(0x38116fac, 0x7022df58, 0xe045beb0, 0xc5670b91, 0x8f2261d3, 0x1ba8b557, 0x37516aae, 0x6ea2d55c),
    CRC_TABLE(0xef306b19, 0xdb8ca0c3, 0xb2f53777, 0x6006181f, 0xc00c303e, 0x85f4168d, 0x0e045beb, 0x1c08b7d6),
    CRC_TABLE(0x68032cc8, 0xd0065990, 0xa5e0c5d1, 0x4e2dfd53, 0x9c5bfaa6, 0x3d5b83bd, 0x7ab7077a, 0xf56e0ef4),
    CRC_TABLE(0x493c7d27, 0x9278fa4e, 0x211d826d, 0x423b04da, 0x847609b4, 0x0d006599, 0x1a00cb32,
              0x34019664)};
V_INLINE uint32_t crc32c_word(uint32_t state, uint64_t word) {
  word ^= state;
  return CRC_SLICED(crc32c_tables, word);
}
#endif

V_INLINE uint32_t crc32c_value(uint32_t state) { return ~state; }

static const struct crc crc32c_steps = {UINT32_MAX, crc32c_word, crc32c_value};
CRC_DEFINE(hash_crc32c, crc32c_steps)
static const struct hash_drivers hash_crc32c[] = {{hash_crc32c_fixed, hash_crc32c_strings, 1}};

#endif
