/* The text of a column type, such as time(ms, "%d.%m.%Y"), and what stands in its parentheses. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "text/names.h"
#include "text/tokens.h"
#include "types/type.h"

static const struct type_kind *const kinds[] = {
#define TYPE_KIND(name) &rowkey_type_##name,
#include "types/kinds.def"
#undef TYPE_KIND
};
enum { KINDS = sizeof kinds / sizeof kinds[0], LONGEST_TYPE = 1 << 20 };

static bool fail_memory(rowkey_error *error) {
  rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory while reading a column type");
  return false;
}

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
  const size_t size = parameters->at - begin;
  if (size == 0)
    return rowkey_fail(diagnostic, ROWKEY_ERROR_SYNTAX, begin, expected, "a parameter is missing");
  *word = (struct slice){rowkey_arena_copy(parameters->arena, diagnostic->text + begin, size), size};
  return word->at != NULL || fail_memory(diagnostic->error);
}

/* At least how many bytes the string at the place stands for. */
static size_t string_room(const struct diagnostic *diagnostic, size_t begin) {
  size_t at = begin + 1;
  while (at < diagnostic->length && diagnostic->text[at] != '"') at += diagnostic->text[at] == '\\' ? 2 : 1;
  return at - begin;
}

static bool read_string(struct parameters *parameters, struct slice *string) {
  const struct diagnostic *diagnostic = &parameters->diagnostic;
  char *resolved = rowkey_arena_allocate(parameters->arena, string_room(diagnostic, parameters->at));
  if (resolved == NULL) return fail_memory(diagnostic->error);
  return rowkey_read_string(diagnostic, &parameters->at, &resolved, string);
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

struct slice rowkey_type_kind_name(const void *context, size_t index) {
  (void)context;
  if (index >= KINDS) return (struct slice){NULL, 0};
  return (struct slice){kinds[index]->name, strlen(kinds[index]->name)};
}

const struct type_kind *rowkey_find_type_kind(struct slice name) {
  for (size_t i = 0; i < KINDS; i++)
    if (slice_is(name, kinds[i]->name)) return kinds[i];
  return NULL;
}

/* What stands in parentheses. */
static bool read_parameters(struct rowkey_column_type *type, struct parameters *parameters) {
  const struct diagnostic *diagnostic = &parameters->diagnostic;
  const struct type_kind *kind = type->kind;
  if (byte_at(diagnostic, parameters->at) != '(')
    return rowkey_fail(diagnostic, ROWKEY_ERROR_SYNTAX, parameters->at, kind->form,
                       "the parameters of %s are missing", kind->name);
  parameters->at++;
  if (!kind->set_up(type, parameters)) return false;
  if (byte_at(diagnostic, parameters->at) != ')' || rowkey_more_parameters(parameters))
    return rowkey_fail(diagnostic, ROWKEY_ERROR_SYNTAX, parameters->at, kind->form,
                       "%s has no such parameter", kind->name);
  parameters->at++;
  return true;
}

static bool read_type(struct rowkey_column_type *type, const struct diagnostic *diagnostic, size_t *at) {
  const char *begin = diagnostic->text + *at;
  struct parameters parameters = {*diagnostic, *at + strlen(type->kind->name), &type->arena};
  type->text_bound = type->kind->text_bound;
  if (type->kind->set_up != NULL && !read_parameters(type, &parameters)) return false;
  const size_t size = parameters.at - *at;
  type->text = (struct slice){rowkey_arena_copy(&type->arena, begin, size), size};
  *at = parameters.at;
  return type->text.at != NULL || fail_memory(diagnostic->error);
}

rowkey_column_type *rowkey_read_column_type(const struct type_kind *kind, const struct diagnostic *diagnostic,
                                            size_t *at) {
  struct rowkey_column_type *type = calloc(1, sizeof *type);
  if (type == NULL) {
    fail_memory(diagnostic->error);
    return NULL;
  }
  type->kind = kind;
  if (read_type(type, diagnostic, at)) return type;
  rowkey_column_type_free(type);
  return NULL;
}

rowkey_column_type *rowkey_column_type_parse(const char *text, size_t length, rowkey_error *error) {
  if (!rowkey_is_array(text, length, 1, "bytes of the column type", error)) return NULL;
  if (text == NULL) text = "";
  if (length > LONGEST_TYPE) {
    rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                     "the text of the column type is longer than 1048576 bytes (expected fewer)");
    return NULL;
  }
  const struct diagnostic diagnostic = {text, length, error};
  const struct slice name = {text, rowkey_name_length(text, length)};
  const struct type_kind *kind = rowkey_find_type_kind(name);
  if (kind == NULL) {
    const struct suggestion expected = rowkey_suggest(name, "column types", rowkey_type_kind_name, NULL);
    rowkey_fail(&diagnostic, ROWKEY_ERROR_TYPE, 0, expected.text, "there is no column type %s",
                rowkey_show(name).text);
    return NULL;
  }
  size_t at = 0;
  rowkey_column_type *type = rowkey_read_column_type(kind, &diagnostic, &at);
  if (type == NULL || at == length) return type;
  rowkey_fail(&diagnostic, ROWKEY_ERROR_SYNTAX, at, "the end of the type",
              "something follows the column type");
  rowkey_column_type_free(type);
  return NULL;
}

void rowkey_column_type_keep(const rowkey_column_type *type) {
  if (type != NULL) atomic_fetch_add(&((rowkey_column_type *)(uintptr_t)type)->references, 1);
}

void rowkey_column_type_free(rowkey_column_type *type) {
  if (type == NULL || atomic_fetch_sub(&type->references, 1) != 0) return;
  if (type->kind != NULL && type->kind->close != NULL) type->kind->close(type);
  rowkey_arena_free(&type->arena);
  free(type);
}
