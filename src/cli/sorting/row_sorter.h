/* Rows in the order of their keys, bytewise, those of equal keys in the order of the input: in memory, and in
 * runs in a file where memory does not hold them. */
#ifndef ROWKEY_CLI_SORTING_ROW_SORTER_H
#define ROWKEY_CLI_SORTING_ROW_SORTER_H

#include <rowkey/route.h>

#include "sorting/part_orders.h"
#include "sorting/runs.h"

enum { MOST_PARTS = 1024 };

struct row_sorter {
  size_t key_width; /* of all keys, or ROWKEY_NONE */
  size_t threads;   /* that may sort at a time */
  uint64_t memory;  /* that it may take, in bytes */
  /* Rows in memory lie in parts that a cache holds: there they are sorted, and written in their order,
   * without waiting for memory. There is one part until enough rows are there to tell where to divide them;
   * then a router, NULL before, has the number of each row's part. */
  struct row_part *parts; /* MOST_PARTS of them; NULL until there are rows */
  _Atomic(rowkey_router *) router;
  uint64_t rows, bytes; /* in memory, in all parts */
  size_t largest;       /* rows of the part that has the most */
  struct buffer places; /* uint32_t: the parts of rows that nobody else has routed */
  struct runs runs;     /* of the rows before */
};

/* Makes an empty one; `directory` as runs_in takes it. */
void row_sorter_init(struct row_sorter *sorter, size_t key_width, size_t threads, uint64_t memory,
                     const char *directory);
void row_sorter_free(struct row_sorter *sorter);

/* What tells where rows belong, NULL as long as nobody knows; valid as long as the sorter. Any thread may
 * ask.
 */
const rowkey_router *row_sorter_router(const struct row_sorter *sorter);

/* Adds rows. `places` is where each belongs, by the router, or NULL. */
bool row_sorter_add(struct row_sorter *sorter, const struct row_part *rows, const uint32_t *places,
                    struct failure *failure);

/* Hands all rows to the output, and ends it whether it succeeds or not. */
bool row_sorter_write(struct row_sorter *sorter, struct row_output *output, struct failure *failure);

#endif
