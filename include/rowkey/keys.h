/* Keys in memory: what encoding makes, and what decoding, routing and sketches read. Stable.
 *
 *     const rowkey_keys keys = rowkey_keys_of_width("key1key2key3", 4, 3);
 *     for (size_t i = 0; i < keys.rows; i++) printf("%.4s\n", (const char *)keys.data + i * keys.width);
 */
#ifndef ROWKEY_KEYS_H
#define ROWKEY_KEYS_H

#include <rowkey/error.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Keys to read. The memory belongs to the caller. Key i is
 *   data[offsets[i] … offsets[i + 1])       where offsets is not NULL: rows + 1 numbers that do not decrease
 *   data[offsets32[i] … offsets32[i + 1])   else, where offsets32 is not NULL
 *   the `width` bytes at data + i * width   else.
 * `data` may be NULL when all keys are empty. Bytes between data + offsets[0] and data + offsets[rows] may be
 * read, and no others. */
typedef struct rowkey_keys {
  const void *data;
  const uint64_t *offsets;
  const uint32_t *offsets32;
  size_t width; /* in bytes */
  size_t rows;
  uint64_t reserved[3]; /* must be 0 */
} rowkey_keys;

/* Room for keys, in the caller's memory. At most one of the two arrays of offsets is given, with room for
 * rows
 * + 1 numbers; none is needed for layouts whose keys all have one width. */
typedef struct rowkey_key_buffer {
  void *data;
  size_t capacity; /* bytes of room at data */
  uint64_t *offsets;
  uint32_t *offsets32;
  uint64_t reserved[2]; /* must be 0 */
} rowkey_key_buffer;

/* ---- Constructors ------------------------------------------------------------------------------ */

/* Keys of `width` bytes, side by side. */
static inline rowkey_keys rowkey_keys_of_width(const void *data, size_t width, size_t rows) {
  rowkey_keys keys = ROWKEY_ZERO;
  keys.data = data;
  keys.width = width;
  keys.rows = rows;
  return keys;
}

/* Keys between `rows` + 1 offsets. */
static inline rowkey_keys rowkey_keys_of_offsets(const void *data, const uint64_t *offsets, size_t rows) {
  rowkey_keys keys = ROWKEY_ZERO;
  keys.data = data;
  keys.offsets = offsets;
  keys.rows = rows;
  return keys;
}

/* The same with offsets of 32 bits. */
static inline rowkey_keys rowkey_keys_of_offsets32(const void *data, const uint32_t *offsets, size_t rows) {
  rowkey_keys keys = ROWKEY_ZERO;
  keys.data = data;
  keys.offsets32 = offsets;
  keys.rows = rows;
  return keys;
}

/* Room for `capacity` bytes of keys of one width. */
static inline rowkey_key_buffer rowkey_key_buffer_of(void *data, size_t capacity) {
  rowkey_key_buffer buffer = ROWKEY_ZERO;
  buffer.data = data;
  buffer.capacity = capacity;
  return buffer;
}

/* Room for `capacity` bytes of keys and one offset more than there are keys. */
static inline rowkey_key_buffer rowkey_key_buffer_with_offsets(void *data, size_t capacity,
                                                               uint64_t *offsets) {
  rowkey_key_buffer buffer = rowkey_key_buffer_of(data, capacity);
  buffer.offsets = offsets;
  return buffer;
}

/* The same with offsets of 32 bits. */
static inline rowkey_key_buffer rowkey_key_buffer_with_offsets32(void *data, size_t capacity,
                                                                 uint32_t *offsets) {
  rowkey_key_buffer buffer = rowkey_key_buffer_of(data, capacity);
  buffer.offsets32 = offsets;
  return buffer;
}

#ifdef __cplusplus
}
#endif

#endif
