/* What goes wrong with the first field of a key, which decides the region that a row goes to. */
#include <inttypes.h>
#include <stdio.h>

#include "explain/explain.h"

static struct shown show_source(const struct value *value) { return rowkey_show(value->source); }

/* ---- A number that rises ----------------------------------------------------------------------- */

static bool is_unpadded_number(const struct part *part) {
  return part->kind == PART_TEXT && part->written->base != 0;
}

static bool warn_of_increase(struct explaining *explaining, const struct subject *prefix) {
  bool number = prefix->part->value->type != TYPE_TEXT;
  /* Digits without padding rise too, except where a number has one digit more than the last. */
  bool sorts = prefix->field->column_order != ROWKEY_UNORDERED || is_unpadded_number(prefix->part);
  if (!number || prefix->facts->leaf == NULL || !sorts) return true;
  return rowkey_warn(explaining, "increasing-prefix", false, prefix->place,
                     "%s stands first and follows %s: rows that arrive in the order of %s, such as "
                     "sequential ids or times, all go to one region at a time",
                     prefix->shown.text, show_source(prefix->facts->leaf).text,
                     show_source(prefix->facts->leaf).text);
}

/* ---- A remainder without a hash ---------------------------------------------------------------- */

/* The greatest common divisor of a * b and m. */
static uint64_t common_factor_of_product(uint64_t a, uint64_t b, uint64_t m) {
  uint64_t factor = rowkey_common_divisor(a, m);
  return factor * rowkey_common_divisor(b, m / factor);
}

static bool warn_of_stride(struct explaining *explaining, const struct subject *prefix,
                           struct division remainder, const struct facts *dividend) {
  if (explaining->stride == 0 || dividend->step == STEP_UNKNOWN || dividend->step == STEP_BELOW_ONE)
    return true;
  uint64_t modulus = remainder.divisor;
  uint64_t factor = common_factor_of_product(explaining->stride, dividend->step, modulus);
  if (factor == 1) return true;
  return rowkey_warn(explaining, "stride-shares-factor", false, prefix->place,
                     "values of %s that step by %" PRIu64 " reach only %" PRIu64 " of the %" PRIu64
                     " values modulo %" PRIu64 " of %s (a modulus without a factor of the step reaches all)",
                     show_source(dividend->leaf).text, explaining->stride, modulus / factor, modulus, modulus,
                     prefix->shown.text);
}

/* Whether rows in the order of the column stay in a region, or go on to the next, for a while, so that one
 * pass through the table takes a hundred rows or more. Larger steps jump between regions, as those of
 * multiplicative hashing do. */
static bool moves_slowly(const struct explaining *explaining, uint64_t step, uint64_t modulus) {
  if (step == STEP_BELOW_ONE) return true;
  if (step != 1) return false;
  uint64_t forward = explaining->stride % modulus;
  uint64_t distance = forward < modulus - forward ? forward : modulus - forward;
  return distance <= 1 || distance <= modulus / 100;
}

static bool warn_of_lock_step(struct explaining *explaining, const struct subject *prefix,
                              struct division remainder, const struct facts *dividend) {
  uint64_t modulus = remainder.divisor;
  if (!moves_slowly(explaining, dividend->step, modulus)) return true;
  struct shown leaf = show_source(dividend->leaf);
  uint64_t stride = modulus % 10 == 0 ? 10 : 2;
  char more[120] = "";
  if (explaining->stride == 0 && dividend->step == 1 && modulus % stride == 0)
    snprintf(more, sizeof more,
             ", and values that step by %" PRIu64 " reach only %" PRIu64 " of its %" PRIu64, stride,
             modulus / stride, modulus);
  return rowkey_warn(
      explaining, "lock-step", false, prefix->place,
      "%s is not a hash of %s: writers in the order of %s pass through the regions in lock step%s",
      prefix->shown.text, leaf.text, leaf.text, more);
}

static bool warn_of_remainder(struct explaining *explaining, const struct subject *prefix) {
  struct division remainder = rowkey_remainder_of(prefix->part->value);
  if (remainder.dividend == NULL || remainder.divisor < 2 || !value_is_integer(remainder.dividend))
    return true;
  const struct facts *dividend = facts_of(explaining, remainder.dividend);
  return dividend->leaf == NULL || (warn_of_lock_step(explaining, prefix, remainder, dividend) &&
                                    warn_of_stride(explaining, prefix, remainder, dividend));
}

/* ---- A hash with gaps -------------------------------------------------------------------------- */

static bool warn_of_spread(struct explaining *explaining, const struct subject *prefix) {
  if (image_of(explaining, prefix->part->value)->spread != SPREAD_UNEVEN) return true;
  return rowkey_warn(explaining, "uneven-hash", false, prefix->place,
                     "%s is made from a hash, but its values from %s to %s are not equally frequent: regions "
                     "that divide them evenly get unequal loads",
                     prefix->shown.text, prefix->field->low, prefix->field->high);
}

static bool warn(struct explaining *explaining, const struct subject *subject) {
  return !subject->is_first ||
         (warn_of_increase(explaining, subject) && warn_of_remainder(explaining, subject) &&
          warn_of_spread(explaining, subject));
}

bool rowkey_warn_of_prefix(struct explaining *explaining) { return rowkey_warn_of_each(explaining, warn); }
