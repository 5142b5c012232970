/* The steps of a plan: each makes one value for a block of rows. */
#include "encode/encoder.h"

static const uint64_t *integers_of(const struct run *run, const struct value *value) {
  return slot_of(run, value)->integers;
}

/* The values whose bad rows are all alike: `bad` is reported by rowkey_run_value. */
static size_t run_number(struct run *run, const struct value *value, size_t rows) {
  const struct rowkey_encoder *encoder = run->encoder;
  struct slot *slot = slot_of(run, value);
  uint64_t *out = slot->own_integers;
  switch (value->kind) {
    case VALUE_RANDOM:
      run->kernels->random_u64(encoder->seeds[value->ordinal], run->input_row, rows, out);
      return rows;
    case VALUE_TO_I64:
      slot->integers = integers_of(run, value->a);
      return value->checked ? run->kernels->find_outside(slot->integers, rows, 0, INT64_MAX) : rows;
    case VALUE_ADD:
    case VALUE_SUBTRACT:
    case VALUE_MULTIPLY:
    case VALUE_AND:
      return rowkey_run_arithmetic(run, value, rows);
    case VALUE_DIVIDE:
    case VALUE_MODULO:
    case VALUE_FLOORMOD:
      return rowkey_run_division(value, integers_of(run, value->a), integers_of(run, value->b), out, rows);
    case VALUE_DIVIDE_CONSTANT:
    case VALUE_MODULO_CONSTANT:
    case VALUE_FLOORMOD_CONSTANT:
      rowkey_run_constant_division(run, value, rows);
      return rows;
    case VALUE_ABSOLUTE:
      return rowkey_run_absolute(run, value, rows);
    case VALUE_INT32:
      rowkey_run_int32(integers_of(run, value->a), out, rows);
      return rows;
    case VALUE_CODED:
      if (!is_coded_in_writing(value)) {
        const struct rowkey_masking masking = {value->bias, value->mask, value->flip, value->swapped};
        run->kernels->mask_integers(&masking, integers_of(run, value->a), rows, out);
      }
      return rows;
    case VALUE_ORDERED_FLOAT:
      return rowkey_run_ordered_float(value, slot_of(run, value->a)->floats, out, rows);
    default:
      return rows; /* constants were made with the encoder */
  }
}

size_t rowkey_run_value(struct run *run, const struct value *value, size_t rows) {
  switch (value->kind) {
    case VALUE_INTEGER_COLUMN:
    case VALUE_FLOAT_COLUMN:
    case VALUE_TEXT_COLUMN:
    case VALUE_DIGEST_COLUMN:
      return rowkey_run_column(run, value, rows);
    case VALUE_COALESCE:
      return rowkey_run_coalesce(run, value, rows);
    case VALUE_HASH:
      return rowkey_run_hash(run, value, rows);
    case VALUE_REVERSED:
      return rowkey_run_reversed(run, value, rows);
    case VALUE_ESCAPED_TEXT:
      return rowkey_run_escaped(run, value, rows);
    case VALUE_DECIMAL_TEXT:
    case VALUE_HEX_TEXT:
      rowkey_run_number_text(run, value, rows);
      return rows;
    default: {
      size_t bad = run_number(run, value, rows);
      return bad < rows ? rowkey_report_value(run, value, bad) : rows;
    }
  }
}
