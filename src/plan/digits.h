/* Numbers as digits of an alphabet, in a fixed width: geohashes, ULIDs, base 36, 58 and 62. */
#ifndef ROWKEY_PLAN_DIGITS_H
#define ROWKEY_PLAN_DIGITS_H

#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "wide.h"

enum {
  DIGITS_BASE_MAX = 94,  /* the printable ASCII characters without the space */
  DIGITS_WIDTH_MAX = 64, /* the largest number in base 2 */
};

struct alphabet {
  unsigned base; /* the number of digits; 0: no alphabet */
  uint8_t digits[DIGITS_BASE_MAX];
};

struct digits {
  struct alphabet alphabet;
  bool ascends;         /* the digits sort as their values do */
  uint8_t numbers[256]; /* the value of each byte; `base` if the byte is not a digit */
  uint64_t square;      /* base * base */
  uint64_t reciprocal;  /* (2^64 - 1) / square */
  uint8_t pairs[][2];   /* the two digits of every number below `square` */
};

/* NULL when the arena's memory is exhausted. */
const struct digits *rowkey_make_digits(struct arena *arena, const struct alphabet *alphabet);

static inline bool alphabets_equal(const struct digits *a, const struct digits *b) {
  if (a == NULL || b == NULL) return a == b;
  return memcmp(&a->alphabet, &b->alphabet, sizeof a->alphabet) == 0;
}

/* The number must have at most `width` digits. */
static inline void digits_write(const struct digits *digits, uint64_t number, size_t width, uint8_t *out) {
  size_t left = width;
  for (; left >= 2; left -= 2) {
    /* The quotient, or one less: the rounded reciprocal loses at most number / 2^64 < 1. */
    uint64_t low, quotient = wide_multiply(number, digits->reciprocal, &low);
    uint64_t rest = number - quotient * digits->square;
    const bool is_less = rest >= digits->square;
    rest -= is_less ? digits->square : 0;
    memcpy(out + left - 2, digits->pairs[rest], 2);
    number = quotient + is_less;
  }
  if (left == 1) out[0] = digits->alphabet.digits[number];
}

/* False if some byte is not a digit, or the number is beyond 2^64 - 1. */
bool rowkey_read_digits(const struct digits *digits, const uint8_t *bytes, size_t width, uint64_t *number);

#endif
