#include "commands/splits/algorithm.h"

#include <stdlib.h>
#include <string.h>

#include "keys/key_form.h"
#include "settings/options.h"
#include "text/buffer.h"

enum algorithm { UNIFORM, HEX, DECIMAL, BYTES, GUIDE_HEX, ALGORITHMS };

const char *const algorithm_names[] = {"uniform",   "hex",          "decimal",        "bytes",
                                       "guide-hex", "UniformSplit", "HexStringSplit", "DecimalStringSplit"};
static const enum algorithm algorithms[] = {UNIFORM, HEX, DECIMAL, BYTES, GUIDE_HEX, UNIFORM, HEX, DECIMAL};
enum { NAMES = sizeof algorithm_names / sizeof algorithm_names[0] };
_Static_assert(sizeof algorithms / sizeof algorithms[0] == NAMES, "each name stands for an algorithm");

/* What is taken for the part after the colon when it is missing; bytes has no default. */
static const char *const usual_ends[ALGORITHMS] = {",", "00000000,FFFFFFFF", "00000000,99999999", NULL,
                                                   "0000000000000000,ffffffffffffffff"};

/* NAME:FIRST,LAST, cut apart. */
struct choice {
  enum algorithm algorithm;
  char *first; /* also owns last */
  char *last;
};

static bool parse_ends(const char *text, const char *ends, struct choice *choice, struct failure *failure) {
  const char *comma = ends == NULL ? NULL : strchr(ends, ',');
  if (comma == NULL || strchr(comma + 1, ',') != NULL) {
    char shown[QUOTED_SIZE];
    return fail_with(failure, TOOL_BAD_USAGE, "option --algorithm: %s (expected %s:%s)",
                     rowkey_quoted(shown, text, strlen(text)), algorithm_names[choice->algorithm],
                     choice->algorithm == BYTES     ? "START,STOP, a comma in them as \\x2C"
                     : choice->algorithm == UNIFORM ? "FIRST,LAST, a comma in them as \\x2C"
                                                    : "FIRST,LAST");
  }
  choice->first = strdup(ends);
  if (choice->first == NULL) return fail_memory(failure);
  choice->last = choice->first + (comma - ends);
  *choice->last++ = 0;
  return true;
}

static bool parse_choice(const char *text, struct choice *choice, struct failure *failure) {
  const size_t length = strcspn(text, ":");
  char *name = strndup(text, length);
  if (name == NULL) return fail_memory(failure);
  size_t found = 0;
  const bool known = parse_option_name("--algorithm", name, algorithm_names, NAMES, &found, failure);
  free(name);
  choice->algorithm = algorithms[found];
  const char *usual = usual_ends[choice->algorithm];
  return known && parse_ends(text, text[length] == ':' ? text + length + 1 : usual, choice, failure);
}

/* Replaces the escapes by what they stand for, which is no longer. */
static bool undo_escapes(char *text, size_t *size, struct failure *failure) {
  char reason[2048];
  return key_form_hbase.read("row", (uint8_t *)text, strlen(text), (uint8_t *)text, size, reason,
                             sizeof reason) ||
         fail_with(failure, TOOL_BAD_USAGE, "option --algorithm: %s", reason);
}

static rowkey_splits *make(const struct choice *choice, size_t first_size, size_t last_size, size_t regions,
                           rowkey_error *error) {
  switch (choice->algorithm) {
    case HEX:
      return rowkey_splits_digits(16, choice->first, choice->last, regions, error);
    case DECIMAL:
      return rowkey_splits_digits(10, choice->first, choice->last, regions, error);
    case GUIDE_HEX:
      return rowkey_splits_guide_hex(choice->first, choice->last, regions, error);
    default:
      return rowkey_splits_bytes(choice->first, first_size, choice->last, last_size,
                                 choice->algorithm == UNIFORM, regions, error);
  }
}

rowkey_splits *algorithm_splits(const char *text, size_t regions, struct failure *failure) {
  struct choice choice = {.first = NULL};
  size_t first_size = 0, last_size = 0;
  rowkey_splits *splits = NULL;
  bool done = parse_choice(text, &choice, failure);
  if (done && (choice.algorithm == UNIFORM || choice.algorithm == BYTES)) {
    done = undo_escapes(choice.first, &first_size, failure) && undo_escapes(choice.last, &last_size, failure);
  }
  if (done) {
    rowkey_error error;
    splits = make(&choice, first_size, last_size, regions, &error);
    if (splits == NULL) {
      fail_with(failure, library_status(error.status, TOOL_BAD_USAGE), "option --algorithm: %s", error.text);
    }
  }
  free(choice.first);
  return splits;
}
