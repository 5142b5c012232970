/* Numbers that are times. */
#include <string.h>

#include "infer/draft.h"

#define SECOND_OF_2000 UINT64_C(946684800)
#define SECOND_OF_2100 UINT64_C(4102444800)

static const struct {
  rowkey_time_unit unit;
  uint64_t ticks; /* of a second */
} units[] = {{ROWKEY_SECONDS, 1},
             {ROWKEY_MILLISECONDS, 1000},
             {ROWKEY_MICROSECONDS, 1000000},
             {ROWKEY_NANOSECONDS, 1000000000}};
enum { UNITS = sizeof units / sizeof *units };

static bool read_decimal(const uint8_t *at, size_t width, uint64_t *number) {
  *number = 0;
  for (size_t i = 0; i < width; i++) {
    if (at[i] < '0' || at[i] > '9') return false;
    *number = 10 * *number + (uint64_t)(at[i] - '0');
  }
  return true;
}

static bool read_binary(const uint8_t *at, size_t width, uint64_t *number) {
  *number = 0;
  for (size_t i = 0; i < width; i++) *number = *number << 8 | at[i];
  return true;
}

static uint64_t undo_form(uint64_t number, size_t width, enum number_form form) {
  const uint64_t all = width >= 8 ? UINT64_MAX : (UINT64_C(1) << 8 * width) - 1;
  switch (form) {
    case FORM_SIGNED:
      return number ^ (all ^ all >> 1);
    case FORM_FALLING:
      return ~number & all;
    case FORM_REVERSED:
      return (uint64_t)INT64_MAX - number;
    default:
      return number;
  }
}

/* Whether a number so wide can have this form. */
static bool form_exists(enum number_form form, size_t width, bool decimal) {
  if (form == FORM_REVERSED) return width == (decimal ? 19 : 8);
  /* Small numbers of four bytes would be times in 2038. */
  if (form == FORM_SIGNED && width == 4) return false;
  return form == FORM_PLAIN || !decimal;
}

bool rowkey_find_instant(const struct seen *seen, size_t offset, size_t width, bool decimal,
                         enum number_form *form, rowkey_time_unit *unit) {
  size_t times[NUMBER_FORMS][UNITS] = {{0}}, keys = 0;
  bool differ = false;
  uint64_t first = 0;
  if (decimal ? width < 10 || width > 19 : width < 4 || width > 8) return false;
  for (size_t i = 0; i < seen->count; i++) {
    uint64_t number;
    if (seen_size(seen, i) < offset + width) continue;
    keys++;
    if (!(decimal ? read_decimal : read_binary)(seen_at(seen, i) + offset, width, &number)) continue;
    if (keys == 1) first = number;
    differ |= number != first;
    for (enum number_form f = FORM_PLAIN; f < NUMBER_FORMS; f++) {
      if (!form_exists(f, width, decimal)) continue;
      const uint64_t time = undo_form(number, width, f);
      for (size_t u = 0; u < UNITS; u++)
        times[f][u] += time / units[u].ticks >= SECOND_OF_2000 && time / units[u].ticks < SECOND_OF_2100;
    }
  }
  for (enum number_form f = FORM_PLAIN; differ && f < NUMBER_FORMS; f++)
    for (size_t u = 0; u < UNITS; u++)
      if ((double)times[f][u] >= NEARLY_ALL * (double)keys) return *form = f, *unit = units[u].unit, true;
  return false;
}
