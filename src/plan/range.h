/* Ranges of integers: the bounds of an expression's value that are known at compile time.
 *
 *     {min(id % 9 + 1, 300):u8}
 *
 * A u64 id is 0 ... 2^64-1, so id % 9 is 0 ... 8, the sum 1 ... 9, and the lesser of it and 300 still 1 ...
 * 9: it fits u8 whatever id is, and no row is checked. Bounds are computed as mathematical integers, so a
 * bound that leaves 64 bits is noticed. */
#ifndef ROWKEY_PLAN_RANGE_H
#define ROWKEY_PLAN_RANGE_H

#include <stdbool.h>
#include <stdint.h>

/* A mathematical integer from -2^64 to 2^64; each end also stands for everything beyond it. */
struct integer {
  uint64_t magnitude;
  bool negative; /* never of 0 */
  bool beyond;   /* magnitude 2^64 or more */
};

struct range {
  struct integer low, high; /* inclusive */
};

struct integer rowkey_integer_of_u64(uint64_t value);
struct integer rowkey_integer_of_i64(int64_t value);
struct integer rowkey_integer_negate(struct integer a);
struct integer rowkey_integer_add(struct integer a, struct integer b);
struct integer rowkey_integer_multiply(struct integer a, struct integer b);
/* Truncating, as in C: the sign is a's. b is not 0. */
struct integer rowkey_integer_modulo(struct integer a, struct integer b);
/* Truncating. b is not 0. */
struct integer rowkey_integer_divide(struct integer a, struct integer b);
/* With the sign of b, which is not 0. */
struct integer rowkey_integer_floormod(struct integer a, struct integer b);
struct integer rowkey_integer_absolute(struct integer a);
bool rowkey_integer_less(struct integer a, struct integer b);
struct integer rowkey_integer_smaller(struct integer a, struct integer b);
struct integer rowkey_integer_larger(struct integer a, struct integer b);

/* The 64 bits of a number that is an i64 or a u64: two's complement. */
uint64_t rowkey_integer_bits(struct integer a);

struct text_integer {
  char text[24];
};
struct text_integer rowkey_integer_text(struct integer a);

struct range rowkey_range_of(struct integer low, struct integer high);
struct range rowkey_range_u64(void);
struct range rowkey_range_i64(void);
struct range rowkey_range_subtract(struct range a, struct range b);
struct range rowkey_range_add(struct range a, struct range b);
struct range rowkey_range_multiply(struct range a, struct range b);
/* For all b but 0. */
struct range rowkey_range_modulo(struct range a, struct range b);
struct range rowkey_range_divide(struct range a, struct range b);
struct range rowkey_range_floormod(struct range a, struct range b);
/* The ranges of a & b, a | b and a ^ b, for integers of one 64-bit type in two's complement. */
struct range rowkey_range_and(struct range a, struct range b);
struct range rowkey_range_or(struct range a, struct range b);
struct range rowkey_range_xor(struct range a, struct range b);
/* a * 2^b, and a / 2^b rounded down, for b from 0 to 63. */
struct range rowkey_range_shift_left(struct range a, struct range b);
struct range rowkey_range_shift_right(struct range a, struct range b);

bool rowkey_range_is_point(struct range a);
bool rowkey_range_holds(struct range a, struct integer b);
bool rowkey_range_within(struct range inner, struct range outer);
bool rowkey_range_apart(struct range a, struct range b);          /* no number is in both */
struct range rowkey_range_common(struct range a, struct range b); /* of two that are not apart */

#endif
