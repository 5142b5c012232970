/* Keys for other languages: handles, bytes, and words of 64 bits; no struct, no enum, no callback. Stable.
 *
 *     static const uint8_t record[12] = {2, 8, 0, 0, 7}; // the u64 7, as a little-endian machine has it
 *     uint8_t key[8], why[512];
 *     uint64_t length;
 *     rowkey_flat *flat;
 *     if (rowkey_flat_open("{id:u64}", 8, "id:u64", 6, &flat, why, sizeof why) != 0 ||
 *         rowkey_flat_key(flat, record, sizeof record, key, sizeof key, &length, why, sizeof why) != 0)
 *       fprintf(stderr, "%s\n", (const char *)why + 24);
 *     rowkey_flat_free(flat);
 *
 * values.h, encode.h and decode.h say what values mean, how they are converted, and what is an error. This
 * comment says how they lie in memory; all numbers are in the machine's byte order.
 *
 * A record is one value for each column of the schema, one after the other, at any address. A value is its
 * tag, a uint32_t of ROWKEY_TAG, and then
 *
 *   null                                 nothing
 *   numbers                              8 bytes: an i64, u64 or f64 as the tag's form says, or an f32 and
 *                                        4 bytes that are not read
 *   text, bytes, UUIDs, and kept text    its length, a uint32_t, and that many bytes
 *
 * Wider numbers are given as text: the decimal 12.50 as "12.50". A record decoded from a key has kept values,
 * a null for each null, and for a column that is not recovered a tag of 0 with nothing after it.
 *
 * A column is ROWKEY_FLAT_COLUMN words, the members of struct rowkey_values or rowkey_decoded:
 *
 *              to encode                             to decode
 *   0          tag                                   tag; 0: the column is not wanted
 *   1          rows                                  how many rows there is room for
 *   2          address of the values                 address of the room
 *   3          bytes of text there                   bytes of room for text
 *   4          address of the texts' begins, or 0    address of room for rows + 1 offsets, or 0
 *   5          address of the texts' ends, or 0      0
 *   6          address of offsets of 32 bits, or 0   address of room for such offsets, or 0
 *   7          width of texts without offsets        0
 *   8          address of the validity, or 0         address of room for the validity, or 0
 *   9          bit of the first row                  0
 *
 * Keys are ROWKEY_FLAT_KEYS words:
 *
 *              to encode                             to decode
 *   0          address of the room                   address of the keys
 *   1          bytes of room                         width of each key, where there are no offsets
 *   2          address of room for rows + 1          address of rows + 1 offsets, or 0
 *              offsets, or 0
 *   3          the same of 32 bits, or 0             the same of 32 bits, or 0
 *   4          address of room for the validity,     0
 *              or 0: a null or bad row is an error
 *   5          a rowkey_bad_rows                     0
 *
 * Memory whose address is given must stay valid during the call, and no longer.
 *
 * An error is three int64_t, the row, the column and the byte of the template or schema, or -1 for none, and
 * then its text up to a NUL, cut off to fit error_size bytes. With fewer than 25 bytes, or NULL, nothing is
 * written. Functions that return an int32_t return a rowkey_status. All but rowkey_flat_free are thread-safe,
 * even on one handle. */
#ifndef ROWKEY_FLAT_H
#define ROWKEY_FLAT_H

#include <rowkey/error.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { ROWKEY_FLAT_COLUMN = 10, ROWKEY_FLAT_KEYS = 6 };

/* A layout, and what encodes and decodes with it: up to 16 encoders and decoders, one for each simultaneous
 * call. */
typedef struct rowkey_flat rowkey_flat;

/* As first_row of rowkey_flat_encode: go on after the rows that this handle encoded last. */
#define ROWKEY_FLAT_NEXT UINT64_MAX

/* Compiles a template, or the name of a layout such as @gbif, for the columns of a schema,
 * "host:text,ts:time(ms)"; the template implies the columns that the schema leaves out. Errors are those of
 * rowkey_schema_parse, rowkey_named_expand and rowkey_layout_compile_with_implied_columns. The caller frees
 * *flat, which is NULL after an error. */
ROWKEY_CHECKED int32_t rowkey_flat_open(const void *text, size_t text_size, const void *schema,
                                        size_t schema_size, rowkey_flat **flat, uint8_t *error,
                                        size_t error_size);
ROWKEY_API void rowkey_flat_free(rowkey_flat *flat); /* NULL is allowed */

/* Writes the columns of records, in their order, as the text of a schema, without a NUL and cut off to fit
 * the `size` bytes at `text`. Returns its full length; 0 for NULL. */
ROWKEY_API size_t rowkey_flat_schema(const rowkey_flat *flat, uint8_t *text, size_t size);

/* The width of every key in bytes; UINT64_MAX when keys differ in length, and for NULL. */
ROWKEY_API uint64_t rowkey_flat_key_width(const rowkey_flat *flat);

/* Encodes one record, as rowkey_key does. *length receives the key's length; with ROWKEY_ERROR_SPACE, a
 * capacity that is enough. */
ROWKEY_CHECKED int32_t rowkey_flat_key(rowkey_flat *flat, const void *record, size_t record_size, void *key,
                                       size_t capacity, uint64_t *length, uint8_t *error, size_t error_size);

/* Decodes one key. *length receives the record's length; with ROWKEY_ERROR_SPACE, a capacity that is enough.
 */
ROWKEY_CHECKED int32_t rowkey_flat_record(rowkey_flat *flat, const void *key, size_t key_size, void *record,
                                          size_t capacity, uint64_t *length, uint8_t *error,
                                          size_t error_size);

/* Encodes `rows` records, as rowkey_encode does with seed 0. They are rows first_row, first_row + 1, … of
 * their input, or with ROWKEY_FLAT_NEXT those after the rows that the handle has encoded that way. *size
 * receives the bytes of all keys; with ROWKEY_ERROR_SPACE, how many are enough. */
ROWKEY_CHECKED int32_t rowkey_flat_encode(rowkey_flat *flat, const uint64_t *columns, size_t column_count,
                                          size_t rows, uint64_t first_row, const uint64_t *keys,
                                          uint64_t *size, uint8_t *error, size_t error_size);

/* Decodes `rows` keys into columns, as rowkey_decode does. Text never needs more than 1.5 times the bytes of
 * the keys. */
ROWKEY_CHECKED int32_t rowkey_flat_decode(rowkey_flat *flat, const uint64_t *keys, size_t rows,
                                          const uint64_t *columns, size_t column_count, uint8_t *error,
                                          size_t error_size);

#ifdef __cplusplus
}
#endif

#endif
