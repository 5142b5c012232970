/* rowkey rebucket: what moves where when a layout or its regions change. */
#include <rowkey/route.h>
#include <stdlib.h>
#include <string.h>

#include "commands/command.h"
#include "commands/rebucket/flows.h"
#include "commands/rebucket/report.h"
#include "commands/rebucket/settings.h"
#include "filter/filter.h"
#include "filter/worker.h"
#include "keys/recovered.h"
#include "keys/split_list.h"

/* ---- The work on a block of rows ------------------------------------------------------------- */

/* A layout and the regions of its keys. */
struct rebucket_side {
  const rowkey_layout *layout;
  const rowkey_splits *splits;
  rowkey_router *router;
};

struct rebucket_job {
  const struct columns *columns; /* of the schema of both layouts */
  bool records;                  /* the input; without it, keys of from.layout */
  uint64_t seed;                 /* of random() */
  struct rebucket_side from, to;
  struct flows *flows;
};

enum {
  PAIR_SIZE = 2 * sizeof(uint32_t),
  SAME_KEY_SHIFT = 31 /* in the second number of a pair; regions are fewer than 2^24 */
};

/* What one thread needs. */
struct rebucket_thread {
  const struct rebucket_job *job;
  struct recovered recovered; /* where the input is keys */
  struct row_encoder to;
  struct buffer to_bytes;
  uint32_t *from_regions, *to_regions;
};

static void close_thread(void *state) {
  struct rebucket_thread *thread = state;
  recovered_close(&thread->recovered);
  row_encoder_close(&thread->to);
  buffer_free(&thread->to_bytes);
  free(thread->from_regions);
}

static bool open_thread(void *state, const void *context, struct failure *failure) {
  struct rebucket_thread *thread = state;
  const struct rebucket_job *job = thread->job = context;
  thread->from_regions = calloc(2 * BATCH_ROWS, sizeof *thread->from_regions);
  if (thread->from_regions == NULL) return fail_memory(failure);
  thread->to_regions = thread->from_regions + BATCH_ROWS;
  thread->to.subject = "the key of --to: ";
  return row_encoder_open(&thread->to, job->to.layout, job->seed, failure) &&
         (job->records ||
          recovered_open(&thread->recovered, job->from.layout, job->to.layout, job->columns, failure));
}

static bool same_key(const rowkey_keys *a, const rowkey_keys *b, size_t row) {
  const size_t size = key_size(a, row);
  return size == key_size(b, row) && memcmp(key_at(a, row), key_at(b, row), size) == 0;
}

/* Appends a pair of regions for each row to the worker's output. */
static bool write_pairs(struct rebucket_thread *thread, struct worker *worker, const rowkey_keys *to) {
  const struct rebucket_job *job = thread->job;
  rowkey_keys from = worker->keys;
  struct buffer *output = &worker->output;
  from.rows = to->rows;
  rowkey_error error;
  if (rowkey_route(job->from.router, &from, thread->from_regions, &error) != ROWKEY_OK ||
      rowkey_route(job->to.router, to, thread->to_regions, &error) != ROWKEY_OK) {
    return fail_with(&worker->failure, TOOL_BAD_USAGE, "%s", error.text);
  }
  if (!buffer_reserve(output, to->rows * PAIR_SIZE)) return fail_memory(&worker->failure);
  for (size_t i = 0; i < to->rows; i++) {
    const uint32_t same = same_key(&from, to, i);
    const uint32_t pair[2] = {thread->from_regions[i], thread->to_regions[i] | same << SAME_KEY_SHIFT};
    buffer_append(output, pair, PAIR_SIZE);
  }
  return true;
}

static size_t rebucket_rows(void *state, struct worker *worker, size_t first, size_t *rows) {
  struct rebucket_thread *thread = state;
  const rowkey_values *values = worker->values;
  size_t known = *rows;
  if (!thread->job->records) {
    known = recovered_decode(&thread->recovered, &worker->keys, worker->reason, &worker->failure);
    if (known == 0 || known == ROWKEY_NONE) return known;
    values = thread->recovered.values;
  }
  size_t taken = known;
  rowkey_keys to;
  thread->to_bytes.size = 0;
  const size_t done = row_encoder_append(&thread->to, values, walk_first_row(&worker->walk) + first, &taken,
                                         KEYS_SIZE, &thread->to_bytes, &to, worker->reason, &worker->failure);
  if (taken < known) *rows = taken;
  if (done == 0 || done == ROWKEY_NONE) return done;
  return write_pairs(thread, worker, &to) ? done : ROWKEY_NONE;
}

static bool add_flows(void *state, struct worker *worker) {
  const struct rebucket_thread *thread = state;
  struct flows *flows = thread->job->flows;
  const uint32_t same = UINT32_C(1) << SAME_KEY_SHIFT;
  for (size_t at = 0; at < worker->output.size; at += PAIR_SIZE) {
    uint32_t pair[2];
    memcpy(pair, worker->output.bytes + at, PAIR_SIZE);
    if (!flows_add(flows, pair[0], pair[1] & ~same, (pair[1] & same) != 0)) {
      return fail_memory(&worker->failure);
    }
  }
  return true;
}

static const struct operation operation = {sizeof(struct rebucket_thread), open_thread, close_thread,
                                           rebucket_rows};

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
  return columns_use(&filter->input.columns, layouts, 2, failure);
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
  filter->work.operation = &operation;
  filter->work.job = job;
  filter->work.take = add_flows;
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
