/* The column type decimal(N): an i64 of so many decimal places. */
#include <inttypes.h>
#include <string.h>

#include "decimal_powers.h"
#include "types/decimal.h"
#include "types/rows.h"
#include "types/swar.h"

enum { MOST_PLACES = 18, MOST_DIGITS = 19, WORD = 8 };
_Static_assert(DECIMAL_BOUND == MOST_DIGITS + 2, "a sign and a point");

/* The `count` characters before `end`, 0 to 8, XORed with '0': 0 stands for those that are not wanted. */
static inline uint64_t last_digits(const uint8_t *end, size_t count) {
  const uint64_t digits = load_le64(end - WORD) ^ EACH_BYTE('0');
  return count == 0 ? 0 : digits >> (64 - 8 * count) << (64 - 8 * count);
}

/* Characters after the last point among the eight before `end`, or 8 when there is none. */
static inline size_t after_point(const uint8_t *end) {
  const uint64_t same = load_le64(end - WORD) ^ EACH_BYTE('.');
  /* The highest bit of each byte that is 0. */
  const uint64_t zeros = ~(((same & EACH_BYTE(0x7f)) + EACH_BYTE(0x7f)) | same) & EACH_BYTE(0x80);
  return zeros == 0 ? WORD : (size_t)__builtin_clzll(zeros) / 8;
}

/* One to eight digits, then perhaps a point and up to seven. False, and nothing useful, for anything else and
 * where the 16 bytes before the end cannot all be loaded. */
static inline bool read_short(const uint8_t *text, size_t size, size_t before, unsigned places,
                              uint64_t *magnitude) {
  if (before + size < 2 * WORD) return false;
  const uint8_t *end = text + size;
  const size_t found = after_point(end);
  const bool has_point = found < WORD && found < size;
  const size_t fraction = has_point ? found : 0, whole = size - fraction - has_point;
  if (whole - 1 >= WORD || fraction > places) return false;
  const uint64_t high = last_digits(end - fraction - has_point, whole), low = last_digits(end, fraction);
  if ((above_nine(high) | above_nine(low)) != 0 || (has_point && fraction == 0)) return false;
  uint64_t number;
  if (whole + fraction <= WORD) {
    number = join_digits(high >> 8 * fraction | low);
  } else {
    number = join_digits(high) * decimal_powers[fraction] + join_digits(low); /* below 10^15 */
  }
  return !__builtin_mul_overflow(number, decimal_powers[places - fraction], magnitude);
}

static const char *syntax_fault(const uint8_t *text, size_t size) {
  if (size == 0) return "has no digits";
  if (memchr(text, ' ', size) != NULL || memchr(text, '\t', size) != NULL) return "has a space";
  if (memchr(text, ',', size) != NULL) return "has a comma";
  if (memchr(text, '\r', size) != NULL) return "has a carriage return";
  return "is not written in decimal";
}

/* The exponent at text[*at], e-5, 0 where there is none. Greater ones than any text has digits stay below
 * 2^63. */
static bool read_exponent(const uint8_t *text, size_t size, size_t *at, int64_t *exponent) {
  *exponent = 0;
  if (*at == size) return true;
  if ((text[(*at)++] | 0x20) != 'e') return false;
  const bool negative = *at < size && text[*at] == '-';
  if (*at < size && (negative || text[*at] == '+')) ++*at;
  const size_t begin = *at;
  for (; *at < size && text[*at] >= '0' && text[*at] <= '9'; ++*at) {
    if (*exponent < INT64_MAX / 100) *exponent = *exponent * 10 + (text[*at] - '0');
  }
  if (negative) *exponent = -*exponent;
  return *at > begin && *at == size;
}

/* Digit by digit, of any length. 0s at the end are counted and not multiplied in, so that 12.5000e1 is 125.
 */
static const char *read_long(const uint8_t *text, size_t size, unsigned places, uint64_t limit,
                             uint64_t *magnitude) {
  uint64_t number = 0;
  bool fits = true, has_point = false;
  size_t digits = 0, fraction = 0, zeros = 0, at = 0;
  for (; at < size; at++) {
    const unsigned digit = (unsigned)text[at] - '0';
    if (digit > 9) {
      if (text[at] != '.' || has_point) break;
      has_point = true;
      continue;
    }
    digits++;
    fraction += has_point;
    zeros += digit == 0;
    if (digit == 0) continue;
    fits = fits &&
           (number == 0 ||
            (zeros < MOST_DIGITS && !__builtin_mul_overflow(number, decimal_powers[zeros + 1], &number))) &&
           !__builtin_add_overflow(number, (uint64_t)digit, &number);
    zeros = 0;
  }
  int64_t exponent;
  if (digits == 0 || !read_exponent(text, size, &at, &exponent)) return syntax_fault(text, size);
  *magnitude = 0;
  if (fits && number == 0) return NULL; /* of 2^64 as well the sum is 0 */
  exponent += (int64_t)zeros - (int64_t)fraction + places;
  if (exponent < 0) return "has more digits after the point than the type keeps";
  fits =
      fits && exponent <= MOST_DIGITS && !__builtin_mul_overflow(number, decimal_powers[exponent], magnitude);
  return fits && *magnitude <= limit ? NULL : "is beyond an i64 with so many digits after the point";
}

/* Inlined into the loop over a batch. */
V_INLINE const char *read_places(const struct typed_text *text, unsigned places, uint64_t *number) {
  const uint64_t negative = text->size > 0 && text->at[0] == '-';
  const uint8_t *digits = text->at + negative;
  const size_t size = text->size - (size_t)negative;
  const uint64_t limit = (uint64_t)INT64_MAX + negative;
  uint64_t magnitude;
  if (!read_short(digits, size, text->before + (size_t)negative, places, &magnitude) || magnitude > limit) {
    const size_t plus = negative == 0 && size > 0 && digits[0] == '+';
    const char *fault = read_long(digits + plus, size - plus, places, limit, &magnitude);
    if (fault != NULL) return fault;
  }
  *number = (magnitude ^ (0 - negative)) + negative; /* two's complement: ~m + 1 = -m */
  return NULL;
}

const char *rowkey_read_decimal(const struct typed_text *text, unsigned places, uint64_t *number) {
  return read_places(text, places, number);
}

size_t rowkey_write_decimal(uint64_t number, unsigned places, char *text) {
  const uint64_t negative = number >> 63;
  uint64_t magnitude = (number ^ (0 - negative)) + negative;
  char digits[MOST_DIGITS + 2], *at = digits + sizeof digits;
  for (unsigned i = 0; magnitude > 0 || i <= places; i++) {
    if (i == places && i > 0) *--at = '.';
    *--at = (char)('0' + magnitude % 10);
    magnitude /= 10;
  }
  if (negative != 0) *text++ = '-';
  const size_t size = (size_t)(digits + sizeof digits - at);
  memcpy(text, at, size);
  return size + (size_t)negative;
}

V_INLINE const char *read_decimal(const struct rowkey_column_type *type, const struct typed_text *text,
                                  uint64_t *number) {
  return read_places(text, type->digits, number);
}

V_INLINE const char *write_decimal(const struct rowkey_column_type *type, uint64_t number, char *text,
                                   size_t *size) {
  *size = rowkey_write_decimal(number, type->digits, text);
  return NULL;
}

static void expect_decimal(const struct rowkey_column_type *type, struct text_buffer *out) {
  const unsigned places = type->digits;
  rowkey_text_printf(out, "a decimal with at most %u digits after the point, from -", places);
  char text[DECIMAL_BOUND];
  const size_t size = rowkey_write_decimal(INT64_MAX, places, text);
  rowkey_text_printf(out, "%.*s to %.*s", (int)size, text, (int)size, text);
}

static bool set_up_decimal(struct rowkey_column_type *type, struct parameters *parameters) {
  static const char expected[] = "the digits after the point, 0 to 18";
  const size_t begin = parameters->at;
  struct slice places;
  if (!rowkey_next_parameter(parameters, expected, &places)) return false;
  unsigned number = 0;
  bool good = places.size > 0 && places.size <= 2;
  for (size_t i = 0; i < places.size && good; i++) {
    good = places.at[i] >= '0' && places.at[i] <= '9';
    number = number * 10 + (unsigned)(places.at[i] - '0');
  }
  type->digits = number;
  type->text_bound = DECIMAL_BOUND;
  return (good && number <= MOST_PLACES) ||
         rowkey_fail(&parameters->diagnostic, ROWKEY_ERROR_SYNTAX, begin, expected,
                     "decimal cannot have %s digits after the point", rowkey_show(places).text);
}

NUMBER_ROWS(decimal, read_decimal, write_decimal)

const struct type_kind rowkey_type_decimal = {
    .name = "decimal",
    .declared = DECLARED_decimal,
    .form = "decimal(N), with N digits after the point",
    .physical = ROWKEY_I64,
    .set_up = set_up_decimal,
    .read = decimal_read_rows,
    .write = decimal_write_rows,
    .expect = expect_decimal,
};
