/* Sets of integers of one 64-bit type. A set is a few arithmetic progressions, which contain every number
 * that a value can be.
 *
 *     (md5(id) % 4) * 1000      0, 1000 … 3000
 *     md5(id) % 256 & 0x83      0 … 3, 128 … 131
 *
 * A set that would need too many progressions is widened to fewer. It then contains further numbers, and
 * `exact` is false. */
#ifndef ROWKEY_PLAN_NUMBERS_H
#define ROWKEY_PLAN_NUMBERS_H

#include <stddef.h>

#include "plan/range.h"

/* low, low + step … high. The step of a single number is 1. */
struct progression {
  struct integer low, high;
  uint64_t step;
};

enum { PROGRESSIONS_MAX = 8 };

struct numbers {
  size_t count;                                    /* of the pieces, which ascend and do not overlap */
  struct progression pieces[PROGRESSIONS_MAX + 1]; /* one spare for adding */
  bool exact;                                      /* the set holds only numbers that were added */
};

/* The count of numbers less one, so that 2^64 numbers fit. */
uint64_t rowkey_numbers_last(const struct numbers *numbers);
/* Number `index` of the set in ascending order, from 0 on, in two's complement. */
uint64_t rowkey_numbers_at(const struct numbers *numbers, uint64_t index);
bool rowkey_numbers_hold(const struct numbers *numbers, struct integer number);
/* Whether the set is exactly 0 … 2^n - 1 for some n. */
bool rowkey_numbers_are_of_bits(const struct numbers *numbers);
/* From the least to the greatest. */
struct range rowkey_numbers_range(const struct numbers *numbers);

struct numbers rowkey_numbers_of_range(struct range range);
/* All numbers that have the bits `bits` wherever `known` has a 1. */
struct numbers rowkey_numbers_of_bits(uint64_t known, uint64_t bits, bool is_signed);
/* The numbers that lie within the range, maybe none. */
struct numbers rowkey_numbers_within(const struct numbers *numbers, struct range range);
struct numbers rowkey_numbers_of_either(const struct numbers *a, const struct numbers *b);

/* The sums, or the products, that are within the range. */
struct numbers rowkey_numbers_add(const struct numbers *a, const struct numbers *b, struct range within);
struct numbers rowkey_numbers_multiply(const struct numbers *a, struct integer factor, struct range within);
/* a / n and a % n for n > 0: rounded down if `floors`, else truncated as in C. */
struct numbers rowkey_numbers_divide(const struct numbers *a, uint64_t n, bool floors);
struct numbers rowkey_numbers_modulo(const struct numbers *a, uint64_t n, bool floors);
struct numbers rowkey_numbers_absolute(const struct numbers *a);

uint64_t rowkey_common_divisor(uint64_t a, uint64_t b);

#endif
