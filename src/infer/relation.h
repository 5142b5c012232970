/* Functions that keys are salted by, and whether their results make what stands in keys. */
#ifndef ROWKEY_INFER_RELATION_H
#define ROWKEY_INFER_RELATION_H

#include "infer/draft.h"
#include "infer/wide_numbers.h"

enum {
  PROBES = 32, /* keys that a relation is looked for in */
  ROWKEY_FUNCTIONS = 29
};

enum result { RESULT_WIDE, RESULT_INT, RESULT_UNSIGNED }; /* of 128 bits, a Java int, of up to 64 bits */

struct function {
  const char *pattern; /* with $ for the argument */
  enum result result;
};
extern const struct function rowkey_functions[ROWKEY_FUNCTIONS];

/* Whether it is the number itself, and no hash of it. */
static inline bool takes_a_number(const struct function *function) { return function->pattern[1] == 0; }

/* The results of one function for some keys, and the numbers that a piece spells in them. */
struct pairs {
  struct wide_number hashes[PROBES], numbers[PROBES];
  size_t rows;
};

/* The number that the piece spells at `at`. */
struct wide_number rowkey_piece_number(const struct piece *piece, const uint8_t *at);

/* Fills in the pattern of the piece, and its modulus, where these results make its numbers. */
bool rowkey_relate(const struct pairs *pairs, const struct function *function, struct piece *piece);

#endif
