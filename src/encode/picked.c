/* Finds null rows, and puts the columns of the other rows side by side, so that the steps meet no null. */
#include <stdlib.h>
#include <string.h>

#include "base/given_column.h"
#include "encode/encoder.h"

enum { WORD_BITS = 64 };

/* ---- Which rows they are ----------------------------------------------------------------------- */

/* Bit i is 1 where row first + i of the column is null, for `count` rows, at most 64; the other bits are
 * unspecified. */
static uint64_t nulls_of(const rowkey_values *column, size_t first, size_t count) {
  if (kind_of_tag(column->tag) == ROWKEY_KIND_NULL) return UINT64_MAX;
  if (column->validity == NULL) return 0;
  const uint64_t bit = column->validity_offset + first;
  const unsigned shift = (unsigned)(bit % 8);
  const uint8_t *bytes = column->validity + bit / 8;
  const size_t size = (shift + count + 7) / 8; /* at most 9 */
  uint64_t valid = 0;
  for (size_t i = 0; i < size && i < 8; i++) valid |= (uint64_t)bytes[i] << 8 * i;
  valid >>= shift;
  if (size > 8) valid |= (uint64_t)bytes[8] << (WORD_BITS - shift);
  return ~valid;
}

/* The same of the rows: a null that nothing replaces is one of a column that no coalesce() or marker reads,
 * or of both columns of a coalesce(). */
static uint64_t null_rows(const struct run *run, size_t first, size_t count) {
  const struct rowkey_layout *layout = run->encoder->layout;
  uint64_t nulls = 0;
  for (size_t i = 0; i < layout->value_count; i++) {
    const struct value *value = layout->values[i];
    if (!value->used) continue;
    if (value_is_column(value) && !value->null_allowed)
      nulls |= nulls_of(&run->given[value->column], first, count);
    if (value->kind == VALUE_COALESCE && value_is_column(value->b))
      nulls |= nulls_of(&run->given[value->a->column], first, count) &
               nulls_of(&run->given[value->b->column], first, count);
  }
  return count < WORD_BITS ? nulls & ((UINT64_C(1) << count) - 1) : nulls;
}

static size_t word_at(size_t row, size_t rows) { return rows - row < WORD_BITS ? rows - row : WORD_BITS; }

bool rowkey_any_null_row(const struct run *run, size_t rows) {
  for (size_t row = 0; row < rows; row += WORD_BITS)
    if (null_rows(run, run->start + row, word_at(row, rows)) != 0) return true;
  return false;
}

/* ---- The others -------------------------------------------------------------------------------- */

/* Bytes of a column's value: where a text begins and ends, or a digest, are the largest. */
enum { VALUE_SIZE = MOST_HASH_SIZE };

static bool make_room(struct rowkey_encoder *encoder) {
  struct picked *picked = &encoder->picked;
  if (picked->memory != NULL) return true;
  const size_t columns = encoder->layout->column_count, rows = encoder->room_rows;
  const size_t values = columns * rows * VALUE_SIZE, shown = columns * sizeof *picked->columns;
  uint8_t *memory = calloc(1, values + shown + rows * sizeof *picked->rows + columns * (rows / 8 + 1));
  if (memory == NULL) return false;
  picked->memory = picked->values = memory;
  picked->columns = (rowkey_values *)(void *)(memory + values);
  picked->rows = (uint32_t *)(void *)(memory + values + shown);
  picked->validity = (uint8_t *)(picked->rows + rows);
  return true;
}

static void pick_texts(const struct run *run, const rowkey_values *from, uint64_t *begin,
                       rowkey_values *column) {
  const struct picked *picked = &run->encoder->picked;
  uint64_t *end = begin + run->encoder->room_rows;
  if (from->begin != NULL) {
    for (size_t i = 0; i < picked->count; i++) {
      begin[i] = from->begin[run->first + picked->rows[i]];
      end[i] = from->end[run->first + picked->rows[i]];
    }
  } else {
    for (size_t i = 0; i < picked->count; i++)
      rowkey_text_spans(from, run->first + picked->rows[i], 1, &begin[i], &end[i]);
  }
  column->begin = begin;
  column->end = end;
}

static void pick_numbers(const struct run *run, const void *data, size_t size, void *out) {
  const struct picked *picked = &run->encoder->picked;
  if (size == sizeof(uint64_t)) {
    const uint64_t *from = (const uint64_t *)data + run->first;
    uint64_t *to = out;
    for (size_t i = 0; i < picked->count; i++) to[i] = from[picked->rows[i]];
    return;
  }
  const uint8_t *from = (const uint8_t *)data + run->first * size;
  for (size_t i = 0; i < picked->count; i++)
    memcpy((uint8_t *)out + i * size, from + picked->rows[i] * size, size);
}

/* Of a column whose nulls the template replaces. */
static void pick_validity(const struct run *run, const rowkey_values *from, uint8_t *bits) {
  const struct picked *picked = &run->encoder->picked;
  memset(bits, 0, run->encoder->room_rows / 8 + 1);
  for (size_t i = 0; i < picked->count; i++) {
    const size_t bit = from->validity_offset + run->first + picked->rows[i];
    bits[i / 8] |= (uint8_t)((from->validity[bit / 8] >> bit % 8 & 1) << i % 8);
  }
}

static void pick_column(const struct run *run, const struct value *value) {
  const struct rowkey_encoder *encoder = run->encoder;
  const rowkey_values *from = &run->columns[value->column];
  rowkey_values *column = &encoder->picked.columns[value->column];
  uint8_t *values = encoder->picked.values + value->column * encoder->room_rows * VALUE_SIZE;
  *column = (rowkey_values){.data = values, .size = from->size};
  if (value->kind == VALUE_TEXT_COLUMN) {
    column->data = from->data;
    pick_texts(run, from, (uint64_t *)(void *)values, column);
  } else {
    pick_numbers(run, from->data,
                 value->kind == VALUE_DIGEST_COLUMN ? value->width
                 : value->is_float32                ? sizeof(float)
                                                    : sizeof(uint64_t),
                 values);
  }
  if (from->validity == NULL || !value->null_allowed) return;
  uint8_t *bits = encoder->picked.validity + value->column * (encoder->room_rows / 8 + 1);
  pick_validity(run, from, bits);
  column->validity = bits;
}

bool rowkey_pick_rows(struct run *run, size_t rows) {
  struct rowkey_encoder *encoder = run->encoder;
  const struct rowkey_layout *layout = encoder->layout;
  if (!make_room(encoder)) return false;
  struct picked *picked = &encoder->picked;
  picked->count = 0;
  for (size_t row = 0; row < rows; row += WORD_BITS) {
    const size_t count = word_at(row, rows);
    const uint64_t nulls = null_rows(run, run->start + row, count);
    if (nulls == 0) {
      for (size_t i = 0; i < count; i++) picked->rows[picked->count + i] = (uint32_t)(row + i);
      picked->count += count;
      continue;
    }
    for (size_t i = 0; i < count; i++) {
      picked->rows[picked->count] = (uint32_t)(row + i);
      picked->count += (nulls >> i & 1) == 0;
    }
  }
  for (size_t i = 0; i < layout->value_count; i++)
    if (layout->values[i]->used && value_is_column(layout->values[i])) pick_column(run, layout->values[i]);
  run->columns = picked->columns;
  run->first = 0;
  return true;
}
