/* What the steps of compilation share, and how they add to the layout being made. All functions that return a
 * pointer return NULL, and all that return bool false, after an error or when memory is exhausted. */
#ifndef ROWKEY_LAYOUT_BUILDER_H
#define ROWKEY_LAYOUT_BUILDER_H

#include "layout/ast.h"
#include "plan/plan.h"

enum { BUCKETS = 1024 };

struct hash_function;
struct text_function;

/* One side of an operator. */
struct operand {
  struct value *value;
  const struct node *node;
};

struct builder {
  struct diagnostic diagnostic;
  struct rowkey_layout *layout;
  const struct sequence *rest; /* the items right of the current field, one sequence each */
  size_t rest_count;
  size_t part_count;              /* of all sequences */
  size_t literal_bytes;           /* the same */
  struct value *buckets[BUCKETS]; /* values by their hash, to find equal ones */
};

/* The value that equals `wanted`, which is made if there is none. */
struct value *rowkey_intern(struct builder *builder, const struct value *wanted);

/* Whether two operands of interned values are one: constants of text and floats are not interned, and
 * compared by their bytes. NULL is allowed. */
bool rowkey_same_operand(const struct value *a, const struct value *b);

/* ---- check.c: expressions to values ----------------------------------------------------------- */

struct value *rowkey_check_expression(struct builder *builder, const struct node *node);
struct slice rowkey_source_of(const struct builder *builder, size_t begin, size_t end);
/* rowkey_intern, with the node as the value's source. */
struct value *rowkey_intern_at(struct builder *builder, struct value *wanted, const struct node *node);
/* Always NULL. */
struct value *rowkey_type_error(const struct builder *builder, size_t offset, const char *expected,
                                const char *problem);
/* The column that the node names. */
struct value *rowkey_check_column(struct builder *builder, const struct node *node, bool null_allowed);

/* ---- operators.c ----------------------------------------------------------------------------- */

/* Fails unless it is one. */
bool rowkey_require_integer(const struct builder *builder, const struct value *value,
                            const struct node *node);
struct value *rowkey_constant(struct builder *builder, struct integer number, enum value_type type,
                              const struct node *node);
/* The result of an operation on constants, computed without bounds: it must fit one of the two types. */
struct value *rowkey_folded(struct builder *builder, struct range result, const struct node *node);
/* Bits of the hash, 1 to 64 from bit `begin` on, as a u64 that is still to be interned. */
struct value rowkey_hash_bits(struct value *hash, unsigned begin, unsigned bits);
/* `value` as an i64. */
struct value *rowkey_to_i64(struct builder *builder, struct value *value, const struct node *node);
/* Brings both sides to one type. */
bool rowkey_unify(struct builder *builder, struct value **left, struct value **right,
                  const struct operand operands[2]);
/* Besides the signs of struct node. */
enum { FLOORMOD_SIGN = 'f' };
/* The result of the operator, whose sign stands at `offset`. */
struct value *rowkey_check_operation(struct builder *builder, char sign, size_t offset,
                                     const struct operand operands[2], const struct node *node);
/* The constants for division by `divisor`. */
const rowkey_divisor *rowkey_make_divisor(struct builder *builder, uint64_t divisor);
struct value *rowkey_check_binary(struct builder *builder, const struct node *node);
struct value *rowkey_check_negation(struct builder *builder, const struct node *node);

/* ---- constants.c ----------------------------------------------------------------------------- */

/* The number that an expression of integers and signs alone is. */
struct value *rowkey_check_constant(struct builder *builder, const struct node *node);
/* The operator of two values that are constant, as calls of functions can be. */
struct value *rowkey_fold(struct builder *builder, char sign, const struct operand operands[2],
                          const struct node *node);

/* ---- operation_calls.c ------------------------------------------------------------------------ */

/* A call with its arguments: what follows from those, and the value. Its name or sign is at `offset`. */
struct value *rowkey_check_result(struct builder *builder, struct value *wanted,
                                  const struct operand *operands, size_t offset, const struct node *node);
/* Fails unless it is an integer that counts units of time. */
bool rowkey_require_instant(const struct builder *builder, const struct operand *operand);
/* Functions that describe themselves. */
struct value *rowkey_call_operation(struct builder *builder, const struct operation *operation,
                                    const struct node *node);

/* ---- coalesce_call.c ------------------------------------------------------------------------- */

struct value *rowkey_call_coalesce(struct builder *builder, const struct node *node);
/* null_first and null_last */
struct value *rowkey_call_null_marker(struct builder *builder, const struct node *node);
/* The floating-point number of digits with a point, with a sign before them where `negative`. */
struct value *rowkey_float_constant(struct builder *builder, const struct node *node, bool negative);

/* ---- calls.c, text_calls.c, hash_calls.c: functions -------------------------------------------- */

struct value *rowkey_check_call(struct builder *builder, const struct node *node);
/* Name number `index` of all functions; at == NULL after the last one, as in the next two. */
struct slice rowkey_function_name(const void *unused, size_t index);
/* NULL, without an error, when no function of text has this name. */
const struct text_function *rowkey_find_text_function(struct slice name);
/* Name number `index` of the functions of text. */
struct slice rowkey_text_function_name(size_t index);
struct value *rowkey_call_text(struct builder *builder, const struct text_function *function,
                               const struct node *node);
/* Fails unless it is one. */
bool rowkey_require_text(const struct builder *builder, const struct operand *operand);
/* NULL, without an error, when no hash has this name. */
const struct hash_function *rowkey_find_hash(struct slice name);
/* Name number `index` of the hashes. */
struct slice rowkey_hash_name(size_t index);
/* Name number `index` of the options of the struct hash_function. */
struct slice rowkey_hash_option_name(const void *function, size_t index);
struct value *rowkey_call_hash(struct builder *builder, const struct hash_function *function,
                               const struct node *node);
/* The values of exactly `count` arguments, which are expressions without formats. */
bool rowkey_read_operands(struct builder *builder, const struct node *call, size_t count,
                          const char *expected, struct operand *operands);
/* The same where options may follow. */
bool rowkey_read_arguments(struct builder *builder, const struct node *call, size_t count,
                           const char *expected, struct operand *operands);
/* The arguments side by side. */
struct sequence *rowkey_message_of(struct builder *builder, const struct node *call);
bool rowkey_no_options(const struct builder *builder, const struct node *call);

/* ---- time_calls.c: functions of instants ------------------------------------------------------ */

struct value *rowkey_call_truncate(struct builder *builder, const struct node *node);
/* Name number `index` of the units that it takes; at == NULL after the last one. */
struct slice rowkey_period_name(const void *unused, size_t index);
struct value *rowkey_call_reverse_time(struct builder *builder, const struct node *node);
/* hour, minute, second */
struct value *rowkey_call_clock(struct builder *builder, const struct node *node);

/* ---- fields.c: fields to parts --------------------------------------------------------------- */

/* Adds the field to the sequence: literal bytes if it is constant, else a part. */
bool rowkey_add_field(struct builder *builder, struct sequence *sequence, const struct field_node *field);

/* ---- sequence.c ------------------------------------------------------------------------------ */

bool rowkey_add_literal(struct builder *builder, struct sequence *sequence, const char *bytes, size_t size,
                        size_t offset);
/* All of `from` after what is there. */
bool rowkey_append_sequence(struct builder *builder, struct sequence *sequence, const struct sequence *from,
                            size_t offset);
bool rowkey_add_part(struct builder *builder, struct sequence *sequence, const struct part *part);
/* How many copies it takes to make the text of a row, besides the one into a sequence. */
size_t rowkey_copies_of_text(const struct value *text);
/* Fails when that is too many, so that no template makes texts grow beyond the memory. */
bool rowkey_limit_copies(struct builder *builder, size_t copies, size_t offset);
/* Called when all parts are there: rowkey_arrange_sequence, unless that makes the layout too large. */
bool rowkey_finish_sequence(struct builder *builder, struct sequence *sequence);
/* Checks that the fields of a key can be distinguished: a part that varies and is not the last is followed by
 * a delimiter. */
bool rowkey_check_delimiters(struct builder *builder, struct sequence *key);
bool rowkey_sequences_equal(const struct sequence *a, const struct sequence *b);

#endif
