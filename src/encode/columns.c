/* The columns of the records as values: most are read where they lie. */
#include "arguments.h"
#include "encode/encoder.h"

size_t rowkey_find_null(const rowkey_values *column, size_t start, size_t rows) {
  if (column->validity == NULL) return rows;
  uint64_t bit = column->validity_offset + start;
  for (size_t row = 0; row < rows;) {
    unsigned shift = (unsigned)(bit + row) & 7;
    unsigned nulls = (~(unsigned)column->validity[(bit + row) / 8] & 255) >> shift;
    if (nulls != 0) {
      size_t null = row + (size_t)__builtin_ctz(nulls);
      return null < rows ? null : rows;
    }
    row += 8 - shift;
  }
  return rows;
}

static void run_float_column(struct run *run, const struct value *value, size_t rows) {
  struct slot *slot = slot_of(run, value);
  const void *data = run->columns[value->column].data;
  if (!value->is_float32) {
    slot->floats = (const double *)data + run->start;
    return;
  }
  const float *from = (const float *)data + run->start;
  for (size_t i = 0; i < rows; i++) slot->own_floats[i] = (double)from[i];
  slot->floats = slot->own_floats;
}

/* ---- Text ------------------------------------------------------------------------------------ */

/* Where the rows of the block are among the column's bytes. */
static void find_text(const rowkey_values *column, size_t start, size_t rows, struct slot *slot) {
  if (column->begin != NULL) {
    slot->strings = strings_at(column->data, column->size, column->begin + start, column->end + start);
    return;
  }
  slot->strings = strings_at(column->data, column->size, slot->own_begin, slot->own_end);
  if (column->offsets32 != NULL) {
    const uint32_t *offsets = column->offsets32 + start;
    for (size_t i = 0; i < rows; i++) {
      slot->own_begin[i] = offsets[i];
      slot->own_end[i] = offsets[i + 1];
    }
    return;
  }
  for (size_t i = 0; i < rows; i++) {
    slot->own_begin[i] = (start + i) * column->width;
    slot->own_end[i] = (start + i + 1) * column->width;
  }
}

size_t rowkey_run_column(struct run *run, const struct value *value, size_t rows) {
  const rowkey_values *column = &run->columns[value->column];
  struct slot *slot = slot_of(run, value);
  if (value->kind == VALUE_INTEGER_COLUMN) {
    slot->integers = (const uint64_t *)column->data + run->start;
  } else if (value->kind == VALUE_DIGEST_COLUMN) {
    slot->bytes = (const uint8_t *)column->data + run->start * HASH_SIZE;
  } else if (value->kind == VALUE_FLOAT_COLUMN) {
    run_float_column(run, value, rows);
  } else {
    find_text(column, run->start, rows, slot);
    uint64_t total;
    size_t bad = run->kernels->check_strings(&slot->strings, rows, &total);
    if (bad < rows) return rowkey_report_value(run, value, bad);
  }
  if (value->null_allowed) return rows;
  size_t null = rowkey_find_null(column, run->start, rows);
  return null < rows ? rowkey_report_null(run, value, null) : rows;
}
