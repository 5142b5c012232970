/* What is wrong with a list of split points, and what share of the keys its regions get. */
#ifndef ROWKEY_CLI_COMMANDS_SPLITS_CHECK_H
#define ROWKEY_CLI_COMMANDS_SPLITS_CHECK_H

#include <rowkey/sketch.h>

#include "keys/split_list.h"

enum split_fault_kind {
  FAULT_BEHIND,   /* comes before the point of the line above it */
  FAULT_AGAIN,    /* is that of an earlier line */
  FAULT_TOO_LOW,  /* every key comes after it */
  FAULT_TOO_HIGH, /* every key comes before it */
  FAULT_KINDS
};

struct split_fault {
  enum split_fault_kind kind;
  size_t line;
  size_t other; /* the line above it, or of the same point; 0 */
};

/* Begins as {0}. Regions are those of the points in their order, each taken once. */
struct splits_check {
  const struct split_list *list;
  struct string_list ordered;
  size_t *lines;        /* of the ordered points */
  rowkey_splits points; /* a view of the ordered points */
  struct split_fault *faults;
  size_t fault_count;

  rowkey_region_share *regions; /* points.count + 1 of them */
  bool knows_keys;              /* `reachable` is about all keys, not about a sample */
  uint64_t sample_rows;         /* 0 when the shares are not those of a sample */
  double sample_error;
  size_t without_keys; /* regions that no key can reach, or got none of the sample */
};

/* Orders the points of the list and finds those that are out of order or there twice. */
bool splits_check_order(const struct split_list *list, struct splits_check *check, struct failure *failure);

/* What each region gets; either may be NULL, but not both. */
bool splits_check_shares(struct splits_check *check, const rowkey_layout *layout, const rowkey_sketch *sample,
                         struct failure *failure);

bool splits_check_is_good(const struct splits_check *check);
void splits_check_free(struct splits_check *check);

/* A report on standard output, as a table or in JSON, of which false is returned when memory runs out. */
void print_splits_check(const struct splits_check *check);
bool print_splits_check_json(const struct splits_check *check);

#endif
