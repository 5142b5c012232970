/* Text in the forms that show where it ends, read back. */
#include <string.h>

#include "decode/decoder.h"

enum { GROUP = 8, MARK_FULL = 0xff, MARK_EMPTY = MARK_FULL - GROUP };

static size_t terminated_length(const uint8_t *bytes, size_t size, uint8_t flip) {
  for (size_t at = 0; at < size;) {
    const uint8_t *zero = memchr(bytes + at, flip, size - at);
    if (zero == NULL) return 0;
    at = (size_t)(zero - bytes) + 2;
    if (at > size) return 0;
    uint8_t mark = zero[1] ^ flip;
    if (mark == 0x01) return at;
    if (mark != 0xff) return 0;
  }
  return 0;
}

static size_t groups_length(const uint8_t *bytes, size_t size, uint8_t flip) {
  for (size_t at = 0; size - at > GROUP; at += GROUP + 1) {
    uint8_t mark = bytes[at + GROUP] ^ flip;
    if (mark < MARK_EMPTY) return 0;
    if (mark != MARK_FULL) return at + GROUP + 1;
  }
  return 0;
}

/* `count` bytes of length, big-endian, stand before the text. */
static size_t counted_length(size_t count, const uint8_t *bytes, size_t size, uint8_t flip) {
  if (size < count) return 0;
  uint64_t length = 0;
  for (size_t i = 0; i < count; i++) length = length << 8 | (bytes[i] ^ flip);
  return length <= size - count ? count + (size_t)length : 0;
}

size_t rowkey_delimited_length(const struct value *written, const uint8_t *bytes, size_t size, uint8_t flip) {
  if (written->kind == VALUE_TEXT_CALL) return counted_length((size_t)written->call.count, bytes, size, flip);
  return written->escape == ESCAPE_TERMINATED ? terminated_length(bytes, size, flip)
                                              : groups_length(bytes, size, flip);
}

static size_t unescape_terminated(const uint8_t *bytes, size_t size, uint8_t flip, uint8_t *out) {
  for (size_t length = 0;;) {
    size_t run = (size_t)((const uint8_t *)memchr(bytes, flip, size) - bytes);
    /* The zero after the run is text as well, but for the one at the end. */
    bool ends = run + 2 == size;
    if (!ends) run++;
    copy_flipped(bytes, run, flip, out + length);
    length += run;
    if (ends) return length;
    bytes += run + 1;
    size -= run + 1;
  }
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

size_t rowkey_unescape(enum escape_form escape, const uint8_t *bytes, size_t size, uint8_t flip,
                       uint8_t *out) {
  return escape == ESCAPE_TERMINATED ? unescape_terminated(bytes, size, flip, out)
                                     : unescape_groups(bytes, size, flip, out);
}
