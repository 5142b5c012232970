/* What a simulation has counted, in the members of the tool's JSON. */
#include "load.h"

#include "answer.h"

static void answer_evenness(const rowkey_evenness *evenness) {
  answer_open("total", '{');
  answer_size("rows", evenness->rows);
  answer_size("least", evenness->least);
  answer_size("most", evenness->most);
  answer_double("mean", evenness->mean);
  answer_double("deviation", evenness->deviation);
  answer_double("variation", evenness->variation);
  answer_double("peak", evenness->peak);
  answer_double("gini", evenness->gini);
  answer_double("chi_squared", evenness->chi_squared);
  answer_double("p_value", evenness->p_value);
  answer_size("active", evenness->active);
  answer_close('}');
}

static void answer_windows(const rowkey_load_report *report) {
  answer_open("windows", '{');
  answer_size("rows", report->window);
  answer_size("count", report->window_count);
  answer_double("active_mean", report->active_mean);
  answer_size("active_least", report->active_least);
  answer_size("active_most", report->active_most);
  answer_double("active_even", report->active_even);
  answer_double("effective_mean", report->effective_mean);
  answer_double("effective_even", report->effective_even);
  answer_double("peak_mean", report->peak_mean);
  answer_double("peak_most", report->peak_most);
  answer_double("variation_mean", report->variation_mean);
  answer_double("lock_step", report->lock_step);
  answer_open("hottest", '{');
  answer_size("region", report->hottest);
  answer_size("windows", report->hottest_windows);
  answer_size("first_window", report->hottest_first);
  answer_double("share", report->hottest_share);
  answer_close('}');
  answer_close('}');
}

void answer_load(const char *name, const rowkey_load_report *report) {
  answer_open(name, '{');
  answer_size("count", report->regions);
  answer_evenness(&report->total);
  answer_windows(report);
  answer_open("rows", '[');
  for (size_t region = 0; region < report->regions; region++) answer_size(NULL, report->counts[region]);
  answer_close(']');
  answer_close('}');
}
