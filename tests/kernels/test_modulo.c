/* The modulo kernels of every instruction set against the reference: every kind of divisor, dividends around
 * its multiples. */
#include <string.h>

#include "each_isa.h"
#include "kernels/divisor.h"
#include "reference/reference.h"

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])
enum { DIGEST = 16, DIVIDENDS = 400 };

static struct rowkey_divisor_constants constants_of(uint64_t value) {
  rowkey_divisor divisor;
  CHECK(rowkey_divisor_init(&divisor, value, NULL) == ROWKEY_OK, "divisor %llu", (unsigned long long)value);
  struct rowkey_divisor_constants constants;
  memcpy(&constants, divisor.opaque, sizeof constants);
  return constants;
}

/* ---- divisors */

/* Calls `check` for each divisor worth it. */
static void each_divisor(void (*check)(uint64_t divisor)) {
  for (uint64_t divisor = 1; divisor <= 300; divisor++) check(divisor);
  uint64_t power = 1000;
  for (unsigned i = 3; i < 20; i++, power *= 10) {
    for (uint64_t near = 0; near < 3; near++) check(power + near - 1);
  }
  for (unsigned bit = 8; bit < 64; bit++) {
    for (uint64_t near = 0; near < 7; near++) check((UINT64_C(1) << bit) + near - 3);
  }
  /* The bounds of the schemes of src/kernels/divisor.h, and factors of 2^64 + 1 and their likes. */
  static const uint64_t special[] = {
      ROWKEY_FRACTION64_MAX,        ROWKEY_FRACTION52_MAX,       ROWKEY_QUOTIENT52_MAX,    ROWKEY_FOLD_MAX,
      UINT64_C(641) * 65537,        UINT64_C(6700417) * 641,     UINT64_C(67280421310721), 1000003,
      UINT64_C(0x5555555555555555), UINT64_C(0xaaaaaaaaaaaaaaab)};
  for (size_t i = 0; i < COUNT_OF(special); i++) {
    for (uint64_t near = 0; near < 5; near++) check(special[i] + near - 2);
  }
  for (uint64_t below = 0; below < 5; below++) check(UINT64_MAX - below);
  for (unsigned bits = 1; bits <= 64; bits++) {
    for (size_t i = repetitions(50); i-- > 0;) {
      check((random_u64() | UINT64_C(1) << 63) >> (64 - bits));
    }
  }
}

/* ---- dividends of 128 bits, big-endian */

static void add_small(uint8_t digest[DIGEST], int delta) {
  int carry = delta;
  for (unsigned i = DIGEST; i-- > 0 && carry != 0;) {
    const int sum = digest[i] + carry;
    digest[i] = (uint8_t)(sum & 0xff);
    carry = sum < 0 ? -1 : sum >> 8;
  }
}

static void subtract(uint8_t digest[DIGEST], uint64_t amount) {
  int borrow = 0;
  for (unsigned i = DIGEST; i-- > 0; amount >>= 8) {
    const int difference = digest[i] - (int)(amount & 0xff) - borrow;
    borrow = difference < 0;
    digest[i] = (uint8_t)(difference & 0xff);
  }
}

/* Dividend number `index` for this divisor: some fixed ones, then multiples of the divisor and their
 * neighbours, and random ones of every length. */
static void make_digest(size_t index, uint64_t divisor, uint8_t digest[DIGEST]) {
  random_bytes(digest, DIGEST);
  if (index == 0) memset(digest, 0, DIGEST);
  if (index == 1) memset(digest, 0xff, DIGEST);
  if (index >= 2 && index < 34) { /* runs of ones from either end */
    for (size_t i = 0; i < DIGEST; i++) digest[i] = (i < (index - 2) % 16) == (index < 18) ? 0xff : 0;
  }
  if (index % 3 == 0) {
    for (size_t i = 0; i < index % 16; i++) digest[i] = 0;
  }
  if (index >= 34 && index % 2 == 0) {
    subtract(digest, reference_modulo_u128(digest, divisor));
    add_small(digest, (int)(index / 2 % 5) - 2);
  }
}

/* ---- checks */

static struct guarded digests_arena, values_arena, remainders_arena;

static void check_u128(uint64_t divisor) {
  const struct rowkey_divisor_constants constants = constants_of(divisor);
  uint8_t *digests = digests_arena.end - (size_t)DIVIDENDS * DIGEST;
  uint64_t expected[DIVIDENDS];
  for (size_t i = 0; i < DIVIDENDS; i++) {
    make_digest(i, divisor, digests + i * DIGEST);
    expected[i] = reference_modulo_u128(digests + i * DIGEST, divisor);
  }
  EACH_KERNEL(kernels, modulo_u128) {
    uint64_t *remainders = (uint64_t *)(void *)remainders_arena.end - DIVIDENDS;
    memset(remainders, 0xff, DIVIDENDS * sizeof *remainders);
    kernels->modulo_u128(&constants, digests, DIVIDENDS, remainders);
    for (size_t i = 0; i < DIVIDENDS; i++) {
      const uint8_t *d = digests + i * DIGEST;
      CHECK(
          remainders[i] == expected[i],
          "%s: digest %02x%02x%02x%02x%02x%02x%02x%02x%02x%02x%02x%02x%02x%02x%02x%02x mod %llu gives %llu, "
          "not %llu (row %zu)",
          kernels->name, d[0], d[1], d[2], d[3], d[4], d[5], d[6], d[7], d[8], d[9], d[10], d[11], d[12],
          d[13], d[14], d[15], (unsigned long long)divisor, (unsigned long long)remainders[i],
          (unsigned long long)expected[i], i);
    }
  }
}

/* Borders of limbs of 32 and 52 bits, the largest multiples of the divisor and their neighbours, then
 * multiples and random ones of every length. */
static uint64_t make_u64(size_t index, uint64_t divisor) {
  static const uint64_t borders[] = {
      0, UINT64_MAX, UINT32_MAX, UINT64_MAX << 32, UINT64_C(1) << 32, UINT64_MAX >> 12, UINT64_MAX << 52};
  if (index < COUNT_OF(borders)) return borders[index];
  uint64_t value = index < 18 ? UINT64_MAX : random_u64() >> (index % 64);
  if (index < 18 || index % 2 == 0) value = value / divisor * divisor + index / 2 % 5 - 2;
  return value;
}

static void check_u64(uint64_t divisor) {
  const struct rowkey_divisor_constants constants = constants_of(divisor);
  uint64_t *values = (uint64_t *)(void *)values_arena.end - DIVIDENDS;
  for (size_t i = 0; i < DIVIDENDS; i++) values[i] = make_u64(i, divisor);
  EACH_KERNEL(kernels, modulo_u64) {
    uint64_t *remainders = (uint64_t *)(void *)remainders_arena.end - DIVIDENDS;
    memset(remainders, 0xff, DIVIDENDS * sizeof *remainders);
    kernels->modulo_u64(&constants, values, DIVIDENDS, remainders);
    for (size_t i = 0; i < DIVIDENDS; i++) {
      CHECK(remainders[i] == reference_modulo_u64(values[i], divisor), "%s: %llu mod %llu gives %llu",
            kernels->name, (unsigned long long)values[i], (unsigned long long)divisor,
            (unsigned long long)remainders[i]);
    }
    memcpy(remainders, values, DIVIDENDS * sizeof *values);
    kernels->modulo_u64(&constants, remainders, DIVIDENDS, remainders);
    for (size_t i = 0; i < DIVIDENDS; i++) {
      CHECK(remainders[i] == reference_modulo_u64(values[i], divisor),
            "%s in place: %llu mod %llu gives %llu", kernels->name, (unsigned long long)values[i],
            (unsigned long long)divisor, (unsigned long long)remainders[i]);
    }
  }
}

static void check_u32(uint64_t divisor) {
  const struct rowkey_divisor_constants constants = constants_of(divisor);
  uint32_t *values = (uint32_t *)(void *)values_arena.end - DIVIDENDS;
  values[0] = 0;
  values[1] = UINT32_MAX;
  for (size_t i = 2; i < DIVIDENDS; i++) {
    uint64_t value = (random_u64() >> 32) >> (i % 32);
    if (i % 2 == 0) value = value / divisor * divisor + i / 2 % 5 - 2;
    values[i] = (uint32_t)value;
  }
  EACH_KERNEL(kernels, modulo_u32) {
    uint32_t *remainders = (uint32_t *)(void *)remainders_arena.end - DIVIDENDS;
    memset(remainders, 0xff, DIVIDENDS * sizeof *remainders);
    kernels->modulo_u32(&constants, values, DIVIDENDS, remainders);
    for (size_t i = 0; i < DIVIDENDS; i++) {
      CHECK(remainders[i] == reference_modulo_u64(values[i], divisor), "%s: %u mod %llu gives %u",
            kernels->name, values[i], (unsigned long long)divisor, remainders[i]);
    }
    memcpy(remainders, values, DIVIDENDS * sizeof *values);
    kernels->modulo_u32(&constants, remainders, DIVIDENDS, remainders);
    for (size_t i = 0; i < DIVIDENDS; i++) {
      CHECK(remainders[i] == reference_modulo_u64(values[i], divisor), "%s in place: %u mod %llu gives %u",
            kernels->name, values[i], (unsigned long long)divisor, remainders[i]);
    }
  }
}

static void make_arenas(void) {
  digests_arena = guarded_of(DIVIDENDS * DIGEST);
  values_arena = guarded_of(DIVIDENDS * 8);
  remainders_arena = guarded_of(DIVIDENDS * 8);
}

static void u128_by_every_divisor(void) {
  make_arenas();
  each_divisor(check_u128);
}

static void u64_by_every_divisor(void) {
  make_arenas();
  each_divisor(check_u64);
}

static void u32_by_every_divisor(void) {
  make_arenas();
  each_divisor(check_u32);
}

/* ---- counts and alignments: one divisor for each scheme */

static const uint64_t scheme_divisors[] = {1,
                                           1000,
                                           1000000,
                                           1 << 20,
                                           ROWKEY_FRACTION64_MAX + 1,
                                           UINT32_MAX,
                                           UINT64_C(1000000000000),
                                           ROWKEY_FRACTION52_MAX + 1,
                                           (UINT64_C(1) << 63) + 1,
                                           ROWKEY_QUOTIENT52_MAX + 1};
enum { COUNT_MAX = 150 };

/* One of the kernels: how large its numbers are, and how it is called. */
struct kind {
  const char *name;
  size_t in, out; /* bytes of a dividend and of a remainder */
  void (*run)(const struct rowkey_kernels *kernels, const struct rowkey_divisor_constants *by,
              const uint8_t *in, size_t rows, uint8_t *out);
};

static void run_u128(const struct rowkey_kernels *kernels, const struct rowkey_divisor_constants *by,
                     const uint8_t *in, size_t rows, uint8_t *out) {
  kernels->modulo_u128(by, in, rows, (uint64_t *)(void *)out);
}
static void run_u64(const struct rowkey_kernels *kernels, const struct rowkey_divisor_constants *by,
                    const uint8_t *in, size_t rows, uint8_t *out) {
  kernels->modulo_u64(by, (const uint64_t *)(const void *)in, rows, (uint64_t *)(void *)out);
}
static void run_u32(const struct rowkey_kernels *kernels, const struct rowkey_divisor_constants *by,
                    const uint8_t *in, size_t rows, uint8_t *out) {
  kernels->modulo_u32(by, (const uint32_t *)(const void *)in, rows, (uint32_t *)(void *)out);
}

static const struct kind u128 = {"modulo_u128", DIGEST, 8, run_u128}, u64 = {"modulo_u64", 8, 8, run_u64},
                         u32 = {"modulo_u32", 4, 4, run_u32};

/* The number of so many bytes. */
static uint64_t number_at(const uint8_t *at, size_t size) {
  uint64_t wide;
  uint32_t narrow;
  if (size == sizeof narrow) return memcpy(&narrow, at, sizeof narrow), narrow;
  return memcpy(&wide, at, sizeof wide), wide;
}

/* So many rows with the buffers at either guard page when shift is 0, else away from it by the shift. */
static void check_shape(const struct rowkey_kernels *kernels, const struct kind *kind, size_t rows,
                        size_t shift, enum guard side) {
  /* Digests are bytes; the others are aligned as their type. */
  const size_t in_shift = kind->in == DIGEST ? shift : shift / kind->in * kind->in;
  const size_t out_shift = shift % (64 / kind->out) * kind->out;
  const size_t in_size = rows * kind->in, out_size = rows * kind->out;
  for (size_t i = 0; i < COUNT_OF(scheme_divisors); i++) {
    const struct rowkey_divisor_constants constants = constants_of(scheme_divisors[i]);
    uint8_t *in =
        side == GUARD_BEGIN ? digests_arena.begin + in_shift : digests_arena.end - in_size - in_shift;
    uint8_t *out = side == GUARD_BEGIN ? remainders_arena.begin + out_shift
                                       : remainders_arena.end - out_size - out_shift;
    random_bytes(in, in_size);
    uint8_t *around = side == GUARD_BEGIN ? remainders_arena.begin : out;
    fill_canary(around, out_size + out_shift);
    kind->run(kernels, &constants, in, rows, out);
    for (size_t row = 0; row < rows; row++) {
      const uint8_t *dividend = in + row * kind->in;
      const uint64_t remainder = number_at(out + row * kind->out, kind->out);
      const uint64_t expected = kind->in == DIGEST
                                    ? reference_modulo_u128(dividend, scheme_divisors[i])
                                    : reference_modulo_u64(number_at(dividend, kind->in), scheme_divisors[i]);
      CHECK(remainder == expected, "%s: %s, divisor %llu, row %zu of %zu, shift %zu gives %llu",
            kernels->name, kind->name, (unsigned long long)scheme_divisors[i], row, rows, shift,
            (unsigned long long)remainder);
    }
    for (size_t at = 0; at < out_shift; at++) {
      const size_t outside = side == GUARD_BEGIN ? at : out_size + at;
      CHECK(around[outside] == canary(outside), "%s: %s, %zu rows: wrote outside the remainders",
            kernels->name, kind->name, rows);
    }
  }
}

static void check_counts(const struct rowkey_kernels *kernels, const struct kind *kind) {
  for (size_t rows = 0; rows <= 4 * kernels->lanes + 3; rows++) {
    check_shape(kernels, kind, rows, 0, GUARD_BEGIN);
    check_shape(kernels, kind, rows, 0, GUARD_END);
  }
  check_shape(kernels, kind, COUNT_MAX - 1, 0, GUARD_END);
}

static void every_count(void) {
  digests_arena = guarded_of(COUNT_MAX * DIGEST);
  remainders_arena = guarded_of(COUNT_MAX * 8);
  EACH_KERNEL(kernels, modulo_u128) { check_counts(kernels, &u128); }
  EACH_KERNEL(kernels, modulo_u64) { check_counts(kernels, &u64); }
  EACH_KERNEL(kernels, modulo_u32) { check_counts(kernels, &u32); }
}

static void check_alignments(const struct rowkey_kernels *kernels, const struct kind *kind) {
  for (size_t shift = 0; shift < 64; shift++) {
    check_shape(kernels, kind, 2 * kernels->lanes + shift % 4, shift,
                shift % 2 == 0 ? GUARD_BEGIN : GUARD_END);
  }
}

static void every_alignment(void) {
  digests_arena = guarded_of(COUNT_MAX * DIGEST);
  remainders_arena = guarded_of(COUNT_MAX * 8);
  EACH_KERNEL(kernels, modulo_u128) { check_alignments(kernels, &u128); }
  EACH_KERNEL(kernels, modulo_u64) { check_alignments(kernels, &u64); }
  EACH_KERNEL(kernels, modulo_u32) { check_alignments(kernels, &u32); }
}

static const struct test tests[] = {
    {"modulo_u128 by every kind of divisor", u128_by_every_divisor},
    {"modulo_u64 by every kind of divisor", u64_by_every_divisor},
    {"modulo_u32 by every kind of divisor", u32_by_every_divisor},
    {"modulo of every count", every_count},
    {"modulo of every alignment", every_alignment},
};

int main(int argc, char **argv) { return run_kernel_tests(tests, COUNT_OF(tests), argc, argv); }
