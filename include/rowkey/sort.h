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

/* Sorts keys: order[0 … keys->rows) = the rows in the order of their keys. Bytes compare as unsigned numbers,
 * and a key comes before longer keys that begin with it. The sort is stable: rows with equal keys keep their
 * order.
 *
 * *duplicates receives the number of rows whose key an earlier row also has: keys->rows minus the number of
 * different keys. `duplicates` may be NULL.
 *
 * `memory` is working memory of at least ROWKEY_SORT_BYTES_PER_ROW * keys->rows bytes, aligned for a
 * uint64_t, which is overwritten. Nothing is allocated, and 80 KB of stack are enough. Neither `memory` nor
 * `order` may overlap the keys or each other. ROWKEY_ERROR_SPACE if `memory` is too small;
 * ROWKEY_ERROR_ARGUMENT, with error->row, for offsets that decrease, and for pointers that are NULL or not
 * aligned. Any number of threads may sort at the same time, each with memory of its own. */
ROWKEY_CHECKED rowkey_status rowkey_sort(const rowkey_keys *keys, uint64_t *order, uint64_t *duplicates,
                                         void *memory, size_t memory_size, rowkey_error *error);

/* Copies keys in the order of `order`: key i of `sorted`, from 0 to rows - 1, becomes key order[i] of `keys`.
 * A row may occur in `order` more than once or not at all. The keys of `sorted` stand side by side from
 * sorted->data on. Its offsets, one more than `rows`, begin with 0; they must be given unless all keys have
 * one width. ROWKEY_ERROR_SPACE if sorted->capacity is less than the bytes of the keys, or offsets of 32 bits
 * cannot count them; ROWKEY_ERROR_RANGE, with error->row = i, if `keys` has no row order[i];
 * ROWKEY_ERROR_ARGUMENT as for rowkey_sort. After an error the contents of `sorted` are unspecified. */
ROWKEY_CHECKED rowkey_status rowkey_gather(const rowkey_keys *keys, const uint64_t *order, size_t rows,
                                           const rowkey_key_buffer *sorted, rowkey_error *error);

#ifdef __cplusplus
}
#endif

#endif
