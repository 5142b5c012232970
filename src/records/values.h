/* The columns of a batch as the library takes them: numbers parsed, nulls marked. */
#ifndef ROWKEY_SRC_RECORDS_VALUES_H
#define ROWKEY_SRC_RECORDS_VALUES_H

#include "records/kind.h"

/* What texts were read into that become bytes, such as UUIDs. */
struct read_bytes {
  struct byte_room bytes;
  uint64_t *offsets; /* ROWKEY_RECORD_ROWS + 1 */
};

/* One thread's. */
struct values {
  const struct record_shape *shape;
  rowkey_values *columns;  /* of the schema */
  uint8_t *validity;       /* a bit for each row of a batch, for each named column */
  struct read_bytes *read; /* for each named column */
};

/* Whether a field of a column is null. Only where records have members, or a text stands for null. */
bool rowkey_is_null_field(const struct record_shape *shape, const struct span_column *spans, size_t row);

bool rowkey_values_create(struct values *values, const struct record_shape *shape);
void rowkey_values_free(struct values *values);

/* Makes the values of rows first … first + rows - 1 of the batch, as values->columns. Returns
 * how many rows from `first` on are good; with a bad one after them `error`, which is not NULL, says what is
 * wrong with it. ROWKEY_NONE after any other error. */
size_t rowkey_values_load(struct values *values, const struct batch *batch, size_t first, size_t rows,
                          rowkey_error *error);

#endif
