#include "keys/emit.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "io/buffer.h"
#include "keys/escape.h"

size_t emit_bound(const struct emit_form *form, size_t rows, size_t keys_size, size_t records_size) {
  return form->form->expansion * keys_size + (form->with_record ? rows + records_size : 0) + rows;
}

size_t emit_row(const struct emit_form *form, const uint8_t *key, size_t key_size, const uint8_t *record,
                size_t record_size, uint8_t *out) {
  size_t used = form->form->write(key, key_size, out);
  if (form->with_record) {
    out[used++] = '\t';
    memcpy(out + used, record, record_size);
    used += record_size;
  }
  if (form->form->is_lines) out[used++] = '\n';
  return used;
}

/* NULL, or what is wrong with the key's bytes: a static text. */
static const char *fault(const struct emit_form *form, const uint8_t *key, size_t key_size,
                         const uint8_t *record, size_t record_size) {
  if (newline_ends_key(form->form)) {
    if (memchr(key, '\n', key_size) != NULL) {
      return "holds a newline (expected none with --output text: use raw, hex or hbase)";
    }
    if (form->with_record && memchr(key, '\t', key_size) != NULL) {
      return "holds a tab (expected none with --emit key+record: use --output hex or hbase)";
    }
  }
  if (form->with_record && memchr(record, '\n', record_size) != NULL) {
    return "belongs to a record with a newline in it (expected none with --emit key+record)";
  }
  return NULL;
}

bool emit_check(const struct emit_form *form, const uint8_t *key, size_t key_size, const uint8_t *record,
                size_t record_size, char *reason, size_t size) {
  char shown[QUOTED_SIZE];
  if (form->form->refuses_empty != NULL && key_size == 0) {
    snprintf(reason, size, "the key \"\" is empty (expected %s)", form->form->refuses_empty);
    return false;
  }
  const char *found = fault(form, key, key_size, record, record_size);
  if (found != NULL) {
    snprintf(reason, size, "the key %s %s", quoted(shown, key, key_size), found);
  } else if (key_size > form->most_key) {
    snprintf(reason, size, "the key %s has %zu bytes (expected at most %" PRIu64 ", see --max-key)",
             quoted(shown, key, key_size), key_size, form->most_key);
  }
  return found == NULL && key_size <= form->most_key;
}

struct emit_form single_key_form(const struct key_form *form) {
  return (struct emit_form){form, false, form->most_key};
}

bool print_key(const struct emit_form *form, const uint8_t *key, size_t size, struct failure *failure) {
  struct buffer text = {0};
  char reason[1024];
  if (!emit_check(form, key, size, NULL, 0, reason, sizeof reason)) {
    return fail_with(failure, TOOL_BAD_DATA, "%s", reason);
  }
  if (!buffer_reserve(&text, emit_bound(form, 1, size, 0))) return fail_memory(failure);
  text.size = emit_row(form, key, size, NULL, 0, text.bytes);
  fwrite(text.bytes, 1, text.size, stdout);
  buffer_free(&text);
  return true;
}
