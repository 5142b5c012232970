/* Replaces the nulls of a column, and makes the markers that say which values were null. */
#include <string.h>

#include "base/given_column.h"
#include "encode/encoder.h"

/* Which rows of a column are null. */
struct nulls {
  const uint8_t *validity;
  uint64_t bit; /* of the block's first row */
};

static inline bool is_null(struct nulls nulls, size_t row) {
  uint64_t bit = nulls.bit + row;
  return (nulls.validity[bit / 8] >> (bit & 7) & 1) == 0;
}

/* What stands for nulls: one constant, or a number of each row. */
static void replace_floats(struct nulls nulls, const double *from, const double *by, size_t step, size_t rows,
                           double *out) {
  for (size_t i = 0; i < rows; i++) out[i] = is_null(nulls, i) ? by[i * step] : from[i];
}

/* ---- Text ------------------------------------------------------------------------------------ */

struct text {
  const uint8_t *bytes;
  uint64_t size, readable; /* from `bytes` on */
};

static struct text text_of_row(const struct rowkey_strings *strings, size_t row) {
  const uint64_t begin = strings->begin[row];
  return (struct text){strings->bytes + begin, strings->end[row] - begin, strings->size - begin};
}

static struct text replacement_of_row(const struct run *run, const struct value *by, size_t row) {
  if (!value_is_constant(by)) return text_of_row(&slot_of(run, by)->strings, row);
  return (struct text){(const uint8_t *)by->text.at, by->text.size, by->text.size};
}

/* Short text is copied as a whole unit; the next text overwrites the unit's end. */
static void copy_text(struct text text, uint8_t *to) {
  if (text.size <= COPY_UNIT && text.readable >= COPY_UNIT)
    memcpy(to, text.bytes, COPY_UNIT);
  else if (text.size != 0)
    memcpy(to, text.bytes, (size_t)text.size);
}

/* All strings of a slot lie in one piece of memory: the column's are copied beside the others. */
static size_t replace_texts(struct run *run, const struct value *value, struct nulls nulls, size_t rows) {
  const struct rowkey_strings *from = &slot_of(run, value->a)->strings;
  struct slot *slot = slot_of(run, value);
  uint64_t size = 0;
  for (size_t i = 0; i < rows; i++) {
    const struct text text = is_null(nulls, i) ? replacement_of_row(run, value->b, i) : text_of_row(from, i);
    slot->own_begin[i] = size;
    slot->own_end[i] = size += text.size;
  }
  size_t bad = rowkey_make_room(run, value, rows);
  if (bad < rows) return bad;
  slot->bytes = slot->memory.bytes;
  for (size_t i = 0; i < rows; i++)
    copy_text(is_null(nulls, i) ? replacement_of_row(run, value->b, i) : text_of_row(from, i),
              slot->memory.bytes + slot->own_begin[i]);
  return rows;
}

/* ---- All types ------------------------------------------------------------------------------- */

static struct nulls nulls_of(const struct run *run, const struct value *column) {
  const rowkey_values *values = &run->columns[column->column];
  return (struct nulls){values->validity, values->validity_offset + run->first};
}

/* The first row in which both columns are null. */
static size_t find_both_null(const struct run *run, const struct value *value, struct nulls nulls,
                             size_t rows) {
  if (!value_is_column(value->b) ||
      rowkey_find_null(&run->columns[value->b->column], run->first, rows) == rows)
    return rows;
  const struct nulls others = nulls_of(run, value->b);
  size_t row = 0;
  while (row < rows && !(is_null(nulls, row) && is_null(others, row))) row++;
  return row;
}

size_t rowkey_run_coalesce(struct run *run, const struct value *value, size_t rows) {
  const struct slot *from = slot_of(run, value->a);
  struct slot *slot = slot_of(run, value);
  const struct nulls nulls = nulls_of(run, value->a);
  const bool by_rows = !value_is_constant(value->b);
  if (rowkey_find_null(&run->columns[value->a->column], run->first, rows) == rows) {
    slot->strings = from->strings;
    slot->bytes = from->bytes;
    slot->floats = from->floats;
    slot->integers = from->integers;
    return rows;
  }
  const size_t bad = find_both_null(run, value, nulls, rows);
  if (bad < rows) return rowkey_report_value(run, value, bad);
  if (value->type == TYPE_TEXT) return replace_texts(run, value, nulls, rows);
  if (value->type == TYPE_FLOAT) {
    const double *by = by_rows ? slot_of(run, value->b)->floats : &value->b->number;
    replace_floats(nulls, from->floats, by, by_rows, rows, slot->own_floats);
    slot->floats = slot->own_floats;
  } else {
    const uint64_t constant = by_rows ? 0 : rowkey_integer_bits(value->b->range.low);
    const struct rowkey_choice kept = {from->integers, false},
                               by = {by_rows ? slot_of(run, value->b)->integers : &constant, !by_rows};
    run->kernels->choose_integers(nulls.validity, nulls.bit, kept, by, rows, slot->own_integers);
    slot->integers = slot->own_integers;
  }
  return rows;
}

void rowkey_run_null_marker(struct run *run, const struct value *value, size_t rows) {
  struct slot *slot = slot_of(run, value);
  const struct nulls nulls = nulls_of(run, value->a);
  static const uint64_t markers[] = {0, 1};
  const struct rowkey_choice there = {&markers[0], true}, null = {&markers[1], true};
  if (nulls.validity == NULL)
    memset(slot->own_integers, 0, rows * sizeof *slot->own_integers);
  else
    run->kernels->choose_integers(nulls.validity, nulls.bit, there, null, rows, slot->own_integers);
  slot->integers = slot->own_integers;
}
