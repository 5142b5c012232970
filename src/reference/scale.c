/* Doubles times a factor: the significand times the factor, doubled or halved as often as the exponent says.
 */
#include <string.h>

#include "reference.h"

/* high * 2^64 + low */
struct wide {
  uint64_t high, low;
};

static struct wide doubled(struct wide a) { return (struct wide){a.high << 1 | a.low >> 63, a.low << 1}; }
static struct wide halved(struct wide a) { return (struct wide){a.high >> 1, a.low >> 1 | a.high << 63}; }
static struct wide sum(struct wide a, uint64_t b) {
  return (struct wide){a.high + (a.low + b < b), a.low + b};
}

static struct wide product(uint64_t a, uint64_t b) {
  struct wide result = {0, 0};
  for (unsigned bit = 64; bit-- > 0;) result = sum(doubled(result), (b >> bit & 1) != 0 ? a : 0);
  return result;
}

/* IEEE 754, binary64: a sign, 11 bits of exponent, 52 of the significand below one that is 1, or 0 where the
 * exponent is 0. */
bool reference_scale(double number, uint64_t factor, bool floors, int64_t *result) {
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  const bool negative = bits >> 63 != 0;
  const unsigned biased = bits >> 52 & 2047;
  if (biased == 2047) return false;
  const uint64_t below_one = bits % (UINT64_C(1) << 52);
  struct wide whole = product(biased == 0 ? below_one : below_one + (UINT64_C(1) << 52), factor);
  bool half = false, more = false;
  for (unsigned i = biased; i > 1075; i--) {
    if (whole.high >> 63 != 0) return false;
    whole = doubled(whole);
  }
  for (unsigned i = biased == 0 ? 1 : biased; i < 1075; i++) {
    more = more || half;
    half = whole.low % 2 != 0;
    whole = halved(whole);
  }
  whole = sum(whole, floors ? negative && (half || more) : half && (more || whole.low % 2 != 0));
  const uint64_t most = (uint64_t)INT64_MAX + negative;
  if (whole.high != 0 || whole.low > most) return false;
  *result = !negative ? (int64_t)whole.low : whole.low == 0 ? 0 : -(int64_t)(whole.low - 1) - 1;
  return true;
}
