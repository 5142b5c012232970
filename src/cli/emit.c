#include "emit.h"

#include <string.h>

#include "escape.h"

const char *const output_form_names[OUTPUT_FORMS] = {"text", "raw", "hex", "hbase"};

/* The most bytes that a byte of a key becomes. */
static size_t expansion(enum output_form form) {
  return form == OUTPUT_HBASE ? 4 : form == OUTPUT_HEX ? 2 : 1;
}

size_t emit_bound(const struct emit_form *form, size_t key_size, size_t record_size) {
  return expansion(form->form) * key_size + (form->with_record ? 1 + record_size : 0) + 1;
}

static size_t emit_key(enum output_form form, const uint8_t *key, size_t size, uint8_t *out) {
  if (form == OUTPUT_HEX) return escape_hex(key, size, out);
  if (form == OUTPUT_HBASE) return escape_hbase(key, size, out);
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
  if (form->form != OUTPUT_RAW) out[used++] = '\n';
  return used;
}

const char *emit_fault(const struct emit_form *form, const uint8_t *key, size_t key_size,
                       const uint8_t *record, size_t record_size) {
  if (form->form == OUTPUT_TEXT) {
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
