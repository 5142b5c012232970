#include "io/filter.h"

#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "records/distinct.h"
#include "settings/implied_columns.h"

bool filter_begin(struct filter *filter, struct failure *failure) {
  const struct filter_settings *settings = &filter->settings;
  return choose_isa(settings->isa, failure) && input_find(&filter->input, &settings->input, failure);
}

bool filter_open_records(struct filter *filter, const struct record_settings *records,
                         struct failure *failure) {
  const struct layout_option *const layouts[] = {&filter->settings.layout, filter->other_layout};
  const char *list;
  filter->work.seed = records->seed;
  if (!layout_option_columns(&filter->settings.layout, filter->settings.columns, records->input,
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
  filter->layout = compile_layout(&filter->settings.layout, &filter->input.columns, failure);
  return filter->layout != NULL && columns_use(&filter->input.columns, filter->layout, failure);
}

bool filter_open_keys(struct filter *filter, const struct key_form *form, size_t width,
                      struct failure *failure) {
  filter->work.has_keys = true;
  filter->work.form = form;
  return input_open_keys(&filter->input, !form->is_lines, width, failure);
}

static bool check_distinct(const struct filter *filter, struct failure *failure) {
  const struct filter_settings *settings = &filter->settings;
  const struct writer *const writers[2] = {&filter->output, &filter->rejects};
  for (size_t i = 0; i < settings->input.file_count; i++)
    if (!input_is_no_output(settings->input.files[i], writers, failure)) return false;
  for (size_t i = 0; i < 2; i++)
    if (filter->lists[i] != NULL && !input_is_no_output(filter->lists[i], writers, failure)) return false;
  return outputs_are_two(writers, "--rejects", failure);
}

bool filter_open_outputs(struct filter *filter, struct failure *failure) {
  const struct filter_settings *settings = &filter->settings;
  if (!writer_open(&filter->output, settings->output, failure)) return false;
  filter->work.output = &filter->output;
  return filter_open_rejects(filter, failure);
}

bool filter_open_rejects(struct filter *filter, struct failure *failure) {
  const struct filter_settings *settings = &filter->settings;
  if (settings->rejects != NULL) {
    if (!writer_open(&filter->rejects, settings->rejects, failure)) return false;
    filter->work.rejects = &filter->rejects;
  }
  return check_distinct(filter, failure);
}

/* Closes the outputs: they are complete, or they never were. */
static bool finish(struct filter *filter, bool done, struct failure *failure) {
  done = done && (filter->work.output == NULL || writer_commit(&filter->output, failure));
  done = done && (filter->work.rejects == NULL || writer_commit(&filter->rejects, failure));
  writer_abandon(&filter->output);
  writer_abandon(&filter->rejects);
  return done;
}

static void free_filter(struct filter *filter) {
  input_free(&filter->input);
  free(filter->implied);
  rowkey_layout_free(filter->layout);
}

static bool work(struct filter *filter, struct failure *failure) {
  const struct filter_settings *settings = &filter->settings;
  filter->work.shape = &filter->input.shape;
  filter->work.layout = filter->layout;
  filter->work.skip_bad = settings->skip_bad;
  if (settings->threads > 1 && columns_grow(filter->input.shape.columns))
    return fail_with(
        failure, TOOL_BAD_USAGE,
        "option --threads: a column of type uid(FILE, grow) gives ids in the order of the records "
        "(expected one thread, or uid(FILE) of a file that has all names)");
  progress_begin(&filter->progress, filter->input.total_bytes, settings->quiet);
  pipeline_init(&filter->pipeline, &filter->input.reader, &filter->progress);
  const bool done =
      pipeline_run(&filter->pipeline, (size_t)settings->threads, work_on_chunks, &filter->work, failure);
  progress_end(&filter->progress);
  return done && (filter->write_end == NULL || filter->write_end(filter->context, &filter->output, failure));
}

static void tell_rejected(const struct filter *filter) {
  const uint64_t rejected = filter->work.rejected;
  const char *kept = filter->settings.rejects;
  if (rejected == 0) return;
  message("%" PRIu64 " bad %s%s skipped%s%s", rejected, filter->input.shape.noun, rejected == 1 ? "" : "s",
          kept == NULL ? "" : " and kept in ", kept == NULL ? "" : kept);
}

int filter_run(struct filter *filter, bool ready, struct failure *failure) {
  const bool worked = ready && work(filter, failure);
  const bool threads_may_run = ready && !worked && filter->settings.threads > 1;
  const bool done = finish(filter, worked, failure);
  if (done) {
    tell_rejected(filter);
  } else {
    const int status = report(failure);
    if (threads_may_run) _exit(status);
  }
  free_filter(filter);
  return done ? TOOL_OK : (int)failure->status;
}
