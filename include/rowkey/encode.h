/* Encoding: columns of records into row keys, a batch a call, or one record at a time. Stable.
 *
 *     const uint64_t ids[] = {1, 2, 3};
 *     const rowkey_values columns[] = {rowkey_u64s(ids, 3)};
 *     const rowkey_batch batch = rowkey_batch_of(columns, 1, 3);
 *     char memory[3 * 17];
 *     const rowkey_key_buffer buffer = rowkey_key_buffer_of(memory, sizeof memory);
 *     if (rowkey_encode(encoder, &batch, &buffer, NULL, &error) != ROWKEY_OK)
 *       fprintf(stderr, "%s\n", error.text);
 */
#ifndef ROWKEY_ENCODE_H
#define ROWKEY_ENCODE_H

#include <rowkey/keys.h>
#include <rowkey/layout.h>
#include <rowkey/values.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Batches ----------------------------------------------------------------------------------- */

/* How the records are numbered in their input; random() depends on these numbers. */
typedef enum rowkey_numbering {
  ROWKEY_ROWS_NEXT = 0, /* from the row after the last one that this encoder encoded; at first from 0 */
  ROWKEY_ROWS_FROM = 1  /* from the caller's number: repeated or reordered calls give the same keys */
} rowkey_numbering;

/* Records, a column at a time. `columns` holds one entry for each column of the schema, in its order, each of
 * `rows` values or more; entries of columns that the layout does not use are not read. With ROWKEY_ROWS_FROM
 * the records are rows first_row, first_row + 1, … of their input. */
typedef struct rowkey_batch {
  const rowkey_values *columns;
  size_t column_count;
  size_t rows;
  uint64_t first_row;
  rowkey_numbering numbering;
  uint64_t reserved[2]; /* must be 0 */
} rowkey_batch;

/* A batch of the next `rows` records. */
static inline rowkey_batch rowkey_batch_of(const rowkey_values *columns, size_t column_count, size_t rows) {
  rowkey_batch batch = ROWKEY_ZERO;
  batch.columns = columns;
  batch.column_count = column_count;
  batch.rows = rows;
  return batch;
}

/* The same batch as rows first_row, first_row + 1, … of its input. */
static inline rowkey_batch rowkey_batch_from(rowkey_batch batch, uint64_t first_row) {
  batch.first_row = first_row;
  batch.numbering = ROWKEY_ROWS_FROM;
  return batch;
}

/* What one thread needs to encode with a layout: working memory and settings. Only one call at a time may use
 * an encoder. A call that finds another one under way writes no key and returns ROWKEY_ERROR_ARGUMENT; if two
 * calls begin at the same moment, one or both return this error, and the keys of both are unspecified. This
 * check finds nearly all mistakes, but does not replace a lock. A call that is left by longjmp counts as
 * still under way: free the encoder.
 *
 * For usual layouts an encoder takes 2 KB to 6 KB, and a few microseconds to create: create one for each
 * thread, not for each key. It grows with the batches, to 200 KB for 1000 rows and more. It uses the
 * instruction set that was in use when it was created. */
typedef struct rowkey_encoder rowkey_encoder;

/* Creates an encoder. `seed` is for random(): for row i of the input, the first random() of the template is
 * output number i (from 0) of SplitMix64 seeded with `seed`. The seed of the random() number k = 1, 2, …
 * after it is output number k - 1 of SplitMix64 seeded with the complement ~seed. The layout must outlive the
 * encoder. Returns NULL and fills `error` on failure. */
ROWKEY_CHECKED rowkey_encoder *rowkey_encoder_create(const rowkey_layout *layout, uint64_t seed,
                                                     rowkey_error *error);
ROWKEY_API void rowkey_encoder_free(rowkey_encoder *encoder); /* NULL is allowed */

/* How many bytes the keys of the batch need at most. The bound is exact if all keys have one width, or if the
 * only fields that vary in length are text written as it is or in hex. The function reads the offsets of the
 * texts that the keys hold. Texts that do not lie within their column's bytes, or whose pointers are NULL,
 * count as empty: rowkey_encode says what is wrong. Returns SIZE_MAX for a bound too large for size_t; 0 for
 * NULL, and for a batch with a wrong number of columns. */
ROWKEY_CHECKED size_t rowkey_encode_bound(const rowkey_layout *layout, const rowkey_batch *batch);

/* Encodes the records of `batch` into keys, one after the other at buffer->data. ROWKEY_ERROR_SPACE when
 * there is room for fewer than rowkey_encode_bound bytes. Bytes after that bound are kept; bytes between the
 * last key and the bound are unspecified. The buffer's offsets, if it has any, receive rows + 1 numbers.
 * Layouts whose keys differ in length need offsets; offsets32 give ROWKEY_ERROR_SPACE when the bound exceeds
 * UINT32_MAX. Buffers must not overlap.
 *
 * *keys, unless keys is NULL, receives where in the buffer the keys are. keys->rows is the number of complete
 * keys, also when the call fails.
 *
 * On a bad value: ROWKEY_ERROR_RANGE, or ROWKEY_ERROR_ARGUMENT for a text that does not lie within its
 * column's bytes. error->row is the first row of this batch that is bad for any reason; error->column the
 * column at fault, if there is one; error->offset the field or expression in the template. The keys and
 * offsets of all rows before it are in place; the others are unspecified.
 *
 * Values in another form than their column keeps are converted block by block, in memory that the encoder
 * allocates when it first needs it.
 *
 * The encoder also allocates for a batch of more rows than any before, up to a block of some thousand. If
 * that fails, with ROWKEY_ERROR_MEMORY and an error->row of ROWKEY_NONE, the encoder still takes smaller
 * batches.
 *
 * Otherwise the encoder allocates only when text outgrows its room: when the fields that one hash takes
 * exceed 64 KiB in a row, or reversed, escaped or coalesced text exceeds 4 KiB in one block of at most 2112
 * rows. Escaped text counts as the most bytes that it can become: with esc, twice its bytes plus 2 a row;
 * with mem, 9 bytes for every 8 plus 9 a row. The encoder keeps the larger room. If this allocation fails,
 * the error is ROWKEY_ERROR_MEMORY with error->row.
 *
 * Null keys. buffer->nulls says which rows get a null key instead of an error, and receives a bit for each
 * row and the number of null keys:
 *
 *     uint8_t validity[(3 + 7) / 8];
 *     rowkey_null_keys nulls = rowkey_null_keys_of(ROWKEY_NULL_FOR_NULLS, validity);
 *     buffer.nulls = &nulls;
 *
 * The keys of other rows are the same as without buffer->nulls. A bad row is one that would give
 * ROWKEY_ERROR_RANGE or ROWKEY_ERROR_NUMBER: the call always fails for texts that do not lie within their
 * column's bytes, and for lack of memory. After an error the bits and the count are right for the rows before
 * error->row. *keys does not show which keys are null. Rows with nulls cost little: their block is encoded
 * without those rows, in memory that the encoder allocates when it first needs it. Each bad row costs as much
 * as 10 to 100 good ones. */
ROWKEY_CHECKED rowkey_status rowkey_encode(rowkey_encoder *encoder, const rowkey_batch *batch,
                                           const rowkey_key_buffer *buffer, rowkey_keys *keys,
                                           rowkey_error *error);

/* ---- One record -------------------------------------------------------------------------------- */

/* One record. `values` holds one entry for each column of the schema; only columns that the layout uses are
 * read. With ROWKEY_ROWS_FROM, `row` is the number of the record in its input, which random() depends on. */
typedef struct rowkey_record {
  const rowkey_value *values;
  size_t count;
  uint64_t row;
  rowkey_numbering numbering;
  uint64_t reserved[2]; /* must be 0 */
} rowkey_record;

/* The next record. */
static inline rowkey_record rowkey_record_of(const rowkey_value *values, size_t count) {
  rowkey_record record = ROWKEY_ZERO;
  record.values = values;
  record.count = count;
  return record;
}

/* The same record as row `row` of its input. */
static inline rowkey_record rowkey_record_from(rowkey_record record, uint64_t row) {
  record.row = row;
  record.numbering = ROWKEY_ROWS_FROM;
  return record;
}

/* Encodes one record, as rowkey_encode does in a batch: for a Get or a Put. *length receives the length of
 * the key in bytes. ROWKEY_ERROR_SPACE when `capacity` is less than rowkey_encode_bound for the record:
 * *length is then that bound, and a call with that capacity succeeds; `key` may be NULL if capacity is 0.
 * error->row is 0 for a bad value. */
ROWKEY_CHECKED rowkey_status rowkey_encode_row(rowkey_encoder *encoder, const rowkey_record *record,
                                               void *key, size_t capacity, size_t *length,
                                               rowkey_error *error);

/* Encodes one record without an encoder. Thread-safe: the layout keeps an encoder for each call that runs at
 * the same time, up to 16. random() differs from call to call and from process to process, also after fork,
 * because these encoders take their seeds from the system. If the same record must get the same key, as when
 * a failed task is tried again, use rowkey_encode_row with an encoder's seed and rowkey_record_from.
 * rowkey_key takes about 20 ns longer than rowkey_encode_row, and with random() it also calls getpid. */
ROWKEY_CHECKED rowkey_status rowkey_key(const rowkey_layout *layout, const rowkey_value *values, size_t count,
                                        void *key, size_t capacity, size_t *length, rowkey_error *error);

#ifdef __cplusplus
}
#endif

#endif
