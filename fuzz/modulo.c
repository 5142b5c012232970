/* The modulo kernels give the remainder of long division, for every divisor and dividend. */
#include <rowkey/kernels.h>
#include <string.h>

#include "fuzz.h"
#include "kernels/divisor.h"
#include "reference/reference.h"

enum { ROWS_MAX = 80 };

struct division {
  struct rowkey_divisor_constants constants;
  uint64_t divisor;
  size_t rows;
  uint64_t multiples; /* a bit for each of eight rows: it lies beside a multiple of the divisor */
};

static bool is_near_multiple(const struct division *division, size_t row) {
  return (division->multiples >> row % 8 & 1) != 0;
}

/* Some dividends become multiples of the divisor, or lie beside one. */
static void move_to_multiple(uint8_t digest[16], uint64_t divisor, int delta) {
  uint64_t amount = reference_modulo_u128(digest, divisor);
  int carry = delta;
  for (unsigned i = 16; i-- > 0; amount >>= 8) {
    const int sum = digest[i] - (int)(amount & 0xff) + carry;
    digest[i] = (uint8_t)(sum & 0xff);
    carry = sum < 0 ? -1 : sum >> 8;
  }
}

static void check_u128(const struct division *division, struct fuzz_input *input) {
  uint64_t expected[ROWS_MAX];
  const size_t rows = division->rows;
  uint8_t *digests = fuzz_guarded(rows * 16);
  uint64_t *remainders = fuzz_guarded(rows * sizeof *remainders);
  fuzz_take_bytes(input, digests, rows * 16);
  for (size_t i = 0; i < rows; i++) {
    uint8_t *digest = digests + i * 16;
    if (is_near_multiple(division, i)) move_to_multiple(digest, division->divisor, (int)(i % 5) - 2);
    expected[i] = reference_modulo_u128(digest, division->divisor);
  }
  FUZZ_EACH_KERNEL(kernels, modulo_u128) {
    memset(remainders, 0xee, rows * sizeof *remainders);
    FUZZ_KERNEL(kernels, modulo_u128, rows)(&division->constants, digests, rows, remainders);
    fuzz_check_rows(kernels, "modulo_u128", remainders, expected, rows, sizeof *expected);
  }
}

static uint64_t *take_values(const struct division *division, struct fuzz_input *input) {
  uint64_t *values = fuzz_guarded(division->rows * sizeof *values);
  fuzz_take_bytes(input, values, division->rows * sizeof *values);
  for (size_t i = 0; i < division->rows; i++)
    if (is_near_multiple(division, i))
      values[i] = values[i] / division->divisor * division->divisor + i % 5 - 2;
  return values;
}

static void check_u64(const struct division *division, struct fuzz_input *input) {
  uint64_t expected[ROWS_MAX];
  const size_t rows = division->rows;
  uint64_t *values = take_values(division, input), *remainders = fuzz_guarded(rows * sizeof *remainders);
  for (size_t i = 0; i < rows; i++) expected[i] = reference_modulo_u64(values[i], division->divisor);
  FUZZ_EACH_KERNEL(kernels, modulo_u64) {
    memset(remainders, 0xee, rows * sizeof *remainders);
    FUZZ_KERNEL(kernels, modulo_u64, rows)(&division->constants, values, rows, remainders);
    fuzz_check_rows(kernels, "modulo_u64", remainders, expected, rows, sizeof *expected);
    memcpy(remainders, values, rows * sizeof *remainders);
    FUZZ_KERNEL(kernels, modulo_u64, rows)(&division->constants, remainders, rows, remainders);
    fuzz_check_rows(kernels, "modulo_u64 in place", remainders, expected, rows, sizeof *expected);
  }
}

static void check_u32(const struct division *division, struct fuzz_input *input) {
  uint32_t expected[ROWS_MAX];
  const size_t rows = division->rows;
  const uint64_t *wide = take_values(division, input);
  uint32_t *values = fuzz_guarded(rows * sizeof *values), *remainders = fuzz_guarded(rows * sizeof *values);
  for (size_t i = 0; i < rows; i++) {
    values[i] = (uint32_t)wide[i];
    expected[i] = (uint32_t)reference_modulo_u64(values[i], division->divisor);
  }
  FUZZ_EACH_KERNEL(kernels, modulo_u32) {
    memset(remainders, 0xee, rows * sizeof *remainders);
    FUZZ_KERNEL(kernels, modulo_u32, rows)(&division->constants, values, rows, remainders);
    fuzz_check_rows(kernels, "modulo_u32", remainders, expected, rows, sizeof *expected);
    memcpy(remainders, values, rows * sizeof *remainders);
    FUZZ_KERNEL(kernels, modulo_u32, rows)(&division->constants, remainders, rows, remainders);
    fuzz_check_rows(kernels, "modulo_u32 in place", remainders, expected, rows, sizeof *expected);
  }
}

/* Of magnitudes up to any `largest`, of divisors that a signed layout can have. */
static void check_i64(const struct division *division, struct fuzz_input *input) {
  uint64_t expected[ROWS_MAX];
  const size_t rows = division->rows;
  const uint64_t form = fuzz_take(input, 1), largest = (UINT64_C(1) << 63) >> form % 64;
  const bool floors = form >= 128;
  uint64_t *values = take_values(division, input), *remainders = fuzz_guarded(rows * sizeof *remainders);
  for (size_t i = 0; i < rows; i++) {
    const bool negative = values[i] >> 63 != 0;
    const uint64_t magnitude = (values[i] & INT64_MAX) % (largest + 1);
    const uint64_t rest = reference_modulo_u64(magnitude, division->divisor);
    values[i] = negative ? 0 - magnitude : magnitude;
    /* The smallest i64 is its own negation. */
    const bool below_zero = values[i] >> 63 != 0;
    expected[i] = !below_zero || rest == 0 ? rest : floors ? division->divisor - rest : 0 - rest;
  }
  FUZZ_EACH_KERNEL(kernels, modulo_i64) {
    memset(remainders, 0xee, rows * sizeof *remainders);
    FUZZ_KERNEL(kernels, modulo_i64, rows)(&division->constants, values, rows, largest, floors, remainders);
    fuzz_check_rows(kernels, "modulo_i64", remainders, expected, rows, sizeof *expected);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct fuzz_input input = fuzz_begin(data, size);
  struct division division = {.divisor = fuzz_take_number(&input)};
  const uint64_t kind = fuzz_take(&input, 1);
  if (kind % 4 == 3) division.divisor &= INT64_MAX;
  if (division.divisor == 0) division.divisor = 1;
  rowkey_divisor divisor;
  FUZZ_CHECK(rowkey_divisor_init(&divisor, division.divisor, NULL) == ROWKEY_OK, "divisor %llu",
             (unsigned long long)division.divisor);
  memcpy(&division.constants, divisor.opaque, sizeof division.constants);
  division.multiples = fuzz_take(&input, 1);
  division.rows = fuzz_take_rows(&input, ROWS_MAX);
  switch (kind % 4) {
    case 0:
      check_u128(&division, &input);
      break;
    case 1:
      check_u64(&division, &input);
      break;
    case 2:
      check_u32(&division, &input);
      break;
    default:
      check_i64(&division, &input);
      break;
  }
  return 0;
}
