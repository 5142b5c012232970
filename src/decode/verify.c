/* Checks keys: they are good if the columns read from them encode to the same bytes. For some layouts they
 * always do. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "decode/decoder.h"

bool rowkey_grow(struct block *block, uint8_t **memory, size_t *capacity, uint64_t size) {
  if (size <= *capacity && *memory != NULL) return true;
  uint8_t *larger = size > PTRDIFF_MAX ? NULL : malloc(size == 0 ? 1 : (size_t)size);
  if (larger == NULL) {
    block->status = rowkey_error_set(block->error, ROWKEY_ERROR_MEMORY,
                                     "out of memory for %" PRIu64 " bytes to decode keys", size);
    block->error->row = block->start;
    return false;
  }
  free(*memory);
  *memory = larger;
  *capacity = (size_t)size;
  return true;
}

/* The first row whose key is not the expected one. */
static size_t find_different(const struct block *block, const uint64_t *limits, size_t rows) {
  const struct rowkey_strings *keys = &block->keys;
  const uint8_t *expected = block->decoder->expected;
  const uint64_t *found_limits = block->decoder->limits;
  if (memcmp(found_limits, limits, (rows + 1) * sizeof *limits) == 0 &&
      memcmp(keys->bytes, expected, (size_t)limits[rows]) == 0)
    return rows;
  size_t row = 0;
  while (found_limits[row + 1] == limits[row + 1] && memcmp(keys->bytes + limits[row], expected + limits[row],
                                                            (size_t)(limits[row + 1] - limits[row])) == 0)
    row++;
  return row;
}

size_t rowkey_verify(struct block *block, size_t rows) {
  struct rowkey_decoder *decoder = block->decoder;
  bool fixed = decoder->layout->key.fixed;
  if (rows == 0 || decoder->recovery.is_onto) return rows;
  const size_t count = decoder->checking->column_count;
  const rowkey_batch batch = rowkey_batch_from(rowkey_batch_of(decoder->columns, count, rows), 0);
  uint64_t bound = rowkey_encode_bound(decoder->checking, &batch);
  if (!rowkey_grow(block, &decoder->expected, &decoder->expected_size, bound)) return 0;
  rowkey_error error;
  const rowkey_key_buffer buffer = {.data = decoder->expected,
                                    .capacity = decoder->expected_size,
                                    .offsets = fixed ? NULL : decoder->expected_limits};
  rowkey_status status = rowkey_encode(decoder->encoder, &batch, &buffer, NULL, &error);
  if (status == ROWKEY_ERROR_MEMORY) {
    *block->error = error;
    block->error->row = block->start;
    block->status = status;
    return 0;
  }
  if (status != ROWKEY_OK) rows = rowkey_no_key(block, error.row, &error);
  const uint64_t *limits = fixed ? decoder->limits : decoder->expected_limits;
  size_t same = find_different(block, limits, rows);
  if (same == rows) return rows;
  return rowkey_bad_key(block, same, decoder->expected + limits[same], limits[same + 1] - limits[same]);
}
