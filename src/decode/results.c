/* Finds results of arithmetic and of functions of text that no record can have. Encoding again cannot find
 * them if the key holds nothing else of the columns that they are made from.
 *
 *     {ts - ts % 3600:u32}     00 00 00 0b: 11 is not a multiple of 3600
 */
#include <inttypes.h>

#include "decode/decoder.h"
#include "plan/operation.h"

/* Reports the number that field->gives would be. */
static size_t report_number(struct block *block, const struct field *field, size_t row,
                            const struct rowkey_strings *strings, uint64_t number) {
  const struct value *value = field->gives;
  const struct image *image = &block->decoder->images[value->index];
  const uint8_t *bytes = strings->bytes + strings->begin[row];
  const size_t size = (size_t)(strings->end[row] - strings->begin[row]);
  const struct integer integer =
      value->type == TYPE_I64 ? rowkey_integer_of_i64((int64_t)number) : rowkey_integer_of_u64(number);
  const struct text_integer text = rowkey_integer_text(integer);
  const struct shown name = rowkey_show(value->source);
  if (value_rounds(value))
    return rowkey_bad_field(block, field, row, bytes, size, "the beginning of a period for %s, not %s",
                            name.text, text.text);
  const struct progression *all = image->numbers.count == 1 ? image->numbers.pieces : NULL;
  const uint64_t first =
      all == NULL ? 0 : rowkey_integer_floormod(all->low, rowkey_integer_of_u64(all->step)).magnitude;
  if (all != NULL && all->step != 1 && first == 0)
    return rowkey_bad_field(block, field, row, bytes, size, "a multiple of %" PRIu64 " for %s, not %s",
                            all->step, name.text, text.text);
  if (all != NULL && all->step != 1)
    return rowkey_bad_field(block, field, row, bytes, size,
                            "%" PRIu64 " plus a multiple of %" PRIu64 " for %s, not %s", first, all->step,
                            name.text, text.text);
  return rowkey_bad_field(block, field, row, bytes, size, "a number that %s can be, not %s", name.text,
                          text.text);
}

/* The first row whose number is not the beginning of its period: it is rounded to another one. */
static size_t find_no_start(struct block *block, const struct value *value, const uint64_t *numbers,
                            size_t rows) {
  uint64_t *starts = block->decoder->digits; /* which reading the next number overwrites */
  const size_t good = rowkey_operation_run(&(struct operation_rows){
      .kernels = block->decoder->kernels, .value = value, .a = numbers, .out = starts, .count = rows});
  size_t row = 0;
  while (row < good && starts[row] == numbers[row]) row++;
  return row;
}

size_t rowkey_check_results(struct block *block, const struct field *field,
                            const struct rowkey_strings *strings, size_t rows, const uint64_t *numbers) {
  const struct value *value = field->gives;
  const struct image *image = &block->decoder->images[value->index];
  size_t good = rows;
  if (value_rounds(value))
    good = find_no_start(block, value, numbers, rows);
  else if (image->has_gaps)
    good = rowkey_find_outside_image(image, value->type == TYPE_I64, numbers, rows);
  return good == rows ? rows : report_number(block, field, good, strings, numbers[good]);
}

size_t rowkey_check_texts(struct block *block, const struct field *field,
                          const struct rowkey_strings *strings, size_t rows,
                          const struct rowkey_strings *texts) {
  const struct value *value = field->gives;
  if (value->kind != VALUE_TEXT_CALL) return rows;
  for (size_t i = 0; i < rows; i++) {
    if (rowkey_call_makes_text(value, texts->bytes + texts->begin[i],
                               (size_t)(texts->end[i] - texts->begin[i])))
      continue;
    return rowkey_bad_field(block, field, i, strings->bytes + strings->begin[i],
                            (size_t)(strings->end[i] - strings->begin[i]), "a text that %s can make",
                            rowkey_show(value->source).text);
  }
  return rows;
}
