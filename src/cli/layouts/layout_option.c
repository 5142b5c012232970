#include "layouts/layout_option.h"

#include <stdio.h>
#include <string.h>

#include "records/kind.h"

bool layout_option_read(const char *option, const char *value, struct layout_option *layout,
                        struct failure *failure) {
  layout->option = option;
  layout->given = layout->text = value;
  layout->named = NULL;
  if (value[0] != '@') return true;
  rowkey_error error;
  if (rowkey_named_expand(value, strlen(value), &layout->named, layout->expansion, sizeof layout->expansion,
                          &error) != ROWKEY_OK) {
    return fail_with(failure, library_status(error.status, TOOL_BAD_USAGE), "option %s: %s", option,
                     error.text);
  }
  layout->text = layout->expansion;
  return true;
}

static bool read_layout(const struct option *option, const char *text, void *target,
                        struct failure *failure) {
  return layout_option_read(option->name, text, target, failure);
}

const struct value_reader layout_reader = {.read = read_layout, .offer = OFFER_LAYOUTS};

bool layout_option_columns(struct layout_option *option, const char *given, const struct record_kind *kind,
                           bool has_header, const char **columns, struct failure *failure) {
  *columns = given;
  /* How wide the columns of binary records are, no layout can tell. */
  if (given != NULL || option->named == NULL || !kind->is_text) return true;
  snprintf(option->columns, sizeof option->columns, "%s", option->named->columns);
  char *more = strstr(option->columns, ",...");
  if (more != NULL && (kind->is_one_column || has_header || kind->has_members))
    *more = 0; /* it goes without saying there */
  if (kind->is_one_column && strchr(option->columns, ',') != NULL) {
    return fail_with(
        failure, TOOL_BAD_USAGE,
        "option %s: @%s is made of several columns, %s, and a line is one (expected --input csv or tsv)",
        option->option, option->named->name, option->columns);
  }
  *columns = option->columns;
  return true;
}
