/* The text of a column type, such as time(ms, "%d.%m.%Y"), and what stands in its parentheses. */
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "text/names.h"
#include "text/tokens.h"
#include "types/type.h"

static const struct type_kind *const kinds[] = {
#define TYPE_KIND(name) &rowkey_type_##name,
#include "types/kinds.def"
#undef TYPE_KIND
};
enum { KINDS = sizeof kinds / sizeof kinds[0], LONGEST_TYPE = 1 << 20 };

static char byte_at(const struct diagnostic *diagnostic, size_t at) {
  return at < diagnostic->length ? diagnostic->text[at] : '\0';
}

static void skip_blanks(struct parameters *parameters) {
  while (is_blank(byte_at(&parameters->diagnostic, parameters->at))) parameters->at++;
}

static bool ends_word(char c) { return is_blank(c) || c == '\0' || strchr(",()\"\\", c) != NULL; }

static bool read_word(struct parameters *parameters, const char *expected, struct slice *word) {
  const struct diagnostic *diagnostic = &parameters->diagnostic;
  const size_t begin = parameters->at;
  while (parameters->at < diagnostic->length && !ends_word(diagnostic->text[parameters->at])) {
    parameters->at++;
  }
  *word = (struct slice){diagnostic->text + begin, parameters->at - begin};
  return word->size > 0 ||
         rowkey_fail(diagnostic, ROWKEY_ERROR_SYNTAX, begin, expected, "a parameter is missing");
}

static bool read_string(struct parameters *parameters, struct slice *string) {
  const struct diagnostic *diagnostic = &parameters->diagnostic;
  char *resolved = rowkey_arena_allocate(parameters->arena, diagnostic->length - parameters->at);
  if (resolved != NULL) return rowkey_read_string(diagnostic, &parameters->at, &resolved, string);
  rowkey_error_set(diagnostic->error, ROWKEY_ERROR_MEMORY, "out of memory while reading a column type");
  return false;
}

bool rowkey_next_parameter(struct parameters *parameters, const char *expected, struct slice *parameter) {
  const struct diagnostic *diagnostic = &parameters->diagnostic;
  skip_blanks(parameters);
  if (!(byte_at(diagnostic, parameters->at) == '"' ? read_string(parameters, parameter)
                                                   : read_word(parameters, expected, parameter))) {
    return false;
  }
  skip_blanks(parameters);
  const char next = byte_at(diagnostic, parameters->at);
  if (next == ',') parameters->at++;
  return next == ',' || next == ')' ||
         rowkey_fail(diagnostic, ROWKEY_ERROR_SYNTAX, parameters->at, "a comma or )",
                     "the parameters of the type do not end");
}

bool rowkey_more_parameters(const struct parameters *parameters) {
  return parameters->diagnostic.text[parameters->at - 1] == ',';
}

/* ---- The whole of a type ------------------------------------------------------------------------ */

static struct slice kind_name(const void *context, size_t index) {
  (void)context;
  if (index >= KINDS) return (struct slice){NULL, 0};
  return (struct slice){kinds[index]->name, strlen(kinds[index]->name)};
}

static const struct type_kind *find_kind(const struct diagnostic *diagnostic, struct slice name) {
  for (size_t i = 0; i < KINDS; i++) {
    if (slice_is(name, kinds[i]->name)) return kinds[i];
  }
  const struct suggestion expected = rowkey_suggest(name, "column types", kind_name, NULL);
  rowkey_fail(diagnostic, ROWKEY_ERROR_TYPE, 0, expected.text, "there is no column type %s",
              rowkey_show(name).text);
  return NULL;
}

/* What follows the name of the kind. */
static bool read_rest(struct rowkey_column_type *type, struct parameters *parameters) {
  const struct diagnostic *diagnostic = &parameters->diagnostic;
  const struct type_kind *kind = type->kind;
  if (kind->set_up != NULL) {
    if (byte_at(diagnostic, parameters->at) != '(') {
      return rowkey_fail(diagnostic, ROWKEY_ERROR_SYNTAX, parameters->at, kind->form,
                         "the parameters of %s are missing", kind->name);
    }
    parameters->at++;
    if (!kind->set_up(type, parameters)) return false;
    if (byte_at(diagnostic, parameters->at) != ')' || rowkey_more_parameters(parameters)) {
      return rowkey_fail(diagnostic, ROWKEY_ERROR_SYNTAX, parameters->at, kind->form,
                         "%s has no such parameter", kind->name);
    }
    parameters->at++;
  }
  return parameters->at == diagnostic->length ||
         rowkey_fail(diagnostic, ROWKEY_ERROR_SYNTAX, parameters->at, "the end of the type",
                     "something follows the column type");
}

static bool parse(struct rowkey_column_type *type, const char *text, size_t length, rowkey_error *error) {
  const char *copy = rowkey_arena_copy(&type->arena, text, length);
  if (copy == NULL) {
    rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory while reading a column type");
    return false;
  }
  type->text = (struct slice){copy, length};
  struct parameters parameters = {{copy, length, error}, rowkey_name_length(copy, length), &type->arena};
  type->kind = find_kind(&parameters.diagnostic, (struct slice){copy, parameters.at});
  if (type->kind == NULL) return false;
  type->text_bound = type->kind->text_bound;
  return read_rest(type, &parameters);
}

rowkey_column_type *rowkey_column_type_parse(const char *text, size_t length, rowkey_error *error) {
  if (text == NULL || length > LONGEST_TYPE) {
    rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "the text of the column type %s",
                     text == NULL ? "is NULL (expected a type such as time(ms))"
                                  : "is longer than 1048576 bytes (expected fewer)");
    return NULL;
  }
  rowkey_column_type *type = calloc(1, sizeof *type);
  if (type == NULL) {
    rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory while reading a column type");
    return NULL;
  }
  if (parse(type, text, length, error)) return type;
  rowkey_column_type_free(type);
  return NULL;
}

void rowkey_column_type_free(rowkey_column_type *type) {
  if (type == NULL) return;
  if (type->kind != NULL && type->kind->close != NULL) type->kind->close(type);
  rowkey_arena_free(&type->arena);
  free(type);
}
