/* The steps of a plan: each makes one value for a block of rows. */
#include "encode/encoder.h"
#include "plan/operation.h"

static const uint64_t *integers_of(const struct run *run, const struct value *value) {
  return slot_of(run, value)->integers;
}

/* Rows are numbered as in the batch, also where some of them are left out. */
static void run_random(const struct run *run, const struct value *value, size_t rows) {
  const uint64_t seed = run->encoder->seeds[value->ordinal];
  uint64_t *out = slot_of(run, value)->own_integers;
  const uint32_t *picked = run->encoder->picked.rows;
  const size_t all = run->is_picked && rows > 0 ? (size_t)picked[rows - 1] + 1 : rows;
  run->kernels->random_u64(seed, run->input_row, all, out);
  for (size_t i = 0; run->is_picked && i < rows; i++) out[i] = out[picked[i]];
}

/* NULL of one that the operation has not, of a text or a float, and of a constant that it holds. */
static const uint64_t *argument_of(const struct run *run, const struct value *value,
                                   const struct value *argument) {
  const bool has_rows =
      argument != NULL && value_is_integer(argument) && !rowkey_operation_holds(value, argument);
  return has_rows ? integers_of(run, argument) : NULL;
}

static size_t run_operation(struct run *run, const struct value *value, size_t rows) {
  if (value->type == TYPE_HASH) {
    value->operation->run_hashes(slot_of(run, value->a)->bytes, rows, slot_of(run, value)->own_bytes);
    return rows;
  }
  if (value->operation->keeps_bits) slot_of(run, value)->integers = integers_of(run, value->a);
  return rowkey_operation_run(&(struct operation_rows){.kernels = run->kernels,
                                                       .value = value,
                                                       .a = argument_of(run, value, value->a),
                                                       .b = argument_of(run, value, value->b),
                                                       .texts = &slot_of(run, value->a)->strings,
                                                       .floats = slot_of(run, value->a)->floats,
                                                       .hashes = slot_of(run, value->a)->bytes,
                                                       .out = slot_of(run, value)->own_integers,
                                                       .count = rows});
}

size_t rowkey_run_value(struct run *run, const struct value *value, size_t rows) {
  switch (value->step) {
    case STEP_NOTHING:
    case STEP_MAKE_IN_WRITING:
      return rows;
    case STEP_COLUMN:
    case STEP_CHECKED_BY_READER:
      return rowkey_run_column(run, value, rows);
    case STEP_COALESCE:
      return rowkey_run_coalesce(run, value, rows);
    case STEP_NULL_MARKER:
      rowkey_run_null_marker(run, value, rows);
      return rows;
    case STEP_MD5_DECIMAL:
    case STEP_MD5_FIXED:
    case STEP_MD5_STRINGS:
    case STEP_HASH_FIXED:
    case STEP_HASH_STRINGS:
    case STEP_HASH_ON:
      return rowkey_run_hash(run, value, rows);
    case STEP_REVERSE_FIXED:
    case STEP_REVERSE:
      return rowkey_run_reversed(run, value, rows);
    case STEP_ESCAPE_TERMINATED:
    case STEP_ESCAPE_GROUPS:
      return rowkey_run_escaped(run, value, rows);
    case STEP_CUT_TEXT:
    case STEP_CHANGE_TEXT:
    case STEP_CHECK_TEXT:
      return rowkey_run_text_call(run, value, rows);
    case STEP_HEX_TEXT:
    case STEP_HASH_TEXT:
    case STEP_SHORT_DECIMAL_TEXT:
    case STEP_DECIMAL_TEXT:
    case STEP_VARINT:
      rowkey_run_number_text(run, value, rows);
      return rows;
    case STEP_RANDOM:
      run_random(run, value, rows);
      return rows;
    default: { /* STEP_OPERATION */
      const size_t bad = run_operation(run, value, rows);
      const bool is_of_texts = value->operation->run_texts != NULL;
      return bad < rows ? rowkey_report_value(run, is_of_texts ? value->a : value, bad) : rows;
    }
  }
}
