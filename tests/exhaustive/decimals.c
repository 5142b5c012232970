/* Decimal text of every 32-bit number, out and in. The oracle counts: in a batch of 10^4 numbers the last
 * four digits run through a table, and what stands before them is one more than in the batch before. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exhaustive.h"

enum { BATCH = 10000, TEXT = 24, DIGITS = 20 };

static const struct rowkey_kernels *kernels;
static char last_digits[BATCH][4];
static uint64_t values[BATCH];

/* The digits of the batch's numbers without the last four, and how many of them a number has. */
static char before[DIGITS - 4];
static unsigned before_length;

static void count_up(void) {
  int at = DIGITS - 5;
  while (before[at] == '9') before[at--] = '0';
  before[at]++;
  if ((unsigned)(DIGITS - 4 - at) > before_length) before_length = (unsigned)(DIGITS - 4 - at);
}

/* All rows padded to `width`, `stride` apart, or the rows of which the kernel says that they do not fit. */
static void check_padded(size_t rows, unsigned width, size_t stride) {
  static uint8_t text[BATCH * TEXT];
  const struct rowkey_place place = {text, stride, width, text + (rows - 1) * stride + width};
  memset(text, 0, rows * stride);
  const size_t fits = before_length + 4 <= width ? rows : 0;
  const size_t written = kernels->decimal_padded(values, rows, width, &place);
  if (written != fits)
    fail("%" PRIu64 "… padded to %u: %zu rows fit, expected %zu", values[0], width, written, fits);
  for (size_t i = 0; i < fits; i++) {
    const uint8_t *row = text + i * stride;
    const unsigned first = width - 4;
    if (memcmp(row, before + DIGITS - 4 - first, first) != 0 || memcmp(row + first, last_digits[i], 4) != 0)
      fail("%" PRIu64 " padded to %u is %.*s", values[i], width, (int)width, (const char *)row);
  }
}

/* Unpadded, and the text back as numbers. */
static void check_unpadded(size_t rows) {
  static uint8_t text[(BATCH + 1) * TEXT], lengths[BATCH];
  static uint64_t begin[BATCH], end[BATCH], numbers[BATCH];
  uint8_t *first = text + TEXT;
  kernels->decimal_unpadded(values, rows, first, TEXT, lengths);
  for (size_t i = 0; i < rows; i++) {
    const uint8_t *row = first + i * TEXT;
    unsigned zeros = 0, length = before_length;
    if (length == 0) {
      while (zeros < 3 && last_digits[i][zeros] == '0') zeros++;
    }
    if (lengths[i] != length + 4 - zeros || memcmp(row, before + DIGITS - 4 - length, length) != 0 ||
        memcmp(row + length, last_digits[i] + zeros, 4 - zeros) != 0)
      fail("%" PRIu64 " is %.*s", values[i], (int)lengths[i], (const char *)row);
    begin[i] = (i + 1) * TEXT;
    end[i] = begin[i] + lengths[i];
  }
  const struct rowkey_strings strings = {text, sizeof text, begin, end};
  const size_t parsed = kernels->parse_u64(&strings, rows, numbers);
  if (parsed != rows || memcmp(numbers, values, rows * sizeof values[0]) != 0)
    fail("the text of %" PRIu64 "… parsed back is not the same numbers", values[0]);
}

int main(int argc, char **argv) {
  kernels = kernels_of_argument(argc, argv);
  memset(before, '0', sizeof before);
  for (int i = 0; i < BATCH; i++) {
    const int digits[4] = {i / 1000, i / 100 % 10, i / 10 % 10, i % 10};
    for (int j = 0; j < 4; j++) last_digits[i][j] = (char)('0' + digits[j]);
  }
  for (uint64_t first = 0; first <= UINT32_MAX; first += BATCH) {
    const uint64_t left = UINT32_MAX - first + 1;
    const size_t rows = left < BATCH ? (size_t)left : BATCH;
    for (size_t i = 0; i < rows; i++) values[i] = first + i;
    check_padded(rows, 10, 10);
    check_padded(rows, 10, TEXT);
    check_padded(rows, 16, 16);
    check_padded(rows, 20, 20);
    /* Widths that some of the numbers do not fit, where that is a matter of whole batches. */
    if (first < 2 * 100000000)
      for (unsigned width = 4; width <= 8; width++) check_padded(rows, width, width);
    check_unpadded(rows);
    count_up();
  }
  printf("%s: decimal text of all 2^32 numbers, out and in\n", kernels->name);
  return EXIT_SUCCESS;
}
