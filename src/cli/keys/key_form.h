/* Keys as they stand in files and on the screen, one a line but for raw ones, and how they are read from
 * there. emit.h writes them. */
#ifndef ROWKEY_CLI_KEYS_KEY_FORM_H
#define ROWKEY_CLI_KEYS_KEY_FORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum key_form { KEY_TEXT, KEY_RAW, KEY_HEX, KEY_HBASE, KEY_FORMS };
extern const char *const key_form_names[KEY_FORMS];

/* The key that text[0 … size) stands for: writes at most `size` bytes at `key` and sets *key_size. False, and
 * `reason` when the text is not of this form, which calls it "the `noun`". */
bool key_read(enum key_form form, const char *noun, const uint8_t *text, size_t size, uint8_t *key,
              size_t *key_size, char *reason, size_t reason_size);

#endif
