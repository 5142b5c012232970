#include "settings/readers.h"

#include <inttypes.h>
#include <string.h>

#include "text/buffer.h"
#include "text/floating.h"
#include "text/number.h"

static bool read_flag(const struct option *option, const char *text, void *target, struct failure *failure) {
  (void)option, (void)text, (void)failure;
  *(bool *)target = true;
  return true;
}

static bool read_text(const struct option *option, const char *text, void *target, struct failure *failure) {
  (void)option, (void)failure;
  *(const char **)target = text;
  return true;
}

static bool append_text(const struct option *option, const char *text, void *target,
                        struct failure *failure) {
  struct texts *texts = target;
  if (texts->count == MOST_REPEATS)
    return fail_with(failure, TOOL_BAD_USAGE, "option %s is given more than %d times", option->name,
                     MOST_REPEATS);
  texts->items[texts->count++] = text;
  return true;
}

/* main.c has answered it. */
static bool read_nothing(const struct option *option, const char *text, void *target,
                         struct failure *failure) {
  (void)option, (void)text, (void)target, (void)failure;
  return true;
}

/* ---- Numbers --------------------------------------------------------------------------------- */

/* The digits text[0 … length) as a number of 64 bits; else the fault says why it is none. */
static struct rowkey_number_fault read_digits(const char *text, size_t length, uint64_t *number) {
  const struct rowkey_number_fault fault = rowkey_number_fault((const uint8_t *)text, length, ROWKEY_U64);
  *number = 0;
  for (size_t i = 0; fault.status == ROWKEY_OK && i < length; i++)
    *number = *number * 10 + (uint64_t)(text[i] - '0');
  return fault;
}

bool read_number(const char *option, const char *text, uint64_t least, uint64_t most, uint64_t *number,
                 struct failure *failure) {
  const size_t length = strlen(text);
  uint64_t value;
  const struct rowkey_number_fault fault = read_digits(text, length, &value);
  if (fault.status != ROWKEY_OK || value < least || value > most) {
    char shown[QUOTED_SIZE];
    return fail_with(failure, TOOL_BAD_USAGE,
                     "option %s: %s %s (expected a number from %" PRIu64 " to %" PRIu64 ")", option,
                     rowkey_quoted(shown, text, length),
                     fault.status != ROWKEY_OK ? fault.reason : "is out of range", least, most);
  }
  *number = value;
  return true;
}

static bool read_bounded(const struct option *option, const char *text, void *target,
                         struct failure *failure) {
  return read_number(option->name, text, option->least, option->most, target, failure);
}

static bool read_bytes(const struct option *option, const char *text, void *target, struct failure *failure) {
  static const char units[] = "KMGT";
  const size_t length = strlen(text);
  const char *unit = length == 0 ? NULL : strchr(units, text[length - 1]);
  const unsigned shift = unit == NULL ? 0 : 10 * (unsigned)(unit - units + 1);
  uint64_t value;
  const struct rowkey_number_fault fault = read_digits(text, unit == NULL ? length : length - 1, &value);
  if (fault.status != ROWKEY_OK || value > UINT64_MAX >> shift || value << shift < option->least) {
    char shown[QUOTED_SIZE];
    return fail_with(failure, TOOL_BAD_USAGE,
                     "option %s: %s %s (expected bytes, at least %" PRIu64
                     ": a number, perhaps with K, M, G or T, as in 512M)",
                     option->name, rowkey_quoted(shown, text, length),
                     fault.status != ROWKEY_OK ? fault.reason : "is out of range", option->least);
  }
  *(uint64_t *)target = value << shift;
  return true;
}

static bool read_decimal(const struct option *option, const char *text, void *target,
                         struct failure *failure) {
  double value;
  char shown[QUOTED_SIZE];
  const char *problem = rowkey_read_f64((const uint8_t *)text, strlen(text), &value);
  if (problem != NULL || !(value > 0 && value < 1e12))
    return fail_with(failure, TOOL_BAD_USAGE,
                     "option %s: %s is not a number above 0 (expected one such as 2)", option->name,
                     rowkey_quoted(shown, text, strlen(text)));
  *(double *)target = value;
  return true;
}

/* ---- Names ----------------------------------------------------------------------------------- */

struct choice choice_of_row(const struct option *option, size_t index) { return option->choices[index]; }

const char *list_choices(const struct option *option, const struct value_reader *reader, const char *usual,
                         char out[CHOICES_SIZE]) {
  struct text_buffer list = {out, CHOICES_SIZE};
  const char *name;
  for (size_t i = 0; (name = reader->choice(option, i).name) != NULL; i++) {
    const char *before = i == 0 ? "" : reader->choice(option, i + 1).name == NULL ? " or " : ", ";
    const bool is_usual = usual != NULL && strcmp(usual, name) == 0;
    rowkey_text_printf(&list, "%s%s%s", before, name, is_usual ? " (the default)" : "");
  }
  return out;
}

bool find_choice(const struct option *option, struct choice (*choice)(const struct option *, size_t),
                 const char *text, size_t *index, struct failure *failure) {
  const char *name;
  for (size_t i = 0; (name = choice(option, i).name) != NULL; i++) {
    if (strcmp(name, text) != 0) continue;
    *index = i;
    return true;
  }
  char list[CHOICES_SIZE], shown[QUOTED_SIZE];
  const struct value_reader reader = {.choice = choice};
  return fail_with(failure, TOOL_BAD_USAGE, "option %s: unknown value %s (expected %s)", option->name,
                   rowkey_quoted(shown, text, strlen(text)), list_choices(option, &reader, NULL, list));
}

static bool read_choice(const struct option *option, const char *text, void *target,
                        struct failure *failure) {
  size_t index = 0;
  if (!find_choice(option, choice_of_row, text, &index, failure)) return false;
  memcpy(target, &(unsigned){(unsigned)index}, sizeof(unsigned));
  return true;
}

static bool read_shell_name(const struct option *option, const char *text, const char *noun, void *target,
                            struct failure *failure) {
  static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.:";
  char shown[QUOTED_SIZE];
  *(const char **)target = text;
  return (text[0] != 0 && text[strspn(text, allowed)] == 0) ||
         fail_with(failure, TOOL_BAD_USAGE,
                   "option %s: %s is not a name of a %s (expected letters, digits, and _ - . :)",
                   option->name, rowkey_quoted(shown, text, strlen(text)), noun);
}

static bool read_shell_table(const struct option *option, const char *text, void *target,
                             struct failure *failure) {
  return read_shell_name(option, text, "table", target, failure);
}

static bool read_shell_family(const struct option *option, const char *text, void *target,
                              struct failure *failure) {
  return read_shell_name(option, text, "column family", target, failure);
}

const struct choice report_forms[] = {
    {"table", NULL, "for people"},
    {"json", NULL, "all that is known"},
    {NULL, NULL, NULL},
};

const struct value_reader flag_reader = {.read = read_flag};
const struct value_reader text_reader = {.read = read_text};
const struct value_reader file_reader = {.read = read_text, .offer = OFFER_FILES};
const struct value_reader folder_reader = {.read = read_text, .offer = OFFER_FOLDERS};
const struct value_reader columns_reader = {.read = read_text, .offer = OFFER_COLUMNS};
const struct value_reader column_names_reader = {.read = read_text, .offer = OFFER_COLUMN_NAMES};
const struct value_reader texts_reader = {.read = append_text, .repeats = true};
const struct value_reader conditions_reader = {
    .read = append_text, .repeats = true, .offer = OFFER_CONDITIONS};
const struct value_reader layouts_reader = {.read = append_text, .repeats = true, .offer = OFFER_LAYOUTS};
const struct value_reader help_reader = {.read = read_nothing};
const struct value_reader number_reader = {.read = read_bounded};
const struct value_reader bytes_reader = {.read = read_bytes};
const struct value_reader decimal_reader = {.read = read_decimal};
const struct value_reader choice_reader = {.read = read_choice, .choice = choice_of_row};
const struct value_reader shell_table_reader = {.read = read_shell_table};
const struct value_reader shell_family_reader = {.read = read_shell_family};
