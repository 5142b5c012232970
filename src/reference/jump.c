/* Jump consistent hash: Lamping and Veach, "A Fast, Minimal Memory, Consistent Hash Algorithm", 2014.
 *
 *     int64_t b = -1, j = 0;
 *     while (j < num_buckets) {
 *       b = j;
 *       key = key * 2862933555777941757ULL + 1;
 *       j = (b + 1) * (double(1LL << 31) / double((key >> 33) + 1));
 *     }
 *     return b;
 *
 * Its doubles are rounded twice, to 53 bits and to the even one of two that are as near. Here that is done a
 * bit at a time, as some machines compute with longer ones. */
#include "reference.h"

enum { DOUBLE_BITS = 53 };

/* digits * 2^exponent; the digits are not 0 and below 2^53 */
struct number {
  uint64_t digits;
  int exponent;
};

/* The next bits of a number below its digits, the highest first, and whether any bit after them is set. */
static struct number rounded(uint64_t digits, int exponent, bool next, bool more) {
  digits += next && (more || digits % 2 == 1);
  return (struct number){digits, exponent};
}

/* 2^31 / divisor, by long division: the first 53 bits from the highest one, the one below, and the rest. */
static struct number quotient(uint64_t divisor) {
  uint64_t rest = UINT64_C(1) << 31, digits = rest / divisor;
  int exponent = 0;
  rest %= divisor;
  for (; digits >> (DOUBLE_BITS - 1) == 0; exponent--) {
    rest *= 2;
    digits = digits * 2 + rest / divisor;
    rest %= divisor;
  }
  return rounded(digits, exponent, rest * 2 >= divisor, rest * 2 % divisor != 0);
}

/* factor * number: the bits of the product are added up in two words of 40 bits and more. */
static struct number product(uint64_t factor, struct number number) {
  const uint64_t mask = (UINT64_C(1) << 40) - 1;
  uint64_t low = 0, high = 0;
  for (unsigned bit = 32; bit-- > 0;) {
    low = low * 2 + ((factor >> bit & 1) != 0 ? number.digits & mask : 0);
    high = high * 2 + ((factor >> bit & 1) != 0 ? number.digits >> 40 : 0) + (low >> 40);
    low &= mask;
  }
  bool next = false, more = false;
  int exponent = number.exponent;
  for (; high >> (DOUBLE_BITS - 40) != 0; exponent++) {
    more = more || next;
    next = low % 2 == 1;
    low = low >> 1 | high % 2 << 39;
    high >>= 1;
  }
  return rounded(high << 40 | low, exponent, next, more);
}

uint64_t reference_jump(uint64_t key, uint64_t buckets) {
  uint64_t bucket = 0, next = 0;
  while (next < buckets) {
    bucket = next;
    key = key * UINT64_C(2862933555777941757) + 1;
    const struct number number = product(bucket + 1, quotient((key >> 33) + 1));
    next = number.exponent <= -64 ? 0
           : number.exponent < 0  ? number.digits >> -number.exponent
                                  : number.digits << number.exponent;
  }
  return bucket;
}
