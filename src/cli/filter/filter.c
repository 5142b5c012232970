#include "filter/filter.h"

#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "io/writer.h"
#include "layouts/layout_option.h"
#include "reading/input.h"
#include "text/plural.h"

bool filter_begin(struct filter *filter, struct common_settings *settings, struct failure *failure) {
  filter->settings = settings;
  return choose_isa(settings->isa, failure) && input_find(&filter->input, &settings->input, failure);
}

bool filter_open_records(struct filter *filter, const struct record_settings *records,
                         struct failure *failure) {
  const struct layout_option *const layouts[] = {&filter->settings->layout, filter->other_layout};
  const char *list;
  filter->work.seed = records->seed;
  if (!layout_option_columns(&filter->settings->layout, filter->settings->columns, records->input,
                             records->has_header, &list, failure)) {
    return false;
  }
  if (list == NULL && record_settings_have_names(records)) {
    if (!implied_columns(layouts, filter->other_layout == NULL ? 1 : 2, &filter->implied, failure))
      return false;
    list = filter->implied;
  }
  return input_open_records(&filter->input, records, list, failure);
}

bool filter_open_layout(struct filter *filter, const struct record_settings *records,
                        struct failure *failure) {
  if (!filter_open_records(filter, records, failure)) return false;
  filter->layout = compile_layout(&filter->settings->layout, &filter->input.columns, failure);
  return filter->layout != NULL &&
         columns_use(&filter->input.columns, (const rowkey_layout *[]){filter->layout}, 1, failure);
}

bool filter_open_keys(struct filter *filter, const struct key_form *form, size_t width,
                      struct failure *failure) {
  filter->work.has_keys = true;
  filter->work.form = form;
  return input_open_keys(&filter->input, !form->is_lines, width, failure);
}

bool filter_reads_none_of(const struct filter *filter, const struct writer *output, struct failure *failure) {
  const struct input_settings *input = &filter->settings->input;
  for (size_t i = 0; i < input->file_count; i++)
    if (!input_is_no_output(input->files[i], output, failure)) return false;
  for (size_t i = 0; i < 2; i++)
    if (filter->lists[i] != NULL && !input_is_no_output(filter->lists[i], output, failure)) return false;
  return true;
}

/* Opens one more output; the filter has room for it. */
static bool open_output(struct filter *filter, const char *name, struct failure *failure) {
  struct writer *output = &filter->work.outputs[filter->work.output_count];
  if (!writer_open(output, name, failure)) return false;
  for (size_t i = 0; i < filter->work.output_count; i++)
    if (!outputs_are_two(&filter->work.outputs[i], output, NULL, failure))
      return writer_abandon(output), false;
  filter->work.output_count++;
  return filter_reads_none_of(filter, output, failure);
}

static bool open_numbered(struct filter *filter, size_t number, struct failure *failure) {
  char *name = numbered_name(filter->settings->output, number);
  const bool opened = name != NULL ? open_output(filter, name, failure) : fail_memory(failure);
  free(name);
  return opened;
}

bool filter_open_outputs(struct filter *filter, struct failure *failure) {
  const struct common_settings *settings = filter->settings;
  const size_t count = settings->output_is_numbered ? (size_t)settings->threads : 1;
  filter->work.outputs = calloc(count, sizeof *filter->work.outputs);
  if (filter->work.outputs == NULL) return fail_memory(failure);
  while (filter->work.output_count < count) {
    if (!(settings->output_is_numbered ? open_numbered(filter, filter->work.output_count, failure)
                                       : open_output(filter, settings->output, failure)))
      return false;
  }
  return filter_open_rejects(filter, failure);
}

bool filter_open_rejects(struct filter *filter, struct failure *failure) {
  const struct common_settings *settings = filter->settings;
  if (settings->rejects == NULL) return true;
  if (!writer_open(&filter->rejects, settings->rejects, failure)) return false;
  filter->work.rejects = &filter->rejects;
  for (size_t i = 0; i < filter->work.output_count; i++)
    if (!outputs_are_two(&filter->work.outputs[i], &filter->rejects, "--rejects", failure)) return false;
  return filter_reads_none_of(filter, &filter->rejects, failure);
}

/* Closes the outputs: they are complete, or they never were. */
static bool close_outputs(struct filter *filter, bool done, struct failure *failure) {
  for (size_t i = 0; i < filter->work.output_count; i++) {
    done = done && writer_commit(&filter->work.outputs[i], failure);
    writer_abandon(&filter->work.outputs[i]);
  }
  done = done && (filter->work.rejects == NULL || writer_commit(&filter->rejects, failure));
  writer_abandon(&filter->rejects);
  return done;
}

static void free_filter(struct filter *filter) {
  input_free(&filter->input);
  free(filter->implied);
  rowkey_layout_free(filter->layout);
  free(filter->work.outputs);
}

static bool do_work(struct filter *filter, struct failure *failure) {
  const struct common_settings *settings = filter->settings;
  filter->work.shape = &filter->input.shape;
  filter->work.layout = filter->layout;
  filter->work.skip_bad = settings->on_error == ON_ERROR_SKIP;
  if (settings->threads > 1 && rowkey_records_grow(filter->input.shape.columns->records))
    return fail_with(
        failure, TOOL_BAD_USAGE,
        "option --threads: a column of type uid(FILE, grow) gives ids in the order of the records "
        "(expected one thread, or uid(FILE) of a file that has all names)");
  progress_begin(&filter->progress, filter->input.total_bytes, settings->quiet);
  pipeline_init(&filter->pipeline, &filter->input.reader, &filter->progress);
  const bool done =
      pipeline_run(&filter->pipeline, (size_t)settings->threads, work_on_chunks, &filter->work, failure);
  progress_end(&filter->progress);
  return done &&
         (filter->write_end == NULL || filter->write_end(filter->context, filter->work.outputs, failure));
}

static void tell_rejected(const struct filter *filter) {
  const uint64_t rejected = filter->work.rejected;
  const char *kept = filter->settings->rejects;
  if (rejected == 0) return;
  message("%" PRIu64 " bad %s%s skipped%s%s", rejected, filter->input.shape.noun, plural(rejected),
          kept == NULL ? "" : " and kept in ", kept == NULL ? "" : kept);
}

int filter_run(struct filter *filter, bool ready, struct failure *failure) {
  const bool worked = ready && do_work(filter, failure);
  const bool threads_may_run = ready && !worked && filter->settings->threads > 1;
  const bool done = close_outputs(filter, worked, failure);
  if (done) {
    tell_rejected(filter);
  } else {
    const int status = report(failure);
    if (threads_may_run) _exit(status);
  }
  free_filter(filter);
  return done ? TOOL_OK : (int)failure->status;
}
