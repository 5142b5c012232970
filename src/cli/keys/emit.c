#include "keys/emit.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "keys/escape.h"

/* The most bytes that a byte of a key becomes. */
static size_t expansion(enum key_form form) { return form == KEY_HBASE ? 4 : form == KEY_HEX ? 2 : 1; }

size_t emit_bound(const struct emit_form *form, size_t rows, size_t keys_size, size_t records_size) {
  return expansion(form->form) * keys_size + (form->with_record ? rows + records_size : 0) + rows;
}

static size_t emit_key(enum key_form form, const uint8_t *key, size_t size, uint8_t *out) {
  if (form == KEY_HEX) return escape_hex(key, size, out);
  if (form == KEY_HBASE) return escape_hbase(key, size, out);
  memcpy(out, key, size);
  return size;
}

size_t emit_row(const struct emit_form *form, const uint8_t *key, size_t key_size, const uint8_t *record,
                size_t record_size, uint8_t *out) {
  size_t used = emit_key(form->form, key, key_size, out);
  if (form->with_record) {
    out[used++] = '\t';
    memcpy(out + used, record, record_size);
    used += record_size;
  }
  if (form->form != KEY_RAW) out[used++] = '\n';
  return used;
}

/* NULL, or what is wrong with the key's bytes: a static text. */
static const char *fault(const struct emit_form *form, const uint8_t *key, size_t key_size,
                         const uint8_t *record, size_t record_size) {
  if (form->form == KEY_HBASE && key_size == 0) {
    return "is empty (expected a byte or more with --output hbase: HBase has no such row)";
  }
  if (form->form == KEY_TEXT) {
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
  const char *found = fault(form, key, key_size, record, record_size);
  if (found != NULL) {
    snprintf(reason, size, "the key %s %s", quoted(shown, key, key_size), found);
  } else if (key_size > form->most_key) {
    snprintf(reason, size, "the key %s has %zu bytes (expected at most %" PRIu64 ", see --max-key)",
             quoted(shown, key, key_size), key_size, form->most_key);
  }
  return found == NULL && key_size <= form->most_key;
}
