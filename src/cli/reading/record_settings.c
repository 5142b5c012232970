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

static bool check_delimiter(struct record_settings *settings, struct failure *failure) {
  if (settings->delimiter != 0 && settings->input->delimiter == 0)
    return fail_with(failure, TOOL_BAD_USAGE, "option --delimiter needs --input csv or tsv");
  if (settings->delimiter == 0) settings->delimiter = settings->input->delimiter;
  return true;
}

static bool check_null(const struct record_settings *settings, struct failure *failure) {
  const char *text = settings->null;
  if (text == NULL) return true;
  if (!settings->input->is_text)
    return fail_with(failure, TOOL_BAD_USAGE, "option --null: binary records have a value in every column");
  if (settings->input->has_members)
    return fail_with(failure, TOOL_BAD_USAGE, "option --null: JSON has null for a member without a value");
  const bool separated = settings->delimiter != 0 && strchr(text, settings->delimiter) != NULL;
  if (strpbrk(text, settings->input->not_in_null) == NULL && !separated) return true;
  char shown[QUOTED_SIZE];
  return fail_with(failure, TOOL_BAD_USAGE, "option --null: no field can be %s (expected text without %s)",
                   rowkey_quoted(shown, text, strlen(text)), settings->input->not_in_null_names);
}

static bool check_comment(const struct record_settings *settings, struct failure *failure) {
  const char *text = settings->comment;
  if (text == NULL) return true;
  if (!settings->input->is_text || settings->input->has_members)
    return fail_with(failure, TOOL_BAD_USAGE, "option --comment needs --input lines, csv or tsv");
  const bool quoted = !settings->input->newline_ends_record && text[0] == '"';
  if (text[0] != 0 && strpbrk(text, "\r\n") == NULL && !quoted &&
      (settings->delimiter == 0 || text[0] != (char)settings->delimiter))
    return true;
  char shown[QUOTED_SIZE];
  return fail_with(
      failure, TOOL_BAD_USAGE,
      "option --comment: %s cannot begin comments (expected text such as # that has no line end, and "
      "does not begin with a quote or delimiter)",
      rowkey_quoted(shown, text, strlen(text)));
}

bool record_settings_check(struct record_settings *settings, char *const *files, size_t file_count,
                           struct failure *failure) {
  if (settings->input == NULL && !record_kind_of_files(files, file_count, &settings->input, failure))
    return false;
  if (settings->input == NULL) settings->input = record_kind_at(0);
  if (settings->has_header && !settings->input->is_text)
    return fail_with(failure, TOOL_BAD_USAGE, "option --header: binary records have no header line");
  if (settings->has_header && settings->input->has_members)
    return fail_with(failure, TOOL_BAD_USAGE,
                     "option --header: the members of JSON have their names in each record");
  return check_delimiter(settings, failure) && check_null(settings, failure) &&
         check_comment(settings, failure);
}
