/* What decoding and explaining must know of an encoder, beyond its public interface, to do as it does. */
#ifndef ROWKEY_SRC_ENCODING_H
#define ROWKEY_SRC_ENCODING_H

#include <rowkey/rowkey.h>

#include "kernel_table.h"

const struct rowkey_kernels *rowkey_encoder_kernels(const rowkey_encoder *encoder);

/* Rows that it encodes at once. */
size_t rowkey_encoder_block_rows(const rowkey_encoder *encoder);

#endif
