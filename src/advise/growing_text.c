#include "advise/growing_text.h"

#include <stdio.h>

void rowkey_grow_bytes(struct growing_text *text, const void *bytes, size_t size) {
  uint8_t *room = text->failed ? NULL : rowkey_strings_room(text->list, text->size + size);
  if (room == NULL) {
    text->failed = true;
    return;
  }
  if (size > 0) memcpy(room + text->size, bytes, size);
  text->size += size;
}

void rowkey_grow_printf(struct growing_text *text, const char *format, ...) {
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  const int size = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);
  uint8_t *room =
      text->failed || size < 0 ? NULL : rowkey_strings_room(text->list, text->size + (size_t)size + 1);
  if (room == NULL)
    text->failed = true;
  else
    text->size += (size_t)vsnprintf((char *)room + text->size, (size_t)size + 1, format, again);
  va_end(again);
}

bool rowkey_grow_finish(struct growing_text *text) {
  return !text->failed && rowkey_strings_extend(text->list, text->size);
}
