#include "layouts/layout_option.h"

#include <rowkey/cpu.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "columns/value.h"
#include "records/kinds.h"

/* ---- The template ---------------------------------------------------------------------------- */

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

bool layout_option_columns(struct layout_option *option, const char *given, const rowkey_record_kind *kind,
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

/* ---- Its columns, and what it compiles to ---------------------------------------------------- */

bool choose_isa(const char *name, struct failure *failure) {
  rowkey_error error;
  const rowkey_status status = name != NULL ? rowkey_isa_select(name, &error) : rowkey_isa_check(&error);
  return status == ROWKEY_OK ||
         fail_with(failure, TOOL_BAD_USAGE, "%s%s", name != NULL ? "option --isa: " : "", error.text);
}

bool value_columns(struct layout_option *layout, const char *given, struct columns *columns,
                   struct failure *failure) {
  const char *list;
  if (!layout_option_columns(layout, given, rowkey_record_kind_of(ROWKEY_CSV), false, &list, failure))
    return false;
  if (list == NULL) list = "line:text";
  /* One column may be the whole record, as in lines. */
  const bool is_one = list[rowkey_records_item_length(list)] == 0;
  return columns_of_values(list, is_one ? ROWKEY_LINES : ROWKEY_CSV, columns, failure);
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
    fail_layout(
        failure, layout, &error,
        forgotten
            ? " (option --columns names the columns of the records; with --header their first line does)"
            : "");
  }
  return compiled;
}

/* ---- The columns it implies ------------------------------------------------------------------ */

/* "id:i64,user:text" */
static bool write_list(const rowkey_column *columns, size_t count, char **list) {
  size_t size = 1;
  for (size_t i = 0; i < count; i++) size += strlen(columns[i].name) + sizeof ":text,";
  char *out = *list = malloc(size);
  if (out == NULL) return false;
  for (size_t i = 0; i < count; i++) {
    out += sprintf(out, "%s%s:%s", i == 0 ? "" : ",", columns[i].name, rowkey_type_name(columns[i].type));
  }
  return true;
}

bool implied_columns(const struct layout_option *const *layouts, size_t count, char **list,
                     struct failure *failure) {
  static const rowkey_column line = {.name = "line", .type = ROWKEY_TEXT}; /* every record has it */
  const rowkey_column *columns = &line;
  size_t column_count = 1;
  rowkey_layout *last = NULL; /* it has the columns of those before it, too */
  bool done = true;
  *list = NULL;
  for (size_t i = 0; done && i < count; i++) {
    rowkey_error error;
    const char *text = layouts[i]->text;
    rowkey_layout *layout =
        rowkey_layout_compile_with_implied_columns(text, strlen(text), columns, column_count, &error);
    done = layout != NULL || fail_layout(failure, layouts[i], &error, "");
    if (!done) break;
    rowkey_layout_free(last);
    last = layout;
    columns = rowkey_layout_columns(last, &column_count);
  }
  if (done && column_count > 1 && !write_list(columns + 1, column_count - 1, list))
    done = fail_memory(failure);
  rowkey_layout_free(last);
  return done;
}
