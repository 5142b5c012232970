#include "plan/text_bytes.h"

const struct text_rule rowkey_text_rules[TEXT_FUNCTIONS] = {
    [TEXT_PREFIX] = {.name = "prefix",
                     .usage = "prefix(text, bytes) or prefix(text, n, characters)",
                     .arguments = TEXT_AND_COUNT,
                     .cuts = true,
                     .keeps_order = true,
                     .keeps_front = true},
    [TEXT_SLICE] = {.name = "slice",
                    .usage = "slice(text, from, bytes)",
                    .arguments = TEXT_AND_FROM_AND_COUNT,
                    .cuts = true},
    [TEXT_TRIM] = {.name = "trim",
                   .usage = "trim(text), trim(text, right) or trim(text, right, \" \")",
                   .cuts = true,
                   .varies = true},
    [TEXT_LOWER] =
        {.name = "lower", .usage = "lower(text)", .bytewise = true, .keeps_front = true, .letters = 'A'},
    [TEXT_UPPER] =
        {.name = "upper", .usage = "upper(text)", .bytewise = true, .keeps_front = true, .letters = 'a'},
    [TEXT_REVERSE_LABELS] = {.name = "reverse_labels",
                             .usage = "reverse_labels(text, \".\")",
                             .arguments = TEXT_AND_BYTE,
                             .reversible = true},
    [TEXT_UTF16LE] =
        {.name = "utf16le", .usage = "utf16le(text)", .reversible = true, .varies = true, .makes_any = true},
    [TEXT_HASH_TAG] = {.name = "hash_tag", .usage = "hash_tag(text)", .cuts = true, .varies = true},
    [TEXT_WITHOUT] = {.name = "without",
                      .usage = "without(text, \"!\")",
                      .arguments = TEXT_AND_BYTE_AND_REASON,
                      .keeps_order = true,
                      .reversible = true,
                      .lacks_byte = true},
    [TEXT_TRIM_RIGHT] = {.name = "trim",
                         .usage = "trim(text, right) or trim(text, right, \" \")",
                         .word = "right",
                         .word_at = 1,
                         .arguments = TEXT_AND_BYTE_IF_ANY,
                         .cuts = true,
                         .varies = true,
                         .keeps_front = true},
    [TEXT_PREFIX_CHARACTERS] = {.name = "prefix",
                                .usage = "prefix(text, n, characters)",
                                .word = "characters",
                                .word_at = 2,
                                .arguments = TEXT_AND_COUNT,
                                .cuts = true,
                                .keeps_order = true,
                                .varies = true,
                                .keeps_front = true},
    [TEXT_PADDED_RIGHT] = {.reversible = true, .adds_byte = true},
    [TEXT_PADDED_LEFT] = {.reversible = true, .adds_byte = true},
    [TEXT_COUNTED] = {.reversible = true, .makes_any = true},
};

/* ---- Sizes ----------------------------------------------------------------------------------- */

static uint64_t least_of(const struct text_call *call, uint64_t size) {
  switch (call->function) {
    case TEXT_TRIM:
    case TEXT_TRIM_RIGHT:
      return 0;
    case TEXT_HASH_TAG:
      return lesser_u64(size, 1);
    case TEXT_PREFIX_CHARACTERS:
      return lesser_u64(size, call->count);
    case TEXT_UTF16LE: /* of UTF-8, up to three bytes become two, and four become four */
      return 2 * (size / 3 + (size % 3 != 0));
    default:
      return rowkey_text_call_most(call, size);
  }
}

struct text_sizes rowkey_text_call_sizes(const struct text_call *call, struct text_sizes text) {
  const uint64_t most = text.most == UINT64_MAX ? text.most : text.most - lesser_u64(text.most, call->from);
  return (struct text_sizes){least_of(call, text.least - lesser_u64(text.least, call->from)),
                             rowkey_text_call_most(call, most)};
}

uint64_t rowkey_text_call_width(const struct text_call *call, uint64_t width) {
  const struct text_sizes sizes =
      rowkey_text_call_sizes(call, (struct text_sizes){width, width == 0 ? UINT64_MAX : width});
  return !text_rule_of(call)->varies && sizes.least == sizes.most ? sizes.least : 0;
}

size_t rowkey_change_text(const struct text_call *call, const uint8_t *text, size_t size, uint8_t *out) {
  return change_text(call, call->function, text, size, out);
}
