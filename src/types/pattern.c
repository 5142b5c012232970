/* Times in a form of their own, as strftime's patterns say it. */
#include <string.h>

#include "civil.h"
#include "types/time.h"

enum pattern_part {
  YEAR = 1,
  MONTH = 2,
  DAY = 4,
  DAY_OF_YEAR = 8,
  WEEKDAY = 16,
  HOUR = 32,
  HALF = 64, /* AM or PM */
  MINUTE = 128,
  SECOND = 256,
  FRACTION = 512,
  OFFSET = 1024,
  EPOCH = 2048,             /* seconds since 1970 */
  SHORT_YEAR = YEAR | 4096, /* the last two digits of 1969 to 2068 */
  DAY_SPACED = DAY | 8192   /* with a space for a leading 0 */
};

enum { FIRST_SHORT = 1969, LAST_SHORT = 2068 };

/* The directives, and in how many digits they stand: 0 for words, and for digits that vary. */
static const struct directive {
  char letter;
  unsigned digits;
  enum pattern_part part;
  unsigned low, high;
  const char *fault; /* of a number that is not from low to high */
} directives[] = {
    {'Y', 4, YEAR, 1, 9999, "has the year 0000"},
    {'y', 2, SHORT_YEAR, 0, 99, NULL},
    {'m', 2, MONTH, 1, 12, "has a month that is not 1 to 12"},
    {'b', 0, MONTH, 0, 0, NULL},
    {'d', 2, DAY, 1, 31, "has a day that is not 1 to 31"},
    {'e', 2, DAY_SPACED, 1, 31, "has a day that is not 1 to 31"},
    {'j', 3, DAY_OF_YEAR, 1, 366, "has a day of the year that is not 1 to 366"},
    {'a', 0, WEEKDAY, 0, 0, NULL},
    {'H', 2, HOUR, 0, 23, "has an hour that is not 0 to 23"},
    {'I', 2, HOUR, 1, 12, "has an hour that is not 1 to 12"},
    {'p', 0, HALF, 0, 0, NULL},
    {'M', 2, MINUTE, 0, 59, "has a minute that is not 0 to 59"},
    {'S', 2, SECOND, 0, 59, "has a second that is not 0 to 59, as a count of seconds since 1970 does"},
    {'f', 0, FRACTION, 0, 0, NULL},
    {'z', 0, OFFSET, 0, 0, NULL},
    {'Z', 0, OFFSET, 0, 0, NULL},
    {'s', 0, EPOCH, 0, 0, NULL},
};

static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
static const char weekdays[] = "MonTueWedThuFriSatSun";
static const char zones[] = "UTCGMT";
enum { NAME = 3 };

static const char not_pattern[] = "is not written as the pattern says";

static const struct directive *find_directive(char letter) {
  for (size_t i = 0; i < sizeof directives / sizeof directives[0]; i++) {
    if (directives[i].letter == letter) return &directives[i];
  }
  return NULL;
}

/* ---- Patterns ------------------------------------------------------------------------------------ */

static const char *add_item(struct time_form *form, struct pattern_item item) {
  if (form->item_count == PATTERN_ITEMS) return "has more than 64 characters and directives";
  form->items[form->item_count++] = item;
  return NULL;
}

static const char *add_directive(struct time_form *form, char letter, bool unpadded) {
  const struct directive *directive = find_directive(letter);
  if (directive == NULL) return "has an unknown directive";
  if (unpadded && (directive->digits == 0 || strchr("Yye", letter) != NULL))
    return "has %- before a directive without 0s";
  if ((form->parts_held & directive->part) != 0) return "has a directive twice, or two that say the same";
  form->parts_held |= directive->part;
  return add_item(form, (struct pattern_item){.directive = letter, .unpadded = unpadded});
}

static const char *add_sequence(struct time_form *form, const char *letters, char between) {
  const char *fault = NULL;
  for (size_t i = 0; letters[i] != 0 && fault == NULL; i++) {
    if (i > 0) fault = add_item(form, (struct pattern_item){.byte = (uint8_t)between});
    if (fault == NULL) fault = add_directive(form, letters[i], false);
  }
  return fault;
}

static bool is_digit_byte(uint8_t byte) { return byte >= '0' && byte <= '9'; }

static bool has_open_end(const struct pattern_item *item) {
  return item->directive == 'f' || item->directive == 'z' || item->directive == 's' || item->unpadded;
}

/* Whether the next item may begin with what an open end may go on with: a digit, or a colon in an offset. */
static bool may_continue(const struct pattern_item *item, const struct pattern_item *next) {
  if (next->directive != 0) return strchr("bapzZ", next->directive) == NULL;
  return is_digit_byte(next->byte) || (item->directive == 'z' && next->byte == ':');
}

/* Whether the whole can be read in one way, and says enough. */
static const char *check_pattern(const struct time_form *form) {
  for (size_t i = 1; i < form->item_count; i++) {
    if (has_open_end(&form->items[i - 1]) && may_continue(&form->items[i - 1], &form->items[i])) {
      return "has digits after %f, %z, %s or %-, which may have some more";
    }
  }
  const unsigned held = form->parts_held;
  bool half_day = false;
  for (size_t i = 0; i < form->item_count; i++) half_day = half_day || form->items[i].directive == 'I';
  if ((held & FRACTION) != 0 && form->digits == 0) return "has %f, and the unit is a whole second";
  if ((held & EPOCH) != 0)
    return (held & ~(unsigned)(EPOCH | FRACTION)) == 0 ? NULL : "has %s beside another part than %f";
  if ((held & YEAR) == 0) return "has no %Y, %y or %s";
  if ((held & DAY_OF_YEAR) != 0 && (held & (MONTH | DAY)) != 0) return "has %j beside a month or a day";
  if (half_day != ((held & HALF) != 0)) return "has one of %I and %p without the other";
  return NULL;
}

const char *rowkey_parse_pattern(struct time_form *form, const char *pattern, size_t size) {
  const char *fault = size == 0 ? "is empty" : NULL;
  for (size_t i = 0; i < size && fault == NULL; i++) {
    if (pattern[i] != '%') {
      fault = add_item(form, (struct pattern_item){.byte = (uint8_t)pattern[i]});
      continue;
    }
    const bool unpadded = i + 1 < size && pattern[i + 1] == '-';
    i += 1 + unpadded;
    if (i >= size) return "ends in %";
    if (!unpadded && pattern[i] == '%') {
      fault = add_item(form, (struct pattern_item){.byte = '%'});
    } else if (!unpadded && (pattern[i] == 'F' || pattern[i] == 'T')) {
      fault = pattern[i] == 'F' ? add_sequence(form, "Ymd", '-') : add_sequence(form, "HMS", ':');
    } else {
      fault = add_directive(form, pattern[i], unpadded);
    }
  }
  return fault != NULL ? fault : check_pattern(form);
}

/* ---- Reading ----------------------------------------------------------------------------------- */

struct scan {
  const uint8_t *text;
  size_t size, at;
  struct time_parts parts;
  unsigned day_of_year, weekday; /* 0: not said */
  bool afternoon, negative;
  int64_t ahead, since_1970;
};

static unsigned *number_of(struct scan *scan, enum pattern_part part) {
  switch (part) {
    case YEAR:
    case SHORT_YEAR:
      return &scan->parts.year;
    case MONTH:
      return &scan->parts.month;
    case DAY:
    case DAY_SPACED:
      return &scan->parts.day;
    case DAY_OF_YEAR:
      return &scan->day_of_year;
    case HOUR:
      return &scan->parts.hour;
    case MINUTE:
      return &scan->parts.minute;
    default:
      return &scan->parts.second;
  }
}

/* Digits at scan->at, `least` to `most` of them. */
static bool read_digits(struct scan *scan, unsigned least, unsigned most, unsigned *number, unsigned *count) {
  *number = *count = 0;
  for (; *count < most && scan->at < scan->size && is_digit_byte(scan->text[scan->at]); ++*count) {
    *number = *number * 10 + (unsigned)(scan->text[scan->at++] - '0');
  }
  return *count >= least;
}

/* One of the names, in either case; its place from 1, or 0. */
static unsigned read_name(struct scan *scan, const char *names, size_t name_size) {
  if (scan->size - scan->at < name_size) return 0;
  for (unsigned i = 0; names[i * name_size] != 0; i++) {
    size_t same = 0;
    while (same < name_size && (scan->text[scan->at + same] | 0x20) == (names[i * name_size + same] | 0x20)) {
      same++;
    }
    if (same < name_size) continue;
    scan->at += name_size;
    return i + 1;
  }
  return 0;
}

static const char *read_fraction(struct scan *scan, unsigned digits) {
  unsigned number, count;
  if (!read_digits(scan, 1, digits, &number, &count)) return not_pattern;
  for (; count < digits; count++) number *= 10;
  scan->parts.fraction = number;
  while (scan->at < scan->size && scan->text[scan->at] == '0') scan->at++;
  return scan->at < scan->size && is_digit_byte(scan->text[scan->at])
             ? "has more digits of a second than its unit"
             : NULL;
}

static const char *read_offset(struct scan *scan) {
  if (scan->at < scan->size && (scan->text[scan->at] == 'Z' || scan->text[scan->at] == 'z')) {
    scan->at++;
    return NULL;
  }
  const size_t size = rowkey_read_offset(scan->text + scan->at, scan->size - scan->at, &scan->ahead);
  scan->at += size;
  return size == 0 ? not_pattern : NULL;
}

static const char *read_zone(struct scan *scan) {
  const uint8_t letter = scan->at < scan->size ? scan->text[scan->at] | 0x20 : 0;
  if (read_name(scan, zones, NAME) > 0) return NULL;
  if (letter < 'a' || letter > 'z') return not_pattern;
  scan->at++;
  return letter == 'z' ? NULL
                       : "has a time zone that is not UTC, GMT or Z: convert the times to UTC, or give their "
                         "offset, which %z reads";
}

/* Digits after an optional -, of any length: what has more than an i64 is outside of all years. */
static const char *read_epoch(struct scan *scan) {
  scan->negative = scan->at < scan->size && scan->text[scan->at] == '-';
  scan->at += scan->negative;
  const size_t begin = scan->at;
  for (; scan->at < scan->size && is_digit_byte(scan->text[scan->at]); scan->at++) {
    if (scan->since_1970 <= LAST_SECOND)
      scan->since_1970 = scan->since_1970 * 10 + (scan->text[scan->at] - '0');
  }
  return scan->at == begin ? not_pattern : NULL;
}

static const char *read_item(struct scan *scan, const struct pattern_item *item, unsigned digits) {
  unsigned place, count;
  switch (item->directive) {
    case 0:
      return scan->at < scan->size && scan->text[scan->at++] == item->byte ? NULL : not_pattern;
    case 'b':
      scan->parts.month = read_name(scan, months, NAME);
      return scan->parts.month == 0 ? "has no month Jan to Dec where the pattern has one" : NULL;
    case 'a':
      scan->weekday = read_name(scan, weekdays, NAME);
      return scan->weekday == 0 ? "has no day Mon to Sun where the pattern has one" : NULL;
    case 'p':
      place = read_name(scan, "AMPM", 2);
      scan->afternoon = place == 2;
      return place == 0 ? "has no AM or PM where the pattern has one" : NULL;
    case 'f':
      return read_fraction(scan, digits);
    case 'z':
      return read_offset(scan);
    case 'Z':
      return read_zone(scan);
    case 's':
      return read_epoch(scan);
    case 'e':
      if (scan->at >= scan->size || scan->text[scan->at] != ' ') break;
      scan->at++;
      return read_digits(scan, 1, 1, &scan->parts.day, &count) && scan->parts.day > 0 ? NULL : not_pattern;
    default:
      break;
  }
  const struct directive *directive = find_directive(item->directive);
  unsigned *number = number_of(scan, directive->part);
  if (!read_digits(scan, item->unpadded ? 1 : directive->digits, directive->digits, number, &count)) {
    return not_pattern;
  }
  if (*number < directive->low || *number > directive->high) return directive->fault;
  if (item->directive == 'y') *number += *number < FIRST_SHORT % 100 ? 2000 : 1900;
  return NULL;
}

/* Monday is 1; 1970-01-01 was a Thursday. */
static unsigned weekday_of(int64_t days) { return (unsigned)((days + DAYS_TO_1970 + 2) % 7) + 1; }

static const char *find_days(struct scan *scan, int64_t *days) {
  struct time_parts *parts = &scan->parts;
  if (scan->day_of_year > 365u + is_leap_year(parts->year)) return "has a day 366 in a year of 365";
  if (parts->day > days_of_month(parts->year, parts->month)) return "has a day that its month does not have";
  *days = days_of_date(parts->year, parts->month, parts->day);
  if (scan->day_of_year > 0) *days += scan->day_of_year - 1;
  return scan->weekday == 0 || scan->weekday == weekday_of(*days) ? NULL : "is not that day of the week";
}

static int64_t seconds_of(const struct time_parts *parts, int64_t days) {
  return days * SECONDS_OF_DAY + (int64_t)((parts->hour * 60 + parts->minute) * 60 + parts->second);
}

const char *rowkey_read_pattern(const struct time_form *form, const uint8_t *text, size_t size,
                                int64_t *seconds, unsigned *fraction) {
  struct scan scan = {.text = text, .size = size, .parts = {.month = 1, .day = 1}};
  for (size_t i = 0; i < form->item_count; i++) {
    const char *fault = read_item(&scan, &form->items[i], form->digits);
    if (fault != NULL) return fault;
  }
  if (scan.at < size) return not_pattern;
  *fraction = scan.parts.fraction;
  if ((form->parts_held & EPOCH) != 0) {
    /* -1.25 is a second and a quarter before 1970: 0.75 after -2. */
    const bool before = scan.negative && *fraction > 0;
    *seconds = (scan.negative ? -scan.since_1970 : scan.since_1970) - before;
    if (before) *fraction = form->per_second - *fraction;
    return NULL;
  }
  int64_t days;
  const char *fault = find_days(&scan, &days);
  if (fault != NULL) return fault;
  if ((form->parts_held & HALF) != 0) scan.parts.hour = scan.parts.hour % 12 + 12 * scan.afternoon;
  *seconds = seconds_of(&scan.parts, days) - scan.ahead;
  return NULL;
}

/* ---- Writing ----------------------------------------------------------------------------------- */

static size_t put_number(char *text, unsigned number, unsigned digits, bool unpadded) {
  size_t used = 0;
  unsigned power = 1;
  for (unsigned i = 1; i < digits; i++) power *= 10;
  for (; power > 0; power /= 10) {
    if (unpadded && used == 0 && number < power && power > 1) continue;
    text[used++] = (char)('0' + number / power % 10);
  }
  return used;
}

static size_t put_text(char *text, const char *from, size_t size) {
  memcpy(text, from, size);
  return size;
}

/* Whether the pattern says the year, and what it leaves out is at its beginning. */
static bool holds(const struct time_form *form, const struct time_parts *parts) {
  const unsigned held = form->parts_held;
  if ((held & EPOCH) != 0) return (held & FRACTION) != 0 || parts->fraction == 0;
  if ((held & SHORT_YEAR) == SHORT_YEAR && (parts->year < FIRST_SHORT || parts->year > LAST_SHORT))
    return false;
  const bool date = (held & DAY_OF_YEAR) != 0 ||
                    (((held & MONTH) != 0 || parts->month == 1) && ((held & DAY) != 0 || parts->day == 1));
  return date && ((held & HOUR) != 0 || parts->hour == 0) && ((held & MINUTE) != 0 || parts->minute == 0) &&
         ((held & SECOND) != 0 || parts->second == 0) && ((held & FRACTION) != 0 || parts->fraction == 0);
}

/* A second and a quarter before 1970 is 0.75 after -2, and written -1.25. */
static size_t put_epoch(const struct time_parts *parts, int64_t seconds, char *text) {
  const bool negative = seconds < 0;
  char digits[LONGEST_ITEM], *at = digits + sizeof digits;
  uint64_t left = (uint64_t)(negative ? -(seconds + (parts->fraction > 0)) : seconds);
  do {
    *--at = (char)('0' + left % 10);
    left /= 10;
  } while (left > 0);
  if (negative) *--at = '-';
  return put_text(text, at, (size_t)(digits + sizeof digits - at));
}

static size_t put_item(const struct time_form *form, const struct pattern_item *item,
                       const struct time_parts *parts, char *text) {
  const int64_t days = days_of_date(parts->year, parts->month, parts->day);
  struct scan scan = {.parts = *parts};
  switch (item->directive) {
    case 0:
      *text = (char)item->byte;
      return 1;
    case 'b':
      return put_text(text, months + (size_t)NAME * (parts->month - 1), NAME);
    case 'a':
      return put_text(text, weekdays + (size_t)NAME * (weekday_of(days) - 1), NAME);
    case 'p':
      return put_text(text, parts->hour < 12 ? "AM" : "PM", 2);
    case 'f':
      if ((form->parts_held & EPOCH) != 0 && days < 0 && parts->fraction > 0)
        return put_number(text, form->per_second - parts->fraction, form->digits, false);
      return put_number(text, parts->fraction, form->digits, false);
    case 'z':
      return put_text(text, "+0000", 5);
    case 'Z':
      return put_text(text, zones, NAME);
    case 's':
      return put_epoch(parts, seconds_of(parts, days), text);
    case 'e':
      if (parts->day > 9) break;
      text[0] = ' ';
      text[1] = (char)('0' + parts->day);
      return 2;
    case 'y':
      scan.parts.year = parts->year % 100;
      break;
    case 'j':
      scan.day_of_year = (unsigned)(days - days_of_date(parts->year, 1, 1)) + 1;
      break;
    case 'I':
      scan.parts.hour = (parts->hour + 11) % 12 + 1;
      break;
    default:
      break;
  }
  const struct directive *directive = find_directive(item->directive);
  return put_number(text, *number_of(&scan, directive->part), directive->digits, item->unpadded);
}

size_t rowkey_write_pattern(const struct time_form *form, const struct time_parts *parts, char *text) {
  size_t used = 0;
  if (!holds(form, parts)) return 0;
  for (size_t i = 0; i < form->item_count; i++) used += put_item(form, &form->items[i], parts, text + used);
  return used;
}

size_t rowkey_pattern_bound(const struct time_form *form) {
  size_t bound = 0;
  for (size_t i = 0; i < form->item_count; i++) bound += form->items[i].directive == 0 ? 1 : LONGEST_ITEM;
  return bound;
}
