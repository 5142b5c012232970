/* Rows that are made: built-in sources, for designing a table whose data is not there yet. Row i of a source
 * is the same whatever the number of writers, as its random numbers are those of SplitMix64 with the number
 * of the row; each writer has a contiguous part of the rows, as if they stood in files. */
#ifndef ROWKEY_CLI_SOURCES_MADE_H
#define ROWKEY_CLI_SOURCES_MADE_H

#include "settings/options.h"
#include "sources/source.h"

enum { MADE_PARAMETERS = 5, MADE_COLUMNS = 5 };

struct made_source;

/* A number that a source leaves open. */
struct made_parameter {
  const char *name;
  uint64_t value, least, most; /* the default, and which are allowed */
};

struct made_column {
  const char *name;
  rowkey_type type;
  /* Makes the values of rows first … first + rows - 1, rows <= BATCH_ROWS, in made->columns[column]. */
  void (*make)(struct made_source *made, size_t column, uint64_t first, size_t rows);
};

/* A built-in source. Its parameters and columns end before the first one without a name. */
struct made_kind {
  const char *name;
  const char *usage, *summary; /* what --help says may follow the name, and of the rows */
  struct made_parameter parameters[MADE_PARAMETERS];
  bool has_exponent; /* and takes exponent=, a decimal, 1 when not given */
  struct made_column columns[MADE_COLUMNS];
  size_t text_size; /* the most bytes of a text */
  /* NULL when there is nothing to be done. False and `failure` when numbers would pass 64 bits. */
  bool (*open)(struct made_source *made, struct failure *failure);
};

/* All of them, then NULL. */
extern const struct made_kind *const made_kinds[];

/* Reads --source, as made_source_open takes it. */
extern const struct value_reader source_reader;

/* Rows that a writer has left. */
struct made_part {
  uint64_t next, end;
};

/* Begins as {0}. */
struct made_source {
  struct source source; /* first: a struct source * is cast to this */
  const struct made_kind *kind;
  uint64_t values[MADE_PARAMETERS];
  double exponent;
  uint64_t seed;
  double state[4]; /* the kind's */
  rowkey_column schema[MADE_COLUMNS];
  bool used[MADE_COLUMNS];
  rowkey_values columns[MADE_COLUMNS];
  uint64_t *numbers[MADE_COLUMNS]; /* BATCH_ROWS numbers, then where texts begin, then where they end */
  uint8_t *texts[MADE_COLUMNS];
  struct made_part *parts; /* of each writer */
  uint64_t last_first;     /* of the rows that were given last */
};

/* `text` is "name" or "name(parameter=value,...)". The source is to be freed either way. */
bool made_source_open(struct made_source *made, const char *text, uint64_t rows, uint64_t seed,
                      struct failure *failure);

/* Makes it ready for `writers` writers (0: one) of the columns that the layouts use. */
bool made_source_begin(struct made_source *made, size_t writers, const rowkey_layout *const *layouts,
                       size_t layout_count, struct failure *failure);

/* Sets the kind, its parameters and the source's name. */
bool made_source_parse(struct made_source *made, const char *text, struct failure *failure);

#endif
