#include "advise/growing_text.h"

#include <stdio.h>

#include "text/tokens.h"

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

void rowkey_grow_name(struct growing_text *text, const char *name) {
  const char *quote = rowkey_name_quote(name);
  rowkey_grow_printf(text, "%s%s%s", quote, name, quote);
}

void rowkey_grow_column(struct growing_text *text, const rowkey_column *column, bool has_nulls) {
  const bool is_text = column->type == ROWKEY_TEXT;
  if (has_nulls) grow(text, "coalesce(");
  rowkey_grow_name(text, column->name);
  if (!has_nulls) return;
  grow(text, is_text ? ", \"" : ", 0)");
  if (!is_text) return;
  for (size_t i = 0; i < column->width; i++) grow(text, "\\x00");
  grow(text, "\")");
}

bool rowkey_grow_finish(struct growing_text *text) {
  /* A text of no bytes has a place as well. */
  return !text->failed && rowkey_strings_room(text->list, text->size + 1) != NULL &&
         rowkey_strings_extend(text->list, text->size);
}
