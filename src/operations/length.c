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

static size_t measure_rows(const struct operation_rows *rows) {
  return rows->kernels->measure_strings(rows->texts, rows->count, rows->out);
}

const struct operation rowkey_operation_length = {
    .name = "length",
    .usage = "length(text)",
    .arguments = {{.takes = A_TEXT}},
    .count = 1,
    .compute_of_text = bytes_of_text,
    .step = {"measure_strings", true},
    .result = RESULT_U64,
    .range = range_of_lengths,
    .run_texts = measure_rows,
};
