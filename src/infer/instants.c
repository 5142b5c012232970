/* Numbers that are times. What looks like one by chance is told from it by four things: a field of that width
 * holds all times until 2033, the times of a table lie within some years, nearly all of the numbers are
 * times, and their last bytes are not those of text. */
#include <math.h>
#include <string.h>

#include "infer/draft.h"

/* Seconds of ten digits that begin with 1, and those since 2000 that are less. Larger numbers of ten digits
 * are ids and telephone numbers far more often. */
#define FIRST_SECOND UINT64_C(946684800)
#define SECOND_OF_2033 UINT64_C(2000000000)
#define SECONDS_OF_A_YEAR UINT64_C(31556952)

enum {
  YEARS = 34,     /* from the first to the last second */
  WIDEST = 8,     /* bytes */
  EIGHTHS = 8,    /* of the values of a byte */
  MOST_YEARS = 24 /* that the times of a table lie in: random numbers of ten digits take all of them */
};

/* Of numbers that text makes, the last two bytes are printable in most keys, though accents are among them;
 * of times they are in one of seven. */
#define LEAST_PRINTABLE 0.5

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

static double numbers_of_width(size_t width, bool decimal) { return pow(decimal ? 10 : 256, (double)width); }

/* Whether a field so wide holds all times until 2033. */
static bool holds_unit(uint64_t ticks, size_t width, bool decimal) {
  return (double)ticks * (double)SECOND_OF_2033 <= numbers_of_width(width, decimal);
}

/* How many of the numbers are times, by their year. */
struct years {
  size_t times, years[YEARS];
};

/* Whether nearly all of the keys have times, and these lie in as few years as those of a table. */
static bool are_times(const struct years *years, size_t keys) {
  const double enough = NEARLY_ALL * (double)keys;
  if ((double)years->times < enough) return false;
  for (size_t first = 0; first + MOST_YEARS <= YEARS; first++) {
    size_t times = 0;
    for (size_t i = first; i < first + MOST_YEARS; i++) times += years->years[i];
    if ((double)times >= enough) return true;
  }
  return false;
}

static void count_times(uint64_t number, size_t width, bool decimal, struct years years[][UNITS]) {
  for (enum number_form f = FORM_PLAIN; f < NUMBER_FORMS; f++) {
    if (!form_exists(f, width, decimal)) continue;
    const uint64_t time = undo_form(number, width, f);
    for (size_t u = 0; u < UNITS; u++) {
      const uint64_t second = time / units[u].ticks;
      if (second < FIRST_SECOND || second >= SECOND_OF_2033 || !holds_unit(units[u].ticks, width, decimal))
        continue;
      years[f][u].times++;
      years[f][u].years[(second - FIRST_SECOND) / SECONDS_OF_A_YEAR]++;
    }
  }
}

/* What the bytes of big-endian numbers are like. */
struct bytes_seen {
  size_t same[WIDEST];             /* numbers whose byte is that of the first number */
  size_t eighths[WIDEST][EIGHTHS]; /* of all values: numbers whose byte lies in it */
  size_t printable;                /* numbers whose last two bytes are */
};

static void see_bytes(struct bytes_seen *seen, const uint8_t *first, const uint8_t *at, size_t width) {
  for (size_t i = 0; i < width; i++) {
    seen->same[i] += at[i] == first[i];
    seen->eighths[i][at[i] / (256 / EIGHTHS)]++;
  }
  seen->printable += is_printable_byte(at[width - 1]) && is_printable_byte(at[width - 2]);
}

/* Whether the first byte that varies has all values, none of them rarely: that of a time has them where the
 * first and the last time differ in nothing but that byte and those behind it, from 0 to 255. */
static bool is_filled(const struct bytes_seen *seen, size_t width, size_t keys) {
  size_t at = 0;
  while (at < width && (double)seen->same[at] >= NEARLY_ALL * (double)keys) at++;
  if (at == width) return false;
  for (size_t i = 0; i < EIGHTHS; i++)
    if (seen->eighths[at][i] < keys / (4 * EIGHTHS)) return false;
  return true;
}

/* Whether the last byte is the same in nearly all numbers, which only nanoseconds of whole seconds have. */
static bool ends_alike(const struct bytes_seen *seen, size_t width, size_t keys) {
  return width < WIDEST && (double)seen->same[width - 1] >= NEARLY_ALL * (double)keys;
}

static bool are_no_time(const struct bytes_seen *seen, size_t width, size_t keys) {
  return ends_alike(seen, width, keys) || (double)seen->printable >= LEAST_PRINTABLE * (double)keys ||
         is_filled(seen, width, keys);
}

bool rowkey_find_instant(const struct seen *seen, size_t offset, size_t width, bool decimal,
                         enum number_form *form, rowkey_time_unit *unit) {
  struct years years[NUMBER_FORMS][UNITS] = {{{0}}};
  struct bytes_seen bytes = {{0}, {{0}}, 0};
  size_t keys = 0;
  bool differ = false;
  const uint8_t *first = NULL;
  if (decimal ? width < 10 || width > 19 : width < 4 || width > 8) return false;
  for (size_t i = 0; i < seen->count; i++) {
    uint64_t number;
    if (seen_size(seen, i) < offset + width) continue;
    const uint8_t *at = seen_at(seen, i) + offset;
    keys++;
    if (!(decimal ? read_decimal : read_binary)(at, width, &number)) continue;
    if (first == NULL) first = at;
    differ |= memcmp(first, at, width) != 0;
    if (!decimal) see_bytes(&bytes, first, at, width);
    count_times(number, width, decimal, years);
  }
  if (!differ || (!decimal && are_no_time(&bytes, width, keys))) return false;
  for (enum number_form f = FORM_PLAIN; f < NUMBER_FORMS; f++)
    for (size_t u = 0; u < UNITS; u++)
      if (are_times(&years[f][u], keys)) return *form = f, *unit = units[u].unit, true;
  return false;
}

double rowkey_instant_chance(size_t width, bool decimal, rowkey_time_unit unit) {
  size_t forms = 0;
  for (enum number_form f = FORM_PLAIN; f < NUMBER_FORMS; f++) forms += form_exists(f, width, decimal);
  uint64_t ticks = 0;
  for (size_t u = 0; u < UNITS; u++)
    if (units[u].unit == unit) ticks = units[u].ticks;
  const double times = (double)ticks * (double)(SECOND_OF_2033 - FIRST_SECOND);
  return fmin(1, (double)forms * times / numbers_of_width(width, decimal));
}
