#include "settings/options.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "settings/names.h"
#include "text/buffer.h"
#include "text/number.h"

enum { MOST_OPTIONS = 64 };

const char *option_name(const struct option *options, size_t index) {
  while (options->name == NULL || options->index != index) options++;
  return options->name;
}

/* Arguments while they are read. */
struct parsing {
  const struct option *options;
  char **arguments;
  size_t argument_count;
  size_t at; /* of the argument that is read */
  const char **values;
  struct repeated *repeated;
  struct failure *failure;
};

/* `group`: the argument that the option's letter stands in among others, or "". */
static bool fail_unknown(const struct parsing *parsing, const char *name, size_t length, const char *group) {
  const char *names[MOST_OPTIONS];
  size_t count = 0;
  for (const struct option *option = parsing->options; option->kind != ROW_END; option++)
    if (option->name != NULL) names[count++] = option->name;
  char given[64], hint[96], text[QUOTED_SIZE], within[QUOTED_SIZE];
  snprintf(given, sizeof given, "%.*s", (int)(length < sizeof given ? length : sizeof given), name);
  suggestion(hint, sizeof hint, given, names, count);
  return fail_with(parsing->failure, TOOL_BAD_USAGE, "unknown option %s%s%s%s",
                   rowkey_quoted(text, name, length), group[0] != 0 ? " in " : "",
                   group[0] != 0 ? rowkey_quoted(within, group, strlen(group)) : "",
                   hint[0] != 0 ? hint : " (--help lists them)");
}

/* Notes one more value of an option that may be repeated. */
static bool repeat(struct repeated *repeated, const char *name, const char *value, struct failure *failure) {
  if (repeated->count == MOST_REPEATS) {
    return fail_with(failure, TOOL_BAD_USAGE, "option %s is given more than %d times", name, MOST_REPEATS);
  }
  repeated->values[repeated->count++] = value;
  return true;
}

/* Notes the option; `value` is what stands in the same argument, or NULL. */
static bool take_option(struct parsing *parsing, const struct option *option, const char *value) {
  const size_t k = option->index;
  const bool has_value = option->value != NULL;
  const bool repeats = k == parsing->repeated->option;
  if (parsing->values[k] != NULL && !repeats)
    return fail_with(parsing->failure, TOOL_BAD_USAGE, "option %s is given twice", option->name);
  if (!has_value && value != NULL)
    return fail_with(parsing->failure, TOOL_BAD_USAGE, "option %s takes no value", option->name);
  if (has_value && value == NULL) {
    if (parsing->at + 1 == parsing->argument_count)
      return fail_with(parsing->failure, TOOL_BAD_USAGE, "option %s needs a value", option->name);
    value = parsing->arguments[++parsing->at];
  }
  if (repeats && !repeat(parsing->repeated, option->name, value, parsing->failure)) return false;
  if (parsing->values[k] == NULL) parsing->values[k] = has_value ? value : "";
  return true;
}

/* --name or --name=value */
static bool read_name(struct parsing *parsing, const char *argument) {
  const size_t length = strcspn(argument, "=");
  for (const struct option *option = parsing->options; option->kind != ROW_END; option++) {
    const char *name = option->name;
    if (name != NULL && strncmp(name, argument, length) == 0 && name[length] == 0)
      return take_option(parsing, option, argument[length] == '=' ? argument + length + 1 : NULL);
  }
  return fail_unknown(parsing, argument, length, "");
}

/* -n, -nvalue, or several letters of which the last may have a value: -qn value. */
static bool read_letters(struct parsing *parsing, const char *argument) {
  for (const char *letter = argument + 1; *letter != 0; letter++) {
    const struct option *option = parsing->options;
    while (option->kind != ROW_END && (option->name == NULL || option->letter != *letter)) option++;
    if (option->kind == ROW_END) {
      const char name[] = {'-', *letter};
      const bool is_first = letter == argument + 1;
      return is_first ? fail_unknown(parsing, argument, strcspn(argument, "="), "")
                      : fail_unknown(parsing, name, sizeof name, argument);
    }
    if (option->value != NULL) return take_option(parsing, option, letter[1] != 0 ? letter + 1 : NULL);
    if (!take_option(parsing, option, NULL)) return false;
  }
  return true;
}

bool parse_options(const struct option *options, size_t value_count, char **arguments, size_t argument_count,
                   const char **values, size_t *operand_count, struct failure *failure) {
  struct repeated none = {.option = value_count};
  return parse_repeated_options(options, value_count, arguments, argument_count, values, &none, operand_count,
                                failure);
}

bool parse_repeated_options(const struct option *options, size_t value_count, char **arguments,
                            size_t argument_count, const char **values, struct repeated *repeated,
                            size_t *operand_count, struct failure *failure) {
  struct parsing parsing = {options, arguments, argument_count, 0, values, repeated, failure};
  for (size_t i = 0; i < value_count; i++) values[i] = NULL;
  repeated->count = 0;
  size_t operands = 0;
  bool ended = false;
  for (; parsing.at < argument_count; parsing.at++) {
    char *argument = arguments[parsing.at];
    /* strchr finds the NUL of "-", too. */
    if (ended || argument[0] != '-' || strchr(".0123456789", argument[1]) != NULL) {
      arguments[operands++] = argument;
    } else if (strcmp(argument, "--") == 0) {
      ended = true;
    } else if (!(argument[1] == '-' ? read_name : read_letters)(&parsing, argument)) {
      return false;
    }
  }
  *operand_count = operands;
  return true;
}

/* The digits text[0 … length) as a number of 64 bits; else the fault says why it is none. */
static struct rowkey_number_fault read_digits(const char *text, size_t length, uint64_t *number) {
  const struct rowkey_number_fault fault = rowkey_number_fault((const uint8_t *)text, length, ROWKEY_U64);
  *number = 0;
  for (size_t i = 0; fault.status == ROWKEY_OK && i < length; i++)
    *number = *number * 10 + (uint64_t)(text[i] - '0');
  return fault;
}

bool parse_option_number(const char *option, const char *text, uint64_t least, uint64_t most,
                         uint64_t *number, struct failure *failure) {
  if (text == NULL) return true;
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

bool parse_option_bytes(const char *option, const char *text, uint64_t least, uint64_t *bytes,
                        struct failure *failure) {
  static const char units[] = "KMGT";
  if (text == NULL) return true;
  const size_t length = strlen(text);
  const char *unit = length == 0 ? NULL : strchr(units, text[length - 1]);
  const unsigned shift = unit == NULL ? 0 : 10 * (unsigned)(unit - units + 1);
  uint64_t value;
  const struct rowkey_number_fault fault = read_digits(text, unit == NULL ? length : length - 1, &value);
  if (fault.status != ROWKEY_OK || value > UINT64_MAX >> shift || value << shift < least) {
    char shown[QUOTED_SIZE];
    return fail_with(failure, TOOL_BAD_USAGE,
                     "option %s: %s %s (expected bytes, at least %" PRIu64
                     ": a number, perhaps with K, M, G or T, as in 512M)",
                     option, rowkey_quoted(shown, text, length),
                     fault.status != ROWKEY_OK ? fault.reason : "is out of range", least);
  }
  *bytes = value << shift;
  return true;
}

bool parse_option_name(const char *option, const char *text, const char *const *names, size_t count,
                       size_t *index, struct failure *failure) {
  if (text == NULL) return true;
  const size_t found = find_name(text, names, count);
  if (found < count) {
    *index = found;
    return true;
  }
  char list[256] = "", shown[QUOTED_SIZE];
  for (size_t i = 0; i < count; i++) {
    const size_t used = strlen(list);
    snprintf(list + used, sizeof list - used, "%s%s", i == 0 ? "" : i + 1 == count ? " or " : ", ", names[i]);
  }
  return fail_with(failure, TOOL_BAD_USAGE, "option %s: unknown value %s (expected %s)", option,
                   rowkey_quoted(shown, text, strlen(text)), list);
}

bool refuse_options(const struct option *options, const char *const *values, const size_t *refused,
                    size_t count, const char *why, struct failure *failure) {
  for (size_t i = 0; i < count; i++) {
    if (values[refused[i]] != NULL) {
      return fail_with(failure, TOOL_BAD_USAGE, "option %s %s", option_name(options, refused[i]), why);
    }
  }
  return true;
}
