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

/* Keys to read. The memory belongs to the caller. At most one of the two arrays of offsets is given. Key i is
 *   data[offsets[i] … offsets[i + 1])       where offsets is not NULL: rows + 1 numbers that do not decrease
 *   data[offsets32[i] … offsets32[i + 1])   else, where offsets32 is not NULL
 *   the `width` bytes at data + i * width   else
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

/* What to do with rows that cannot be encoded. A null row has a null that the template does not replace,
 * whatever its other values are; a bad row has a value that the layout or the column refuses. */
typedef enum rowkey_bad_rows {
  ROWKEY_FAIL_AT_BAD = 0,    /* the first null or bad row is the error of the call */
  ROWKEY_NULL_FOR_NULLS = 1, /* a null row gets a null key; a bad row is an error */
  ROWKEY_NULL_FOR_BAD = 2    /* null rows and bad rows get null keys */
} rowkey_bad_rows;

/* Null keys: the policy, and which keys are null. A null key has no bytes or, if all keys have one width,
 * that many bytes 0x00. */
typedef struct rowkey_null_keys {
  uint8_t *validity;      /* in the caller's memory: a bit for each row, 0 if its key is null, as in Arrow */
  size_t validity_offset; /* the first row's bit; the bits before and after those of the rows are kept */
  rowkey_bad_rows policy;
  /* Called for each null key, in the order of the rows, with the error of its row; NULL: no call. It must not
   * use the encoder. Each call costs about as much as encoding a block of some rows. */
  void (*report)(void *context, const rowkey_error *error);
  void *context;        /* of report */
  size_t count;         /* the call writes how many keys are null */
  uint64_t reserved[2]; /* must be 0 */
} rowkey_null_keys;

/* Room for keys, in the caller's memory. At most one of the two arrays of offsets is given, with room for
 * rows + 1 numbers; none is needed for layouts whose keys all have one width. */
typedef struct rowkey_key_buffer {
  void *data;
  size_t capacity; /* bytes of room at data */
  uint64_t *offsets;
  uint32_t *offsets32;
  rowkey_null_keys *nulls; /* NULL: ROWKEY_FAIL_AT_BAD. For encoding; other functions want NULL */
  uint64_t reserved[1];    /* must be 0 */
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

/* Room for `capacity` bytes of keys of one width. */
static inline rowkey_key_buffer rowkey_key_buffer_of(void *data, size_t capacity) {
  rowkey_key_buffer buffer = ROWKEY_ZERO;
  buffer.data = data;
  buffer.capacity = capacity;
  return buffer;
}

/* Room for `capacity` bytes of keys, and for one offset more than there are keys. */
static inline rowkey_key_buffer rowkey_key_buffer_with_offsets(void *data, size_t capacity,
                                                               uint64_t *offsets) {
  rowkey_key_buffer buffer = rowkey_key_buffer_of(data, capacity);
  buffer.offsets = offsets;
  return buffer;
}

/* The same room with offsets of 32 bits. */
static inline rowkey_key_buffer rowkey_key_buffer_with_offsets32(void *data, size_t capacity,
                                                                 uint32_t *offsets) {
  rowkey_key_buffer buffer = rowkey_key_buffer_of(data, capacity);
  buffer.offsets32 = offsets;
  return buffer;
}

/* Null keys with this policy, with a bit for each row at `validity`. */
static inline rowkey_null_keys rowkey_null_keys_of(rowkey_bad_rows policy, uint8_t *validity) {
  rowkey_null_keys nulls = ROWKEY_ZERO;
  nulls.policy = policy;
  nulls.validity = validity;
  return nulls;
}

#ifdef __cplusplus
}
#endif

#endif
