/* rowkey audit: what is wrong with the keys and regions of a table that exists. */
#include <math.h>
#include <rowkey/explain.h>
#include <rowkey/profile.h>
#include <rowkey/route.h>
#include <stdlib.h>
#include <string.h>

#include "commands/audit/report.h"
#include "commands/command.h"
#include "filter/filter.h"
#include "filter/worker.h"

/* ---- The work on a block of keys ------------------------------------------------------------- */

struct audit_job {
  const rowkey_router *router;
  uint64_t *counts;        /* keys of each region */
  rowkey_profile *profile; /* of a single column, the keys */
};

/* What one thread needs. It hands keys over through the worker's output: these, then regions, then where the
 * keys end, then their bytes. */
struct audit_thread {
  const struct audit_job *job;
  uint32_t *regions;
  uint64_t *offsets;
};

struct handed {
  size_t rows, size;
};

static void close_thread(void *state) {
  struct audit_thread *thread = state;
  free(thread->regions);
  free(thread->offsets);
}

static bool open_thread(void *state, const void *job, struct failure *failure) {
  struct audit_thread *thread = state;
  thread->job = job;
  thread->regions = calloc(BATCH_ROWS, sizeof *thread->regions);
  thread->offsets = calloc(BATCH_ROWS + 1, sizeof *thread->offsets);
  return (thread->regions != NULL && thread->offsets != NULL) || fail_memory(failure);
}

static size_t audit_rows(void *state, struct worker *worker, size_t first, size_t *rows) {
  struct audit_thread *thread = state;
  const rowkey_keys *keys = &worker->keys;
  const struct handed handed = {*rows, keys_size(keys)};
  const size_t begin = key_begin(keys, 0);
  struct buffer *output = &worker->output;
  rowkey_error error;
  (void)first;
  if (rowkey_route(thread->job->router, keys, thread->regions, &error) != ROWKEY_OK) {
    fail_with(&worker->failure, TOOL_BAD_USAGE, "%s", error.text);
    return ROWKEY_NONE;
  }
  for (size_t i = 0; i < *rows; i++) thread->offsets[i] = key_begin(keys, i + 1) - begin;
  if (!buffer_append(output, &handed, sizeof handed) ||
      !buffer_append(output, thread->regions, *rows * sizeof *thread->regions) ||
      !buffer_append(output, thread->offsets, *rows * sizeof *thread->offsets) ||
      !buffer_append(output, key_at(keys, 0), handed.size)) {
    fail_memory(&worker->failure);
    return ROWKEY_NONE;
  }
  return *rows;
}

/* ---- In the order of the input ----------------------------------------------------------------- */

static const uint8_t *take_bytes(void *to, const uint8_t *at, size_t size) {
  memcpy(to, at, size);
  return at + size;
}

static bool count_keys(void *state, struct worker *worker) {
  struct audit_thread *thread = state;
  const struct audit_job *job = thread->job;
  const uint8_t *at = worker->output.bytes, *end = at + worker->output.size;
  while (at < end) {
    struct handed handed;
    rowkey_error error;
    at = take_bytes(&handed, at, sizeof handed);
    at = take_bytes(thread->regions, at, handed.rows * sizeof *thread->regions);
    thread->offsets[0] = 0;
    at = take_bytes(thread->offsets + 1, at, handed.rows * sizeof *thread->offsets);
    for (size_t i = 0; i < handed.rows; i++) job->counts[thread->regions[i]]++;
    const rowkey_values keys = rowkey_values_of_offsets(
        ROWKEY_KIND_KEPT, at, (size_t)thread->offsets[handed.rows], thread->offsets, handed.rows);
    if (rowkey_profile_add(job->profile, &keys, handed.rows, &error) != ROWKEY_OK)
      return fail_with(&worker->failure, library_status(error.status, TOOL_BAD_DATA), "%s", error.text);
    at += handed.size;
  }
  return true;
}

static const struct operation operation = {sizeof(struct audit_thread), open_thread, close_thread,
                                           audit_rows};

struct audit {
  struct filter filter;
  struct audit_settings settings;
  struct split_list list;
  struct audit_job job;
  rowkey_router *router;
  rowkey_profile *profile;
  struct audit_report report;
};

/* ---- The sample -------------------------------------------------------------------------------- */

static bool take_sample(struct audit *audit, struct failure *failure) {
  struct sampled *sampled = &audit->report.sampled;
  const rowkey_values *keys;
  rowkey_error error;
  const size_t rows = rowkey_profile_sample(audit->profile, &keys, &sampled->numbers);
  sampled->rows = rowkey_profile_rows(audit->profile);
  audit->report.profile = rowkey_profile_column(audit->profile, 0);
  sampled->is_sorted = audit->report.profile->falls == 0;
  sampled->offsets = calloc(rows + 1, sizeof *sampled->offsets);
  sampled->regions = calloc(rows + 1, sizeof *sampled->regions);
  if (sampled->offsets == NULL || sampled->regions == NULL) return fail_memory(failure);
  /* The texts of a sample stand one after the other; it has no memory for them where all are empty. */
  static const uint8_t nothing[1];
  const void *bytes = keys->data == NULL ? nothing : keys->data;
  for (size_t i = 0; i < rows; i++) sampled->offsets[i + 1] = keys->end[i];
  sampled->keys = rowkey_keys_of_offsets(bytes, sampled->offsets, rows);
  return rowkey_route(audit->router, &sampled->keys, sampled->regions, &error) == ROWKEY_OK ||
         fail_with(failure, TOOL_IO_ERROR, "%s", error.text);
}

/* ---- The report -------------------------------------------------------------------------------- */

/* Whether keys begin with what was inferred to be a time. Its digits hold far more than the times that keys
 * have, so that not all that they hold is equally frequent. */
static bool find_leading_time(const struct findings *findings, bool *leads, struct failure *failure) {
  rowkey_error error;
  *leads = false;
  if (findings->inference == NULL || findings->time == ROWKEY_NONE) return true;
  rowkey_explanation *explanation = rowkey_explain(findings->compiled, 0, &error);
  if (explanation == NULL) return fail_library(&error, failure);
  size_t first = 0;
  while (explanation->fields[first].kind == ROWKEY_FIELD_LITERAL) first++;
  *leads = explanation->fields[first].column == findings->time;
  rowkey_explanation_free(explanation);
  return true;
}

static bool find_shares(struct audit_report *report, struct failure *failure) {
  rowkey_error error;
  bool is_unknown;
  if (report->findings.compiled == NULL) return true;
  report->shares = calloc(audit_regions(report), sizeof *report->shares);
  if (report->shares == NULL) return fail_memory(failure);
  if (rowkey_splits_shares(report->findings.compiled, &report->list->splits, report->shares, &error) !=
      ROWKEY_OK)
    return fail_with(failure, library_status(error.status, TOOL_BAD_USAGE), "%s", error.text);
  if (!find_leading_time(&report->findings, &is_unknown, failure)) return false;
  for (size_t i = 0; is_unknown && i < audit_regions(report); i++)
    if (report->shares[i].reachable) report->shares[i].share = NAN;
  return true;
}

static bool find_newest(struct audit_report *report, struct failure *failure) {
  uint64_t *counts = calloc(audit_regions(report), sizeof *counts);
  if (counts == NULL) return fail_memory(failure);
  for (size_t i = 0; i < report->sampled.keys.rows; i++)
    counts[report->sampled.regions[i]] += report->findings.is_newest[i];
  report->newest = spread_of(counts, audit_regions(report));
  free(counts);
  return true;
}

/* What is worth changing. */
static bool find_mends(struct audit_report *report, struct failure *failure) {
  const rowkey_splits *splits = &report->list->splits;
  if (splits->count == 0) return true;
  return (!is_uneven(report) ||
          mend_regions(&report->sampled, splits, &report->findings, &report->regions, failure)) &&
         (!spread_is_narrow(&report->newest) ||
          mend_prefix(&report->sampled, splits, &report->findings, &report->prefix, failure));
}

static bool make_report(struct audit *audit, struct failure *failure) {
  struct audit_report *report = &audit->report;
  report->settings = &audit->settings;
  report->common = &audit->settings.common;
  report->list = &audit->list;
  report->counts = audit->job.counts;
  report->all = spread_of(report->counts, audit_regions(report));
  return take_sample(audit, failure) &&
         findings_make(&report->sampled, &audit->settings, &report->findings, failure) &&
         find_shares(report, failure) && find_newest(report, failure) && find_mends(report, failure);
}

static bool print_report(struct audit *audit, struct writer *output, struct failure *failure) {
  char *text = NULL;
  size_t size = 0;
  FILE *to = open_memstream(&text, &size);
  bool done = to != NULL;
  if (done) {
    done = (audit->settings.form == REPORT_JSON ? audit_report_json : audit_report_table)(&audit->report, to);
    done = ferror(to) == 0 && done;
    done = fclose(to) == 0 && done;
  }
  done = done ? writer_write(output, text, size, failure) : fail_memory(failure);
  free(text);
  return done;
}

static bool write_report(void *context, struct writer *output, struct failure *failure) {
  struct audit *audit = context;
  if (rowkey_profile_rows(audit->profile) == 0)
    return fail_with(failure, TOOL_BAD_DATA,
                     "there are no keys (expected the keys of a table, or a sample of them)");
  return make_report(audit, failure) && print_report(audit, output, failure);
}

/* ---- The run ----------------------------------------------------------------------------------- */

static bool read_regions(struct audit *audit, struct failure *failure) {
  rowkey_error error;
  if (audit->settings.splits != NULL &&
      !split_list_read(audit->settings.splits, audit->settings.splits_form, &audit->list, failure)) {
    return false;
  }
  audit->job.counts = calloc(audit->list.splits.count + 1, sizeof *audit->job.counts);
  if (audit->job.counts == NULL) return fail_memory(failure);
  audit->router = rowkey_router_create(&audit->list.splits, &error);
  return audit->router != NULL || fail_with(failure, library_status(error.status, TOOL_BAD_DATA), "%s: %s",
                                            audit->list.file, error.text);
}

/* A layout that cannot be compiled is refused before keys are read. */
static bool check_layout(struct audit *audit, struct failure *failure) {
  if (audit->settings.common.layout.given == NULL) return true;
  struct columns columns = {0};
  rowkey_layout *layout = NULL;
  const bool good =
      value_columns(&audit->settings.common.layout, audit->settings.common.columns, &columns, failure) &&
      (layout = compile_layout(&audit->settings.common.layout, &columns, failure)) != NULL;
  rowkey_layout_free(layout);
  columns_free(&columns);
  return good;
}

static bool prepare_audit(struct audit *audit, struct failure *failure) {
  static const rowkey_column key = {.name = "key", .type = ROWKEY_TEXT};
  struct filter *filter = &audit->filter;
  rowkey_error error;
  filter->lists[0] = audit->settings.splits;
  if (!filter_begin(filter, &audit->settings.common, failure) || !check_layout(audit, failure) ||
      !read_regions(audit, failure) || !filter_open_keys(filter, audit->settings.input, 0, failure) ||
      !filter_open_outputs(filter, failure)) {
    return false;
  }
  audit->profile = rowkey_profile_create(&key, 1, (size_t)audit->settings.sample, &error);
  if (audit->profile == NULL) return fail_memory(failure);
  audit->job.router = audit->router;
  audit->job.profile = audit->profile;
  filter->work.operation = &operation;
  filter->work.job = &audit->job;
  filter->work.take = count_keys;
  filter->write_end = write_report;
  filter->context = audit;
  return true;
}

static int run_audit(char **arguments, size_t count) {
  static struct audit audit;
  struct failure failure;
  audit = (struct audit){.filter = FILTER_NONE};
  if (!audit_settings_read(arguments, count, &audit.settings, &failure)) return report(&failure);
  const int status = filter_run(&audit.filter, prepare_audit(&audit, &failure), &failure);
  struct audit_report *made = &audit.report;
  findings_free(&made->findings);
  mend_free(&made->regions);
  mend_free(&made->prefix);
  free(made->shares);
  free(made->sampled.offsets);
  free(made->sampled.regions);
  free(audit.job.counts);
  rowkey_profile_free(audit.profile);
  rowkey_router_free(audit.router);
  split_list_free(&audit.list);
  return status;
}

const struct command audit_command = {
    .page = &audit_page,
    .run = run_audit,
};
