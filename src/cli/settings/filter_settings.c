#include "settings/filter_settings.h"

#include "io/pipeline.h"

const char *const on_error_names[] = {"stop", "skip"};

static bool parse_on_error(const char *const *values, struct filter_settings *settings,
                           struct failure *failure) {
  size_t on_error = 0;
  if (!parse_option_name("--on-error", values[FILTER_ON_ERROR], on_error_names, 2, &on_error, failure))
    return false;
  settings->skip_bad = on_error == 1;
  settings->rejects = values[FILTER_REJECTS];
  return settings->rejects == NULL || settings->skip_bad ||
         fail_with(failure, TOOL_BAD_USAGE, "option --rejects needs --on-error skip");
}

bool filter_settings_parse(const char *command, const char *const *values, char **operands,
                           size_t operand_count, struct filter_settings *settings, struct failure *failure) {
  settings->columns = values[FILTER_COLUMNS];
  settings->output = values[FILTER_OUTPUT_FILE];
  settings->isa = values[FILTER_ISA];
  settings->quiet = values[FILTER_QUIET] != NULL;
  settings->threads = 1;
  return parse_layout(command, values[FILTER_LAYOUT], &settings->layout, failure) &&
         parse_option_number("--threads", values[FILTER_THREADS], 1, MOST_THREADS, &settings->threads,
                             failure) &&
         input_settings_parse(values[FILTER_CHUNK_SIZE], values[FILTER_MAX_RECORD],
                              values[FILTER_COMPRESSION], operands, operand_count, &settings->input,
                              failure) &&
         parse_on_error(values, settings, failure);
}
