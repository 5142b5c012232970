/* A form that keys have in files and on the screen: how it is read, written, and what it cannot hold.
 * forms.def lists the forms; each is defined by a file in forms/. */
#ifndef ROWKEY_CLI_KEYS_KEY_FORM_H
#define ROWKEY_CLI_KEYS_KEY_FORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "settings/options.h"

/* Writes what stands for the key and returns how many bytes; `out` has room for size * expansion. */
typedef size_t key_writer(const uint8_t *key, size_t size, uint8_t *out);

/* The key that text[0 … size) stands for: writes at most `size` bytes at `key`, which may be the text, and
 * sets *key_size. False, and `reason`, which calls the text "the `noun`", when it is not of this form. */
typedef bool key_reader(const char *noun, const uint8_t *text, size_t size, uint8_t *key, size_t *key_size,
                        char *reason, size_t reason_size);

struct key_form {
  const char *name;                 /* as --input and --output have it */
  const char *read_as, *written_as; /* what --help says of keys that are read, and of what is written */
  bool is_lines;   /* a key a line; else keys stand one after the other, with nothing between them */
  bool is_plain;   /* each byte of a key stands for itself: `write` and `read` copy it */
  bool is_listing; /* only lists of split points have it: a table of regions */
  const char
      *refuses_empty; /* why there is no key without bytes, to follow "expected"; NULL where there is */
  uint64_t most_key;  /* bytes of the longest key, unless an option says more; UINT64_MAX for any */
  size_t expansion;   /* the most bytes that a byte of a key becomes */
  key_writer *write;
  key_reader *read;

  /* Split points, which other programs read too. NULL: as `write` and `read`. A point has two escapes at most
   * that a key would not have: its room is (size + 2) * expansion. */
  key_writer *write_point;
  key_reader *read_point;
};

#define KEY_FORM(name) extern const struct key_form key_form_##name;
#include "keys/forms.def"
#undef KEY_FORM

/* Whether a newline ends the key, so that none can be in it. */
static inline bool newline_ends_key(const struct key_form *form) { return form->is_lines && form->is_plain; }

enum key_form_use {
  KEY_FORM_ANY,    /* for keys */
  KEY_FORM_LINES,  /* for keys, each in a line */
  KEY_FORM_POINTS, /* for a list of split points */
};

/* Readers of the names of forms: of keys that are read, likewise where each has a line, of keys that are
 * written, and of lists of split points. */
extern const struct value_reader key_input_reader, key_lines_reader, key_output_reader, points_form_reader;
#define KEY_INPUT(member) READ(key_input_reader, const struct key_form *, member)
#define KEY_LINES(member) READ(key_lines_reader, const struct key_form *, member)
#define KEY_OUTPUT(member) READ(key_output_reader, const struct key_form *, member)
#define POINTS_FORM(member) READ(points_form_reader, const struct key_form *, member)

#define OPTION_SPLITS_FORM(member, how, end, ...)                                         \
  OPTION("--splits-form", "FORM", POINTS_FORM(member), .otherwise = "hbase", .line = how, \
         .more = ", which is what HBase's shell prints for that" end, __VA_ARGS__)

/* What plain forms have in common. */
size_t write_plain(const uint8_t *key, size_t size, uint8_t *out);
bool read_plain(const char *noun, const uint8_t *text, size_t size, uint8_t *key, size_t *key_size,
                char *reason, size_t reason_size);

/* The value of a hex digit, 0 … 15, or 16 for a byte that is none. */
static inline unsigned hex_digit_value(uint8_t byte) {
  const unsigned decimal = (unsigned)byte - '0', letter = ((unsigned)byte | 0x20) - 'a';
  return decimal < 10 ? decimal : letter < 6 ? letter + 10 : 16;
}

#endif
