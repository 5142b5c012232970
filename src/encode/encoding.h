/* What other folders must know of an encoder, beyond its public interface, to behave like it. */
#ifndef ROWKEY_SRC_ENCODE_ENCODING_H
#define ROWKEY_SRC_ENCODE_ENCODING_H

#include <rowkey/rowkey.h>

#include "kernels/kernel_table.h"

const struct rowkey_kernels *rowkey_encoder_kernels(const rowkey_encoder *encoder);

/* Rows that it encodes at once. */
size_t rowkey_encoder_block_rows(const rowkey_encoder *encoder);

/* rowkey_encoder_free, for the spares of encoders. */
static inline void encoder_free_spare(void *encoder) { rowkey_encoder_free(encoder); }

/* For how many rows memory is laid out that has to do for `rows` of them: the next power of 2, from 16 to a
 * block. */
static inline size_t room_for_rows(size_t rows, size_t block_rows) {
  size_t room = 16;
  while (room < rows && room < block_rows) room *= 2;
  return room < block_rows ? room : block_rows;
}

#endif
