/* Decoding: the columns of the records back from their row keys, wherever the layout keeps them, with every
 * byte of the keys checked. Stable.
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

/* Whether decoding gives a column of the schema back, and why not. */
typedef enum rowkey_recovery {
  ROWKEY_RECOVERED = 0, /* it comes back */
  ROWKEY_UNUSED = 1,    /* the layout does not use it */
  ROWKEY_HASHED = 2,    /* only a hash of it is in the key */
  ROWKEY_REDUCED = 3    /* only what arithmetic or functions made of it, or what text around it hides, which
                           decoding does not undo */
} rowkey_recovery;

/* ROWKEY_UNUSED also where the schema has no such column, or the layout is NULL. */
ROWKEY_API rowkey_recovery rowkey_layout_recovery(const rowkey_layout *layout, size_t column);

/* Whether a column that comes back does so with its nulls: the key has null_first or null_last of it, beside
 * what coalesce puts in place of a null. */
ROWKEY_API bool rowkey_layout_recovers_nulls(const rowkey_layout *layout, size_t column);

/* Where decoding writes one column, in the memory of the caller. */
typedef struct rowkey_decoded {
  void *data; /* numbers: room for `rows`, as `tag` says, and aligned for them; text: the strings, side by
                 side. NULL: the column is checked and not wanted. */
  size_t capacity; /* text: bytes of room at data; those of rowkey_decode_bound are enough */
  /* Text: one of the two receives a number more than there are keys; row i is data[offsets[i] …
   * offsets[i + 1]). */
  uint64_t *offsets;
  uint32_t *offsets32;
  uint8_t *validity; /* NULL, or room for a bit for each key, in (rows + 7) / 8 bytes: bit i & 7 of byte i / 8
                        becomes 0 where row i is null, else 1, as in Arrow. All are 1 for a column that does
                        not come back with its nulls. In data stands what replaced a null. */
  uint32_t tag;      /* rowkey_kept_tag of the column's type; 0 and those of other types are refused */
  size_t rows;       /* for how many keys there is room: more are refused */
  uint64_t reserved[1]; /* must be 0 */
} rowkey_decoded;

/* Room for `rows` numbers of the type: those of columns whose type is known when the program runs. */
static inline rowkey_decoded rowkey_decoded_numbers(rowkey_type type, void *numbers, size_t rows) {
  rowkey_decoded decoded = ROWKEY_ZERO;
  decoded.data = numbers;
  decoded.tag = rowkey_kept_tag(type);
  decoded.rows = rows;
  return decoded;
}

/* Defines a constructor of room for `rows` numbers. */
#define ROWKEY_DEFINE_DECODED(name, number, type)                   \
  static inline rowkey_decoded name(number *numbers, size_t rows) { \
    return rowkey_decoded_numbers(type, numbers, rows);             \
  }
ROWKEY_DEFINE_DECODED(rowkey_decoded_u64s, uint64_t, ROWKEY_U64)
ROWKEY_DEFINE_DECODED(rowkey_decoded_i64s, int64_t, ROWKEY_I64)
ROWKEY_DEFINE_DECODED(rowkey_decoded_f64s, double, ROWKEY_F64)
ROWKEY_DEFINE_DECODED(rowkey_decoded_f32s, float, ROWKEY_F32)
#undef ROWKEY_DEFINE_DECODED

/* Room for `rows` texts of `capacity` bytes together, and for rows + 1 offsets. */
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

/* The same column with its nulls. */
static inline rowkey_decoded rowkey_decoded_with_nulls(rowkey_decoded decoded, uint8_t *validity) {
  decoded.validity = validity;
  return decoded;
}

/* How many bytes of text a column of these keys needs at most: no more than the keys have, or half as many
 * again where the layout has utf16le. 0 for columns of numbers, for one that the schema does not have, for
 * NULL, and for offsets that decrease; SIZE_MAX when it is more than size_t can hold. Reads the first and the
 * last offset alone. */
ROWKEY_CHECKED size_t rowkey_decode_bound(const rowkey_layout *layout, const rowkey_keys *keys,
                                          size_t column);

/* What one thread needs to decode with a layout. One call at a time on each: calls that overlap return
 * ROWKEY_ERROR_ARGUMENT, as those of an encoder do. For usual layouts it takes some KB, and up to a tenth of
 * a millisecond to make: once a thread, not once a key. It grows with the batches, up to 1 MB. */
typedef struct rowkey_decoder rowkey_decoder;

/* The layout must outlive the decoder, which uses the instruction set that was in use when it was made. NULL
 * and `error` on failure. */
ROWKEY_CHECKED rowkey_decoder *rowkey_decoder_create(const rowkey_layout *layout, rowkey_error *error);
ROWKEY_API void rowkey_decoder_free(rowkey_decoder *decoder); /* NULL is allowed */

/* Decode keys. `columns` holds one entry for each column of the schema; those that the layout does not
 * recover are neither read nor written. Buffers do not overlap. Text is written up to its last byte.
 *
 * A key is good when encoding a record can have made it: digits are digits, numbers are in their range,
 * literals and padding are as the layout says, and all fields that can be computed from the recovered
 * columns, such as a salt, hold what they should. Fields made from random() or from columns that do not come
 * back are checked for their form, their range and what single operations leave out of it: `ts - ts % 3600`
 * is a multiple of 3600, `x & 240` has no other bits, `truncate(ts, month)` begins a month, `prefix(t, 3)`
 * has 3 bytes at most. What several columns, a hash or scaled() can make together is not known. A null that
 * coalesce has replaced comes back as what replaced it, and as null in the column's validity where
 * rowkey_layout_recovers_nulls.
 *
 * On a bad key: ROWKEY_ERROR_RANGE; error->row is its row, the first bad one, error->offset the field in the
 * template, error->column the column if there is one, and error->text names the field, the byte of the key,
 * what was expected and what was found. For a key that has too few bytes or too many, error->offset is
 * ROWKEY_NONE. The columns of the rows before it are in place. ROWKEY_ERROR_SPACE
 * when a text column has no room, or more text than offsets32 can count, and ROWKEY_ERROR_MEMORY where there
 * are more keys than in any batch before, up to a block of some thousand, or longer ones: nothing else is
 * allocated. The rows before error->row are then in place as
 * well. ROWKEY_ERROR_ARGUMENT for offsets that decrease, at error->row, for pointers that are NULL or not
 * aligned, and for room for fewer rows than there are keys; ROWKEY_ERROR_TYPE for room of another type than
 * the column's. */
ROWKEY_CHECKED rowkey_status rowkey_decode(rowkey_decoder *decoder, const rowkey_keys *keys,
                                           const rowkey_decoded *columns, size_t column_count,
                                           rowkey_error *error);

#ifdef __cplusplus
}
#endif

#endif
