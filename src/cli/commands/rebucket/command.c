/* rowkey rebucket: what moves where when a layout or its regions change. */
#include <stdlib.h>

#include "commands/command.h"
#include "commands/rebucket/job.h"
#include "commands/rebucket/report.h"
#include "commands/rebucket/settings.h"
#include "filter/filter.h"
#include "keys/recovered.h"
#include "keys/split_list.h"

struct rebucket {
  struct filter filter; /* with the layout of --from */
  struct rebucket_settings settings;
  rowkey_layout *to;
  struct split_list from_list, to_list;   /* of --splits and --to-splits … */
  rowkey_splits *from_splits, *to_splits; /* … or of the layouts */
  struct rebucket_job job;
  struct flows flows;
};

/* ---- Layouts and columns --------------------------------------------------------------------- */

static rowkey_layout *compile_to(struct rebucket *rebucket, struct failure *failure) {
  return rebucket->to = compile_layout(&rebucket->settings.to, &rebucket->filter.input.columns, failure);
}

static bool open_with_records(struct rebucket *rebucket, struct failure *failure) {
  struct filter *filter = &rebucket->filter;
  filter->other_layout = &rebucket->settings.to;
  if (!filter_open_records(filter, &rebucket->settings.records, failure)) return false;
  filter->layout = compile_layout(&filter->settings->layout, &filter->input.columns, failure);
  if (filter->layout == NULL || compile_to(rebucket, failure) == NULL) return false;
  const rowkey_layout *const layouts[] = {filter->layout, rebucket->to};
  return columns_use_all(&filter->input.columns, layouts, 2, failure);
}

static bool open_keys(struct rebucket *rebucket, struct failure *failure) {
  struct filter *filter = &rebucket->filter;
  if (!value_columns(&filter->settings->layout, filter->settings->columns, &filter->input.columns, failure)) {
    return false;
  }
  filter->layout = compile_layout(&filter->settings->layout, &filter->input.columns, failure);
  if (filter->layout == NULL || compile_to(rebucket, failure) == NULL ||
      !recovered_check(filter->layout, rebucket->to, &filter->input.columns, failure)) {
    return false;
  }
  if (newline_ends_key(rebucket->settings.input) && rowkey_layout_may_introduce_byte(filter->layout, '\n')) {
    return fail_with(failure, TOOL_BAD_USAGE,
                     "keys of --from may hold a newline, where --input text ends a key (expected --input hex "
                     "or hbase)");
  }
  return filter_open_keys(filter, rebucket->settings.input, 0, failure);
}

/* ---- Regions --------------------------------------------------------------------------------- */

static bool make_router(struct rebucket_side *side, const char *subject, struct failure *failure) {
  rowkey_error error;
  side->router = rowkey_router_create(side->splits, &error);
  return side->router != NULL ||
         fail_with(failure, library_status(error.status, TOOL_BAD_DATA), "%s: %s", subject, error.text);
}

/* As many regions as `count` says, of the layout's own values. */
static bool split_layout(struct rebucket_side *side, const char *option, uint64_t count,
                         rowkey_splits **splits, struct failure *failure) {
  rowkey_error error;
  side->splits = *splits = rowkey_splits_of_layout(side->layout, (size_t)count, &error);
  if (*splits != NULL) return make_router(side, option, failure);
  return fail_with(failure, library_status(error.status, TOOL_BAD_USAGE), "option %s: %s", option,
                   error.text);
}

static bool read_splits(struct rebucket_side *side, const char *file, const struct key_form *form,
                        struct split_list *list, struct failure *failure) {
  if (!split_list_read(file, form, list, failure)) return false;
  side->splits = &list->splits;
  return make_router(side, list->file, failure);
}

static bool find_regions(struct rebucket *rebucket, struct failure *failure) {
  const struct rebucket_settings *settings = &rebucket->settings;
  struct rebucket_job *job = &rebucket->job;
  job->from.layout = rebucket->filter.layout;
  job->to.layout = rebucket->to;
  if (settings->from_splits == NULL) {
    return split_layout(&job->from, "--from", settings->from_regions, &rebucket->from_splits, failure) &&
           split_layout(&job->to, "--to", settings->to_regions, &rebucket->to_splits, failure);
  }
  if (!read_splits(&job->from, settings->from_splits, settings->splits_form, &rebucket->from_list, failure)) {
    return false;
  }
  if (settings->to_splits != settings->from_splits) {
    return read_splits(&job->to, settings->to_splits, settings->splits_form, &rebucket->to_list, failure);
  }
  job->to.splits = job->from.splits;
  return make_router(&job->to, rebucket->from_list.file, failure);
}

/* ---- The report ------------------------------------------------------------------------------ */

static bool print_report(const struct rebucket *rebucket, const struct rebucket_report *report, FILE *to) {
  switch (rebucket->settings.form) {
    case REBUCKET_JSON:
      return rebucket_print_json(report, to);
    case REBUCKET_CSV:
      return rebucket_print_csv(report, to);
    case REBUCKET_TABLE:
      break;
  }
  return rebucket_print_table(report, to);
}

static bool write_report(void *context, struct writer *output, struct failure *failure) {
  struct rebucket *rebucket = context;
  const struct rebucket_settings *settings = &rebucket->settings;
  struct rebucket_report report = {.from = {settings->common.layout.given, rebucket->job.from.splits, NULL},
                                   .to = {settings->to.given, rebucket->job.to.splits, NULL}};
  char *text = NULL;
  size_t size = 0;
  FILE *to = open_memstream(&text, &size);
  bool done = to != NULL;
  if (done) {
    done = rebucket_sum_up(&report, &rebucket->flows) && print_report(rebucket, &report, to);
    done = ferror(to) == 0 && done;
    done = fclose(to) == 0 && done;
  }
  done = done ? writer_write(output, text, size, failure) : fail_memory(failure);
  free(text);
  rebucket_report_free(&report);
  return done;
}

/* ---- The run --------------------------------------------------------------------------------- */

static bool prepare_rebucket(struct rebucket *rebucket, struct failure *failure) {
  struct filter *filter = &rebucket->filter;
  const struct rebucket_settings *settings = &rebucket->settings;
  filter->lists[0] = settings->from_splits;
  filter->lists[1] = settings->to_splits;
  if (!filter_begin(filter, &rebucket->settings.common, failure) ||
      !(settings->with_records ? open_with_records(rebucket, failure) : open_keys(rebucket, failure)) ||
      !find_regions(rebucket, failure) || !filter_open_outputs(filter, failure)) {
    return false;
  }
  struct rebucket_job *job = &rebucket->job;
  job->columns = &filter->input.columns;
  job->records = settings->with_records;
  job->seed = settings->records.seed;
  job->flows = &rebucket->flows;
  filter->work.operation = &rebucket_operation;
  filter->work.job = job;
  filter->work.take = rebucket_take;
  filter->write_end = write_report;
  filter->context = rebucket;
  return true;
}

static int run_rebucket(char **arguments, size_t count) {
  static struct rebucket rebucket;
  struct failure failure;
  rebucket = (struct rebucket){.filter = FILTER_NONE};
  if (!rebucket_settings_read(arguments, count, &rebucket.settings, &failure)) {
    return report(&failure);
  }
  const int status = filter_run(&rebucket.filter, prepare_rebucket(&rebucket, &failure), &failure);
  rowkey_router_free(rebucket.job.from.router);
  rowkey_router_free(rebucket.job.to.router);
  rowkey_splits_free(rebucket.from_splits);
  rowkey_splits_free(rebucket.to_splits);
  split_list_free(&rebucket.from_list);
  split_list_free(&rebucket.to_list);
  rowkey_layout_free(rebucket.to);
  flows_free(&rebucket.flows);
  return status;
}

const struct command rebucket_command = {
    .page = &rebucket_page,
    .run = run_rebucket,
};
