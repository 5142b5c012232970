/* Split points that tests put together. */
#ifndef ROWKEY_TESTS_POINT_LISTS_H
#define ROWKEY_TESTS_POINT_LISTS_H

#include "all_keys.h"

struct key point_at(const rowkey_splits *splits, size_t index);

/* Between guard pages; good until the test ends. */
rowkey_splits points_of(const struct key *points, size_t count);
/* The same of strings, up to a NULL. */
rowkey_splits points_of_texts(const char *const *texts);
/* Some of them, in order. */
rowkey_splits random_points(const struct key_list *strings, size_t most);

#endif
