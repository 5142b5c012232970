/* What random layouts are put together from. Pools of expressions and arguments last until begin_template. */
#ifndef ROWKEY_TESTS_RANDOM_PARTS_H
#define ROWKEY_TESTS_RANDOM_PARTS_H

#include "generator.h"

bool rarely(void); /* one time of twelve */
bool coin(void);

/* ---- random_leaves.c ------------------------------------------------------------------------- */

void forget_expressions(void);
struct expression *new_expression(enum expression_kind kind);
const struct expression *constant(uint64_t magnitude, bool negative);
const struct expression *random_constant(void);
const struct expression *random_string(void);
/* `rare` once in a while. */
const struct expression *column(size_t often, size_t rare);
const struct expression *coalesce(size_t index, const struct expression *replacement);
/* A marker of one of the columns that have nulls. */
const struct expression *null_marker(void);
/* Rules of esc: those that show the end whatever follows, the usual one first, then one that literal text or
 * the end of the key must follow, and those that only the end of the key may. */
enum { RULES_FREE = 4, RULES_FOLLOWED = RULES_FREE + 1, RULES_ALL = RULES_FOLLOWED + 2 };
extern const struct rowkey_escape escape_rules[RULES_ALL];

/* The column of the marker without its nulls, and a format of it that shows where it ends. */
struct model_field field_of_marker(const struct expression *marker);
const struct expression *text_column(bool any);
const struct expression *number_of_two_columns(void);
/* One or more functions of the text. */
const struct expression *text_call(const struct expression *text);
/* `short_only`: of numbers that floats hold, but rarely. */
const struct expression *float_column(bool short_only);

/* ---- random_operations.c --------------------------------------------------------------------- */

/* A function that describes itself. */
const struct expression *random_operation(unsigned depth);

/* ---- random_expressions.c: `depth` bounds the calls and operations within one another ---------- */

void begin_template(void);
void allow_rest(bool allowed);
bool may_be_negative(const struct expression *expression);
void set_arguments(struct expression *call, const struct model_field *made, size_t count);
void add_arguments(struct expression *call, unsigned depth, bool is_text);
/* A hash of 128 bits and more, of so many bytes, or the number of its absolute value. */
const struct expression *random_digest(unsigned depth, size_t *size);
/* Never negative: at most `most`, or of any size when that is 0. */
const struct expression *random_remainder(unsigned depth, uint64_t most);
/* Never a constant. */
const struct expression *random_integer(unsigned depth);

/* ---- generator.c ----------------------------------------------------------------------------- */

struct model_field random_field(unsigned depth, bool in_message);

#endif
