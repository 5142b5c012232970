/* The tables of CRC32C by slicing, made by the preprocessor: an entry is the exclusive or of those of its
 * bits. */
#ifndef ROWKEY_SIMD_KERNELS_HASH_CRC32C_TABLES_H
#define ROWKEY_SIMD_KERNELS_HASH_CRC32C_TABLES_H

/* The four entries that begin with x, then those that follow, from the entries of the bits 1, 2, 4, … */
#define CRC32C_4(x, a, b) (x), (x) ^ (a), (x) ^ (b), (x) ^ (a) ^ (b)
#define CRC32C_16(x, a, b, c, d) \
  CRC32C_4(x, a, b), CRC32C_4((x) ^ (c), a, b), CRC32C_4((x) ^ (d), a, b), CRC32C_4((x) ^ (c) ^ (d), a, b)
#define CRC32C_64(x, a, b, c, d, e, f)                                                          \
  CRC32C_16(x, a, b, c, d), CRC32C_16((x) ^ (e), a, b, c, d), CRC32C_16((x) ^ (f), a, b, c, d), \
      CRC32C_16((x) ^ (e) ^ (f), a, b, c, d)
#define CRC32C_256(a, b, c, d, e, f, g, h)                                                          \
  {CRC32C_64(0U, a, b, c, d, e, f), CRC32C_64(g, a, b, c, d, e, f), CRC32C_64(h, a, b, c, d, e, f), \
   CRC32C_64((g) ^ (h), a, b, c, d, e, f)}

static const uint32_t crc32c_tables[8][256] = {CRC32C_256(0xf26b8303, 0xe13b70f7, 0xc79a971f, 0x8ad958cf,
                                                          0x105ec76f, 0x20bd8ede, 0x417b1dbc, 0x82f63b78),
                                               CRC32C_256(0x13a29877, 0x274530ee, 0x4e8a61dc, 0x9d14c3b8,
                                                          0x3fc5f181, 0x7f8be302, 0xff17c604, 0xfbc3faf9),
                                               CRC32C_256(0xa541927e, 0x4f6f520d, 0x9edea41a, 0x38513ec5,
                                                          0x70a27d8a, 0xe144fb14, 0xc76580d9, 0x8b277743),
                                               CRC32C_256(0xdd45aab8, 0xbf672381, 0x7b2231f3, 0xf64463e6,
                                                          0xe964b13d, 0xd725148b, 0xaba65fe7, 0x52a0c93f),
                                               CRC32C_256(0x38116fac, 0x7022df58, 0xe045beb0, 0xc5670b91,
                                                          0x8f2261d3, 0x1ba8b557, 0x37516aae, 0x6ea2d55c),
                                               CRC32C_256(0xef306b19, 0xdb8ca0c3, 0xb2f53777, 0x6006181f,
                                                          0xc00c303e, 0x85f4168d, 0x0e045beb, 0x1c08b7d6),
                                               CRC32C_256(0x68032cc8, 0xd0065990, 0xa5e0c5d1, 0x4e2dfd53,
                                                          0x9c5bfaa6, 0x3d5b83bd, 0x7ab7077a, 0xf56e0ef4),
                                               CRC32C_256(0x493c7d27, 0x9278fa4e, 0x211d826d, 0x423b04da,
                                                          0x847609b4, 0x0d006599, 0x1a00cb32, 0x34019664)};

#undef CRC32C_4
#undef CRC32C_16
#undef CRC32C_64
#undef CRC32C_256

#endif
