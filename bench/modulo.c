/* How many remainders a second by a divisor that is only known at run time: of 128-bit digests, of 64-bit
 * and of 32-bit integers. */
#include <inttypes.h>
#include <rowkey/kernels.h>
#include <string.h>

#include "kernels/divisor.h"
#include "kernels/kernel_table.h"
#include "libdivide_peer.h"
#include "shape.h"
#include "words.h"

struct modulo {
  struct shape shape;
  size_t dividend_size; /* 16 for digests, 8 or 4 for integers */
  size_t remainder_size;
  struct rowkey_divisor_constants divisor;
  void *dividends;
};

static void fill(struct shape *shape) {
  struct modulo *modulo = (struct modulo *)shape;
  shape->bytes = shape->rows * modulo->dividend_size;
  shape->output_size = shape->rows * modulo->remainder_size;
  modulo->dividends = shape_allocate(shape, shape->bytes);
  uint64_t *words = modulo->dividends;
  for (size_t i = 0; i < shape->bytes / sizeof(*words); i++) words[i] = bench_random();
}

static struct modulo *create(const char *kernel, uint64_t divisor, size_t dividend_size,
                             size_t remainder_size, bench_run *reference) {
  struct modulo *modulo =
      shape_create(sizeof(*modulo), BENCH_ROWS, fill, reference, "%s/%" PRIu64, kernel, divisor);
  modulo->dividend_size = dividend_size;
  modulo->remainder_size = remainder_size;
  rowkey_divisor constants;
  if (rowkey_divisor_init(&constants, divisor, NULL) != ROWKEY_OK)
    bench_fail("%s: no divisor", modulo->shape.name);
  memcpy(&modulo->divisor, constants.opaque, sizeof(modulo->divisor));
  return modulo;
}

static void u128_kernel(struct shape *shape, const void *with) {
  const struct modulo *modulo = (const struct modulo *)shape;
  const struct rowkey_kernels *kernels = with;
  kernels->modulo_u128(&modulo->divisor, modulo->dividends, shape->rows, (uint64_t *)(void *)shape->output);
}

static void u128_int128(struct shape *shape, const void *with) {
  const struct modulo *modulo = (const struct modulo *)shape;
  const uint8_t *digests = modulo->dividends;
  uint64_t *remainders = (void *)shape->output;
  (void)with;
  for (size_t i = 0; i < shape->rows; i++)
    remainders[i] = (uint64_t)(load_big_endian_u128(digests + 16 * i) % modulo->divisor.value);
}

/* For powers of two only. The kernels do not know that they get one. */
static void u128_mask(struct shape *shape, const void *with) {
  const struct modulo *modulo = (const struct modulo *)shape;
  const uint8_t *digests = modulo->dividends;
  uint64_t *remainders = (void *)shape->output;
  const uint64_t mask = modulo->divisor.value - 1;
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
  const struct modulo *modulo = (const struct modulo *)shape;
  const uint8_t *digests = modulo->dividends;
  uint64_t *remainders = (void *)shape->output;
  const int shift = __builtin_clzll(modulo->divisor.value);
  const uint64_t divisor = modulo->divisor.value << shift;
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

#define DEFINE_INTEGER_RUNS(bits)                                                                     \
  static void u##bits##_kernel(struct shape *shape, const void *with) {                               \
    const struct modulo *modulo = (const struct modulo *)shape;                                       \
    const struct rowkey_kernels *kernels = with;                                                      \
    kernels->modulo_u##bits(&modulo->divisor, modulo->dividends, shape->rows, (void *)shape->output); \
  }                                                                                                   \
  static void u##bits##_native(struct shape *shape, const void *with) {                               \
    const struct modulo *modulo = (const struct modulo *)shape;                                       \
    const uint##bits##_t *values = modulo->dividends;                                                 \
    uint##bits##_t *remainders = (void *)shape->output;                                               \
    uint##bits##_t divisor = (uint##bits##_t)modulo->divisor.value;                                   \
    (void)with;                                                                                       \
    for (size_t i = 0; i < shape->rows; i++) remainders[i] = values[i] % divisor;                     \
  }                                                                                                   \
  static void u##bits##_libdivide(struct shape *shape, const void *with) {                            \
    const struct modulo *modulo = (const struct modulo *)shape;                                       \
    const struct libdivide_peer *peer = with;                                                         \
    peer->modulo_u##bits(modulo->dividends, shape->rows, (uint##bits##_t)modulo->divisor.value,       \
                         (void *)shape->output);                                                      \
  }                                                                                                   \
  static void u##bits##_mask(struct shape *shape, const void *with) {                                 \
    const struct modulo *modulo = (const struct modulo *)shape;                                       \
    const uint##bits##_t *values = modulo->dividends;                                                 \
    uint##bits##_t *remainders = (void *)shape->output;                                               \
    const uint##bits##_t mask = (uint##bits##_t)(modulo->divisor.value - 1);                          \
    (void)with;                                                                                       \
    for (size_t i = 0; i < shape->rows; i++) remainders[i] = values[i] & mask;                        \
  }

DEFINE_INTEGER_RUNS(64)
DEFINE_INTEGER_RUNS(32)

static void add_libdivide(struct modulo *modulo, bench_run *run) {
#ifdef BENCH_LIBDIVIDE
  bench_add(&modulo->shape, "libdivide", run, &libdivide_peer_scalar);
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx2")) bench_add(&modulo->shape, "libdivide-avx2", run, &libdivide_peer_avx2);
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"))
    bench_add(&modulo->shape, "libdivide-avx512", run, &libdivide_peer_avx512);
#endif
#else
  (void)modulo, (void)run;
#endif
}

static bool is_power_of_two(uint64_t value) { return (value & (value - 1)) == 0; }

static void register_u128(uint64_t divisor) {
  struct modulo *modulo = create("modulo_u128", divisor, 16, sizeof(uint64_t), u128_int128);
  bench_add_kernel(&modulo->shape, u128_kernel, modulo_u128);
  bench_add(&modulo->shape, "int128", u128_int128, NULL);
  bench_add(&modulo->shape, "moeller-granlund", u128_moeller_granlund, NULL);
  if (is_power_of_two(divisor)) bench_add(&modulo->shape, "mask", u128_mask, NULL);
}

static void register_u64(uint64_t divisor) {
  struct modulo *modulo = create("modulo_u64", divisor, sizeof(uint64_t), sizeof(uint64_t), u64_native);
  bench_add_kernel(&modulo->shape, u64_kernel, modulo_u64);
  bench_add(&modulo->shape, "native", u64_native, NULL);
  add_libdivide(modulo, u64_libdivide);
  if (is_power_of_two(divisor)) bench_add(&modulo->shape, "mask", u64_mask, NULL);
}

static void register_u32(uint32_t divisor) {
  struct modulo *modulo = create("modulo_u32", divisor, sizeof(uint32_t), sizeof(uint32_t), u32_native);
  bench_add_kernel(&modulo->shape, u32_kernel, modulo_u32);
  bench_add(&modulo->shape, "native", u32_native, NULL);
  add_libdivide(modulo, u32_libdivide);
  if (is_power_of_two(divisor)) bench_add(&modulo->shape, "mask", u32_mask, NULL);
}

void register_modulo(void) {
  /* Powers of two and of ten, primes, and the largest divisor of all: between them every exact scheme, on
   * both sides of 2^32 and of 6 * divisor < 2^52. */
  static const uint64_t of_digests[] = {1000,
                                        4096,
                                        1000000,
                                        1000003,
                                        1 << 20,
                                        1000000000,
                                        2147483647,
                                        UINT64_C(1) << 32,
                                        UINT64_C(1099511627791),
                                        UINT64_C(1000000000000000),
                                        UINT64_MAX};
  /* Below 2^32 and above; a multiplier of 64 bits (1000003 and most) and one of 65. */
  static const uint64_t of_u64[] = {
      4096, 1000000, 1000003, UINT64_C(1099511627791), UINT64_C(1000000000000000), UINT64_MAX};
  static const uint32_t of_u32[] = {4096, 1000000, 1000003, 2147483647};
  for (size_t i = 0; i < sizeof(of_digests) / sizeof(of_digests[0]); i++) register_u128(of_digests[i]);
  for (size_t i = 0; i < sizeof(of_u64) / sizeof(of_u64[0]); i++) register_u64(of_u64[i]);
  for (size_t i = 0; i < sizeof(of_u32) / sizeof(of_u32[0]); i++) register_u32(of_u32[i]);
}
