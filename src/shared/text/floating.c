#include "text/floating.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rounding.h"
#include "text/tokens.h"

/* A text that is a number: what its digits say. */
struct decimal {
  bool negative;
  bool infinite;
  bool exact;      /* all digits are in `digits`; then the value is digits * 10^exponent */
  uint64_t digits; /* the point left out */
  int exponent;
  size_t end; /* of the digits in the text */
};

enum { MOST_EXPONENT = 100000 };

/* Reads digits from *at on; returns how many. */
static size_t scan_digits(const uint8_t *text, size_t length, size_t *at, struct decimal *decimal) {
  const size_t begin = *at;
  for (; *at < length && is_digit((char)text[*at]); ++*at) {
    /* 10^18 * 10 + 9 < 2^64: 19 digits always fit */
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
  for (; *at < length && is_digit((char)text[*at]); ++*at) {
    if (exponent < MOST_EXPONENT) exponent = exponent * 10 + (text[*at] - '0');
  }
  decimal->exponent += negative ? -exponent : exponent;
  return *at > begin;
}

/* Whether the text is the word of small letters, in either case. */
static bool is_word(const uint8_t *text, size_t length, const char *word) {
  if (length != strlen(word)) return false;
  size_t same = 0;
  while (same < length && (text[same] | 0x20) == word[same]) same++;
  return same == length;
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
    decimal->exponent = fraction <= FLOATING_MOST_BYTES ? -(int)fraction : 0; /* longer ones are refused */
    digits += fraction;
  }
  decimal->end = at;
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

/* What strtod reads: all digits without the point, which is another byte in some locales, and the exponent
 * that makes up for it: scan_exponent reads up to 999,999, and at most 2,000 digits stand after the point. */
struct plain_text {
  char bytes[FLOATING_MOST_BYTES + 16];
};

static const char *write_plain(const uint8_t *text, const struct decimal *decimal, struct plain_text *plain) {
  char *out = plain->bytes;
  for (size_t i = 0; i < decimal->end; i++)
    if (text[i] != '.') *out++ = (char)text[i];
  *out++ = 'e';
  if (decimal->exponent < 0) *out++ = '-';
  const unsigned exponent = (unsigned)abs(decimal->exponent);
  for (unsigned power = 1000000; power > 0; power /= 10) *out++ = (char)('0' + exponent / power % 10);
  *out = 0;
  return plain->bytes;
}

/* Stands apart, so that nothing of it is computed before the environment is changed. */
static __attribute__((noinline)) const char *read_f64(const uint8_t *text, size_t length, double *value) {
  struct decimal decimal;
  const char *fault = scan(text, length, &decimal);
  if (fault != NULL || (!decimal.infinite && convert_exactly(&decimal, value))) return fault;
  if (decimal.infinite) {
    *value = decimal.negative ? -(double)INFINITY : (double)INFINITY;
    return NULL;
  }
  struct plain_text plain;
  *value = strtod(write_plain(text, &decimal, &plain), NULL);
  return isinf(*value) ? "is beyond the largest number" : NULL;
}

static __attribute__((noinline)) const char *read_f32(const uint8_t *text, size_t length, float *value) {
  struct decimal decimal;
  const char *fault = scan(text, length, &decimal);
  if (fault != NULL) return fault;
  if (decimal.infinite) {
    *value = decimal.negative ? -INFINITY : INFINITY;
    return NULL;
  }
  struct plain_text plain;
  *value = strtof(write_plain(text, &decimal, &plain), NULL);
  return isinf(*value) ? "is beyond the largest number" : NULL;
}

/* ---- In any thread: a text is one number, however the thread rounds ---------------------------- */

const char *rowkey_read_f64(const uint8_t *text, size_t length, double *value) {
  struct usual_rounding rounding;
  begin_usual_rounding(&rounding);
  const char *fault = read_f64(text, length, value);
  end_usual_rounding(&rounding);
  return fault;
}

const char *rowkey_read_f32(const uint8_t *text, size_t length, float *value) {
  struct usual_rounding rounding;
  begin_usual_rounding(&rounding);
  const char *fault = read_f32(text, length, value);
  end_usual_rounding(&rounding);
  return fault;
}

void rowkey_show_f64(struct text_buffer *out, double number) {
  char digits[40] = "nan";
  if (!isnan(number)) snprintf(digits, sizeof digits, "%.17g", number);
  for (char *at = digits; *at != '\0'; at++)
    if (strchr("+-.0123456789einfa", *at) == NULL) *at = '.';
  rowkey_text_printf(out, "%s", digits);
}
