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
  column_set asked;               /* columns of questions: in any order */
  column_set added;               /* columns that make keys unique: after them, in the order of the records */
  const uint64_t *longest_period; /* of each column, in its unit: of longer ones the records are too few */
  size_t servers, regions;
  const column_set *heavy; /* sets of columns of which a few values have many of the records */
  size_t heavy_count;
  column_set identity; /* of the added and asked ones, those that identify a record, or none */
  column_set narrow;   /* columns that have a FORM_CELL, of which two may be interleaved */
};

/* The columns that questions name. */
column_set rowkey_asked_columns(const struct question *const *questions, size_t count);

/* Called with each design; false ends the search. */
typedef bool visit_design(void *context, const struct design *design);

/* Visits designs of the space, once each, in a fixed order:
 *
 * - orders: all permutations of the asked columns that the pairs allow, then the added ones, which only stand
 *   elsewhere where a pair says so;
 * - before the others, or in no such place, two narrow columns of which some question asks for ranges,
 *   interleaved;
 * - a period of time in front of an order that does not begin with that time: of each length of time that a
 *   question has, and of ten times that;
 * - prefixes: none, and the MD5 of each set of columns that some question binds to single values, and of all
 *   columns, modulo S, 4 S, R, 4 R, 20 R and 100 R of S servers and R regions;
 * - of a heavy set also its MD5 together with a period of time, and its MD5 with 2, 4, 8 or 16 of the
 *   buckets from there on.
 *
 * All of them where `wanted` is NULL; else those with these `count` > 0 numbers, which rise, of 0 to
 * rowkey_search_size. False when `visit` was, and after the last one that is wanted. */
bool rowkey_search(const struct search_space *space, const uint64_t *wanted, size_t count,
                   visit_design *visit, void *context);

/* How many designs there are. */
uint64_t rowkey_search_size(const struct search_space *space);

/* Gives a design without columns the order that is closest to that of the records: the asked columns, then
 * the added ones. */
void rowkey_search_plain_order(const struct search_space *space, struct design *design);

#endif
