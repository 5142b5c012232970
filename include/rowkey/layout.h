/* Key layouts: a template such as "{md5(id) % 1000000:07d}{id:010d}" compiled once, then encoding columns of
 * records into row keys, a batch a call. doc/layouts.md explains the language; this is its summary.
 *
 * A template is literal text and fields. In the text {{ and }} are braces, \\ is a backslash and \xHH the
 * byte HH. A field is {expression} or {expression:format}:
 *
 *   column             a column of the records; `line` is the whole input record, as text
 *   123, 0x7b          an integer up to 2^64 - 1
 *   "text"             text, with \\, \" and \xHH
 *   & | + - | * / % | - ( )      from the loosest to the tightest
 *   abs(a) floormod(a, b) int32(a) truncate(time, period) reverse_time(time)
 *   coalesce(column, constant)   the constant where the column is null, the same wherever it stands
 *   reverse(field, ...)          the bytes of the fields, the last one first
 *   random()           a u64 made from the encoder's seed and the number of the row
 *   md5(field, ...) murmur3_128(...)                       hashes of 128 bits
 *   java_hash h31 murmur2 murmur3_32                       hashes that are Java ints, as i64
 *   crc32c siphash24 xxh64 xxh3                            hashes of 32 and 64 bits, as u64
 *   md5(..., half=first) murmur3_128(..., half=first)      64 of the 128 bits: a u64 of md5, else an i64
 *
 * A hash's arguments are fields side by side, and `rest` among them is every byte of the key right of the
 * field. Options stand behind them: h31(start=1), seed=0 of murmur and xxh, tail=words of murmur3_32,
 * tail=signed of murmur3_128, half=first or second of both, key="32 hex digits" of siphash24.
 *
 * Types. Constants are computed exactly. Beside a u64 or an i64 a constant that is not negative takes that
 * type, a negative one is an i64. Two u64 make a u64, two i64 an i64; a u64 beside an i64 is computed as an
 * i64, and so is a negation. / and % truncate as in C: the sign of % is that of its left side, that of
 * floormod is that of its right side. & works on the bits in two's complement. A hash of 128 bits is an
 * unsigned big-endian number: it can be taken modulo a constant from 1 to 2^64 - 1, or written; abs() reads
 * it as a signed one. A result outside its type, division by 0, and a value that its format cannot hold are
 * errors of the row, or of the template where no row could be good. Only int32() wraps: it takes the low 32
 * bits as a signed number.
 *
 *   d      a number in decimal, with a leading - if it is negative; the default for integers
 *   0Nd    in N digits, 1 to 20, of a hash to 39, with leading zeros
 *   x X    a number in hex; of text and hashes, two digits for each byte
 *   0Nx    a number in N hex digits, 1 to 16, with leading zeros; 032x of a hash; 0NX
 *   uN     big-endian unsigned, N = 8, 16, 24, ... 64 bits; uNle little-endian
 *   iN     big-endian with the sign bit flipped, N as before: its bytes sort as the numbers do
 *   iNbe   two's complement, big-endian, as HBase's Bytes.toBytes writes it; iNle little-endian
 *   f64    IEEE 754 whose bytes sort as the numbers do, -0.0 right below 0.0; NaN is an error. f32, an error
 *          where that is not exact. The default for f64 and f32 columns
 *   a      0 to 25 as a letter a to z
 *   s      text as it is; of a hash its 16 bytes; the default for text and hashes
 *   Ns     text in N bytes, 1 to 32767, padded with 0x00: text that ends in 0x00 itself is an error
 *   esc    text that shows where it ends and sorts as the text: 00 as 00 FF, and 00 01 behind it
 *   mem    the same in groups of 8 bytes, padded with 00, each followed by FF less the padding's length
 *   ~F     format F with every byte complemented: it sorts the other way round
 *
 * d, x, X, s without a width vary in length (but for hashes). Such a field must be followed by literal text,
 * unless no field comes behind it. The first byte of that text must not occur in the field: digits cannot
 * hold it, or the template is refused; text is looked through in every row.
 *
 * A template has at most 65536 bytes, a key at most 1048576 bytes in fields of fixed width, and expressions
 * have at most 200 levels, the lowest of which are columns and constants. On the deepest ones these functions
 * take less than 512 KiB of stack.
 */
#ifndef ROWKEY_LAYOUT_H
#define ROWKEY_LAYOUT_H

#include <rowkey/error.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum rowkey_type {
  ROWKEY_U64 = 1,  /* uint64_t */
  ROWKEY_I64 = 2,  /* int64_t */
  ROWKEY_TEXT = 3, /* a string of any bytes */
  ROWKEY_F64 = 4,  /* double, IEEE 754 binary64 */
  ROWKEY_F32 = 5   /* float, IEEE 754 binary32 */
} rowkey_type;

/* A column of the records, as the template names it. A template can use those whose names no other column has
 * and that consist of letters, digits, _ and bytes beyond ASCII, no digit first. The name `line` is the whole
 * input record: a template may use it when the schema has a text column of that name. */
typedef struct rowkey_column {
  const char *name;
  rowkey_type type;
} rowkey_column;

/* A compiled layout. Immutable: share it between threads. */
typedef struct rowkey_layout rowkey_layout;

/* Compile the template of `length` bytes for records of these columns. The name of a layout, @gbif, is
 * literal text here: rowkey_named_expand makes its template. Copies what it needs of its arguments. Returns
 * NULL and fills `error`, whose text shows the template with a caret, when the template is wrong. The result
 * is freed with rowkey_layout_free. */
ROWKEY_API rowkey_layout *rowkey_layout_compile(const char *text, size_t length, const rowkey_column *columns,
                                                size_t column_count, rowkey_error *error);
ROWKEY_API void rowkey_layout_free(rowkey_layout *layout); /* NULL is allowed */

/* The width of every key in bytes, or ROWKEY_NONE when keys differ in length. */
ROWKEY_API size_t rowkey_layout_key_width(const rowkey_layout *layout);

/* Whether the layout reads column `index` of its schema. */
ROWKEY_API bool rowkey_layout_uses(const rowkey_layout *layout, size_t index);

/* Whether some record could have a key that holds this byte. Never false for a byte that can occur. Text
 * columns are taken to hold any byte. */
ROWKEY_API bool rowkey_layout_may_hold(const rowkey_layout *layout, uint8_t byte);

/* The same for records whose text columns do not hold the byte, as those read from lines hold no newline. */
ROWKEY_API bool rowkey_layout_may_add(const rowkey_layout *layout, uint8_t byte);

/* One column of a batch. Owned by the caller and only read; members that a column does not need are 0.
 *
 * Numbers: `data` holds one for each row, in the type of the column and aligned for it.
 * Text: data[0 … size) are readable bytes, and row i's string among them is
 *   [begin[i] … end[i])                   where begin != NULL (aligned as a uint64_t). Arrow's LargeUtf8 and
 *                                         LargeBinary: begin = offsets, end = offsets + 1
 *   [offsets32[i] … offsets32[i + 1])     else where offsets32 != NULL (aligned as a uint32_t): Arrow's Utf8
 *   [i * width … (i + 1) * width)         else: an array of fixed width, Arrow's FixedSizeBinary.
 *                                         Width 0 with a size that is not 0 is refused: offsets forgotten
 *
 * Nulls: where validity != NULL, bit (validity_offset + i) & 7 of byte (validity_offset + i) / 8 is 0 for a
 * null row, as in Arrow. A null is an error of its row unless the template replaces it: coalesce(host,
 * "none"). What data, begin and end say of a null row must be readable like any other, its value is not used.
 */
typedef struct rowkey_values {
  const void *data;
  uint64_t size; /* text: how many bytes are readable at data */
  const uint64_t *begin;
  const uint64_t *end;
  const uint32_t *offsets32;
  uint64_t width;
  const uint8_t *validity;
  uint64_t validity_offset;
} rowkey_values;

/* What one thread needs to encode with a layout: working memory and settings. One call at a time on each. For
 * usual layouts it takes 1 KB to 400 KB and a few microseconds to make: once a thread, not once a key. */
typedef struct rowkey_encoder rowkey_encoder;

/* `isa` names an instruction set, NULL for the one in use; `seed` feeds random(): its first call in the
 * template gives row i of the input output number i (from 0) of SplitMix64 seeded with `seed`; call number k
 * = 1, 2, ... after it is seeded with output number k - 1 of SplitMix64 seeded with the complement ~seed. The
 * layout must outlive the encoder. Returns NULL and fills `error` on failure. */
ROWKEY_API rowkey_encoder *rowkey_encoder_create(const rowkey_layout *layout, const char *isa, uint64_t seed,
                                                 rowkey_error *error);
ROWKEY_API void rowkey_encoder_free(rowkey_encoder *encoder); /* NULL is allowed */

/* How many bytes the keys of these rows need at most: exact for layouts of fixed width, and where only text
 * columns vary, as they are or in hex. Reads where the texts in the key begin and end; those that do not lie
 * within their column's bytes, or whose pointers are NULL, count nothing: rowkey_encode says what is wrong.
 * Returns UINT64_MAX when it passes 64 bits. */
ROWKEY_API uint64_t rowkey_encode_bound(const rowkey_layout *layout, const rowkey_values *columns,
                                        size_t rows);

/* Encode `rows` records. `columns` holds one entry for each column of the schema, in its order; entries of
 * columns that the layout does not use are not read. The records are rows first_row, first_row+1, … of their
 * input (what random() counts). Keys are written one behind the other at `keys`, which has room for
 * `capacity` bytes >= rowkey_encode_bound, else ROWKEY_ERROR_SPACE; what stands behind that bound is kept,
 * bytes between the last key and the bound are unspecified. `offsets`, NULL allowed for fixed-width layouts,
 * receives rows+1 numbers: key i is keys[offsets[i] … offsets[i+1]). Buffers do not overlap. On a bad value:
 * ROWKEY_ERROR_RANGE, or ROWKEY_ERROR_ARGUMENT for a text that does not lie within its column's bytes.
 * error->row is its row in this batch, the first bad one for any reason; error->column the column, where it
 * is one; error->offset the field or expression in the template; and the keys (and offsets) of all rows
 * before it are in place, those from it on unspecified. Allocates nothing, except when text outgrows the
 * encoder's room for it: one row's message of several fields that is longer than 64 KiB, or more than 4 KiB
 * of reversed, escaped or coalesced text in one block of at most 2112 rows. Of escaped text the most counts
 * that so many bytes can become: with esc twice the bytes and 2 a row, with mem 9 for every 8 bytes and 9 a
 * row. Then that room grows for good, and ROWKEY_ERROR_MEMORY with error->row is possible.
 *
 * To leave out a bad row, call again with the columns from the row behind it on: data of numbers, begin, end
 * and offsets32 moved on by so many rows, data of fixed width by so many widths and its size less by these
 * bytes, validity_offset and first_row greater by so many. Where keys vary in length each call first looks at
 * the begins and ends of all its rows: of many bad rows, batches of some thousand rows cost the least. */
ROWKEY_API rowkey_status rowkey_encode(rowkey_encoder *encoder, const rowkey_values *columns, size_t rows,
                                       uint64_t first_row, void *keys, uint64_t capacity, uint64_t *offsets,
                                       rowkey_error *error);

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
} rowkey_value;

/* The key of one record, for a Get: rowkey_encode for a batch of one row. `values` holds one entry for each
 * column of the schema, of which those are read that the layout uses. `row` is the number of the row that
 * random() counts. *length receives the bytes of the key. ROWKEY_ERROR_SPACE when `capacity` is less than
 * rowkey_encode_bound for it: *length is then that bound, so that a call with so much room succeeds; `key`
 * may be NULL where capacity is 0. error->row is 0 for a bad value. */
ROWKEY_API rowkey_status rowkey_encode_row(rowkey_encoder *encoder, const rowkey_value *values, uint64_t row,
                                           void *key, uint64_t capacity, uint64_t *length,
                                           rowkey_error *error);

#ifdef __cplusplus
}
#endif

#endif
