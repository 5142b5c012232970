/* Conditions as people write them, "date >= 2015-04-26, id in (1, 2)", for rowkey_ranges_find. Experimental.
 *
 *     const char text[] = "host = web-1, ts >= 17, ts < 18";
 *     rowkey_ranges *ranges = rowkey_ranges_where(layout, NULL, text, sizeof text - 1, 0, &error);
 *     if (ranges == NULL) fprintf(stderr, "%s\n", error.text);
 *     rowkey_ranges_free(ranges);
 *
 * A caller that needs the conditions themselves parses them first:
 *
 *     rowkey_conditions *where = rowkey_conditions_parse(layout, NULL, text, sizeof text - 1, &error);
 *     for (size_t i = 0; where != NULL && i < where->count; i++)
 *       printf("%.*s\n", (int)(where->end[i] - where->begin[i]), text + where->begin[i]);
 *     rowkey_conditions_free(where);
 *
 * A text has any number of conditions, with commas between them. It asks for the rows that meet all of them.
 *
 *   COLUMN OP VALUE              OP is = (or ==), <, <=, > or >=
 *   COLUMN in (VALUE, VALUE, …)  the column has one of these values
 *   COLUMN begins VALUE          the column's bytes begin with the value; for text, hex and base64
 *   COLUMN is null               for columns that the layout marks with null_first or null_last
 *   COLUMN is not null           likewise
 *
 * A value is written as its column's type writes it. Integers are decimal digits after an optional -. Other
 * numbers are written like -2.5, 6e-7 or inf, with a point in every locale. Text ends at a blank or comma, as
 * in host = web-1; text that is empty or holds a blank or one of , ( ) < > = " \ must stand in double quotes,
 * in which \" \\ and \xHH are a quote, a backslash and any byte. Values of types such as time(ms) may stand
 * in quotes, too. Blanks, tabs and line ends may stand between names, signs and values. */
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

/* Conditions and their values. Immutable: share them between threads. They no longer need the text, the
 * layout or the types. */
typedef struct rowkey_conditions {
  const rowkey_condition *conditions; /* in the order of the text, on columns of the layout's schema */
  size_t count;
  const size_t *begin, *end; /* condition i is bytes begin[i] to end[i] - 1 of the text */
} rowkey_conditions;

/* Parses the `length` bytes at `text`, which may be any bytes. `types` says how the values of times, UUIDs
 * and the like are written: a type or NULL for each column of the layout's schema; `types` may be NULL if all
 * columns hold plain numbers or text. A new name in a column of uid(FILE, grow) gets an id.
 *
 * Returns NULL and fills `error` on failure. Its text shows the conditions with a caret, and error->offset is
 * the byte concerned. ROWKEY_ERROR_SYNTAX: the text is not as above. ROWKEY_ERROR_COLUMN: the schema lacks
 * the column. ROWKEY_ERROR_TYPE: a comparison that the column's type does not have. ROWKEY_ERROR_NUMBER: text
 * that is not a value of the column's type. ROWKEY_ERROR_RANGE and ROWKEY_ERROR_IO: as dictionary.h says, for
 * uid(FILE). Without a caret: ROWKEY_ERROR_ARGUMENT for a NULL, or for a type whose values the column
 * error->column cannot hold; and ROWKEY_ERROR_MEMORY. */
ROWKEY_CHECKED rowkey_conditions *rowkey_conditions_parse(const rowkey_layout *layout,
                                                          const rowkey_column_type *const *types,
                                                          const char *text, size_t length,
                                                          rowkey_error *error);

ROWKEY_API void rowkey_conditions_free(rowkey_conditions *conditions); /* NULL is allowed */

/* Parses conditions and finds their ranges. Returns NULL and fills `error` as rowkey_conditions_parse and
 * rowkey_ranges_find do. For an error of rowkey_ranges_find about a column, a caret shows the last condition
 * on it; error->offset is its place in the text, and error->column the column. */
ROWKEY_CHECKED rowkey_ranges *rowkey_ranges_where(const rowkey_layout *layout,
                                                  const rowkey_column_type *const *types, const char *text,
                                                  size_t length, size_t most, rowkey_error *error);

#ifdef __cplusplus
}
#endif

#endif
