/* Facts about the values and parts of a plan that hold for all rows. */
#ifndef ROWKEY_PLAN_FACTS_H
#define ROWKEY_PLAN_FACTS_H

#include <rowkey/explain.h>

#include "plan/image.h"

/* ROWKEY_NONE stands for no limit: a sum or product with an unlimited size is unlimited. */
static inline size_t add_sizes(size_t a, size_t b) {
  return a == ROWKEY_NONE || b == ROWKEY_NONE || a > SIZE_MAX - 1 - b ? ROWKEY_NONE : a + b;
}
static inline size_t multiply_sizes(size_t a, size_t b) {
  return a == ROWKEY_NONE || (b != 0 && a > (SIZE_MAX - 1) / b) ? ROWKEY_NONE : a * b;
}

/* ---- facts.c: where values come from, and whether they rise or fall with a column ---------------- */

/* For facts.column: the value is made from more than one. */
#define SEVERAL_COLUMNS (ROWKEY_NONE - 1)

/* For facts.step: the step is unknown; a small move of the column may leave the value unchanged. */
#define STEP_UNKNOWN UINT64_MAX
enum { STEP_BELOW_ONE = 0 };

struct facts {
  size_t column;             /* or ROWKEY_NONE, or SEVERAL_COLUMNS */
  const struct value *leaf;  /* an ordered value follows this column, or this coalesce of a column */
  rowkey_order order;        /* ascending: the value never falls; descending: it never rises */
  bool strict;               /* two values of the leaf never make the same value */
  uint64_t step;             /* how far the value moves when the leaf moves by 1 */
  bool reversible;           /* the value determines its columns */
  bool hashed, random;       /* made from a hash, from random() */
  size_t min_size, max_size; /* of text; ROWKEY_NONE for no limit */
};

/* The facts of all values, by index, from their images. NULL when the arena's memory is exhausted. */
struct facts *rowkey_find_facts(struct arena *arena, const struct rowkey_layout *layout,
                                const struct image *images);

/* facts.column of a value that is made from two others, whose facts.column are `a` and `b`. */
size_t rowkey_join_columns(size_t a, size_t b);

/* ---- widths.c -------------------------------------------------------------------------------- */

/* The number of digits without padding. */
size_t rowkey_digits(uint64_t number, uint64_t base);
/* What is known about the values, by index. */
struct known_values {
  const struct image *images;
  const struct facts *facts; /* filled only for the values before the one in question */
};
/* The least and the greatest width of the part in bytes. */
void rowkey_find_width(struct known_values known, const struct part *part, size_t *least, size_t *most);
/* The same for the text `value`. */
void rowkey_find_text_size(struct known_values known, const struct value *value, size_t *least, size_t *most);

/* ---- order.c --------------------------------------------------------------------------------- */

/* How the bytes of part `index` of the key sort. */
rowkey_order rowkey_order_of_part(const struct sequence *key, size_t index, const struct image *images);
rowkey_order rowkey_reversed_order(rowkey_order order);

/* ---- may_hold.c: bytes ------------------------------------------------------------------------- */

/* Sets layout->may_hold and layout->may_add from its key. False when memory is exhausted. */
bool rowkey_find_bytes(struct rowkey_layout *layout);

/* Adds the bytes that part `index` of the sequence can hold, where text columns hold any. */
void rowkey_add_part_bytes(const struct sequence *sequence, size_t index, const struct image *images,
                           uint8_t set[32]);

#endif
