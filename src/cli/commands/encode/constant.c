#include "commands/encode/constant.h"

#include <rowkey/explain.h>
#include <stdlib.h>
#include <string.h>

#include "text/buffer.h"

static bool uses_columns(const rowkey_layout *layout, const struct columns *columns) {
  for (size_t i = 0; i < columns->schema_count; i++)
    if (rowkey_layout_uses(layout, i)) return true;
  return false;
}

/* Sets *random if the keys have a part from random(). */
static bool look_for_random(const rowkey_layout *layout, bool *random, struct failure *failure) {
  rowkey_explanation *explanation = rowkey_explain(layout, 0, NULL);
  if (explanation == NULL) return fail_memory(failure);
  for (size_t i = 0; i < explanation->step_count; i++)
    *random = *random || strcmp(explanation->steps[i].operation, "random_u64") == 0;
  rowkey_explanation_free(explanation);
  return true;
}

/* The template with one brace wherever it has two, as one writes it who comes from templates of other tools;
 * NULL without memory. The caller frees it. */
static char *with_single_braces(const char *text) {
  char *result = malloc(strlen(text) + 1), *out = result;
  if (result == NULL) return NULL;
  for (const char *at = text; *at != 0; at++) {
    *out++ = *at;
    if ((at[0] == '{' || at[0] == '}') && at[1] == at[0]) at++;
  }
  *out = 0;
  return result;
}

static bool is_layout_of_columns(const char *text, const struct columns *columns) {
  rowkey_layout *layout =
      rowkey_layout_compile(text, strlen(text), columns->schema, columns->schema_count, NULL);
  const bool is = layout != NULL && uses_columns(layout, columns);
  rowkey_layout_free(layout);
  return is;
}

bool refuse_constant(const struct layout_option *option, const rowkey_layout *layout,
                     const struct columns *columns, struct failure *failure) {
  bool random = false;
  if (uses_columns(layout, columns)) return true;
  if (!look_for_random(layout, &random, failure)) return false;
  if (random) return true;
  char *single = with_single_braces(option->text);
  if (single == NULL) return fail_memory(failure);
  char given[QUOTED_SIZE], meant[QUOTED_SIZE];
  const bool is_meant = is_layout_of_columns(single, columns);
  if (is_meant) rowkey_quoted(meant, single, strlen(single));
  free(single);
  return fail_with(
      failure, TOOL_BAD_USAGE,
      "option %s: %s uses no column, so that all records would get the same key%s (expected %s, or "
      "--constant to make such keys)",
      option->option, rowkey_quoted(given, option->text, strlen(option->text)),
      strstr(option->text, "{{") != NULL ? ": {{ is a literal brace" : "",
      is_meant ? meant : "a column in braces, such as {line}");
}
