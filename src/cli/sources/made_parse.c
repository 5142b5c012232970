/* "zipf(users=1000,exponent=1.2)": which built-in source, and its parameters. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/names.h"
#include "records/number.h"
#include "settings/readers.h"
#include "sources/made.h"
#include "text/buffer.h"
#include "text/floating.h"

enum { LIST_SIZE = 512 };
static const double EXPONENT_MAX = 100; /* far beyond any law that was ever seen */

static struct choice source_choice(const struct option *option, size_t index) {
  const struct made_kind *kind = made_kinds[index];
  (void)option;
  if (kind == NULL) return (struct choice){NULL, NULL, NULL};
  return (struct choice){kind->name, kind->usage, kind->summary};
}

static bool keep_source(const struct option *option, const char *text, void *target,
                        struct failure *failure) {
  (void)option, (void)failure;
  *(const char **)target = text;
  return true;
}

const struct value_reader source_reader = {.read = keep_source, .choice = source_choice};

static void append_name(char *list, const char *name) {
  const size_t used = strlen(list);
  snprintf(list + used, LIST_SIZE - used, "%s%s", used == 0 ? "" : ", ", name);
}

static bool find_kind(struct made_source *made, const char *text, size_t length, struct failure *failure) {
  char list[LIST_SIZE] = "", shown[QUOTED_SIZE];
  for (size_t i = 0; made_kinds[i] != NULL; i++) {
    const char *name = made_kinds[i]->name;
    if (strlen(name) == length && memcmp(name, text, length) == 0) made->kind = made_kinds[i];
    append_name(list, name);
  }
  return made->kind != NULL ||
         fail_with(failure, TOOL_BAD_USAGE, "option --source: unknown source %s (expected %s)",
                   rowkey_quoted(shown, text, length), list);
}

static bool fail_parameter(const struct made_kind *kind, const char *text, size_t length,
                           struct failure *failure) {
  char list[LIST_SIZE] = "", shown[QUOTED_SIZE];
  for (size_t i = 0; i < MADE_PARAMETERS && kind->parameters[i].name != NULL; i++) {
    append_name(list, kind->parameters[i].name);
  }
  if (kind->has_exponent) append_name(list, "exponent");
  return fail_with(failure, TOOL_BAD_USAGE, "option --source: %s has no parameter %s (expected %s%s)",
                   kind->name, rowkey_quoted(shown, text, length), list[0] == 0 ? "none" : list,
                   list[0] == 0 ? "" : ", each with = and a value");
}

static bool parse_exponent(struct made_source *made, const char *text, struct failure *failure) {
  char shown[QUOTED_SIZE];
  const char *fault = rowkey_read_f64((const uint8_t *)text, strlen(text), &made->exponent);
  if (fault == NULL && made->exponent > 0 && made->exponent <= EXPONENT_MAX) return true;
  return fail_with(
      failure, TOOL_BAD_USAGE, "option --source: exponent %s %s (expected a decimal above 0, to %.0f)",
      rowkey_quoted(shown, text, strlen(text)), fault != NULL ? fault : "is out of range", EXPONENT_MAX);
}

static bool fail_twice(const struct made_kind *kind, const char *name, struct failure *failure) {
  return fail_with(failure, TOOL_BAD_USAGE, "option --source: %s of %s is given twice", name, kind->name);
}

/* "name=value", which is changed. Bit i of *given says that parameter i was there before, the last that the
 * exponent was. */
static bool parse_parameter(struct made_source *made, char *text, unsigned *given, struct failure *failure) {
  const struct made_kind *kind = made->kind;
  const unsigned before = *given;
  char *equals = strchr(text, '=');
  if (equals == NULL) return fail_parameter(kind, text, strlen(text), failure);
  *equals = 0;
  if (kind->has_exponent && strcmp(text, "exponent") == 0) {
    *given |= 1U << MADE_PARAMETERS;
    return *given == before ? fail_twice(kind, text, failure) : parse_exponent(made, equals + 1, failure);
  }
  for (size_t i = 0; i < MADE_PARAMETERS && kind->parameters[i].name != NULL; i++) {
    const struct made_parameter *parameter = &kind->parameters[i];
    if (strcmp(text, parameter->name) != 0) continue;
    *given |= 1U << i;
    if (*given == before) return fail_twice(kind, text, failure);
    char option[64];
    snprintf(option, sizeof option, "--source: %s", parameter->name);
    return read_number(option, equals + 1, parameter->least, parameter->most, &made->values[i], failure);
  }
  return fail_parameter(kind, text, strlen(text), failure);
}

static bool parse_parameters(struct made_source *made, char *text, struct failure *failure) {
  unsigned given = 0;
  for (char *next; text != NULL; text = next) {
    next = strchr(text, ',');
    if (next != NULL) *next++ = 0;
    if (!parse_parameter(made, text, &given, failure)) return false;
  }
  return true;
}

/* What is simulated, with all parameters. */
static bool write_name(struct made_source *made, struct failure *failure) {
  char name[LIST_SIZE];
  size_t used = (size_t)snprintf(name, sizeof name, "%s", made->kind->name);
  char between = '(';
  for (size_t i = 0; i < MADE_PARAMETERS && made->kind->parameters[i].name != NULL; i++, between = ',') {
    used += (size_t)snprintf(name + used, sizeof name - used, "%c%s=%" PRIu64, between,
                             made->kind->parameters[i].name, made->values[i]);
  }
  if (made->kind->has_exponent) {
    char exponent[FLOATING_TEXT_SIZE];
    floating_print_f64(made->exponent, exponent);
    used += (size_t)snprintf(name + used, sizeof name - used, "%cexponent=%s", between, exponent);
    between = ',';
  }
  if (between == ',') snprintf(name + used, sizeof name - used, ")");
  made->source.name = strdup(name);
  return made->source.name != NULL || fail_memory(failure);
}

bool made_source_parse(struct made_source *made, const char *text, struct failure *failure) {
  const size_t length = strlen(text), name = strcspn(text, "(");
  if (!find_kind(made, text, name, failure)) return false;
  for (size_t i = 0; i < MADE_PARAMETERS; i++) made->values[i] = made->kind->parameters[i].value;
  made->exponent = 1;
  if (name < length) {
    char shown[QUOTED_SIZE];
    if (text[length - 1] != ')') {
      return fail_with(failure, TOOL_BAD_USAGE, "option --source: %s does not end in )",
                       rowkey_quoted(shown, text, length));
    }
    char *parameters = strndup(text + name + 1, length - name - 2);
    if (parameters == NULL) return fail_memory(failure);
    const bool done = parameters[0] == 0 || parse_parameters(made, parameters, failure);
    free(parameters);
    if (!done) return false;
  }
  return write_name(made, failure);
}
