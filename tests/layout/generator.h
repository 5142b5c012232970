/* Random layouts and random records for them. */
#ifndef ROWKEY_TESTS_GENERATOR_H
#define ROWKEY_TESTS_GENERATOR_H

#include "batch.h"
#include "model.h"

/* Columns of random_batch. Numbers are small, then any; instants are milliseconds; texts are a few letters,
 * then words in UTF-8, then any bytes, then so many of these as the column says; floating-point numbers are
 * floats, then any. Those of the last line have nulls, the others once in a long while. */
enum {
  SMALL_U64,
  ANY_U64,
  SMALL_I64,
  ANY_I64,
  TIME,
  PLAIN_TEXT,
  WORDS,
  ANY_TEXT,
  FIXED_TEXT,
  SHORT_F64,
  ANY_F64,
  ANY_F32,
  NULL_U64,
  NULL_I64,
  NULL_TEXT,
  NULL_F64,
  COLUMN_COUNT
};
extern const char *const column_names[COLUMN_COUNT];
enum { FIXED_WIDTH = 5 }; /* of FIXED_TEXT */

struct batch random_batch(size_t rows);

/* Numbers of all sizes, each as likely. */
uint64_t random_magnitude(void);

/* A layout for the columns of random_batch, good until the next call; its template goes to `text`. */
struct model random_model(char *text, size_t capacity);

/* The template of a model, in one of the ways that it can be written. */
void write_template(const struct model *model, char *text, size_t capacity);

#endif
