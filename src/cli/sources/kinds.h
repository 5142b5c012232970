/* What the built-in sources have in common. */
#ifndef ROWKEY_CLI_SOURCES_KINDS_H
#define ROWKEY_CLI_SOURCES_KINDS_H

#include "sources/made.h"

extern const struct made_kind sequential_kind, random_kind, timestamps_kind, zipf_kind, matrix_kind;

/* Bytes of a number's text, and of a name: four or five letters and the digits of a number below the last of
 * these. */
enum { MADE_DECIMAL_SIZE = 20 };
#define MADE_NAMES_MAX UINT64_C(1000000000000)

/* Streams of random numbers. */
enum { MADE_IDS, MADE_JITTER, MADE_HOSTS, MADE_EVENTS, MADE_ITEMS, MADE_USERS /* and from there on */ };

/* The value of the source's parameter of this name. */
uint64_t made_value(const struct made_source *made, const char *name);

/* Random numbers of rows first … */
void made_random(const struct made_source *made, unsigned stream, uint64_t first, size_t rows,
                 uint64_t *values);

/* Makes of random numbers even ones from 0 to bound - 1; bound 0 leaves them as they are. */
void made_below(uint64_t *values, size_t rows, uint64_t bound);

/* These say what a column's values are, of what is in made->numbers: the numbers, their text in unpadded
 * decimal, or `prefix` and as many digits as `last` has. */
void made_numbers(struct made_source *made, size_t column, size_t rows);
void made_decimal(struct made_source *made, size_t column, size_t rows);
void made_name(struct made_source *made, size_t column, size_t rows, const char *prefix, uint64_t last);

/* Columns of times: `ticks` a second from second `start` on, `rate` rows a second, each up to `jitter` ticks
 * late. */
#define MADE_TIME_PARAMETERS                                                        \
  {"start", 1700000000, 0, UINT64_MAX}, {"rate", 1000, 1, UINT64_C(1000000000000)}, \
      {"ticks", 1000, 1, 1000000000}, {                                             \
    "jitter", 0, 0, UINT64_C(1000000000000000000)                                   \
  }
bool made_times_open(struct made_source *made, struct failure *failure);
void made_times(struct made_source *made, size_t column, uint64_t first, size_t rows);

/* A column of one of ten events. */
void made_events(struct made_source *made, size_t column, uint64_t first, size_t rows);

#endif
