/* Lists of ranges of byte strings, and operations on them.
 *
 * A range holds the strings from `start` up to, but not including, `stop`; an empty stop means no end. A list
 * may say what can follow a prefix; then its strings are those after the prefix: "" to "" means anything, ""
 * to "\0" only the empty string. All functions that return bool return false when memory is exhausted; the
 * contents of the list are then unspecified: free it.
 */
#ifndef ROWKEY_SRC_RANGES_LIST_H
#define ROWKEY_SRC_RANGES_LIST_H

#include <rowkey/ranges.h>

#include "regions/asking.h"
#include "regions/strings.h"
#include "text/diagnostic.h"

/* Initialize it with {0}. */
struct range_list {
  struct string_list ends; /* start and stop of one range after the other */
};

static inline size_t range_list_count(const struct range_list *list) { return list->ends.count / 2; }

/* Range `index`; its pointers are good until the list changes. */
rowkey_range rowkey_range_list_at(const struct range_list *list, size_t index);

bool rowkey_range_list_add(struct range_list *list, struct slice start, struct slice stop);
/* The strings that begin with `prefix`. */
bool rowkey_range_list_add_prefix(struct range_list *list, struct slice prefix);
/* The ranges of `rest`, each string after the prefix. */
bool rowkey_range_list_add_behind(struct range_list *list, struct slice prefix,
                                  const struct range_list *rest);
void rowkey_range_list_free(struct range_list *list);
/* Whether the list is the one range of the strings that begin with `prefix`. */
bool rowkey_range_list_is_prefix(const struct range_list *list, struct slice prefix);

/* Sorts the ranges, joins those that touch, and drops those that hold nothing. False also if the caller
 * stops it; `asking` may be NULL. */
bool rowkey_range_list_normalize(struct range_list *list, struct asking *asking);
/* Joins the closest neighbours of a normalized list until at most `most` >= 1 ranges are left. */
bool rowkey_range_list_reduce(struct range_list *list, size_t most, struct asking *asking);
/* Appends what is in `from` and not in `less` to `result`. Both are normalized. */
bool rowkey_range_list_subtract(struct range_list *result, const struct range_list *from,
                                const struct range_list *less);

/* ---- result.c: ranges as the caller gets them ------------------------------------------------ */

/* Copies the list in its order, and everything else from `like`, whose filter has `columns` flags. NULL when
 * memory is exhausted. */
rowkey_ranges *rowkey_ranges_make(const struct range_list *list, const rowkey_ranges *like, size_t columns);

#endif
