/* Records of columns of every type and form out of one input. */
#ifndef ROWKEY_FUZZ_LAYOUT_RECORDS_H
#define ROWKEY_FUZZ_LAYOUT_RECORDS_H

#include <rowkey/rowkey.h>

#include "string_batch.h"

enum { ROWS_MAX = 250, COLUMNS = 9 };
extern const rowkey_column fuzz_schema[COLUMNS];

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

#endif
