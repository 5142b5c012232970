/* Keys back into columns. */
#ifndef ROWKEY_FUZZ_LAYOUT_DECODE_H
#define ROWKEY_FUZZ_LAYOUT_DECODE_H

#include "layout_records.h"

/* That the keys of rows 0 … rows-1 of the records give back what the layout recovers, and that keys which
 * are changed are decoded or refused in order. */
void fuzz_check_decoding(const rowkey_layout *layout, const char *isa, const struct fuzz_records *records,
                         const uint8_t *keys, const uint64_t *offsets, size_t rows);

#endif
