#include "plan/range.h"

#include <inttypes.h>
#include <stdio.h>

struct integer rowkey_integer_of_u64(uint64_t value) { return (struct integer){value, false, false}; }

struct integer rowkey_integer_of_i64(int64_t value) {
  return (struct integer){value < 0 ? -(uint64_t)value : (uint64_t)value, value < 0, false};
}

static struct integer with_sign(uint64_t magnitude, bool negative, bool beyond) {
  return (struct integer){beyond ? UINT64_MAX : magnitude, negative && (beyond || magnitude != 0), beyond};
}

struct integer rowkey_integer_negate(struct integer a) {
  return with_sign(a.magnitude, !a.negative, a.beyond);
}

struct integer rowkey_integer_add(struct integer a, struct integer b) {
  if (a.beyond) return a;
  if (b.beyond) return b;
  if (a.negative == b.negative) {
    uint64_t sum;
    bool beyond = __builtin_add_overflow(a.magnitude, b.magnitude, &sum);
    return with_sign(sum, a.negative, beyond);
  }
  if (a.magnitude >= b.magnitude) return with_sign(a.magnitude - b.magnitude, a.negative, false);
  return with_sign(b.magnitude - a.magnitude, b.negative, false);
}

struct integer rowkey_integer_multiply(struct integer a, struct integer b) {
  uint64_t product;
  bool beyond = __builtin_mul_overflow(a.magnitude, b.magnitude, &product);
  return with_sign(product, a.negative != b.negative, beyond);
}

struct integer rowkey_integer_modulo(struct integer a, struct integer b) {
  return with_sign(a.magnitude % b.magnitude, a.negative, false);
}

struct integer rowkey_integer_divide(struct integer a, struct integer b) {
  return with_sign(a.magnitude / b.magnitude, a.negative != b.negative, false);
}

struct integer rowkey_integer_floormod(struct integer a, struct integer b) {
  struct integer remainder = rowkey_integer_modulo(a, b);
  if (remainder.magnitude == 0 || a.negative == b.negative)
    return with_sign(remainder.magnitude, b.negative, false);
  return rowkey_integer_add(remainder, b);
}

struct integer rowkey_integer_absolute(struct integer a) { return with_sign(a.magnitude, false, a.beyond); }

bool rowkey_integer_less(struct integer a, struct integer b) {
  if (a.negative != b.negative) return a.negative;
  bool smaller = a.beyond != b.beyond ? b.beyond : a.magnitude < b.magnitude;
  bool equal = a.beyond == b.beyond && a.magnitude == b.magnitude;
  return a.negative ? !smaller && !equal : smaller;
}

uint64_t rowkey_integer_bits(struct integer a) { return a.negative ? -a.magnitude : a.magnitude; }

struct text_integer rowkey_integer_text(struct integer a) {
  struct text_integer result;
  snprintf(result.text, sizeof result.text, "%s%" PRIu64, a.negative ? "-" : "", a.magnitude);
  return result;
}

struct range rowkey_range_of(struct integer low, struct integer high) { return (struct range){low, high}; }

struct range rowkey_range_u64(void) {
  return rowkey_range_of(rowkey_integer_of_u64(0), rowkey_integer_of_u64(UINT64_MAX));
}

struct range rowkey_range_i64(void) {
  return rowkey_range_of(rowkey_integer_of_i64(INT64_MIN), rowkey_integer_of_i64(INT64_MAX));
}

struct range rowkey_range_add(struct range a, struct range b) {
  return rowkey_range_of(rowkey_integer_add(a.low, b.low), rowkey_integer_add(a.high, b.high));
}

struct range rowkey_range_subtract(struct range a, struct range b) {
  return rowkey_range_add(a, rowkey_range_of(rowkey_integer_negate(b.high), rowkey_integer_negate(b.low)));
}

struct integer rowkey_integer_smaller(struct integer a, struct integer b) {
  return rowkey_integer_less(b, a) ? b : a;
}
struct integer rowkey_integer_larger(struct integer a, struct integer b) {
  return rowkey_integer_less(a, b) ? b : a;
}

struct range rowkey_range_multiply(struct range a, struct range b) {
  struct integer first = rowkey_integer_multiply(a.low, b.low);
  struct integer second = rowkey_integer_multiply(a.low, b.high);
  struct integer third = rowkey_integer_multiply(a.high, b.low);
  struct integer fourth = rowkey_integer_multiply(a.high, b.high);
  return rowkey_range_of(
      rowkey_integer_smaller(rowkey_integer_smaller(first, second), rowkey_integer_smaller(third, fourth)),
      rowkey_integer_larger(rowkey_integer_larger(first, second), rowkey_integer_larger(third, fourth)));
}

struct range rowkey_range_modulo(struct range a, struct range b) {
  struct integer zero = rowkey_integer_of_u64(0);
  struct integer one = rowkey_integer_of_u64(1);
  if (rowkey_range_is_point(a) && rowkey_range_is_point(b)) {
    struct integer result = rowkey_integer_modulo(a.low, b.low);
    return rowkey_range_of(result, result);
  }
  uint64_t largest = b.low.magnitude > b.high.magnitude ? b.low.magnitude : b.high.magnitude;
  struct integer bound = rowkey_integer_add(rowkey_integer_of_u64(largest), rowkey_integer_negate(one));
  /* |a % b| <= min(|a|, |b| - 1), and a smaller |a| than every |b| stays as it is */
  struct integer low = a.low.negative ? rowkey_integer_larger(a.low, rowkey_integer_negate(bound)) : zero;
  struct integer high = a.high.negative ? zero : rowkey_integer_smaller(a.high, bound);
  bool unchanged = rowkey_range_is_point(b) && !rowkey_integer_less(a.low, rowkey_integer_negate(bound)) &&
                   !rowkey_integer_less(bound, a.high);
  return unchanged ? a : rowkey_range_of(low, high);
}

/* For every b but 0, which is left out of its range when that is possible. */
struct range rowkey_range_divide(struct range a, struct range b) {
  /* A quotient is largest and smallest at the ends of a, and of b on either side of 0. */
  const struct integer dividends[] = {a.low, a.high};
  const struct integer divisors[] = {b.low, b.high, rowkey_integer_of_i64(-1), rowkey_integer_of_u64(1)};
  struct range result = {{0, false, false}, {0, false, false}};
  bool first = true;
  for (size_t i = 0; i < 2; i++) {
    for (size_t j = 0; j < 4; j++) {
      if (divisors[j].magnitude == 0 || !rowkey_range_holds(b, divisors[j])) continue;
      struct integer quotient = rowkey_integer_divide(dividends[i], divisors[j]);
      result.low = first ? quotient : rowkey_integer_smaller(result.low, quotient);
      result.high = first ? quotient : rowkey_integer_larger(result.high, quotient);
      first = false;
    }
  }
  return result;
}

struct range rowkey_range_floormod(struct range a, struct range b) {
  struct integer zero = rowkey_integer_of_u64(0);
  struct integer one = rowkey_integer_of_u64(1);
  if (rowkey_range_is_point(a) && rowkey_range_is_point(b)) {
    struct integer result = rowkey_integer_floormod(a.low, b.low);
    return rowkey_range_of(result, result);
  }
  bool unchanged = !a.low.negative && !b.low.negative && rowkey_integer_less(a.high, b.low);
  if (unchanged) return a;
  struct integer low = b.low.negative ? rowkey_integer_add(b.low, one) : zero;
  struct integer high = b.high.negative || b.high.magnitude == 0
                            ? zero
                            : rowkey_integer_add(b.high, rowkey_integer_negate(one));
  return rowkey_range_of(low, high);
}

static bool are_points(struct range a, struct range b) {
  return rowkey_range_is_point(a) && rowkey_range_is_point(b);
}

/* The range of the one number that has these bits. */
static struct range point_of(uint64_t bits, bool negative) {
  const struct integer result = with_sign(negative ? -bits : bits, negative, false);
  return rowkey_range_of(result, result);
}

/* All bits up to the highest one of the number. */
static uint64_t bits_up_to(uint64_t number) {
  return number == 0 ? 0 : UINT64_MAX >> __builtin_clzll(number);
}

/* -2^n … 2^n - 1, the smallest such range that holds a and b: above bit n - 1 all bits equal the sign, and
 * bit operations keep them so. */
static struct range range_of_signed_bits(struct range a, struct range b) {
  const struct integer ends[] = {a.low, a.high, b.low, b.high};
  uint64_t both = 0;
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) both |= ends[i].magnitude - ends[i].negative;
  const uint64_t all = bits_up_to(both);
  const struct range range = rowkey_range_of(
      rowkey_integer_add(rowkey_integer_negate(rowkey_integer_of_u64(all)), rowkey_integer_of_i64(-1)),
      rowkey_integer_of_u64(all));
  return rowkey_range_common(range, rowkey_range_i64());
}

static bool is_negative(struct range a) { return a.high.negative; }

/* The negative numbers of the range, or the others. There must be some. */
static struct range signed_part(struct range range, bool negative) {
  const struct range negatives = rowkey_range_of(rowkey_range_i64().low, rowkey_integer_of_i64(-1));
  const struct range others = rowkey_range_of(rowkey_integer_of_u64(0), rowkey_range_i64().high);
  return rowkey_range_common(range, negative ? negatives : others);
}

struct range rowkey_range_and(struct range a, struct range b) {
  struct integer zero = rowkey_integer_of_u64(0);
  if (are_points(a, b))
    return point_of(rowkey_integer_bits(a.low) & rowkey_integer_bits(b.low),
                    a.low.negative && b.low.negative);
  /* A side that is not negative bounds the result by itself. */
  if (!a.low.negative && !b.low.negative)
    return rowkey_range_of(zero, rowkey_integer_smaller(a.high, b.high));
  if (!a.low.negative) return rowkey_range_of(zero, a.high);
  if (!b.low.negative) return rowkey_range_of(zero, b.high);
  const struct range all = range_of_signed_bits(a, b);
  return is_negative(a) && is_negative(b) ? signed_part(all, true) : all;
}

/* 0 … 2^n - 1, the smallest such range that holds a and b, neither of which is negative. */
static struct range range_of_bits(struct range a, struct range b) {
  const uint64_t all = bits_up_to(a.high.magnitude | b.high.magnitude);
  return rowkey_range_of(rowkey_integer_of_u64(0), rowkey_integer_of_u64(all));
}

struct range rowkey_range_or(struct range a, struct range b) {
  if (are_points(a, b))
    return point_of(rowkey_integer_bits(a.low) | rowkey_integer_bits(b.low),
                    a.low.negative || b.low.negative);
  const struct range all = range_of_signed_bits(a, b);
  if (is_negative(a) || is_negative(b)) return signed_part(all, true);
  if (a.low.negative || b.low.negative) return all;
  return rowkey_range_of(rowkey_integer_larger(a.low, b.low), range_of_bits(a, b).high);
}

struct range rowkey_range_xor(struct range a, struct range b) {
  if (are_points(a, b))
    return point_of(rowkey_integer_bits(a.low) ^ rowkey_integer_bits(b.low),
                    a.low.negative != b.low.negative);
  if (!a.low.negative && !b.low.negative) return range_of_bits(a, b);
  const struct range all = range_of_signed_bits(a, b);
  if (is_negative(a) && is_negative(b)) return signed_part(all, false);
  const bool differ = is_negative(a) ? !b.low.negative : is_negative(b) && !a.low.negative;
  return differ ? signed_part(all, true) : all;
}

static struct integer power_of_two(struct integer exponent) {
  return rowkey_integer_of_u64(UINT64_C(1) << exponent.magnitude);
}

struct range rowkey_range_shift_left(struct range a, struct range b) {
  return rowkey_range_multiply(a, rowkey_range_of(power_of_two(b.low), power_of_two(b.high)));
}

static struct integer shifted_right(struct integer a, struct integer count) {
  const struct integer unit = power_of_two(count);
  const struct integer rest = rowkey_integer_floormod(a, unit);
  return rowkey_integer_divide(rowkey_integer_add(a, rowkey_integer_negate(rest)), unit);
}

struct range rowkey_range_shift_right(struct range a, struct range b) {
  return rowkey_range_of(rowkey_integer_smaller(shifted_right(a.low, b.low), shifted_right(a.low, b.high)),
                         rowkey_integer_larger(shifted_right(a.high, b.low), shifted_right(a.high, b.high)));
}

bool rowkey_range_is_point(struct range a) { return !rowkey_integer_less(a.low, a.high); }

bool rowkey_range_holds(struct range a, struct integer b) {
  return !rowkey_integer_less(b, a.low) && !rowkey_integer_less(a.high, b);
}

bool rowkey_range_within(struct range inner, struct range outer) {
  return rowkey_range_holds(outer, inner.low) && rowkey_range_holds(outer, inner.high);
}

bool rowkey_range_apart(struct range a, struct range b) {
  return rowkey_integer_less(a.high, b.low) || rowkey_integer_less(b.high, a.low);
}

struct range rowkey_range_common(struct range a, struct range b) {
  return rowkey_range_of(rowkey_integer_larger(a.low, b.low), rowkey_integer_smaller(a.high, b.high));
}
