/* Columns of numbers and texts. */
#include <rowkey/kernels.h>
#include <string.h>

#include "made/made.h"
#include "wide.h"

uint64_t rowkey_made_value(const rowkey_made *made, const char *name) {
  const rowkey_made_parameter *parameters = made->kind->told.parameters;
  size_t i = 0;
  while (strcmp(parameters[i].name, name) != 0) i++;
  return made->values[i];
}

void rowkey_made_numbers(const rowkey_made *made, unsigned stream, uint64_t first, size_t rows,
                         uint64_t *values) {
  /* random() counts from the seed itself. */
  const uint64_t seed = made->seed ^ UINT64_C(0x736f757263650000);
  uint64_t stream_seed;
  cannot_fail(rowkey_random_u64(seed, stream, 1, &stream_seed, NULL));
  cannot_fail(rowkey_random_u64(stream_seed, first, rows, values, NULL));
}

void rowkey_made_below(uint64_t *values, size_t rows, uint64_t bound) {
  uint64_t low;
  for (size_t i = 0; bound > 0 && i < rows; i++) values[i] = wide_multiply(values[i], bound, &low);
}

void rowkey_put_numbers(rowkey_made *made, size_t column, size_t rows) {
  made->columns[column] = rowkey_u64s(made->numbers[column], rows);
}

void rowkey_put_decimals(rowkey_made *made, size_t column, size_t rows) {
  enum { STRIDE = MADE_DECIMAL_SIZE };
  uint64_t *begin = made->numbers[column] + MADE_ROWS, *end = begin + MADE_ROWS;
  uint8_t lengths[MADE_ROWS];
  cannot_fail(
      rowkey_decimal_unpadded(made->numbers[column], rows, made->texts[column], STRIDE, lengths, NULL));
  for (size_t i = 0; i < rows; i++) {
    begin[i] = i * STRIDE;
    end[i] = begin[i] + lengths[i];
  }
  made->columns[column] =
      rowkey_values_of_spans(ROWKEY_KIND_TEXT, made->texts[column], rows * STRIDE, begin, end, rows);
}

void rowkey_put_names(rowkey_made *made, size_t column, size_t rows, const char *prefix, uint64_t last) {
  const size_t length = strlen(prefix);
  unsigned digits = 1;
  for (; last >= 10; last /= 10) digits++;
  const size_t width = length + digits;
  uint8_t *text = made->texts[column];
  for (size_t i = 0; i < rows; i++) memcpy(text + i * width, prefix, length);
  cannot_fail(rowkey_decimal_padded(made->numbers[column], rows, digits, text + length, width, NULL));
  made->columns[column] = rowkey_values_of_width(ROWKEY_KIND_TEXT, text, width, rows);
}
