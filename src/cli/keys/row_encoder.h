/* Keys of rows whose values are loaded: what one thread needs for one layout. */
#ifndef ROWKEY_CLI_KEYS_ROW_ENCODER_H
#define ROWKEY_CLI_KEYS_ROW_ENCODER_H

#include <rowkey/encode.h>

#include "base/buffer.h"
#include "base/message.h"
#include "keys/key_batch.h"

enum {
  KEYS_SIZE = 128 << 10
}; /* of keys at a time: they stay in the second-level cache until they are used */

/* Begins as {0}. */
struct row_encoder {
  const rowkey_layout *layout;
  size_t column_count; /* of its schema */
  rowkey_encoder *encoder;
  uint64_t *offsets;   /* room for BATCH_ROWS + 1 of them; NULL where all keys have one width */
  const char *subject; /* of the reasons that it gives; NULL for none */
};

/* False and `failure` when it cannot be had. Close comes after either. */
bool row_encoder_open(struct row_encoder *encoder, const rowkey_layout *layout, uint64_t seed,
                      struct failure *failure);
void row_encoder_close(struct row_encoder *encoder);

/* Encodes *rows rows, 1 … BATCH_ROWS, of these values, the first one row `row` of the input, and appends
 * their keys to `out`; *keys says where they are. Lowers *rows, to at least 1, for keys that need no more
 * than `most` bytes. Returns how many are encoded. Fewer than *rows: the one after them is bad, and `reason`,
 * REASON_SIZE bytes, says why. ROWKEY_NONE and `failure` when it cannot go on. */
size_t row_encoder_append(struct row_encoder *encoder, const rowkey_values *values, uint64_t row,
                          size_t *rows, size_t most, struct buffer *out, rowkey_keys *keys, char *reason,
                          struct failure *failure);

#endif
