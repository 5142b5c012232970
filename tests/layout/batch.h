/* Batches of records for tests, between guard pages, and their encoding. */
#ifndef ROWKEY_TESTS_BATCH_H
#define ROWKEY_TESTS_BATCH_H

#include <rowkey/rowkey.h>
#include <stdbool.h>

#include "each_isa.h"

enum { COLUMNS_MAX = 16 };

struct batch {
  rowkey_column columns[COLUMNS_MAX];
  rowkey_values values[COLUMNS_MAX];
  size_t count; /* of the columns */
  size_t rows;
};

/* The values are copied. Names are not. */
void add_u64(struct batch *batch, const char *name, const uint64_t *values);
void add_i64(struct batch *batch, const char *name, const int64_t *values);
void add_text(struct batch *batch, const char *name, const char *const *texts);
void add_f64(struct batch *batch, const char *name, const double *values);
void add_f32(struct batch *batch, const char *name, const float *values);
/* Row i is bytes[offsets[i] … offsets[i + 1]). */
void add_bytes(struct batch *batch, const char *name, const void *bytes, const uint64_t *offsets);
/* The same with offsets of 32 bits, in one array. */
void add_bytes32(struct batch *batch, const char *name, const void *bytes, const uint64_t *offsets);
/* Row i is bytes[i * width … (i + 1) * width). */
void add_fixed_bytes(struct batch *batch, const char *name, const void *bytes, size_t width);
/* Gives the column that was added last a bit for each row, the first one bit number `offset`. */
void mark_nulls(struct batch *batch, const bool *is_null, uint64_t offset);

/* An encoder of seed 0, for that instruction set; NULL: the one in use. */
rowkey_encoder *new_encoder(const rowkey_layout *layout, const char *isa);

/* Its records, as rowkey_encode takes them. */
static inline rowkey_batch rows_of(const struct batch *batch) {
  return rowkey_batch_of(batch->values, batch->count, batch->rows);
}

rowkey_layout *compile(const char *text, const struct batch *batch);

struct settings {
  const char *isa;
  uint64_t seed;
  uint64_t first_row;
  enum guard side; /* of the keys' memory, which is exactly as large as the bound says */
};

struct encoded {
  rowkey_status status;
  rowkey_error error;
  rowkey_keys described; /* by the call */
  uint8_t *keys;
  uint64_t *offsets;
};

struct encoded encode(const rowkey_layout *layout, const struct batch *batch, struct settings settings);

/* Checks that by each policy for null and bad rows the keys are those of single rows, and null where there is
 * none; encode() does. */
void check_null_keys(rowkey_encoder *encoder, const rowkey_layout *layout, const struct batch *batch,
                     struct settings settings);

/* A row of a column as a value; false where the column does not say where its text is. */
bool value_of_row(const rowkey_values *column, rowkey_type type, size_t row, rowkey_value *value);

/* Key `row` as text: printable ASCII as it is, \\ and \xHH. Good until the next call. */
const char *key_text(const struct encoded *encoded, size_t row);

/* Checks that the template makes these keys, given as key_text shows them, on every instruction set. */
void expect_keys(const char *text, const struct batch *batch, struct settings settings,
                 const char *const *expected);

/* Checks that a row is refused with this text, on every instruction set, and the keys before it are those of
 * a batch that ends there. */
struct refusal {
  rowkey_status status;
  size_t row, column, offset;
  const char *text;
};
void expect_refusal(const char *text, const struct batch *batch, struct refusal refusal);

#endif
