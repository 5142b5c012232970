#include "settings/record_settings.h"

#include <string.h>

#include "keys/escape.h"

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
        quoted(shown, text, strlen(text)));
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
  const bool separated = settings->delimiter != 0 && strchr(text, settings->delimiter) != NULL;
  if (strpbrk(text, settings->input->not_in_null) == NULL && !separated) return true;
  char shown[QUOTED_SIZE];
  return fail_with(failure, TOOL_BAD_USAGE, "option --null: no field can be %s (expected text without %s)",
                   quoted(shown, text, strlen(text)), settings->input->not_in_null_names);
}

bool record_settings_parse(const char *const *values, struct record_settings *settings,
                           struct failure *failure) {
  if (!record_kind_parse(values[RECORD_INPUT], &settings->input, failure)) return false;
  settings->has_header = values[RECORD_HEADER] != NULL;
  settings->seed = 0;
  if (settings->has_header && !settings->input->is_text) {
    return fail_with(failure, TOOL_BAD_USAGE, "option --header: binary records have no header line");
  }
  return parse_delimiter(values[RECORD_DELIMITER], settings, failure) &&
         parse_null(values[RECORD_NULL], settings, failure) &&
         parse_option_number("--seed", values[RECORD_SEED], 0, UINT64_MAX, &settings->seed, failure);
}

struct record_shape record_shape_of(const struct record_settings *settings, const struct columns *columns) {
  return (struct record_shape){.kind = settings->input,
                               .kernels = rowkey_kernels_selected(),
                               .columns = columns,
                               .delimiter = settings->delimiter,
                               .noun = "record",
                               .null = settings->null,
                               .null_size = settings->null == NULL ? 0 : strlen(settings->null)};
}

bool open_records(struct filter *filter, const struct record_settings *settings, struct failure *failure) {
  const char *list;
  if (!layout_option_columns(&filter->settings.layout, filter->settings.columns, settings->input,
                             settings->has_header, &list, failure) ||
      !columns_parse(list, settings->input, settings->has_header, &filter->columns, failure)) {
    return false;
  }
  filter->shape = record_shape_of(settings, &filter->columns);
  if (!filter_open_input(filter, settings->has_header, failure)) return false;
  const struct header *header = &filter->reader.header;
  return !settings->has_header || columns_find_in_header(&filter->columns, header->names, header->count,
                                                         reader_file_name(filter->reader.files[0]), failure);
}
