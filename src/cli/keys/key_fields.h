/* A key taken apart: where its fields lie, and what they hold. */
#ifndef ROWKEY_CLI_KEYS_KEY_FIELDS_H
#define ROWKEY_CLI_KEYS_KEY_FIELDS_H

#include "keys/emit.h"
#include "layouts/layout_option.h"

/* Prints a line for each field of a key of the layout: the field as it stands in the template, its bytes'
 * places and the bytes themselves in the form, and the column that they give back, if they alone do. */
bool print_key_fields(const struct layout_option *option, const rowkey_layout *layout,
                      const struct columns *columns, const struct key_form *form, const uint8_t *key,
                      size_t size, struct failure *failure);

#endif
