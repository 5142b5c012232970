#include "layouts/layout_settings.h"

#include <string.h>

#include <rowkey/cpu.h>

#include "records/kind.h"

bool choose_isa(const char *name, struct failure *failure) {
  rowkey_error error;
  const rowkey_status status = name != NULL ? rowkey_isa_select(name, &error) : rowkey_isa_check(&error);
  return status == ROWKEY_OK ||
         fail_with(failure, TOOL_BAD_USAGE, "%s%s", name != NULL ? "option --isa: " : "", error.text);
}

bool value_columns(struct layout_option *layout, const char *given, struct columns *columns,
                   struct failure *failure) {
  const char *list;
  if (!layout_option_columns(layout, given, &record_kind_csv, false, &list, failure)) return false;
  if (list == NULL) list = "line:text";
  /* One column may be the whole record, as in lines. */
  const bool is_one = list[columns_item_length(list)] == 0;
  return columns_parse(list, is_one ? &record_kind_lines : &record_kind_csv, COLUMNS_OF_VALUES, columns,
                       failure);
}

bool fail_layout(struct failure *failure, const struct layout_option *layout, const rowkey_error *error,
                 const char *hint) {
  return fail_with(failure, library_status(error->status, TOOL_BAD_USAGE), "option %s: %s%s", layout->option,
                   error->text, hint);
}

rowkey_layout *compile_layout(const struct layout_option *layout, const struct columns *columns,
                              struct failure *failure) {
  rowkey_error error;
  rowkey_layout *compiled = rowkey_layout_compile(layout->text, strlen(layout->text), columns->schema,
                                                  columns->schema_count, &error);
  if (compiled == NULL) {
    const bool forgotten = columns->count == 0 && error.status == ROWKEY_ERROR_COLUMN;
    fail_layout(failure, layout, &error,
                forgotten
                    ? " (option --columns names those of the records, and --header those of a first line)"
                    : "");
  }
  return compiled;
}
