#include "keys/key_form.h"

#include <string.h>

#include "settings/options.h"

static const struct key_form *const forms[] = {
#define KEY_FORM(name) &key_form_##name,
#include "keys/forms.def"
#undef KEY_FORM
};
enum { FORMS = sizeof forms / sizeof forms[0] };

const struct key_form *key_form_at(enum key_form_use use, size_t index) {
  for (size_t i = 0; i < FORMS; i++) {
    if (use != KEY_FORM_ANY && !forms[i]->is_lines) continue;
    if (use != KEY_FORM_POINTS && forms[i]->is_listing) continue;
    if (index-- == 0) return forms[i];
  }
  return NULL;
}

bool key_form_parse(const char *option, const char *text, enum key_form_use use, const struct key_form **form,
                    struct failure *failure) {
  return key_form_parse_or(NULL, option, text, use, form, failure);
}

bool key_form_parse_or(const char *other, const char *option, const char *text, enum key_form_use use,
                       const struct key_form **form, struct failure *failure) {
  const char *names[FORMS + 1];
  size_t count = 0, found = 0;
  if (text == NULL) return true;
  for (const struct key_form *allowed; (allowed = key_form_at(use, count)) != NULL; count++)
    names[count] = allowed->name;
  if (other != NULL) names[count++] = other;
  if (!parse_option_name(option, text, names, count, &found, failure)) return false;
  *form = key_form_at(use, found);
  return true;
}

size_t write_plain(const uint8_t *key, size_t size, uint8_t *out) {
  memcpy(out, key, size);
  return size;
}

bool read_plain(const char *noun, const uint8_t *text, size_t size, uint8_t *key, size_t *key_size,
                char *reason, size_t reason_size) {
  (void)noun, (void)reason, (void)reason_size;
  memmove(key, text, size);
  *key_size = size;
  return true;
}
