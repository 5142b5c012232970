/* What the handle of rowkey/flat.h has, and how its functions fail. */
#ifndef ROWKEY_SRC_FLAT_FLAT_H
#define ROWKEY_SRC_FLAT_FLAT_H

#include <rowkey/flat.h>
#include <rowkey/values.h>
#include <stdatomic.h>

struct rowkey_flat {
  rowkey_layout *layout;
  const rowkey_column *columns; /* of the layout */
  size_t column_count;
  struct spares *encoders;   /* of seed 0, for batches */
  struct spares *decoders;   /* struct flat_decoder */
  _Atomic uint64_t next_row; /* of ROWKEY_FLAT_NEXT */
};

/* What decodes one key at a time and batches, with room for one record. */
struct flat_decoder;
void rowkey_flat_decoder_free(void *decoder); /* NULL is allowed */

static inline void *flat_address(uint64_t word) { return (void *)(uintptr_t)word; }

/* ROWKEY_ERROR_ARGUMENT for a word that is not a size or an address of this machine, and for word number
 * `small` where that has more than 32 bits. */
rowkey_status rowkey_flat_check_words(const char *what, const uint64_t *words, size_t count, size_t small,
                                      rowkey_error *error);

/* Whether `count` columns can be: their words, and that they are as many as the schema has. */
rowkey_status rowkey_flat_check_columns(const rowkey_flat *flat, const uint64_t *columns, size_t count,
                                        rowkey_error *error);

/* Writes the error, if the status is one, into the caller's bytes. Returns the status. */
int32_t rowkey_flat_tell(rowkey_status status, const rowkey_error *error, uint8_t *to, size_t size);

#endif
