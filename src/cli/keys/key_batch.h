/* The keys of a batch whose records are keys, in memory as the library takes them. */
#ifndef ROWKEY_CLI_KEYS_KEY_BATCH_H
#define ROWKEY_CLI_KEYS_KEY_BATCH_H

#include "io/buffer.h"
#include "keys/key_form.h"
#include "records/batch.h"

/* One thread's. Begins as {0}. */
struct key_batch {
  const uint8_t *bytes;    /* one behind the other … */
  const uint64_t *offsets; /* … from offsets[i] to offsets[i + 1]; NULL for raw keys */
  size_t size;             /* of all of them */
  size_t count;

  struct buffer own;
  uint64_t *own_offsets;
};

bool key_batch_create(struct key_batch *keys);
void key_batch_free(struct key_batch *keys);

/* Reads rows first … first + rows - 1 of the batch. Fewer are there when one is bad, and `reason`,
 * REASON_SIZE bytes, says why. False when memory runs out. */
bool key_batch_read(struct key_batch *keys, enum key_form form, const struct batch *batch, size_t first,
                    size_t rows, char *reason);

#endif
