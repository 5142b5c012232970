/* Which texts a chain of text functions can make, as far as the functions alone decide this. */
#include "plan/image.h"
#include "plan/text_function.h"

static bool has_letter(const uint8_t *bytes, size_t size, uint8_t first) {
  for (size_t i = 0; i < size; i++)
    if ((uint8_t)(bytes[i] - first) < 26) return true;
  return false;
}

/* `has_front`: the calls applied afterwards keep the front of this call's result. */
static bool fits_call(const struct text_call *call, bool has_front, const uint8_t *bytes, size_t size) {
  const struct text_function *function = call->function;
  const struct slice text = {(const char *)bytes, size};
  if (function->is_prefix && has_front) return function->cut(call, text).size == size;
  return size <= rowkey_text_call_most(call, UINT64_MAX) &&
         (function->letters == 0 || !has_letter(bytes, size, function->letters));
}

bool rowkey_call_makes_text(const struct value *call, const uint8_t *bytes, size_t size) {
  const struct text_function *last = call->call.function;
  const struct slice text = {(const char *)bytes, size};
  if (last->settles && last->cut(&call->call, text).size != size) return false;
  /* A text that an earlier call has cut does not grow again; the last call that sets a case decides it. */
  bool has_case = false, has_front = true;
  for (; call->kind == VALUE_TEXT_CALL && !call->call.function->makes_utf16; call = call->a) {
    const struct text_function *function = call->call.function;
    const bool sets_case = function->letters != 0;
    if (!(sets_case && has_case) && !fits_call(&call->call, has_front, bytes, size)) return false;
    has_case |= sets_case;
    has_front = has_front && function->keeps_front;
  }
  return true;
}
