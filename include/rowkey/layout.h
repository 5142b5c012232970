/* Key layouts: templates of row keys, compiled once. Stable.
 *
 *     const rowkey_column columns[] = {rowkey_column_of("id", ROWKEY_U64)};
 *     const char text[] = "{md5(id) % 1000000:07d}{id:010d}";
 *     rowkey_error error;
 *     rowkey_layout *layout = rowkey_layout_compile(text, strlen(text), columns, 1, &error);
 *     if (layout == NULL) fprintf(stderr, "%s\n", error.text);
 *     rowkey_layout_free(layout);
 *
 * doc/layouts.md and, where the tool is installed, rowkey-layout(7) explain the language and list its
 * functions. This is its grammar.
 *
 * A template is literal text and fields. In the text {{ and }} are braces, \\ is a backslash and \xHH the
 * byte HH. A field is {expression} or {expression:format}:
 *
 *   column             a column of the records; `line` is the whole input record, as text
 *   123, 0x7b          an integer up to 2^64 - 1
 *   "text"             text, with \\, \" and \xHH
 *   | ^ & << >> + - * / % - ( )  from the loosest to the tightest, as in C: << and >> are one level, + and -,
 *                                and * / %
 *   function(argument, ...)      functions of integers, dates, text and nulls; hashes of fields, which are
 *                                concatenated
 *
 * {let name = expression} writes nothing: from there on the name stands for the expression in parentheses.
 * After {let name(a, b) = expression}, name(x, y) stands for the expression with x and y in the places of a
 * and b.
 *
 * The argument `rest` of a hash is every byte of the key to the right of the field. Options follow the
 * arguments: h31(name, start=1).
 *
 * Types. Constants are computed exactly, in 128 bits. Beside a u64 or an i64, a constant that is not negative
 * takes that type; a negative one is an i64. Two u64 make a u64 and two i64 an i64; a u64 beside an i64 is
 * computed as an i64, and so is a negation. / and % truncate as in C: % has the sign of its left side,
 * floormod the sign of its right side. & | ^ work on the bits in two's complement. a << n is a times 2^n, and
 * a >> n is a divided by 2^n and rounded down; n is 0 to 63, and the result has the type of a. A hash of 128
 * bits or more is an unsigned big-endian number. It can be written, or taken by % and floormod modulo a
 * constant from 1 to 2^64 - 1. h >> n must leave at most 64 bits, h & n selects some of the last 64, and
 * abs() reads a hash of 128 bits as a signed number. A result outside its type, division by 0, and a value
 * that its format cannot hold are errors of the row, or of the template if no row could succeed. Only the
 * wrapping_...() functions wrap, and int32() and int64(), which read the low 32 bits or all 64 as a signed
 * number. An instant plus or minus a constant, or truncated, is an instant; other results are plain numbers.
 * Dates are in the years 1 to 9999; the date of any other instant is an error of the row.
 *
 *   d      a number in decimal, with a leading - if it is negative; the default for integers
 *   0Nd    a number in N digits with leading zeros; N is 1 to 20, for a hash 1 to 39
 *   0Nd("0123456789bcdefghjkmnpqrstuvwxyz") a number in N digits of another alphabet, 2 to 94 characters
 *          of ASCII. The bytes sort as the numbers do if the bytes of the alphabet ascend
 *   x X    a number in hex; text and hashes in two hex digits for each byte
 *   0Nx    a number in N hex digits, 1 to 16, with leading zeros, or the first N digits of a hash, 1 to 32;
 *          0NX in upper case
 *   uN     big-endian unsigned, N = 8, 16, 24, ... 64 bits; uNle little-endian
 *   iN     big-endian with the sign bit flipped, N as before: its bytes sort as the numbers do
 *   iNbe   two's complement, big-endian; HBase's Bytes.toBytes writes a short, an int and a long as i16be,
 *          i32be and i64be; iNle little-endian
 *   f64    IEEE 754, changed so that its bytes sort as the numbers do, -0.0 right below 0.0; NaN is an error.
 *          f32 likewise; a number that f32 cannot hold exactly is an error. f64 and f32 columns have these
 *          formats by default
 *   f64be  IEEE 754 unchanged, big-endian; f32be likewise. Negative numbers sort after the others
 *   a      0 to 25 as a letter a to z
 *   s      text as it is; the bytes of a hash; the default for text and hashes
 *   Ns     text in N bytes, 1 to 32767, padded with 0x00: text that ends in 0x00 itself is an error
 *   Ns(" ") text padded at its end with another byte; 0Ns is padded at its start with the digit 0. Text that
 *          ends, or for 0Ns begins, with the padding byte is an error
 *   uNs    the length of the text, big-endian in N = 8, 16, 24, ... 64 bits, then the text
 *   esc    text whose end can be found and that sorts as the text does: each byte 00 becomes 00 FF, and 00 01
 *          ends the text
 *   esc("\x00\x01", "\x00\x00") the same by another rule. Its arguments are the two bytes that 00 becomes;
 *          then, unless 01 stays unchanged, the two bytes that 01 becomes; last, what ends the text, at most
 *          two bytes
 *   varint("cockroach") a number in as few bytes as it needs. Its end can be found, and its bytes sort as the
 *          numbers do; also varint("foundationdb"), varint("orderedcode"), varint("tikv")
 *   mem    text in groups of 8 bytes, padded with 00. FF minus the number of 00 added follows each group
 *   ~F     format F with every byte complemented, which reverses the order
 *
 * d, x, X and s without a width vary in length, except for hashes. Literal text must follow such a field
 * unless it is the last one, and the first byte of that literal must not occur in the field. If the field
 * holds digits that could include that byte, the compiler refuses the template; if it holds text, the encoder
 * looks for the byte in every row.
 *
 * A template has at most 65536 bytes, a key at most 1048576 bytes in fields of fixed width, and an expression
 * at most 200 levels, where columns and constants are the lowest. The functions of this header never use more
 * than 512 KiB of stack. */
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

/* The unit of the integers in a column of instants. They count from 1970-01-01T00:00:00Z, are negative before
 * that instant, and leave out leap seconds, as in POSIX. */
typedef enum rowkey_time_unit {
  ROWKEY_NO_TIME = 0, /* the integers are not instants */
  ROWKEY_SECONDS = 1,
  ROWKEY_MILLISECONDS = 2,
  ROWKEY_MICROSECONDS = 3,
  ROWKEY_NANOSECONDS = 4
} rowkey_time_unit;

/* How a column's values are written and kept, such as time(ms): see column_types.h. */
typedef struct rowkey_column_type rowkey_column_type;

/* A column of the records, as the template names it. A template can use a column whose name is unique and
 * consists of letters, digits, _ and bytes beyond ASCII. A digit may not come first; a dot may stand inside
 * the name, before a letter. The name `line` is the whole input record: a template may use it when the schema
 * has a text column of that name.
 *
 * `width` is for text alone: every value has exactly that many bytes, 1 to 1048576, like UUIDs, IPv6
 * addresses and Arrow's FixedSizeBinary; a value of another length is an error of its row. The field {id}
 * then has that width and needs no delimiter. 0: any length. */
typedef struct rowkey_column {
  const char *name;
  rowkey_type type;
  rowkey_time_unit unit; /* for ROWKEY_I64 and ROWKEY_U64 alone */
  uint32_t width;        /* in bytes, for ROWKEY_TEXT alone */
  /* The type that the schema declares, such as time(ms), as rowkey_column_type_column sets it; NULL if the
   * schema declares no more than `type`. A layout keeps a reference to the declared type. */
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

/* A column of text whose values all have `width` bytes. */
static inline rowkey_column rowkey_column_of_width(const char *name, uint32_t width) {
  rowkey_column column = rowkey_column_of(name, ROWKEY_TEXT);
  column.width = width;
  return column;
}

/* A column of instants, kept as i64. */
static inline rowkey_column rowkey_column_of_time(const char *name, rowkey_time_unit unit) {
  rowkey_column column = rowkey_column_of(name, ROWKEY_I64);
  column.unit = unit;
  return column;
}

/* A compiled layout. Immutable: share it between threads. */
typedef struct rowkey_layout rowkey_layout;

/* Compiles the template of `length` bytes for records of these columns. The name of a layout, such as @gbif,
 * is literal text here: rowkey_named_expand gives its template. The layout copies what it needs; free it with
 * rowkey_layout_free. If the template is wrong, returns NULL and fills `error`, whose text shows the template
 * with a caret. */
ROWKEY_CHECKED rowkey_layout *rowkey_layout_compile(const char *text, size_t length,
                                                    const rowkey_column *columns, size_t column_count,
                                                    rowkey_error *error);
ROWKEY_API void rowkey_layout_free(rowkey_layout *layout); /* NULL is allowed */

/* The width of every key in bytes; ROWKEY_NONE when keys differ in length, and for NULL. */
ROWKEY_API size_t rowkey_layout_key_width(const rowkey_layout *layout);

/* Whether the layout reads column `index` of its schema. False for NULL, like the next two functions. */
ROWKEY_API bool rowkey_layout_uses(const rowkey_layout *layout, size_t index);

/* Whether some record could have a key that holds this byte. Never false for a byte that can occur. A text
 * column may hold any byte. */
ROWKEY_API bool rowkey_layout_may_contain_byte(const rowkey_layout *layout, uint8_t byte);

/* The same for records whose text columns do not hold the byte, such as a newline in records read from lines:
 * whether the layout itself can add it. */
ROWKEY_API bool rowkey_layout_may_introduce_byte(const rowkey_layout *layout, uint8_t byte);

/* The columns that the layout was compiled for, in their order; *count receives how many, and `count` may be
 * NULL. The columns live as long as the layout. If `layout` is NULL, returns NULL and sets *count to 0. */
ROWKEY_API const rowkey_column *rowkey_layout_columns(const rowkey_layout *layout, size_t *count);

/* Compiles as rowkey_layout_compile does for a caller that knows some columns or none: after the known ones
 * it adds each other column that the template names, in the order in which compilation meets them. An added
 * column is text, unless the template needs a number; then it is i64, or u64 or f64 if only that fits. A
 * template that needs the unit of time of a column is refused: that column must be given. */
ROWKEY_CHECKED rowkey_layout *rowkey_layout_compile_with_implied_columns(const char *text, size_t length,
                                                                         const rowkey_column *known,
                                                                         size_t known_count,
                                                                         rowkey_error *error);

/* Compiles as rowkey_layout_compile does, but encoders write the `terminator_size` bytes of the terminator
 * after every key: with a newline, the keys are lines of text. The terminator is not part of the template:
 * `rest` does not include it, and no field is refused because the field may hold it. Widths and bounds count
 * the terminator. */
ROWKEY_CHECKED rowkey_layout *rowkey_layout_compile_with_terminator(const char *text, size_t length,
                                                                    const void *terminator,
                                                                    size_t terminator_size,
                                                                    const rowkey_column *columns,
                                                                    size_t column_count, rowkey_error *error);

#ifdef __cplusplus
}
#endif

#endif
