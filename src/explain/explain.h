/* What the files share that explain a layout. */
#ifndef ROWKEY_EXPLAIN_EXPLAIN_H
#define ROWKEY_EXPLAIN_EXPLAIN_H

#include <rowkey/explain.h>

#include "kernel_table.h"
#include "plan/plan.h"

/* Of `column`: made from more than one. */
#define SEVERAL_COLUMNS (ROWKEY_NONE - 1)

/* Of `step`: nothing is known of it; and equal or neighbouring values of the column make equal ones. */
#define STEP_UNKNOWN UINT64_MAX
enum { STEP_BELOW_ONE = 0 };

/* What is known of a value of the plan about where it comes from. */
struct facts {
  size_t column;             /* or ROWKEY_NONE, or SEVERAL_COLUMNS */
  const struct value *leaf;  /* the column, or coalesce of it, that an ordered value rises or falls with */
  rowkey_order order;        /* how it does: never falls (ascending), never rises (descending) */
  bool strict;               /* and it is never the same for two values of the leaf */
  uint64_t step;             /* how far it moves when the leaf moves by 1 */
  bool reversible;           /* its columns can be told from it */
  bool hashed, random;       /* made from a hash, from random() */
  size_t min_size, max_size; /* of text; ROWKEY_NONE for no limit */
};

struct explaining {
  struct arena *arena;
  const struct rowkey_layout *layout;
  const struct rowkey_kernels *kernels; /* that an encoder would run */
  uint64_t stride;
  struct facts *facts;            /* of layout->values */
  rowkey_explained_field *fields; /* of layout->key.parts */
  rowkey_explanation *result;
  rowkey_warning *warnings;
  size_t warning_count, warning_capacity;
};

static inline const struct facts *facts_of(const struct explaining *explaining, const struct value *value) {
  return &explaining->facts[value->index];
}

static inline bool is_constant(const struct value *value) {
  return value->kind == VALUE_CONSTANT || value->kind == VALUE_TEXT_CONSTANT;
}

/* ROWKEY_NONE stands for no limit, and absorbs. */
static inline size_t add_sizes(size_t a, size_t b) {
  return a == ROWKEY_NONE || b == ROWKEY_NONE || a > SIZE_MAX - 1 - b ? ROWKEY_NONE : a + b;
}
static inline size_t multiply_sizes(size_t a, size_t b) {
  return a == ROWKEY_NONE || (b != 0 && a > (SIZE_MAX - 1) / b) ? ROWKEY_NONE : a * b;
}

/* ---- facts.c --------------------------------------------------------------------------------- */

/* All return false when memory is exhausted. */
bool rowkey_find_facts(struct explaining *explaining);

/* ---- widths.c -------------------------------------------------------------------------------- */

size_t rowkey_digits(uint64_t number, uint64_t base);
/* The numbers of an integer field that a key can hold. */
struct range rowkey_range_in_key(const struct part *part);
/* The bytes that the part takes at least and at most, from the facts of the values before it. */
void rowkey_find_width(const struct facts *facts, const struct part *part, size_t *least, size_t *most);
/* The same of the text `value`. */
void rowkey_find_text_size(const struct facts *facts, const struct value *value, size_t *least, size_t *most);
/* Fills in binary and text. */
void rowkey_find_alternatives(const struct part *part, rowkey_explained_field *field);

/* ---- order.c --------------------------------------------------------------------------------- */

/* How the bytes of part `index` of the key sort. */
rowkey_order rowkey_order_of_part(const struct sequence *key, size_t index);
rowkey_order rowkey_reversed_order(rowkey_order order);
/* Fills in how the keys sort, from the fields. */
bool rowkey_find_key_order(struct explaining *explaining);

/* ---- plan_steps.c ---------------------------------------------------------------------------- */

bool rowkey_find_steps(struct explaining *explaining);

/* ---- remainder.c ----------------------------------------------------------------------------- */

/* A number between 0 and modulus - 1, or the negative of one, made from `dividend`. */
struct remainder {
  const struct value *dividend; /* NULL when it is none */
  uint64_t modulus;
};

struct remainder rowkey_remainder_of(const struct value *value);
/* What differs from the integer `value` in its sign, or in the bits from the 32nd on, at most. */
const struct value *rowkey_without_sign(const struct value *value);

/* ---- spread.c -------------------------------------------------------------------------------- */

enum spread { SPREAD_UNKNOWN, SPREAD_EVEN, SPREAD_UNEVEN };

/* Of numbers made from hashes or random() alone: whether all in their range are about equally frequent. */
enum spread rowkey_spread_of(const struct value *value);

/* ---- warnings.c ------------------------------------------------------------------------------ */

/* What a warning is about. */
struct place {
  size_t field, offset; /* ROWKEY_NONE for none */
};

__attribute__((format(printf, 5, 6))) bool rowkey_warn(struct explaining *explaining, const char *id,
                                                       bool is_note, struct place place, const char *format,
                                                       ...);

/* A field of the key that is no literal, while it is looked at. */
struct subject {
  struct place place;
  const struct part *part;
  const struct facts *facts;
  const rowkey_explained_field *field;
  bool is_first;
  struct shown shown; /* as it was written */
};

typedef bool warning(struct explaining *explaining, const struct subject *subject);

/* Asks for a warning of each field. */
bool rowkey_warn_of_each(struct explaining *explaining, warning *warn);
bool rowkey_warn_of_fields(struct explaining *explaining);

/* ---- prefix_warnings.c, hash_warnings.c -------------------------------------------------------- */

/* About the first field that is no literal. */
bool rowkey_warn_of_prefix(struct explaining *explaining);
bool rowkey_warn_of_hashes(struct explaining *explaining);

#endif
