/* Columns of numbers and texts, for the built-in sources. */
#include <rowkey/kernels.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "sources/kinds.h"
#include "wide.h"

uint64_t made_value(const struct made_source *made, const char *name) {
  const struct made_parameter *parameters = made->kind->parameters;
  size_t i = 0;
  while (strcmp(parameters[i].name, name) != 0) i++;
  return made->values[i];
}

void made_random(const struct made_source *made, unsigned stream, uint64_t first, size_t rows,
                 uint64_t *values) {
  /* random() counts from the seed itself. */
  const uint64_t seed = made->seed ^ UINT64_C(0x736f757263650000);
  uint64_t stream_seed;
  certain(rowkey_random_u64(seed, stream, 1, &stream_seed, NULL));
  certain(rowkey_random_u64(stream_seed, first, rows, values, NULL));
}

void made_below(uint64_t *values, size_t rows, uint64_t bound) {
  uint64_t low;
  for (size_t i = 0; bound > 0 && i < rows; i++) values[i] = wide_multiply(values[i], bound, &low);
}

void made_numbers(struct made_source *made, size_t column, size_t rows) {
  made->columns[column] = rowkey_u64s(made->numbers[column], rows);
}

void made_decimal(struct made_source *made, size_t column, size_t rows) {
  enum { STRIDE = MADE_DECIMAL_SIZE };
  uint64_t *begin = made->numbers[column] + BATCH_ROWS, *end = begin + BATCH_ROWS;
  uint8_t lengths[BATCH_ROWS];
  certain(rowkey_decimal_unpadded(made->numbers[column], rows, made->texts[column], STRIDE, lengths, NULL));
  for (size_t i = 0; i < rows; i++) {
    begin[i] = i * STRIDE;
    end[i] = begin[i] + lengths[i];
  }
  made->columns[column] =
      rowkey_values_of_spans(ROWKEY_KIND_TEXT, made->texts[column], rows * STRIDE, begin, end, rows);
}

void made_name(struct made_source *made, size_t column, size_t rows, const char *prefix, uint64_t last) {
  const size_t length = strlen(prefix);
  unsigned digits = 1;
  for (; last >= 10; last /= 10) digits++;
  const size_t width = length + digits;
  uint8_t *text = made->texts[column];
  for (size_t i = 0; i < rows; i++) memcpy(text + i * width, prefix, length);
  certain(rowkey_decimal_padded(made->numbers[column], rows, digits, text + length, width, NULL));
  made->columns[column] = rowkey_values_of_width(ROWKEY_KIND_TEXT, text, width, rows);
}
