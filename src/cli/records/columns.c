#include "records/columns.h"

#include <stdio.h>
#include <string.h>

#ifdef ROWKEY_HAS_JSONL
#include "records/json/index.h"
#define JSON_INDEX &simdjson_index
#else
#define JSON_INDEX NULL
#endif

bool columns_create(const rowkey_records_settings *settings, struct columns *columns,
                    struct failure *failure) {
  rowkey_records_settings all = *settings;
  rowkey_error error;
  all.option = "--";
  all.json = JSON_INDEX;
  columns->records = rowkey_records_create(&all, &error);
  if (columns->records == NULL)
    return fail_with(failure, library_status(error.status, TOOL_BAD_USAGE), "%s", error.text);
  columns->schema = rowkey_records_columns(columns->records, &columns->schema_count, &columns->count);
  return true;
}

bool columns_of_values(const char *list, rowkey_records_kind kind, struct columns *columns,
                       struct failure *failure) {
  const rowkey_records_settings settings = {.kind = kind, .are_values = true, .columns = list};
  return columns_create(&settings, columns, failure);
}

bool columns_use(const struct columns *columns, const rowkey_layout *const *layouts, size_t count,
                 struct failure *failure) {
  rowkey_error error;
  return rowkey_records_use(columns->records, layouts, count, &error) == ROWKEY_OK ||
         fail_library(&error, failure);
}

void columns_list(const struct columns *columns, const bool *listed, char *out, size_t size) {
  static const char more[] = ", ...";
  size_t used = 0;
  out[0] = 0;
  for (size_t i = 0; i < columns->schema_count; i++) {
    if (!listed[i]) continue;
    const char *name = columns->schema[i].name, *comma = used == 0 ? "" : ", ";
    if (used + strlen(comma) + strlen(name) + sizeof more > size) {
      memcpy(out + used, more, sizeof more);
      return;
    }
    used += (size_t)sprintf(out + used, "%s%s", comma, name);
  }
}

void columns_free(struct columns *columns) {
  rowkey_records_free(columns->records);
  *columns = (struct columns){0};
}
