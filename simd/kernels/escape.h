/* Text in forms that show where it ends.
 *
 * Words of 8 bytes are little-endian numbers: the first byte is the lowest.
 */
#ifndef ROWKEY_SIMD_KERNELS_ESCAPE_H
#define ROWKEY_SIMD_KERNELS_ESCAPE_H

#include "simd/kernels/spans.h"

enum { ESCAPE_WORD = 8, ESCAPE_UNIT = 16 };

/* ---- 00, and 01 where the rule `changes_one`, become two bytes, and others end it */

/* Whether one of 16 bytes may be changed: of those after the first `size`, too. */
V_INLINE bool escape_changes_word(uint64_t word) {
  const uint64_t ones = UINT64_C(0x0101010101010101), others = word & ~ones;
  return ((others - ones) & ~others & ones << 7) != 0;
}

V_INLINE bool escape_changes(const uint8_t *from, size_t size, bool changes_one) {
  if (changes_one)
    return escape_changes_word(load_le64(from)) || escape_changes_word(load_le64(from + ESCAPE_WORD));
  return (v8_zero_mask16(from) & ((UINT32_C(1) << size) - 1)) != 0;
}

V_INLINE uint8_t *escape_bytes(const uint8_t *from, size_t size, struct rowkey_escape rule, uint8_t *to) {
  for (size_t i = 0; i < size; i++) {
    const uint8_t byte = from[i];
    if (byte > (rule.changes_one ? 1 : 0)) {
      *to++ = byte;
    } else {
      memcpy(to, byte == 0 ? rule.zero : rule.one, 2);
      to += 2;
    }
  }
  return to;
}

V_INLINE uint8_t *escape_end(uint8_t *to, struct rowkey_escape rule) {
  memcpy(to, rule.end, 2);
  return to + rule.end_size;
}

/* A text that can be read in whole units. */
V_INLINE uint8_t *escape_units(const uint8_t *from, size_t size, struct rowkey_escape rule, uint8_t *to) {
  for (; size > ESCAPE_UNIT; size -= ESCAPE_UNIT, from += ESCAPE_UNIT) {
    if (escape_changes(from, ESCAPE_UNIT, rule.changes_one)) {
      to = escape_bytes(from, ESCAPE_UNIT, rule, to);
    } else {
      v8_copy16(to, from, 0);
      to += ESCAPE_UNIT;
    }
  }
  if (escape_changes(from, size, rule.changes_one))
    return escape_end(escape_bytes(from, size, rule, to), rule);
  v8_copy16(to, from, 0);
  return escape_end(to + size, rule);
}

/* A text with `readable` bytes that can be read from its begin on. */
V_INLINE uint8_t *escape_text_terminated(const uint8_t *from, size_t size, uint64_t readable,
                                         struct rowkey_escape rule, uint8_t *to) {
  if (readable >= size + ESCAPE_UNIT) return escape_units(from, size, rule, to);
  return escape_end(escape_bytes(from, size, rule, to), rule);
}

/* ---- groups of 8 bytes padded with 00, after each a byte FF - padding */

/* At most 8 bytes, which can be read as a word. */
V_INLINE void escape_group(const uint8_t *from, size_t size, uint8_t *to) {
  const uint64_t word = load_le64(from);
  store_le64(to, size < ESCAPE_WORD ? word & ((UINT64_C(1) << 8 * size) - 1) : word);
  to[ESCAPE_WORD] = (uint8_t)(255 - ESCAPE_WORD + size);
}

/* At most 15 bytes, of which 16 can be read: two groups, of which the first may be all. No branch. */
V_INLINE uint8_t *escape_two_groups(const uint8_t *from, size_t size, uint8_t *to) {
  const size_t first = size < ESCAPE_WORD ? size : ESCAPE_WORD;
  escape_group(from, first, to);
  escape_group(from + ESCAPE_WORD, size - first, to + ESCAPE_WORD + 1);
  return to + (size < ESCAPE_WORD ? ESCAPE_WORD + 1 : 2 * (ESCAPE_WORD + 1));
}

V_INLINE uint8_t *escape_all_groups(const uint8_t *from, size_t size, uint8_t *to) {
  for (; size >= ESCAPE_WORD; size -= ESCAPE_WORD, from += ESCAPE_WORD, to += ESCAPE_WORD + 1)
    escape_group(from, ESCAPE_WORD, to);
  uint8_t last[ESCAPE_WORD] = {0};
  memcpy(last, from, size);
  escape_group(last, size, to);
  return to + ESCAPE_WORD + 1;
}

V_INLINE uint8_t *escape_text_groups(const uint8_t *from, size_t size, uint64_t readable,
                                     struct rowkey_escape rule, uint8_t *to) {
  (void)rule;
  const bool in_two = size < ESCAPE_UNIT && readable >= ESCAPE_UNIT;
  return in_two ? escape_two_groups(from, size, to) : escape_all_groups(from, size, to);
}

/* ---- rows of texts */

typedef uint8_t *escape_text(const uint8_t *from, size_t size, uint64_t readable, struct rowkey_escape rule,
                             uint8_t *to);

V_INLINE uint64_t escape_rows(const struct rowkey_strings *strings, struct rowkey_escape rule, size_t rows,
                              uint8_t *text, uint64_t *begin, uint64_t *end, escape_text *escape) {
  const struct rowkey_strings from = *strings;
  uint8_t *to = text;
  for (size_t row = 0; row < rows; row++) {
    const uint64_t at = from.begin[row];
    begin[row] = (uint64_t)(to - text);
    to = escape(from.bytes + at, (size_t)(from.end[row] - at), from.size - at, rule, to);
    end[row] = (uint64_t)(to - text);
  }
  return (uint64_t)(to - text);
}

/* By a rule of which a constant says what is looked for. */
#define ESCAPE_TERMINATED(name, is_one)                                                                 \
  static __attribute__((noinline)) uint64_t name(const struct rowkey_strings *strings,                  \
                                                 struct rowkey_escape rule, size_t rows, uint8_t *text, \
                                                 uint64_t *begin, uint64_t *end) {                      \
    rule.changes_one = (is_one);                                                                        \
    return escape_rows(strings, rule, rows, text, begin, end, escape_text_terminated);                  \
  }
ESCAPE_TERMINATED(escape_zeros, false)
ESCAPE_TERMINATED(escape_zeros_and_ones, true)
#undef ESCAPE_TERMINATED

static uint64_t escape_terminated(const struct rowkey_strings *strings, const struct rowkey_escape *rule,
                                  size_t rows, uint8_t *text, uint64_t *begin, uint64_t *end) {
  return rule->changes_one ? escape_zeros_and_ones(strings, *rule, rows, text, begin, end)
                           : escape_zeros(strings, *rule, rows, text, begin, end);
}

static uint64_t escape_groups(const struct rowkey_strings *strings, size_t rows, uint8_t *text,
                              uint64_t *begin, uint64_t *end) {
  return escape_rows(strings, (struct rowkey_escape){0}, rows, text, begin, end, escape_text_groups);
}

#endif
