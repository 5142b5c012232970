/* The column type time: an i64 that counts from 1970-01-01T00:00:00Z. */
#include <string.h>

#include "types/civil.h"
#include "types/type.h"

static const char outside_years[] = "is outside of the years 0001 to 9999";

static const char *read_time(const struct rowkey_column_type *type, const struct typed_text *text,
                             uint64_t *number) {
  const struct time_form *form = &type->time;
  int64_t seconds, count;
  unsigned nanosecond;
  const char *fault = form->item_count == 0
                          ? rowkey_read_iso(text->at, text->size, form->digits, &seconds, &nanosecond)
                          : rowkey_read_pattern(form, text->at, text->size, &seconds, &nanosecond);
  if (fault != NULL) return fault;
  if (seconds < FIRST_SECOND || seconds > LAST_SECOND) return outside_years;
  const int64_t unit = form->per_second;
  /* Towards 0, so that the first nanosecond of an i64 is found on the way. */
  const int64_t fraction = (int64_t)(nanosecond / (1000000000 / form->per_second));
  const bool negative = seconds < 0;
  if (__builtin_mul_overflow(seconds + negative, unit, &count) ||
      __builtin_add_overflow(count, fraction - (negative ? unit : 0), &count)) {
    return "is beyond what an i64 holds in nanoseconds";
  }
  *number = (uint64_t)count;
  return NULL;
}

static const char *write_time(const struct rowkey_column_type *type, uint64_t number, char *text,
                              size_t *size) {
  const struct time_form *form = &type->time;
  const int64_t count = (int64_t)number, unit = form->per_second;
  int64_t seconds = count / unit, fraction = count % unit;
  if (fraction < 0) seconds--, fraction += unit;
  if (seconds < FIRST_SECOND || seconds > LAST_SECOND) return outside_years;
  int64_t days = seconds / SECONDS_OF_DAY, rest = seconds % SECONDS_OF_DAY;
  if (rest < 0) days--, rest += SECONDS_OF_DAY;
  const unsigned second_of_day = (unsigned)rest;
  struct time_parts parts = {.hour = second_of_day / 3600,
                             .minute = second_of_day / 60 % 60,
                             .second = second_of_day % 60,
                             .nanosecond = (unsigned)fraction * (unsigned)(1000000000 / form->per_second)};
  date_of_days(days, &parts.year, &parts.month, &parts.day);
  *size = form->item_count == 0 ? rowkey_write_iso(&parts, form->digits, text)
                                : rowkey_write_pattern(form, &parts, text);
  return *size == 0 ? "is not the beginning of what the pattern leaves out" : NULL;
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

/* ---- Set-up ------------------------------------------------------------------------------------ */

static bool set_unit(struct time_form *form, struct slice name) {
  static const struct {
    const char *name;
    struct time_form form;
  } units[] = {{"s", {.unit = ROWKEY_SECONDS, .digits = 0, .per_second = 1}},
               {"ms", {.unit = ROWKEY_MILLISECONDS, .digits = 3, .per_second = 1000}},
               {"us", {.unit = ROWKEY_MICROSECONDS, .digits = 6, .per_second = 1000000}},
               {"ns", {.unit = ROWKEY_NANOSECONDS, .digits = 9, .per_second = 1000000000}}};
  for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
    if (!slice_is(name, units[i].name)) continue;
    *form = units[i].form;
    return true;
  }
  return false;
}

static rowkey_time_unit time_unit(const struct rowkey_column_type *type) { return type->time.unit; }

static bool set_up_time(struct rowkey_column_type *type, struct parameters *parameters) {
  static const char units[] = "s, ms, us or ns";
  const size_t begin = parameters->at;
  struct slice unit, pattern;
  if (!rowkey_next_parameter(parameters, units, &unit)) return false;
  if (!set_unit(&type->time, unit)) {
    return rowkey_fail(&parameters->diagnostic, ROWKEY_ERROR_SYNTAX, begin, units, "time has no unit %s",
                       rowkey_show(unit).text);
  }
  type->text_bound = sizeof "0000-00-00T00:00:00.000000000Z";
  if (!rowkey_more_parameters(parameters)) return true;
  const size_t place = parameters->at;
  if (!rowkey_next_parameter(parameters, "a pattern such as \"%Y-%m-%d\"", &pattern)) return false;
  const char *fault = rowkey_parse_pattern(&type->time, pattern.at, pattern.size);
  type->text_bound = rowkey_pattern_bound(&type->time);
  return fault == NULL ||
         rowkey_fail(&parameters->diagnostic, ROWKEY_ERROR_SYNTAX, place,
                     "%Y, and of %m %b %d %j %a %H %I %p %M %S %f %z %F %T what the times hold, each once",
                     "the pattern %s", fault);
}

const struct type_kind rowkey_type_time = {
    .name = "time",
    .form = "time(UNIT) or time(UNIT, \"PATTERN\"), the unit s, ms, us or ns",
    .physical = ROWKEY_I64,
    .set_up = set_up_time,
    .unit = time_unit,
    .read_number = read_time,
    .write_number = write_time,
    .expect = expect_time,
};
