#include "io/filter.h"

#include <inttypes.h>
#include <sys/stat.h>
#include <unistd.h>

#include "records/distinct.h"

bool filter_begin(struct filter *filter, struct failure *failure) {
  const struct filter_settings *settings = &filter->settings;
  if (!choose_isa(settings->isa, failure)) return false;
  bool sizes_known = true;
  for (size_t i = 0; i < settings->file_count; i++) {
    struct stat status;
    if (!reader_status(settings->files[i], &status, failure)) return false;
    sizes_known = sizes_known && S_ISREG(status.st_mode);
    filter->total_bytes += (uint64_t)status.st_size;
  }
  if (!sizes_known) filter->total_bytes = 0;
  return true;
}

bool filter_open_input(struct filter *filter, bool has_header, struct failure *failure) {
  const struct filter_settings *settings = &filter->settings;
  if (filter->shape.columns->record_width > settings->most_bytes) {
    return fail_with(failure, TOOL_BAD_USAGE, "a %s of %zu bytes is longer than --max-record %" PRIu64,
                     filter->shape.noun, filter->shape.columns->record_width, settings->most_bytes);
  }
  filter->reader = (struct reader){
      .shape = &filter->shape,
      .files = settings->files,
      .file_count = settings->file_count,
      .has_header = has_header,
      .chunk_size = (size_t)settings->chunk_size,
      .most_bytes = (size_t)settings->most_bytes,
      .descriptor = -1,
  };
  return reader_open(&filter->reader, failure);
}

static bool check_distinct(const struct filter *filter, struct failure *failure) {
  const struct filter_settings *settings = &filter->settings;
  const struct writer *const writers[2] = {&filter->output, &filter->rejects};
  for (size_t i = 0; i < settings->file_count; i++)
    if (!input_is_no_output(settings->files[i], writers, failure)) return false;
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
  reader_free(&filter->reader);
  rowkey_layout_free(filter->layout);
  columns_free(&filter->columns);
}

static bool work(struct filter *filter, struct failure *failure) {
  const struct filter_settings *settings = &filter->settings;
  filter->work.shape = &filter->shape;
  filter->work.skip_bad = settings->skip_bad;
  progress_begin(&filter->progress, filter->total_bytes, settings->quiet);
  pipeline_init(&filter->pipeline, &filter->reader, &filter->progress);
  const bool done =
      pipeline_run(&filter->pipeline, (size_t)settings->threads, work_on_chunks, &filter->work, failure);
  progress_end(&filter->progress);
  return done && (filter->write_end == NULL || filter->write_end(filter->context, &filter->output, failure));
}

static void tell_rejected(const struct filter *filter) {
  const uint64_t rejected = filter->work.rejected;
  const char *kept = filter->settings.rejects;
  if (rejected == 0) return;
  message("%" PRIu64 " bad %s%s skipped%s%s", rejected, filter->shape.noun, rejected == 1 ? "" : "s",
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
