/* One key on standard output, for a person or for a shell. */
#ifndef ROWKEY_CLI_KEYS_KEY_PRINT_H
#define ROWKEY_CLI_KEYS_KEY_PRINT_H

#include "keys/emit.h"
#include "settings/message.h"

/* The form and the longest key for it when the user sets no other limit. */
struct emit_form single_key_form(enum key_form form);

/* Prints the key; as KEY_HBASE so that it can stand between double quotes in HBase's shell. */
bool print_key(const struct emit_form *form, const uint8_t *key, size_t size, struct failure *failure);

#endif
