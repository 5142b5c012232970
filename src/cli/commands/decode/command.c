/* rowkey decode: keys in, columns out. */
#include <stdlib.h>
#include <string.h>

#include "commands/command.h"
#include "commands/decode/job.h"
#include "commands/decode/settings.h"
#include "filter/filter.h"
#include "layouts/selection.h"

struct decoding {
  struct filter filter;
  struct decode_settings settings;
  struct decode_job job;
};

static bool open_keys(struct decoding *decoding, struct failure *failure) {
  const bool raw = !decoding->settings.input->is_lines;
  const size_t width = rowkey_layout_key_width(decoding->filter.layout);
  if (raw && width == ROWKEY_NONE) {
    return fail_with(failure, TOOL_BAD_USAGE,
                     "option --input raw: keys of this layout differ in length, so that nothing shows where "
                     "one ends (expected text, hex or hbase)");
  }
  if (newline_ends_key(decoding->settings.input) &&
      rowkey_layout_may_introduce_byte(decoding->filter.layout, '\n')) {
    return fail_with(
        failure, TOOL_BAD_USAGE,
        "keys of this layout may hold a newline, where --input text ends a key (expected --input "
        "%shex or hbase)",
        width == ROWKEY_NONE ? "" : "raw, ");
  }
  return filter_open_keys(&decoding->filter, decoding->settings.input, width, failure);
}

static bool write_header(struct filter *filter, const struct decode_job *job, struct failure *failure) {
  struct buffer line = {0};
  bool good = true;
  for (size_t i = 0; i < job->selected_count && good; i++) {
    const char *name = job->columns->schema[job->selected[i]].name;
    good = buffer_reserve(&line, 2 * strlen(name) + 4);
    if (!good) break;
    if (i > 0) line.bytes[line.size++] = (uint8_t)table_delimiter(job->output);
    line.size += table_write_name(job->output, name, line.bytes + line.size);
  }
  good = good && buffer_append(&line, "\n", 1);
  const bool written = good && writer_write(filter->work.outputs, line.bytes, line.size, failure);
  buffer_free(&line);
  return good ? written : fail_memory(failure);
}

static bool prepare_decoding(struct decoding *decoding, struct failure *failure) {
  struct filter *filter = &decoding->filter;
  const struct decode_settings *settings = &decoding->settings;
  struct decode_job *job = &decoding->job;
  char left_out[2048];
  if (!filter_begin(filter, &decoding->settings.common, failure) ||
      !value_columns(&filter->settings->layout, filter->settings->columns, &filter->input.columns, failure)) {
    return false;
  }
  filter->layout = compile_layout(&filter->settings->layout, &filter->input.columns, failure);
  if (filter->layout == NULL ||
      !select_columns(settings->select, &filter->input.columns, filter->layout, &job->selected,
                      &job->selected_count, left_out, sizeof left_out, failure) ||
      !open_keys(decoding, failure) || !filter_open_outputs(filter, failure)) {
    return false;
  }
  job->layout = filter->layout;
  job->columns = &filter->input.columns;
  job->output = settings->output;
  job->null = settings->null;
  filter->work.operation = &decode_operation;
  filter->work.job = job;
  if (left_out[0] != 0 && !filter->settings->quiet) message("left out: %s", left_out);
  return !settings->has_header || write_header(filter, job, failure);
}

static int run_decode(char **arguments, size_t count) {
  static struct decoding decoding;
  struct failure failure;
  decoding = (struct decoding){.filter = FILTER_NONE};
  if (!decode_settings_read(arguments, count, &decoding.settings, &failure)) {
    return report(&failure);
  }
  const int status = filter_run(&decoding.filter, prepare_decoding(&decoding, &failure), &failure);
  free(decoding.job.selected);
  return status;
}

const struct command decode_command = {
    .page = &decode_page,
    .run = run_decode,
};
