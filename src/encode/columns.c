/* Turns the columns of the records into values; most are read where they lie. */
#include "base/given_column.h"
#include "encode/encoder.h"

static void run_float_column(struct run *run, const struct value *value, size_t rows) {
  struct slot *slot = slot_of(run, value);
  const void *data = run->columns[value->column].data;
  if (!value->is_float32) {
    slot->floats = (const double *)data + run->first;
    return;
  }
  const float *from = (const float *)data + run->first;
  for (size_t i = 0; i < rows; i++) slot->own_floats[i] = (double)from[i];
  slot->floats = slot->own_floats;
}

/* ---- Text of one width ------------------------------------------------------------------------- */

/* The texts side by side: where they are, if they lie so there. */
static void put_side_by_side(const struct run *run, size_t rows, struct slot *slot) {
  static const uint8_t no_run[COPY_UNIT];
  const struct rowkey_strings *strings = &slot->strings;
  const size_t width = (size_t)(strings->end[0] - strings->begin[0]);
  bool apart = false;
  for (size_t i = 1; i < rows; i++) apart |= strings->begin[i] != strings->end[i - 1];
  slot->bytes = apart ? slot->own_bytes : strings->bytes + strings->begin[0];
  if (!apart) return;
  /* Texts that lie apart have the caller's begins and ends, so own_end is free. */
  const struct rowkey_source source = {.rows = no_run, .strings = *strings};
  run->kernels->join_rows(&source, 1, 0, rows, slot->own_bytes, slot->own_bytes + rows * width,
                          slot->own_bytes, slot->own_end);
}

/* Nulls may have another length: what replaces them has the width. */
static size_t run_fixed_text(struct run *run, const struct value *value, size_t rows) {
  struct slot *slot = slot_of(run, value);
  const uint64_t *begin = slot->strings.begin, *end = slot->strings.end;
  bool any = false;
  for (size_t i = 0; i < rows; i++) any |= end[i] - begin[i] != value->fixed_width;
  if (!any) {
    put_side_by_side(run, rows, slot);
    return rows;
  }
  const rowkey_values *column = &run->columns[value->column];
  size_t row = 0;
  while (row < rows &&
         (end[row] - begin[row] == value->fixed_width || rowkey_find_null(column, run->first + row, 1) == 0))
    row++;
  return row < rows ? rowkey_report_value(run, value, row) : rows;
}

/* ---- All columns ------------------------------------------------------------------------------- */

/* Whether it is known, or found out later, that the column's strings are inside. Where a null must be
 * reported it is found out before, for that row. */
static bool is_checked(const struct run *run, const struct value *value, bool no_null) {
  if (value->step == STEP_CHECKED_BY_READER && no_null && run->defers) return true;
  return run->columns == run->given && run->encoder->converted[value->column].strings_are_inside;
}

size_t rowkey_run_column(struct run *run, const struct value *value, size_t rows) {
  const rowkey_values *column = &run->columns[value->column];
  struct slot *slot = slot_of(run, value);
  const size_t null = value->null_allowed ? rows : rowkey_find_null(column, run->first, rows);
  if (value->kind == VALUE_INTEGER_COLUMN) {
    slot->integers = (const uint64_t *)column->data + run->first;
  } else if (value->kind == VALUE_DIGEST_COLUMN) {
    slot->bytes = (const uint8_t *)column->data + run->first * value->width;
  } else if (value->kind == VALUE_FLOAT_COLUMN) {
    run_float_column(run, value, rows);
  } else {
    slot->strings = rowkey_text_spans(column, run->first, rows, slot->own_begin, slot->own_end);
    uint64_t total;
    size_t bad = is_left(run, value) || is_checked(run, value, null == rows)
                     ? rows
                     : run->kernels->check_strings(&slot->strings, rows, &total);
    if (bad < rows) return rowkey_report_value(run, value, bad);
  }
  if (null < rows) return rowkey_report_null(run, value, null);
  return value->fixed_width != 0 ? run_fixed_text(run, value, rows) : rows;
}
