/* What goes wrong with fields made from hashes and random numbers, such as salts. */
#include <inttypes.h>
#include <stdio.h>

#include "explain/explain.h"
#include "kernels/hashes.h"
#include "plan/operation.h"
#include "text/plural.h"

/* ---- Hashes with few values -------------------------------------------------------------------- */

static const struct hash_function *function_of(const struct value *hash) {
  return hash_function_of(&hash->hash.other);
}

static bool is_31_hash(const struct value *value) {
  return value->kind == VALUE_HASH && !value->hash.is_md5 && function_of(value)->base31;
}

/* The hash whose low bits are those of `value`, but for its sign; or another value. */
static const struct value *without_mask(const struct value *value, uint64_t modulus) {
  for (;;) {
    value = rowkey_without_sign(value);
    struct division masked = rowkey_remainder_of(value);
    if (!value_is_of(value, &rowkey_operation_and) || masked.dividend == NULL || masked.divisor < modulus)
      return value;
    value = masked.dividend;
  }
}

/* r = 31*r + byte modulo 2^k is made from the bytes modulo 2^k. */
static bool warn_of_low_bits(struct explaining *explaining, const struct subject *subject,
                             const struct value *hash, uint64_t modulus) {
  unsigned bits = (unsigned)__builtin_ctzll(modulus);
  /* All bits of a byte count from 2^8 on. A seed of each row counts too. */
  if ((modulus & (modulus - 1)) != 0 || bits == 0 || bits > 7 || hash->b != NULL) return true;
  return rowkey_warn(explaining, "weak-low-bits", false, subject->place,
                     "%s modulo %" PRIu64
                     " is decided by the low %u bit%s of each %s and the hash's sign: "
                     "values that differ only in other bits fall into the same bucket (another hash uses "
                     "all bits)",
                     function_of(hash)->name, modulus, bits, plural(bits),
                     function_of(hash)->of_text ? "UTF-16 code unit" : "byte");
}

/* The least and the most bytes that are hashed. */
static void find_message_size(const struct explaining *explaining, const struct sequence *message,
                              size_t *least, size_t *most) {
  *least = *most = 0;
  for (size_t i = 0; i < message->count; i++) {
    size_t part_least, part_most;
    rowkey_find_width(known_values_of(explaining), &message->parts[i], &part_least, &part_most);
    *least = add_sizes(*least, part_least);
    *most = add_sizes(*most, part_most);
  }
}

/* A bound on the hashes of so many bytes. The bytes of one length add up to 255 * (1 + 31 + 31^2 + ...) + 1
 * numbers at most; ASCII, and UTF-8 with it, to 127 times that sum, of whatever length. */
static uint64_t count_hashes(const struct value *hash, size_t least, size_t most) {
  uint64_t count = 0, sum = 0, power = 1;
  for (size_t length = 0; length <= most; length++, power *= 31) {
    if (length >= least) count += 255 * sum + 1;
    sum += power;
  }
  return function_of(hash)->of_text ? 127 * (sum - power / 31) + 1 : count;
}

/* 31^5 and more spread over 32 bits. */
enum { SMALL_MESSAGE_MAX = 5 };

static bool warn_of_small_hash(struct explaining *explaining, const struct subject *subject,
                               const struct value *hash, uint64_t modulus) {
  size_t least, most;
  find_message_size(explaining, hash->message, &least, &most);
  if (most > SMALL_MESSAGE_MAX || hash->b != NULL) return true;
  uint64_t count = count_hashes(hash, least, most);
  if (count >= modulus) return true;
  return rowkey_warn(explaining, "small-hash", false, subject->place,
                     "%s of at most %zu byte%s has at most %" PRIu64
                     " values, which do not spread over a modulus of %" PRIu64,
                     function_of(hash)->name, most, plural(most), count, modulus);
}

static bool warn_of_weak_hash(struct explaining *explaining, const struct subject *subject) {
  struct division remainder = rowkey_remainder_of(subject->part->value);
  if (remainder.dividend == NULL || remainder.divisor == 0 || !value_is_integer(remainder.dividend))
    return true;
  const struct value *hash = without_mask(remainder.dividend, remainder.divisor);
  if (!is_31_hash(hash)) return true;
  return warn_of_low_bits(explaining, subject, hash, remainder.divisor) &&
         warn_of_small_hash(explaining, subject, hash, remainder.divisor);
}

/* ---- Fields from random() ---------------------------------------------------------------------- */

static bool warn_of_random(struct explaining *explaining, const struct subject *subject) {
  if (!subject->facts->random) return true;
  const struct part *part = subject->part;
  char tries[64] = "all its values";
  if (value_is_integer(part->value)) {
    const struct numbers numbers = rowkey_numbers_in_key(part, explaining->images);
    const uint64_t last = rowkey_numbers_last(&numbers);
    if (last < UINT32_MAX) snprintf(tries, sizeof tries, "%" PRIu64 " values", last + 1);
  }
  return rowkey_warn(explaining, "random-field", false, subject->place,
                     "%s comes from random(), which nobody can compute again from the row: reading one row "
                     "means trying %s (a hash of a column spreads as well and can be computed)",
                     subject->shown.text, tries);
}

/* ---- Hashes that are refused ------------------------------------------------------------------- */

/* Of the numbers 0 to 2^31, int32() makes only 2^31 negative, and a power of two divides that: so the
 * remainder is 0 or more, as Java's Math.abs(hash) % n is for such n. */
static bool is_remainder_of_java_abs(const struct value *value) {
  if (!value_is_of(value, &rowkey_operation_modulo) || !value_is_constant(value->b) ||
      !value_is_of(value->a, &rowkey_operation_int32))
    return false;
  const struct integer largest = rowkey_integer_of_u64(UINT64_C(1) << 31);
  const struct range positive = rowkey_range_of(rowkey_integer_of_u64(0), largest);
  const uint64_t modulus = value->b->range.low.magnitude;
  return rowkey_range_within(value->a->a->range, positive) && (modulus & (modulus - 1)) == 0 &&
         modulus <= largest.magnitude;
}

/* Where the data decides, as for columns, refusing a row is no surprise. */
static bool warn_of_refusal(struct explaining *explaining, const struct subject *subject) {
  const struct part *part = subject->part;
  if (!subject->facts->hashed && !subject->facts->random) return true;
  if (!value_is_integer(part->value)) return true;
  struct range range = part->value->range;
  if (is_remainder_of_java_abs(part->value)) range.low = rowkey_integer_of_u64(0);
  if (rowkey_range_within(range, part->allowed)) return true;
  const struct range held = rowkey_range_in_key(part, explaining->images);
  bool sign = range.low.negative && !held.low.negative;
  return rowkey_warn(explaining, "hash-does-not-fit", false, subject->place,
                     "%s lies between %s and %s, and its field holds %s to %s: other rows are refused%s",
                     rowkey_show(part->value->source).text, rowkey_integer_text(range.low).text,
                     rowkey_integer_text(range.high).text, subject->field->low, subject->field->high,
                     sign ? " (abs and floormod make it 0 or more)" : "");
}

static uint64_t span_of(struct range range) {
  return rowkey_integer_bits(range.high) - rowkey_integer_bits(range.low);
}

/* An argument that an operation refuses in more than one row of four billion: abs() does so for one number.
 */
static bool warn_of_refused_argument(struct explaining *explaining, const struct value *value,
                                     unsigned side) {
  const struct value *argument = side == 0 ? value->a : value->b;
  const struct facts *facts = facts_of(explaining, argument);
  const struct range domain = rowkey_operation_domain(value, side);
  if (!facts->hashed && !facts->random) return true;
  if (!value_is_integer(argument) || rowkey_range_within(argument->range, domain)) return true;
  const struct range taken = rowkey_range_common(argument->range, domain);
  if (span_of(argument->range) - span_of(taken) <= span_of(argument->range) >> 32) return true;
  const bool is_mixed = value_is_of(value, &rowkey_operation_to_i64);
  return rowkey_warn(explaining, "hash-does-not-fit", false,
                     rowkey_place_of_offset(explaining, argument->offset),
                     "%s lies between %s and %s, and must lie between %s and %s %s: other rows are refused%s",
                     rowkey_show(argument->source).text, rowkey_integer_text(argument->range.low).text,
                     rowkey_integer_text(argument->range.high).text, rowkey_integer_text(taken.low).text,
                     rowkey_integer_text(taken.high).text, is_mixed ? "beside an i64" : "here",
                     is_mixed ? " (uint64() makes an i64 that is not negative a u64)" : "");
}

static bool warn_of_refused_arguments(struct explaining *explaining) {
  for (size_t i = 0; i < explaining->layout->value_count; i++) {
    const struct value *value = explaining->layout->values[i];
    if (value->kind != VALUE_OPERATION || !value->used || !value->checked) continue;
    if (!warn_of_refused_argument(explaining, value, 0)) return false;
    if (value->b != NULL && !warn_of_refused_argument(explaining, value, 1)) return false;
  }
  return true;
}

bool rowkey_warn_of_hashes(struct explaining *explaining) {
  return rowkey_warn_of_each(explaining, warn_of_weak_hash) &&
         rowkey_warn_of_each(explaining, warn_of_random) &&
         rowkey_warn_of_each(explaining, warn_of_refusal) && warn_of_refused_arguments(explaining);
}
