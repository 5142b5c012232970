/* Wholes that are cut into more and more pieces, the one with the largest pieces first. */
#ifndef ROWKEY_SRC_SPLITS_PIECES_H
#define ROWKEY_SRC_SPLITS_PIECES_H

#include <stddef.h>

#include "regions/number.h"

struct whole {
  struct number extra;    /* it holds one more than this */
  uint32_t most;          /* pieces at most; 0 for a whole that holds nothing */
  uint32_t pieces;        /* what it is cut into: set below */
  struct number quotient; /* of `extra` and `pieces`, and the remainder: … */
  uint32_t remainder;     /* … a piece is quotient + (remainder + 1) / pieces */
};

/* Cuts one whole after the other once more, `cuts` times: each time one with the most in a piece among those
 * that have fewer than the most pieces, and of several the first. The wholes allow so many cuts. `heap` is
 * memory for `count` numbers. */
void rowkey_cut_wholes(struct whole *wholes, size_t count, size_t cuts, uint32_t *heap);

#endif
