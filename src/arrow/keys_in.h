/* Keys that arrive as an array: blocks of them, as decoding and routing take them. */
#ifndef ROWKEY_ARROW_KEYS_IN_H
#define ROWKEY_ARROW_KEYS_IN_H

#include "arrow/source.h"

/* Whether the schema is one of keys: text or bytes, or a dictionary of these. Reads its type, whose texts
 * belong to the schema. */
rowkey_status rowkey_arrow_check_keys(const struct ArrowSchema *schema, struct arrow_type *type,
                                      rowkey_error *error);

/* Keys of an array, opened. */
struct arrow_keys {
  struct arrow_source source;
  rowkey_values whole; /* where all can be read as they lie */
  bool direct;
  struct arrow_block block;
  uint64_t *limits; /* of copied keys: ARROW_BLOCK_ROWS + 1, of *copies, which grows */
  uint8_t *copies;
  size_t capacity;
};

/* Opens an array of keys of `type`, which must live as long. All but the memory of the last array is set. */
rowkey_status rowkey_arrow_open_keys(struct arrow_keys *keys, const struct arrow_type *type,
                                     const struct ArrowArray *array, rowkey_error *error);

/* Rows first … first + rows - 1, at most ARROW_BLOCK_ROWS: *good of them, and the validity of these: bit 0
 * of *valid, moved by *valid_start, is the first row's; NULL without nulls. The keys of nulls have any bytes.
 * Of the next one `error` says what is wrong with it. ROWKEY_ERROR_MEMORY is returned. */
rowkey_status rowkey_arrow_take_keys(struct arrow_keys *keys, size_t first, size_t rows, rowkey_keys *out,
                                     size_t *good, const uint8_t **valid, size_t *valid_start,
                                     rowkey_error *error);

void rowkey_arrow_free_keys(struct arrow_keys *keys);

#endif
