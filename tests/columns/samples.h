/* Values of a tag, with what the oracle says of each in a column: good ones, and ones that are errors. */
#ifndef ROWKEY_TESTS_COLUMNS_SAMPLES_H
#define ROWKEY_TESTS_COLUMNS_SAMPLES_H

#include "columns/oracle.h"

struct sample {
  struct told told;
  struct kept kept;
};

enum { SAMPLES_MAX = 1000 };

struct samples {
  size_t good_count, bad_count;
  struct sample good[SAMPLES_MAX], bad[SAMPLES_MAX];
};

/* Integers and floats at all edges, and random ones; and the dictionary of uid(...). */
void make_pools(void);

/* Those of a pair that is not refused. */
void make_samples(const struct oracle_type *type, uint32_t tag, struct samples *samples);

#endif
