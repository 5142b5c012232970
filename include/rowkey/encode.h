/* Encoding: columns of records into row keys, a batch a call, or one record at a time. Stable.
 *
 *     const uint64_t ids[] = {1, 2, 3};
 *     const rowkey_values columns[] = {rowkey_values_of_numbers(ids)};
 *     const rowkey_batch batch = rowkey_batch_of(columns, 3);
 *     char memory[3 * 17];
 *     const rowkey_key_buffer buffer = rowkey_key_buffer_of(memory, sizeof memory);
 *     if (rowkey_encode(encoder, &batch, &buffer, NULL, &error) != ROWKEY_OK)
 *       fprintf(stderr, "%s\n", error.text);
 */
#ifndef ROWKEY_ENCODE_H
#define ROWKEY_ENCODE_H

#include <rowkey/keys.h>
#include <rowkey/layout.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Columns ----------------------------------------------------------------------------------- */

/* One column of a batch. The caller owns it, and it is only read. Members that a column does not need are 0.
 *
 * Numbers: `data` holds one for each row, in the type of the column and aligned for it.
 * Text: data[0 … size) are readable bytes, and the string of row i among them is
 *   [begin[i] … end[i])                   where begin is not NULL (aligned as a uint64_t). Arrow's LargeUtf8
 *                                         and LargeBinary: begin = offsets, end = offsets + 1
 *   [offsets32[i] … offsets32[i + 1])     else, where offsets32 is not NULL (aligned as a uint32_t): Arrow's
 *                                         Utf8 and Binary
 *   [i * width … (i + 1) * width)         else: texts of one width, Arrow's FixedSizeBinary. Width 0 with a
 *                                         size that is not 0 is refused: the offsets were forgotten
 *
 * Nulls: where validity is not NULL, bit (validity_offset + i) & 7 of byte (validity_offset + i) / 8 is 0 for
 * a null row, as in Arrow. A null is an error of its row unless the template replaces it: coalesce(host,
 * "none"). What data, begin and end say of a null row must be readable like any other; its value is not used.
 */
typedef struct rowkey_values {
  const void *data;
  size_t size; /* text: how many bytes are readable at data */
  const uint64_t *begin;
  const uint64_t *end;
  const uint32_t *offsets32;
  size_t width; /* in bytes */
  const uint8_t *validity;
  size_t validity_offset; /* in bits */
  uint64_t reserved[4];   /* must be 0 */
} rowkey_values;

/* Numbers of the column's type, one for each row. */
static inline rowkey_values rowkey_values_of_numbers(const void *numbers) {
  rowkey_values values = ROWKEY_ZERO;
  values.data = numbers;
  return values;
}

/* `rows` texts of `width` bytes, side by side. */
static inline rowkey_values rowkey_values_of_width(const void *text, size_t width, size_t rows) {
  rowkey_values values = ROWKEY_ZERO;
  values.data = text;
  values.size = rows * width;
  values.width = width;
  return values;
}

/* `rows` texts between `rows` + 1 offsets. */
static inline rowkey_values rowkey_values_of_offsets(const void *text, const uint64_t *offsets, size_t rows) {
  rowkey_values values = ROWKEY_ZERO;
  values.data = text;
  values.size = (size_t)offsets[rows];
  values.begin = offsets;
  values.end = offsets + 1;
  return values;
}

/* The same with offsets of 32 bits. */
static inline rowkey_values rowkey_values_of_offsets32(const void *text, const uint32_t *offsets,
                                                       size_t rows) {
  rowkey_values values = ROWKEY_ZERO;
  values.data = text;
  values.size = offsets[rows];
  values.offsets32 = offsets;
  return values;
}

/* Texts anywhere among `size` bytes: row i is text[begin[i] … end[i]). */
static inline rowkey_values rowkey_values_of_spans(const void *text, size_t size, const uint64_t *begin,
                                                   const uint64_t *end) {
  rowkey_values values = ROWKEY_ZERO;
  values.data = text;
  values.size = size;
  values.begin = begin;
  values.end = end;
  return values;
}

/* The same column with nulls: bit `offset` of the bitmap belongs to its first row. */
static inline rowkey_values rowkey_values_with_nulls(rowkey_values values, const uint8_t *validity,
                                                     size_t offset) {
  values.validity = validity;
  values.validity_offset = offset;
  return values;
}

/* ---- Batches ----------------------------------------------------------------------------------- */

/* Records, a column at a time. `columns` holds one entry for each column of the schema, in its order; entries
 * of columns that the layout does not use are not read. The records are rows first_row, first_row + 1, … of
 * their input, which is what random() counts. */
typedef struct rowkey_batch {
  const rowkey_values *columns;
  size_t rows;
  uint64_t first_row;
  uint64_t reserved[2]; /* must be 0 */
} rowkey_batch;

/* Records 0, 1, … of their input, `rows` of them. */
static inline rowkey_batch rowkey_batch_of(const rowkey_values *columns, size_t rows) {
  rowkey_batch batch = ROWKEY_ZERO;
  batch.columns = columns;
  batch.rows = rows;
  return batch;
}

/* What one thread needs to encode with a layout: working memory and settings. One call at a time on each. A
 * call that finds another one under way writes no key and returns ROWKEY_ERROR_ARGUMENT; of calls that begin
 * at the same moment, one or both return it, and their keys are unspecified. This finds nearly all mistakes,
 * and replaces no lock. A call that is left by longjmp counts as under way: free the encoder.
 *
 * For usual layouts an encoder takes 1 KB to 400 KB and a few microseconds to make: once a thread, not once a
 * key. It uses the instruction set that was in use when it was made. */
typedef struct rowkey_encoder rowkey_encoder;

/* `seed` feeds random(): its first call in the template gives row i of the input output number i (from 0) of
 * SplitMix64 seeded with `seed`; call number k = 1, 2, … after it is seeded with output number k - 1 of
 * SplitMix64 seeded with the complement ~seed. The layout must outlive the encoder. Returns NULL and fills
 * `error` on failure. */
ROWKEY_CHECKED rowkey_encoder *rowkey_encoder_create(const rowkey_layout *layout, uint64_t seed,
                                                     rowkey_error *error);
ROWKEY_API void rowkey_encoder_free(rowkey_encoder *encoder); /* NULL is allowed */

/* How many bytes the keys of these rows need at most. It is exact for layouts of one width, and where only
 * text columns vary, as they are or in hex. The function reads where the texts in the key begin and end;
 * texts that do not lie within their column's bytes, or whose pointers are NULL, count nothing: rowkey_encode
 * says what is wrong. Returns SIZE_MAX when it is more than size_t can hold, and 0 for no layout (NULL). */
ROWKEY_CHECKED size_t rowkey_encode_bound(const rowkey_layout *layout, const rowkey_values *columns,
                                          size_t rows);

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
 * Allocates nothing, except when text outgrows the encoder's room for it: one row's message of several fields
 * that is longer than 64 KiB, or more than 4 KiB of reversed, escaped or coalesced text in one block of at
 * most 2112 rows. Escaped text counts with the most bytes that it can become: with esc twice the bytes and 2
 * a row, with mem 9 for every 8 bytes and 9 a row. Then that room grows for good, and ROWKEY_ERROR_MEMORY
 * with error->row is possible.
 *
 * To leave out a bad row, call again with the columns from the next row on: data of numbers, begin, end and
 * offsets32 moved on by so many rows, data of texts of one width by so many widths and its size less by these
 * bytes, validity_offset and first_row greater by so many. Where keys vary in length each call first looks at
 * the begins and ends of all its rows: with many bad rows, batches of some thousand rows cost the least. */
ROWKEY_CHECKED rowkey_status rowkey_encode(rowkey_encoder *encoder, const rowkey_batch *batch,
                                           const rowkey_key_buffer *buffer, rowkey_keys *keys,
                                           rowkey_error *error);

/* ---- One record -------------------------------------------------------------------------------- */

/* One value of one record. */
typedef struct rowkey_value {
  bool is_null;
  union {
    uint64_t u64;
    int64_t i64;
    double f64;
    float f32;
    const void *text; /* `size` bytes */
  } as;               /* the member of the column's type */
  size_t size;
  uint64_t reserved[1]; /* must be 0 */
} rowkey_value;

/* A value of a column of ROWKEY_U64. */
static inline rowkey_value rowkey_value_u64(uint64_t number) {
  rowkey_value value = ROWKEY_ZERO;
  value.as.u64 = number;
  return value;
}

/* A value of a column of ROWKEY_I64. */
static inline rowkey_value rowkey_value_i64(int64_t number) {
  rowkey_value value = ROWKEY_ZERO;
  value.as.i64 = number;
  return value;
}

/* A value of a column of ROWKEY_F64. */
static inline rowkey_value rowkey_value_f64(double number) {
  rowkey_value value = ROWKEY_ZERO;
  value.as.f64 = number;
  return value;
}

/* A value of a column of ROWKEY_F32. */
static inline rowkey_value rowkey_value_f32(float number) {
  rowkey_value value = ROWKEY_ZERO;
  value.as.f32 = number;
  return value;
}

/* A value of a column of ROWKEY_TEXT: `size` bytes, which are not copied. */
static inline rowkey_value rowkey_value_text(const void *text, size_t size) {
  rowkey_value value = ROWKEY_ZERO;
  value.as.text = text;
  value.size = size;
  return value;
}

/* Null, of a column of any type. */
static inline rowkey_value rowkey_value_null(void) {
  rowkey_value value = ROWKEY_ZERO;
  value.is_null = true;
  return value;
}

/* One record. `values` holds one entry for each column of the schema; those are read that the layout uses.
 * `row` is the number of the record in its input, which random() counts. */
typedef struct rowkey_record {
  const rowkey_value *values;
  uint64_t row;
  uint64_t reserved[2]; /* must be 0 */
} rowkey_record;

/* Record 0 of its input. */
static inline rowkey_record rowkey_record_of(const rowkey_value *values) {
  rowkey_record record = ROWKEY_ZERO;
  record.values = values;
  return record;
}

/* The key of one record, as rowkey_encode makes it in a batch: for a Get or a Put. *length receives the bytes
 * of the key. ROWKEY_ERROR_SPACE when `capacity` is less than rowkey_encode_bound for it: *length is then
 * that bound, so that a call with so much room succeeds; `key` may be NULL where capacity is 0. error->row is
 * 0 for a bad value. */
ROWKEY_CHECKED rowkey_status rowkey_encode_row(rowkey_encoder *encoder, const rowkey_record *record,
                                               void *key, size_t capacity, size_t *length,
                                               rowkey_error *error);

#ifdef __cplusplus
}
#endif

#endif
