/* Rows of a sparse matrix as text, about as long as those of the paper: the id, then 62 times a blank, a
 * column in four digits, a colon, and a value from 0.0000 to 0.9999. */
#include <rowkey/kernels.h>
#include <string.h>

#include "made/made.h"

/* Room for the id before the items, in units of items, so that all items of all rows are at one stride. */
enum { ITEM_SIZE = 12, HEAD = 2, ITEMS = 64, LINE_SIZE = ITEMS * ITEM_SIZE, HEAD_SIZE = HEAD * ITEM_SIZE };

static void fill_ids(rowkey_made *made, size_t column, uint64_t first, size_t rows) {
  for (size_t i = 0; i < rows; i++) made->numbers[column][i] = first + i;
  rowkey_put_numbers(made, column, rows);
}

static void make_keys(rowkey_made *made, size_t column, uint64_t first, size_t rows) {
  fill_ids(made, column, first, rows);
  rowkey_put_decimals(made, column, rows);
}

/* Of each random number eight digits, for a column and a value. */
static void write_items(rowkey_made *made, uint64_t first, size_t rows, uint8_t *text) {
  enum { DIGITS = 8, BEYOND = 100000000 };
  uint64_t numbers[MADE_ROWS];
  uint8_t digits[MADE_ROWS * DIGITS];
  for (size_t done = 0, all = rows * ITEMS; done < all;) {
    const size_t now = all - done < MADE_ROWS ? all - done : MADE_ROWS;
    rowkey_made_numbers(made, MADE_ITEMS, first * ITEMS + done, now, numbers);
    for (size_t i = 0; i < now; i++) numbers[i] = (numbers[i] >> 32) * BEYOND >> 32;
    cannot_fail(rowkey_decimal_padded(numbers, now, DIGITS, digits, DIGITS, NULL));
    for (size_t i = 0; i < now; i++) {
      uint8_t *item = text + (done + i) * ITEM_SIZE;
      memcpy(item, " ....:0.....", ITEM_SIZE);
      memcpy(item + 1, digits + i * DIGITS, 4);
      memcpy(item + 8, digits + i * DIGITS + 4, 4);
    }
    done += now;
  }
}

static void make_lines(rowkey_made *made, size_t column, uint64_t first, size_t rows) {
  uint64_t *numbers = made->numbers[column], *begin = numbers + MADE_ROWS, *end = begin + MADE_ROWS;
  uint8_t *text = made->texts[column], ids[MADE_ROWS * MADE_DECIMAL_SIZE], lengths[MADE_ROWS];
  fill_ids(made, column, first, rows);
  write_items(made, first, rows, text);
  cannot_fail(rowkey_decimal_unpadded(numbers, rows, ids, MADE_DECIMAL_SIZE, lengths, NULL));
  for (size_t i = 0; i < rows; i++) {
    begin[i] = i * LINE_SIZE + HEAD_SIZE - lengths[i];
    end[i] = (i + 1) * LINE_SIZE;
    memcpy(text + begin[i], ids + i * MADE_DECIMAL_SIZE, lengths[i]);
  }
  made->columns[column] = rowkey_values_of_spans(ROWKEY_KIND_TEXT, text, rows * LINE_SIZE, begin, end, rows);
}

const struct made_kind rowkey_made_matrix = {
    .told = {.name = "matrix",
             .usage = "",
             .summary = "id, and line, an id and 62 cells of a sparse matrix in about 750 bytes"},
    .columns = {{"id", ROWKEY_U64, fill_ids},
                {"line", ROWKEY_TEXT, make_lines},
                {"key", ROWKEY_TEXT, make_keys}},
    .text_size = LINE_SIZE,
};
