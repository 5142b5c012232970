/* Numbers of other sizes, scales, units and kinds than a column keeps: by value, or an error of the row.
 *
 * A block is converted by loops without branches, in 64 bits, which find that some row is not exact or does
 * not fit, but not which. Then, and for wider numbers that need their upper words, each row is converted by
 * itself from its sign and 256 bits of magnitude: that path finds the first bad row, and is exact for all
 * others. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/given_column.h"
#include "columns/conversion.h"
#include "decimal_powers.h"
#include "text/floating.h"
#include "types/type.h"

/* ---- Loading ------------------------------------------------------------------------------------------ */

/* Numbers need not be aligned. */
#define DEFINE_WIDEN(type)                                                                 \
  static void widen_##type(const uint8_t *data, size_t first, size_t rows, int64_t *out) { \
    for (size_t i = 0; i < rows; i++) {                                                    \
      type number;                                                                         \
      memcpy(&number, data + (first + i) * sizeof number, sizeof number);                  \
      out[i] = (int64_t)number;                                                            \
    }                                                                                      \
  }
DEFINE_WIDEN(int8_t)
DEFINE_WIDEN(int16_t)
DEFINE_WIDEN(int32_t)
DEFINE_WIDEN(int64_t)
DEFINE_WIDEN(uint8_t)
DEFINE_WIDEN(uint16_t)
DEFINE_WIDEN(uint32_t)
DEFINE_WIDEN(uint64_t)

static bool is_little_endian(void) { return *(const uint8_t *)&(const uint16_t){1} == 1; }

/* Word `word` of a number of `words` of them, from the lowest. */
static inline uint64_t load_word(const uint8_t *data, size_t number, size_t words, size_t word) {
  uint64_t loaded;
  const size_t place = is_little_endian() ? word : words - 1 - word;
  memcpy(&loaded, data + (number * words + place) * sizeof loaded, sizeof loaded);
  return loaded;
}

/* The lowest words. Returns whether one of the numbers has more bits than an int64_t. */
static bool narrow_words(const uint8_t *data, size_t first, size_t rows, size_t words, int64_t *out) {
  uint64_t wider = 0;
  for (size_t i = 0; i < rows; i++) {
    out[i] = (int64_t)load_word(data, first + i, words, 0);
    for (size_t word = 1; word < words; word++)
      wider |= load_word(data, first + i, words, word) ^ (uint64_t)(out[i] < 0 ? -1 : 0);
  }
  return wider != 0;
}

/* A block as int64_t. Returns whether some number is not one. */
static bool load_integers(const struct converting *block, int64_t *out) {
  const uint8_t *data = block->from->data;
  const size_t first = block->first, rows = block->rows;
  uint64_t any = 0;
  switch (form_of_tag(block->conversion->tag)) {
    case ROWKEY_FORM_I8:
      widen_int8_t(data, first, rows, out);
      return false;
    case ROWKEY_FORM_I16:
      widen_int16_t(data, first, rows, out);
      return false;
    case ROWKEY_FORM_I32:
      widen_int32_t(data, first, rows, out);
      return false;
    case ROWKEY_FORM_U8:
      widen_uint8_t(data, first, rows, out);
      return false;
    case ROWKEY_FORM_U16:
      widen_uint16_t(data, first, rows, out);
      return false;
    case ROWKEY_FORM_U32:
      widen_uint32_t(data, first, rows, out);
      return false;
    case ROWKEY_FORM_U64:
      widen_uint64_t(data, first, rows, out);
      for (size_t i = 0; i < rows; i++) any |= (uint64_t)out[i];
      return any >> 63 != 0;
    case ROWKEY_FORM_I128:
      return narrow_words(data, first, rows, 2, out);
    case ROWKEY_FORM_I256:
      return narrow_words(data, first, rows, 4, out);
    case ROWKEY_FORM_BITS:
      for (size_t i = 0; i < rows; i++) out[i] = data[(first + i) / 8] >> ((first + i) & 7) & 1;
      return false;
    default:
      widen_int64_t(data, first, rows, out);
      return false;
  }
}

/* ---- What a row is multiplied or divided by -------------------------------------------------------------
 */

/* The kept number is value * factor * 10^digits, or value / 10^-digits. */
struct scaling {
  uint64_t factor;
  int digits;
  uint64_t low, span; /* kept numbers are low … low + span, counted modulo 2^64 */
};

enum { SECONDS_PER_DAY = 86400, FACTOR_DIGITS_MOST = 18 };

/* Digits of the second that a unit counts. */
static int digits_of_unit(int unit) { return 3 * (unit - ROWKEY_SECONDS); }

static struct scaling scaling_of(const struct conversion *conversion) {
  const rowkey_column *column = conversion->column;
  const int detail = detail_of_tag(conversion->tag);
  const bool is_signed = column->type == ROWKEY_I64;
  struct scaling scaling = {1, 0, is_signed ? UINT64_C(1) << 63 : 0, rowkey_most_kept(column)};
  if (conversion->declared == DECLARED_decimal) scaling.digits = (int)column->declared->digits;
  if (kind_of_tag(conversion->tag) == ROWKEY_KIND_DECIMAL) scaling.digits -= detail;
  if (kind_of_tag(conversion->tag) == ROWKEY_KIND_INSTANT)
    scaling.digits = digits_of_unit((int)column->unit) - digits_of_unit(detail);
  if (kind_of_tag(conversion->tag) == ROWKEY_KIND_DATE) {
    scaling.factor = SECONDS_PER_DAY;
    scaling.digits = digits_of_unit((int)column->unit);
  }
  return scaling;
}

/* ---- One row, of any width --------------------------------------------------------------------------------
 */

enum { LIMBS = 8, DIGITS_OF_LIMB = 9, EXACT_TEXT = 180 };

/* A sign and limbs of 32 bits, the lowest first. */
struct exact {
  bool is_negative;
  uint32_t limbs[LIMBS];
};

static void negate_limbs(uint32_t limbs[LIMBS]) {
  uint64_t carry = 1;
  for (int i = 0; i < LIMBS; i++) {
    carry += (uint32_t)~limbs[i];
    limbs[i] = (uint32_t)carry;
    carry >>= 32;
  }
}

static struct exact load_exact(const struct converting *block, size_t row) {
  const rowkey_form form = form_of_tag(block->conversion->tag);
  const size_t words = form == ROWKEY_FORM_I256 ? 4 : form == ROWKEY_FORM_I128 ? 2 : 1;
  struct exact exact = {.is_negative = false};
  int64_t low = 0;
  struct converting one = *block;
  one.first += row;
  one.rows = 1;
  const bool is_wide = load_integers(&one, &low);
  exact.is_negative = low < 0 && form != ROWKEY_FORM_U64;
  if (words > 1 && is_wide)
    exact.is_negative = load_word(block->from->data, one.first, words, words - 1) >> 63 != 0;
  for (size_t word = 0; word < 4; word++) {
    const uint64_t bits = word == 0      ? (uint64_t)low
                          : word < words ? load_word(block->from->data, one.first, words, word)
                                         : (exact.is_negative ? UINT64_MAX : 0);
    exact.limbs[2 * word] = (uint32_t)bits;
    exact.limbs[2 * word + 1] = (uint32_t)(bits >> 32);
  }
  if (exact.is_negative) negate_limbs(exact.limbs);
  return exact;
}

/* Divides by a divisor below 2^32; returns the remainder. */
static uint32_t divide_limbs(uint32_t limbs[LIMBS], uint32_t divisor) {
  uint64_t remainder = 0;
  for (int i = LIMBS - 1; i >= 0; i--) {
    const uint64_t dividend = remainder << 32 | limbs[i];
    limbs[i] = (uint32_t)(dividend / divisor);
    remainder = dividend % divisor;
  }
  return (uint32_t)remainder;
}

static bool is_zero(const struct exact *exact) {
  uint32_t any = 0;
  for (int i = 0; i < LIMBS; i++) any |= exact->limbs[i];
  return any == 0;
}

/* What is wrong with a row. */
enum fault { FAULT_NONE, FAULT_DIGITS, FAULT_RANGE };

/* The magnitude as 64 bits. */
static enum fault scale_magnitude(struct exact *exact, const struct scaling *scaling, uint64_t *magnitude) {
  for (int digits = -scaling->digits; digits > 0 && !is_zero(exact); digits -= DIGITS_OF_LIMB) {
    const int some = digits < DIGITS_OF_LIMB ? digits : DIGITS_OF_LIMB;
    if (divide_limbs(exact->limbs, (uint32_t)decimal_powers[some]) != 0) return FAULT_DIGITS;
  }
  *magnitude = (uint64_t)exact->limbs[1] << 32 | exact->limbs[0];
  exact->limbs[0] = exact->limbs[1] = 0;
  if (!is_zero(exact)) return FAULT_RANGE;
  if (*magnitude == 0 || scaling->digits <= 0)
    return __builtin_mul_overflow(*magnitude, scaling->factor, magnitude) ? FAULT_RANGE : FAULT_NONE;
  const bool is_beyond = scaling->digits > FACTOR_DIGITS_MOST + 1 ||
                         __builtin_mul_overflow(*magnitude, scaling->factor, magnitude) ||
                         __builtin_mul_overflow(*magnitude, decimal_powers[scaling->digits], magnitude);
  return is_beyond ? FAULT_RANGE : FAULT_NONE;
}

static enum fault convert_exact(struct exact exact, const struct scaling *scaling, uint64_t *kept) {
  const enum fault fault = scale_magnitude(&exact, scaling, kept);
  if (fault != FAULT_NONE) return fault;
  const bool is_signed = scaling->low != 0;
  if (exact.is_negative) {
    if (*kept != 0 && (!is_signed || *kept > UINT64_C(1) << 63)) return FAULT_RANGE;
    *kept = 0 - *kept;
  } else if (is_signed && *kept >> 63 != 0) {
    return FAULT_RANGE;
  }
  return *kept - scaling->low <= scaling->span ? FAULT_NONE : FAULT_RANGE;
}

/* ---- Reports ------------------------------------------------------------------------------------------ */

/* Writes the number with `scale` digits after its point. */
static void write_exact(struct exact exact, int scale, char text[EXACT_TEXT]) {
  char digits[EXACT_TEXT], *at = digits + sizeof digits;
  int count = 0;
  *--at = 0;
  for (int i = scale; i < 0 && !is_zero(&exact); i++) *--at = '0';
  for (; !is_zero(&exact) || count <= (scale > 0 ? scale : 0); count++) {
    if (count == scale && scale > 0) *--at = '.';
    *--at = (char)('0' + divide_limbs(exact.limbs, 10));
  }
  snprintf(text, EXACT_TEXT, "%s%s", exact.is_negative ? "-" : "", at);
}

static size_t report_row(const struct converting *block, size_t row, enum fault fault) {
  static const char *const units[] = {"", "seconds", "milliseconds", "microseconds", "nanoseconds"};
  const struct conversion *conversion = block->conversion;
  const rowkey_kind kind = kind_of_tag(conversion->tag);
  const int detail = detail_of_tag(conversion->tag);
  const struct declared_text type = rowkey_declared_text(conversion->column);
  char number[EXACT_TEXT], value[EXACT_TEXT + 40];
  write_exact(load_exact(block, row), kind == ROWKEY_KIND_DECIMAL ? detail : 0, number);
  snprintf(value, sizeof value, "%s%s%s%s", kind == ROWKEY_KIND_DATE ? "day " : "", number,
           kind == ROWKEY_KIND_INSTANT ? " " : "", kind == ROWKEY_KIND_INSTANT ? units[detail] : "");
  if (kind == ROWKEY_KIND_INSTANT || kind == ROWKEY_KIND_DATE) strcat(value, " since 1970");
  if (fault == FAULT_DIGITS)
    return rowkey_report_converted(
        block, row, ROWKEY_ERROR_RANGE,
        "%s has digits that %s does not keep (expected a value that it holds exactly)", value, type.text);
  const uint64_t most = rowkey_most_kept(conversion->column);
  char expected[48] = "a value that 64 bits hold";
  if (conversion->column->type == ROWKEY_U64)
    snprintf(expected, sizeof expected, "0 %s %" PRIu64, most == 1 ? "or" : "to", most);
  else if (conversion->declared == DECLARED_i64)
    strcpy(expected, "-9223372036854775808 to 9223372036854775807");
  return rowkey_report_converted(block, row, ROWKEY_ERROR_RANGE, "%s is out of the range of %s (expected %s)",
                                 value, type.text, expected);
}

/* ---- Blocks ------------------------------------------------------------------------------------------- */

static inline int64_t load_i64(const uint8_t *from, size_t row) {
  int64_t number;
  memcpy(&number, from + row * sizeof number, sizeof number);
  return number;
}

/* Both loops ask for overflows, which keeps compilers from vectors: without an instruction for products of 64
 * bits those take longer. What they read may be what they write. */
static bool multiply_all(const uint8_t *from, int64_t *numbers, size_t rows, int64_t by) {
  bool bad = false;
  for (size_t i = 0; i < rows; i++) bad |= __builtin_mul_overflow(load_i64(from, i), by, &numbers[i]);
  return !bad;
}

/* Multiplies by the inverse modulo 2^64 of the divisor's odd part. That is the quotient where there is no
 * remainder; where there is one, no number times the divisor is the dividend. */
static bool divide_all(const uint8_t *from, int64_t *numbers, size_t rows, int64_t by) {
  const int twos = __builtin_ctzll((unsigned long long)by);
  const uint64_t odd = (uint64_t)by >> twos;
  uint64_t inverse = odd, bad = 0; /* exact modulo 8, and twice as many bits with each step */
  for (int i = 0; i < 5; i++) inverse *= 2 - odd * inverse;
  for (size_t i = 0; i < rows; i++) {
    const int64_t number = load_i64(from, i);
    int64_t product;
    numbers[i] = (int64_t)((uint64_t)(number >> twos) * inverse);
    bad |= __builtin_mul_overflow(numbers[i], by, &product);
    bad |= (uint64_t)(product ^ number);
  }
  return bad == 0;
}

/* Whether all rows, null or not, are exact and in the range. They are read from `numbers` or elsewhere. */
static bool scale_block(const uint8_t *from, int64_t *numbers, size_t rows, const struct scaling *scaling) {
  const int digits = scaling->digits < 0 ? -scaling->digits : scaling->digits;
  if (digits > FACTOR_DIGITS_MOST) return false;
  int64_t by;
  uint64_t bad = 0;
  if (__builtin_mul_overflow(scaling->factor, decimal_powers[digits], &by)) return false;
  if (by == 1)
    memmove(numbers, from, rows * sizeof *numbers);
  else if (!(scaling->digits < 0 ? divide_all : multiply_all)(from, numbers, rows, by))
    return false;
  if (scaling->low != 0) return true; /* any int64_t */
  const uint64_t span = scaling->span < INT64_MAX ? scaling->span : INT64_MAX;
  for (size_t i = 0; i < rows; i++) bad |= (uint64_t)((uint64_t)numbers[i] > span);
  return bad == 0;
}

/* Row by row, to the first bad one. */
static size_t scale_exactly(const struct converting *block, uint64_t *kept, const struct scaling *scaling) {
  for (size_t row = 0; row < block->rows; row++) {
    kept[row] = 0;
    if (converting_is_null(block, row)) continue;
    const enum fault fault = convert_exact(load_exact(block, row), scaling, &kept[row]);
    if (fault != FAULT_NONE) return report_row(block, row, fault);
  }
  return block->rows;
}

static bool has_nulls(const struct converting *block) {
  return rowkey_find_null(block->from, block->first, block->rows) < block->rows;
}

/* What is under nulls, such as the INT64_MIN of a time that is not one, takes no block to its slow path. */
static void blank_nulls(const struct converting *block, int64_t *numbers) {
  if (!has_nulls(block)) return;
  for (size_t row = 0; row < block->rows; row++)
    if (converting_is_null(block, row)) numbers[row] = 0;
}

size_t rowkey_rescale_rows(const struct converting *block) {
  const struct scaling scaling = scaling_of(block->conversion);
  int64_t *numbers = rowkey_room_for_values(block, block->rows * sizeof *numbers);
  if (numbers == NULL) return 0;
  *block->to = rowkey_kept_numbers(block->conversion->column->type, numbers, block->rows);
  const uint8_t *from = (const uint8_t *)numbers;
  bool is_wide = false;
  if (form_of_tag(block->conversion->tag) == ROWKEY_FORM_I64 && !has_nulls(block)) {
    from = (const uint8_t *)block->from->data + block->first * sizeof *numbers;
  } else {
    is_wide = load_integers(block, numbers);
    blank_nulls(block, numbers);
  }
  if (!is_wide && scale_block(from, numbers, block->rows, &scaling)) return block->rows;
  return scale_exactly(block, (uint64_t *)numbers, &scaling);
}

/* Kept numbers stay where they are. */
size_t rowkey_check_kept_rows(const struct converting *block) {
  const uint64_t most = rowkey_most_kept(block->conversion->column);
  *block->to = rowkey_values_from(block->from, block->first);
  const uint64_t *numbers = block->to->data;
  uint64_t bad = 0;
  for (size_t row = 0; row < block->rows; row++) bad |= (uint64_t)(numbers[row] > most);
  for (size_t row = 0; bad != 0 && row < block->rows; row++)
    if (numbers[row] > most && !converting_is_null(block, row)) return report_row(block, row, FAULT_RANGE);
  return block->rows;
}

/* ---- Floats ------------------------------------------------------------------------------------------- */

static double double_of_half(uint16_t half) {
  const unsigned exponent = half >> 10 & 31, fraction = half & 1023;
  const double magnitude = exponent == 0    ? ldexp(fraction, -24)
                           : exponent == 31 ? (fraction == 0 ? (double)INFINITY : (double)NAN)
                                            : ldexp(fraction + 1024, (int)exponent - 25);
  return half >> 15 != 0 ? -magnitude : magnitude;
}

/* Floats need not be aligned. */
#define DEFINE_LOAD_DOUBLES(type, name, double_of_number)                         \
  static void name(const uint8_t *data, size_t first, size_t rows, double *out) { \
    for (size_t i = 0; i < rows; i++) {                                           \
      type number;                                                                \
      memcpy(&number, data + (first + i) * sizeof number, sizeof number);         \
      out[i] = double_of_number(number);                                          \
    }                                                                             \
  }
#define DOUBLE_OF(number) (double)(number)
DEFINE_LOAD_DOUBLES(uint16_t, load_halves, double_of_half)
DEFINE_LOAD_DOUBLES(float, load_singles, DOUBLE_OF)
DEFINE_LOAD_DOUBLES(double, copy_doubles, DOUBLE_OF)

static void load_doubles(const struct converting *block, double *out) {
  switch (form_of_tag(block->conversion->tag)) {
    case ROWKEY_FORM_F16:
      load_halves(block->from->data, block->first, block->rows, out);
      break;
    case ROWKEY_FORM_F32:
      load_singles(block->from->data, block->first, block->rows, out);
      break;
    default:
      copy_doubles(block->from->data, block->first, block->rows, out);
  }
}

static size_t report_float(const struct converting *block, size_t row, double number, const char *expected) {
  const struct declared_text type = rowkey_declared_text(block->conversion->column);
  char shown[40];
  struct text_buffer out = {shown, sizeof shown};
  rowkey_show_f64(&out, number);
  return rowkey_report_converted(block, row, ROWKEY_ERROR_RANGE, "%s is not a valid %s (expected %s)", shown,
                                 type.text, expected);
}

/* The whole number of the double; false, and 0, where it has none in the type. */
static inline bool whole_of(double number, bool is_signed, uint64_t *whole) {
  const double low = is_signed ? -0x1p63 : 0, high = is_signed ? 0x1p63 : 0x1p64;
  const bool is_within = number >= low && number < high; /* NaN is not */
  const double within = is_within ? number : 0;
  *whole = is_signed ? (uint64_t)(int64_t)within : (uint64_t)within;
  return is_within && (is_signed ? (double)(int64_t)*whole : (double)*whole) == number;
}

size_t rowkey_convert_whole_floats(const struct converting *block) {
  const bool is_signed = block->conversion->column->type == ROWKEY_I64;
  double *numbers = rowkey_room_for_values(block, 2 * block->rows * sizeof *numbers);
  if (numbers == NULL) return 0;
  uint64_t *kept = (uint64_t *)(void *)(numbers + block->rows);
  *block->to = rowkey_kept_numbers(block->conversion->column->type, kept, block->rows);
  load_doubles(block, numbers);
  bool is_good = true;
  for (size_t row = 0; row < block->rows; row++) is_good &= whole_of(numbers[row], is_signed, &kept[row]);
  for (size_t row = 0; !is_good && row < block->rows; row++)
    if (!whole_of(numbers[row], is_signed, &kept[row]) && !converting_is_null(block, row))
      return report_float(block, row, numbers[row], "a whole number within the type's range");
  return block->rows;
}

static size_t report_inexact(const struct converting *block, size_t row, double number) {
  const int bits = block->conversion->column->type == ROWKEY_F32 ? 24 : 53;
  if (kind_of_tag(block->conversion->tag) == ROWKEY_KIND_FLOAT)
    return report_float(block, row, number, "a number that its 24 bits hold exactly");
  char text[EXACT_TEXT];
  write_exact(load_exact(block, row), 0, text);
  const struct declared_text type = rowkey_declared_text(block->conversion->column);
  return rowkey_report_converted(block, row, ROWKEY_ERROR_RANGE,
                                 "%s is not a valid %s (expected a number that its %d bits hold exactly)",
                                 text, type.text, bits);
}

/* The double of an integer; false where none is the same number. */
static bool double_of(const struct exact *exact, double *number) {
  int lowest = -1, highest = -1; /* bits that are set */
  *number = 0;
  for (int i = 0; i < LIMBS; i++) {
    if (exact->limbs[i] == 0) continue;
    if (lowest < 0) lowest = 32 * i + __builtin_ctz(exact->limbs[i]);
    highest = 32 * i + 31 - __builtin_clz(exact->limbs[i]);
  }
  if (highest - lowest >= 53) return false;
  for (int i = LIMBS - 1; i >= 0; i--) *number = *number * 0x1p32 + exact->limbs[i]; /* no step rounds */
  if (exact->is_negative) *number = -*number;
  return true;
}

/* Integers, by themselves where 53 bits do not hold them all. */
static size_t load_integers_as_doubles(const struct converting *block, double *out) {
  int64_t *integers = (int64_t *)(void *)(out + block->rows);
  uint64_t bad = load_integers(block, integers);
  blank_nulls(block, integers);
  for (size_t i = 0; i < block->rows; i++) {
    bad |= (uint64_t)((uint64_t)integers[i] + (UINT64_C(1) << 53) > UINT64_C(1) << 54);
    out[i] = (double)integers[i];
  }
  for (size_t row = 0; bad != 0 && row < block->rows; row++) {
    out[row] = 0;
    if (converting_is_null(block, row)) continue;
    const struct exact exact = load_exact(block, row);
    if (!double_of(&exact, &out[row])) return report_inexact(block, row, 0);
  }
  return block->rows;
}

static size_t narrow_doubles(const struct converting *block, const double *wide, size_t rows, float *narrow) {
  for (size_t row = 0; row < rows; row++) {
    narrow[row] = (float)wide[row];
    if ((double)narrow[row] == wide[row] || wide[row] != wide[row]) continue;
    if (!converting_is_null(block, row)) return report_inexact(block, row, wide[row]);
    narrow[row] = 0;
  }
  return rows;
}

size_t rowkey_convert_to_floats(const struct converting *block) {
  double *wide = rowkey_room_for_values(block, 2 * block->rows * sizeof *wide);
  if (wide == NULL) return 0;
  size_t good = block->rows;
  if (kind_of_tag(block->conversion->tag) == ROWKEY_KIND_FLOAT)
    load_doubles(block, wide);
  else
    good = load_integers_as_doubles(block, wide);
  *block->to = rowkey_kept_numbers(ROWKEY_F64, wide, block->rows);
  if (block->conversion->column->type != ROWKEY_F32) return good;
  float *narrow = (float *)(void *)(wide + block->rows);
  *block->to = rowkey_kept_numbers(ROWKEY_F32, narrow, block->rows);
  return narrow_doubles(block, wide, good, narrow);
}
