/* What the files that explain a layout share. */
#ifndef ROWKEY_EXPLAIN_EXPLAIN_H
#define ROWKEY_EXPLAIN_EXPLAIN_H

#include <rowkey/explain.h>

#include "kernels/kernel_table.h"
#include "plan/facts.h"
#include "plan/image.h"

struct explaining {
  struct arena *arena;
  const struct rowkey_layout *layout;
  const struct rowkey_kernels *kernels; /* that an encoder would run */
  uint64_t stride;
  const struct facts *facts;      /* of layout->values */
  const struct image *images;     /* the same */
  rowkey_explained_field *fields; /* of layout->key.parts, until they are joined */
  size_t *sorted;                 /* result->sorted */
  rowkey_explanation *result;
  rowkey_warning *warnings;
  size_t warning_count, warning_capacity;
};

static inline struct known_values known_values_of(const struct explaining *explaining) {
  return (struct known_values){explaining->images, explaining->facts};
}
static inline const struct facts *facts_of(const struct explaining *explaining, const struct value *value) {
  return &explaining->facts[value->index];
}

static inline const struct image *image_of(const struct explaining *explaining, const struct value *value) {
  return &explaining->images[value->index];
}

/* All functions return false when memory is exhausted. */

/* ---- fields.c -------------------------------------------------------------------------------- */

/* Fills in the fields, and the least and the most bytes of a key. */
bool rowkey_find_fields(struct explaining *explaining);

/* Makes one field of parts that were written as one. After this the fields are not those of the parts. */
bool rowkey_join_fields(struct explaining *explaining);

/* ---- alternatives.c -------------------------------------------------------------------------- */

/* Fills in the other formats of a field whose source and range are known. */
bool rowkey_find_alternatives(const struct explaining *explaining, const struct part *part,
                              rowkey_explained_field *field);

/* ---- key_order.c ----------------------------------------------------------------------------- */

/* Fills in how the keys sort, from the fields. */
bool rowkey_find_key_order(struct explaining *explaining);

/* ---- plan_steps.c ---------------------------------------------------------------------------- */

bool rowkey_find_steps(struct explaining *explaining);

/* ---- warnings.c ------------------------------------------------------------------------------ */

/* What a warning is about. */
struct place {
  size_t field, offset; /* ROWKEY_NONE for none */
};

/* In the field of the key that has it, if any has. */
struct place rowkey_place_of_offset(const struct explaining *explaining, size_t offset);

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

/* Warnings about the first field that is no literal. */
bool rowkey_warn_of_prefix(struct explaining *explaining);
bool rowkey_warn_of_hashes(struct explaining *explaining);

#endif
