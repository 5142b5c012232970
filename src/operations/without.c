/* without: the text itself; a row whose text has the byte is an error. */
#include "plan/text_rows.h"

TEXT_INLINE size_t write_checked(const struct text_call *call, const uint8_t *text, size_t size,
                                 uint8_t *out) {
  if (size > 0 && memchr(text, call->byte, size) != NULL) return NO_TEXT;
  copy_text(out, text, size);
  return size;
}

TEXT_CHANGE_LOOPS(write_checked, text_never_grows)

const struct text_function rowkey_text_without = {
    .name = "without",
    .usage = "without(text, \"!\")",
    .arguments = TEXT_AND_BYTE_AND_REASON,
    .keeps_order = true,
    .reversible = true,
    .lacks_byte = true,
    TEXT_CHANGES(write_checked),
};
