/* Decoding: row keys back into those columns of the records that the layout keeps, with every byte of the
 * keys checked. Stable.
 *
 *     uint64_t ids[3];
 *     const rowkey_decoded columns[] = {rowkey_decoded_u64s(ids, 3)};
 *     rowkey_decoder *decoder = rowkey_decoder_create(layout, &error);
 *     if (decoder == NULL || rowkey_decode(decoder, &keys, columns, 1, &error) != ROWKEY_OK)
 *       fprintf(stderr, "%s\n", error.text);
 *     rowkey_decoder_free(decoder);
 */
#ifndef ROWKEY_DECODE_H
#define ROWKEY_DECODE_H

#include <rowkey/keys.h>
#include <rowkey/values.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Whether decoding recovers a column of the schema, and if not, why. */
typedef enum rowkey_recovery {
  ROWKEY_RECOVERED = 0, /* decoding recovers it */
  ROWKEY_UNUSED = 1,    /* the layout does not use it */
  ROWKEY_HASHED = 2,    /* only a hash of it is in the key */
  ROWKEY_REDUCED = 3    /* the key has it only after arithmetic or functions that decoding does not undo, or
                           hidden by text beside it */
} rowkey_recovery;

/* Whether decoding recovers this column. ROWKEY_UNUSED also if the schema has no such column, or the layout
 * is NULL. */
ROWKEY_API rowkey_recovery rowkey_layout_recovery(const rowkey_layout *layout, size_t column);

/* Whether decoding recovers the nulls of a column, too: it does if the key has null_first or null_last of the
 * column, beside what coalesce puts in place of a null. False for NULL. */
ROWKEY_API bool rowkey_layout_recovers_nulls(const rowkey_layout *layout, size_t column);

/* Where decoding writes one column, in the memory of the caller. */
typedef struct rowkey_decoded {
  void *data;      /* numbers: room for `rows` of them, as `tag` says, and aligned; text: the strings, side by
                      side. NULL: the column is checked but not written. */
  size_t capacity; /* text: bytes of room at data; rowkey_decode_bound says how many are enough */
  /* Text: one of the two arrays must be given unless `data` is NULL, and receives one number more than there
   * are keys; row i is data[offsets[i] … offsets[i + 1]). Both are refused. */
  uint64_t *offsets;
  uint32_t *offsets32;
  uint8_t *validity; /* NULL, or room for a bit for each key, in (rows + 7) / 8 bytes: bit i & 7 of byte i / 8
                        becomes 0 if row i is null, else 1, as in Arrow. All are 1 for a column whose nulls
                        are not recovered. For a null, `data` holds what replaced it. */
  uint32_t tag;      /* rowkey_kept_tag of the column's type; other tags are refused */
  size_t rows;       /* for how many keys there is room; more keys are refused */
  uint64_t reserved[1]; /* must be 0 */
} rowkey_decoded;

/* Room for `rows` numbers of a type that is known only at run time. */
static inline rowkey_decoded rowkey_decoded_numbers(rowkey_type type, void *numbers, size_t rows) {
  rowkey_decoded decoded = ROWKEY_ZERO;
  decoded.data = numbers;
  decoded.tag = rowkey_kept_tag(type);
  decoded.rows = rows;
  return decoded;
}

/* Defines a constructor for room for `rows` numbers. */
#define ROWKEY_DEFINE_DECODED(name, number, type)                   \
  static inline rowkey_decoded name(number *numbers, size_t rows) { \
    return rowkey_decoded_numbers(type, numbers, rows);             \
  }
ROWKEY_DEFINE_DECODED(rowkey_decoded_u64s, uint64_t, ROWKEY_U64)
ROWKEY_DEFINE_DECODED(rowkey_decoded_i64s, int64_t, ROWKEY_I64)
ROWKEY_DEFINE_DECODED(rowkey_decoded_f64s, double, ROWKEY_F64)
ROWKEY_DEFINE_DECODED(rowkey_decoded_f32s, float, ROWKEY_F32)
#undef ROWKEY_DEFINE_DECODED

/* Room for `rows` texts of `capacity` bytes in all, and for rows + 1 offsets. */
static inline rowkey_decoded rowkey_decoded_text(void *text, size_t capacity, uint64_t *offsets,
                                                 size_t rows) {
  rowkey_decoded decoded = rowkey_decoded_numbers(ROWKEY_TEXT, text, rows);
  decoded.capacity = capacity;
  decoded.offsets = offsets;
  return decoded;
}

/* The same with offsets of 32 bits. */
static inline rowkey_decoded rowkey_decoded_text32(void *text, size_t capacity, uint32_t *offsets,
                                                   size_t rows) {
  rowkey_decoded decoded = rowkey_decoded_text(text, capacity, NULL, rows);
  decoded.offsets32 = offsets;
  return decoded;
}

/* The same room, and room for the validity of (rows + 7) / 8 bytes. */
static inline rowkey_decoded rowkey_decoded_with_nulls(rowkey_decoded decoded, uint8_t *validity) {
  decoded.validity = validity;
  return decoded;
}

/* How many bytes of text a column of these keys needs at most: as many as the keys have, or 1.5 times as many
 * if the layout uses utf16le. 0 for columns of numbers, for a column that the schema does not have, for NULL,
 * and for offsets that decrease; SIZE_MAX for a bound too large for size_t. Reads only the first and the last
 * offset. */
ROWKEY_CHECKED size_t rowkey_decode_bound(const rowkey_layout *layout, const rowkey_keys *keys,
                                          size_t column);

/* What one thread needs to decode with a layout. Only one call at a time may use a decoder: overlapping calls
 * return ROWKEY_ERROR_ARGUMENT, as with encoders. For usual layouts a decoder takes a few KB, and up to 0.1
 * ms to create: create one for each thread, not for each key. It grows with the batches, up to 1 MB. */
typedef struct rowkey_decoder rowkey_decoder;

/* Creates a decoder, which uses the instruction set that is in use now. The layout must outlive it. Returns
 * NULL and fills `error` on failure. */
ROWKEY_CHECKED rowkey_decoder *rowkey_decoder_create(const rowkey_layout *layout, rowkey_error *error);
ROWKEY_API void rowkey_decoder_free(rowkey_decoder *decoder); /* NULL is allowed */

/* Decodes keys. `columns` holds one entry for each column of the schema; entries that the layout does not
 * recover are neither read nor written. Buffers must not overlap. Nothing is written after the last byte of
 * the text.
 *
 * A key is valid if encoding some record could have made it: digits are digits, numbers are in their range,
 * literals and padding are as the layout says, and each field that can be computed from the recovered
 * columns, such as a salt, has the computed value. Fields made from random() or from columns that are not
 * recovered are checked for their form, their range, and the values that a single operation cannot give: `x &
 * 240` has no other bits, `truncate(ts, month)` begins a month, `ts - ts % 3600` is a multiple of 3600,
 * `prefix(t, 3)` has 3 bytes at most. Decoding does not check whether several columns, a hash or scaled() can
 * together give a value. A null that coalesce replaced is decoded as its replacement, and as null in the
 * column's validity if rowkey_layout_recovers_nulls.
 *
 * On a bad key: ROWKEY_ERROR_RANGE; error->row is the first bad row, error->offset the field in the template,
 * error->column the column if one is concerned, and error->text names the field, the byte of the key, what
 * was expected and what was found. For a key with too few or too many bytes, error->offset is ROWKEY_NONE.
 * ROWKEY_ERROR_SPACE when a text column has too little room, or more text than offsets32 can count.
 * ROWKEY_ERROR_MEMORY is possible for more keys than in any batch before, up to a block of some thousand, or
 * for longer keys: the decoder allocates nothing else. In all these cases the columns of the rows before
 * error->row are in place. ROWKEY_ERROR_ARGUMENT for offsets that decrease, at error->row, for pointers that
 * are NULL or not aligned, and for room for fewer rows than there are keys; ROWKEY_ERROR_TYPE for room of
 * another type than the column's. */
ROWKEY_CHECKED rowkey_status rowkey_decode(rowkey_decoder *decoder, const rowkey_keys *keys,
                                           const rowkey_decoded *columns, size_t column_count,
                                           rowkey_error *error);

#ifdef __cplusplus
}
#endif

#endif
