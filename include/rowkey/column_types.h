/* Column types: values as files and people write them, and the numbers or bytes that keys are made of.
 * Experimental.
 *
 *     rowkey_column_type *type = rowkey_column_type_parse("time(ms)", 8, &error);
 *     const rowkey_values texts = rowkey_values_of_width(ROWKEY_KIND_TEXT, "2024-02-292024-03-01", 10, 2);
 *     int64_t times[2];
 *     const rowkey_decoded numbers = rowkey_decoded_i64s(times, 2);
 *     if (type == NULL || rowkey_column_type_read(type, &texts, 2, &numbers, &error) != ROWKEY_OK)
 *       fprintf(stderr, "%s\n", error.text);
 *     rowkey_column_type_free(type);
 *
 * The types. What is written is read back as the same value, and sorts as the column does: numbers as
 * numbers, bytes as unsigned bytes.
 *
 *   time(U)             an i64 of seconds (U is s), milliseconds (ms), microseconds (us) or nanoseconds (ns)
 *                       since 1970-01-01T00:00:00Z. Reads ISO 8601: a date, or a date, T or a blank, and a
 *                       time HH:MM or HH:MM:SS, with digits of a second after a point or comma; then perhaps
 *                       Z, UTC or an offset +02:00, +0200 or +02, after at most one blank. Without one the
 *                       time is UTC. Years 0001 to 9999 after the offset is taken off; in nanoseconds what an
 *                       i64 holds, 1677-09-21T00:12:43.145224192Z to 2262-04-11T23:47:16.854775807Z. Digits
 *                       beyond the unit are refused, and so is second 60: no count since 1970 has leap
 *                       seconds. Writes 2024-03-01T12:30:00.000Z, with all digits of the unit.
 *   time(U, "PATTERN")  the same in a form of its own, read and written. In the pattern %Y is the year in
 *                       four digits, %m the month, %d the day, %H the hour, %I the hour from 01 to 12, %M the
 *                       minute, %S the second, in two, %j the day of the year in three; %-m and the like in
 *                       as many as needed; %b is Jan to Dec, %a Mon to Sun, %p AM or PM, %f digits of the
 *                       second, %z the offset, %F %Y-%m-%d, %T %H:%M:%S, %% a %. What it leaves out is
 *                       January, the 1st, 00:00:00. A value that it cannot hold is refused when written.
 *   epoch(U)            an i64 of the same units, from text that is that number: 1709296200000. Any i64.
 *   decimal(N)          an i64: the number times 10^N, N from 0 to 18. Reads digits, with at most N after a
 *                       point, after an optional -. Writes all N.
 *   uuid                16 bytes. Reads 32 hex digits of either case, with hyphens after 8, 12, 16 and 20 of
 *                       them or with none. Writes lower case with hyphens.
 *   ip                  16 bytes in network order, IPv4 as ::ffff:a.b.c.d. Reads and writes IPv4 in four
 *                       decimal numbers without leading zeros, and IPv6, which it writes as RFC 5952 says.
 *   ipv4                a u64 below 2^32: the address as a number.
 *   hex                 bytes as pairs of hex digits of either case. Writes lower case.
 *   base64              bytes as in RFC 4648, with or without the = at the end. Writes them.
 *   bool                a u64, 0 or 1. Reads true, t, yes, y, on, 1 and false, f, no, n, off, 0, in either
 *                       case. Writes true or false.
 *   enum(a, b, c)       a u64, the place of the name in the list, from 0. A name that holds a blank or one of
 *                       , ( ) " \ stands in double quotes, in which \" \\ and \xHH are escapes.
 *
 *   uid(FILE)           a u64: the id that the dictionary in the file has for the text, see dictionary.h.
 *                       uid(FILE, grow) gives new texts the next ids, in the order of the rows, and makes the
 *                       file if need be; uid(FILE, grow, 24) gives none that takes more than 24 bits. A text
 *                       that has no id is ROWKEY_ERROR_RANGE. Writes the text. On POSIX systems.
 *
 * All functions are thread-safe, and allocate nothing but where a comment says so. Reading and writing
 * uid(FILE) does what dictionary.h says: it can also use the file, and fail with ROWKEY_ERROR_IO.
 */
#ifndef ROWKEY_COLUMN_TYPES_H
#define ROWKEY_COLUMN_TYPES_H

#ifndef ROWKEY_EXPERIMENTAL
#error "rowkey/column_types.h is experimental: define ROWKEY_EXPERIMENTAL before including it"
#endif

#include <rowkey/decode.h>
#include <rowkey/encode.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The column type, rowkey_column_type of layout.h, that the text of `length` bytes names, "time(ms)". It is
 * immutable: share it between threads. Allocates; opens the file of uid(FILE), and
 * fails as rowkey_dictionary_open does. Returns NULL and fills `error` when
 * there is no such type (ROWKEY_ERROR_TYPE; rowkey_column_declare of schema.h takes u64 and the like too), or
 * what stands in its parentheses is wrong (ROWKEY_ERROR_SYNTAX); the error's text shows the type with a
 * caret. Free the result with rowkey_column_type_free. */
ROWKEY_CHECKED rowkey_column_type *rowkey_column_type_parse(const char *text, size_t length,
                                                            rowkey_error *error);
/* Layouts that were compiled for columns of the type go on using it. NULL is allowed. */
ROWKEY_API void rowkey_column_type_free(rowkey_column_type *type);

/* Whether reading a text may give it an id, which then depends on the order of the calls: uid(FILE, grow).
 * False for NULL. */
ROWKEY_API bool rowkey_column_type_grows(const rowkey_column_type *type);

/* The text that it was parsed from, with a NUL after it. It lives as long as the type. NULL for NULL. */
ROWKEY_API const char *rowkey_column_type_text(const rowkey_column_type *type);

/* The column of a schema that is declared so: its type, its width where all values have one, and the unit of
 * times. The name and the type must live as long as the result. All 0 for a type that is NULL. */
ROWKEY_API rowkey_column rowkey_column_type_column(const rowkey_column_type *type, const char *name);

/* How many bytes the values of these texts need at most, of types whose column is text: what `capacity` must
 * be in rowkey_column_type_read. 0 for types whose column holds numbers; SIZE_MAX when it is more than size_t
 * can hold, for NULL, and for fewer texts than `rows`. Texts that do not lie within their column's bytes
 * count nothing. */
ROWKEY_CHECKED size_t rowkey_column_type_read_bound(const rowkey_column_type *type,
                                                    const rowkey_values *texts, size_t rows);

/* Reads texts into values. `values` is where they go: numbers of the column's type, or bytes side by side; of
 * uuid and ip 16 a row, and there the offsets may both be NULL. Nulls become 0, 16 zero bytes or no bytes;
 * their texts are not read.
 *
 * On a text that is not a value of the type: ROWKEY_ERROR_NUMBER, or ROWKEY_ERROR_ARGUMENT where it does not
 * lie within its column's bytes. error->row is its row, the first bad one, and error->text says what was
 * expected. The values and offsets of the rows before it are in place. ROWKEY_ERROR_SPACE when `capacity` is
 * less than rowkey_column_type_read_bound, or offsets32 cannot count so many bytes. Buffers do not overlap.
 */
ROWKEY_CHECKED rowkey_status rowkey_column_type_read(const rowkey_column_type *type,
                                                     const rowkey_values *texts, size_t rows,
                                                     const rowkey_decoded *values, rowkey_error *error);

/* How many bytes the texts of these values need at most; SIZE_MAX as above. */
ROWKEY_CHECKED size_t rowkey_column_type_write_bound(const rowkey_column_type *type,
                                                     const rowkey_values *values, size_t rows);

/* Writes values as text, in the one way that the list above says. `texts` is where they go: `capacity` bytes,
 * and the offsets of either size. Nulls become texts of no bytes.
 *
 * On a value that the type does not have, such as a third of a bool or a year 10000: ROWKEY_ERROR_RANGE, or
 * ROWKEY_ERROR_ARGUMENT for bytes that do not lie within the column's; error->row is its row, the first bad
 * one. The texts before it are in place. ROWKEY_ERROR_SPACE as above, with rowkey_column_type_write_bound. */
ROWKEY_CHECKED rowkey_status rowkey_column_type_write(const rowkey_column_type *type,
                                                      const rowkey_values *values, size_t rows,
                                                      const rowkey_decoded *texts, rowkey_error *error);

#ifdef __cplusplus
}
#endif

#endif
