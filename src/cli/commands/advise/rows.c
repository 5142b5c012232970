#include "commands/advise/rows.h"

#include <string.h>

#include "base/buffer.h"
#include "text/tokens.h"

static bool open_source(struct advised_rows *rows, const struct advise_settings *settings,
                        struct failure *failure) {
  if (settings->source != NULL) {
    rows->source = &rows->made.source;
    return made_source_open(&rows->made, settings->source, settings->rows, settings->records.seed, failure);
  }
  rows->source = &rows->files.source;
  return file_source_open(&rows->files, &settings->common.input, &settings->records, settings->common.columns,
                          failure);
}

static bool append_name(struct buffer *text, const char *name) {
  const char *quote = rowkey_name_quote(name);
  return buffer_append(text, quote, strlen(quote)) && buffer_append(text, name, strlen(name)) &&
         buffer_append(text, quote, strlen(quote));
}

/* A layout of every column, so that all are read. */
static bool use_all_columns(struct advised_rows *rows, struct failure *failure) {
  const rowkey_column *columns = rows->source->schema;
  struct buffer text = {0};
  rowkey_error error;
  bool good = buffer_append(&text, "{md5(", 5);
  for (size_t i = 0; good && i < rows->column_count; i++) {
    const char *format = columns[i].type == ROWKEY_F64 ? ":f64" : columns[i].type == ROWKEY_F32 ? ":f32" : "";
    good = (i == 0 || buffer_append(&text, ", ", 2)) && append_name(&text, columns[i].name) &&
           buffer_append(&text, format, strlen(format));
  }
  good = good && buffer_append(&text, ")}", 2);
  if (good)
    rows->all_columns = rowkey_layout_compile((const char *)text.bytes, text.size, columns,
                                              rows->source->schema_count, &error);
  buffer_free(&text);
  if (!good) return fail_memory(failure);
  return rows->all_columns != NULL ||
         fail_with(failure, library_status(error.status, TOOL_BAD_USAGE), "option --columns: %s", error.text);
}

static bool begin_source(struct advised_rows *rows, const struct advise_settings *settings,
                         struct failure *failure) {
  const rowkey_layout *layout = rows->all_columns;
  return settings->source != NULL
             ? made_source_begin(&rows->made, (size_t)settings->writers, &layout, 1, failure)
             : file_source_begin(&rows->files, (size_t)settings->writers, &layout, 1, failure);
}

bool advised_rows_open(struct advised_rows *rows, const struct advise_settings *settings,
                       struct failure *failure) {
  if (!open_source(rows, settings, failure)) return false;
  rows->column_count = rows->source->schema_count;
  while (rows->column_count > 0 && strcmp(rows->source->schema[rows->column_count - 1].name, "line") == 0)
    rows->column_count--;
  return use_all_columns(rows, failure) && begin_source(rows, settings, failure);
}

void advised_rows_free(struct advised_rows *rows) {
  rowkey_layout_free(rows->all_columns);
  if (rows->source != NULL && rows->source->kind != NULL) rows->source->kind->free(rows->source);
}
