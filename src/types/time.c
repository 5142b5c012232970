/* The column type time: an i64 that counts from 1970-01-01T00:00:00Z. */
#include <string.h>

/* Plain C, of which the kernels of one lane are made as well. */
#include "simd/lanes/scalar.h"

#include "simd/kernels/dates.h"
#include "text/time_patterns.h"
#include "types/iso.h"
#include "types/rows.h"

/* By the digits of a second that they hold, three each. */
enum { UNITS = 4 };
static const char *const unit_names[UNITS] = {"s", "ms", "us", "ns"};

static const char outside_years[] = "is outside of the years 0001 to 9999";

/* The count of units that is so many seconds and units since 1970. */
V_INLINE const char *count_units(const struct time_form *form, int64_t seconds, unsigned fraction,
                                 uint64_t *number) {
  if (seconds < FIRST_SECOND || seconds > LAST_SECOND) return outside_years;
  /* Before 1970 towards 0, so that the first nanosecond of an i64 is found on the way. */
  const int64_t unit = form->per_second, before = seconds < 0;
  int64_t count;
  if (__builtin_mul_overflow(seconds + before, unit, &count) ||
      __builtin_add_overflow(count, (int64_t)fraction - before * unit, &count)) {
    return "is beyond what an i64 holds in nanoseconds";
  }
  *number = (uint64_t)count;
  return NULL;
}

/* What to say of a text that is no time. */
static const char *name_fault(const struct typed_text *text, const char *fault) {
  size_t digits = 0;
  while (digits < text->size && text->at[digits] >= '0' && text->at[digits] <= '9') digits++;
  return digits > 0 && digits == text->size ? "is a number, which the type epoch is for" : fault;
}

V_INLINE const char *read_iso_time(const struct rowkey_column_type *type, const struct typed_text *text,
                                   uint64_t *number) {
  int64_t seconds = 0;
  unsigned fraction = 0;
  const unsigned digits = type->time.digits;
  const char *fault = read_common_iso(text->at, text->size, digits, &seconds, &fraction)
                          ? NULL
                          : rowkey_read_iso(text->at, text->size, digits, &seconds, &fraction);
  return fault != NULL ? name_fault(text, fault) : count_units(&type->time, seconds, fraction, number);
}

V_INLINE const char *read_pattern_time(const struct rowkey_column_type *type, const struct typed_text *text,
                                       uint64_t *number) {
  int64_t seconds = 0;
  unsigned fraction = 0;
  const char *fault = rowkey_read_pattern(&type->time, text->at, text->size, &seconds, &fraction);
  return fault != NULL ? fault : count_units(&type->time, seconds, fraction, number);
}

static size_t read_times(const struct rowkey_column_type *type, const rowkey_values *texts, size_t rows,
                         const rowkey_decoded *values, const char **fault) {
  return type->time.item_count == 0
             ? read_number_rows(type, texts, rows, values->data, fault, read_iso_time)
             : read_number_rows(type, texts, rows, values->data, fault, read_pattern_time);
}

/* Rounded down. The divisor is a constant where this is called. */
V_INLINE int64_t divide(int64_t number, int64_t divisor, unsigned *rest) {
  int64_t quotient = number / divisor, remainder = number % divisor;
  quotient -= remainder < 0;
  remainder += remainder < 0 ? divisor : 0;
  *rest = (unsigned)remainder;
  return quotient;
}

V_INLINE int64_t seconds_of(const struct time_form *form, int64_t count, unsigned *fraction) {
  *fraction = 0;
  switch (form->unit) {
    case ROWKEY_MILLISECONDS:
      return divide(count, 1000, fraction);
    case ROWKEY_MICROSECONDS:
      return divide(count, 1000000, fraction);
    case ROWKEY_NANOSECONDS:
      return divide(count, 1000000000, fraction);
    default:
      return count;
  }
}

static char *put_two(char *text, unsigned number) {
  static const char digits[] =
      "00010203040506070809101112131415161718192021222324"
      "25262728293031323334353637383940414243444546474849"
      "50515253545556575859606162636465666768697071727374"
      "75767778798081828384858687888990919293949596979899";
  memcpy(text, digits + (size_t)2 * number, 2);
  return text + 2;
}

/* 2024-03-01T12:30:00.000Z */
static size_t write_iso(const struct time_parts *parts, unsigned digits, char *text) {
  char *at = put_two(put_two(text, parts->year / 100), parts->year % 100);
  *at++ = '-';
  at = put_two(at, parts->month);
  *at++ = '-';
  at = put_two(at, parts->day);
  *at++ = 'T';
  at = put_two(at, parts->hour);
  *at++ = ':';
  at = put_two(at, parts->minute);
  *at++ = ':';
  at = put_two(at, parts->second);
  unsigned fraction = parts->fraction;
  for (unsigned left = digits; left > 0; left -= 3) {
    const unsigned three = fraction % 1000;
    fraction /= 1000;
    at[left - 2] = (char)('0' + three / 100);
    put_two(at + left - 1, three % 100);
  }
  if (digits > 0) {
    *at = '.';
    at += digits + 1;
  }
  *at++ = 'Z';
  return (size_t)(at - text);
}

V_INLINE const char *write_time(const struct rowkey_column_type *type, uint64_t number, char *text,
                                size_t *size) {
  const struct time_form *form = &type->time;
  struct time_parts parts;
  const int64_t seconds = seconds_of(form, (int64_t)number, &parts.fraction);
  if (seconds < FIRST_SECOND || seconds > LAST_SECOND) return outside_years;
  unsigned second_of_day;
  const int64_t days = divide(seconds, SECONDS_OF_DAY, &second_of_day);
  const struct calendar_date date = calendar_date_of((uint64_t)(days + DAYS_TO_1970));
  parts.year = (unsigned)calendar_year(&date);
  parts.month = (unsigned)calendar_month(&date);
  parts.day = (unsigned)date.day_of_month + 1;
  parts.hour = second_of_day / 3600;
  parts.minute = second_of_day / 60 % 60;
  parts.second = second_of_day % 60;
  *size = form->item_count == 0 ? write_iso(&parts, form->digits, text)
                                : rowkey_write_pattern(form, &parts, text);
  return *size == 0 ? "has a part that the pattern does not write, such as a time of day or a century" : NULL;
}

static size_t write_times(const struct rowkey_column_type *type, const rowkey_values *values, size_t rows,
                          const rowkey_decoded *texts, const char **fault) {
  return write_number_rows(type, values, rows, texts, fault, write_time);
}

static void expect_time(const struct rowkey_column_type *type, struct text_buffer *out) {
  static const struct time_parts example = {.year = 2024, .month = 3, .day = 1};
  char text[LONGEST_ITEM * PATTERN_ITEMS];
  if (type->time.item_count == 0) {
    static const char digits[] = "000000000";
    const int count = (int)type->time.digits;
    rowkey_text_printf(out, "a time of UTC such as 2024-03-01T12:30:00%s%.*sZ, or with +02:00 for Z",
                       count > 0 ? "." : "", count, digits);
    return;
  }
  const size_t size = rowkey_write_pattern(&type->time, &example, text);
  rowkey_text_printf(out, "a time such as ");
  rowkey_text_show(out, text, size, 80);
}

/* Whether the form reads the text as a time other than *number, which it becomes. */
static bool reads_another(const struct time_form *form, const uint8_t *text, size_t size, bool first,
                          uint64_t *number) {
  int64_t seconds = 0;
  unsigned fraction = 0;
  const uint64_t before = *number;
  const char *fault = form->item_count == 0 ? rowkey_read_iso(text, size, form->digits, &seconds, &fraction)
                                            : rowkey_read_pattern(form, text, size, &seconds, &fraction);
  return fault == NULL && count_units(form, seconds, fraction, number) == NULL &&
         (first || *number != before);
}

/* At most two forms that read the text: of 03/04/2024 they read two times. */
static void suggest_time(const struct rowkey_column_type *type, const uint8_t *text, size_t size,
                         struct text_buffer *out) {
  const struct time_form iso = {
      .unit = type->time.unit, .digits = type->time.digits, .per_second = type->time.per_second};
  const char *unit = unit_names[iso.digits / 3];
  uint64_t number = 0;
  size_t found = reads_another(&iso, text, size, true, &number);
  if (found > 0) rowkey_text_printf(out, "; time(%s)", unit);
  for (size_t i = 0; found < 2 && i < TIME_PATTERNS; i++) {
    const char *pattern = time_patterns[i];
    struct time_form form = iso;
    if (rowkey_parse_pattern(&form, pattern, strlen(pattern)) != NULL ||
        !reads_another(&form, text, size, found == 0, &number))
      continue;
    rowkey_text_printf(out, "%s time(%s, \"%s\")", found == 0 ? ";" : " or", unit, pattern);
    found++;
  }
  if (found > 0) rowkey_text_printf(out, " reads it");
}

/* ---- Set-up ------------------------------------------------------------------------------------ */

static bool set_unit(struct time_form *form, struct slice name) {
  static const struct time_form units[UNITS] = {
      {.unit = ROWKEY_SECONDS, .digits = 0, .per_second = 1},
      {.unit = ROWKEY_MILLISECONDS, .digits = 3, .per_second = 1000},
      {.unit = ROWKEY_MICROSECONDS, .digits = 6, .per_second = 1000000},
      {.unit = ROWKEY_NANOSECONDS, .digits = 9, .per_second = 1000000000}};
  for (size_t i = 0; i < UNITS; i++) {
    if (!slice_is(name, unit_names[i])) continue;
    *form = units[i];
    return true;
  }
  return false;
}

static rowkey_time_unit time_unit(const struct rowkey_column_type *type) { return type->time.unit; }

bool rowkey_read_unit(struct parameters *parameters, const char *type, struct time_form *form) {
  static const char units[] = "s, ms, us or ns";
  const size_t begin = parameters->at;
  struct slice unit;
  return rowkey_next_parameter(parameters, units, &unit) &&
         (set_unit(form, unit) || rowkey_fail(&parameters->diagnostic, ROWKEY_ERROR_SYNTAX, begin, units,
                                              "%s has no unit %s", type, rowkey_show(unit).text));
}

static bool set_up_time(struct rowkey_column_type *type, struct parameters *parameters) {
  struct slice pattern;
  if (!rowkey_read_unit(parameters, "time", &type->time)) return false;
  type->text_bound = sizeof "0000-00-00T00:00:00.000000000Z";
  if (!rowkey_more_parameters(parameters)) return true;
  const size_t place = parameters->at;
  if (!rowkey_next_parameter(parameters, "a pattern such as \"%Y-%m-%d\"", &pattern)) return false;
  const char *fault = rowkey_parse_pattern(&type->time, pattern.at, pattern.size);
  type->text_bound = rowkey_pattern_bound(&type->time);
  return fault == NULL ||
         rowkey_fail(&parameters->diagnostic, ROWKEY_ERROR_SYNTAX, place,
                     "%Y or %y, and of %m %b %d %e %j %a %H %I %p %M %S %f %z %Z %F %T what the times hold, "
                     "each once; or %s, and perhaps %f",
                     "the pattern %s", fault);
}

const struct type_kind rowkey_type_time = {
    .name = "time",
    .declared = DECLARED_time,
    .form = "time(UNIT) or time(UNIT, \"PATTERN\"), the unit s, ms, us or ns",
    .physical = ROWKEY_I64,
    .set_up = set_up_time,
    .unit = time_unit,
    .read = read_times,
    .write = write_times,
    .expect = expect_time,
    .suggest = suggest_time,
};
