/* The search: which designs there are. */
#ifndef ROWKEY_ADVISE_SEARCH_H
#define ROWKEY_ADVISE_SEARCH_H

#include "advise/designs.h"

enum { SEARCH_QUESTIONS = 64, SEARCH_PAIRS = 64 };

/* One column stands before another. */
struct kept_pair {
  size_t first, second;
};

/* What is to be searched. */
struct search_space {
  const struct asked_columns *columns;
  const struct question *const *questions;
  size_t question_count;
  const struct kept_pair *pairs;
  size_t pair_count;
  column_set asked; /* columns of questions: in any order */
  column_set added; /* columns that make keys unique: after them, in the order of the records */
  size_t servers, regions;
};

/* The columns that questions name. */
column_set rowkey_asked_columns(const struct question *const *questions, size_t count);

/* Called with each design; false ends the search. */
typedef bool visit_design(void *context, const struct design *design);

/* Visits every design of the space once, in a fixed order:
 *
 * - orders: all permutations of the asked columns that the pairs allow, then the added ones;
 * - a period of time in front of an order that does not begin with that time: of each length of time that a
 *   question has, and of ten times that;
 * - prefixes: none, and the MD5 of each set of columns that some question binds to single values, and of all
 *   columns, modulo S, R, 4 R, 20 R and 100 R of S servers and R regions.
 *
 * False when `visit` was. */
bool rowkey_search(const struct search_space *space, visit_design *visit, void *context);

/* How many it visits, up to `most`. */
uint64_t rowkey_search_size(const struct search_space *space, uint64_t most);

#endif
