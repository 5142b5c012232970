/* Remainders through libdivide, which computes quotients only: each is multiplied back. libdivide_peer.c is
 * compiled once for each vector width that libdivide knows. */
#ifndef ROWKEY_BENCH_LIBDIVIDE_PEER_H
#define ROWKEY_BENCH_LIBDIVIDE_PEER_H

#include <stddef.h>
#include <stdint.h>

/* `rows` is a multiple of 16. */
struct libdivide_peer {
  void (*modulo_u64)(const uint64_t *values, size_t rows, uint64_t divisor, uint64_t *remainders);
  void (*modulo_u32)(const uint32_t *values, size_t rows, uint32_t divisor, uint32_t *remainders);
};

extern const struct libdivide_peer libdivide_peer_scalar, libdivide_peer_avx2, libdivide_peer_avx512;

#endif
