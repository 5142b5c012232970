/* Places that kernels write fields of rows to: side by side, apart, exact or with room after. */
#ifndef ROWKEY_FUZZ_PLACE_BATCH_H
#define ROWKEY_FUZZ_PLACE_BATCH_H

#include "fuzz.h"

enum { FUZZ_PLACE_ROWS = 300 };

struct fuzz_place {
  size_t rows, width, stride, room, before, size;
  uint8_t *memory; /* guarded; the rows begin `before` bytes after its start */
};

/* Up to FUZZ_PLACE_ROWS rows of fields of `width` bytes. */
struct fuzz_place fuzz_take_place(struct fuzz_input *input, size_t width);

/* The place, all of whose bytes are marked as not written. */
struct rowkey_place fuzz_clear_place(const struct fuzz_place *place);

/* That the first `good` rows are `expected`, which has rows of `width` bytes side by side, and that no byte
 * out of every row's room has been written. */
void fuzz_check_place(const struct rowkey_kernels *kernels, const char *what, const struct fuzz_place *place,
                      const uint8_t *expected, size_t good);

#endif
