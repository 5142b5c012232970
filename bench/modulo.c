/* How many remainders a second by a divisor that is only known at run time: of 128-bit digests, of 64-bit
 * and of 32-bit integers. */
#include <inttypes.h>
#include <rowkey/kernels.h>
#include <string.h>

#include "divisor.h"
#include "kernel_table.h"
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
  modulo->dividends = bench_allocate(shape->bytes);
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
  if (rowkey_divisor_init(&constants, divisor) != ROWKEY_OK) bench_fail("%s: no divisor", modulo->shape.name);
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

void register_modulo(void) {
  /* The paper's, a prime just below 2^31, one just above 2^40, and the largest divisor of all: each takes
   * another exact scheme. */
  static const uint64_t divisors[] = {1000, 1000000, 2147483647, 1099511627791, UINT64_MAX};
  for (size_t i = 0; i < sizeof(divisors) / sizeof(divisors[0]); i++) {
    struct modulo *digests = create("modulo_u128", divisors[i], 16, sizeof(uint64_t), u128_int128);
    bench_add_kernels(&digests->shape, u128_kernel);
    bench_add(&digests->shape, "int128", u128_int128, NULL);
  }

  struct modulo *u64 = create("modulo_u64", 1000000, sizeof(uint64_t), sizeof(uint64_t), u64_native);
  bench_add_kernels(&u64->shape, u64_kernel);
  bench_add(&u64->shape, "native", u64_native, NULL);
  add_libdivide(u64, u64_libdivide);

  struct modulo *u32 = create("modulo_u32", 1000003, sizeof(uint32_t), sizeof(uint32_t), u32_native);
  bench_add_kernels(&u32->shape, u32_kernel);
  bench_add(&u32->shape, "native", u32_native, NULL);
  add_libdivide(u32, u32_libdivide);
}
