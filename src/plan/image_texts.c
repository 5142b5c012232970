/* Which texts functions of text can make, as far as each tells that by itself. */
#include "plan/image.h"
#include "plan/text_functions.h"

static bool has_letter(const uint8_t *bytes, size_t size, char first) {
  for (size_t i = 0; i < size; i++)
    if ((uint8_t)(bytes[i] - first) < 26) return true;
  return false;
}

static bool fits_call(const struct text_call *call, const uint8_t *bytes, size_t size) {
  switch (call->function) {
    case TEXT_PREFIX:
    case TEXT_SLICE:
      return size <= call->count;
    case TEXT_LOWER:
    case TEXT_UPPER:
      return !has_letter(bytes, size, call->function == TEXT_LOWER ? 'A' : 'a');
    default:
      return true;
  }
}

bool rowkey_call_makes_text(const struct value *call, const uint8_t *bytes, size_t size) {
  const enum text_function function = call->call.function;
  const struct slice text = {(const char *)bytes, size};
  /* These leave their own results as they are. */
  if ((function == TEXT_TRIM || function == TEXT_HASH_TAG) && rowkey_cut_text(&call->call, text).size != size)
    return false;
  /* What a call below has cut does not grow again, and the letters of the last case stay. */
  bool has_case = false;
  for (; call->kind == VALUE_TEXT_CALL && call->call.function != TEXT_UTF16LE; call = call->a) {
    const bool sets_case = call->call.function == TEXT_LOWER || call->call.function == TEXT_UPPER;
    if (!(sets_case && has_case) && !fits_call(&call->call, bytes, size)) return false;
    has_case |= sets_case;
  }
  return true;
}
