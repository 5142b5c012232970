/* What encoding arrays and streams have in common. */
#ifndef ROWKEY_ARROW_ENCODE_H
#define ROWKEY_ARROW_ENCODE_H

#include <rowkey/arrow.h>

/* Encodes rows first … of the batch: all that are left or, where `cut`, as many as the format's offsets can
 * count, and at least one. *done receives how many. Else as rowkey_arrow_encode. */
rowkey_status rowkey_arrow_encode_part(rowkey_arrow_encoder *encoder, const struct ArrowArray *batch,
                                       size_t first, bool cut, uint64_t first_row, struct ArrowArray *keys,
                                       size_t *done, rowkey_error *error);

/* Whether batches may have to be cut. */
bool rowkey_arrow_may_cut(const rowkey_arrow_encoder *encoder);

#endif
