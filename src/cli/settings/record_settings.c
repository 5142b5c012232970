#include "settings/record_settings.h"

#include <string.h>

#include "keys/escape.h"

static bool parse_delimiter(const char *text, struct record_settings *settings, struct failure *failure) {
  settings->delimiter = settings->input == INPUT_TSV ? '\t' : ',';
  if (text == NULL) return true;
  if (settings->input != INPUT_CSV && settings->input != INPUT_TSV) {
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
  if (settings->input == INPUT_BINARY) {
    return fail_with(failure, TOOL_BAD_USAGE, "option --null: binary records have a value in every column");
  }
  const bool separated = settings->input != INPUT_LINES;
  const char *never = settings->input == INPUT_CSV ? "\"\r\n" : "\n";
  if (strpbrk(text, never) == NULL && !(separated && strchr(text, settings->delimiter) != NULL)) return true;
  char shown[QUOTED_SIZE];
  return fail_with(failure, TOOL_BAD_USAGE, "option --null: no field can be %s (expected text without %s)",
                   quoted(shown, text, strlen(text)),
                   settings->input == INPUT_CSV ? "quotes, delimiters and line ends"
                   : separated                  ? "delimiters and line ends"
                                                : "line ends");
}

bool record_settings_parse(const char *const *values, struct record_settings *settings,
                           struct failure *failure) {
  size_t input = INPUT_LINES;
  if (!parse_option_name("--input", values[RECORD_INPUT], input_kind_names, INPUT_KINDS, &input, failure)) {
    return false;
  }
  settings->input = (enum input_kind)input;
  settings->has_header = values[RECORD_HEADER] != NULL;
  settings->seed = 0;
  if (settings->has_header && settings->input == INPUT_BINARY) {
    return fail_with(failure, TOOL_BAD_USAGE, "option --header: binary records have no header line");
  }
  return parse_delimiter(values[RECORD_DELIMITER], settings, failure) &&
         parse_null(values[RECORD_NULL], settings, failure) &&
         parse_option_number("--seed", values[RECORD_SEED], 0, UINT64_MAX, &settings->seed, failure);
}

struct record_shape record_shape_of(const struct record_settings *settings, const struct columns *columns) {
  return (struct record_shape){.kind = &record_kinds[settings->input],
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
  if (!filter_open_input(filter, settings->input, settings->has_header, failure)) return false;
  const struct header *header = &filter->reader.header;
  return !settings->has_header || columns_find_in_header(&filter->columns, header->names, header->count,
                                                         reader_file_name(filter->reader.files[0]), failure);
}
