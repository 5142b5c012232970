/* The inside of a profile: what is counted of each column, and the sample. */
#ifndef ROWKEY_ADVISE_PROFILE_H
#define ROWKEY_ADVISE_PROFILE_H

#include <rowkey/profile.h>

#include "base/given_column.h"

/* ---- How many different values, by the longest runs of zero bits in their hashes --------------- */

/* Flajolet, Fusy, Gandouet, Meunier, "HyperLogLog", 2007. The standard error is 1.04 / sqrt(registers). */
enum { DISTINCT_BITS = 12, DISTINCT_REGISTERS = 1 << DISTINCT_BITS };

struct distinct {
  uint8_t registers[DISTINCT_REGISTERS];
};

/* Adds a value by its hash of 64 even bits. */
static inline void distinct_add(struct distinct *distinct, uint64_t hash) {
  uint8_t *reg = &distinct->registers[hash >> (64 - DISTINCT_BITS)];
  const uint64_t rest = hash << DISTINCT_BITS | (uint64_t)1 << (DISTINCT_BITS - 1);
  const uint8_t rank = (uint8_t)(__builtin_clzll(rest) + 1);
  if (rank > *reg) *reg = rank;
}

double rowkey_distinct_estimate(const struct distinct *distinct);

/* ---- sample.c: records that are kept ------------------------------------------------------------ */

/* Values that a sample has of a column: numbers of any type in 64 bits each, f32 in half of them. */
struct sampled_column {
  rowkey_type type;
  size_t number_size; /* 0: text */
  uint8_t *data;
  size_t data_size, data_room;
  uint64_t *begin, *end; /* of text */
  uint8_t *validity;
};

struct sample {
  size_t most_rows;
  uint64_t bound; /* a record is kept when the hash of its number is at most that */
  size_t rows;
  uint64_t *numbers;
  struct sampled_column *columns;
  rowkey_values *values; /* as the caller sees the columns */
  size_t count;
};

bool rowkey_sample_open(struct sample *sample, const rowkey_column *columns, size_t count, size_t most_rows);
void rowkey_sample_close(struct sample *sample);

/* Offers `rows` records of which the first has the number `first`. False without memory. */
bool rowkey_sample_add(struct sample *sample, const rowkey_values *columns, size_t rows, uint64_t first);

/* ---- profile.c ---------------------------------------------------------------------------------- */

/* Whether the values are where they are said to be; `error` is given. */
rowkey_status rowkey_profile_check(const rowkey_profile *profile, const rowkey_values *columns, size_t rows,
                                   rowkey_error *error);

struct profiled_column {
  char *name;
  rowkey_type type;
  uint32_t tags[KEPT_TAGS]; /* of values that it takes */
  rowkey_column_profile found;
  struct distinct distinct;
  bool has_last;
  rowkey_value last; /* of numbers */
  uint8_t *last_text;
  size_t last_room;
};

struct rowkey_profile {
  uint64_t rows;
  size_t count;
  struct profiled_column *columns;
  struct sample sample;
};

#endif
