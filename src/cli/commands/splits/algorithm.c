#include "commands/splits/algorithm.h"

#include <stdlib.h>
#include <string.h>

#include "keys/key_form.h"
#include "settings/readers.h"
#include "text/buffer.h"

enum algorithm { UNIFORM, HEX, DECIMAL, BYTES, CREATE_TABLE, GUIDE_HEX, ALGORITHMS };

/* The names, after them those of RegionSplitter's classes. */
static const struct choice names[] = {
    {"uniform", "[:FIRST,LAST]", "UniformSplit: all bytes are equally frequent"},
    {"hex", "[:FIRST,LAST]", "HexStringSplit, from 00000000 to FFFFFFFF; points are as long as LAST"},
    {"decimal", "[:FIRST,LAST]", "DecimalStringSplit, from 00000000 to 99999999, likewise"},
    {"bytes", ":START,STOP", "Bytes.split(START, STOP, N-1) without the two ends"},
    {"create-table", ":START,STOP",
     "createTable(TABLE, START, STOP, N): the two ends and N-3 points between"},
    {"guide-hex", "[:FIRST,LAST]", "getHexSplits of the HBase reference guide, of 16 digits"},
    {"UniformSplit", NULL, NULL},
    {"HexStringSplit", NULL, NULL},
    {"DecimalStringSplit", NULL, NULL},
    {NULL, NULL, NULL},
};
static const enum algorithm algorithms[] = {UNIFORM,   HEX,     DECIMAL, BYTES,  CREATE_TABLE,
                                            GUIDE_HEX, UNIFORM, HEX,     DECIMAL};
_Static_assert(sizeof names / sizeof *names == sizeof algorithms / sizeof *algorithms + 1,
               "each name stands for an algorithm");

static struct choice algorithm_choice(const struct option *option, size_t index) {
  (void)option;
  return names[index];
}

static bool keep_algorithm(const struct option *option, const char *text, void *target,
                           struct failure *failure) {
  (void)option, (void)failure;
  *(const char **)target = text;
  return true;
}

const struct value_reader algorithm_reader = {.read = keep_algorithm, .choice = algorithm_choice};

/* What is taken for the part after the colon when it is missing; bytes and create-table have no default. */
static const char *const usual_ends[ALGORITHMS] = {
    ",", "00000000,FFFFFFFF", "00000000,99999999", NULL, NULL, "0000000000000000,ffffffffffffffff"};

/* NAME:FIRST,LAST, cut apart. */
struct chosen {
  enum algorithm algorithm;
  char *first; /* also owns last */
  char *last;
};

/* Whether the ends are rows of any bytes, and not digits. */
static bool has_bytes(enum algorithm algorithm) {
  return algorithm == UNIFORM || algorithm == BYTES || algorithm == CREATE_TABLE;
}

static bool parse_ends(const char *text, const char *ends, struct chosen *chosen, struct failure *failure) {
  const char *comma = ends == NULL ? NULL : strchr(ends, ',');
  if (comma == NULL || strchr(comma + 1, ',') != NULL) {
    char shown[QUOTED_SIZE];
    return fail_with(failure, TOOL_BAD_USAGE, "option --algorithm: %s (expected %s:%s)",
                     rowkey_quoted(shown, text, strlen(text)), names[chosen->algorithm].name,
                     usual_ends[chosen->algorithm] == NULL ? "START,STOP, a comma in them as \\x2C"
                     : has_bytes(chosen->algorithm)        ? "FIRST,LAST, a comma in them as \\x2C"
                                                           : "FIRST,LAST");
  }
  chosen->first = strdup(ends);
  if (chosen->first == NULL) return fail_memory(failure);
  chosen->last = chosen->first + (comma - ends);
  *chosen->last++ = 0;
  return true;
}

static bool parse_algorithm(const char *text, struct chosen *chosen, struct failure *failure) {
  const size_t length = strcspn(text, ":");
  char *name = strndup(text, length);
  if (name == NULL) return fail_memory(failure);
  size_t found = 0;
  const struct option option = {.name = "--algorithm"};
  const bool known = find_choice(&option, algorithm_choice, name, &found, failure);
  free(name);
  chosen->algorithm = algorithms[found];
  const char *usual = usual_ends[chosen->algorithm];
  return known && parse_ends(text, text[length] == ':' ? text + length + 1 : usual, chosen, failure);
}

/* Replaces the escapes by what they stand for, which is no longer. */
static bool undo_escapes(char *text, size_t *size, struct failure *failure) {
  char reason[2048];
  return key_form_hbase.read("row", (uint8_t *)text, strlen(text), (uint8_t *)text, size, reason,
                             sizeof reason) ||
         fail_with(failure, TOOL_BAD_USAGE, "option --algorithm: %s", reason);
}

static rowkey_splits *make_points(const struct chosen *chosen, size_t first_size, size_t last_size,
                                  size_t regions, rowkey_error *error) {
  switch (chosen->algorithm) {
    case HEX:
      return rowkey_splits_digits(16, chosen->first, chosen->last, regions, error);
    case DECIMAL:
      return rowkey_splits_digits(10, chosen->first, chosen->last, regions, error);
    case GUIDE_HEX:
      return rowkey_splits_guide_hex(chosen->first, chosen->last, regions, error);
    case CREATE_TABLE:
      return rowkey_splits_create_table(chosen->first, first_size, chosen->last, last_size, regions, error);
    default:
      return rowkey_splits_bytes(chosen->first, first_size, chosen->last, last_size,
                                 chosen->algorithm == UNIFORM, regions, error);
  }
}

rowkey_splits *algorithm_splits(const char *text, size_t regions, struct failure *failure) {
  struct chosen chosen = {.first = NULL};
  size_t first_size = 0, last_size = 0;
  rowkey_splits *splits = NULL;
  bool done = parse_algorithm(text, &chosen, failure);
  if (done && has_bytes(chosen.algorithm)) {
    done = undo_escapes(chosen.first, &first_size, failure) && undo_escapes(chosen.last, &last_size, failure);
  }
  if (done) {
    rowkey_error error;
    splits = make_points(&chosen, first_size, last_size, regions, &error);
    if (splits == NULL) {
      fail_with(failure, library_status(error.status, TOOL_BAD_USAGE), "option --algorithm: %s", error.text);
    }
  }
  free(chosen.first);
  return splits;
}
