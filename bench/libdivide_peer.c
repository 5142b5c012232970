#include "libdivide_peer.h"

#include <libdivide.h>
#include <string.h>

/* A vector register as libdivide takes it, and the same with arithmetic that the compiler knows. */
#if defined(LIBDIVIDE_AVX512)
#define PEER libdivide_peer_avx512
typedef __m512i libdivide_vector;
#define VECTOR_BYTES 64
#elif defined(LIBDIVIDE_AVX2)
#define PEER libdivide_peer_avx2
typedef __m256i libdivide_vector;
#define VECTOR_BYTES 32
#else
#define PEER libdivide_peer_scalar
#endif

#ifdef VECTOR_BYTES
#define DEFINE_MODULO(bits)                                                                          \
  typedef uint##bits##_t vector_u##bits __attribute__((vector_size(VECTOR_BYTES)));                  \
  static void modulo_u##bits(const uint##bits##_t *values, size_t rows, uint##bits##_t divisor,      \
                             uint##bits##_t *remainders) {                                           \
    struct libdivide_u##bits##_t constants = libdivide_u##bits##_gen(divisor);                       \
    for (size_t i = 0; i < rows; i += VECTOR_BYTES / sizeof(*values)) {                              \
      vector_u##bits n;                                                                              \
      memcpy(&n, values + i, sizeof(n));                                                             \
      n -= divisor * (vector_u##bits)libdivide_u##bits##_do_vector((libdivide_vector)n, &constants); \
      memcpy(remainders + i, &n, sizeof(n));                                                         \
    }                                                                                                \
  }
#else
#define DEFINE_MODULO(bits)                                                                     \
  static void modulo_u##bits(const uint##bits##_t *values, size_t rows, uint##bits##_t divisor, \
                             uint##bits##_t *remainders) {                                      \
    struct libdivide_u##bits##_t constants = libdivide_u##bits##_gen(divisor);                  \
    for (size_t i = 0; i < rows; i++)                                                           \
      remainders[i] = values[i] - divisor * libdivide_u##bits##_do(values[i], &constants);      \
  }
#endif

DEFINE_MODULO(64)
DEFINE_MODULO(32)

const struct libdivide_peer PEER = {modulo_u64, modulo_u32};
