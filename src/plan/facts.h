/* What is known of the values and parts of a plan for all rows. */
#ifndef ROWKEY_PLAN_FACTS_H
#define ROWKEY_PLAN_FACTS_H

#include <rowkey/explain.h>

#include "plan/image.h"

/* ROWKEY_NONE stands for no limit, and absorbs. */
static inline size_t add_sizes(size_t a, size_t b) {
  return a == ROWKEY_NONE || b == ROWKEY_NONE || a > SIZE_MAX - 1 - b ? ROWKEY_NONE : a + b;
}
static inline size_t multiply_sizes(size_t a, size_t b) {
  return a == ROWKEY_NONE || (b != 0 && a > (SIZE_MAX - 1) / b) ? ROWKEY_NONE : a * b;
}

/* ---- facts.c: where values come from, and whether they rise or fall with a column ---------------- */

/* For facts.column: the value is made from more than one. */
#define SEVERAL_COLUMNS (ROWKEY_NONE - 1)

/* For facts.step: nothing is known of it; and the value stays the same where the column moves a little. */
#define STEP_UNKNOWN UINT64_MAX
enum { STEP_BELOW_ONE = 0 };

struct facts {
  size_t column;             /* or ROWKEY_NONE, or SEVERAL_COLUMNS */
  const struct value *leaf;  /* the column, or coalesce of it, that an ordered value rises or falls with */
  rowkey_order order;        /* how it does: never falls (ascending), never rises (descending) */
  bool strict;               /* and it is never the same for two values of the leaf */
  uint64_t step;             /* how far it moves when the leaf moves by 1 */
  bool reversible;           /* its columns follow from it */
  bool hashed, random;       /* made from a hash, from random() */
  size_t min_size, max_size; /* of text; ROWKEY_NONE for no limit */
};

/* Those of all values, by index, from their images. NULL when the arena's memory is exhausted. */
struct facts *rowkey_find_facts(struct arena *arena, const struct rowkey_layout *layout,
                                const struct image *images);

/* The one column of values made from `a` and from `b`, or what stands for none and several. */
size_t rowkey_join_columns(size_t a, size_t b);

/* ---- widths.c -------------------------------------------------------------------------------- */

/* Digits of the number without padding. */
size_t rowkey_digits(uint64_t number, uint64_t base);
/* What is known of all values, by index. */
struct known_values {
  const struct image *images;
  const struct facts *facts; /* of those before the value that is asked for */
};
/* The bytes that the part takes at least and at most. */
void rowkey_find_width(struct known_values known, const struct part *part, size_t *least, size_t *most);
/* The same of the text `value`. */
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
