/* What was counted, as a report. */
#include <math.h>
#include <string.h>

#include "load/evenness.h"
#include "load/state.h"

static void report_windows(const rowkey_load *load, rowkey_load_report *report) {
  const double regions = (double)load->regions, window = (double)load->window;
  report->window = load->window;
  report->window_count = load->windows;
  /* log1p(-1) is minus infinity, and expm1 of that is -1: of one region one is active. */
  report->active_even = regions * -expm1(window * log1p(-1 / regions));
  report->effective_even = window / (1 + (window - 1) / regions);
  if (load->windows == 0) return;
  const double windows = (double)load->windows, mean = window / regions;
  report->active_mean = load->active_sum / windows;
  report->active_least = load->active_least;
  report->active_most = load->active_most;
  report->effective_mean = load->effective_sum / windows;
  report->peak_mean = (double)load->most_sum / windows / mean;
  report->peak_most = (double)load->most / mean;
  report->variation_mean = load->variation_sum / windows;
  report->lock_step = fmax(0, 1 - report->effective_mean / report->effective_even);
  const struct streak *hottest = longer_streak(&load->longest, &load->streak);
  report->hottest = hottest->region;
  report->hottest_windows = hottest->windows;
  report->hottest_first = hottest->first;
  report->hottest_share = (double)hottest->rows / ((double)hottest->windows * window);
}

const rowkey_load_report *rowkey_load_finish(rowkey_load *load) {
  if (load == NULL) return NULL;
  const size_t regions = load->regions;
  rowkey_load_flush(load);
  memset(load->totals, 0, regions * sizeof *load->totals);
  for (size_t c = 0; c < load->columns; c++) {
    const uint64_t *cells = load_column(load, c);
    for (size_t r = 0; r < regions; r++) load->totals[r] += cells[r];
  }
  memcpy(load->sorted, load->totals, regions * sizeof *load->sorted);
  load->report = (rowkey_load_report){.regions = regions,
                                      .counts = load->totals,
                                      .total = rowkey_evenness_of(load->sorted, regions),
                                      .columns = load->columns,
                                      .column_windows = load->column_windows,
                                      .cells = load->cells};
  report_windows(load, &load->report);
  return &load->report;
}
