#include "keys/key_print.h"

#include <stdio.h>

#include "io/buffer.h"
#include "keys/escape.h"

struct emit_form single_key_form(enum key_form form) {
  return (struct emit_form){form, false, form == KEY_HBASE ? HBASE_MOST_KEY : UINT64_MAX};
}

bool print_key(const struct emit_form *form, const uint8_t *key, size_t size, struct failure *failure) {
  struct buffer text = {0};
  char reason[1024];
  if (!emit_check(form, key, size, NULL, 0, reason, sizeof reason)) {
    return fail_with(failure, TOOL_BAD_DATA, "%s", reason);
  }
  if (!buffer_reserve(&text, emit_bound(form, 1, size, 0))) return fail_memory(failure);
  if (form->form == KEY_HBASE) {
    text.size = escape_shell(key, size, text.bytes);
    text.bytes[text.size++] = '\n';
  } else {
    text.size = emit_row(form, key, size, NULL, 0, text.bytes);
  }
  fwrite(text.bytes, 1, text.size, stdout);
  buffer_free(&text);
  return true;
}
