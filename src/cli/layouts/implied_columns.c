#include "layouts/implied_columns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "columns/value.h"
#include "layouts/layout_settings.h"

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
