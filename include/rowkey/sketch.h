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

/* Quantiles of a stream of keys: exact as long as all keys fit, then from a mergeable sketch. Only one call
 * at a time may use a sketch, even a const one: the functions of this header sort in its memory, which
 * changes no answer. */
typedef struct rowkey_sketch rowkey_sketch;

/* Creates a sketch that uses `memory` bytes, at least 64 KiB and at most 4 GiB; 0 for 64 MiB. Only this
 * function allocates them. Results do not depend on time or addresses: the same keys in the same calls, in
 * the same order, give the same points. */
ROWKEY_CHECKED rowkey_sketch *rowkey_sketch_create(size_t memory, rowkey_error *error);
ROWKEY_API void rowkey_sketch_free(rowkey_sketch *sketch); /* NULL is allowed */

/* Adds keys. Only the first 1024 bytes of a key count. Allocates nothing. ROWKEY_ERROR_ARGUMENT, with
 * error->row, for offsets that decrease, and ROWKEY_ERROR_RANGE for more than 2^48 keys in all; no key is
 * added then. */
ROWKEY_CHECKED rowkey_status rowkey_sketch_add(rowkey_sketch *sketch, const rowkey_keys *keys,
                                               rowkey_error *error);

/* Adds all that `from`, another sketch, has seen. Errors are those of rowkey_sketch_add. */
ROWKEY_CHECKED rowkey_status rowkey_sketch_merge(rowkey_sketch *sketch, const rowkey_sketch *from,
                                                 rowkey_error *error);

/* How many keys the sketch has seen; 0 for NULL. */
ROWKEY_API uint64_t rowkey_sketch_rows(const rowkey_sketch *sketch);

/* The most by which the rank of a point can be wrong, as a fraction of all rows: 0 while the sketch is exact,
 * and for NULL. */
ROWKEY_API double rowkey_sketch_error(const rowkey_sketch *sketch);

/* Split points that divide the keys evenly: of n keys in order, from 0, point i is key floor(i * n /
 * regions); if that is the least key or the point before, the next different key. ROWKEY_ERROR_RANGE if the
 * keys do not give that many different points; error->text says how many regions they allow. */
ROWKEY_CHECKED rowkey_splits *rowkey_sketch_splits(const rowkey_sketch *sketch, size_t regions,
                                                   rowkey_error *error);

/* Makes split points as rowkey_sketch_splits does until go_on(context) returns false: then
 * ROWKEY_ERROR_STOPPED. `go_on` may be NULL. */
ROWKEY_CHECKED rowkey_splits *rowkey_sketch_splits_while(const rowkey_sketch *sketch, size_t regions,
                                                         rowkey_go_on *go_on, void *context,
                                                         rowkey_error *error);

/* Adds `more` points to the points of `splits`, as rowkey_splits_add does, with keys of the sample instead of
 * values. */
ROWKEY_CHECKED rowkey_splits *rowkey_sketch_add_splits(const rowkey_sketch *sketch,
                                                       const rowkey_splits *splits, size_t more,
                                                       rowkey_error *error);

/* shares[0 … splits->count] = the share of the keys that each region has. Checks the points.
 * ROWKEY_ERROR_RANGE if there are no keys. */
ROWKEY_CHECKED rowkey_status rowkey_sketch_shares(const rowkey_sketch *sketch, const rowkey_splits *splits,
                                                  double *shares, rowkey_error *error);

/* ---- As bytes -------------------------------------------------------------------------------- */

/* A sketch as bytes, for a file or for another process on any machine, which can merge it there. The bytes
 * grow with what the sketch holds, not with its memory. */

/* How many bytes rowkey_sketch_write writes: 88, plus 2 and its own bytes for each key in the sketch, plus up
 * to 1,410 once it is no longer exact. 0 for NULL. */
ROWKEY_API size_t rowkey_sketch_size(const rowkey_sketch *sketch);

/* Writes the sketch to bytes[0 … rowkey_sketch_size(sketch)). ROWKEY_ERROR_SPACE if `capacity` is less:
 * nothing is written then. */
ROWKEY_CHECKED rowkey_status rowkey_sketch_write(const rowkey_sketch *sketch, void *bytes, size_t capacity,
                                                 rowkey_error *error);

/* Reads a sketch that behaves exactly like the one that was written, and has as much memory: the bytes say
 * how much, at most 4 GiB. ROWKEY_ERROR_ARGUMENT for any other bytes; error->text says which byte is wrong. A
 * checksum and the rules of the format are checked before memory is allocated. Only bytes forged on purpose
 * can pass, and all that they can do is falsify the answers. */
ROWKEY_CHECKED rowkey_sketch *rowkey_sketch_read(const void *bytes, size_t size, rowkey_error *error);

#ifdef __cplusplus
}
#endif

#endif
