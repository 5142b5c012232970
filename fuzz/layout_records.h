/* Records of columns of every type and form out of one input. */
#ifndef ROWKEY_FUZZ_LAYOUT_RECORDS_H
#define ROWKEY_FUZZ_LAYOUT_RECORDS_H

#include <rowkey/rowkey.h>

#include "string_batch.h"

enum { ROWS_MAX = 250, COLUMNS = 11 };
extern const rowkey_column fuzz_schema[COLUMNS];

/* An input in three parts: a template up to the first newline, so many bytes at most that decide what is
 * asked, and what records are taken of. The layout is NULL if the template is none. */
struct fuzz_question {
  rowkey_layout *layout;
  size_t template_size;
  struct fuzz_input choices, records;
};
struct fuzz_question fuzz_take_question(const uint8_t *data, size_t size, size_t most_choices);

struct fuzz_records {
  size_t rows;
  rowkey_values columns[COLUMNS];
  struct fuzz_strings strings; /* two text columns read these */
  void *numbers[COLUMNS];
  uint8_t *validity[COLUMNS];
};

struct fuzz_records fuzz_take_records(struct fuzz_input *input);
void fuzz_free_records(struct fuzz_records *records);

/* The columns from row `first` on. */
void fuzz_rows_from(const struct fuzz_records *records, size_t first, rowkey_values columns[COLUMNS]);

/* One row, as rowkey_encode_row takes it. */
void fuzz_row(const struct fuzz_records *records, size_t row, rowkey_value values[COLUMNS]);

#endif
