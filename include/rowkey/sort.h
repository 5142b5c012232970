/* Sorting: the order in which keys stand in a table, as files for bulk loads need them. Experimental.
 *
 *     uint64_t order[3], memory[ROWKEY_SORT_BYTES_PER_ROW * 3 / sizeof(uint64_t)];
 *     if (rowkey_sort(&keys, order, NULL, memory, sizeof memory, &error) != ROWKEY_OK)
 *       fprintf(stderr, "%s\n", error.text);
 *     else
 *       printf("row %d has the least key\n", (int)order[0]);
 */
#ifndef ROWKEY_SORT_H
#define ROWKEY_SORT_H

#ifndef ROWKEY_EXPERIMENTAL
#error "rowkey/sort.h is experimental: define ROWKEY_EXPERIMENTAL before including it"
#endif

#include <rowkey/keys.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes of working memory that rowkey_sort needs for each key. */
enum { ROWKEY_SORT_BYTES_PER_ROW = 32 };

/* order[0 … keys->rows) = the rows in the order of their keys: bytes count as unsigned numbers, and a key
 * comes before those that begin with it and go on. Rows of equal keys stay in the order they have: the sort
 * is stable.
 *
 * *duplicates, unless it is NULL, becomes the number of rows whose key an earlier row has, too: keys->rows
 * less the number of different keys.
 *
 * `memory` is working memory of at least ROWKEY_SORT_BYTES_PER_ROW * keys->rows bytes, aligned for a
 * uint64_t, whose contents are lost; nothing else is allocated, and 80 KB of stack are enough. Neither it nor
 * `order` may overlap the keys or each other. ROWKEY_ERROR_SPACE when it is too small; ROWKEY_ERROR_ARGUMENT,
 * with error->row, for offsets that decrease, and for pointers that are NULL or not aligned. Any number of
 * threads may sort at the same time, each with memory of its own. */
ROWKEY_CHECKED rowkey_status rowkey_sort(const rowkey_keys *keys, uint64_t *order, uint64_t *duplicates,
                                         void *memory, size_t memory_size, rowkey_error *error);

/* Copies keys in the order of `order`: key i of `sorted` becomes key order[i] of `keys`, for i = 0 … rows
 * - 1. Rows may come more than once or not at all. Keys of `sorted` stand side by side from sorted->data on;
 * its offsets, one more than `rows`, begin with 0, and must be given unless all keys are of one width.
 * ROWKEY_ERROR_SPACE when sorted->capacity is less than the bytes of the keys, or its offsets of 32 bits
 * cannot count them; ROWKEY_ERROR_RANGE, with error->row = i, when `keys` has no row order[i];
 * ROWKEY_ERROR_ARGUMENT as above. After an error what `sorted` holds is unspecified. */
ROWKEY_CHECKED rowkey_status rowkey_gather(const rowkey_keys *keys, const uint64_t *order, size_t rows,
                                           const rowkey_key_buffer *sorted, rowkey_error *error);

#ifdef __cplusplus
}
#endif

#endif
