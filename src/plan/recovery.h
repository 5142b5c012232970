/* What decoding recovers from a key: the value of the plan that each part holds, and the columns that follow
 * from these values.
 *
 * A part holds its value in some form (digits, big-endian bytes, escapes). Undoing arithmetic with constants
 * leads from this value to the value that the part gives: a column, or a value that no other part of the key
 * determines, such as random() % 100. Decoding reads the latter too, to check the fields made from it.
 */
#ifndef ROWKEY_PLAN_RECOVERY_H
#define ROWKEY_PLAN_RECOVERY_H

#include "plan/z_order.h"

enum field_form {
  FIELD_LITERAL,
  FIELD_NUMBER,
  FIELD_FLOAT,
  FIELD_DIGEST, /* 128 bits of a hash */
  FIELD_TEXT,
  FIELD_MESSAGE /* text that, read backwards, is a sequence of its own */
};

/* Restores the numbers that were rounded to a field's numbers, whether to multiples of a divisor or by
 * dividing. Another field gives the remainders. */
struct join {
  const struct value *rounded;
  const struct field *remainder;
  struct join *next; /* continues with what this join gives */
};

/* Which of several interleaved numbers to undo to. The numbers after the second are 3, 4, … Interleaved
 * numbers nested in one of them are not searched. */
enum { NO_SIDE, FIRST_SIDE, SECOND_SIDE };

/* One part of the key, or of a reversed message inside it. */
struct field {
  const struct part *part;
  size_t index; /* of the part */
  unsigned side;
  enum field_form form;
  bool read;                 /* decoding gets a column from it, rather than only checking it */
  size_t column;             /* the checking layout's column that it gives, or ROWKEY_NONE */
  const struct value *gives; /* the value of that column */
  struct join *joins;        /* that lead to `gives`; NULL if the field gives it alone */
  size_t spares;             /* how many more arrays of numbers reading it needs */
  struct split *message;
  struct field *other;       /* the next one of interleaved numbers, of the same part, or NULL */
  const struct field *outer; /* the field of the key that it lies in: mostly itself */
  uint64_t *begin, *end;     /* of its strings in the current block, if they differ from the key's bytes */
};

/* Whether decoding reads the bytes: the field gives a column, or may be the remainder for one. */
static inline bool field_is_read(const struct field *field) {
  return field->read || field->form == FIELD_NUMBER;
}

/* Whether decoding undoes the call that makes `value`, the part's or one that it is made from. */
static inline bool field_is_undone(const struct field *field, const struct value *value) {
  return value->kind == VALUE_TEXT_CALL && value != field->gives;
}

/* A sequence whose rows are split into its parts. */
struct split {
  const struct sequence *sequence;
  struct field *fields; /* one for each part */
  size_t open;          /* the part that varies and ends where those after it begin, or the count */
  size_t tail;          /* the bytes of the parts after it */
  /* Part k of row i begins at begins[k * stride + i], and ends where the next one begins. */
  uint64_t *begins;
  size_t stride;
};

struct recovery {
  const struct rowkey_layout *layout;
  struct split key;
  size_t *columns;     /* by value: the checking layout's column that holds it, or ROWKEY_NONE */
  size_t column_count; /* the layout's columns, and one for each other value that is read */
  const struct value **column_values; /* what each holds; NULL if the column does not come back */
  size_t *
      markers; /* by column of the layout: the checking layout's that says where it is null, or ROWKEY_NONE */
  size_t spares; /* the most of any field */
  bool is_onto;  /* any bytes of the key's width are a key */
};

/* Whether the column comes back with its nulls. */
static inline bool recovers_nulls(const struct recovery *recovery, size_t column) {
  const struct value *value = recovery->column_values[column];
  return recovery->markers[column] != ROWKEY_NONE || (value != NULL && value->marks_null);
}

static inline bool value_is_float32(const struct value *value) {
  return value->is_float32 || (value->kind == VALUE_COALESCE && value->a->is_float32);
}

/* Memory comes from the arena; false when it is exhausted. */
bool rowkey_recover(struct arena *arena, const struct rowkey_layout *layout, struct recovery *recovery);

/* Sets layout->recovery and layout->nulls_recovered, when the layout is complete; false when memory is
 * exhausted. */
bool rowkey_find_recovery(struct rowkey_layout *layout);

/* ---- undo.c ---------------------------------------------------------------------------------- */

/* The operand that the integer or text `value` gives back, or NULL. For interleaved numbers it is the operand
 * on the side, which then becomes NO_SIDE. A coalesce does not give its column back: the replaced nulls are
 * lost. */
const struct value *rowkey_undone(const struct value *value, unsigned *side);
/* Turns numbers of the integer `value` into numbers of the operand that rowkey_undone gave for the side. If
 * no operand makes a number, its result is arbitrary. */
void rowkey_undo(const struct value *value, unsigned side, uint64_t *numbers, size_t rows);
/* The interleaved numbers that undoing the value leads to, or none. */
struct z_order rowkey_z_order_in(const struct value *value);
/* The x if the value is a remainder of x: x % n or floormod(x, n) with a constant n, its low bits, as in x &
 * 15, or x less x rounded; else NULL. */
const struct value *rowkey_remainder_dividend(const struct value *value);
/* The x if the value is x rounded: x / n or x >> n with a constant n, x less a remainder of x, or the start
 * of x's calendar period; else NULL. */
const struct value *rowkey_unrounded(const struct value *value);
/* Whether `rounded` is the value rounded, in the same units. */
bool rowkey_is_rounded(const struct value *rounded, const struct value *value);
/* Whether `remainder` is what rounding x to `rounded` drops. */
bool rowkey_is_remainder_of(const struct value *remainder, const struct value *rounded);
/* Turns numbers of `rounded` into numbers of x. */
void rowkey_undo_rounding(const struct value *rounded, uint64_t *numbers, const uint64_t *remainders,
                          size_t rows);

#endif
