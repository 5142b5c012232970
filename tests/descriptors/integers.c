/* The kernels from integers to integers: magnitudes, masks, numbers chosen by bits, the first value outside
 * of a range, random numbers, bits in another order, buckets, dates of instants; and from doubles to
 * integers. */
#include <string.h>

#include "call.h"
#include "plan/z_order.h"

enum { ROWS_MAX = 80 };

static void take_integers(struct call *call, struct fuzz_input *input) {
  call->rows = fuzz_take_rows(input, ROWS_MAX);
  call_take_values(call, input);
}

/* ---- Magnitudes and masks ---------------------------------------------------------------------- */

static bool expect_magnitude(struct call *call, size_t row) {
  const uint64_t value = call->values[row];
  return call_expect_u64(call, row, value >> 63 != 0 ? 0 - value : value);
}

static uint64_t run_absolute(const struct rowkey_kernels *kernels, struct call *call) {
  kernels->absolute_i64(call->values, call->rows, call_out(call, 0));
  return call->rows;
}

static void choose_masking(struct call *call, struct fuzz_input *input) {
  take_integers(call, input);
  call->with.masking.bias = fuzz_take_number(input);
  call->with.masking.mask = fuzz_take_number(input);
  call->with.masking.flip = fuzz_take_number(input);
  call->with.masking.swapped = (unsigned)fuzz_take_up_to(input, 8);
  call->with.masking.shift = (unsigned)fuzz_take_up_to(input, 63);
}

static bool expect_masked(struct call *call, size_t row) {
  const struct rowkey_masking *masking = &call->with.masking;
  const uint64_t shifted = (call->values[row] + masking->bias) << masking->shift;
  const uint64_t coded = (shifted & masking->mask) ^ masking->flip;
  uint64_t swapped = 0;
  for (unsigned byte = 0; byte < masking->swapped; byte++) swapped = swapped << 8 | (coded >> 8 * byte & 255);
  return call_expect_u64(call, row, masking->swapped == 0 ? coded : swapped);
}

static uint64_t run_mask(const struct rowkey_kernels *kernels, struct call *call) {
  kernels->mask_integers(&call->with.masking, call->values, call->rows, call_out(call, 0));
  return call->rows;
}

/* ---- The first value outside ------------------------------------------------------------------- */

static void choose_outside(struct call *call, struct fuzz_input *input) {
  take_integers(call, input);
  const uint64_t low = call->number = fuzz_take_number(input);
  const uint64_t span = call->other = fuzz_take_number(input);
  const uint64_t moved = fuzz_take(input, 1); /* a bit for each of eight rows: not into the range */
  const uint64_t first = fuzz_take(input, 1); /* row that may be outside */
  for (size_t i = 0; i < call->rows && span != UINT64_MAX; i++) {
    const bool inside = i < first || (moved >> i % 8 & 1) == 0;
    if (inside) call->values[i] = low + call->values[i] % (span + 1);
    if (!inside && first % 2 == 1) call->values[i] = low + span + 1;
  }
}

static bool expect_inside(struct call *call, size_t row) {
  return call->values[row] - call->number <= call->other;
}

static uint64_t run_find_outside(const struct rowkey_kernels *kernels, struct call *call) {
  return kernels->find_outside(call->values, call->rows, call->number, call->other);
}

/* ---- Chosen by bits ---------------------------------------------------------------------------- */

/* Bits of so many rows after `other` ones, and the numbers of those of which they are clear. */
static uint8_t *choosing_bits;

static void choose_choice(struct call *call, struct fuzz_input *input) {
  take_integers(call, input);
  call->form = fuzz_take(input, 1);
  call->other = fuzz_take_up_to(input, 20);
  call->others = fuzz_guarded(call->rows * sizeof *call->others);
  for (size_t i = 0; i < call->rows; i++) call->others[i] = fuzz_take_number(input);
  const size_t size = (size_t)(call->other + call->rows + 7) / 8;
  choosing_bits = fuzz_guarded(size);
  fuzz_take_bytes(input, choosing_bits, size);
}

static bool expect_choice(struct call *call, size_t row) {
  const uint64_t bit = call->other + row;
  const bool set = (choosing_bits[bit / 8] >> bit % 8 & 1) != 0;
  const bool repeated = (call->form & (set ? 1 : 2)) != 0;
  return call_expect_u64(call, row, (set ? call->values : call->others)[repeated ? 0 : row]);
}

static uint64_t run_choice(const struct rowkey_kernels *kernels, struct call *call) {
  const struct rowkey_choice set = {call->values, (call->form & 1) != 0},
                             clear = {call->others, (call->form & 2) != 0};
  kernels->choose_integers(choosing_bits, call->other, set, clear, call->rows, call_out(call, 0));
  return call->rows;
}

/* ---- Random numbers ---------------------------------------------------------------------------- */

static void choose_seed(struct call *call, struct fuzz_input *input) {
  take_integers(call, input);
  call->number = fuzz_take_number(input);
  call->other = fuzz_take_number(input);
}

static bool expect_random(struct call *call, size_t row) {
  return call_expect_u64(call, row, reference_random_u64(call->number, call->other + row));
}

static uint64_t run_random(const struct rowkey_kernels *kernels, struct call *call) {
  kernels->random_u64(call->number, call->other, call->rows, call_out(call, 0));
  return call->rows;
}

static void fill_nothing(struct call *call) { (void)call; }

/* ---- Buckets ----------------------------------------------------------------------------------- */

static void choose_buckets(struct call *call, struct fuzz_input *input) {
  take_integers(call, input);
  call->number = 1 + fuzz_take_up_to(input, (UINT64_C(1) << 31) - 1);
  call->in_place = true;
}

static bool expect_bucket(struct call *call, size_t row) {
  return call_expect_u64(call, row, reference_jump(call->values[row], call->number));
}

static uint64_t run_jump(const struct rowkey_kernels *kernels, struct call *call) {
  kernels->jump_u64(call->values, call->rows, call->number, call_out(call, 0));
  return call->rows;
}

/* ---- Bits in another order --------------------------------------------------------------------- */

static void choose_bits(struct call *call, struct fuzz_input *input) {
  take_integers(call, input);
  call->number = 1 + fuzz_take_up_to(input, 63);
  for (size_t i = 0; i < call->rows; i++) call->values[i] >>= 64 - call->number;
}

static bool expect_reversed(struct call *call, size_t row) {
  return call_expect_u64(call, row, reference_reverse_bits(call->values[row], (unsigned)call->number));
}

static uint64_t run_reverse_bits(const struct rowkey_kernels *kernels, struct call *call) {
  kernels->reverse_bits(call->values, call->rows, (unsigned)call->number, call_out(call, 0));
  return call->rows;
}

static void choose_pairs(struct call *call, struct fuzz_input *input) {
  take_integers(call, input);
  call->others = fuzz_guarded(call->rows * sizeof *call->others);
  for (size_t i = 0; i < call->rows; i++) {
    call->values[i] &= UINT32_MAX;
    call->others[i] = fuzz_take_number(input) & UINT32_MAX;
  }
}

static bool expect_interleaved(struct call *call, size_t row) {
  return call_expect_u64(call, row, reference_interleave_bits(call->values[row], call->others[row]));
}

static uint64_t run_interleave(const struct rowkey_kernels *kernels, struct call *call) {
  kernels->interleave_bits(call->values, call->others, call->rows, call_out(call, 0));
  return call->rows;
}

static void choose_apart(struct call *call, struct fuzz_input *input) {
  take_integers(call, input);
  call->number = 2 + fuzz_take_up_to(input, Z_ORDER_MOST - 2);
  call->other = fuzz_take_up_to(input, call->number - 1);
  for (size_t i = 0; i < call->rows; i++) call->values[i] &= UINT64_MAX >> (64 - 64 / call->number);
}

static void choose_bits_of_two(struct call *call, struct fuzz_input *input) {
  take_integers(call, input);
  call->others = fuzz_guarded(call->rows * sizeof *call->others);
  for (size_t i = 0; i < call->rows; i++) call->others[i] = fuzz_take_number(input);
  call->number = fuzz_take_number(input);
  call->other = fuzz_take_number(input);
}

static bool expect_combined(struct call *call, size_t row) {
  uint64_t made = 0;
  for (unsigned bit = 0; bit < 64; bit++) {
    const uint64_t set = (call->values[row] >> bit & 1) + (call->others[row] >> bit & 1);
    if (set > 0) made |= (set == 1 ? call->number : call->other) & UINT64_C(1) << bit;
  }
  return call_expect_u64(call, row, made);
}

static uint64_t run_combine(const struct rowkey_kernels *kernels, struct call *call) {
  kernels->combine_bits(call->values, call->others, call->number, call->other, call->rows, call_out(call, 0));
  return call->rows;
}

static bool expect_apart(struct call *call, size_t row) {
  const uint64_t spread = reference_spread_bits(call->values[row], (unsigned)call->number);
  return call_expect_u64(call, row, spread << call->other);
}

static uint64_t run_place_bits(const struct rowkey_kernels *kernels, struct call *call) {
  kernels->place_bits(&rowkey_spreadings[call->number], (unsigned)call->other, call->values, call->rows,
                      call_out(call, 0));
  return call->rows;
}

/* ---- Dates ------------------------------------------------------------------------------------- */

static int64_t signed_of(uint64_t value) {
  int64_t number;
  memcpy(&number, &value, sizeof number);
  return number;
}

/* Instants that have no date, or whose period begins before any i64, become others. */
static void choose_instants(struct call *call, struct fuzz_input *input) {
  static const uint64_t units[] = {86400, UINT64_C(86400000), UINT64_C(86400000000),
                                   UINT64_C(86400000000000)};
  take_integers(call, input);
  call->number = units[fuzz_take_up_to(input, 3)];
  call->form = fuzz_take_up_to(input, ROWKEY_CALENDAR_YEAR_START);
  call_set_divisor(call);
  const uint64_t edges =
      fuzz_take(input, 1); /* a bit for each of eight rows: at the end of a day, or the start */
  for (size_t i = 0; i < call->rows; i++) {
    int64_t instant = signed_of(call->values[i]), date;
    if ((edges >> i % 8 & 1) != 0) instant -= instant % (int64_t)call->number + (int64_t)(i / 8 % 2);
    while (!reference_calendar(call->number, (enum rowkey_calendar)call->form, instant, &date)) instant /= 2;
    call->values[i] = (uint64_t)instant;
  }
}

static bool expect_date(struct call *call, size_t row) {
  int64_t date;
  const enum rowkey_calendar field = (enum rowkey_calendar)call->form;
  return reference_calendar(call->number, field, signed_of(call->values[row]), &date) &&
         call_expect_u64(call, row, (uint64_t)date);
}

static uint64_t run_calendar(const struct rowkey_kernels *kernels, struct call *call) {
  kernels->calendar(&call->with.divisor, (enum rowkey_calendar)call->form, call->values, call->rows,
                    call_out(call, 0));
  return call->rows;
}

/* Of the years 1970 to 2100, about. */
static void fill_instants(struct call *call) {
  call_set_divisor(call);
  call_fill_values(call);
  for (size_t i = 0; i < call->rows; i++) call->values[i] %= 47500 * call->number;
}

/* ---- Doubles, scaled --------------------------------------------------------------------------- */

/* `last` more than the number in its last place. */
static double moved(double number, uint64_t last) {
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  bits += last;
  memcpy(&number, &bits, sizeof number);
  return number;
}

/* Any double, tiny ones among them; or what makes, with the factor, a whole number, a half, or nearly one. */
static double choose_double(struct call *call, struct fuzz_input *input) {
  const uint64_t kind = fuzz_take(input, 1), bits = fuzz_take_number(input);
  const double factor = (double)call->number, whole = (double)(int64_t)(bits >> kind / 8 * 2);
  switch (kind % 8) {
    case 0:
      return moved(0, bits);
    case 1:
      return moved(0, bits & UINT64_C(0x803fffffffffffff)); /* an exponent of 0 to 3 */
    case 2:
      return (double)(int64_t)bits / 1000;
    case 3:
      return moved(whole / factor, kind / 8 % 3 - 1);
    case 4:
      return moved((double)(int64_t)bits / factor, kind / 8 % 3 - 1); /* near 2^63, too */
    default:
      return moved((whole + 0.5) / factor, kind / 8 % 3 - 1);
  }
}

static void choose_doubles(struct call *call, struct fuzz_input *input) {
  const uint64_t factor = fuzz_take_number(input);
  call->form = fuzz_take(input, 1);
  call->number = factor == 0 ? 1 : factor;
  call->rows = fuzz_take_rows(input, ROWS_MAX);
  call->values = fuzz_guarded(call->rows * sizeof *call->values);
  const uint64_t good = fuzz_take(input, 1); /* so many rows at least */
  for (size_t i = 0; i < call->rows; i++) {
    double number = choose_double(call, input);
    int64_t scaled;
    if (i < good && !reference_scale(number, call->number, call->form % 2 != 0, &scaled)) number = -0x1p-3;
    memcpy(&call->values[i], &number, sizeof number);
  }
}

static bool expect_scaled(struct call *call, size_t row) {
  double number;
  int64_t scaled;
  memcpy(&number, &call->values[row], sizeof number);
  return reference_scale(number, call->number, call->form % 2 != 0, &scaled) &&
         call_expect_u64(call, row, (uint64_t)scaled);
}

static uint64_t run_scale(const struct rowkey_kernels *kernels, struct call *call) {
  return kernels->scale_floats((const double *)call->values, call->rows, call->number, call->form % 2 != 0,
                               call_out(call, 0));
}

/* ---- The family -------------------------------------------------------------------------------- */

enum { MILLISECONDS_OF_DAY = 86400000 };
#define DATES(field, calendar) \
  {.name = "calendar/" field, .fill = fill_instants, .number = MILLISECONDS_OF_DAY, .form = calendar}
static const struct timed timed_random[] = {{.name = "random/u64", .fill = fill_nothing, .number = 42}, {0}},
                          timed_jump[] = {{.name = "jump/", .fill = call_fill_values, .number = 1000}, {0}},
                          timed_dates[] = {DATES("year", ROWKEY_CALENDAR_YEAR),
                                           DATES("day", ROWKEY_CALENDAR_DAY),
                                           DATES("month_start", ROWKEY_CALENDAR_MONTH_START),
                                           {0}};

#define INTEGERS(kernel, choose, expect, run) DESCRIBED(kernel, choose, call_writes_u64, expect, run)
static const struct descriptor integers[] = {
    {INTEGERS(absolute_i64, take_integers, expect_magnitude, run_absolute)},
    {INTEGERS(mask_integers, choose_masking, expect_masked, run_mask)},
    {DESCRIBED(find_outside, choose_outside, NULL, expect_inside, run_find_outside)},
    {INTEGERS(random_u64, choose_seed, expect_random, run_random), .timed = timed_random},
    {INTEGERS(reverse_bits, choose_bits, expect_reversed, run_reverse_bits)},
    {INTEGERS(interleave_bits, choose_pairs, expect_interleaved, run_interleave)},
    {INTEGERS(place_bits, choose_apart, expect_apart, run_place_bits)},
    {INTEGERS(jump_u64, choose_buckets, expect_bucket, run_jump), .timed = timed_jump},
    {INTEGERS(calendar, choose_instants, expect_date, run_calendar), .timed = timed_dates},
    {INTEGERS(scale_floats, choose_doubles, expect_scaled, run_scale)},
    {INTEGERS(combine_bits, choose_bits_of_two, expect_combined, run_combine)},
    {INTEGERS(choose_integers, choose_choice, expect_choice, run_choice)},
};

/* Of the first 208 kinds of input, four kernels; of the others those that came later. */
static size_t pick_integers(struct call *call, struct fuzz_input *input) {
  (void)call;
  const size_t kind = (size_t)fuzz_take(input, 1);
  return kind < 208   ? kind % 4
         : kind < 224 ? 4 + kind % 3
         : kind < 240 ? 7
         : kind < 248 ? 8
         : kind < 252 ? 9
         : kind < 254 ? 10
                      : 11;
}

DESCRIBE_FAMILY(integers, integers, pick_integers)
