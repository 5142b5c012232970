/* Recovers the nulls of columns whose markers are in the keys, or whose replacement is not a value of their
 * type. */
#include <string.h>

#include "decode/decoder.h"

static bool bit_at(const uint8_t *bits, size_t index) { return (bits[index / 8] >> (index & 7) & 1) != 0; }

static void set_bit(uint8_t *bits, size_t index) { bits[index / 8] |= (uint8_t)(1u << (index & 7)); }

size_t rowkey_validity_size(size_t rows) { return rows / 8 + (rows % 8 != 0); }

void rowkey_mark_nulls(struct block *block, size_t rows) {
  struct rowkey_decoder *decoder = block->decoder;
  const struct recovery *recovery = &decoder->recovery;
  for (size_t i = 0; i < recovery->layout->column_count && rows > 0; i++) {
    if (!recovers_nulls(recovery, i)) continue;
    const bool has_marker = recovery->markers[i] != ROWKEY_NONE;
    const uint64_t *markers = decoder->columns[has_marker ? recovery->markers[i] : i].data;
    const uint64_t null = has_marker ? 1 : rowkey_integer_bits(recovery->column_values[i]->b->range.low);
    uint8_t *validity = decoder->validity[i];
    memset(validity, 0, rowkey_validity_size(rows));
    for (size_t row = 0; row < rows; row++)
      if (markers[row] != null) set_bit(validity, row);
    decoder->columns[i].validity = validity;
  }
}

void rowkey_write_validity(struct block *block, size_t rows) {
  const struct recovery *recovery = &block->decoder->recovery;
  for (size_t i = 0; i < recovery->layout->column_count && rows > 0; i++) {
    uint8_t *out = block->columns[i].validity;
    if (out == NULL || recovery->column_values[i] == NULL) continue;
    const uint8_t *validity = recovers_nulls(recovery, i) ? block->decoder->validity[i] : NULL;
    for (size_t row = 0; row < rows; row++)
      if (validity == NULL || bit_at(validity, row)) set_bit(out, block->start + row);
  }
}
