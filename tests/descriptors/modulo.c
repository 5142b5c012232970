/* The modulo kernels: the remainder of long division, for every divisor and dividend. */
#include <string.h>

#include "call.h"

enum { ROWS_MAX = 80, DIGEST = 16 };

/* ---- Dividends ---------------------------------------------------------------------------------- */

/* Returns bits of eight rows each, of those that lie beside a multiple of the divisor. */
static uint64_t take_rows(struct call *call, struct fuzz_input *input) {
  const uint64_t multiples = fuzz_take(input, 1);
  call->rows = fuzz_take_rows(input, ROWS_MAX);
  call_set_divisor(call);
  return multiples;
}

static bool has_bit(uint64_t bits, size_t row) { return (bits >> row % 8 & 1) != 0; }

static void move_to_multiple(uint8_t digest[DIGEST], uint64_t divisor, int delta) {
  uint64_t amount = reference_modulo_u128(digest, divisor);
  int carry = delta;
  for (unsigned i = DIGEST; i-- > 0; amount >>= 8) {
    const int sum = digest[i] - (int)(amount & 0xff) + carry;
    digest[i] = (uint8_t)(sum & 0xff);
    carry = sum < 0 ? -1 : sum >> 8;
  }
}

/* Some dividends begin with zeros or ones, some lie beside a multiple. */
static void choose_digests(struct call *call, struct fuzz_input *input) {
  const uint64_t multiples = take_rows(call, input);
  call->bytes = fuzz_guarded(call->rows * DIGEST);
  fuzz_take_bytes(input, call->bytes, call->rows * DIGEST);
  const uint64_t edges = fuzz_take(input, 1);
  for (size_t i = 0; i < call->rows; i++) {
    uint8_t *digest = call->bytes + i * DIGEST;
    if (has_bit(edges, i)) memset(digest, i / 8 % 2 == 0 ? 0 : 0xff, 1 + i % DIGEST);
    if (has_bit(multiples, i)) move_to_multiple(digest, call->number, (int)(i % 5) - 2);
  }
}

static uint64_t *take_values(struct call *call, struct fuzz_input *input, uint64_t multiples) {
  uint64_t *values = call->values = fuzz_guarded(call->rows * sizeof *values);
  fuzz_take_bytes(input, values, call->rows * sizeof *values);
  const uint64_t edges = fuzz_take(input, 1);
  for (size_t i = 0; i < call->rows; i++) {
    if (has_bit(edges, i)) values[i] = i / 8 % 2 == 0 ? values[i] >> i % 64 : UINT64_MAX << i % 64;
    if (has_bit(multiples, i)) values[i] = values[i] / call->number * call->number + i % 5 - 2;
  }
  call->in_place = true;
  return values;
}

static void choose_u64(struct call *call, struct fuzz_input *input) {
  take_values(call, input, take_rows(call, input));
}

static void choose_u32(struct call *call, struct fuzz_input *input) {
  choose_u64(call, input);
  call->narrow = fuzz_guarded(call->rows * sizeof *call->narrow);
  for (size_t i = 0; i < call->rows; i++) call->narrow[i] = (uint32_t)call->values[i];
}

/* Of magnitudes up to any `largest`, 2^63 among them, of divisors that a signed layout can have. */
static void choose_signed(struct call *call, struct fuzz_input *input) {
  call->number &= INT64_MAX;
  if (call->number == 0) call->number = 1;
  const uint64_t multiples = take_rows(call, input), form = fuzz_take(input, 1);
  const uint64_t largest = call->other = (UINT64_C(1) << 63) >> form % 64;
  call->form = form >= 128; /* whether it floors */
  const uint64_t *values = take_values(call, input, multiples);
  for (size_t i = 0; i < call->rows; i++) {
    const uint64_t value = values[i];
    const uint64_t magnitude = value % 64 == 63 ? largest : (value & INT64_MAX) % (largest + 1);
    call->values[i] = value >> 63 != 0 || magnitude > INT64_MAX ? 0 - magnitude : magnitude;
  }
}

/* ---- Remainders --------------------------------------------------------------------------------- */

static bool expect_of_digest(struct call *call, size_t row) {
  return call_expect_u64(call, row, reference_modulo_u128(call->bytes + row * DIGEST, call->number));
}

static uint64_t run_u128(const struct rowkey_kernels *kernels, struct call *call) {
  kernels->modulo_u128(&call->with.divisor, call->bytes, call->rows, call_out(call, 0));
  return call->rows;
}

static bool expect_of_u64(struct call *call, size_t row) {
  return call_expect_u64(call, row, reference_modulo_u64(call->values[row], call->number));
}

static uint64_t run_u64(const struct rowkey_kernels *kernels, struct call *call) {
  kernels->modulo_u64(&call->with.divisor, call->values, call->rows, call_out(call, 0));
  return call->rows;
}

static void lay_u32(struct call *call) { call_writes(call, call->rows, sizeof(uint32_t)); }

static bool expect_of_u32(struct call *call, size_t row) {
  const uint32_t rest = (uint32_t)reference_modulo_u64(call->narrow[row], call->number);
  memcpy(call_expected(call, 0, row), &rest, sizeof rest);
  return true;
}

static uint64_t run_u32(const struct rowkey_kernels *kernels, struct call *call) {
  kernels->modulo_u32(&call->with.divisor, call->narrow, call->rows, call_out(call, 0));
  return call->rows;
}

static bool expect_of_i64(struct call *call, size_t row) {
  const uint64_t value = call->values[row];
  const bool below_zero = value >> 63 != 0;
  const uint64_t rest = reference_modulo_u64(below_zero ? 0 - value : value, call->number);
  const bool floors = call->form != 0;
  return call_expect_u64(call, row,
                         !below_zero || rest == 0 ? rest
                         : floors                 ? call->number - rest
                                                  : 0 - rest);
}

static uint64_t run_i64(const struct rowkey_kernels *kernels, struct call *call) {
  kernels->modulo_i64(&call->with.divisor, call->values, call->rows, call->other, call->form != 0,
                      call_out(call, 0));
  return call->rows;
}

/* ---- The family --------------------------------------------------------------------------------- */

static void fill_digests(struct call *call) {
  call_set_divisor(call);
  call_fill_bytes(call);
}

static void fill_u64(struct call *call) {
  call_set_divisor(call);
  call_fill_values(call);
}

static void fill_u32(struct call *call) {
  fill_u64(call);
  call->narrow = (uint32_t *)(void *)call->values;
  call->read /= 2;
}

/* Powers of two and of ten, primes, and the largest divisor of all: between them every exact scheme, on both
 * sides of 2^32 and of 6 * divisor < 2^52. Of integers those below 2^32 and above: a multiplier of 64 bits
 * (1000003 and most) and one of 65. */
#define OF_DIGESTS(divisor) {.name = "modulo_u128/", .fill = fill_digests, .number = divisor, .width = DIGEST}
#define OF_U64(divisor) {.name = "modulo_u64/", .fill = fill_u64, .number = divisor}
#define OF_U32(divisor) {.name = "modulo_u32/", .fill = fill_u32, .number = divisor}
static const struct timed timed_u128[] = {OF_DIGESTS(1000),
                                          OF_DIGESTS(4096),
                                          OF_DIGESTS(1000000),
                                          OF_DIGESTS(1000003),
                                          OF_DIGESTS(1 << 20),
                                          OF_DIGESTS(1000000000),
                                          OF_DIGESTS(2147483647),
                                          OF_DIGESTS(UINT64_C(1) << 32),
                                          OF_DIGESTS(UINT64_C(1099511627791)),
                                          OF_DIGESTS(UINT64_C(1000000000000000)),
                                          OF_DIGESTS(UINT64_MAX),
                                          {0}},
                          timed_u64[] = {OF_U64(4096),
                                         OF_U64(1000000),
                                         OF_U64(1000003),
                                         OF_U64(UINT64_C(1099511627791)),
                                         OF_U64(UINT64_C(1000000000000000)),
                                         OF_U64(UINT64_MAX),
                                         {0}},
                          timed_u32[] = {
                              OF_U32(4096), OF_U32(1000000), OF_U32(1000003), OF_U32(2147483647), {0}};

static const struct descriptor modulo[] = {
    {DESCRIBED(modulo_u128, choose_digests, call_writes_u64, expect_of_digest, run_u128),
     .timed = timed_u128},
    {DESCRIBED(modulo_u64, choose_u64, call_writes_u64, expect_of_u64, run_u64), .timed = timed_u64},
    {DESCRIBED(modulo_u32, choose_u32, lay_u32, expect_of_u32, run_u32), .timed = timed_u32},
    {DESCRIBED(modulo_i64, choose_signed, call_writes_u64, expect_of_i64, run_i64)},
};

/* Divisors near the bounds of the schemes of src/kernels/divisor.h for some of the kinds of input. */
static size_t pick_modulo(struct call *call, struct fuzz_input *input) {
  static const uint64_t bounds[] = {ROWKEY_FRACTION64_MAX, ROWKEY_FRACTION52_MAX, ROWKEY_QUOTIENT52_MAX,
                                    ROWKEY_FOLD_MAX};
  call->number = fuzz_take_number(input);
  const size_t kind = (size_t)fuzz_take(input, 1);
  if (kind >= 240) call->number = bounds[kind / 4 % 4] + call->number % 5 - 2;
  if (call->number == 0) call->number = 1;
  return kind % 4;
}

DESCRIBE_FAMILY(modulo, modulo, pick_modulo)
