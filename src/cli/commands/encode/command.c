/* rowkey encode: records in, keys out. */
#include <inttypes.h>
#include <rowkey/explain.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands/command.h"
#include "commands/encode/job.h"
#include "commands/encode/settings.h"
#include "commands/encode/sort.h"
#include "filter/filter.h"
#include "layouts/layout_option.h"
#include "text/buffer.h"

static bool uses_columns(const rowkey_layout *layout, const struct columns *columns) {
  for (size_t i = 0; i < columns->schema_count; i++)
    if (rowkey_layout_uses(layout, i)) return true;
  return false;
}

/* Sets *random if the keys have a part from random(). */
static bool look_for_random(const rowkey_layout *layout, bool *random, struct failure *failure) {
  rowkey_explanation *explanation = rowkey_explain(layout, 0, NULL);
  if (explanation == NULL) return fail_memory(failure);
  for (size_t i = 0; i < explanation->step_count; i++)
    *random = *random || strcmp(explanation->steps[i].operation, "random_u64") == 0;
  rowkey_explanation_free(explanation);
  return true;
}

/* The template with one brace wherever it has two, as one writes it who comes from templates of other tools;
 * NULL without memory. The caller frees it. */
static char *with_single_braces(const char *text) {
  char *result = malloc(strlen(text) + 1), *out = result;
  if (result == NULL) return NULL;
  for (const char *at = text; *at != 0; at++) {
    *out++ = *at;
    if ((at[0] == '{' || at[0] == '}') && at[1] == at[0]) at++;
  }
  *out = 0;
  return result;
}

static bool is_layout_of_columns(const char *text, const struct columns *columns) {
  rowkey_layout *layout =
      rowkey_layout_compile(text, strlen(text), columns->schema, columns->schema_count, NULL);
  const bool is = layout != NULL && uses_columns(layout, columns);
  rowkey_layout_free(layout);
  return is;
}

/* Refuses a layout whose keys depend neither on the record nor on random(). */
static bool refuse_constant(const struct layout_option *option, const rowkey_layout *layout,
                            const struct columns *columns, struct failure *failure) {
  bool random = false;
  if (uses_columns(layout, columns)) return true;
  if (!look_for_random(layout, &random, failure)) return false;
  if (random) return true;
  char *single = with_single_braces(option->text);
  if (single == NULL) return fail_memory(failure);
  char given[QUOTED_SIZE], meant[QUOTED_SIZE];
  const bool is_meant = is_layout_of_columns(single, columns);
  if (is_meant) rowkey_quoted(meant, single, strlen(single));
  free(single);
  return fail_with(
      failure, TOOL_BAD_USAGE,
      "option %s: %s uses no column, so that all records would get the same key%s (expected %s, or "
      "--constant to make such keys)",
      option->option, rowkey_quoted(given, option->text, strlen(option->text)),
      strstr(option->text, "{{") != NULL ? ": {{ is a literal brace" : "",
      is_meant ? meant : "a column in braces, such as {line}");
}

struct encoding {
  struct filter filter;
  struct encode_settings settings;
  struct sort_job job;
};

/* Whether no text column can hold the byte, because it ends a field or a record of the input. */
static bool absent_from_columns(const struct record_settings *records, uint8_t byte) {
  return records->input->newline_ends_record && !records->input->has_members &&
         (byte == '\n' || byte == records->delimiter);
}

/* Refuses a layout that puts the byte into keys by itself; sets *in_some when a record's columns may do so.
 */
static bool check_byte(const struct encoding *encoding, uint8_t byte, const char *name, bool *in_some,
                       struct failure *failure) {
  const rowkey_layout *layout = encoding->filter.layout;
  if (rowkey_layout_may_introduce_byte(layout, byte)) {
    return fail_with(
        failure, TOOL_BAD_USAGE,
        "keys of this layout may hold a %s, where --output text ends a key (use --output %shex or hbase)",
        name, encoding->settings.form.with_record ? "" : "raw, ");
  }
  if (rowkey_layout_may_contain_byte(layout, byte) &&
      !absent_from_columns(&encoding->settings.records, byte)) {
    *in_some = true;
  }
  return true;
}

/* Refuses a layout whose keys are all too long; sets *in_some when some may be. */
static bool check_length(const struct encoding *encoding, bool *in_some, struct failure *failure) {
  const uint64_t most = encoding->settings.form.most_key;
  const size_t width = rowkey_layout_key_width(encoding->filter.layout);
  if (width == ROWKEY_NONE) {
    *in_some = *in_some || most != UINT64_MAX || encoding->settings.form.form->refuses_empty != NULL;
  } else if (width > most) {
    return fail_with(failure, TOOL_BAD_USAGE,
                     "keys of this layout have %zu bytes (expected at most %" PRIu64 ", see --max-key)",
                     width, most);
  }
  return true;
}

/* Text output ends each key in a newline. Where the keys cannot hold one, the encoder writes it: then nothing
 * is left to do for each key. */
static bool compile_with_newline(struct encoding *encoding, struct failure *failure) {
  struct filter *filter = &encoding->filter;
  const char *text = filter->settings->layout.text;
  rowkey_layout *layout = rowkey_layout_compile_with_terminator(
      text, strlen(text), "\n", 1, filter->input.columns.schema, filter->input.columns.schema_count, NULL);
  if (layout == NULL) return fail_memory(failure);
  rowkey_layout_free(filter->layout);
  filter->layout = layout;
  return true;
}

/* Keys that text cannot hold are shown in the escapes of HBase where nobody has said how, and only a person
 * reads them: what a file or a program gets is always what was asked for. */
static void show_on_terminal(struct encoding *encoding) {
  struct encode_settings *settings = &encoding->settings;
  const struct common_settings *common = encoding->filter.settings;
  const bool to_standard_output = common->output == NULL || strcmp(common->output, "-") == 0;
  if (settings->form_is_given || settings->form.with_record || !to_standard_output ||
      !rowkey_layout_may_introduce_byte(encoding->filter.layout, '\n') || !isatty(STDOUT_FILENO)) {
    return;
  }
  settings->form.form = &key_form_hbase;
  if (!settings->most_key_is_given) settings->form.most_key = key_form_hbase.most_key;
  if (!common->quiet) message("note: these keys are bytes: shown as with --output hbase");
}

/* Opens the outputs, too. */
static bool choose_work(struct encoding *encoding, struct failure *failure) {
  show_on_terminal(encoding);
  const struct emit_form form = encoding->settings.form;
  struct encode_job *job = &encoding->job.encode;
  job->form = form;
  job->check_rows = form.with_record && !absent_from_columns(&encoding->settings.records, '\n');
  if (!check_length(encoding, &job->check_rows, failure)) return false;
  if (newline_ends_key(form.form)) {
    if (!check_byte(encoding, '\n', "newline", &job->check_rows, failure)) return false;
    if (form.with_record && !check_byte(encoding, '\t', "tab", &job->check_rows, failure)) return false;
  }
  if (encoding->settings.sort)
    return sort_prepare(&encoding->job, &encoding->settings, &encoding->filter, failure);
  if (job->check_rows || form.with_record || !form.form->is_plain) {
    encoding->filter.work.operation = &encode_operation;
    encoding->filter.work.job = job;
  } else {
    encoding->filter.work.keys_to_output = true;
    if (form.form->is_lines && !compile_with_newline(encoding, failure)) return false;
  }
  return filter_open_outputs(&encoding->filter, failure);
}

static bool prepare_encoding(struct encoding *encoding, struct failure *failure) {
  struct filter *filter = &encoding->filter;
  return filter_begin(filter, &encoding->settings.common, failure) &&
         filter_open_layout(filter, &encoding->settings.records, failure) &&
         (encoding->settings.constant ||
          refuse_constant(&filter->settings->layout, filter->layout, &filter->input.columns, failure)) &&
         choose_work(encoding, failure);
}

static int run_encode(char **arguments, size_t count) {
  static struct encoding encoding;
  struct failure failure;
  encoding = (struct encoding){.filter = FILTER_NONE};
  if (!encode_settings_read(arguments, count, &encoding.settings, &failure)) {
    return report(&failure);
  }
  const int status = filter_run(&encoding.filter, prepare_encoding(&encoding, &failure), &failure);
  if (status == TOOL_OK) sort_report(&encoding.job);
  sort_free(&encoding.job);
  return status;
}

const struct command encode_command = {
    .page = &encode_page,
    .run = run_encode,
};
