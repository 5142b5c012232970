/* Made rows: any text is a kind of rows or an error that says why; what a kind is called makes the same rows,
 * and each row is the same alone and among others. */
#include <rowkey/made.h>
#include <string.h>

#include "fuzz.h"

enum { MOST_ROWS = 20 };

static void check_row(const rowkey_values *block, size_t row, const rowkey_values *alone) {
  if (block->begin == NULL && block->width == 0) {
    FUZZ_CHECK(((const uint64_t *)block->data)[row] == *(const uint64_t *)alone->data, "another number");
    return;
  }
  const uint64_t begin = block->begin == NULL ? row * block->width : block->begin[row];
  const uint64_t end = block->begin == NULL ? begin + block->width : block->end[row];
  const uint64_t from = alone->begin == NULL ? 0 : alone->begin[0];
  const uint64_t to = alone->begin == NULL ? alone->width : alone->end[0];
  FUZZ_CHECK(begin <= end && end <= block->size && to - from == end - begin && to <= alone->size,
             "another size");
  FUZZ_CHECK(
      memcmp((const char *)block->data + begin, (const char *)alone->data + from, (size_t)(end - begin)) == 0,
      "another text");
}

static void check_rows(rowkey_made *made, rowkey_made *again, uint64_t first) {
  rowkey_batch block, alone;
  FUZZ_CHECK(rowkey_made_rows(made, first, MOST_ROWS, &block, NULL) == ROWKEY_OK, "rows");
  for (size_t row = 0; row < block.rows; row++) {
    FUZZ_CHECK(rowkey_made_rows(again, first + row, 1, &alone, NULL) == ROWKEY_OK && alone.rows == 1,
               "a row");
    for (size_t i = 0; i < block.column_count; i++) check_row(&block.columns[i], row, &alone.columns[i]);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_without_kernels();
  struct fuzz_input input = fuzz_begin(data, size);
  const uint64_t rows = fuzz_take_number(&input), seed = fuzz_take_number(&input);
  const uint64_t first = rows == 0 ? 0 : fuzz_take_number(&input) % rows;
  const char *text = fuzz_guarded_copy(input.data, input.size);
  rowkey_error error = {.text = ""};
  rowkey_made *made = rowkey_made_create(text, input.size, rows, seed, &error);
  if (made == NULL) {
    FUZZ_CHECK(error.status != ROWKEY_OK && error.text[0] != '\0', "no error for what is refused");
    return 0;
  }
  const char *name = rowkey_made_name(made);
  rowkey_made *again = rowkey_made_create(name, strlen(name), rows, seed, &error);
  FUZZ_CHECK(again != NULL && strcmp(rowkey_made_name(again), name) == 0, "%s: %s", name, error.text);
  check_rows(made, again, first);
  rowkey_made_free(made);
  rowkey_made_free(again);
  return 0;
}
