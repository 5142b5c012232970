/* The keys of a batch whose records are keys. */
#ifndef ROWKEY_CLI_KEYS_KEY_BATCH_H
#define ROWKEY_CLI_KEYS_KEY_BATCH_H

#include <rowkey/keys.h>

#include "base/buffer.h"
#include "keys/key_form.h"
#include "records/batch.h"

/* Key i of keys that have 64-bit offsets or one width, its size, and the bytes of all of them. */
static inline size_t key_begin(const rowkey_keys *keys, size_t i) {
  return keys->offsets != NULL ? (size_t)keys->offsets[i] : i * keys->width;
}

static inline const uint8_t *key_at(const rowkey_keys *keys, size_t i) {
  return (const uint8_t *)keys->data + key_begin(keys, i);
}

static inline size_t key_size(const rowkey_keys *keys, size_t i) {
  return key_begin(keys, i + 1) - key_begin(keys, i);
}

static inline size_t keys_size(const rowkey_keys *keys) { return key_begin(keys, keys->rows); }

/* The memory of one thread for keys that are read. Begins as {0}. */
struct key_batch {
  struct buffer data;
  uint64_t *offsets;
};

bool key_batch_create(struct key_batch *memory);
void key_batch_free(struct key_batch *memory);

/* Reads rows first … first + rows - 1 of the batch, rows >= 1. Fewer are there when one is bad, and `reason`,
 * REASON_SIZE bytes, says why. False when memory runs out. */
bool key_batch_read(struct key_batch *memory, const struct key_form *form, const rowkey_record_rows *batch,
                    size_t first, size_t rows, rowkey_keys *keys, char *reason);

#endif
