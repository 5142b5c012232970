/* rowkey encode: records in, keys out. */
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "commands/command.h"
#include "commands/encode/constant.h"
#include "commands/encode/job.h"
#include "commands/encode/settings.h"
#include "commands/encode/sort.h"
#include "filter/filter.h"

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
