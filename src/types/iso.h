/* ISO 8601 and what is like it, 2024-03-01T12:30:00.000Z: a part of the loop over times. */
#ifndef ROWKEY_SRC_TYPES_ISO_H
#define ROWKEY_SRC_TYPES_ISO_H

#include "civil.h"
#include "types/swar.h"
#include "types/time.h"

enum { ISO_DATE = 10, ISO_TO_MINUTE = 16, ISO_TO_SECOND = 19 };

/* The first 19 characters, YYYY-MM-DDTHH:MM:SS, whatever stands in the place of the T. `strange` is not 0
 * when they are no digits and separators, or no time; the day, and a month 0, are left to seconds_of_head. */
V_INLINE struct time_parts read_head(const uint8_t *text, uint64_t *strange) {
  /* Digits become 0 to 9 and separators 0, which reach 128 otherwise with 0x76 and 0x7f, as in above_nine. */
  const uint64_t year = load_le32(text) ^ UINT64_C(0x30303030); /* 0000 */
  const uint64_t date = (load_le64(text + 3) & UINT64_C(0x00ffffffffffffff)) ^ UINT64_C(0x0030302d30302d30);
  const uint64_t time = load_le64(text + 11) ^ UINT64_C(0x30303a30303a3030); /* 00:00:00 */
  *strange = (((year + UINT64_C(0x76767676)) | year) | ((date + UINT64_C(0x0076767f76767f76)) | date) |
              ((time + UINT64_C(0x76767f76767f7676)) | time)) &
             EACH_BYTE(0x80);
  /* Two digits each, in the byte of the first of them. */
  const uint64_t years = year * 10 + (year >> 8), dates = date * 10 + (date >> 8),
                 times = time * 10 + (time >> 8);
  /* Months from 13, hours from 24, and minutes and seconds from 60 on, reach 128. */
  *strange |= ((dates & UINT64_C(0x0000000000ff0000)) + UINT64_C(0x0000000000730000)) & UINT64_C(0x800000);
  *strange |=
      ((times & UINT64_C(0x00ff0000ff0000ff)) + UINT64_C(0x0044000044000068)) & UINT64_C(0x0080000080000080);
  const struct time_parts parts = {.year = (unsigned)(years & 0xff) * 100 + (unsigned)(years >> 16 & 0xff),
                                   .month = (unsigned)(dates >> 16 & 0xff),
                                   .day = (unsigned)(dates >> 40 & 0xff),
                                   .hour = (unsigned)(times & 0xff),
                                   .minute = (unsigned)(times >> 24 & 0xff),
                                   .second = (unsigned)(times >> 48 & 0xff)};
  *strange |= parts.year == 0;
  return parts;
}

/* Seconds since 1970 of a head that is a time; adds to `strange` when its day is not. */
V_INLINE int64_t seconds_of_head(const struct time_parts *parts, uint64_t *strange) {
  const unsigned month = parts->month & 15; /* also where it is none */
  *strange |= parts->day - 1 >= days_of_month(parts->year, month);
  return days_of_date(parts->year, month, parts->day) * SECONDS_OF_DAY +
         (int64_t)((parts->hour * 60 + parts->minute) * 60 + parts->second);
}

/* Reads what most texts are, 2024-03-01T12:30:00Z or with all digits of the unit, without a branch on what
 * they hold. False for all others, and for what is no time. */
V_INLINE bool read_common_iso(const uint8_t *text, size_t size, unsigned digits, int64_t *seconds,
                              unsigned *fraction) {
  const bool has_digits = digits > 0 && size == ISO_TO_SECOND + 1 + digits + 1;
  if ((size != ISO_TO_SECOND + 1 && !has_digits) || text[size - 1] != 'Z') return false;
  uint64_t strange;
  const struct time_parts parts = read_head(text, &strange);
  strange |= (text[ISO_DATE] != 'T') & (text[ISO_DATE] != ' ');
  *seconds = seconds_of_head(&parts, &strange);
  *fraction = 0;
  if (has_digits) {
    /* The last 8 digits before the Z, or those that there are; of 9 the first one by itself. */
    const unsigned unused = digits < 8 ? 64 - 8 * digits : 0;
    const uint64_t last = (load_le64(text + size - 9) ^ EACH_BYTE('0')) >> unused << unused;
    const unsigned first = digits == 9 ? text[ISO_TO_SECOND + 1] - (unsigned)'0' : 0;
    strange |= above_nine(last) | (first > 9) | (text[ISO_TO_SECOND] ^ (unsigned)'.');
    *fraction = first * 100000000 + (unsigned)join_digits(last);
  }
  return strange == 0;
}

/* The same of any text. Returns as the readers of time.h do. */
const char *rowkey_read_iso(const uint8_t *text, size_t size, unsigned digits, int64_t *seconds,
                            unsigned *fraction);

#endif
