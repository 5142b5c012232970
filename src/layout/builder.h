/* What the steps of compilation share, and how they add to the layout being made. All functions that return a
 * pointer return NULL, and all that return bool false, after an error or when memory is exhausted. */
#ifndef ROWKEY_LAYOUT_BUILDER_H
#define ROWKEY_LAYOUT_BUILDER_H

#include "layout/ast.h"
#include "layout/plan.h"

enum { BUCKETS = 1024 };

struct builder {
  struct diagnostic diagnostic;
  struct rowkey_layout *layout;
  struct value *buckets[BUCKETS]; /* values by their hash, to find equal ones */
};

/* The value that equals `wanted`, which is made if there is none. */
struct value *rowkey_intern(struct builder *builder, const struct value *wanted);

/* ---- check.c: expressions to values ----------------------------------------------------------- */

struct value *rowkey_check_expression(struct builder *builder, const struct node *node);
/* A call of md5 or random. */
struct value *rowkey_check_call(struct builder *builder, const struct node *node);
struct slice rowkey_source_of(const struct builder *builder, size_t begin, size_t end);

/* ---- fields.c: fields to parts --------------------------------------------------------------- */

/* Adds the field to the sequence: literal bytes if it is constant, else a part. */
bool rowkey_add_field(struct builder *builder, struct sequence *sequence, const struct field_node *field);

/* ---- sequence.c ------------------------------------------------------------------------------ */

bool rowkey_add_literal(struct builder *builder, struct sequence *sequence, const char *bytes, size_t size,
                        size_t offset);
bool rowkey_add_part(struct builder *builder, struct sequence *sequence, const struct part *part);
/* When all parts are there: widths, runs and pieces. */
bool rowkey_finish_sequence(struct builder *builder, struct sequence *sequence);
/* That the fields of a key can be told apart: a part that varies and is not the last is followed by a
 * delimiter. */
bool rowkey_check_delimiters(struct builder *builder, struct sequence *key);
bool rowkey_sequences_equal(const struct sequence *a, const struct sequence *b);

#endif
