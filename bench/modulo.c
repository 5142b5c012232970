/* How many remainders a second by a divisor that is only known at run time: of 128-bit digests, of 64-bit
 * and of 32-bit integers. */
#include "kernels.h"
#include "libdivide_peer.h"
#include "words.h"

static void u128_int128(struct shape *shape, const void *with) {
  const struct call *call = call_of(shape);
  const uint8_t *digests = call->bytes;
  uint64_t *remainders = (void *)shape->output;
  (void)with;
  for (size_t i = 0; i < shape->rows; i++)
    remainders[i] = (uint64_t)(load_big_endian_u128(digests + 16 * i) % call->number);
}

/* For powers of two only. The kernels do not know that they get one. */
static void u128_mask(struct shape *shape, const void *with) {
  const struct call *call = call_of(shape);
  const uint8_t *digests = call->bytes;
  uint64_t *remainders = (void *)shape->output;
  const uint64_t mask = call->number - 1;
  (void)with;
  for (size_t i = 0; i < shape->rows; i++) remainders[i] = load_big_endian_u64(digests + 16 * i + 8) & mask;
}

/* (high, low) modulo a divisor whose highest bit is set and whose reciprocal floor((2^128 - 1) / divisor) -
 * 2^64 is known; high < divisor. Moeller and Granlund 2011, algorithm 4. */
static inline uint64_t remainder_2_by_1(uint64_t high, uint64_t low, uint64_t divisor, uint64_t reciprocal) {
  const uint128 product = (uint128)reciprocal * high + ((uint128)high << 64 | low);
  uint64_t remainder = low - ((uint64_t)(product >> 64) + 1) * divisor;
  if (remainder > (uint64_t)product) remainder += divisor;
  return remainder >= divisor ? remainder - divisor : remainder;
}

/* The fastest scalar way that we know for any divisor: two multiplications for each half, no division. */
static void u128_moeller_granlund(struct shape *shape, const void *with) {
  const struct call *call = call_of(shape);
  const uint8_t *digests = call->bytes;
  uint64_t *remainders = (void *)shape->output;
  const int shift = __builtin_clzll(call->number);
  const uint64_t divisor = call->number << shift;
  const uint64_t reciprocal = (uint64_t)(~(uint128)0 / divisor);
  (void)with;
  for (size_t i = 0; i < shape->rows; i++) {
    const uint128 dividend = load_big_endian_u128(digests + 16 * i);
    const uint64_t top = (uint64_t)(dividend >> 64) >> 1 >> (63 - shift);
    const uint128 rest = dividend << shift;
    const uint64_t high = remainder_2_by_1(top, (uint64_t)(rest >> 64), divisor, reciprocal);
    remainders[i] = remainder_2_by_1(high, (uint64_t)rest, divisor, reciprocal) >> shift;
  }
}

#define DEFINE_INTEGER_RUNS(bits)                                                     \
  static void u##bits##_native(struct shape *shape, const void *with) {               \
    const uint##bits##_t *values = (const void *)call_of(shape)->values;              \
    uint##bits##_t *remainders = (void *)shape->output;                               \
    const uint##bits##_t divisor = (uint##bits##_t)call_of(shape)->number;            \
    (void)with;                                                                       \
    for (size_t i = 0; i < shape->rows; i++) remainders[i] = values[i] % divisor;     \
  }                                                                                   \
  static void u##bits##_libdivide(struct shape *shape, const void *with) {            \
    const struct libdivide_peer *peer = with;                                         \
    const uint##bits##_t *values = (const void *)call_of(shape)->values;              \
    peer->modulo_u##bits(values, shape->rows, (uint##bits##_t)call_of(shape)->number, \
                         (void *)shape->output);                                      \
  }                                                                                   \
  static void u##bits##_mask(struct shape *shape, const void *with) {                 \
    const uint##bits##_t *values = (const void *)call_of(shape)->values;              \
    uint##bits##_t *remainders = (void *)shape->output;                               \
    const uint##bits##_t mask = (uint##bits##_t)(call_of(shape)->number - 1);         \
    (void)with;                                                                       \
    for (size_t i = 0; i < shape->rows; i++) remainders[i] = values[i] & mask;        \
  }

DEFINE_INTEGER_RUNS(64)
DEFINE_INTEGER_RUNS(32)

static bool is_power_of_two(const struct call *call) { return (call->number & (call->number - 1)) == 0; }

/* Those vectors of libdivide that the CPU has, if it was installed where this was built. */
static void add_libdivide(struct shape *shape, bench_run *run) {
#ifdef BENCH_LIBDIVIDE
  bench_add(shape, "libdivide", run, &libdivide_peer_scalar);
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx2")) bench_add(shape, "libdivide-avx2", run, &libdivide_peer_avx2);
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"))
    bench_add(shape, "libdivide-avx512", run, &libdivide_peer_avx512);
#endif
#else
  (void)shape, (void)run;
#endif
}

const struct peer peers_of_modulo[] = {PEER("modulo_u128/", "int128", u128_int128),
                                       PEER("modulo_u128/", "moeller-granlund", u128_moeller_granlund),
                                       {"modulo_u128/", "mask", u128_mask, is_power_of_two, NULL},
                                       PEER("modulo_u64/", "native", u64_native),
                                       {"modulo_u64/", "libdivide", u64_libdivide, NULL, add_libdivide},
                                       {"modulo_u64/", "mask", u64_mask, is_power_of_two, NULL},
                                       PEER("modulo_u32/", "native", u32_native),
                                       {"modulo_u32/", "libdivide", u32_libdivide, NULL, add_libdivide},
                                       {"modulo_u32/", "mask", u32_mask, is_power_of_two, NULL},
                                       {0}};
