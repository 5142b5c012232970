#include "types/iso.h"

#include <string.h>

static const char not_iso[] = "is not written as ISO 8601";

static bool is_digit_byte(uint8_t byte) { return byte >= '0' && byte <= '9'; }

/* Why the head is no time, once it is known that it is none. */
static const char *head_fault(const uint8_t *head) {
  static const char form[] = "0000-00-00T00:00:00";
  for (size_t i = 0; i < ISO_TO_SECOND; i++) {
    if (form[i] == '0' ? !is_digit_byte(head[i]) : i != ISO_DATE && head[i] != (uint8_t)form[i])
      return not_iso;
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

/* What follows the time: Z, UTC or an offset. */
static const char *read_zone(const uint8_t *text, size_t size, int64_t *ahead) {
  if (size > 0 && text[0] == ' ') text++, size--;
  if (size == 1 && (text[0] == 'Z' || text[0] == 'z')) return NULL;
  if (size == 3 && memcmp(text, "UTC", 3) == 0) return NULL;
  return size > 0 && rowkey_read_offset(text, size, ahead) == size
             ? NULL
             : "ends in something that is not an offset from UTC";
}

/* Reads .123 at *at, in units of which a second has 10^digits. Digits beyond them are 0s, of which nothing is
 * lost. */
static const char *read_fraction(const uint8_t *text, size_t size, size_t *at, unsigned digits,
                                 unsigned *fraction) {
  static const unsigned powers[] = {1,      10,      100,      1000,      10000,
                                    100000, 1000000, 10000000, 100000000, 1000000000};
  const size_t begin = ++*at;
  unsigned number = 0;
  for (; *at < size && is_digit_byte(text[*at]); ++*at) {
    const unsigned digit = text[*at] - (unsigned)'0';
    if (*at - begin < digits)
      number = number * 10 + digit;
    else if (digit != 0)
      return "has more digits of a second than its unit";
  }
  if (*at == begin) return "has no digits after its point";
  const size_t read = *at - begin < digits ? *at - begin : digits;
  *fraction = number * powers[digits - read];
  return NULL;
}

const char *rowkey_read_iso(const uint8_t *text, size_t size, unsigned digits, int64_t *seconds,
                            unsigned *fraction) {
  uint8_t whole[ISO_TO_SECOND + 1] = "0000-00-00T00:00:00";
  const uint8_t *head = text;
  if (size < ISO_DATE) return not_iso;
  size_t at = size >= ISO_TO_SECOND && text[ISO_TO_MINUTE] == ':'       ? ISO_TO_SECOND
              : size >= ISO_TO_MINUTE && text[ISO_TO_MINUTE - 3] == ':' ? ISO_TO_MINUTE
                                                                        : ISO_DATE;
  if (at < ISO_TO_SECOND) {
    memcpy(whole, text, at);
    head = whole;
  }
  uint64_t strange;
  const struct time_parts parts = read_head(head, &strange);
  const uint8_t between = head[ISO_DATE];
  if (strange != 0 || parts.month == 0) return head_fault(head);
  if (between != 'T' && between != ' ' && between != 't') return not_iso;
  *seconds = seconds_of_head(&parts, &strange);
  if (strange != 0) return "has a day that its month does not have";
  *fraction = 0;
  int64_t ahead = 0;
  if (at < size && at == ISO_TO_SECOND && (text[at] == '.' || text[at] == ',')) {
    const char *fault = read_fraction(text, size, &at, digits, fraction);
    if (fault != NULL) return fault;
  }
  if (at < size) {
    /* A date alone is a whole day, wherever that is. */
    const char *fault = at == ISO_DATE ? not_iso : read_zone(text + at, size - at, &ahead);
    if (fault != NULL) return fault;
  }
  *seconds -= ahead;
  return NULL;
}
