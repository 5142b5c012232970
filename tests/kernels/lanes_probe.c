/* Every operation of the lane contract as a function on arrays, beside what it must do in plain C. Compiled
 * once for each row of simd/isa.def, as simd/kernels.c is. */
#include "lanes_probe.h"

/* The plain side. */
static uint64_t any_number(uint64_t x) { return x; }
static uint64_t not_zero(uint64_t x) { return x == 0 ? 1 : x; }
static uint64_t below_1e2(uint64_t x) { return x % 100; }
static uint64_t below_1e4(uint64_t x) { return x % 10000; }
static uint64_t below_1e16(uint64_t x) { return x % UINT64_C(10000000000000000); }
static uint64_t below_2e39(uint64_t x) { return x % (UINT64_C(1) << 39); }
/* What v64_remainder leaves: bits from 52 up may be anything. */
static uint64_t below_1e8_of_52_bits(uint64_t x) { return x % 100000000 | x >> 52 << 52; }
static uint64_t decimal_digits(uint64_t x) {
  const uint64_t ones = UINT64_C(0x0101010101010101);
  return (x & 7 * ones) + 2 * (x >> 4 & ones);
}

static uint64_t high64(uint64_t a, uint64_t b) {
  const uint64_t a1 = a >> 32, a0 = (uint32_t)a, b1 = b >> 32, b0 = (uint32_t)b;
  const uint64_t middle = a1 * b0 + (a0 * b0 >> 32);
  return a1 * b1 + (middle >> 32) + ((a0 * b1 + (uint32_t)middle) >> 32);
}

static uint64_t digits(uint64_t x, unsigned count) {
  uint64_t text = 0;
  for (unsigned i = 0; i < count; i++, x /= 10) text = text << 8 | x % 10;
  return text;
}

static uint64_t number(uint64_t text) {
  uint64_t sum = 0;
  for (unsigned i = 0; i < 8; i++, text >>= 8) sum = 10 * sum + (text & 0xff);
  return sum;
}

static uint64_t reversed(uint64_t x) {
  uint64_t result = 0;
  for (unsigned i = 0; i < 8; i++, x >>= 8) result = result << 8 | (x & 0xff);
  return result;
}

static uint64_t zero_bits_below(uint64_t x) {
  uint64_t bits = 0;
  for (; x % 256 == 0; x /= 256) bits += 8;
  return bits;
}

static uint32_t base31(uint32_t x) {
  uint32_t sum = 0;
  for (unsigned i = 0; i < 4; i++, x >>= 8) sum = 31 * sum + (x & 0xff) - (x & 0x80) * 2;
  return sum;
}
static const uint32_t table8[8] = {0xffffffff, 0x80000000, 7, 0x12345678, 0, 0xfedcba98, 1, 0x7fffffff};

#include ROWKEY_LANES_HEADER

/* A count that the compiler does not know. */
static uint32_t at_run_time(uint32_t count) {
  volatile uint32_t hidden = count;
  return hidden;
}

/* ---- 32-bit lanes: operation, what it must do */
#define EACH_32(OP)                                                                                         \
  OP(set1, v32_set1(0x89abcdef), 0x89abcdef)                                                                \
  OP(add, v32_add(a, b), a + b)                                                                             \
  OP(sub, v32_sub(a, b), a - b)                                                                             \
  OP(and, v32_and(a, b), a &b)                                                                              \
  OP(or, v32_or(a, b), a | b)                                                                               \
  OP(xor, v32_xor(a, b), a ^ b)                                                                             \
  OP(xor3, v32_xor3(a, b, c), a ^ b ^ c)                                                                    \
  OP(majority, v32_majority(a, b, c), (a & b) | (a & c) | (b & c))                                          \
  OP(bswap, v32_bswap(a), __builtin_bswap32(a))                                                             \
  OP(select, v32_select(a, b, c), (a & b) | (~a & c))                                                       \
  OP(choose, v32_choose(v32_less(a, b), c, d), (int32_t)a < (int32_t)b ? c : d)                             \
  OP(add_select, v32_add_select(a, b, c, d), a + ((b & c) | (~b & d)))                                      \
  OP(add_select_newer, v32_add_select_newer(a, b, c, d), a + ((b & c) | (~b & d)))                          \
  OP(add_xor_orn, v32_add_xor_orn(a, b, c, d), a + (c ^ (b | ~d)) + V32_ORN_BIAS)                           \
  OP(srl1, v32_srl1(a), a >> 1)                                                                             \
  OP(srl_by_0, v32_srl_by(a, at_run_time(0)), a)                                                            \
  OP(srl_by_1, v32_srl_by(a, at_run_time(1)), a >> 1)                                                       \
  OP(srl_by_19, v32_srl_by(a, at_run_time(19)), a >> 19)                                                    \
  OP(srl_by_31, v32_srl_by(a, at_run_time(31)), a >> 31)                                                    \
  OP(sll_1, v32_sll(a, 1), a << 1)                                                                          \
  OP(sll_31, v32_sll(a, 31), a << 31)                                                                       \
  OP(srl_13, v32_srl(a, 13), a >> 13)                                                                       \
  OP(srl_31, v32_srl(a, 31), a >> 31)                                                                       \
  OP(sllv, v32_sllv(a, v32_and(b, v32_set1(31))), a << (b & 31))                                            \
  OP(sllv_32, v32_sllv(a, v32_set1(at_run_time(32))), 0)                                                    \
  OP(srlv, v32_srlv(a, v32_and(b, v32_set1(31))), a >> (b & 31))                                            \
  OP(srlv_32, v32_srlv(a, v32_set1(at_run_time(32))), 0)                                                    \
  OP(join_base31, v32_join_base31(a), base31(a))                                                            \
  OP(lookup8, v32_lookup8(table8, v32_and(a, v32_set1(7))), table8[a & 7])                                  \
  OP(mul_lo, v32_mul_lo(a, b), a *b)                                                                        \
  OP(mul_hi_by_1, v32_mul_hi_by(a, v32_set1(at_run_time(1))), 0)                                            \
  OP(mul_hi_by_odd, v32_mul_hi_by(a, v32_set1(at_run_time(0x9e3779b9))), (a * UINT64_C(0x9e3779b9)) >> 32)  \
  OP(mul_hi_by_most, v32_mul_hi_by(a, v32_set1(at_run_time(UINT32_MAX))), (a * (uint64_t)UINT32_MAX) >> 32) \
  EACH_ROTATION(OP)
#define ROTATION(OP, n) OP(rotl_##n, v32_rotl(a, n), a << n | a >> (32 - n))
/* Laid out by hand: clang-format changes this list again at every run. */
/* clang-format off */
#define EACH_ROTATION(OP) \
  ROTATION(OP, 1) ROTATION(OP, 4) ROTATION(OP, 5) ROTATION(OP, 6) ROTATION(OP, 7) ROTATION(OP, 9) \
  ROTATION(OP, 10) ROTATION(OP, 11) ROTATION(OP, 12) ROTATION(OP, 13) ROTATION(OP, 14) ROTATION(OP, 15) ROTATION(OP, 16) \
  ROTATION(OP, 17) ROTATION(OP, 20) ROTATION(OP, 21) ROTATION(OP, 22) ROTATION(OP, 23) ROTATION(OP, 31)
/* clang-format on */

#define VECTOR_32(name, vector, plain)                                                    \
  static void vector32_##name(const uint32_t *pa, const uint32_t *pb, const uint32_t *pc, \
                              const uint32_t *pd, uint32_t *out) {                        \
    const vec32 a = v32_load(pa), b = v32_load(pb), c = v32_load(pc), d = v32_load(pd);   \
    (void)a, (void)b, (void)c, (void)d;                                                   \
    v32_store(out, vector);                                                               \
  }                                                                                       \
  static uint32_t plain32_##name(uint32_t a, uint32_t b, uint32_t c, uint32_t d) {        \
    (void)a, (void)b, (void)c, (void)d;                                                   \
    return (uint32_t)(plain);                                                             \
  }
EACH_32(VECTOR_32)

#define ROW_32(name, vector, plain) {#name, vector32_##name, plain32_##name},
static const struct lanes_operation32 operations32[] = {EACH_32(ROW_32)};

/* ---- 64-bit lanes: operation, its domain, what it does, what it must do */
#define EACH_64(OP)                                                                                \
  OP(set1, any_number, v64_set1(UINT64_C(0x0123456789abcdef)), UINT64_C(0x0123456789abcdef))       \
  OP(add, any_number, v64_add(a, b), a + b)                                                        \
  OP(sub, any_number, v64_sub(a, b), a - b)                                                        \
  OP(and, any_number, v64_and(a, b), a &b)                                                         \
  OP(or, any_number, v64_or(a, b), a | b)                                                          \
  OP(or3, any_number, v64_or3(a, b, c), a | b | c)                                                 \
  OP(xor, any_number, v64_xor(a, b), a ^ b)                                                        \
  OP(equal, any_number, v64_equal(a, b), a == b ? UINT64_MAX : 0)                                  \
  OP(choose, any_number, v64_choose(v64_less(a, b), b, c), (int64_t)a < (int64_t)b ? b : c)        \
  OP(rotl_1, any_number, v64_rotl(a, 1), a << 1 | a >> 63)                                         \
  OP(rotl_13, any_number, v64_rotl(a, 13), a << 13 | a >> 51)                                      \
  OP(rotl_16, any_number, v64_rotl(a, 16), a << 16 | a >> 48)                                      \
  OP(rotl_32, any_number, v64_rotl(a, 32), a << 32 | a >> 32)                                      \
  OP(rotl_63, any_number, v64_rotl(a, 63), a << 63 | a >> 1)                                       \
  OP(sllv, any_number, v64_sllv(a, b), b > 63 ? 0 : a << b)                                        \
  OP(srlv, any_number, v64_srlv(a, b), b > 63 ? 0 : a >> b)                                        \
  OP(sll_by_0, any_number, v64_sll_by(a, at_run_time(0)), a)                                       \
  OP(sll_by_17, any_number, v64_sll_by(a, at_run_time(17)), a << 17)                               \
  OP(sll_by_63, any_number, v64_sll_by(a, at_run_time(63)), a << 63)                               \
  OP(srl_by_0, any_number, v64_srl_by(a, at_run_time(0)), a)                                       \
  OP(srl_by_17, any_number, v64_srl_by(a, at_run_time(17)), a >> 17)                               \
  OP(srl_by_63, any_number, v64_srl_by(a, at_run_time(63)), a >> 63)                               \
  OP(mul_u32, any_number, v64_mul_u32(a, b), (uint64_t)(uint32_t)a *(uint32_t)b)                   \
  OP(mul_u32_by, any_number, v64_mul_u32_by(a, b), (uint64_t)(uint32_t)a *(uint32_t)b)             \
  OP(mul_lo_by, any_number, v64_mul_lo_by(a, b), a *b)                                             \
  OP(mul_hi_by, any_number, v64_mul_hi_by(a, b), high64(a, b))                                     \
  OP(zero_bytes_below, not_zero, v64_zero_bytes_below(a), zero_bits_below(a))                      \
  OP(bswap, any_number, v64_bswap(a), reversed(a))                                                 \
  OP(split2, below_1e2, v16_split2(a), digits(a, 2))                                               \
  OP(split4, below_1e4, v16_split2(v32_split4(a)), digits(a, 4))                                   \
  OP(split8, below_1e8_of_52_bits, v16_split2(v32_split4(v64_split8(a))), digits((uint32_t)a, 8))  \
  OP(join_digits8, decimal_digits, v64_join_digits8(a), number(a))                                 \
  OP(div_1e8, any_number, v64_div_1e8(a), a / 100000000)                                           \
  OP(div_1e8_below_2e39, below_2e39, v64_div_1e8_below_2e39(a), a / 100000000)                     \
  OP(div_1e8_below_1e16, below_1e16, v64_div_1e8_below_1e16(a), a / 100000000)                     \
  OP(remainder, any_number,                                                                        \
     v64_and(v64_remainder(a, v64_and(b, v64_set1(UINT32_MAX)), 100000000), v64_set1(UINT32_MAX)), \
     (uint32_t)(a - b * 100000000))                                                                \
  EACH_SHIFT(OP)
#define SHIFT(OP, n)                             \
  OP(sll_##n, any_number, v64_sll(a, n), a << n) \
  OP(srl_##n, any_number, v64_srl(a, n), a >> n)
#define EACH_SHIFT(OP) \
  SHIFT(OP, 1)         \
  SHIFT(OP, 8) SHIFT(OP, 20) SHIFT(OP, 31) SHIFT(OP, 32) SHIFT(OP, 33) SHIFT(OP, 52) SHIFT(OP, 63)

#define VECTOR_64(name, domain, vector, plain)                                                             \
  static void vector64_##name(const uint64_t *pa, const uint64_t *pb, const uint64_t *pc, uint64_t *out) { \
    const vec64 a = v64_load(pa), b = v64_load(pb), c = v64_load(pc);                                      \
    (void)a, (void)b, (void)c;                                                                             \
    v64_store(out, vector);                                                                                \
  }                                                                                                        \
  static uint64_t plain64_##name(uint64_t a, uint64_t b, uint64_t c) {                                     \
    (void)a, (void)b, (void)c;                                                                             \
    return plain;                                                                                          \
  }
EACH_64(VECTOR_64)

#ifdef V64_HAS_MADD52
static uint64_t low52(uint64_t x) { return x << 12 >> 12; }
/* (a * b) >> 52 for a, b below 2^52: 128-bit product of a and 2^12 * b, the upper half */
#define EACH_MADD52(OP)                                                                       \
  OP(madd52_low, any_number, v64_madd52_low(a, b, c), a + low52(low52(b) * low52(c)))         \
  OP(madd52_high, any_number, v64_madd52_high(a, b, c), a + high64(low52(b), low52(c) << 12)) \
  OP(min, any_number, v64_min(a, b), a < b ? a : b)
EACH_MADD52(VECTOR_64)
#else
#define EACH_MADD52(OP)
#endif

#define ROW_64(name, domain, vector, plain) {#name, vector64_##name, plain64_##name, domain},
static const struct lanes_operation64 operations64[] = {EACH_64(ROW_64) EACH_MADD52(ROW_64)};

/* ---- loads and stores */
static void load_rows(const uint8_t *p, size_t stride, uint8_t *digests_out) {
  vec32 words[4];
  v32_load_rows(p, stride, words);
  v32_store_digests(digests_out, words);
}

static void load_pointers(const uint8_t *const *rows, size_t offset, uint8_t *digests_out) {
  vec32 words[4];
  v32_load_pointers(rows, offset, words);
  v32_store_digests(digests_out, words);
}

static void load_strings(const uint8_t *bytes, const uint64_t *begin, uint8_t *digests_out) {
  vec32 words[4];
  v32_load_strings(bytes, begin, words);
  v32_store_digests(digests_out, words);
}

static void load_pairs(const uint8_t *p, uint8_t *digests_out) {
  vec32 words[4] = {v32_set1(0), v32_set1(0), v32_set1(0), v32_set1(0)};
  v32_load_pairs(p, words);
  v32_store_digests(digests_out, words);
}

/* With something between the words, which a load must not touch. */
enum { APART = 3 };
static void store_quarters(const vec32 words[16 * APART], uint8_t *quarters) {
  for (size_t i = 0; i < 4; i++) {
    const vec32 *of = words + 4 * APART * i;
    const vec32 four[4] = {of[0], of[APART], of[2 * APART], of[3 * APART]};
    v32_store_digests(quarters + 16 * V32_LANES * i, four);
  }
}
static void load_rows64(const uint8_t *bytes, const uint64_t *begin, uint8_t *quarters) {
  vec32 words[16 * APART];
  v32_load_rows64(bytes, begin, words, APART);
  store_quarters(words, quarters);
}
static void load_ended64(const uint8_t *bytes, uint64_t size, const uint64_t *begin, const uint64_t *left,
                         uint8_t *quarters) {
  vec32 words[16 * APART];
  v32_load_ended64(bytes, size, begin, left, words, APART);
  store_quarters(words, quarters);
}

static void from_u64(const uint64_t *rows, uint8_t *digests_out) {
  vec64 values[V64_PER_32];
  vec32 words[4] = {v32_set1(0), v32_set1(0), v32_set1(0), v32_set1(0)};
  for (int i = 0; i < V64_PER_32; i++) values[i] = v64_load(rows + i * V64_LANES);
  v32_from_u64(values, &words[0], &words[1]);
  v32_store_digests(digests_out, words);
}

static void load_words(const uint32_t *rows, uint8_t *digests_out) {
  const vec32 words[4] = {v32_load_words(rows), v32_set1(0), v32_set1(0), v32_set1(0)};
  v32_store_digests(digests_out, words);
}

static void to_i64(const uint32_t *rows, uint64_t *out) {
  vec64 values[V64_PER_32];
  v32_to_i64(v32_load_words(rows), values);
  for (int i = 0; i < V64_PER_32; i++) v64_store(out + i * V64_LANES, values[i]);
}

static uint32_t smallest32(const uint32_t *x) { return v32_smallest(v32_load(x)); }
static uint32_t largest32(const uint32_t *x) { return v32_largest(v32_load(x)); }
static uint64_t smallest64(const uint64_t *x) { return v64_smallest(v64_load(x)); }
static uint64_t largest64(const uint64_t *x) { return v64_largest(v64_load(x)); }
static bool any32(const uint32_t *x) { return v32_any(v32_load(x)); }

static void load_strings64(const uint8_t *bytes, const uint64_t *begin, uint64_t *low, uint64_t *high) {
  vec64 low_lanes, high_lanes;
  v64_load_strings(bytes, begin, &low_lanes, &high_lanes);
  v64_store(low, low_lanes);
  v64_store(high, high_lanes);
}

static void load_first(const uint64_t *p, size_t count, const uint64_t *rest, uint64_t *out) {
  v64_store(out, v64_load_first(p, count, v64_load(rest)));
}

static bool join_text16(const uint8_t *bytes, const uint64_t *end, const uint64_t *length,
                        uint64_t *numbers) {
  vec64 lanes;
  const bool good = v64_join_text16(bytes, end, v64_load(length), &lanes);
  v64_store(numbers, lanes);
  return good;
}

static void store_pairs(uint64_t *p, const uint64_t *a, const uint64_t *b) {
  v64_store_pairs(p, v64_load(a), v64_load(b));
}

#ifdef V_HAS_CRC32C
static uint32_t crc32c(uint32_t crc, uint64_t x) { return v_crc32c(crc, x); }
#define PROBE_CRC32C crc32c
#else
#define PROBE_CRC32C NULL
#endif

#ifdef V_HAS_CLMUL
static void clmul(uint64_t a, uint64_t b, uint64_t halves[2]) {
  halves[0] = v_clmul_low(a, b);
  halves[1] = v_clmul_high(a, b);
}
#define PROBE_CLMUL clmul
#else
#define PROBE_CLMUL NULL
#endif

static void iota(uint64_t *out) { v64_store(out, v64_iota()); }
static bool any(const uint64_t *x) { return v64_any(v64_load(x)); }
static bool any_negative(const uint64_t *x) { return v64_any_negative(v64_load(x)); }

static void gather(const uint8_t *bytes, const uint64_t *offsets, uint64_t *out) {
  v64_store(out, v64_gather(bytes, v64_load(offsets)));
}

static void store_rows(uint8_t *p, size_t stride, const uint64_t *x) {
  v64_store_rows(p, stride, v64_load(x));
}

static void load_digests(const uint8_t *p, uint64_t *high, uint64_t *low) {
  vec64 high_lanes, low_lanes;
  v64_load_digests(p, &high_lanes, &low_lanes);
  v64_store(high, high_lanes);
  v64_store(low, low_lanes);
}

static uint64_t equal_mask(const uint8_t *p, uint8_t byte) { return v8_equal_mask64(p, byte); }

static void copy16(uint8_t *to, const uint8_t *from, uint64_t flip) { v8_copy16(to, from, flip); }
static void copy32(uint8_t *to, const uint8_t *from, uint64_t flip) { v8_copy32(to, from, flip); }
static void join16(uint8_t *to, const uint8_t *first, size_t count, const uint8_t *second) {
  v8_join16(to, first, v8_leading_of(count), second);
}
static void join32(uint8_t *to, const uint8_t *first, size_t count, const uint8_t *second) {
  v8_join32(to, first, v8_leading_of(count), second);
}
static void copy_padded16(uint8_t *to, const uint8_t *from, size_t count) {
  v8_copy_padded16(to, from, count);
}
static bool copy_padded16_last(uint8_t *to, const uint8_t *from, size_t count) {
  v8_seen seen = v8_seen_none();
  v8_copy_padded16_last(to, from, count, &seen);
  return v8_seen_zero(seen);
}
static bool copy_padded8_last(uint8_t *to, const uint8_t *from, size_t count) {
  v8_seen seen = v8_seen_none();
  v8_copy_padded8_last(to, from, count, &seen);
  return v8_seen_zero(seen);
}
static bool copy_padded_texts(uint8_t *to, size_t stride, const uint8_t *bytes, const uint64_t *begin,
                              const uint64_t *end, bool whole) {
  v8_seen seen = v8_seen_none();
  v8_copy_padded_texts(to, stride, bytes, begin, end, whole, &seen);
  return v8_seen_zero(seen);
}
static void reverse16(uint8_t *to, const uint8_t *from, size_t count) { v8_reverse16(to, from, count); }
static uint32_t zero_mask16(const uint8_t *p) { return v8_zero_mask16(p); }

static uint64_t prefix_xor(uint64_t bits) { return v64_prefix_xor(bits); }
static size_t store_set_bits(uint64_t *p, uint64_t base, uint64_t bits) {
  return v64_store_set_bits(p, base, bits);
}

#define PROBE_TEXT_(name) #name
#define PROBE_TEXT(name) PROBE_TEXT_(name)
#define PROBE_TABLE_(name) lanes_probe_##name
#define PROBE_TABLE(name) PROBE_TABLE_(name)

extern const struct lanes_probe PROBE_TABLE(ROWKEY_ISA_NAME);
const struct lanes_probe PROBE_TABLE(ROWKEY_ISA_NAME) = {
    .name = PROBE_TEXT(ROWKEY_ISA_NAME),
    .lanes32 = V32_LANES,
    .lanes64 = V64_LANES,
    .operations32 = operations32,
    .count32 = sizeof operations32 / sizeof *operations32,
    .operations64 = operations64,
    .count64 = sizeof operations64 / sizeof *operations64,
    .load_rows = load_rows,
    .load_pointers = load_pointers,
    .load_strings = load_strings,
    .load_pairs = load_pairs,
    .load_rows64 = load_rows64,
    .load_ended64 = load_ended64,
    .from_u64 = from_u64,
    .load_words = load_words,
    .to_i64 = to_i64,
    .smallest32 = smallest32,
    .largest32 = largest32,
    .smallest64 = smallest64,
    .largest64 = largest64,
    .any32 = any32,
    .load_strings64 = load_strings64,
    .load_first = load_first,
    .join_text16 = join_text16,
    .store_pairs = store_pairs,
    .crc32c = PROBE_CRC32C,
    .clmul = PROBE_CLMUL,
    .iota = iota,
    .any = any,
    .any_negative = any_negative,
    .gather = gather,
    .store_rows = store_rows,
    .load_digests = load_digests,
    .equal_mask = equal_mask,
    .copy16 = copy16,
    .copy32 = copy32,
    .join16 = join16,
    .join32 = join32,
    .copy_padded16 = copy_padded16,
    .copy_padded16_last = copy_padded16_last,
    .copy_padded8_last = copy_padded8_last,
    .texts = V8_TEXTS,
    .copy_padded_texts = copy_padded_texts,
    .reverse16 = reverse16,
    .zero_mask16 = zero_mask16,
    .store_set_bits = store_set_bits,
    .prefix_xor = prefix_xor,
};

#include "simd/lanes/end_target.h"
