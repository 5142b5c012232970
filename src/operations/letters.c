/* lower and upper: the letters A to Z as a to z, or a to z as A to Z. */
#include "plan/text_rows.h"

/* A lower-case letter differs from its upper-case letter in one bit. */
enum { CASE_BIT = 0x20, HIGH_BIT = 0x80 };

/* Changes the case of the 26 ASCII letters from `first` on in eight bytes, in any byte order. No byte's sum
 * carries into the next byte. */
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
TEXT_INLINE size_t change_case(const uint8_t *text, size_t size, unsigned first, uint8_t *out) {
  if (size >= 8) {
    for (size_t at = 0; at + 8 < size; at += 8) change_case_of_8(text + at, first, out + at);
    change_case_of_8(text + size - 8, first, out + size - 8);
  } else if (size >= 4) {
    change_case_of_4(text, first, out);
    change_case_of_4(text + size - 4, first, out + size - 4);
  } else {
    for (size_t at = 0; at < size; at++) out[at] = (uint8_t)change_case_of_word(text[at], first);
  }
  return size;
}

TEXT_INLINE size_t write_lower(const struct text_call *call, const uint8_t *text, size_t size, uint8_t *out) {
  (void)call;
  return change_case(text, size, 'A', out);
}

TEXT_INLINE size_t write_upper(const struct text_call *call, const uint8_t *text, size_t size, uint8_t *out) {
  (void)call;
  return change_case(text, size, 'a', out);
}

TEXT_CHANGE_LOOPS(write_lower, text_never_grows)
TEXT_CHANGE_LOOPS(write_upper, text_never_grows)

static struct rowkey_making make_other_case(const struct text_call *call) {
  struct rowkey_making making = making_of_whole(ROWKEY_MAKE_OTHER_CASE);
  making.byte = call->function->letters;
  return making;
}

const struct text_function rowkey_text_lower = {
    .name = "lower",
    .usage = "lower(text)",
    .bytewise = true,
    .keeps_front = true,
    .letters = 'A',
    .making = make_other_case,
    TEXT_CHANGES(write_lower),
};

const struct text_function rowkey_text_upper = {
    .name = "upper",
    .usage = "upper(text)",
    .bytewise = true,
    .keeps_front = true,
    .letters = 'a',
    .making = make_other_case,
    TEXT_CHANGES(write_upper),
};
