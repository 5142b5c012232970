/* Keys of the records of a batch: what one thread needs for one layout. */
#ifndef ROWKEY_CLI_RECORDS_ROW_ENCODER_H
#define ROWKEY_CLI_RECORDS_ROW_ENCODER_H

#include "io/worker.h"
#include "records/values.h"

/* Begins as {0}. */
struct row_encoder {
  const rowkey_layout *layout;
  rowkey_encoder *encoder;
  struct values values;
  uint64_t *offsets; /* room for BATCH_ROWS + 1 of them */
};

/* False and `failure` when it cannot be had. Close comes after either. */
bool row_encoder_open(struct row_encoder *rows, const struct record_shape *shape, const rowkey_layout *layout,
                      uint64_t seed, struct failure *failure);
void row_encoder_close(struct row_encoder *rows);

/* How many bytes the keys of *count rows of these values need at most; takes fewer rows, but at least one, to
 * stay within `most`. */
uint64_t encode_bound(const rowkey_layout *layout, const rowkey_values *values, size_t *count, size_t most);

/* Encodes `count` rows of these values, the first one row `first` of the worker's batch, into `keys`, which
 * has room for them. `offsets` may be NULL where all keys have one width. Returns how many were encoded; sets
 * *bad when the row behind them is bad, and `reason`, REASON_SIZE bytes, to `subject` and what is wrong with
 * it. ROWKEY_NONE when the worker has failed. */
size_t encode_values(rowkey_encoder *encoder, const rowkey_values *values, const char *subject,
                     struct worker *worker, size_t first, size_t count, uint8_t *keys, size_t capacity,
                     uint64_t *offsets, bool *bad, char *reason);

/* The same of rows whose values are loaded. */
uint64_t row_encoder_bound(const struct row_encoder *rows, size_t *count, size_t most);

size_t row_encoder_encode(struct row_encoder *rows, struct worker *worker, size_t first, size_t count,
                          uint8_t *keys, size_t capacity, uint64_t *offsets, bool *bad, char *reason);

/* The same behind the worker's output, for as many of the rows as fit there. ROWKEY_NONE also when the worker
 * has stopped. */
size_t row_encoder_append(struct row_encoder *rows, struct worker *worker, size_t first, size_t count,
                          uint64_t *offsets, bool *bad, char *reason);

#endif
