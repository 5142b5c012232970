/* Times as text: ISO 8601, or the pattern of a type. */
#ifndef ROWKEY_SRC_TYPES_TIME_H
#define ROWKEY_SRC_TYPES_TIME_H

#include <rowkey/layout.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a time consists of, in UTC. */
struct time_parts {
  unsigned year, month, day; /* from 1 */
  unsigned hour, minute, second;
  unsigned fraction; /* of the second, in the unit of the type */
};

enum { PATTERN_ITEMS = 64, LONGEST_ITEM = 12 /* the first second of the year 1 */ };

/* A piece of a pattern. */
struct pattern_item {
  char directive; /* the letter after %, or 0 for a byte that stands for itself */
  uint8_t byte;
  bool unpadded; /* %-d */
};

struct time_form {
  rowkey_time_unit unit;
  unsigned digits;     /* of the second that the unit holds: 0, 3, 6 or 9 */
  unsigned per_second; /* so many units make a second */
  size_t item_count;   /* 0: ISO 8601 */
  unsigned parts_held; /* bits of enum pattern_part */
  struct pattern_item items[PATTERN_ITEMS];
};

/* Reads the pattern into an empty form whose unit is set. Returns NULL, or what is wrong with it, to follow
 * "the pattern": a static text. */
const char *rowkey_parse_pattern(struct time_form *form, const char *pattern, size_t size);

/* Read a time, as seconds since 1970 in UTC and the units of the second after them. Return NULL, or what is
 * wrong with the text: a static text. An offset may lead out of the years 1 to 9999. */
const char *rowkey_read_pattern(const struct time_form *form, const uint8_t *text, size_t size,
                                int64_t *seconds, unsigned *fraction);

/* The offset +02:00, +0200 or +02 that the text begins with, as `seconds` ahead of UTC. Returns its length,
 * or 0 when there is none. */
size_t rowkey_read_offset(const uint8_t *text, size_t size, int64_t *seconds);

/* Write a time of the years 1 to 9999; return the bytes, at most rowkey_pattern_bound of them, or 0 when the
 * pattern cannot hold the time. */
size_t rowkey_write_pattern(const struct time_form *form, const struct time_parts *parts, char *text);
size_t rowkey_pattern_bound(const struct time_form *form);

#endif
