#include "reading/record_settings.h"

#include <string.h>

#include "text/buffer.h"

static bool read_delimiter(const struct option *option, const char *text, void *target,
                           struct failure *failure) {
  const bool tab = strcmp(text, "\\t") == 0;
  if ((strlen(text) != 1 && !tab) || strchr("\"\r\n", text[0]) != NULL) {
    char shown[QUOTED_SIZE];
    return fail_with(failure, TOOL_BAD_USAGE,
                     "option %s: %s (expected one byte, but not a quote or a line end; \\t is a tab)",
                     option->name, rowkey_quoted(shown, text, strlen(text)));
  }
  *(uint8_t *)target = tab ? (uint8_t)'\t' : (uint8_t)text[0];
  return true;
}

const struct value_reader delimiter_reader = {.read = read_delimiter};

rowkey_records_settings record_settings_of(const struct record_settings *settings, const char *columns) {
  return (rowkey_records_settings){.kind = settings->input->kind,
                                   .has_header = settings->has_header,
                                   .delimiter = settings->delimiter,
                                   .columns = columns,
                                   .null = settings->null,
                                   .comment = settings->comment,
                                   .option = "--"};
}

bool record_settings_check(struct record_settings *settings, char *const *files, size_t file_count,
                           struct failure *failure) {
  if (settings->input == NULL && !record_kind_of_files(files, file_count, &settings->input, failure))
    return false;
  if (settings->input == NULL) settings->input = record_kind_at(0);
  const rowkey_records_settings records = record_settings_of(settings, NULL);
  rowkey_error error;
  return rowkey_records_check(&records, &error) == ROWKEY_OK ||
         fail_with(failure, TOOL_BAD_USAGE, "%s", error.text);
}
