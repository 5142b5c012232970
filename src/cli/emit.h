/* Keys as they are written: with line ends, escapes and records beside them. */
#ifndef ROWKEY_CLI_EMIT_H
#define ROWKEY_CLI_EMIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum output_form { OUTPUT_TEXT, OUTPUT_RAW, OUTPUT_HEX, OUTPUT_HBASE, OUTPUT_FORMS };
extern const char *const output_form_names[OUTPUT_FORMS];

struct emit_form {
  enum output_form form;
  bool with_record; /* key, tab, record */
};

/* The most bytes that emit_row writes. */
size_t emit_bound(const struct emit_form *form, size_t key_size, size_t record_size);

/* Writes one key and what belongs to it; returns how many bytes. `out` has room for emit_bound bytes. */
size_t emit_row(const struct emit_form *form, const uint8_t *key, size_t key_size, const uint8_t *record,
                size_t record_size, uint8_t *out);

/* NULL, or why the row cannot be written so that it can be read back: a static text. */
const char *emit_fault(const struct emit_form *form, const uint8_t *key, size_t key_size,
                       const uint8_t *record, size_t record_size);

#endif
