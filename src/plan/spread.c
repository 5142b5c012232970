/* Remainders, and whether the values made from a hash are about equally frequent. */
#include "plan/image.h"
#include "plan/operation.h"

/* ---- Remainders, without what changes only their sign ------------------------------------------ */

const struct value *rowkey_without_sign(const struct value *value) {
  while (value->kind == VALUE_OPERATION && (value->operation->keeps_bits || value->operation->changes_sign) &&
         value_is_integer(value->a))
    value = value->a;
  return value;
}

struct division rowkey_remainder_of(const struct value *value) {
  return rowkey_division_of_remainder(rowkey_without_sign(value));
}

/* ---- Spread ---------------------------------------------------------------------------------- */

/* Among this many values one rarer value does not matter. */
enum { MANY = 100 };
/* Frequencies that differ by up to a tenth count as even. */
enum { TOLERANCE = 10 };

static enum spread if_even(bool is_even) { return is_even ? SPREAD_EVEN : SPREAD_UNKNOWN; }

static bool is_even(const struct image *images, const struct value *value) {
  return images[value->index].spread == SPREAD_EVEN;
}

/* The spread of n's quotients or remainders over the even numbers 0 … last: some remainders belong to one
 * number more than others, and the last quotient may belong to fewer numbers. */
static enum spread spread_of_parts(uint64_t last, uint64_t n, bool remainders) {
  const uint64_t quotient = last / n, behind = last % n, missing = n - 1 - behind, few = n / TOLERANCE;
  if (quotient == 0 || missing <= few || quotient >= MANY) return SPREAD_EVEN;
  return remainders && (quotient >= TOLERANCE || behind < few) ? SPREAD_EVEN : SPREAD_UNEVEN;
}

/* A division that truncates makes 0 from negative and from positive numbers, so 0 is more frequent. */
static enum spread spread_of_division(const struct image *images, const struct value *value,
                                      struct division division, const struct numbers *numbers,
                                      bool sign_counts) {
  const struct value *dividend = division.dividend;
  const uint64_t n = division.divisor;
  const bool remainder = rowkey_remainder_of(value).dividend != NULL;
  if (!is_even(images, dividend)) return SPREAD_UNKNOWN;
  if (dividend->type == TYPE_HASH) return SPREAD_EVEN;
  const struct numbers *divided = &images[dividend->index].numbers;
  const uint64_t last = rowkey_numbers_last(divided);
  if (numbers->exact && rowkey_numbers_last(numbers) == last) return SPREAD_EVEN;
  if (sign_counts && !division.floors && divided->pieces[0].low.negative) {
    const uint64_t values = remainder ? n : value->range.high.magnitude;
    return values < MANY ? SPREAD_UNEVEN : SPREAD_UNKNOWN;
  }
  const uint64_t step = divided->pieces[0].step;
  if (!numbers->exact || divided->count > 1 || (!remainder && step > 1)) return SPREAD_UNEVEN;
  return spread_of_parts(last, n / rowkey_common_divisor(step, n), remainder);
}

/* The spread when each pair of two even numbers makes a different result. */
static enum spread spread_of_pairs(const struct image *images, const struct value *value,
                                   const struct numbers *numbers) {
  const struct image *a = &images[value->a->index], *b = &images[value->b->index];
  if (a->spread != SPREAD_EVEN || b->spread != SPREAD_EVEN) return SPREAD_UNKNOWN;
  const uint64_t others = rowkey_numbers_last(&b->numbers) + 1;
  uint64_t pairs;
  const bool is_one_to_one = !__builtin_mul_overflow(rowkey_numbers_last(&a->numbers) + 1, others, &pairs) &&
                             others != 0 && pairs != 0 && rowkey_numbers_last(numbers) == pairs - 1;
  return is_one_to_one && numbers->exact && (a->sources & b->sources) == 0 ? SPREAD_EVEN : SPREAD_UNEVEN;
}

/* The spread when each number makes a different result. */
static enum spread spread_of_map(const struct image *images, const struct value *operand,
                                 const struct numbers *numbers) {
  if (!is_even(images, operand)) return images[operand->index].spread;
  const uint64_t last = rowkey_numbers_last(&images[operand->index].numbers);
  return numbers->exact && rowkey_numbers_last(numbers) == last ? SPREAD_EVEN : SPREAD_UNEVEN;
}

static enum spread spread_of_sum(const struct image *images, const struct value *value,
                                 const struct numbers *numbers) {
  if (rowkey_range_is_point(value->b->range)) return images[value->a->index].spread;
  if (rowkey_range_is_point(value->a->range)) return images[value->b->index].spread;
  struct division rest = rowkey_remainder_of(value->b);
  rest.floors = true;
  if (value_is_of(value, &rowkey_operation_subtract) && rest.dividend == value->a)
    return spread_of_division(images, value, rest, numbers, true);
  return spread_of_pairs(images, value, numbers);
}

/* The spread of an operation of bits between a constant and an even value. */
static enum spread spread_of_bits(const struct image *images, const struct value *value,
                                  const struct numbers *numbers) {
  const bool left = value_is_constant(value->a);
  if (!left && !value_is_constant(value->b)) return spread_of_pairs(images, value, numbers);
  const struct value *operand = left ? value->b : value->a;
  const struct division remainder = rowkey_remainder_of(value);
  if (remainder.dividend != NULL) return spread_of_division(images, value, remainder, numbers, true);
  if (!is_even(images, operand)) return SPREAD_UNKNOWN;
  return numbers->exact ? SPREAD_EVEN : SPREAD_UNEVEN;
}

static enum spread spread_of_product(const struct image *images, const struct value *value,
                                     const struct numbers *numbers) {
  if (value_is_constant(value->b)) return spread_of_map(images, value->a, numbers);
  return value_is_constant(value->a) ? spread_of_map(images, value->b, numbers) : SPREAD_UNKNOWN;
}

static enum spread spread_of_absolute(const struct image *images, const struct value *value,
                                      const struct numbers *numbers) {
  const struct value *operand = value->a;
  const struct division division = rowkey_division_of_remainder(operand);
  return value_is_of(operand, &rowkey_operation_modulo) && division.dividend != NULL
             ? spread_of_division(images, operand, division, numbers, false)
             : if_even(is_even(images, operand));
}

static enum spread spread_of_operation(const struct image *images, const struct value *value,
                                       const struct numbers *numbers) {
  const bool first = is_even(images, value->a), second = value->b != NULL && is_even(images, value->b);
  const struct numbers *shared = &images[value->a->index].numbers;
  if (value->operation->keeps_bits) return images[value->a->index].spread;
  switch (value->operation->evenness) {
    case KEEPS_EVEN:
      return if_even(first);
    case FOLDS_SIGN:
      return spread_of_absolute(images, value, numbers);
    case SHARES_OUT:
      if (!first || value->a->type == TYPE_HASH) return if_even(first);
      return rowkey_numbers_last(shared) / MANY < rowkey_numbers_last(numbers) ? SPREAD_UNEVEN : SPREAD_EVEN;
    case PERMUTES:
      return if_even(first && rowkey_numbers_are_of_bits(shared) &&
                     rowkey_numbers_last(shared) == value->good[0].high.magnitude);
    case ADDS:
      return spread_of_sum(images, value, numbers);
    case MAPS: {
      const unsigned side = value_is_constant(value->a) ? 1 : 0;
      const struct course course = rowkey_operation_course(value, side, value->a->range, value->b->range);
      return course.direction == SCATTERS ? SPREAD_UNKNOWN : spread_of_product(images, value, numbers);
    }
    case DIVIDES: {
      const struct division quotient = rowkey_division_of_quotient(value);
      const struct division division =
          quotient.dividend != NULL ? quotient : rowkey_division_of_remainder(value);
      return division.dividend == NULL ? SPREAD_UNKNOWN
                                       : spread_of_division(images, value, division, numbers, true);
    }
    case MIXES_BITS:
      return spread_of_bits(images, value, numbers);
    case MAKES_UNEVEN:
      return first || second ? SPREAD_UNEVEN : SPREAD_UNKNOWN;
    default:
      return SPREAD_UNKNOWN;
  }
}

enum spread rowkey_find_spread(const struct image *images, const struct value *value,
                               const struct numbers *numbers) {
  switch (value->kind) {
    case VALUE_HASH:
    case VALUE_RANDOM:
      return SPREAD_EVEN;
    case VALUE_OPERATION:
      return spread_of_operation(images, value, numbers);
    default:
      return SPREAD_UNKNOWN;
  }
}
