/* How many bits a number needs. A negative number needs all 64 bits of its two's complement. */
#include "plan/operation.h"

static uint64_t bits_of_number(const struct value *value, uint64_t number, uint64_t unused) {
  (void)value, (void)unused;
  return number == 0 ? 0 : 64 - (uint64_t)__builtin_clzll(number);
}

static struct range range_of_bits(const struct value *value, struct range a, struct range b) {
  (void)value, (void)a, (void)b;
  return rowkey_range_of(rowkey_integer_of_u64(0), rowkey_integer_of_u64(64));
}

/* From -1 to 0 the length falls from 64 to 0. */
static struct course follow_number(const struct value *value, unsigned side, struct range numbers,
                                   struct range b) {
  (void)value, (void)side, (void)b;
  const bool mixed = numbers.low.negative && !numbers.high.negative;
  return (struct course){mixed ? SCATTERS : RISES, false, 0};
}

static void run_bits(const struct operation_rows *rows) { operation_run(bits_of_number, rows); }

const struct operation rowkey_operation_bit_length = {
    .name = "bit_length",
    .usage = "bit_length(number)",
    .count = 1,
    .compute = bits_of_number,
    .result = RESULT_U64,
    .range = range_of_bits,
    .course = follow_number,
    .evenness = MAKES_UNEVEN,
    .run = run_bits,
};
