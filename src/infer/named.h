/* Named layouts that keys may have. */
#ifndef ROWKEY_INFER_NAMED_H
#define ROWKEY_INFER_NAMED_H

#include <rowkey/named.h>

#include "infer/draft.h"

/* A named layout, compiled. */
struct named_trial {
  char name[64 + ROWKEY_NAMED_TEMPLATE_SIZE]; /* with its parameters */
  char layout[ROWKEY_NAMED_TEMPLATE_SIZE];
  char column_list[ROWKEY_NAMED_TEMPLATE_SIZE]; /* as the table has it */
  char names[ROWKEY_NAMED_TEMPLATE_SIZE];       /* of the columns, with a NUL after each */
  rowkey_column columns[MOST_PIECES];
  size_t column_count;
  rowkey_layout *compiled;
  size_t decoded; /* keys */
  double crossed; /* the part of crossed keys that it makes */
};

/* Finds the named layout that makes at least `least` of the keys and the fewest of crossed ones, below
 * `most`; a parameter is as the table has it, or one of the moduli of the draft. best->compiled stays NULL
 * where there is none. False when memory runs out. */
bool rowkey_find_named(const struct seen *seen, const struct draft *draft, size_t least, double most,
                       struct named_trial *best);

#endif
