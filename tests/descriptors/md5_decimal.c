/* RFC 1321's digest of the unpadded decimal text of integers. */
#include "call.h"

enum { ROWS_MAX = 140, DIGEST = 16, FIRST_ID = 2000000 };

static void choose(struct call *call, struct fuzz_input *input) {
  call->rows = fuzz_take_rows(input, ROWS_MAX);
  call->values = fuzz_guarded(call->rows * sizeof *call->values);
  for (size_t i = 0; i < call->rows; i++)
    call->values[i] = fuzz_take_number(input) + (input->size == 0 ? i * i : 0);
  /* Of some inputs all have as many digits, or all of a run. */
  const uint64_t form = fuzz_take(input, 1), run = form < 64    ? UINT64_MAX
                                                   : form < 128 ? call->rows
                                                                : form % 32 + 1;
  for (size_t i = 0; i < call->rows && run != UINT64_MAX; i++) {
    uint64_t power = 1;
    for (uint64_t digit = (form + i / run) % 19; digit > 0; digit--) power *= 10;
    call->values[i] = power + call->values[i] % (9 * power);
  }
}

static void lay(struct call *call) { call_writes(call, call->rows, DIGEST); }

static bool expect(struct call *call, size_t row) {
  uint8_t text[20];
  reference_md5(text, reference_decimal(call->values[row], text), call_expected(call, 0, row));
  return true;
}

static uint64_t run(const struct rowkey_kernels *kernels, struct call *call) {
  kernels->md5_decimal(call->values, call->rows, call_out(call, 0));
  return call->rows;
}

/* As the paper has them. */
static void fill_ids(struct call *call) {
  call_fill_values(call);
  for (size_t i = 0; i < call->rows; i++) call->values[i] = FIRST_ID + i;
}

static const struct timed timed[] = {{.name = "md5_decimal/u64", .fill = fill_ids},
                                     {.name = "md5_decimal/random64", .fill = call_fill_values},
                                     {0}};

static const struct descriptor kernels_of_integers[] = {
    {DESCRIBED(md5_decimal, choose, lay, expect, run), .is_tuned = true, .timed = timed}};

DESCRIBE_FAMILY(md5_decimal, kernels_of_integers, NULL)
