/* Jump consistent hash (Lamping, Veach). */
#include "plan/operation.h"

static uint64_t bucket_of(const struct value *value, uint64_t number, uint64_t unused) {
  (void)unused;
  uint64_t bucket;
  rowkey_isas[0].kernels->jump_u64(&number, 1, value->held[0].magnitude, &bucket);
  return bucket;
}

static struct range range_of_buckets(const struct value *value, struct range a, struct range b) {
  (void)a, (void)b;
  return rowkey_range_of(rowkey_integer_of_u64(0), rowkey_integer_of_u64(value->held[0].magnitude - 1));
}

static void run_buckets(const struct operation_rows *rows) {
  rows->kernels->jump_u64(rows->a, rows->count, rows->value->held[0].magnitude, rows->out);
}

const struct operation rowkey_operation_jump = {
    .name = "jump",
    .usage = "jump(number, buckets)",
    .arguments = {{.varies = true,
                   .problem = "a constant is always in the same bucket",
                   .expected = "a hash, or another number of each row"},
                  {.is_constant = true,
                   .least = 1,
                   .most = INT32_MAX,
                   .problem = "the number of buckets is not valid"}},
    .count = 2,
    .compute = bucket_of,
    .result = RESULT_U64,
    .range = range_of_buckets,
    .evenness = SHARES_OUT,
    .step = {"jump_u64", true},
    .run = run_buckets,
};
