/* The fields of a block, read one after the other. */
#include <string.h>

#include "decode/decoder.h"

/* Turns numbers of `value` into numbers of `given`: the operand that undoing leads to, on the side that is
 * wanted, or the column when that is the coalesce of it. */
static void undo_all(const struct value *value, const struct value *given, unsigned side, uint64_t *numbers,
                     size_t rows) {
  while (value != given) {
    const unsigned taken = side;
    const struct value *next = rowkey_undone(value, &side);
    if (next == NULL) return;
    rowkey_undo(value, taken, numbers, rows);
    value = next;
  }
}

/* Reads the remainders that `numbers` need into `spare`. Where these need remainders themselves, those are
 * read into the memory after it. */
static size_t read_numbers(struct block *block, const struct split *split, const struct field *field,
                           const struct rowkey_strings *strings, size_t rows, uint64_t *numbers,
                           uint64_t *spare) {
  const struct rowkey_strings text = strings_of_part(split, field->index, strings);
  const struct value *value = field->part->value;
  unsigned side = field->side;
  const size_t stride = split->sequence->fixed ? split->sequence->width : 0;
  rows = rowkey_read_numbers(block, field, &text, stride, rows, numbers);
  for (const struct join *join = field->joins; join != NULL; join = join->next) {
    undo_all(value, join->rounded, side, numbers, rows);
    side = NO_SIDE;
    rows =
        read_numbers(block, split, join->remainder, strings, rows, spare, spare + block->decoder->room_rows);
    rowkey_undo_rounding(join->rounded, numbers, spare, rows);
    value = rowkey_unrounded(join->rounded);
  }
  undo_all(value, field->gives, side, numbers, rows);
  return rows;
}

/* Stores the bits of doubles as the column's type. */
static void store_floats(const uint64_t *bits, bool single, size_t rows, uint8_t *column) {
  for (size_t i = 0; i < rows; i++) {
    double number;
    memcpy(&number, &bits[i], sizeof number);
    float narrow = (float)number;
    if (single)
      memcpy(column + i * sizeof narrow, &narrow, sizeof narrow);
    else
      memcpy(column + i * sizeof number, &number, sizeof number);
  }
}

/* Where the block's numbers of a column go: to the caller's memory if the column is wanted there. */
static void *place_of(const struct block *block, size_t column, size_t width) {
  const struct rowkey_decoder *decoder = block->decoder;
  bool wanted = column < decoder->layout->column_count && block->columns[column].data != NULL;
  return wanted ? (uint8_t *)block->columns[column].data + block->start * width : decoder->numbers[column];
}

static size_t read_integers(struct block *block, const struct split *split, const struct field *field,
                            const struct rowkey_strings *strings, size_t rows) {
  uint64_t *numbers = place_of(block, field->column, sizeof *numbers);
  block->decoder->columns[field->column].data = numbers;
  return read_numbers(block, split, field, strings, rows, numbers, block->decoder->spare);
}

static size_t read_floats(struct block *block, const struct split *split, const struct field *field,
                          const struct rowkey_strings *strings, size_t rows) {
  const bool single = value_is_float32(field->gives);
  void *floats = place_of(block, field->column, single ? sizeof(float) : sizeof(double));
  block->decoder->columns[field->column].data = floats;
  uint64_t *numbers = block->decoder->spare; /* nothing is joined to them */
  rows = read_numbers(block, split, field, strings, rows, numbers, NULL);
  store_floats(numbers, single, rows, floats);
  return rows;
}

static size_t read_field(struct block *block, const struct split *split, const struct field *field,
                         const struct rowkey_strings *strings, size_t rows) {
  struct rowkey_decoder *decoder = block->decoder;
  const struct rowkey_strings part = strings_of_part(split, field->index, strings);
  struct rowkey_strings text;
  switch (field->form) {
    case FIELD_LITERAL:
      break; /* nothing is read of it */
    case FIELD_NUMBER:
      rows = read_integers(block, split, field, strings, rows);
      return rowkey_check_results(block, field, &part, rows, decoder->columns[field->column].data);
    case FIELD_FLOAT:
      return read_floats(block, split, field, strings, rows);
    case FIELD_DIGEST:
      decoder->columns[field->column].data = decoder->numbers[field->column];
      return rowkey_read_digests(block, field, &part, rows, decoder->numbers[field->column]);
    case FIELD_TEXT:
      rows = rowkey_read_texts(block, field, &part, rows, &text);
      rows = rowkey_check_texts(block, field, &part, rows, &text);
      decoder->columns[field->column] = rowkey_values_of_spans(
          ROWKEY_KIND_KEPT, text.bytes, (size_t)text.size, text.begin, text.end, decoder->room_rows);
      break;
    case FIELD_MESSAGE:
      rows = rowkey_read_texts(block, field, &part, rows, &text);
      rows = rowkey_split_rows(block, field->message, &text, rows);
      return rowkey_read_fields(block, field->message, &text, rows);
  }
  return rows;
}

size_t rowkey_read_fields(struct block *block, const struct split *split,
                          const struct rowkey_strings *strings, size_t rows) {
  for (size_t i = 0; i < split->sequence->count && rows > 0; i++)
    for (const struct field *field = &split->fields[i]; field != NULL; field = field->other)
      if (field->read && rows > 0) rows = read_field(block, split, field, strings, rows);
  return rows;
}
