/* Decoding for tests, into memory that ends at a guard page. */
#ifndef ROWKEY_TESTS_DECODING_H
#define ROWKEY_TESTS_DECODING_H

#include "batch.h"

struct keys {
  const uint8_t *bytes;
  const uint64_t *offsets;
  size_t rows;
};

struct decoded {
  rowkey_status status;
  rowkey_error error;
  rowkey_decoded columns[COLUMNS_MAX];
};

/* The schema is that of the batch. Columns are wanted unless `unwanted` has a bit for them. */
struct decoded decode(const rowkey_layout *layout, const struct batch *schema, struct keys keys,
                      const char *isa, uint64_t unwanted);

/* Checks that rows 0 … rows-1 of the columns that the layout recovers are those of the batch, except nulls.
 */
void check_decoded(const rowkey_layout *layout, const struct batch *batch, const struct decoded *decoded,
                   size_t rows, const char *text);

/* Rows, and their keys in the layout, which decoding takes apart again. */
void expect_both_ways(const char *text, struct batch *batch, const char *const *keys);

/* The decoded columns as what an encoder reads; others are left out. */
struct batch batch_of_decoded(const struct batch *schema, const struct decoded *decoded, size_t rows);

/* Keys written as key_text shows them; good until the test ends. */
struct keys keys_of_text(const char *const *texts, size_t rows);

#endif
