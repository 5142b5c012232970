/* A constant in the place of a column's nulls. */
#include <string.h>

#include "encode/encoder.h"
#include "given_column.h"

/* Which rows of a column are null. */
struct nulls {
  const uint8_t *validity;
  uint64_t bit; /* of the block's first row */
};

static inline bool is_null(struct nulls nulls, size_t row) {
  uint64_t bit = nulls.bit + row;
  return (nulls.validity[bit / 8] >> (bit & 7) & 1) == 0;
}

static void replace_integers(struct nulls nulls, const uint64_t *from, uint64_t constant, size_t rows,
                             uint64_t *out) {
  for (size_t i = 0; i < rows; i++) out[i] = is_null(nulls, i) ? constant : from[i];
}

static void replace_floats(struct nulls nulls, const double *from, double constant, size_t rows,
                           double *out) {
  for (size_t i = 0; i < rows; i++) out[i] = is_null(nulls, i) ? constant : from[i];
}

/* Short text is copied as a whole unit; the next text overwrites the unit's end. */
static void copy_text(const uint8_t *from, uint64_t readable, size_t length, uint8_t *to) {
  if (length <= COPY_UNIT && readable >= COPY_UNIT)
    memcpy(to, from, COPY_UNIT);
  else if (length != 0)
    memcpy(to, from, length);
}

/* All strings of a slot lie in one piece of memory: the column's are copied beside the constant. */
static size_t replace_texts(struct run *run, const struct value *value, struct nulls nulls, size_t rows) {
  const struct rowkey_strings *from = &slot_of(run, value->a)->strings;
  struct slot *slot = slot_of(run, value);
  const struct slice constant = value->b->text;
  uint64_t size = 0;
  for (size_t i = 0; i < rows; i++) {
    uint64_t length = is_null(nulls, i) ? constant.size : from->end[i] - from->begin[i];
    slot->own_begin[i] = size;
    slot->own_end[i] = size += length;
  }
  size_t bad = rowkey_make_room(run, value, rows);
  if (bad < rows) return bad;
  slot->bytes = slot->memory.bytes;
  for (size_t i = 0; i < rows; i++) {
    uint8_t *to = slot->memory.bytes + slot->own_begin[i];
    size_t length = (size_t)(slot->own_end[i] - slot->own_begin[i]);
    if (is_null(nulls, i))
      copy_text((const uint8_t *)constant.at, constant.size, length, to);
    else
      copy_text(from->bytes + from->begin[i], from->size - from->begin[i], length, to);
  }
  return rows;
}

/* The compiler has made sure that it is a double. */
static double number_of(struct integer constant) {
  double magnitude = (double)constant.magnitude;
  return constant.negative ? -magnitude : magnitude;
}

size_t rowkey_run_coalesce(struct run *run, const struct value *value, size_t rows) {
  const rowkey_values *column = &run->columns[value->a->column];
  const struct slot *from = slot_of(run, value->a);
  struct slot *slot = slot_of(run, value);
  bool has_nulls = rowkey_find_null(column, run->start, rows) < rows;
  const struct nulls nulls = {column->validity, column->validity_offset + run->start};
  if (value->type == TYPE_TEXT) {
    if (has_nulls) return replace_texts(run, value, nulls, rows);
    slot->strings = from->strings;
    slot->bytes = from->bytes;
  } else if (value->type == TYPE_FLOAT) {
    if (has_nulls)
      replace_floats(nulls, from->floats, number_of(value->b->range.low), rows, slot->own_floats);
    slot->floats = has_nulls ? slot->own_floats : from->floats;
  } else {
    uint64_t constant = rowkey_integer_bits(value->b->range.low);
    if (has_nulls) replace_integers(nulls, from->integers, constant, rows, slot->own_integers);
    slot->integers = has_nulls ? slot->own_integers : from->integers;
  }
  return rows;
}
