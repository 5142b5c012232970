/* Column types: values as files and people write them, and the numbers or bytes that keys are made of.
 * Experimental.
 *
 *     #include <rowkey/schema.h>
 *     rowkey_column column = ROWKEY_ZERO; // times are what decoding gave, texts room for them
 *     if (rowkey_column_declare("ts", "time(ms)", 8, &column, &error) != ROWKEY_OK ||
 *         rowkey_column_type_write(column.declared, &times, 2, &texts, &error) != ROWKEY_OK)
 *       fprintf(stderr, "%s\n", error.text);
 *     rowkey_column_free(&column);
 *
 * rowkey_column_declare and schemas make types from text such as "time(ms)", and free them. Encoding reads
 * the texts of a column that has one.
 *
 * The types. Text that a type writes reads back as the same value. A column sorts as its kept values do:
 * numbers as numbers, bytes as unsigned bytes.
 *
 *   time(U)             an i64 of seconds (U is s), milliseconds (ms), microseconds (us) or nanoseconds (ns)
 *                       since 1970-01-01T00:00:00Z. Reads ISO 8601: a date; then perhaps T or a blank, and
 *                       HH:MM or HH:MM:SS, with a fraction of a second after a point or comma; then perhaps,
 *                       after at most one blank, Z, UTC or an offset +02:00, +0200 or +02. Without an offset
 *                       the time is UTC. The time in UTC may be in the years 0001 to 9999, and nanoseconds in
 *                       1677-09-21T00:12:43.145224192Z to 2262-04-11T23:47:16.854775807Z. Digits finer than
 *                       the unit are refused unless they are 0, and so is second 60: POSIX counts without
 *                       leap seconds. Writes 2024-03-01T12:30:00.000Z, with all digits of the unit.
 *   time(U, "PATTERN")  the same, read and written in the form of the pattern. %Y is the year in four digits,
 *                       %y in two, 69 to 99 of 19xx and 00 to 68 of 20xx; %m the month, %d the day, %e the
 *                       day with a space for a leading 0, %H the hour, %I the hour from 01 to 12, %M the
 *                       minute, %S the second, in two; %j the day of the year in three; %-m and the like have
 *                       as many as needed; %b is Jan to Dec, %a Mon to Sun, %p AM or PM, %f digits of the
 *                       second, %z the offset, %Z UTC, which is also read as GMT or Z, while other zones are
 *                       refused; %s, alone or with %f, seconds since 1970; %F %Y-%m-%d, %T %H:%M:%S, %% a %.
 *                       Parts that the pattern lacks are read as January, the 1st, 00:00:00. A value that the
 *                       pattern cannot express is refused when written.
 *   epoch(U)            an i64 of the same units, from text that is that number, as decimal(0) reads it:
 *                       1709296200000. Any i64.
 *   decimal(N)          an i64: the number times 10^N, N from 0 to 18. Reads an optional - or +, digits with
 *                       or without a point among or beside them, and perhaps an exponent, e2 or E-2: all that
 *                       N digits after the point hold. Writes all N.
 *   uuid                16 bytes. Reads 32 hex digits of either case, with hyphens after 8, 12, 16 and 20 of
 *                       them or with none. Writes lower case with hyphens.
 *   ip                  16 bytes in network order, IPv4 as ::ffff:a.b.c.d. Reads and writes IPv4 in four
 *                       decimal numbers without leading zeros, and IPv6, which it writes as RFC 5952 says.
 *   ipv4                a u64 below 2^32: the address as a number.
 *   hex                 bytes as pairs of hex digits of either case. Writes lower case.
 *   base64              bytes as in RFC 4648. Reads them with or without the = at the end; writes it.
 *   bool                a u64, 0 or 1. Reads true, t, yes, y, on, 1 and false, f, no, n, off, 0, in either
 *                       case. Writes true or false.
 *   enum(a, b, c)       a u64, the position of the name in the list, from 0. A name that holds a blank or one
 *                       of , ( ) " \ stands in double quotes, in which \" \\ and \xHH are escapes.
 *
 *   uid(FILE)           a u64: the id that the dictionary in the file has for the text, see dictionary.h.
 *                       uid(FILE, grow) gives new texts the next ids, in the order of the rows, and makes the
 *                       file if need be; uid(FILE, grow, 24) gives no id of more than 24 bits. A text
 *                       without an id is ROWKEY_ERROR_RANGE. Writes the text. POSIX systems only.
 *
 * All functions are thread-safe, and allocate nothing unless their comment says so. Reading and writing
 * uid(FILE) follows dictionary.h: it may use the file too, and fail with ROWKEY_ERROR_IO.
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

/* The text that the type was parsed from, with a NUL after it. It lives as long as the type. NULL for NULL.
 */
ROWKEY_API const char *rowkey_column_type_text(const rowkey_column_type *type);

/* The column of a schema that this type declares: its type, its width if all values have the same width, and
 * the unit of times. `name` and `type` must live as long as the result. All 0 for a type that is NULL. */
ROWKEY_API rowkey_column rowkey_column_type_column(const rowkey_column_type *type, const char *name);

/* How many bytes the texts of these values need at most: the `capacity` for rowkey_column_type_write.
 * SIZE_MAX for a number too large for size_t, for NULL, and for fewer values than `rows`. Values that do not
 * lie within their column's bytes count as empty. */
ROWKEY_CHECKED size_t rowkey_column_type_write_bound(const rowkey_column_type *type,
                                                     const rowkey_values *values, size_t rows);

/* Writes values as text, in the form that the list above states for writing, into `texts`, which has
 * `capacity` bytes of room and offsets of either size. Nulls become empty texts.
 *
 * On a value that the type does not have, such as 2 for a bool or the year 10000 for a time:
 * ROWKEY_ERROR_RANGE, or ROWKEY_ERROR_ARGUMENT for bytes that do not lie within the column's bytes;
 * error->row is the first bad row. The texts before it are in place. ROWKEY_ERROR_SPACE when `capacity` is
 * less than rowkey_column_type_write_bound, or offsets32 cannot count so many bytes. Buffers must not
 * overlap. */
ROWKEY_CHECKED rowkey_status rowkey_column_type_write(const rowkey_column_type *type,
                                                      const rowkey_values *values, size_t rows,
                                                      const rowkey_decoded *texts, rowkey_error *error);

#ifdef __cplusplus
}
#endif

#endif
