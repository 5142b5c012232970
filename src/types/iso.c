/* ISO 8601 and what is like it: 2024-03-01T12:30:00.000Z. */
#include <string.h>

#include "types/civil.h"
#include "types/swar.h"
#include "types/time.h"

enum { DATE = 10, TO_MINUTE = 16, TO_SECOND = 19, MOST_DIGITS = 9 };

static const char not_iso[] = "is not written as ISO 8601";

static bool is_digit_byte(uint8_t byte) { return byte >= '0' && byte <= '9'; }

/* The first 19 characters, YYYY-MM-DDTHH:MM:SS, whatever stands in the place of the T. `strange` is not 0
 * when they are no digits and separators, or no time. */
static inline struct time_parts read_head(const uint8_t *text, uint64_t *strange) {
  /* Digits become 0 to 9 and separators 0. A separator of another kind may become up to 9: it counts. */
  const uint64_t date = load_le64(text) ^ UINT64_C(0x2d30302d30303030);      /* 0000-00- */
  const uint64_t time = load_le64(text + 11) ^ UINT64_C(0x30303a30303a3030); /* 00:00:00 */
  const uint64_t separators = (date & UINT64_C(0xff0000ff00000000)) | (time & UINT64_C(0x0000ff0000ff0000));
  const unsigned day_tens = text[8] - (unsigned)'0', day_ones = text[9] - (unsigned)'0';
  /* Two digits each, in the byte of the first of them. */
  const uint64_t dates = date * 10 + (date >> 8), times = time * 10 + (time >> 8);
  const struct time_parts parts = {.year = (unsigned)(dates & 0xff) * 100 + (unsigned)(dates >> 16 & 0xff),
                                   .month = (unsigned)(dates >> 40 & 0xff),
                                   .day = day_tens * 10 + day_ones,
                                   .hour = (unsigned)(times & 0xff),
                                   .minute = (unsigned)(times >> 24 & 0xff),
                                   .second = (unsigned)(times >> 48 & 0xff)};
  *strange = above_nine(date) | above_nine(time) | separators | (day_tens > 9) | (day_ones > 9) |
             (parts.year < 1) | (parts.month - 1 > 11) | (parts.hour > 23) | (parts.minute > 59) |
             (parts.second > 59);
  return parts;
}

/* Why the head is none, once it is known that it is not. */
static const char *head_fault(const uint8_t *head) {
  static const char form[] = "0000-00-00T00:00:00";
  for (size_t i = 0; i < TO_SECOND; i++) {
    if (form[i] == '0' ? !is_digit_byte(head[i]) : i != DATE && head[i] != (uint8_t)form[i]) return not_iso;
  }
  const unsigned hour = (head[11] - '0') * 10u + (head[12] - '0');
  const unsigned month = (head[5] - '0') * 10u + (head[6] - '0');
  if (memcmp(head, "0000", 4) == 0) return "has the year 0000";
  if (month < 1 || month > 12) return "has a month that is not 01 to 12";
  if (hour > 23) return "has an hour that is not 00 to 23";
  if (head[14] > '5') return "has a minute that is not 00 to 59";
  return memcmp(head + 17, "60", 2) == 0 ? "has a leap second, which a count of seconds since 1970 lacks"
                                         : "has a second that is not 00 to 59";
}

/* Reads .123 at *at, if it is there. */
static const char *read_fraction(const uint8_t *text, size_t size, size_t *at, unsigned digits,
                                 unsigned *nanosecond) {
  static const unsigned scale[MOST_DIGITS + 1] = {1000000000, 100000000, 10000000, 1000000, 100000,
                                                  10000,      1000,      100,      10,      1};
  const size_t begin = ++*at;
  unsigned fraction = 0;
  for (; *at < size && is_digit_byte(text[*at]); ++*at) {
    if (*at - begin == digits) return "has more digits of a second than its unit";
    fraction = fraction * 10 + (unsigned)(text[*at] - '0');
  }
  if (*at == begin) return "has no digits after its point";
  *nanosecond = fraction * scale[*at - begin];
  return NULL;
}

/* The number below `limit` in two digits, or `limit`. */
static unsigned two_digits(const uint8_t *text, unsigned limit) {
  if (!is_digit_byte(text[0]) || !is_digit_byte(text[1])) return limit;
  const unsigned number = (unsigned)(text[0] - '0') * 10 + (unsigned)(text[1] - '0');
  return number < limit ? number : limit;
}

size_t rowkey_read_offset(const uint8_t *text, size_t size, int64_t *seconds) {
  if (size < 3 || (text[0] != '+' && text[0] != '-')) return 0;
  const unsigned hours = two_digits(text + 1, 24);
  size_t used = 3;
  unsigned minutes = 0;
  const bool colon = size > used && text[used] == ':';
  if (size >= used + colon + 2 && (colon || is_digit_byte(text[used]))) {
    minutes = two_digits(text + used + colon, 60);
    used += colon + 2;
  }
  if (hours == 24 || minutes == 60) return 0;
  const int64_t ahead = (hours * 60 + minutes) * INT64_C(60);
  *seconds = text[0] == '-' ? -ahead : ahead;
  return used;
}

/* What follows the time, if anything does. */
static const char *read_zone(const uint8_t *text, size_t size, int64_t *ahead) {
  if (size > 0 && text[0] == ' ') text++, size--;
  if (size == 1 && (text[0] == 'Z' || text[0] == 'z')) return NULL;
  if (size == 3 && memcmp(text, "UTC", 3) == 0) return NULL;
  return size > 0 && rowkey_read_offset(text, size, ahead) == size
             ? NULL
             : "ends in something that is no offset from UTC";
}

const char *rowkey_read_iso(const uint8_t *text, size_t size, unsigned digits, int64_t *seconds,
                            unsigned *nanosecond) {
  uint8_t whole[TO_SECOND + 1] = "0000-00-00T00:00:00";
  const uint8_t *head = text;
  if (size < DATE) return not_iso;
  size_t at = size >= TO_SECOND && text[TO_MINUTE] == ':'       ? TO_SECOND
              : size >= TO_MINUTE && text[TO_MINUTE - 3] == ':' ? TO_MINUTE
                                                                : DATE;
  if (at < TO_SECOND) {
    memcpy(whole, text, at);
    head = whole;
  }
  uint64_t strange;
  const struct time_parts parts = read_head(head, &strange);
  const uint8_t between = head[DATE];
  if (strange != 0) return head_fault(head);
  if (between != 'T' && between != ' ' && between != 't') return not_iso;
  if (parts.day - 1 >= days_of_month(parts.year, parts.month)) {
    return "has a day that its month does not have";
  }
  *nanosecond = 0;
  int64_t ahead = 0;
  if (at < size && at == TO_SECOND && (text[at] == '.' || text[at] == ',')) {
    const char *fault = read_fraction(text, size, &at, digits, nanosecond);
    if (fault != NULL) return fault;
  }
  if (at < size) {
    /* A date alone is a whole day, wherever that is. */
    const char *fault = at == DATE ? not_iso : read_zone(text + at, size - at, &ahead);
    if (fault != NULL) return fault;
  }
  *seconds = days_of_date(parts.year, parts.month, parts.day) * SECONDS_OF_DAY +
             (int64_t)((parts.hour * 60 + parts.minute) * 60 + parts.second) - ahead;
  return NULL;
}

static char *put_two(char *text, unsigned number) {
  text[0] = (char)('0' + number / 10);
  text[1] = (char)('0' + number % 10);
  return text + 2;
}

size_t rowkey_write_iso(const struct time_parts *parts, unsigned digits, char *text) {
  char *at = put_two(text, parts->year / 100);
  at = put_two(at, parts->year % 100);
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
  if (digits > 0) *at++ = '.';
  unsigned fraction = parts->nanosecond;
  for (unsigned i = 0; i < digits; i++) {
    const unsigned digit = fraction / 100000000;
    fraction = (fraction - digit * 100000000) * 10;
    *at++ = (char)('0' + digit);
  }
  *at++ = 'Z';
  return (size_t)(at - text);
}
