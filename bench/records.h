/* The records of encode/ and decode/: one column for each name that a layout may ask for. */
#ifndef ROWKEY_BENCH_RECORDS_H
#define ROWKEY_BENCH_RECORDS_H

#include <rowkey/encode.h>

#include "shape.h"

enum {
  RECORDS_SEED = 42, /* of random() */
  /* Records whose contents decide branches, as lengths of texts do. A branch predictor learns 4,096 of them
   * by heart, which no job's data lets it; 65,536 leave the second-level cache, and their rows would measure
   * that. Library and peers see the same ones. */
  RECORDS_ROWS = 16384
};

struct records {
  uint64_t *id, *ts, *small, *flag;
  double *price;
  uint8_t *seen; /* the validity of the column `seen`, whose values are those of ts */
  struct bench_strings user, host, domain, event, key, tags, line;
  struct bench_strings mixed; /* more rows than the others, line apart */
};

/* Made at the first call. Lines stream through all of the text; all else stays in the caches. */
const struct records *bench_records(void);

enum { BENCH_COLUMNS_MAX = 8 };

/* The columns that a layout is compiled for, and their values. */
struct bench_columns {
  rowkey_column schema[BENCH_COLUMNS_MAX];
  rowkey_values values[BENCH_COLUMNS_MAX];
  char names[256];
  size_t count;
};

/* The columns that a list such as "id:u64,host:text" names, as named layouts write it, and `line` after
 * them. */
void bench_columns_parse(struct bench_columns *columns, const char *list);

/* Points the values of the columns that the layout uses at the records. *bytes receives how many bytes
 * `rows` rows of them are. */
void bench_columns_fill(struct bench_columns *columns, const rowkey_layout *layout, size_t rows,
                        uint64_t *bytes);

#endif
