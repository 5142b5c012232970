/* Conditions as people write them, "date >= 2015-04-26, id in (1, 2)", for rowkey_ranges_find. Experimental.
 *
 *     const char text[] = "host = web-1, ts >= 17, ts < 18";
 *     rowkey_ranges *ranges = rowkey_ranges_where(layout, NULL, text, sizeof text - 1, 0, &error);
 *     if (ranges == NULL) fprintf(stderr, "%s\n", error.text);
 *     rowkey_ranges_free(ranges);
 *
 * Those who ask something of the conditions themselves read them first:
 *
 *     rowkey_conditions *where = rowkey_conditions_parse(layout, NULL, text, sizeof text - 1, &error);
 *     for (size_t i = 0; where != NULL && i < where->count; i++)
 *       printf("%.*s\n", (int)(where->end[i] - where->begin[i]), text + where->begin[i]);
 *     rowkey_conditions_free(where);
 *
 * A text holds conditions with commas between them, or none. A row is asked for when it meets all.
 *
 *   COLUMN OP VALUE              OP is = (or ==), <, <=, > or >=
 *   COLUMN in (VALUE, VALUE, …)  the column has one of these values
 *   COLUMN begins VALUE          bytes that begin with the value: of columns of text, hex and base64
 *   COLUMN is null               of a column that the layout marks with null_first or null_last, like …
 *   COLUMN is not null
 *
 * A value is as its column's type writes it. Numbers are written in decimal without a plus sign, integers in
 * digits alone after an optional -, the others as -2.5, 6e-7 or inf; a point is a point in every locale. Text
 * stands bare up to a blank or comma, as in host = web-1; text that is empty or holds a blank or one of
 * , ( ) < > = " \ stands in double quotes, in which \" \\ and \xHH are a quote, a backslash and any byte.
 * Values of types such as time(ms) may stand in quotes, too. Blanks, tabs and line ends may stand between
 * names, signs and values.
 */
#ifndef ROWKEY_CONDITIONS_H
#define ROWKEY_CONDITIONS_H

#ifndef ROWKEY_EXPERIMENTAL
#error "rowkey/conditions.h is experimental: define ROWKEY_EXPERIMENTAL before including it"
#endif

#include <rowkey/column_types.h>
#include <rowkey/ranges.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Conditions and their values. Not changed once they are made: share them between threads. They need neither
 * the text nor the layout nor the types any more. */
typedef struct rowkey_conditions {
  const rowkey_condition *conditions; /* in the order of the text, on columns of the layout's schema */
  size_t count;
  const size_t *begin, *end; /* of condition i in the text: bytes begin[i] to end[i] - 1 */
} rowkey_conditions;

/* Reads the `length` bytes at `text`, which may hold any. `types` says how columns are written whose values
 * are times, UUIDs and the like: a type or NULL for each column of the layout's schema, NULL where all are
 * numbers and text. Reading from uid(FILE, grow) gives new names their ids.
 *
 * NULL and `error` on failure. Its text shows the conditions with a caret, and error->offset is the byte of
 * the text concerned. ROWKEY_ERROR_SYNTAX: the text is not as above. ROWKEY_ERROR_COLUMN: there is no such
 * column. ROWKEY_ERROR_TYPE: a comparison that the column's type does not have. ROWKEY_ERROR_NUMBER: a value
 * that is none of the type. ROWKEY_ERROR_RANGE and ROWKEY_ERROR_IO: what dictionary.h says of uid(FILE).
 * Without a caret: ROWKEY_ERROR_ARGUMENT for a NULL, or a type whose values the column of the schema cannot
 * hold, which is error->column; and ROWKEY_ERROR_MEMORY. */
ROWKEY_CHECKED rowkey_conditions *rowkey_conditions_parse(const rowkey_layout *layout,
                                                          const rowkey_column_type *const *types,
                                                          const char *text, size_t length,
                                                          rowkey_error *error);

ROWKEY_API void rowkey_conditions_free(rowkey_conditions *conditions); /* NULL is allowed */

/* rowkey_ranges_find for the conditions of a text. NULL and `error` on failure: what rowkey_conditions_parse
 * says, and what rowkey_ranges_find says of a column, with a caret under the last condition on it;
 * error->offset is its place then, and error->column the column. */
ROWKEY_CHECKED rowkey_ranges *rowkey_ranges_where(const rowkey_layout *layout,
                                                  const rowkey_column_type *const *types, const char *text,
                                                  size_t length, size_t most, rowkey_error *error);

#ifdef __cplusplus
}
#endif

#endif
