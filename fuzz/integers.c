/* The kernels from integers to integers: magnitudes, masks, the first value outside of a range, random
 * numbers, bits in another order, and dates of instants. */
#include <rowkey/kernels.h>
#include <string.h>

#include "fuzz.h"
#include "kernels/divisor.h"
#include "plan/z_order.h"
#include "reference/reference.h"

enum { ROWS_MAX = 80 };

struct batch {
  size_t rows;
  uint64_t *values, *out;
  uint64_t expected[ROWS_MAX];
};

static void check_out(const struct rowkey_kernels *kernels, const char *what, const struct batch *batch) {
  fuzz_check_rows(kernels, what, batch->out, batch->expected, batch->rows, sizeof *batch->out);
}

static void check_magnitudes(struct batch *batch) {
  for (size_t i = 0; i < batch->rows; i++)
    batch->expected[i] = batch->values[i] >> 63 != 0 ? 0 - batch->values[i] : batch->values[i];
  FUZZ_EACH_KERNEL(kernels, absolute_i64) {
    memset(batch->out, 0xee, batch->rows * sizeof *batch->out);
    FUZZ_KERNEL(kernels, absolute_i64, batch->rows)(batch->values, batch->rows, batch->out);
    check_out(kernels, "absolute_i64", batch);
  }
}

static void check_masks(struct batch *batch, struct fuzz_input *input) {
  const struct rowkey_masking masking = {fuzz_take_number(input), fuzz_take_number(input),
                                         fuzz_take_number(input), (unsigned)fuzz_take_up_to(input, 8)};
  for (size_t i = 0; i < batch->rows; i++) {
    const uint64_t coded = ((batch->values[i] + masking.bias) & masking.mask) ^ masking.flip;
    uint64_t swapped = 0;
    for (unsigned byte = 0; byte < masking.swapped; byte++)
      swapped = swapped << 8 | (coded >> 8 * byte & 255);
    batch->expected[i] = masking.swapped == 0 ? coded : swapped;
  }
  FUZZ_EACH_KERNEL(kernels, mask_integers) {
    memset(batch->out, 0xee, batch->rows * sizeof *batch->out);
    FUZZ_KERNEL(kernels, mask_integers, batch->rows)(&masking, batch->values, batch->rows, batch->out);
    check_out(kernels, "mask_integers", batch);
  }
}

static void check_outside(struct batch *batch, struct fuzz_input *input) {
  const uint64_t low = fuzz_take_number(input), span = fuzz_take_number(input);
  const uint64_t moved = fuzz_take(input, 1); /* a bit for each of eight rows: into the range */
  size_t good = batch->rows;
  for (size_t i = batch->rows; i-- > 0;) {
    if (span != UINT64_MAX && (moved >> i % 8 & 1) == 0)
      batch->values[i] = low + batch->values[i] % (span + 1);
    if (batch->values[i] - low > span) good = i;
  }
  FUZZ_EACH_KERNEL(kernels, find_outside) {
    const size_t bad = FUZZ_KERNEL(kernels, find_outside, batch->rows)(batch->values, batch->rows, low, span);
    FUZZ_CHECK(bad == good, "%s: row %zu of %zu is reported, not %zu", kernels->name, bad, batch->rows, good);
  }
}

static void check_random(struct batch *batch, struct fuzz_input *input) {
  const uint64_t seed = fuzz_take_number(input), first = fuzz_take_number(input);
  for (size_t i = 0; i < batch->rows; i++) batch->expected[i] = reference_random_u64(seed, first + i);
  FUZZ_EACH_KERNEL(kernels, random_u64) {
    memset(batch->out, 0xee, batch->rows * sizeof *batch->out);
    FUZZ_KERNEL(kernels, random_u64, batch->rows)(seed, first, batch->rows, batch->out);
    check_out(kernels, "random_u64", batch);
  }
}

static void check_jump(struct batch *batch, struct fuzz_input *input) {
  const uint64_t buckets = 1 + fuzz_take_up_to(input, (UINT64_C(1) << 31) - 1);
  for (size_t i = 0; i < batch->rows; i++) batch->expected[i] = reference_jump(batch->values[i], buckets);
  FUZZ_EACH_KERNEL(kernels, jump_u64) {
    memset(batch->out, 0xee, batch->rows * sizeof *batch->out);
    FUZZ_KERNEL(kernels, jump_u64, batch->rows)(batch->values, batch->rows, buckets, batch->out);
    check_out(kernels, "jump_u64", batch);
  }
}

static void check_orders(struct batch *batch, struct fuzz_input *input) {
  const unsigned bits = 1 + (unsigned)fuzz_take_up_to(input, 63);
  uint64_t others[ROWS_MAX];
  for (size_t i = 0; i < batch->rows; i++) {
    batch->values[i] >>= 64 - bits;
    batch->expected[i] = reference_reverse_bits(batch->values[i], bits);
  }
  FUZZ_EACH_KERNEL(kernels, reverse_bits) {
    memset(batch->out, 0xee, batch->rows * sizeof *batch->out);
    FUZZ_KERNEL(kernels, reverse_bits, batch->rows)(batch->values, batch->rows, bits, batch->out);
    check_out(kernels, "reverse_bits", batch);
  }
  for (size_t i = 0; i < batch->rows; i++) {
    others[i] = fuzz_take_number(input) & UINT32_MAX;
    batch->values[i] &= UINT32_MAX;
    batch->expected[i] = reference_interleave_bits(batch->values[i], others[i]);
  }
  FUZZ_EACH_KERNEL(kernels, interleave_bits) {
    memset(batch->out, 0xee, batch->rows * sizeof *batch->out);
    FUZZ_KERNEL(kernels, interleave_bits, batch->rows)(batch->values, others, batch->rows, batch->out);
    check_out(kernels, "interleave_bits", batch);
  }
  const unsigned count = 2 + (unsigned)fuzz_take_up_to(input, Z_ORDER_MOST - 2);
  const unsigned place = (unsigned)fuzz_take_up_to(input, count - 1);
  for (size_t i = 0; i < batch->rows; i++) {
    batch->values[i] &= UINT64_MAX >> (64 - 64 / count);
    batch->expected[i] = reference_spread_bits(batch->values[i], count) << place;
  }
  FUZZ_EACH_KERNEL(kernels, place_bits) {
    memset(batch->out, 0xee, batch->rows * sizeof *batch->out);
    FUZZ_KERNEL(kernels, place_bits, batch->rows)
    (&rowkey_spreadings[count], place, batch->values, batch->rows, batch->out);
    check_out(kernels, "place_bits", batch);
  }
}

/* Instants that have no date, or whose period begins before any i64, become others. */
static void check_calendar(struct batch *batch, struct fuzz_input *input) {
  static const uint64_t units[] = {86400, UINT64_C(86400000), UINT64_C(86400000000),
                                   UINT64_C(86400000000000)};
  const uint64_t unit = fuzz_take_up_to(input, 3);
  const enum rowkey_calendar field = (enum rowkey_calendar)fuzz_take_up_to(input, ROWKEY_CALENDAR_YEAR_START);
  for (size_t i = 0; i < batch->rows; i++) {
    int64_t instant, date;
    memcpy(&instant, &batch->values[i], sizeof instant);
    while (!reference_calendar(units[unit], field, instant, &date)) instant /= 2;
    batch->values[i] = (uint64_t)instant;
    batch->expected[i] = (uint64_t)date;
  }
  rowkey_divisor divisor;
  struct rowkey_divisor_constants constants;
  FUZZ_CHECK(rowkey_divisor_init(&divisor, units[unit], NULL) == ROWKEY_OK, "no divisor");
  memcpy(&constants, divisor.opaque, sizeof constants);
  FUZZ_EACH_KERNEL(kernels, calendar) {
    memset(batch->out, 0xee, batch->rows * sizeof *batch->out);
    FUZZ_KERNEL(kernels, calendar, batch->rows)(&constants, field, batch->values, batch->rows, batch->out);
    check_out(kernels, "calendar", batch);
  }
}

/* Kinds from here on are orders of bits, jumps and dates; those below are the ones that were there before. */
enum { ORDERS = 208, JUMPS = 224, DATES = 240 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct fuzz_input input = fuzz_begin(data, size);
  const uint64_t kind = fuzz_take(&input, 1);
  struct batch batch = {.rows = fuzz_take_rows(&input, ROWS_MAX)};
  batch.values = fuzz_guarded(batch.rows * sizeof *batch.values);
  batch.out = fuzz_guarded(batch.rows * sizeof *batch.out);
  for (size_t i = 0; i < batch.rows; i++)
    batch.values[i] = fuzz_take_number(&input) + (input.size == 0 ? i : 0);
  if (kind >= DATES) {
    check_calendar(&batch, &input);
    return 0;
  }
  if (kind >= JUMPS) {
    check_jump(&batch, &input);
    return 0;
  }
  if (kind >= ORDERS) {
    check_orders(&batch, &input);
    return 0;
  }
  switch (kind % 4) {
    case 0:
      check_magnitudes(&batch);
      break;
    case 1:
      check_masks(&batch, &input);
      break;
    case 2:
      check_outside(&batch, &input);
      break;
    default:
      check_random(&batch, &input);
      break;
  }
  return 0;
}
