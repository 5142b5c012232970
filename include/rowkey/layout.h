/* Key layouts: templates of row keys, compiled once. Stable.
 *
 *     const rowkey_column columns[] = {rowkey_column_of("id", ROWKEY_U64)};
 *     const char text[] = "{md5(id) % 1000000:07d}{id:010d}";
 *     rowkey_error error;
 *     rowkey_layout *layout = rowkey_layout_compile(text, strlen(text), columns, 1, &error);
 *     if (layout == NULL) fprintf(stderr, "%s\n", error.text);
 *     rowkey_layout_free(layout);
 *
 * doc/layouts.md explains the language; this is its summary.
 *
 * A template is literal text and fields. In the text {{ and }} are braces, \\ is a backslash and \xHH the
 * byte HH. A field is {expression} or {expression:format}:
 *
 *   column             a column of the records; `line` is the whole input record, as text
 *   123, 0x7b          an integer up to 2^64 - 1
 *   "text"             text, with \\, \" and \xHH
 *   | ^ & << >> + - * / % - ( )  from the loosest to the tightest, as in C: << and >> are one level, + and -,
 *                                and * / %
 *   bit_length(a)                the bits that a needs: 8 of 255, 0 of 0
 *   bit_reverse(a, bits)         the lowest bits of a, the last one first
 *   interleave(a, b, bits)       their lowest bits in turns, a's first (Z-order)
 *   scaled(f, factor)            the nearest integer to a float times a constant, of two the even one;
 *                                round=floor rounds down
 *   abs(a) floormod(a, b) int32(a) int64(a) truncate(time, period) reverse_time(time)
 *   min(a, b) max(a, b)          the lesser and the greater of two integers
 *   wrapping_add(a, b) wrapping_sub(a, b) wrapping_mul(a, b)
 *                                the sum, difference and product modulo 2^64
 *   between(a, low, high)        a, of which other numbers than these are errors
 *   year(ts) quarter(ts) month(ts) day(ts) day_of_year(ts) day_of_week(ts) hour(ts) minute(ts) second(ts)
 *                      of a column with a unit of time, in UTC; truncate(ts, second), … minute, hour, day,
 *                      week, month, quarter or year: the instant at which that began
 *   truncate(ts, 15 minutes)     the same of a number of seconds, minutes, hours or days
 *   jump(a, n)         jump consistent hash of the 64 bits of a: a bucket below the constant n, 1 to 2^31 - 1
 *   coalesce(column, constant)   the constant where the column is null, of floats a number such as -1.5
 *   coalesce(column, column)     the second one where the first is null: coalesce(a, coalesce(b, 0)) is never
 *                                null. A column has one replacement, the same wherever it stands
 *   null_first(column) null_last(column)      0 where the column is null, else 1; or 1 and 0
 *   reverse(field, ...)          the bytes of the fields, the last one first
 *   prefix(text, n) slice(text, from, n)      n bytes of text, or fewer where there are fewer
 *   prefix(text, n, characters)               n characters of UTF-8
 *   trim(text, right) trim(text, right, " ")  without white space at its end, or without that byte
 *   trim(text) lower(text) upper(text)        without white space at its ends; in the other case; of ASCII
 *   reverse_labels(text, ".")                 com.example.www of www.example.com
 *   utf16le(text)      UTF-8 as UTF-16, little-endian; other text is an error
 *   without(text, "!") the text, which must not have that byte; a third string says why not in the error
 *   hash_tag(text)     what stands between its first { and the next }, or all of it where that is nothing
 *   length(text)       its bytes, a u64
 *   random()           a u64 made from the encoder's seed and the number of the row
 *   md5(field, ...) murmur3_128(...)                       hashes of 128 bits
 *   sha1(...) sha256(...)                                  hashes of 160 and 256 bits
 *   java_hash h31 murmur2 murmur3_32 postgres_hash         hashes that are Java ints, as i64
 *   crc16 crc32 crc32c fnv1a_32 xxh32 lookup3              hashes of 16 and 32 bits, as u64
 *   siphash24 xxh64 xxh3 murmur2_64 fnv1a_64 cityhash64 farmhash64 postgres_hash_64 jenkins_64
 *                                                          hashes of 64 bits, as u64
 *   md5(..., half=first) murmur3_128(..., half=first)      64 of the 128 bits: a u64 of md5, else an i64
 *
 * {let name = expression} writes nothing: the name stands for the expression in parentheses from there on,
 * and {let name(a, b) = expression} for that of two others in the places of a and b.
 *
 * A hash's arguments are fields side by side, and `rest` among them is every byte of the key right of the
 * field. Options follow them: h31(start=1), seed=0 of murmur and xxh, tail=words of murmur3_32,
 * tail=signed of murmur3_128, half=first or second of both, key="32 hex digits" of siphash24.
 *
 * Types. Constants are computed exactly, in 128 bits. Beside a u64 or an i64 a constant that is not negative
 * takes that type, a negative one is an i64. Two u64 make a u64, two i64 an i64; a u64 beside an i64 is
 * computed as an i64, and so is a negation. / and % truncate as in C: the sign of % is that of its left side,
 * that of floormod is that of its right side. & | ^ work on the bits in two's complement. a << n is a times
 * 2^n, a >> n is a divided by it and rounded down; n is 0 to 63, and the result has the type of a. A hash of
 * 128 bits and more is an unsigned big-endian number: it can be written, or taken modulo a constant from 1 to
 * 2^64 - 1 by % and floormod; h >> n is what is left of it, at most 64 bits, h & n some of its last 64; abs()
 * reads one of 128 bits as a signed number. A result outside its type, division by 0, and a value that its
 * format cannot hold are errors of the row, or of the template where no row could be good. Only int32()
 * and int64() wrap: they take the low 32 bits, and all 64, as a signed number. An instant plus or minus a
 * constant, or truncated, is an instant; other results are plain numbers. Dates are those of the years 1 to
 * 9999; other instants have none: an error of the row.
 *
 *   d      a number in decimal, with a leading - if it is negative; the default for integers
 *   0Nd    in N digits, 1 to 20, of a hash to 39, with leading zeros
 *   x X    a number in hex; of text and hashes, two digits for each byte
 *   0Nx    a number in N hex digits, 1 to 16, with leading zeros; the first N of a hash, 1 to 32; 0NX
 *   uN     big-endian unsigned, N = 8, 16, 24, ... 64 bits; uNle little-endian
 *   iN     big-endian with the sign bit flipped, N as before: its bytes sort as the numbers do
 *   iNbe   two's complement, big-endian; i16be, i32be and i64be are what HBase's Bytes.toBytes writes of a
 *          short, an int and a long; iNle little-endian
 *   f64    IEEE 754 whose bytes sort as the numbers do, -0.0 right below 0.0; NaN is an error. f32, an error
 *          where that is not exact. The default for f64 and f32 columns
 *   f64be  IEEE 754 as it is stored, like f32be: negative numbers sort after the others
 *   a      0 to 25 as a letter a to z
 *   s      text as it is; of a hash its 16 bytes; the default for text and hashes
 *   Ns     text in N bytes, 1 to 32767, padded with 0x00: text that ends in 0x00 itself is an error
 *   Ns(" ") text padded with another byte after it; 0Ns with the digit 0 before it. Text that has that byte
 *          there itself is an error
 *   uNs    text after its length, a number of N = 8, 16, 24, ... 64 bits, big-endian
 *   esc    text that shows where it ends and sorts as the text: 00 as 00 FF, and 00 01 after it
 *   esc("\x00\x01", "\x00\x00") the same by a rule: what 00 becomes, in two bytes, between both what 01
 *          becomes unless it stays, and what is after the text, in two bytes at most
 *   varint("cockroach") a number in as few bytes as it needs, which show where they end and sort as the
 *          numbers; varint("foundationdb"), varint("orderedcode")
 *   mem    text in groups of 8 bytes, padded with 00, each followed by FF less the padding's length
 *   ~F     format F with every byte complemented: it sorts the other way round
 *
 * d, x, X and s without a width vary in length, except of hashes. Literal text must follow such a field,
 * unless no field comes after it. The first byte of that text must not occur in the field. Digits cannot hold
 * it, or the compiler refuses the template; the encoder looks for it in the text of every row.
 *
 * A template has at most 65536 bytes, a key at most 1048576 bytes in fields of fixed width, and an expression
 * at most 200 levels, the lowest of which are columns and constants. No template makes these functions take
 * more than 512 KiB of stack.
 */
#ifndef ROWKEY_LAYOUT_H
#define ROWKEY_LAYOUT_H

#include <rowkey/error.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a column holds. */
typedef enum rowkey_type {
  ROWKEY_U64 = 1,  /* uint64_t */
  ROWKEY_I64 = 2,  /* int64_t */
  ROWKEY_TEXT = 3, /* a string of any bytes */
  ROWKEY_F64 = 4,  /* double, IEEE 754 binary64 */
  ROWKEY_F32 = 5   /* float, IEEE 754 binary32 */
} rowkey_type;

/* What the integers of a column of instants count, from 1970-01-01T00:00:00Z on: negative before it, and
 * without leap seconds, as POSIX counts. */
typedef enum rowkey_time_unit {
  ROWKEY_NO_TIME = 0, /* they are no instants */
  ROWKEY_SECONDS = 1,
  ROWKEY_MILLISECONDS = 2,
  ROWKEY_MICROSECONDS = 3,
  ROWKEY_NANOSECONDS = 4
} rowkey_time_unit;

/* How a column's values are written and kept, such as time(ms): see column_types.h. */
typedef struct rowkey_column_type rowkey_column_type;

/* A column of the records, as the template names it. A template can use a column whose name no other column
 * has, and which consists of letters, digits, _ and bytes beyond ASCII, no digit first, and
 * of dots before letters within it. The name `line` is
 * the whole input record: a template may use it when the schema has a text column of that name.
 *
 * `width` is of text alone: every value has so many bytes, 1 to 1048576, as UUIDs, IPv6 addresses and Arrow's
 * FixedSizeBinary have, and a value of another length is an error of its row. The field {id} is then as wide
 * and needs no delimiter. 0: any length. */
typedef struct rowkey_column {
  const char *name;
  rowkey_type type;
  rowkey_time_unit unit; /* of ROWKEY_I64 and ROWKEY_U64 alone */
  uint32_t width;        /* in bytes, of ROWKEY_TEXT alone */
  /* The type that the schema declares, such as time(ms), as rowkey_column_type_column sets it; NULL where
   * that is `type` itself. A layout keeps a reference to it. */
  const rowkey_column_type *declared;
  uint64_t reserved[1]; /* must be 0 */
} rowkey_column;

/* A column of numbers, or of text of any length. */
static inline rowkey_column rowkey_column_of(const char *name, rowkey_type type) {
  rowkey_column column = ROWKEY_ZERO;
  column.name = name;
  column.type = type;
  return column;
}

/* Text of which every value has `width` bytes. */
static inline rowkey_column rowkey_column_of_width(const char *name, uint32_t width) {
  rowkey_column column = rowkey_column_of(name, ROWKEY_TEXT);
  column.width = width;
  return column;
}

/* Instants, as an i64. */
static inline rowkey_column rowkey_column_of_time(const char *name, rowkey_time_unit unit) {
  rowkey_column column = rowkey_column_of(name, ROWKEY_I64);
  column.unit = unit;
  return column;
}

/* A compiled layout. Immutable: share it between threads. */
typedef struct rowkey_layout rowkey_layout;

/* Compile the template of `length` bytes for records of these columns. The name of a layout, such as @gbif,
 * is literal text here: rowkey_named_expand makes its template. The layout keeps copies of what it needs.
 * Returns NULL and fills `error` when the template is wrong; its text shows the template with a caret. Free
 * the result with rowkey_layout_free. */
ROWKEY_CHECKED rowkey_layout *rowkey_layout_compile(const char *text, size_t length,
                                                    const rowkey_column *columns, size_t column_count,
                                                    rowkey_error *error);
ROWKEY_API void rowkey_layout_free(rowkey_layout *layout); /* NULL is allowed */

/* The width of every key in bytes; ROWKEY_NONE when keys differ in length, and for NULL. */
ROWKEY_API size_t rowkey_layout_key_width(const rowkey_layout *layout);

/* Whether the layout reads column `index` of its schema. False for NULL, as are the next two. */
ROWKEY_API bool rowkey_layout_uses(const rowkey_layout *layout, size_t index);

/* Whether some record could have a key that holds this byte. Never false for a byte that can occur. A text
 * column may hold any byte. */
ROWKEY_API bool rowkey_layout_may_contain_byte(const rowkey_layout *layout, uint8_t byte);

/* The same for records whose text columns do not hold the byte, as those read from lines hold no newline:
 * whether the layout itself brings it in. */
ROWKEY_API bool rowkey_layout_may_introduce_byte(const rowkey_layout *layout, uint8_t byte);

/* The columns that the layout was compiled for, in their order; *count, unless it is NULL, receives how many.
 * They live as long as the layout. NULL and 0 for NULL. */
ROWKEY_API const rowkey_column *rowkey_layout_columns(const rowkey_layout *layout, size_t *count);

/* The same as rowkey_layout_compile for columns that the caller does not know, or not all: to those given, 0
 * or more, each other column is added that the template names, in the order in which compilation meets them.
 * It is text, unless the template needs a number; then it is an i64, or a u64 or f64 where only that will do.
 * A template that needs a unit of time is refused: that column must be given. */
ROWKEY_CHECKED rowkey_layout *rowkey_layout_compile_with_implied_columns(const char *text, size_t length,
                                                                         const rowkey_column *known,
                                                                         size_t known_count,
                                                                         rowkey_error *error);

/* The same as rowkey_layout_compile, but encoders write the `terminator_size` bytes of the terminator after
 * every key: a newline makes the keys lines, with nothing left to do for each of them. The terminator is not
 * part of what the template describes: `rest` does not reach it, and no field is refused because it may hold
 * it. Widths and bounds count it. */
ROWKEY_CHECKED rowkey_layout *rowkey_layout_compile_with_terminator(const char *text, size_t length,
                                                                    const void *terminator,
                                                                    size_t terminator_size,
                                                                    const rowkey_column *columns,
                                                                    size_t column_count, rowkey_error *error);

#ifdef __cplusplus
}
#endif

#endif
