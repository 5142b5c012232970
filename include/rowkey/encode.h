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

/* Which rows of their input the records are: random() counts them. */
typedef enum rowkey_numbering {
  ROWKEY_ROWS_NEXT = 0, /* those after the rows that the encoder made keys of last; at first from 0 */
  ROWKEY_ROWS_FROM = 1  /* the caller's: the same keys in any order of calls, and when a call is repeated */
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

/* The next `rows` records. */
static inline rowkey_batch rowkey_batch_of(const rowkey_values *columns, size_t column_count, size_t rows) {
  rowkey_batch batch = ROWKEY_ZERO;
  batch.columns = columns;
  batch.column_count = column_count;
  batch.rows = rows;
  return batch;
}

/* The same as rows first_row, first_row + 1, … of their input. */
static inline rowkey_batch rowkey_batch_from(rowkey_batch batch, uint64_t first_row) {
  batch.first_row = first_row;
  batch.numbering = ROWKEY_ROWS_FROM;
  return batch;
}

/* What one thread needs to encode with a layout: working memory and settings. One call at a time on each. A
 * call that finds another one under way writes no key and returns ROWKEY_ERROR_ARGUMENT; of calls that begin
 * at the same moment, one or both return it, and their keys are unspecified. This finds nearly all mistakes,
 * and replaces no lock. A call that is left by longjmp counts as under way: free the encoder.
 *
 * For usual layouts an encoder takes 2 KB to 6 KB and a few microseconds to make: once a thread, not once a
 * key. It grows with the batches, to 200 KB for those of 1000 rows and more. It uses the instruction set that
 * was in use when it was made. */
typedef struct rowkey_encoder rowkey_encoder;

/* `seed` feeds random(): its first call in the template gives row i of the input output number i (from 0) of
 * SplitMix64 seeded with `seed`; call number k = 1, 2, … after it is seeded with output number k - 1 of
 * SplitMix64 seeded with the complement ~seed. The layout must outlive the encoder. Returns NULL and fills
 * `error` on failure. */
ROWKEY_CHECKED rowkey_encoder *rowkey_encoder_create(const rowkey_layout *layout, uint64_t seed,
                                                     rowkey_error *error);
ROWKEY_API void rowkey_encoder_free(rowkey_encoder *encoder); /* NULL is allowed */

/* How many bytes the keys of the batch need at most. It is exact for layouts of one width, and where only
 * text columns vary, as they are or in hex. The function reads where the texts in the key begin and end;
 * texts that do not lie within their column's bytes, or whose pointers are NULL, count nothing: rowkey_encode
 * says what is wrong. Returns SIZE_MAX when it is more than size_t can hold; 0 for NULL, and for a batch of
 * another number of columns. */
ROWKEY_CHECKED size_t rowkey_encode_bound(const rowkey_layout *layout, const rowkey_batch *batch);

/* Encode the records of `batch` into keys, one after the other at buffer->data, which has room for
 * rowkey_encode_bound bytes, else ROWKEY_ERROR_SPACE. What follows that bound is kept; bytes between the last
 * key and the bound are unspecified. The buffer's offsets, where it has some, receive rows + 1 numbers.
 * Layouts whose keys differ in length need offsets; with offsets32, ROWKEY_ERROR_SPACE when the bound exceeds
 * UINT32_MAX. Buffers do not overlap.
 *
 * *keys, where keys is not NULL, receives where the keys are: they lie in the buffer. keys->rows counts the
 * good ones, also when the call fails.
 *
 * On a bad value: ROWKEY_ERROR_RANGE, or ROWKEY_ERROR_ARGUMENT for a text that does not lie within its
 * column's bytes. error->row is its row in this batch, the first bad one for any reason; error->column the
 * column, where it is one; error->offset the field or expression in the template. The keys and offsets of all
 * rows before it are in place; those from it on are unspecified.
 *
 * Values that are not as their column keeps them are converted, block by block, in memory of the
 * encoder, which it allocates when it first needs it.
 *
 * It also allocates for a batch of more rows than any before, up to a block of some thousand: with
 * ROWKEY_ERROR_MEMORY, and error->row of ROWKEY_NONE, the encoder goes on with smaller ones.
 *
 * Else it allocates nothing, except when text outgrows the encoder's room for it: one row's message of
 * several fields that is longer than 64 KiB, or more than 4 KiB of reversed, escaped or coalesced text in one
 * block of at most 2112 rows. Escaped text counts with the most bytes that it can become: with esc twice the
 * bytes and 2 a row, with mem 9 for every 8 bytes and 9 a row. Then that room grows for good, and
 * ROWKEY_ERROR_MEMORY with error->row is possible.
 *
 * Null keys. buffer->nulls says which rows have a null key in place of an error, receives their bits, and how
 * many they are:
 *
 *     uint8_t validity[(3 + 7) / 8];
 *     rowkey_null_keys nulls = rowkey_null_keys_of(ROWKEY_NULL_FOR_NULLS, validity);
 *     buffer.nulls = &nulls;
 *
 * The keys of other rows are what they are without. A bad row is one that would be ROWKEY_ERROR_RANGE or
 * ROWKEY_ERROR_NUMBER: texts that do not lie within their column's bytes, and a lack of memory, always fail.
 * After an error the bits and the count are right for the rows before error->row. *keys does not tell null
 * keys. Rows with nulls cost little: they are left out while their block is encoded, in memory of the
 * encoder, which it allocates when it first needs it. Each bad row costs as much as some ten to hundred
 * others. */
ROWKEY_CHECKED rowkey_status rowkey_encode(rowkey_encoder *encoder, const rowkey_batch *batch,
                                           const rowkey_key_buffer *buffer, rowkey_keys *keys,
                                           rowkey_error *error);

/* ---- One record -------------------------------------------------------------------------------- */

/* One record. `values` holds one entry for each column of the schema; those are read that the layout uses.
 * With ROWKEY_ROWS_FROM `row` is the number of the record in its input, which random() counts. */
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

/* The same as row `row` of its input. */
static inline rowkey_record rowkey_record_from(rowkey_record record, uint64_t row) {
  record.row = row;
  record.numbering = ROWKEY_ROWS_FROM;
  return record;
}

/* The key of one record, as rowkey_encode makes it in a batch: for a Get or a Put. *length receives the bytes
 * of the key. ROWKEY_ERROR_SPACE when `capacity` is less than rowkey_encode_bound for it: *length is then
 * that bound, so that a call with so much room succeeds; `key` may be NULL where capacity is 0. error->row is
 * 0 for a bad value. */
ROWKEY_CHECKED rowkey_status rowkey_encode_row(rowkey_encoder *encoder, const rowkey_record *record,
                                               void *key, size_t capacity, size_t *length,
                                               rowkey_error *error);

/* The same without an encoder, from any thread, as often at once as there are threads: the layout keeps the
 * encoders that it needs, one for each call at the same time, up to 16. random() differs from call to call
 * and from process to process, also after fork: encoders draw a seed from the system. Where the same record
 * must get the same key, as when a failed task is tried again, use rowkey_encode_row with an encoder's seed
 * and rowkey_record_from. It takes some 20 ns more than that; with random() one call of getpid more. */
ROWKEY_CHECKED rowkey_status rowkey_key(const rowkey_layout *layout, const rowkey_value *values, size_t count,
                                        void *key, size_t capacity, size_t *length, rowkey_error *error);

#ifdef __cplusplus
}
#endif

#endif
