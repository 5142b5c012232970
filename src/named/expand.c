/* "@name(parameter=value,…)" to the template that it stands for. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "named/table.h"
#include "text/diagnostic.h"
#include "text/names.h"

struct expansion {
  struct diagnostic diagnostic; /* of the text */
  size_t at;                    /* the byte of the text that is read next */
  const rowkey_named_layout *named;
  uint64_t values[ROWKEY_NAMED_PARAMETERS];
  bool given[ROWKEY_NAMED_PARAMETERS];
  char *out;
  size_t left; /* bytes from `out` on */
};

static int peek(const struct expansion *expansion) {
  const struct diagnostic *text = &expansion->diagnostic;
  return expansion->at < text->length ? (unsigned char)text->text[expansion->at] : -1;
}

static void skip_spaces(struct expansion *expansion) {
  while (peek(expansion) == ' ' || peek(expansion) == '\t') expansion->at++;
}

/* Moves after `sign` if that comes next. */
static bool accept(struct expansion *expansion, char sign) {
  skip_spaces(expansion);
  if (peek(expansion) != sign) return false;
  expansion->at++;
  return true;
}

static bool is_digit(int c) { return c >= '0' && c <= '9'; }

static bool is_word(int c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '-' || c == '_';
}

static struct slice read_word(struct expansion *expansion) {
  struct slice word = {expansion->diagnostic.text + expansion->at, 0};
  for (; is_word(peek(expansion)); expansion->at++) word.size++;
  return word;
}

static struct slice slice_of(const char *text) { return (struct slice){text, text ? strlen(text) : 0}; }

static bool equal(struct slice slice, const char *text) {
  return strlen(text) == slice.size && memcmp(text, slice.at, slice.size) == 0;
}

static struct slice layout_name(const void *context, size_t index) {
  (void)context;
  const rowkey_named_layout *named = rowkey_named_layout_at(index);
  return slice_of(named != NULL ? named->name : NULL);
}

static struct slice parameter_name(const void *context, size_t index) {
  const rowkey_named_layout *named = context;
  return slice_of(named->parameters[index].name);
}

static bool read_name(struct expansion *expansion) {
  const struct diagnostic *diagnostic = &expansion->diagnostic;
  if (!accept(expansion, '@'))
    return rowkey_fail(diagnostic, ROWKEY_ERROR_SYNTAX, expansion->at, "@ and the name of a layout",
                       "a named layout begins with @");
  size_t begin = expansion->at;
  struct slice name = read_word(expansion);
  expansion->named = rowkey_named_find(name.at, name.size);
  if (expansion->named != NULL) return true;
  struct suggestion suggestion = rowkey_suggest(name, "named layouts", layout_name, NULL);
  if (name.size == 0)
    return rowkey_fail(diagnostic, ROWKEY_ERROR_SYNTAX, begin, suggestion.text, "@ without a name");
  return rowkey_fail(diagnostic, ROWKEY_ERROR_TYPE, begin, suggestion.text, "there is no named layout %s",
                     rowkey_show(name).text);
}

static bool read_parameter_name(struct expansion *expansion, size_t *index) {
  const struct diagnostic *diagnostic = &expansion->diagnostic;
  const rowkey_named_layout *named = expansion->named;
  skip_spaces(expansion);
  size_t begin = expansion->at;
  struct slice name = read_word(expansion);
  for (*index = 0; named->parameters[*index].name != NULL; ++*index)
    if (equal(name, named->parameters[*index].name)) break;
  if (named->parameters[*index].name == NULL) {
    struct suggestion suggestion = rowkey_suggest(name, "parameters", parameter_name, named);
    if (named->parameters[0].name == NULL)
      return rowkey_fail(diagnostic, ROWKEY_ERROR_TYPE, begin, "no parameters", "%s has no parameters",
                         named->name);
    if (name.size == 0)
      return rowkey_fail(diagnostic, ROWKEY_ERROR_SYNTAX, begin, suggestion.text,
                         "the name of a parameter is missing");
    return rowkey_fail(diagnostic, ROWKEY_ERROR_TYPE, begin, suggestion.text, "%s has no parameter %s",
                       named->name, rowkey_show(name).text);
  }
  if (expansion->given[*index])
    return rowkey_fail(diagnostic, ROWKEY_ERROR_TYPE, begin, "each parameter at most once",
                       "%s is given twice", rowkey_show(name).text);
  expansion->given[*index] = true;
  if (!accept(expansion, '='))
    return rowkey_fail(diagnostic, ROWKEY_ERROR_SYNTAX, expansion->at, "= and a number",
                       "parameter %s has no value", rowkey_show(name).text);
  return true;
}

static bool read_parameter(struct expansion *expansion) {
  const struct diagnostic *diagnostic = &expansion->diagnostic;
  size_t index;
  if (!read_parameter_name(expansion, &index)) return false;
  const rowkey_named_parameter *parameter = &expansion->named->parameters[index];
  char expected[160];
  snprintf(expected, sizeof expected, "a number from %" PRIu64 " to %" PRIu64 ": %s", parameter->least,
           parameter->most, parameter->meaning);
  skip_spaces(expansion);
  size_t begin = expansion->at;
  uint64_t value = 0;
  bool fits = true;
  for (; is_digit(peek(expansion)); expansion->at++) {
    uint64_t digit = (uint64_t)(peek(expansion) - '0');
    fits = fits && !__builtin_mul_overflow(value, (uint64_t)10, &value) &&
           !__builtin_add_overflow(value, digit, &value);
  }
  if (expansion->at == begin || is_word(peek(expansion)))
    return rowkey_fail(diagnostic, ROWKEY_ERROR_SYNTAX, begin, expected,
                       "the value of %s is not a decimal number", parameter->name);
  if (!fits || value < parameter->least || value > parameter->most)
    return rowkey_fail(diagnostic, ROWKEY_ERROR_TYPE, begin, expected, "the value of %s is out of its range",
                       parameter->name);
  expansion->values[index] = value;
  return true;
}

static bool read_text(struct expansion *expansion) {
  if (!read_name(expansion)) return false;
  const rowkey_named_parameter *parameters = expansion->named->parameters;
  for (size_t i = 0; parameters[i].name != NULL; i++) expansion->values[i] = parameters[i].value;
  bool listed = accept(expansion, '(');
  if (listed && !accept(expansion, ')')) {
    do {
      if (!read_parameter(expansion)) return false;
    } while (accept(expansion, ','));
    if (!accept(expansion, ')'))
      return rowkey_fail(&expansion->diagnostic, ROWKEY_ERROR_SYNTAX, expansion->at,
                         "a comma and a parameter, or )", "the list of parameters does not end");
  }
  follow_parameters *follow = rowkey_named_following(expansion->named);
  if (follow != NULL) follow(expansion->values, expansion->given);
  skip_spaces(expansion);
  return peek(expansion) < 0 || rowkey_fail(&expansion->diagnostic, ROWKEY_ERROR_SYNTAX, expansion->at,
                                            listed ? "nothing more" : "( with parameters, or nothing more",
                                            "text after a named layout");
}

static bool append_text(struct expansion *expansion, const char *text, size_t size) {
  if (size >= expansion->left)
    return rowkey_fail(&expansion->diagnostic, ROWKEY_ERROR_SPACE, 0,
                       "room for ROWKEY_NAMED_TEMPLATE_SIZE bytes", "the template does not fit the buffer");
  memcpy(expansion->out, text, size);
  expansion->out += size;
  expansion->left -= size;
  *expansion->out = '\0';
  return true;
}

/* The number that stands where the pattern has $(…) around a name: "buckets", "digits of buckets" or "digits
 * of buckets-1". */
static bool append_place(struct expansion *expansion, struct slice place) {
  static const char digits_of[] = "digits of ", less_one[] = "-1";
  const size_t prefix = sizeof digits_of - 1, suffix = sizeof less_one - 1;
  const bool digits = place.size > prefix && memcmp(place.at, digits_of, prefix) == 0;
  if (digits) place = (struct slice){place.at + prefix, place.size - prefix};
  const bool less = place.size > suffix && memcmp(place.at + place.size - suffix, less_one, suffix) == 0;
  if (less) place.size -= suffix;
  size_t index = 0;
  while (!equal(place, expansion->named->parameters[index].name)) index++;
  char number[24];
  const int written = snprintf(number, sizeof number, "%" PRIu64, expansion->values[index] - less);
  if (!digits) return append_text(expansion, number, (size_t)written);
  char count[8];
  return append_text(expansion, count, (size_t)snprintf(count, sizeof count, "%d", written));
}

static bool fill_pattern(struct expansion *expansion) {
  const char *pattern = expansion->named->pattern;
  for (;;) {
    const char *place = strstr(pattern, "$(");
    if (place == NULL) return append_text(expansion, pattern, strlen(pattern));
    const char *end = strchr(place, ')');
    if (!append_text(expansion, pattern, (size_t)(place - pattern)) ||
        !append_place(expansion, (struct slice){place + 2, (size_t)(end - place - 2)}))
      return false;
    pattern = end + 1;
  }
}

rowkey_status rowkey_named_expand(const char *text, size_t length, const rowkey_named_layout **named,
                                  char *out, size_t capacity, rowkey_error *error) {
  rowkey_error own;
  if (error == NULL) error = &own;
  if (!rowkey_is_array(text, length, 1, "bytes of the text", error)) return ROWKEY_ERROR_ARGUMENT;
  if (out == NULL && capacity != 0)
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "expansion is NULL (expected room for a template)");
  if (text == NULL) text = "";
  struct expansion expansion = {.diagnostic = {text, length, error}, .out = out, .left = capacity};
  if (!read_text(&expansion) || !fill_pattern(&expansion)) return error->status;
  if (named != NULL) *named = expansion.named;
  return ROWKEY_OK;
}
