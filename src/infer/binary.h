/* Numbers and hashes in bytes, side by side. */
#ifndef ROWKEY_INFER_BINARY_H
#define ROWKEY_INFER_BINARY_H

#include "infer/draft.h"

enum { TEXT_AGAIN = 4 /* so many printable places in a row are text */ };

/* Where bytes that are no text end, which begin at `from` of `width` places. */
size_t rowkey_binary_end(const struct place *places, size_t width, size_t from);

/* Appends the numbers, hashes and constant bytes of places from … to. False when there are too many. */
bool rowkey_cut_binary(const struct seen *seen, const struct place *places, size_t from, size_t to,
                       struct draft *draft);

#endif
