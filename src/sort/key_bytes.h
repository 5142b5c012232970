/* Where the bytes of a key are, whatever the form of the keys. */
#ifndef ROWKEY_SORT_KEY_BYTES_H
#define ROWKEY_SORT_KEY_BYTES_H

#include <stddef.h>
#include <stdint.h>

#include "kernels/keys.h"

struct sort_keys {
  rowkey_keys keys; /* by value, so that loops hold its members in registers */
  const uint8_t *data;
  const uint8_t *end; /* of the bytes that may be read */
};

/* Of keys that were checked. */
static inline struct sort_keys sort_keys_of(const rowkey_keys *keys) {
  static const uint8_t nothing;
  const uint8_t *data = keys->data != NULL ? keys->data : &nothing;
  return (struct sort_keys){*keys, data, data + (keys->data != NULL ? key_limit(keys, keys->rows) : 0)};
}

static inline const uint8_t *key_at(const struct sort_keys *keys, uint64_t row, size_t *size) {
  const uint64_t begin = key_limit(&keys->keys, (size_t)row);
  *size = (size_t)(key_limit(&keys->keys, (size_t)row + 1) - begin);
  return keys->data + begin;
}

#endif
