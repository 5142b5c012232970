/* How many bytes a text has. */
#include "base/bits.h"
#include "plan/operation.h"
#include "plan/text_function.h"

static uint64_t bytes_of_text(const struct value *value, struct slice text) {
  (void)value;
  return text.size;
}

/* No text in memory is longer. */
static struct text_sizes sizes_of(const struct value *text) {
  if (text->fixed_width != 0) return (struct text_sizes){text->fixed_width, text->fixed_width};
  if (text->kind == VALUE_TEXT_CALL) return rowkey_text_call_sizes(&text->call, sizes_of(text->a));
  return (struct text_sizes){0, INT64_MAX};
}

static struct range range_of_lengths(const struct value *value, struct range a, struct range b) {
  (void)a, (void)b;
  const struct text_sizes sizes = sizes_of(value->a);
  return rowkey_range_of(rowkey_integer_of_u64(sizes.least), rowkey_integer_of_u64(sizes.most));
}

static void run_length(const struct operation_rows *rows) {
  const uint64_t *begin = rows->texts->begin, *end = rows->texts->end;
  const struct operation_rows all = *rows; /* a copy: the compiler sees that no result overwrites it */
  ROWKEY_UNROLL(2)
  for (size_t i = 0; i < all.count; i++) all.out[i] = end[i] - begin[i];
}

const struct operation rowkey_operation_length = {
    .name = "length",
    .usage = "length(text)",
    .arguments = {{.takes = A_TEXT}},
    .count = 1,
    .compute_of_text = bytes_of_text,
    .result = RESULT_U64,
    .range = range_of_lengths,
    .run = run_length,
};
