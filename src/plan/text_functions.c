#include "plan/text_functions.h"

#include <string.h>

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
    [TEXT_LOWER] = {.name = "lower", .usage = "lower(text)"},
    [TEXT_UPPER] = {.name = "upper", .usage = "upper(text)"},
};

uint64_t rowkey_text_call_most(const struct text_call *call, uint64_t size) {
  switch (call->function) {
    case TEXT_PREFIX:
    case TEXT_SLICE:
      return size < call->count ? size : call->count;
    default:
      return size;
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

static void change_case(const uint8_t *text, size_t size, unsigned first, uint8_t *out) {
  uint64_t word;
  size_t at = 0;
  for (; size - at >= sizeof word; at += sizeof word) {
    memcpy(&word, text + at, sizeof word);
    word = change_case_of_word(word, first);
    memcpy(out + at, &word, sizeof word);
  }
  for (; at < size; at++) out[at] = (uint8_t)(text[at] - first < 26 ? text[at] ^ CASE_BIT : text[at]);
}

/* ---- All together ---------------------------------------------------------------------------- */

size_t rowkey_change_text(const struct text_call *call, const uint8_t *text, size_t size, uint8_t *out) {
  change_case(text, size, call->function == TEXT_LOWER ? 'A' : 'a', out);
  return size;
}
