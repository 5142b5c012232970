/* The columns of a batch as the library takes them: numbers parsed, nulls marked. */
#ifndef ROWKEY_CLI_RECORDS_VALUES_H
#define ROWKEY_CLI_RECORDS_VALUES_H

#include <rowkey/encode.h>

#include "base/buffer.h"
#include "records/kind.h"

/* What texts were read into that become bytes, such as UUIDs. */
struct read_bytes {
  struct buffer bytes;
  uint64_t *offsets; /* BATCH_ROWS + 1 */
};

/* One thread's. */
struct values {
  const struct record_shape *shape;
  rowkey_values *columns;  /* of the schema */
  uint8_t *validity;       /* a bit for each row of a batch, for each named column */
  struct read_bytes *read; /* for each named column */
};

/* Whether the field base[begin … end) of a batch is null. Only where records have members, or --null is
 * given. */
bool is_null_field(const struct record_shape *shape, const struct batch *batch, uint64_t begin, uint64_t end);

bool values_create(struct values *values, const struct record_shape *shape);
void values_free(struct values *values);

/* Makes the values of rows first … first + rows - 1 of the batch, as values->columns. Returns
 * how many rows from `first` on are good; with a bad one after them `reason`, REASON_SIZE bytes, says what
 * is wrong with it. ROWKEY_NONE after a failure. */
size_t values_load(struct values *values, const struct batch *batch, size_t first, size_t rows, char *reason,
                   struct failure *failure);

#endif
