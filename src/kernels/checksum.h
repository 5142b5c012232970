/* The checksum of what the library writes for later: CRC32C. */
#ifndef ROWKEY_SRC_KERNELS_CHECKSUM_H
#define ROWKEY_SRC_KERNELS_CHECKSUM_H

#include "kernels/kernel_table.h"

static inline uint32_t rowkey_checksum(const uint8_t *bytes, size_t size) {
  uint64_t crc;
  const rowkey_hash hash = {.function = ROWKEY_CRC32C};
  rowkey_kernels_for(rowkey_kernels_selected(), 1)->hash_fixed(&hash, NULL, bytes, 1, size, size, &crc);
  return (uint32_t)crc;
}

#endif
