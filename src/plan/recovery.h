/* What decoding recovers from a key: the value of the plan that each part holds, and the columns that follow
 * from these values.
 *
 * A part holds the value that is written there, in some form (digits, big-endian bytes, escapes). Undoing
 * arithmetic with constants leads from that value to the one that the part gives. It is a column, or a value
 * that no other part of the key determines, such as random() % 100; decoding reads that value too, to check
 * the fields made from it.
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
  FIELD_MESSAGE /* text that is, reversed, a sequence of its own */
};

/* Turns the numbers of a field back into those that were rounded to them: to multiples of a divisor, or by
 * dividing. Another field gives the remainders. */
struct join {
  const struct value *rounded;
  const struct field *remainder;
  struct join *next; /* which goes on from what this one gives */
};

/* Which of interleaved numbers is undone to; others are not looked for within one of them. Those after the
 * second one are 3, 4, … */
enum { NO_SIDE, FIRST_SIDE, SECOND_SIDE };

/* One part of the key, or of a reversed message inside it. */
struct field {
  const struct part *part;
  size_t index; /* of the part */
  unsigned side;
  enum field_form form;
  bool read;                 /* it gives something back, and is not only checked */
  size_t column;             /* which the bytes give back, of the checking layout; ROWKEY_NONE if none */
  const struct value *gives; /* the value of that column */
  struct join *joins;        /* through which it gives that, if not alone */
  size_t spares;             /* arrays of numbers that reading it takes besides its own */
  struct split *message;
  struct field *other;       /* the next one of interleaved numbers, of the same part, or NULL */
  const struct field *outer; /* the field of the key that it lies in: mostly itself */
  uint64_t *begin, *end;     /* of its strings in the current block, where they are not as in the key */
};

/* Whether the bytes are looked at: of a field that gives a column, and of the remainder for one. */
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
  size_t tail;          /* their bytes */
  /* Part k of row i begins at begins[k * stride + i], and ends where the next one begins. */
  uint64_t *begins;
  size_t stride;
};

struct recovery {
  const struct rowkey_layout *layout;
  struct split key;
  size_t *columns;     /* of the checking layout, by value: which one gives it, or ROWKEY_NONE */
  size_t column_count; /* those of the layout, and one for each other value that is read */
  const struct value **column_values; /* what each holds; NULL for columns that do not come back */
  size_t *
      markers; /* by column of the layout: the checking layout's that says where it is null, or ROWKEY_NONE */
  size_t spares; /* the most of any field */
  bool is_onto;  /* any bytes of the key's width are the key of some numbers */
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

/* The operand that the integer or text `value` gives back, or NULL; of those that are interleaved that on the
 * side, which becomes NO_SIDE then. A column whose nulls are replaced is not one: the value with the
 * replacements is all there is. */
const struct value *rowkey_undone(const struct value *value, unsigned *side);
/* Turns numbers of the integer `value` into those of the operand that rowkey_undone gave for the side. A
 * number that no operand makes gives any. */
void rowkey_undo(const struct value *value, unsigned side, uint64_t *numbers, size_t rows);
/* The interleaved numbers that undoing the value leads to, or none. */
struct z_order rowkey_z_order_in(const struct value *value);
/* The x of what rounding it leaves out: of x % n or floormod(x, n) with a constant n, of its low bits, as x &
 * 15, or of x less itself rounded; else NULL. */
const struct value *rowkey_remainder_dividend(const struct value *value);
/* What the value rounds: the x of x / n or x >> n with a constant n, of x less such a remainder, or of the
 * beginning of a period of the calendar, else NULL. */
const struct value *rowkey_unrounded(const struct value *value);
/* Whether `rounded` is the value rounded, in the same units. */
bool rowkey_is_rounded(const struct value *rounded, const struct value *value);
/* Whether `remainder` is what `rounded` leaves out of x. */
bool rowkey_is_remainder_of(const struct value *remainder, const struct value *rounded);
/* Numbers of `rounded` become those of x. */
void rowkey_undo_rounding(const struct value *rounded, uint64_t *numbers, const uint64_t *remainders,
                          size_t rows);

#endif
