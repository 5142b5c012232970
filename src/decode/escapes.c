/* Reads text in the forms that show its own end. */
#include <string.h>

#include "decode/decoder.h"

enum { GROUP = 8, MARK_FULL = 0xff, MARK_EMPTY = MARK_FULL - GROUP };

/* ---- By a rule ------------------------------------------------------------------------------- */

/* Whether the two bytes of an escape, or those of the end, come next. */
static bool comes_next(const uint8_t *bytes, size_t size, uint8_t flip, const uint8_t *wanted, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (i >= size || (bytes[i] ^ flip) != wanted[i]) return false;
  return true;
}

/* The bytes before one that the rule may have written. */
static size_t plain_length(const struct rowkey_escape *rule, const uint8_t *bytes, size_t size,
                           uint8_t flip) {
  if (size == 0) return 0;
  if (!rule->changes_one) {
    const uint8_t *zero = memchr(bytes, flip, size);
    return zero == NULL ? size : (size_t)(zero - bytes);
  }
  size_t length = 0;
  while (length < size && (bytes[length] ^ flip) > 1) length++;
  return length;
}

/* What comes next: 00 or 01 in two bytes, the end, or neither. */
enum next { ZERO_NEXT, ONE_NEXT, END_NEXT, NOTHING_NEXT };

static enum next find_next(const struct rowkey_escape *rule, const uint8_t *bytes, size_t size,
                           uint8_t flip) {
  if (comes_next(bytes, size, flip, rule->zero, 2)) return ZERO_NEXT;
  if (rule->changes_one && comes_next(bytes, size, flip, rule->one, 2)) return ONE_NEXT;
  const bool ends = rule->end_size > 0 ? comes_next(bytes, size, flip, rule->end, rule->end_size)
                                       : size == 0 || (bytes[0] ^ flip) < rule->zero[0];
  return ends ? END_NEXT : NOTHING_NEXT;
}

static size_t terminated_length(const struct rowkey_escape *rule, const uint8_t *bytes, size_t size,
                                uint8_t flip) {
  for (size_t at = 0;; at += 2) {
    at += plain_length(rule, bytes + at, size - at, flip);
    const enum next next = find_next(rule, bytes + at, size - at, flip);
    if (next == END_NEXT) return at + rule->end_size;
    if (next == NOTHING_NEXT) return NO_END;
  }
}

/* Stops at what the rule does not write. */
static size_t unescape_terminated(const struct rowkey_escape *rule, const uint8_t *bytes, size_t size,
                                  uint8_t flip, uint8_t *out) {
  size_t length = 0;
  for (size_t at = 0;; at += 2) {
    const size_t plain = plain_length(rule, bytes + at, size - at, flip);
    copy_flipped(bytes + at, plain, flip, out + length);
    at += plain;
    length += plain;
    const enum next next = find_next(rule, bytes + at, size - at, flip);
    if (next != ZERO_NEXT && next != ONE_NEXT) return length;
    out[length++] = next == ONE_NEXT;
  }
}

/* ---- In groups -------------------------------------------------------------------------------- */

static size_t groups_length(const uint8_t *bytes, size_t size, uint8_t flip) {
  for (size_t at = 0; size - at > GROUP; at += GROUP + 1) {
    uint8_t mark = bytes[at + GROUP] ^ flip;
    if (mark < MARK_EMPTY) return NO_END;
    if (mark != MARK_FULL) return at + GROUP + 1;
  }
  return NO_END;
}

/* `count` bytes of length, big-endian, stand before the text. */
static size_t counted_length(size_t count, const uint8_t *bytes, size_t size, uint8_t flip) {
  if (size < count) return NO_END;
  uint64_t length = 0;
  for (size_t i = 0; i < count; i++) length = length << 8 | (bytes[i] ^ flip);
  return length <= size - count ? count + (size_t)length : NO_END;
}

size_t rowkey_delimited_length(const struct value *written, const uint8_t *bytes, size_t size, uint8_t flip) {
  if (written->varint != NULL) {
    const size_t length = rowkey_varint_size(written->varint, bytes, size, flip);
    return length != 0 ? length : NO_END;
  }
  if (written->kind == VALUE_TEXT_CALL) return counted_length((size_t)written->call.count, bytes, size, flip);
  return written->escape == ESCAPE_TERMINATED ? terminated_length(&written->rule, bytes, size, flip)
                                              : groups_length(bytes, size, flip);
}

static size_t unescape_groups(const uint8_t *bytes, size_t size, uint8_t flip, uint8_t *out) {
  size_t length = 0;
  for (size_t at = 0; at < size; at += GROUP + 1) {
    uint8_t mark = bytes[at + GROUP] ^ flip;
    copy_flipped(bytes + at, GROUP, flip, out + length);
    length += mark == MARK_FULL ? (size_t)GROUP : (size_t)(mark - MARK_EMPTY);
  }
  return length;
}

size_t rowkey_unescape(const struct value *written, const uint8_t *bytes, size_t size, uint8_t flip,
                       uint8_t *out) {
  return written->escape == ESCAPE_TERMINATED ? unescape_terminated(&written->rule, bytes, size, flip, out)
                                              : unescape_groups(bytes, size, flip, out);
}
