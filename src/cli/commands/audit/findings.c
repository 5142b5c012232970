#include "commands/audit/findings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "keys/recovered.h"
#include "records/kinds.h"

struct spread spread_of(const uint64_t *counts, size_t regions) {
  struct spread spread = {0};
  double squares = 0;
  for (size_t i = 0; i < regions; i++) {
    spread.rows += counts[i];
    spread.regions += counts[i] > 0;
    squares += (double)counts[i] * (double)counts[i];
    if (counts[i] > spread.most) spread.most = counts[i], spread.busiest = i;
  }
  if (spread.rows == 0) return spread;
  const double rows = (double)spread.rows, all = (double)regions;
  spread.peak = (double)spread.most * all / rows;
  spread.effective = rows * rows / squares;
  spread.even = rows / (1 + (rows - 1) / all);
  return spread;
}

enum { TENTH = 10 };

/* ---- The layout -------------------------------------------------------------------------------- */

static bool use_given(const char *given, const char *columns, struct findings *findings,
                      struct failure *failure) {
  return layout_option_read("--layout", given, &findings->option, failure) &&
         value_columns(&findings->option, columns, &findings->columns, failure);
}

static bool use_inferred(const struct sampled *sampled, const char *not_times, struct findings *findings,
                         struct failure *failure) {
  rowkey_error error;
  const rowkey_inference *found = findings->inference = rowkey_infer(&sampled->keys, not_times, &error);
  if (found == NULL && error.status == ROWKEY_ERROR_TYPE)
    return fail_with(failure, TOOL_BAD_USAGE, "option --not-a-time: %s", error.text);
  if (found == NULL) return fail_library(&error, failure);
  if (found->layout == NULL) return true;
  findings->option.text = found->layout;
  /* Keys that are all the same have none. */
  const char *columns = found->column_list[0] == 0 ? NULL : found->column_list;
  return value_columns(&findings->option, columns, &findings->columns, failure);
}

/* ---- Decoding ---------------------------------------------------------------------------------- */

static size_t find_time(const struct findings *findings) {
  for (size_t i = 0; i < findings->columns.schema_count; i++)
    if (findings->columns.schema[i].unit != ROWKEY_NO_TIME &&
        rowkey_layout_recovery(findings->compiled, i) == ROWKEY_RECOVERED)
      return i;
  return ROWKEY_NONE;
}

struct time_of_row {
  int64_t time;
  size_t row;
};

static void note_foreign(struct findings *findings, size_t row, const char *reason) {
  if (findings->foreign < MOST_FOREIGN) {
    struct foreign_key *example = &findings->examples[findings->foreign];
    example->row = row;
    snprintf(example->reason, sizeof example->reason, "%s", reason);
  }
  findings->foreign++;
}

/* Decodes all keys; times[i], `decoded` of them, receives the time of one that the layout makes. */
static bool decode_sample(const struct sampled *sampled, struct findings *findings,
                          struct recovered *recovered, struct time_of_row *times, struct failure *failure) {
  for (size_t row = 0; row < sampled->keys.rows;) {
    const size_t left = sampled->keys.rows - row, rows = left < BATCH_ROWS ? left : BATCH_ROWS;
    const rowkey_keys keys = rowkey_keys_of_offsets(sampled->keys.data, sampled->offsets + row, rows);
    char reason[REASON_SIZE];
    const size_t good = recovered_decode(recovered, &keys, reason, failure);
    if (good == ROWKEY_NONE) return false;
    for (size_t i = 0; i < good; i++, findings->decoded++) {
      times[findings->decoded].row = row + i;
      if (findings->time != ROWKEY_NONE)
        memcpy(&times[findings->decoded].time,
               (const uint8_t *)recovered->values[findings->time].data + i * sizeof(int64_t),
               sizeof(int64_t));
    }
    row += good;
    if (good < rows) note_foreign(findings, row++, reason);
  }
  return true;
}

/* ---- The newest -------------------------------------------------------------------------------- */

static int compare_times(const void *a, const void *b) {
  const struct time_of_row *left = a, *right = b;
  if (left->time != right->time) return left->time < right->time ? -1 : 1;
  return left->row < right->row ? -1 : left->row > right->row;
}

/* The last tenth by time; of the same times the later keys. */
static void find_newest_by_time(struct findings *findings, struct time_of_row *times) {
  const size_t count = findings->decoded;
  qsort(times, count, sizeof *times, compare_times);
  findings->newest_by = NEWEST_BY_TIME;
  findings->newest = (count + TENTH - 1) / TENTH;
  for (size_t i = count - findings->newest; i < count; i++) findings->is_newest[times[i].row] = true;
}

static void find_newest_by_order(const struct sampled *sampled, struct findings *findings) {
  findings->newest_by = NEWEST_BY_ORDER;
  for (size_t i = 0; i < sampled->keys.rows; i++) {
    findings->is_newest[i] = sampled->numbers[i] >= sampled->rows - (sampled->rows + TENTH - 1) / TENTH;
    findings->newest += findings->is_newest[i];
  }
}

static bool decode_all(const struct sampled *sampled, struct findings *findings, struct failure *failure) {
  struct recovered recovered = {0};
  struct time_of_row *times = calloc(sampled->keys.rows + 1, sizeof *times);
  const bool good = times != NULL ? recovered_open(&recovered, findings->compiled, findings->compiled,
                                                   &findings->columns, failure) &&
                                        decode_sample(sampled, findings, &recovered, times, failure)
                                  : fail_memory(failure);
  if (good && findings->time != ROWKEY_NONE && findings->decoded > 0) find_newest_by_time(findings, times);
  recovered_close(&recovered);
  free(times);
  return good;
}

bool findings_make(const struct sampled *sampled, const struct audit_settings *settings,
                   struct findings *findings, struct failure *failure) {
  const char *given = settings->common.layout.given;
  findings->time = ROWKEY_NONE;
  findings->is_newest = calloc(sampled->keys.rows + 1, sizeof *findings->is_newest);
  if (findings->is_newest == NULL) return fail_memory(failure);
  if (!(given != NULL ? use_given(given, settings->common.columns, findings, failure)
                      : use_inferred(sampled, settings->not_times, findings, failure)))
    return false;
  if (findings->option.text != NULL) {
    findings->compiled = compile_layout(&findings->option, &findings->columns, failure);
    if (findings->compiled == NULL) return false;
    findings->time = find_time(findings);
    if (!decode_all(sampled, findings, failure)) return false;
  }
  if (findings->newest_by == NEWEST_UNKNOWN && !sampled->is_sorted) find_newest_by_order(sampled, findings);
  return true;
}

void findings_free(struct findings *findings) {
  rowkey_layout_free(findings->compiled);
  columns_free(&findings->columns);
  rowkey_inference_free(findings->inference);
  free(findings->is_newest);
}
