/* The keys of encode/ as one writes them without this library. */
#ifndef ROWKEY_BENCH_ENCODE_PEERS_H
#define ROWKEY_BENCH_ENCODE_PEERS_H

#include "shape.h"

/* The columns that the layouts of encode/ read. */
struct records {
  uint64_t *id, *ts;
  struct bench_strings user, host, event, key, line;
};

enum { RECORDS_SEED = 42 }; /* of random() */

/* Writes the key of one record and returns its length; may write a NUL behind it. */
typedef size_t plain_key(const struct records *records, size_t row, char *key);

plain_key plain_paper_md5mod, plain_paper_idmod, plain_paper_random, plain_paper_linemd5, plain_pig_tuple,
    plain_composite_part, plain_composite_hashes, plain_salted_key;

/* Writes the keys of records 0 … rows-1, one behind the other. */
typedef void tuned_keys(const struct records *records, size_t rows, char *keys);

tuned_keys tuned_paper_md5mod, tuned_paper_idmod;

#endif
