/* Ranges of integers: what is known at compile time about the value of an expression. */
#ifndef ROWKEY_LAYOUT_RANGE_H
#define ROWKEY_LAYOUT_RANGE_H

#include <stdbool.h>
#include <stdint.h>

/* A number of the mathematics kind, from -2^64 to 2^64; the two ends stand for everything beyond them. */
struct integer {
  uint64_t magnitude;
  bool negative; /* never of 0 */
  bool beyond;   /* magnitude 2^64 or more */
};

struct range {
  struct integer low, high; /* inclusive */
};

struct integer integer_of_u64(uint64_t value);
struct integer integer_of_i64(int64_t value);
struct integer integer_negate(struct integer a);
struct integer integer_add(struct integer a, struct integer b);
struct integer integer_multiply(struct integer a, struct integer b);
/* Truncating, as in C: the sign is a's. b is not 0. */
struct integer integer_modulo(struct integer a, struct integer b);
bool integer_less(struct integer a, struct integer b);

/* The 64 bits of a number that is an i64 or a u64: two's complement. */
uint64_t integer_bits(struct integer a);

struct text_integer {
  char text[24];
};
struct text_integer integer_text(struct integer a);

struct range range_of(struct integer low, struct integer high);
struct range range_u64(void);
struct range range_i64(void);
struct range range_subtract(struct range a, struct range b);
struct range range_add(struct range a, struct range b);
struct range range_multiply(struct range a, struct range b);
/* For all b but 0. */
struct range range_modulo(struct range a, struct range b);

bool range_is_point(struct range a);
bool range_holds(struct range a, struct integer b);
bool range_within(struct range inner, struct range outer);
bool range_apart(struct range a, struct range b);          /* no number is in both */
struct range range_common(struct range a, struct range b); /* of two that are not apart */

#endif
