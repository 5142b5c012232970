#include "plan/text_bytes.h"

const struct text_rule rowkey_text_rules[TEXT_FUNCTIONS] = {
    [TEXT_PREFIX] = {.name = "prefix",
                     .usage = "prefix(text, bytes) or prefix(text, n, characters)",
                     .arguments = TEXT_AND_COUNT,
                     .cuts = true,
                     .keeps_order = true},
    [TEXT_SLICE] = {.name = "slice",
                    .usage = "slice(text, from, bytes)",
                    .arguments = TEXT_AND_FROM_AND_COUNT,
                    .cuts = true},
    [TEXT_TRIM] = {.name = "trim",
                   .usage = "trim(text), trim(text, right) or trim(text, right, \" \")",
                   .cuts = true},
    [TEXT_LOWER] = {.name = "lower", .usage = "lower(text)", .bytewise = true},
    [TEXT_UPPER] = {.name = "upper", .usage = "upper(text)", .bytewise = true},
    [TEXT_REVERSE_LABELS] = {.name = "reverse_labels",
                             .usage = "reverse_labels(text, \".\")",
                             .arguments = TEXT_AND_BYTE,
                             .reversible = true},
    [TEXT_UTF16LE] = {.name = "utf16le", .usage = "utf16le(text)", .reversible = true},
    [TEXT_HASH_TAG] = {.name = "hash_tag", .usage = "hash_tag(text)", .cuts = true},
    [TEXT_WITHOUT] = {.name = "without",
                      .usage = "without(text, \"!\")",
                      .arguments = TEXT_AND_BYTE_AND_REASON,
                      .keeps_order = true,
                      .reversible = true},
    [TEXT_TRIM_RIGHT] = {.name = "trim",
                         .usage = "trim(text, right) or trim(text, right, \" \")",
                         .word = "right",
                         .word_at = 1,
                         .arguments = TEXT_AND_BYTE_IF_ANY,
                         .cuts = true},
    [TEXT_PREFIX_CHARACTERS] = {.name = "prefix",
                                .usage = "prefix(text, n, characters)",
                                .word = "characters",
                                .word_at = 2,
                                .arguments = TEXT_AND_COUNT,
                                .cuts = true,
                                .keeps_order = true},
    [TEXT_PADDED_RIGHT] = {.reversible = true},
    [TEXT_PADDED_LEFT] = {.reversible = true},
    [TEXT_COUNTED] = {.reversible = true},
};

/* ---- Sizes ----------------------------------------------------------------------------------- */

uint64_t rowkey_text_call_width(const struct text_call *call, uint64_t width) {
  switch (call->function) {
    case TEXT_PREFIX:
    case TEXT_SLICE:
      return lesser_u64(width - lesser_u64(width, call->from), call->count);
    case TEXT_TRIM:
    case TEXT_TRIM_RIGHT:
    case TEXT_PREFIX_CHARACTERS:
    case TEXT_UTF16LE:
    case TEXT_HASH_TAG:
      return 0;
    case TEXT_COUNTED:
      return width == 0 ? 0 : width + call->count;
    default: /* of which some have a width and others have the text's */
      return rowkey_text_call_most(call, width);
  }
}

size_t rowkey_change_text(const struct text_call *call, const uint8_t *text, size_t size, uint8_t *out) {
  return change_text(call, call->function, text, size, out);
}
