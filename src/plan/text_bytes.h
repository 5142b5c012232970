/* What each function of text does to one text. The loops over rows inline it, with the function as a
 * constant. */
#ifndef ROWKEY_PLAN_TEXT_BYTES_H
#define ROWKEY_PLAN_TEXT_BYTES_H

#include "plan/text_functions.h"
#include "text/utf8.h"

#define TEXT_INLINE static inline __attribute__((always_inline, unused))

/* Without a call for a handful of bytes. Words may share some. */
TEXT_INLINE void copy_text(uint8_t *out, const uint8_t *text, size_t size) {
  if (size > 16) {
    memcpy(out, text, size);
  } else if (size >= 8) {
    uint64_t first, last;
    memcpy(&first, text, 8);
    memcpy(&last, text + size - 8, 8);
    memcpy(out, &first, 8);
    memcpy(out + size - 8, &last, 8);
  } else if (size >= 4) {
    uint32_t first, last;
    memcpy(&first, text, 4);
    memcpy(&last, text + size - 4, 4);
    memcpy(out, &first, 4);
    memcpy(out + size - 4, &last, 4);
  } else if (size > 0) {
    const uint8_t first = text[0], middle = text[size / 2], last = text[size - 1];
    out[0] = first;
    out[size / 2] = middle;
    out[size - 1] = last;
  }
}

/* ---- Case ------------------------------------------------------------------------------------ */

#define EACH_BYTE(byte) ((byte) * UINT64_C(0x0101010101010101))

/* Letters of one case differ from those of the other in one bit. */
enum { CASE_BIT = 0x20, HIGH_BIT = 0x80 };

/* Eight bytes in any order, of which the 26 ASCII letters from `first` on change their case. No sum of a byte
 * carries into the next one. */
TEXT_INLINE uint64_t change_case_of_word(uint64_t word, unsigned first) {
  const uint64_t low = word & EACH_BYTE(HIGH_BIT - 1);
  const uint64_t from_first = low + EACH_BYTE((uint64_t)(HIGH_BIT - first));
  const uint64_t behind_last = low + EACH_BYTE((uint64_t)(HIGH_BIT - first - 26));
  const uint64_t letters = from_first & ~behind_last & ~word & EACH_BYTE(HIGH_BIT);
  return word ^ letters / (HIGH_BIT / CASE_BIT);
}

TEXT_INLINE void change_case_of_8(const uint8_t *text, unsigned first, uint8_t *out) {
  uint64_t word;
  memcpy(&word, text, sizeof word);
  word = change_case_of_word(word, first);
  memcpy(out, &word, sizeof word);
}

TEXT_INLINE void change_case_of_4(const uint8_t *text, unsigned first, uint8_t *out) {
  uint32_t word;
  memcpy(&word, text, sizeof word);
  word = (uint32_t)change_case_of_word(word, first);
  memcpy(out, &word, sizeof word);
}

/* The last word may share bytes with the one before it. */
TEXT_INLINE void change_case(const uint8_t *text, size_t size, unsigned first, uint8_t *out) {
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
TEXT_INLINE void reverse_labels(const uint8_t *text, size_t size, uint8_t separator, uint8_t *out) {
  for (size_t begin = 0;;) {
    size_t end = begin;
    while (end < size && text[end] != separator) end++;
    copy_text(out + (size - end), text + begin, end - begin);
    if (end == size) return;
    out[size - 1 - end] = separator;
    begin = end + 1;
  }
}

/* ---- UTF-16 ---------------------------------------------------------------------------------- */

TEXT_INLINE uint8_t *put_unit(uint8_t *out, uint32_t unit) {
  out[0] = (uint8_t)unit;
  out[1] = (uint8_t)(unit >> 8);
  return out + 2;
}

TEXT_INLINE bool are_ascii(const uint8_t *text) {
  uint64_t word;
  memcpy(&word, text, sizeof word);
  return (word & EACH_BYTE(HIGH_BIT)) == 0;
}

/* Eight bytes of ASCII. */
TEXT_INLINE void put_ascii(uint8_t *out, const uint8_t *text) {
  for (size_t i = 0; i < 8; i++) put_unit(out + 2 * i, text[i]);
}

TEXT_INLINE size_t write_utf16le(const uint8_t *text, size_t size, uint8_t *out) {
  uint8_t *end = out;
  for (size_t at = 0; at < size;) {
    if (size - at >= 8 && are_ascii(text + at)) {
      put_ascii(end, text + at);
      at += 8;
      end += 16;
      continue;
    }
    /* The last bytes once more with those before them. */
    if (at >= 8 && size - at < 8 && end == out + 2 * at && are_ascii(text + size - 8)) {
      put_ascii(out + 2 * size - 16, text + size - 8);
      return 2 * size;
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

/* The last word may share bytes with the one before it. */
TEXT_INLINE void fill_text(uint8_t *out, uint8_t byte, size_t size) {
  const uint64_t word = EACH_BYTE(byte);
  if (size >= 8) {
    for (size_t at = 0; at + 8 < size; at += 8) memcpy(out + at, &word, 8);
    memcpy(out + size - 8, &word, 8);
  } else if (size >= 4) {
    memcpy(out, &word, 4);
    memcpy(out + size - 4, &word, 4);
  } else if (size > 0) {
    out[0] = out[size / 2] = out[size - 1] = byte;
  }
}

/* Text that has the padding's byte at the end where it is padded would come back shorter. */
TEXT_INLINE size_t pad(const struct text_call *call, bool left, const uint8_t *text, size_t size,
                       uint8_t *out) {
  if (size > call->count || (size > 0 && text[left ? 0 : size - 1] == call->byte)) return NO_TEXT;
  const size_t width = (size_t)call->count, padding = width - size;
  fill_text(left ? out : out + size, call->byte, padding);
  copy_text(left ? out + padding : out, text, size);
  return width;
}

TEXT_INLINE size_t write_counted(size_t bytes, const uint8_t *text, size_t size, uint8_t *out) {
  if (bytes < sizeof(uint64_t) && (uint64_t)size >> 8 * bytes != 0) return NO_TEXT;
  for (size_t i = 0; i < bytes; i++) out[i] = (uint8_t)((uint64_t)size >> 8 * (bytes - 1 - i));
  copy_text(out + bytes, text, size);
  return bytes + size;
}

/* ---- All together ---------------------------------------------------------------------------- */

/* rowkey_change_text of the function, which is that of the call. */
TEXT_INLINE size_t change_text(const struct text_call *call, enum text_function function, const uint8_t *text,
                               size_t size, uint8_t *out) {
  switch (function) {
    case TEXT_UTF16LE:
      return write_utf16le(text, size, out);
    case TEXT_PADDED_RIGHT:
    case TEXT_PADDED_LEFT:
      return pad(call, function == TEXT_PADDED_LEFT, text, size, out);
    case TEXT_COUNTED:
      return write_counted((size_t)call->count, text, size, out);
    case TEXT_WITHOUT:
      if (size > 0 && memchr(text, call->byte, size) != NULL) return NO_TEXT;
      copy_text(out, text, size);
      return size;
    case TEXT_REVERSE_LABELS:
      reverse_labels(text, size, call->byte, out);
      return size;
    default: /* TEXT_LOWER, TEXT_UPPER */
      change_case(text, size, function == TEXT_LOWER ? 'A' : 'a', out);
      return size;
  }
}

#endif
