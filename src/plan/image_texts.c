/* The texts that functions of text can make, as far as each function alone determines them. */
#include "plan/image.h"
#include "plan/text_functions.h"

static bool has_letter(const uint8_t *bytes, size_t size, uint8_t first) {
  for (size_t i = 0; i < size; i++)
    if ((uint8_t)(bytes[i] - first) < 26) return true;
  return false;
}

/* `has_front`: the calls above keep the front of what the call makes. */
static bool fits_call(const struct text_call *call, bool has_front, const uint8_t *bytes, size_t size) {
  const struct slice text = {(const char *)bytes, size};
  switch (call->function) {
    case TEXT_PREFIX_CHARACTERS:
      return has_front ? rowkey_cut_text(call, text).size == size
                       : size <= text_call_most(call, call->function, UINT64_MAX);
    case TEXT_PREFIX:
    case TEXT_SLICE:
      return size <= call->count;
    default:
      return text_rule_of(call)->letters == 0 || !has_letter(bytes, size, text_rule_of(call)->letters);
  }
}

bool rowkey_call_makes_text(const struct value *call, const uint8_t *bytes, size_t size) {
  const enum text_function function = call->call.function;
  const struct slice text = {(const char *)bytes, size};
  /* These leave their own results as they are. */
  const bool is_found = function == TEXT_TRIM || function == TEXT_TRIM_RIGHT || function == TEXT_HASH_TAG;
  if (is_found && rowkey_cut_text(&call->call, text).size != size) return false;
  /* What a call below has cut does not grow again, and the letters of the last case stay. */
  bool has_case = false, has_front = true;
  for (; call->kind == VALUE_TEXT_CALL && call->call.function != TEXT_UTF16LE; call = call->a) {
    const struct text_rule *rule = text_rule_of(&call->call);
    const bool sets_case = rule->letters != 0;
    if (!(sets_case && has_case) && !fits_call(&call->call, has_front, bytes, size)) return false;
    has_case |= sets_case;
    has_front = has_front && rule->keeps_front;
  }
  return true;
}
