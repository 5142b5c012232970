#include "records/floating.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* A text that is a number: what its digits say. */
struct decimal {
  bool negative;
  bool infinite;
  bool exact;      /* all digits are in `digits`; then the value is digits * 10^exponent */
  uint64_t digits; /* the point left out */
  int exponent;
};

enum { MOST_DIGITS = 19, MOST_EXPONENT = 100000 };

static bool is_digit(uint8_t byte) { return byte >= '0' && byte <= '9'; }

/* Reads digits from *at on; returns how many. */
static size_t scan_digits(const uint8_t *text, size_t length, size_t *at, struct decimal *decimal) {
  const size_t begin = *at;
  for (; *at < length && is_digit(text[*at]); ++*at) {
    /* 10^18 * 10 + 9 < 2^64: MOST_DIGITS digits always fit */
    if (decimal->digits >= UINT64_C(1000000000000000000)) {
      decimal->exact = false;
    } else {
      decimal->digits = decimal->digits * 10 + (uint64_t)(text[*at] - '0');
    }
  }
  return *at - begin;
}

/* Reads "e-5" at *at, if it is there. */
static bool scan_exponent(const uint8_t *text, size_t length, size_t *at, struct decimal *decimal) {
  if (*at == length || (text[*at] != 'e' && text[*at] != 'E')) return true;
  const bool negative = ++*at < length && text[*at] == '-';
  if (*at < length && (text[*at] == '-' || text[*at] == '+')) ++*at;
  const size_t begin = *at;
  int exponent = 0;
  for (; *at < length && is_digit(text[*at]); ++*at) {
    if (exponent < MOST_EXPONENT) exponent = exponent * 10 + (text[*at] - '0');
  }
  decimal->exponent += negative ? -exponent : exponent;
  return *at > begin;
}

static bool is_word(const uint8_t *text, size_t length, const char *word) {
  return length == strlen(word) && strncasecmp((const char *)text, word, length) == 0;
}

/* Why a text is not a number. */
static const char *syntax_fault(const uint8_t *text, size_t length) {
  const size_t sign = length > 0 && (text[0] == '-' || text[0] == '+');
  if (length == 0) return "is empty";
  if (is_word(text + sign, length - sign, "nan")) return "is not-a-number, which has no place in an order";
  if (text[0] == '+') return "has a plus sign";
  if (memchr(text, ' ', length) != NULL || memchr(text, '\t', length) != NULL) return "has a space";
  if (memchr(text, '\r', length) != NULL) return "has a carriage return";
  if (memchr(text, ',', length) != NULL) return "has a comma";
  return "is not written in decimal";
}

static const char *scan(const uint8_t *text, size_t length, struct decimal *decimal) {
  *decimal = (struct decimal){.negative = length > 0 && text[0] == '-', .exact = true};
  size_t at = decimal->negative;
  if (is_word(text + at, length - at, "inf") || is_word(text + at, length - at, "infinity")) {
    decimal->infinite = true;
    return NULL;
  }
  size_t digits = scan_digits(text, length, &at, decimal);
  if (at < length && text[at] == '.') {
    at++;
    const size_t fraction = scan_digits(text, length, &at, decimal);
    decimal->exponent = fraction <= MOST_DIGITS ? -(int)fraction : 0;
    decimal->exact = decimal->exact && fraction <= MOST_DIGITS;
    digits += fraction;
  }
  if (digits == 0 || !scan_exponent(text, length, &at, decimal) || at < length) {
    return syntax_fault(text, length);
  }
  return length > FLOATING_MOST_BYTES ? "is longer than 2000 bytes" : NULL;
}
_Static_assert(FLOATING_MOST_BYTES == 2000, "as the message says");

/* Clinger's fast path: digits and power are exact in a double, so that one operation rounds once. Needs
 * arithmetic in the precision of its type, unlike that of the 8087. */
static bool convert_exactly(const struct decimal *decimal, double *value) {
  static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                  1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  const int exponent = decimal->exponent;
  if (FLT_EVAL_METHOD != 0 || !decimal->exact || decimal->digits > UINT64_C(1) << DBL_MANT_DIG ||
      exponent < -22 || exponent > 22) {
    return false;
  }
  const double magnitude =
      exponent < 0 ? (double)decimal->digits / powers[-exponent] : (double)decimal->digits * powers[exponent];
  *value = decimal->negative ? -magnitude : magnitude;
  return true;
}

/* A copy for strtod, which would read on into what follows the text: a delimiter may be a digit. */
struct ended_text {
  char bytes[FLOATING_MOST_BYTES + 1];
};

static const char *end_text(const uint8_t *text, size_t length, struct ended_text *copy) {
  memcpy(copy->bytes, text, length);
  copy->bytes[length] = 0;
  return copy->bytes;
}

const char *floating_parse_f64(const uint8_t *text, size_t length, double *value) {
  struct decimal decimal;
  const char *fault = scan(text, length, &decimal);
  if (fault != NULL || (!decimal.infinite && convert_exactly(&decimal, value))) return fault;
  struct ended_text copy;
  *value = strtod(end_text(text, length, &copy), NULL);
  return isinf(*value) && !decimal.infinite ? "is beyond the largest number" : NULL;
}

const char *floating_parse_f32(const uint8_t *text, size_t length, float *value) {
  struct decimal decimal;
  const char *fault = scan(text, length, &decimal);
  if (fault != NULL) return fault;
  struct ended_text copy;
  *value = strtof(end_text(text, length, &copy), NULL);
  return isinf(*value) && !decimal.infinite ? "is beyond the largest number" : NULL;
}

/* A decimal of at most DBL_DIG digits is what its double prints in as many, so that the first precision that
 * is read back is the shortest. Subnormal numbers hold fewer digits than that. */
size_t floating_print_f64(double value, char *out) {
  int precision = fabs(value) < DBL_MIN ? 1 : DBL_DIG;
  int length;
  do {
    length = snprintf(out, FLOATING_TEXT_SIZE, "%.*g", precision, value);
  } while (++precision <= DBL_DECIMAL_DIG && strtod(out, NULL) != value);
  return (size_t)length;
}

size_t floating_print_f32(float value, char *out) {
  int precision = fabsf(value) < FLT_MIN ? 1 : FLT_DIG;
  int length;
  do {
    length = snprintf(out, FLOATING_TEXT_SIZE, "%.*g", precision, (double)value);
  } while (++precision <= FLT_DECIMAL_DIG && strtof(out, NULL) != value);
  return (size_t)length;
}
