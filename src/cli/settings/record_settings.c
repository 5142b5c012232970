#include "settings/record_settings.h"

#include <string.h>

#include "settings/options.h"
#include "text/buffer.h"

static bool parse_delimiter(const char *text, struct record_settings *settings, struct failure *failure) {
  settings->delimiter = settings->input->delimiter;
  if (text == NULL) return true;
  if (settings->delimiter == 0) {
    return fail_with(failure, TOOL_BAD_USAGE, "option --delimiter needs --input csv or tsv");
  }
  const bool tab = strcmp(text, "\\t") == 0;
  if ((strlen(text) != 1 && !tab) || strchr("\"\r\n", text[0]) != NULL) {
    char shown[QUOTED_SIZE];
    return fail_with(
        failure, TOOL_BAD_USAGE,
        "option --delimiter: %s (expected one byte, but not a quote or a line end; \\t is a tab)",
        rowkey_quoted(shown, text, strlen(text)));
  }
  settings->delimiter = tab ? (uint8_t)'\t' : (uint8_t)text[0];
  return true;
}

static bool parse_null(const char *text, struct record_settings *settings, struct failure *failure) {
  settings->null = text;
  if (text == NULL) return true;
  if (!settings->input->is_text) {
    return fail_with(failure, TOOL_BAD_USAGE, "option --null: binary records have a value in every column");
  }
  if (settings->input->has_members) {
    return fail_with(failure, TOOL_BAD_USAGE, "option --null: JSON has null for a member without a value");
  }
  const bool separated = settings->delimiter != 0 && strchr(text, settings->delimiter) != NULL;
  if (strpbrk(text, settings->input->not_in_null) == NULL && !separated) return true;
  char shown[QUOTED_SIZE];
  return fail_with(failure, TOOL_BAD_USAGE, "option --null: no field can be %s (expected text without %s)",
                   rowkey_quoted(shown, text, strlen(text)), settings->input->not_in_null_names);
}

bool record_settings_parse(const char *const *values, char *const *files, size_t file_count,
                           struct record_settings *settings, struct failure *failure) {
  settings->input = NULL;
  if (values[RECORD_INPUT] == NULL && !record_kind_of_files(files, file_count, &settings->input, failure))
    return false;
  if (!record_kind_parse(values[RECORD_INPUT], &settings->input, failure)) return false;
  settings->has_header = values[RECORD_HEADER] != NULL;
  settings->seed = 0;
  if (settings->has_header && !settings->input->is_text) {
    return fail_with(failure, TOOL_BAD_USAGE, "option --header: binary records have no header line");
  }
  if (settings->has_header && settings->input->has_members) {
    return fail_with(failure, TOOL_BAD_USAGE,
                     "option --header: the members of JSON have their names in each record");
  }
  return parse_delimiter(values[RECORD_DELIMITER], settings, failure) &&
         parse_null(values[RECORD_NULL], settings, failure) &&
         parse_option_number("--seed", values[RECORD_SEED], 0, UINT64_MAX, &settings->seed, failure);
}
