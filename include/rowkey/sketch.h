/* Sketches: split points from a sample of keys, in bounded memory. Experimental.
 *
 *     rowkey_splits *splits = NULL;
 *     rowkey_sketch *sketch = rowkey_sketch_create(0, &error);
 *     char bytes[4096]; // for another process, which reads and merges it
 *     if (sketch != NULL && rowkey_sketch_add(sketch, &keys, &error) == ROWKEY_OK &&
 *         rowkey_sketch_write(sketch, bytes, sizeof bytes, &error) == ROWKEY_OK)
 *       splits = rowkey_sketch_splits(sketch, 16, &error);
 *     rowkey_splits_free(splits);
 *     rowkey_sketch_free(sketch);
 */
#ifndef ROWKEY_SKETCH_H
#define ROWKEY_SKETCH_H

#ifndef ROWKEY_EXPERIMENTAL
#error "rowkey/sketch.h is experimental: define ROWKEY_EXPERIMENTAL before including it"
#endif

#include <rowkey/keys.h>
#include <rowkey/splits.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a stream of keys was like: its quantiles, exact as long as all keys fit, then by a mergeable sketch.
 * One call at a time on each, also of the functions that take a const one: they sort in its memory, and
 * change no answer.
 */
typedef struct rowkey_sketch rowkey_sketch;

/* `memory`: bytes that it may use, at least 64 KiB; 0 for 64 MiB; beyond 4 GiB no more are used. They are
 * allocated here, once. The result does not depend on time or address: the same keys in the same order and
 * calls make the same points. */
ROWKEY_CHECKED rowkey_sketch *rowkey_sketch_create(size_t memory, rowkey_error *error);
ROWKEY_API void rowkey_sketch_free(rowkey_sketch *sketch); /* NULL is allowed */

/* Adds keys. Of keys longer than 1024 bytes the first 1024 count. Allocates nothing. None is added on
 * ROWKEY_ERROR_ARGUMENT, with error->row for offsets that decrease, and ROWKEY_ERROR_RANGE for more than 2^48
 * keys in all. */
ROWKEY_CHECKED rowkey_status rowkey_sketch_add(rowkey_sketch *sketch, const rowkey_keys *keys,
                                               rowkey_error *error);

/* Adds all that `from`, another sketch, has seen. Errors as above. */
ROWKEY_CHECKED rowkey_status rowkey_sketch_merge(rowkey_sketch *sketch, const rowkey_sketch *from,
                                                 rowkey_error *error);

/* How many keys it has seen; 0 for NULL. */
ROWKEY_API uint64_t rowkey_sketch_rows(const rowkey_sketch *sketch);

/* The most by which the rank of a point can be wrong, as a part of all rows: 0 while it is exact, and for
 * NULL. */
ROWKEY_API double rowkey_sketch_error(const rowkey_sketch *sketch);

/* Points that part the keys evenly: of n keys in order, from 0, key floor(i * n / regions); where that is the
 * least key or the point before it, the next different one. ROWKEY_ERROR_RANGE when the keys do not give so
 * many different points (error->text says how many regions they allow). */
ROWKEY_CHECKED rowkey_splits *rowkey_sketch_splits(const rowkey_sketch *sketch, size_t regions,
                                                   rowkey_error *error);

/* The same, for as long as go_on(context) is true: else ROWKEY_ERROR_STOPPED. NULL is always true. */
ROWKEY_CHECKED rowkey_splits *rowkey_sketch_splits_while(const rowkey_sketch *sketch, size_t regions,
                                                         rowkey_go_on *go_on, void *context,
                                                         rowkey_error *error);

/* The points of `splits` and `more`, as rowkey_splits_add with keys of the sample for values. */
ROWKEY_CHECKED rowkey_splits *rowkey_sketch_add_splits(const rowkey_sketch *sketch,
                                                       const rowkey_splits *splits, size_t more,
                                                       rowkey_error *error);

/* shares[0 … splits->count] of the keys seen; checks the points. ROWKEY_ERROR_RANGE when there are no keys.
 */
ROWKEY_CHECKED rowkey_status rowkey_sketch_shares(const rowkey_sketch *sketch, const rowkey_splits *splits,
                                                  double *shares, rowkey_error *error);

/* ---- As bytes -------------------------------------------------------------------------------- */

/* A sketch as bytes, such as one of a part of the keys that is merged elsewhere: for a file, or another
 * process on any machine. They take what the sketch holds, and not its memory. */

/* How many bytes rowkey_sketch_write writes: 88, for each key that it holds 2 and its own, and once it is not
 * exact up to 1,410 more. 0 for NULL. */
ROWKEY_API size_t rowkey_sketch_size(const rowkey_sketch *sketch);

/* Writes the sketch to bytes[0 … rowkey_sketch_size(sketch)). ROWKEY_ERROR_SPACE when capacity is less:
 * nothing is written then. */
ROWKEY_CHECKED rowkey_status rowkey_sketch_write(const rowkey_sketch *sketch, void *bytes, size_t capacity,
                                                 rowkey_error *error);

/* A sketch that answers, takes keys and merges as the one that was written into these bytes, and has as much
 * memory: they tell how much, at most 4 GiB. ROWKEY_ERROR_ARGUMENT for any other bytes, which a checksum and
 * the rules of the format exclude before memory is allocated for them; error->text says which byte is wrong.
 * Only who means to harm can write bytes that pass: they harm no more than the answers. */
ROWKEY_CHECKED rowkey_sketch *rowkey_sketch_read(const void *bytes, size_t size, rowkey_error *error);

#ifdef __cplusplus
}
#endif

#endif
