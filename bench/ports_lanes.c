/* Compiled once for each instruction set with vectors: loops of one instruction and nothing else. They are in
 * assembly, so that it is this instruction and as many of them as the loop says. */
#include "ports.h"

#include ROWKEY_LANES_HEADER

#ifdef __aarch64__
#define REGISTER "w"
#else
#define REGISTER "v"
#endif
#define LOW52 ((UINT64_C(1) << 52) - 1)

#define EACH_CHAIN(f, with)                                                                          \
  f(0, with) f(1, with) f(2, with) f(3, with) f(4, with) f(5, with) f(6, with) f(7, with) f(8, with) \
      f(9, with) f(10, with) f(11, with)
/* In loops long enough that their ends take no part of the time. */
#define EACH_ROUND(f, with)                                                         \
  for (int round = 0; round < PORT_ROUNDS; round += 4) {                            \
    EACH_CHAIN(f, with) EACH_CHAIN(f, with) EACH_CHAIN(f, with) EACH_CHAIN(f, with) \
  }
_Static_assert(PORT_CHAINS == 12, "EACH_CHAIN has as many");

#define CHAIN(c, nothing) vec32 y##c = v32_set1(0);
#define KEEP(c, nothing) v32_store(y[c].u32, y##c);
/* Results count as operands too: those of ternary logic and of multiply-adds are. */
#define COMPUTE(c, instruction) \
  __asm__ volatile(instruction : "+" REGISTER(y##c) : REGISTER(x0), REGISTER(k0));
/* The result is the first operand of the next. */
#define WAIT(instruction) __asm__ volatile(instruction : "=" REGISTER(y0) : "0"(y0), REGISTER(k0));
#define FOUR_TIMES(f, with) f(with) f(with) f(with) f(with)
/* Vectors lie side by side in memory: two stores a cycle take those that go to one line alone. */
#define LOAD(c, instruction) __asm__ volatile(instruction : "=" REGISTER(y##c) : "m"(((const vec32 *)x)[c]));
#define STORE(c, instruction) __asm__ volatile(instruction : "=m"(((vec32 *)y)[c]) : REGISTER(x0));

#define PORT(name, instruction, lane, value)                                                                \
  static void run_##name(const union port_vector *x, const union port_vector *k, union port_vector *y) {    \
    const vec32 x0 = v32_load(x->u32), k0 = v32_load(k->u32);                                               \
    EACH_CHAIN(CHAIN, )                                                                                     \
    EACH_ROUND(COMPUTE, instruction)                                                                        \
    EACH_CHAIN(KEEP, )                                                                                      \
  }                                                                                                         \
  static void define_##name(const union port_vector *x, const union port_vector *k, union port_vector *y) { \
    (void)k;                                                                                                \
    for (int round = 0; round < PORT_ROUNDS; round++)                                                       \
      for (size_t i = 0; i < sizeof(vec32) / sizeof(y->lane[0]); i++) y->lane[i] = value;                   \
    for (int c = 1; c < PORT_CHAINS; c++) y[c] = y[0];                                                      \
  }                                                                                                         \
  static void wait_##name(const union port_vector *start, const union port_vector *k,                       \
                          union port_vector *y) {                                                           \
    vec32 y0 = v32_load(start->u32);                                                                        \
    const vec32 k0 = v32_load(k->u32);                                                                      \
    for (int round = 0; round < PORT_ROUNDS; round += 8) {                                                  \
      FOUR_TIMES(WAIT, instruction) FOUR_TIMES(WAIT, instruction)                                           \
    }                                                                                                       \
    v32_store(y->u32, y0);                                                                                  \
  }                                                                                                         \
  static void define_wait_##name(const union port_vector *start, const union port_vector *k,                \
                                 union port_vector *y) {                                                    \
    v32_store(y->u32, v32_load(start->u32));                                                                \
    (void)k;                                                                                                \
    for (int round = 0; round < PORT_ROUNDS; round++) {                                                     \
      const union port_vector before = *y, *x = &before;                                                    \
      for (size_t i = 0; i < sizeof(vec32) / sizeof(y->lane[0]); i++) y->lane[i] = value;                   \
    }                                                                                                       \
  }

#define PORT_LOAD(instruction)                                                                         \
  static void run_load(const union port_vector *x, const union port_vector *k, union port_vector *y) { \
    EACH_CHAIN(CHAIN, )                                                                                \
    (void)k;                                                                                           \
    EACH_ROUND(LOAD, instruction)                                                                      \
    EACH_CHAIN(KEEP, )                                                                                 \
  }

#define PORT_STORE(instruction)                                                                         \
  static void run_store(const union port_vector *x, const union port_vector *k, union port_vector *y) { \
    const vec32 x0 = v32_load(x->u32);                                                                  \
    (void)k;                                                                                            \
    EACH_ROUND(STORE, instruction)                                                                      \
  }

#include BENCH_PORTS

static void define_load(const union port_vector *x, const union port_vector *k, union port_vector *y) {
  (void)k;
  for (size_t c = 0; c < PORT_CHAINS; c++) v32_store(y[c].u32, v32_load(&x->u32[c * V32_LANES]));
}

static void define_store(const union port_vector *x, const union port_vector *k, union port_vector *y) {
  (void)k;
  for (size_t c = 0; c < PORT_CHAINS; c++) v32_store(&y->u32[c * V32_LANES], v32_load(x->u32));
}

#undef PORT
#undef PORT_LOAD
#undef PORT_STORE
#define PORT(name, instruction, lane, value) \
  {#name, run_##name, define_##name, wait_##name, define_wait_##name},
#define PORT_LOAD(instruction) {"load", run_load, define_load, NULL, NULL},
#define PORT_STORE(instruction) {"store", run_store, define_store, NULL, NULL},

static const struct port ports[] = {
#include BENCH_PORTS
};

#define TABLE_(name) bench_ports_##name
#define TABLE(name) TABLE_(name)
extern const struct ports TABLE(ROWKEY_ISA_NAME);
const struct ports TABLE(ROWKEY_ISA_NAME) = {sizeof(vec32), sizeof(ports) / sizeof(ports[0]), ports};

#include "simd/lanes/end_target.h"
