/* What kinds of made rows have in common. */
#ifndef ROWKEY_SRC_MADE_MADE_H
#define ROWKEY_SRC_MADE_MADE_H

#include <rowkey/made.h>

/* Rows that are made at a time; bytes of a number's text, and of a name: four or five letters and the digits
 * of a number below the last of these. */
enum { MADE_ROWS = 2048, MADE_DECIMAL_SIZE = 20 };
#define MADE_NAMES_MAX UINT64_C(1000000000000)

/* Streams of random numbers. */
enum { MADE_IDS, MADE_JITTER, MADE_HOSTS, MADE_EVENTS, MADE_ITEMS, MADE_USERS /* and from there on */ };

struct made_column {
  const char *name;
  rowkey_type type;
  /* Makes the values of rows first … first + rows - 1, rows <= MADE_ROWS, in made->columns[column]. */
  void (*make)(rowkey_made *made, size_t column, uint64_t first, size_t rows);
};

/* The columns end before the first one without a name. */
struct made_kind {
  rowkey_made_kind told;
  struct made_column columns[ROWKEY_MADE_COLUMNS];
  size_t text_size; /* the most bytes of a text */
  /* NULL when there is nothing to be done. Fails when numbers would pass 64 bits. */
  rowkey_status (*open)(rowkey_made *made, rowkey_error *error);
};

extern const struct made_kind rowkey_made_sequential, rowkey_made_random, rowkey_made_timestamps,
    rowkey_made_zipf, rowkey_made_matrix;

/* All of them, then NULL. */
extern const struct made_kind *const rowkey_all_made_kinds[];

struct rowkey_made {
  const struct made_kind *kind;
  char *name; /* with all parameters */
  uint64_t rows, seed;
  uint64_t values[ROWKEY_MADE_PARAMETERS];
  double exponent; /* the only parameter that is a decimal */
  double state[4]; /* the kind's */
  rowkey_column schema[ROWKEY_MADE_COLUMNS];
  size_t column_count;
  bool is_chosen; /* some layout has said what it uses */
  bool used[ROWKEY_MADE_COLUMNS];
  rowkey_values columns[ROWKEY_MADE_COLUMNS];
  uint64_t *numbers[ROWKEY_MADE_COLUMNS]; /* MADE_ROWS numbers, then where texts begin, then where they end */
  uint8_t *texts[ROWKEY_MADE_COLUMNS];
};

/* Sets the kind, its parameters and the name. */
rowkey_status rowkey_made_parse(rowkey_made *made, const char *text, size_t length, rowkey_error *error);

/* ---- Values ------------------------------------------------------------------------------------ */

/* For batch functions whose arguments are right. */
static inline void cannot_fail(rowkey_status status) { (void)status; }

/* The value of the parameter of this name. */
uint64_t rowkey_made_value(const rowkey_made *made, const char *name);

/* Random numbers of rows first … */
void rowkey_made_numbers(const rowkey_made *made, unsigned stream, uint64_t first, size_t rows,
                         uint64_t *values);

/* Makes of random numbers even ones from 0 to bound - 1; bound 0 leaves them as they are. */
void rowkey_made_below(uint64_t *values, size_t rows, uint64_t bound);

/* These say what a column's values are, of what is in made->numbers: the numbers, their text in unpadded
 * decimal, or `prefix` and as many digits as `last` has. */
void rowkey_put_numbers(rowkey_made *made, size_t column, size_t rows);
void rowkey_put_decimals(rowkey_made *made, size_t column, size_t rows);
void rowkey_put_names(rowkey_made *made, size_t column, size_t rows, const char *prefix, uint64_t last);

/* Columns of times: `ticks` a second from second `start` on, `rate` rows a second, each up to `jitter` ticks
 * late. `column` is that of ts. */
#define MADE_TIME_PARAMETERS                                                                      \
  {"start", 1700000000, 0, UINT64_MAX, false}, {"rate", 1000, 1, UINT64_C(1000000000000), false}, \
      {"ticks", 1000, 1, 1000000000, false}, {                                                    \
    "jitter", 0, 0, UINT64_C(1000000000000000000), false                                          \
  }
rowkey_status rowkey_made_open_times(rowkey_made *made, size_t column, rowkey_error *error);
void rowkey_made_times(rowkey_made *made, size_t column, uint64_t first, size_t rows);

/* A column of one of ten events. */
void rowkey_made_events(rowkey_made *made, size_t column, uint64_t first, size_t rows);

/* The error of rows that 64 bits do not hold. */
rowkey_status rowkey_made_too_many(const rowkey_made *made, size_t column, rowkey_error *error);

#endif
