/* Compiled once for each instruction set. */
#include "memory.h"

#include ROWKEY_LANES_HEADER

enum { UNROLLED = 8, STEP = UNROLLED * V64_LANES };

static uint64_t sum(const uint64_t *words, size_t size) {
  vec64 sums[UNROLLED];
  for (int k = 0; k < UNROLLED; k++) sums[k] = v64_set1(0);
  for (size_t i = 0; i < size / sizeof(*words); i += STEP) {
#pragma GCC unroll 8
    for (int k = 0; k < UNROLLED; k++) sums[k] = v64_add(sums[k], v64_load(words + i + k * V64_LANES));
  }
  for (int k = 1; k < UNROLLED; k++) sums[0] = v64_add(sums[0], sums[k]);
  uint64_t lanes[V64_LANES], all = 0;
  v64_store(lanes, sums[0]);
  for (int i = 0; i < V64_LANES; i++) all += lanes[i];
  return all;
}

static void set(uint64_t *words, size_t size, uint64_t value) {
  const vec64 values = v64_set1(value);
  for (size_t i = 0; i < size / sizeof(*words); i += STEP) {
#pragma GCC unroll 8
    for (int k = 0; k < UNROLLED; k++) v64_store(words + i + k * V64_LANES, values);
  }
}

#if defined(__x86_64__) && V64_LANES > 1
static void set_past_caches(uint64_t *words, size_t size, uint64_t value) {
  const vec64 values = v64_set1(value);
  for (size_t i = 0; i < size / sizeof(*words); i += V64_LANES)
    __asm__ volatile("vmovntdq %1, %0" : "=m"(*(vec64 *)(void *)(words + i)) : "v"(values));
  __asm__ volatile("sfence" ::: "memory");
}
#else
#define set_past_caches NULL
#endif

#define TABLE_(name) bench_memory_##name
#define TABLE(name) TABLE_(name)
extern const struct bench_memory TABLE(ROWKEY_ISA_NAME);
const struct bench_memory TABLE(ROWKEY_ISA_NAME) = {sum, set, set_past_caches};

#include "simd/lanes/end_target.h"
