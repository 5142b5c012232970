#include "settings/options.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "keys/escape.h"
#include "settings/names.h"
#include "text/number.h"

enum { MOST_OPTIONS = 64 };

static bool fail_unknown(const struct option *options, size_t option_count, const char *name, size_t length,
                         struct failure *failure) {
  const char *names[MOST_OPTIONS];
  for (size_t i = 0; i < option_count; i++) names[i] = options[i].name;
  char given[64], hint[96], text[QUOTED_SIZE];
  snprintf(given, sizeof given, "%.*s", (int)(length < sizeof given ? length : sizeof given), name);
  suggestion(hint, sizeof hint, given, names, option_count);
  return fail_with(failure, TOOL_BAD_USAGE, "unknown option %s%s", quoted(text, name, length),
                   hint[0] != 0 ? hint : " (--help lists them)");
}

/* Whether the argument is this option, and where its value begins if that is in the same argument. */
static bool matches(const struct option *option, const char *argument, const char **value) {
  *value = NULL;
  if (argument[1] != '-') {
    if (option->letter == 0 || argument[1] != option->letter) return false;
    if (argument[2] != 0) *value = argument + 2;
    return true;
  }
  const size_t length = strcspn(argument, "=");
  if (strncmp(option->name, argument, length) != 0 || option->name[length] != 0) return false;
  if (argument[length] == '=') *value = argument + length + 1;
  return true;
}

/* Notes one more value of an option that may be repeated. */
static bool repeat(struct repeated *repeated, const char *name, const char *value, struct failure *failure) {
  if (repeated->count == MOST_REPEATS) {
    return fail_with(failure, TOOL_BAD_USAGE, "option %s is given more than %d times", name, MOST_REPEATS);
  }
  repeated->values[repeated->count++] = value;
  return true;
}

bool parse_options(const struct option *options, size_t option_count, char **arguments, size_t argument_count,
                   const char **values, size_t *operand_count, struct failure *failure) {
  struct repeated none = {.option = option_count};
  return parse_repeated_options(options, option_count, arguments, argument_count, values, &none,
                                operand_count, failure);
}

bool parse_repeated_options(const struct option *options, size_t option_count, char **arguments,
                            size_t argument_count, const char **values, struct repeated *repeated,
                            size_t *operand_count, struct failure *failure) {
  for (size_t i = 0; i < option_count; i++) values[i] = NULL;
  repeated->count = 0;
  size_t operands = 0;
  bool ended = false;
  for (size_t i = 0; i < argument_count; i++) {
    char *argument = arguments[i];
    /* strchr finds the NUL of "-", too. */
    if (ended || argument[0] != '-' || strchr(".0123456789", argument[1]) != NULL) {
      arguments[operands++] = argument;
      continue;
    }
    if (strcmp(argument, "--") == 0) {
      ended = true;
      continue;
    }
    size_t k = 0;
    const char *value = NULL;
    while (k < option_count && !matches(&options[k], argument, &value)) k++;
    if (k == option_count) {
      return fail_unknown(options, option_count, argument, strcspn(argument, "="), failure);
    }
    const struct option *option = &options[k];
    if (values[k] != NULL && k != repeated->option)
      return fail_with(failure, TOOL_BAD_USAGE, "option %s is given twice", option->name);
    if (!option->has_value && value != NULL) {
      return fail_with(failure, TOOL_BAD_USAGE, "option %s takes no value", option->name);
    }
    if (option->has_value && value == NULL) {
      if (i + 1 == argument_count) {
        return fail_with(failure, TOOL_BAD_USAGE, "option %s needs a value", option->name);
      }
      value = arguments[++i];
    }
    if (k == repeated->option && !repeat(repeated, option->name, value, failure)) return false;
    if (values[k] == NULL) values[k] = option->has_value ? value : "";
  }
  *operand_count = operands;
  return true;
}

bool parse_option_number(const char *option, const char *text, uint64_t least, uint64_t most,
                         uint64_t *number, struct failure *failure) {
  if (text == NULL) return true;
  const size_t length = strlen(text);
  uint64_t value = 0;
  const struct rowkey_number_fault fault = rowkey_number_fault((const uint8_t *)text, length, ROWKEY_U64);
  if (fault.status == ROWKEY_OK) {
    for (size_t i = 0; i < length; i++) value = value * 10 + (uint64_t)(text[i] - '0');
  }
  if (fault.status != ROWKEY_OK || value < least || value > most) {
    char shown[QUOTED_SIZE];
    return fail_with(failure, TOOL_BAD_USAGE,
                     "option %s: %s %s (expected a number from %" PRIu64 " to %" PRIu64 ")", option,
                     quoted(shown, text, length),
                     fault.status != ROWKEY_OK ? fault.reason : "is out of range", least, most);
  }
  *number = value;
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
                   quoted(shown, text, strlen(text)), list);
}

bool refuse_options(const struct option *options, const char *const *values, const size_t *refused,
                    size_t count, const char *why, struct failure *failure) {
  for (size_t i = 0; i < count; i++) {
    if (values[refused[i]] != NULL) {
      return fail_with(failure, TOOL_BAD_USAGE, "option %s %s", options[refused[i]].name, why);
    }
  }
  return true;
}
