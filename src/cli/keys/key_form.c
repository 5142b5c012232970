#include "keys/key_form.h"

#include <string.h>

#include "settings/readers.h"

static const struct key_form *const forms[] = {
#define KEY_FORM(name) &key_form_##name,
#include "keys/forms.def"
#undef KEY_FORM
};
enum { FORMS = sizeof forms / sizeof forms[0] };

/* Form `index` of those for this use; NULL after the last one. */
static const struct key_form *key_form_at(enum key_form_use use, size_t index) {
  for (size_t i = 0; i < FORMS; i++) {
    if (use != KEY_FORM_ANY && !forms[i]->is_lines) continue;
    if (use != KEY_FORM_POINTS && forms[i]->is_listing) continue;
    if (index-- == 0) return forms[i];
  }
  return NULL;
}

static struct choice form_choice(enum key_form_use use, size_t index, bool is_written) {
  const struct key_form *form = key_form_at(use, index);
  if (form == NULL) return (struct choice){NULL, NULL, NULL};
  return (struct choice){form->name, NULL,
                         use == KEY_FORM_POINTS ? NULL
                         : is_written           ? form->written_as
                                                : form->read_as};
}

/* A reader of the forms for this use. */
#define FORM_READER(name, use, is_written)                                             \
  static struct choice name##_choice(const struct option *option, size_t index) {      \
    (void)option;                                                                      \
    return form_choice(use, index, is_written);                                        \
  }                                                                                    \
  static bool read_##name(const struct option *option, const char *text, void *target, \
                          struct failure *failure) {                                   \
    size_t found;                                                                      \
    if (!find_choice(option, name##_choice, text, &found, failure)) return false;      \
    *(const struct key_form **)target = key_form_at(use, found);                       \
    return true;                                                                       \
  }                                                                                    \
  const struct value_reader name##_reader = {.read = read_##name, .choice = name##_choice};

FORM_READER(key_input, KEY_FORM_ANY, false)
FORM_READER(key_lines, KEY_FORM_LINES, false)
FORM_READER(key_output, KEY_FORM_ANY, true)
FORM_READER(points_form, KEY_FORM_POINTS, true)

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
