#include "plan/text_functions.h"

#include <string.h>

#include "text/utf8.h"

const struct text_rule rowkey_text_rules[TEXT_FUNCTIONS] = {
    [TEXT_PREFIX] = {.name = "prefix",
                     .usage = "prefix(text, bytes)",
                     .arguments = TEXT_AND_COUNT,
                     .cuts = true,
                     .keeps_order = true},
    [TEXT_SLICE] = {.name = "slice",
                    .usage = "slice(text, from, bytes)",
                    .arguments = TEXT_AND_FROM_AND_COUNT,
                    .cuts = true},
    [TEXT_TRIM] = {.name = "trim", .usage = "trim(text)", .cuts = true},
    [TEXT_LOWER] = {.name = "lower", .usage = "lower(text)", .bytewise = true},
    [TEXT_UPPER] = {.name = "upper", .usage = "upper(text)", .bytewise = true},
    [TEXT_REVERSE_LABELS] = {.name = "reverse_labels",
                             .usage = "reverse_labels(text, \".\")",
                             .arguments = TEXT_AND_BYTE,
                             .reversible = true},
    [TEXT_UTF16LE] = {.name = "utf16le", .usage = "utf16le(text)", .reversible = true},
    [TEXT_HASH_TAG] = {.name = "hash_tag", .usage = "hash_tag(text)", .cuts = true},
    [TEXT_PADDED_RIGHT] = {.reversible = true},
    [TEXT_PADDED_LEFT] = {.reversible = true},
    [TEXT_COUNTED] = {.reversible = true},
};

/* ---- Sizes ----------------------------------------------------------------------------------- */

static uint64_t lesser(uint64_t a, uint64_t b) { return a < b ? a : b; }

uint64_t rowkey_text_call_most(const struct text_call *call, uint64_t size) {
  switch (call->function) {
    case TEXT_PREFIX:
    case TEXT_SLICE:
      return lesser(size, call->count);
    case TEXT_UTF16LE:
      return size <= UINT64_MAX / 2 ? 2 * size : UINT64_MAX;
    case TEXT_PADDED_RIGHT:
    case TEXT_PADDED_LEFT:
      return call->count;
    case TEXT_COUNTED:
      return size <= UINT64_MAX - call->count ? size + call->count : UINT64_MAX;
    default:
      return size;
  }
}

uint64_t rowkey_text_call_width(const struct text_call *call, uint64_t width) {
  switch (call->function) {
    case TEXT_PREFIX:
    case TEXT_SLICE:
      return lesser(width - lesser(width, call->from), call->count);
    case TEXT_TRIM:
    case TEXT_UTF16LE:
    case TEXT_HASH_TAG:
      return 0;
    case TEXT_COUNTED:
      return width == 0 ? 0 : width + call->count;
    default: /* of which some have a width and others have the text's */
      return rowkey_text_call_most(call, width);
  }
}

/* ---- Case ------------------------------------------------------------------------------------ */

#define EACH_BYTE(byte) ((byte) * UINT64_C(0x0101010101010101))

/* Letters of one case differ from those of the other in one bit. */
enum { CASE_BIT = 0x20, HIGH_BIT = 0x80 };

/* Eight bytes in any order, of which the 26 ASCII letters from `first` on change their case. No sum of a byte
 * carries into the next one. */
static uint64_t change_case_of_word(uint64_t word, unsigned first) {
  const uint64_t low = word & EACH_BYTE(HIGH_BIT - 1);
  const uint64_t from_first = low + EACH_BYTE((uint64_t)(HIGH_BIT - first));
  const uint64_t behind_last = low + EACH_BYTE((uint64_t)(HIGH_BIT - first - 26));
  const uint64_t letters = from_first & ~behind_last & ~word & EACH_BYTE(HIGH_BIT);
  return word ^ letters / (HIGH_BIT / CASE_BIT);
}

static void change_case_of_8(const uint8_t *text, unsigned first, uint8_t *out) {
  uint64_t word;
  memcpy(&word, text, sizeof word);
  word = change_case_of_word(word, first);
  memcpy(out, &word, sizeof word);
}

static void change_case_of_4(const uint8_t *text, unsigned first, uint8_t *out) {
  uint32_t word;
  memcpy(&word, text, sizeof word);
  word = (uint32_t)change_case_of_word(word, first);
  memcpy(out, &word, sizeof word);
}

/* The last word may share bytes with the one before it. */
static void change_case(const uint8_t *text, size_t size, unsigned first, uint8_t *out) {
  if (size >= 8) {
    for (size_t at = 0; at + 8 < size; at += 8) change_case_of_8(text + at, first, out + at);
    change_case_of_8(text + size - 8, first, out + size - 8);
  } else if (size >= 4) {
    change_case_of_4(text, first, out);
    change_case_of_4(text + size - 4, first, out + size - 4);
  } else {
    for (size_t at = 0; at < size; at++) out[at] = (uint8_t)change_case_of_word(text[at], first);
  }
}

/* ---- Labels ---------------------------------------------------------------------------------- */

/* From the first label to the last, from the end of `out` to its beginning. */
static void reverse_labels(const uint8_t *text, size_t size, uint8_t separator, uint8_t *out) {
  for (size_t begin = 0;;) {
    size_t end = begin;
    while (end < size && text[end] != separator) end++;
    if (end > begin) memcpy(out + (size - end), text + begin, end - begin);
    if (end == size) return;
    out[size - 1 - end] = separator;
    begin = end + 1;
  }
}

/* ---- UTF-16 ---------------------------------------------------------------------------------- */

static uint8_t *put_unit(uint8_t *out, uint32_t unit) {
  out[0] = (uint8_t)unit;
  out[1] = (uint8_t)(unit >> 8);
  return out + 2;
}

static bool are_ascii(const uint8_t *text) {
  uint64_t word;
  memcpy(&word, text, sizeof word);
  return (word & EACH_BYTE(HIGH_BIT)) == 0;
}

static size_t write_utf16le(const uint8_t *text, size_t size, uint8_t *out) {
  uint8_t *end = out;
  for (size_t at = 0; at < size;) {
    if (size - at >= 8 && are_ascii(text + at)) {
      for (size_t i = 0; i < 8; i++) put_unit(end + 2 * i, text[at + i]);
      at += 8;
      end += 16;
      continue;
    }
    uint32_t point;
    const unsigned length = utf8_code_point(text + at, size - at, &point);
    if (length == 0) return NO_TEXT;
    at += length;
    if (length == 4) {
      end = put_unit(end, utf16_high_surrogate(point));
      point = utf16_low_surrogate(point);
    }
    end = put_unit(end, point);
  }
  return (size_t)(end - out);
}

/* ---- What formats make ------------------------------------------------------------------------- */

/* Text that has the padding's byte at the end where it is padded would come back shorter. */
static size_t pad(const struct text_call *call, const uint8_t *text, size_t size, uint8_t *out) {
  const bool left = call->function == TEXT_PADDED_LEFT;
  if (size > call->count || (size > 0 && text[left ? 0 : size - 1] == call->byte)) return NO_TEXT;
  const size_t width = (size_t)call->count, padding = width - size;
  memset(left ? out : out + size, call->byte, padding);
  if (size != 0) memcpy(left ? out + padding : out, text, size);
  return width;
}

static size_t write_counted(size_t bytes, const uint8_t *text, size_t size, uint8_t *out) {
  if (bytes < sizeof(uint64_t) && (uint64_t)size >> 8 * bytes != 0) return NO_TEXT;
  for (size_t i = 0; i < bytes; i++) out[i] = (uint8_t)((uint64_t)size >> 8 * (bytes - 1 - i));
  if (size != 0) memcpy(out + bytes, text, size);
  return bytes + size;
}

/* ---- All together ---------------------------------------------------------------------------- */

size_t rowkey_change_text(const struct text_call *call, const uint8_t *text, size_t size, uint8_t *out) {
  switch (call->function) {
    case TEXT_UTF16LE:
      return write_utf16le(text, size, out);
    case TEXT_PADDED_RIGHT:
    case TEXT_PADDED_LEFT:
      return pad(call, text, size, out);
    case TEXT_COUNTED:
      return write_counted((size_t)call->count, text, size, out);
    case TEXT_REVERSE_LABELS:
      reverse_labels(text, size, call->byte, out);
      return size;
    default: /* TEXT_LOWER, TEXT_UPPER */
      change_case(text, size, call->function == TEXT_LOWER ? 'A' : 'a', out);
      return size;
  }
}
