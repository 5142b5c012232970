/* Keys in memory as the library takes them, and those of a batch whose records are keys. */
#ifndef ROWKEY_CLI_KEYS_KEY_BATCH_H
#define ROWKEY_CLI_KEYS_KEY_BATCH_H

#include "io/buffer.h"
#include "keys/key_form.h"
#include "records/batch.h"

/* Keys of some rows: key i is data[offsets[i] … offsets[i + 1]), or where `offsets` is NULL the `width` bytes
 * at data + i * width. */
struct keys {
  const uint8_t *data;
  const uint64_t *offsets;
  size_t width;
  size_t rows;
};

/* Where key i begins; `rows` is where the last one ends. */
static inline size_t key_begin(const struct keys *keys, size_t i) {
  return keys->offsets != NULL ? (size_t)keys->offsets[i] : i * keys->width;
}

static inline size_t key_size(const struct keys *keys, size_t i) {
  return key_begin(keys, i + 1) - key_begin(keys, i);
}

/* Bytes of all of them, which begin at `data`. */
static inline size_t keys_size(const struct keys *keys) { return key_begin(keys, keys->rows); }

/* The memory of one thread for keys that are read. Begins as {0}. */
struct key_batch {
  struct buffer data;
  uint64_t *offsets;
};

bool key_batch_create(struct key_batch *memory);
void key_batch_free(struct key_batch *memory);

/* Reads rows first … first + rows - 1 of the batch, rows >= 1. Fewer are there when one is bad, and `reason`,
 * REASON_SIZE bytes, says why. False when memory runs out. */
bool key_batch_read(struct key_batch *memory, enum key_form form, const struct batch *batch, size_t first,
                    size_t rows, struct keys *keys, char *reason);

#endif
