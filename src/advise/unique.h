/* Whether records differ in some columns. */
#ifndef ROWKEY_ADVISE_UNIQUE_H
#define ROWKEY_ADVISE_UNIQUE_H

#include <rowkey/encode.h>

#include "advise/designs.h"

/* Hashes of the values of records in some columns: all of them, or those below a bound, which falls as they
 * get more. Records with the same values have the same hash, so that they are all kept or none is. */
struct unique_set {
  column_set columns;
  rowkey_layout *layout;
  rowkey_encoder *encoder;
  uint64_t *hashes;
  size_t count;
  uint64_t bound;
  bool is_shared;                   /* records with the same values were found: more are not looked at */
  size_t left_out, left_out_shared; /* hashes above the bound by now, and those of them that others had */
};

/* False and `error` on failure; rowkey_unique_close either way. */
bool rowkey_unique_open(struct unique_set *set, const struct asked_columns *columns, column_set of,
                        rowkey_error *error);
void rowkey_unique_close(struct unique_set *set);
bool rowkey_unique_add(struct unique_set *set, const rowkey_values *columns, size_t rows,
                       rowkey_error *error);

/* Records whose values an earlier one has, of *seen that were kept for some time. */
size_t rowkey_unique_shared(struct unique_set *set, size_t *seen);

/* How many records have the most frequent values, of those that were kept. */
size_t rowkey_unique_most(struct unique_set *set);

#endif
