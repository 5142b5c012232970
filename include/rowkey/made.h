/* Made rows: records of built-in kinds, for designing a table whose data is not there yet. Experimental.
 *
 *     rowkey_made *made = rowkey_made_create("zipf(users=1000)", 16, 4000000, 0, &error);
 *     rowkey_batch rows;
 *     if (made != NULL && rowkey_made_rows(made, 0, 1000, &rows, &error) == ROWKEY_OK)
 *       printf("%d rows of %s\n", (int)rows.rows, rowkey_made_name(made));
 *     rowkey_made_free(made);
 *
 * Row i is the same however the rows are asked for: its random numbers are those of SplitMix64 with the
 * number of the row.
 */
#ifndef ROWKEY_MADE_H
#define ROWKEY_MADE_H

#ifndef ROWKEY_EXPERIMENTAL
#error "rowkey/made.h is experimental: define ROWKEY_EXPERIMENTAL before including it"
#endif

#include <rowkey/encode.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Kinds ------------------------------------------------------------------------------------- */

/* A number that a kind leaves open, from `least` to `most`. */
typedef struct rowkey_made_parameter {
  const char *name;
  uint64_t value; /* the default */
  uint64_t least, most;
  bool is_decimal; /* a decimal, as 1.2: above `least` then */
} rowkey_made_parameter;

enum { ROWKEY_MADE_PARAMETERS = 6, ROWKEY_MADE_COLUMNS = 5 };

/* A kind of rows, such as zipf. */
typedef struct rowkey_made_kind {
  const char *name;
  const char *usage;                                        /* what may follow the name: "(start=0,step=1)" */
  const char *summary;                                      /* the columns, and what is in them */
  rowkey_made_parameter parameters[ROWKEY_MADE_PARAMETERS]; /* a NULL name ends them */
} rowkey_made_kind;

/* Kind number `index`; NULL after the last one. */
ROWKEY_API const rowkey_made_kind *rowkey_made_kind_at(size_t index);

/* ---- Rows -------------------------------------------------------------------------------------- */

/* Rows of a kind, and the memory that they are made in. Only one call at a time may use it. */
typedef struct rowkey_made rowkey_made;

/* Creates `rows` rows of "name" or "name(parameter=value,…)". Returns NULL and fills `error` on failure:
 * ROWKEY_ERROR_TYPE for a kind or parameter that does not exist, a parameter given twice, and a value that is
 * not a number or out of its range; ROWKEY_ERROR_SYNTAX for text that does not end in `)`;
 * ROWKEY_ERROR_RANGE, with error->column, for more rows than 64-bit numbers of a column allow. */
ROWKEY_CHECKED rowkey_made *rowkey_made_create(const char *text, size_t length, uint64_t rows, uint64_t seed,
                                               rowkey_error *error);
ROWKEY_API void rowkey_made_free(rowkey_made *made); /* NULL is allowed */

/* The kind with all parameters, for people: "sequential(start=0,step=1)". It belongs to `made`. NULL for
 * NULL. */
ROWKEY_API const char *rowkey_made_name(const rowkey_made *made);

/* The schema of the rows, which belongs to `made`, and in *count its columns. NULL and 0 for NULL. */
ROWKEY_API const rowkey_column *rowkey_made_columns(const rowkey_made *made, size_t *count);

/* Says that the layout, which was compiled for these columns, will be given the rows: from the first call on,
 * only columns that such layouts use are made. ROWKEY_ERROR_ARGUMENT for a layout of other columns. */
ROWKEY_CHECKED rowkey_status rowkey_made_use(rowkey_made *made, const rowkey_layout *layout,
                                             rowkey_error *error);

/* Makes rows from row `first` on: *batch becomes at most `most` of them, and fewer where their texts are
 * long, or they end. They are numbered as rows `first`, first + 1, … of their input, and lie in memory of
 * `made`, until more rows are asked for. */
ROWKEY_CHECKED rowkey_status rowkey_made_rows(rowkey_made *made, uint64_t first, size_t most,
                                              rowkey_batch *batch, rowkey_error *error);

#ifdef __cplusplus
}
#endif

#endif
