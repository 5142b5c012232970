/* Layouts as the tests make them up, and what each row's key should be: an interpreter of one row at a time
 * that shares nothing with the library but the kernels' reference. */
#ifndef ROWKEY_TESTS_MODEL_H
#define ROWKEY_TESTS_MODEL_H

#include <stdbool.h>

#include "batch.h"

enum expression_kind { INTEGER, STRING, COLUMN, NEGATION, BINARY, MD5, RANDOM };

struct expression {
  enum expression_kind kind;
  uint64_t magnitude; /* INTEGER, which is negative or not */
  bool negative;
  const char *string; /* STRING: printable, and nothing that needs an escape */
  size_t column;
  char sign; /* BINARY: + - * % */
  const struct expression *left, *right;
  const struct model_field *arguments; /* MD5 */
  size_t argument_count;
  uint64_t ordinal; /* RANDOM: how many calls stand before it in the template */
};

struct model_field {
  const struct expression *expression;
  char format;    /* d x s u i a, or NUL for none */
  unsigned width; /* as it is written in the template: 7 for 07d, 24 for u24, 16 for 16s; 0 for none */
};

enum { MODEL_PARTS_MAX = 16 };

/* Field 0, literal 0, field 1, literal 1, … */
struct model {
  struct model_field fields[MODEL_PARTS_MAX];
  const char *literals[MODEL_PARTS_MAX]; /* without escapes; may be empty */
  size_t count;
};

/* ---- generator.c ----------------------------------------------------------------------------- */

/* A layout for the columns of random_batch, good until the next call; its template goes to `text`. */
struct model random_model(char *text, size_t capacity);
struct batch random_batch(size_t rows);

/* ---- oracle.c -------------------------------------------------------------------------------- */

struct record {
  const struct batch *batch;
  size_t row;
  uint64_t seed;
  uint64_t input_row;
};

enum { BYTES_MAX = 4096 };

struct bytes {
  uint8_t at[BYTES_MAX];
  size_t size;
};

/* The key of a record; false if it has none. */
bool expected_key(const struct model *model, const struct record *record, struct bytes *key);

#endif
