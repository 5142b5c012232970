/* Keys as they are written: with line ends, escapes and records beside them. */
#ifndef ROWKEY_CLI_KEYS_EMIT_H
#define ROWKEY_CLI_KEYS_EMIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "keys/key_batch.h"

struct emit_form {
  const struct key_form *form;
  bool with_record;  /* key, tab, record */
  uint64_t most_key; /* bytes of a key; UINT64_MAX where any length will do */
};

/* The room that emit_rows needs for so many rows together, whose keys and records have so many bytes. */
size_t emit_bound(const struct emit_form *form, size_t rows, size_t keys_size, size_t records_size);

/* Writes the first `rows` keys, which are those of row `first` of the batch and of the rows after it, and
 * what belongs to each; returns how many bytes. Whatever they are, all of the room may be overwritten. */
size_t emit_rows(const struct emit_form *form, const rowkey_keys *keys, const rowkey_record_rows *batch,
                 size_t first, size_t rows, uint8_t *out);

/* Whether the row can be written so that it can be read back; if not, `reason` says why. */
bool emit_check(const struct emit_form *form, const uint8_t *key, size_t key_size, const uint8_t *record,
                size_t record_size, char *reason, size_t size);

/* The form and the longest key for it when the user sets no other limit. */
struct emit_form single_key_form(const struct key_form *form);

/* Prints the key on standard output. */
bool print_key(const struct emit_form *form, const uint8_t *key, size_t size, struct failure *failure);

#endif
