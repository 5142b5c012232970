/* A simulation as people read it: layouts side by side. */
#include <inttypes.h>
#include <string.h>

#include "commands/simulate/report.h"
#include "text/plural.h"

enum { LABEL_WIDTH = 34, CELL_WIDTH = 14 };

/* One cell, for a report of regions or servers. */
typedef void print_cell(char *out, size_t size, const rowkey_load_report *report);

struct measure {
  const char *label; /* %s stands for "region" or "server"; what is indented belongs to the line above */
  print_cell *print;
};

#define CELL(name, format, value)                                              \
  static void name(char *out, size_t size, const rowkey_load_report *report) { \
    snprintf(out, size, format, value);                                        \
  }
CELL(total_least, "%" PRIu64, report->total.least)
CELL(total_most, "%" PRIu64, report->total.most)
CELL(total_mean, "%.6g", report->total.mean)
CELL(total_deviation, "%.6g", report->total.deviation)
CELL(total_variation, "%.4g", report->total.variation)
CELL(total_peak, "%.4g", report->total.peak)
CELL(total_gini, "%.4f", report->total.gini)
CELL(total_chi_squared, "%.6g", report->total.chi_squared)
CELL(total_p_value, "%.3g", report->total.p_value)
CELL(total_idle, "%zu", report->regions - report->total.active)
CELL(active_mean, "%.1f", report->active_mean)
CELL(active_least, "%zu", report->active_least)
CELL(active_most, "%zu", report->active_most)
CELL(active_even, "%.1f", report->active_even)
CELL(effective_mean, "%.1f", report->effective_mean)
CELL(effective_even, "%.1f", report->effective_even)
CELL(variation_mean, "%.4g", report->variation_mean)
CELL(peak_mean, "%.4g", report->peak_mean)
CELL(peak_most, "%.4g", report->peak_most)
CELL(lock_step, "%.3f", report->lock_step)
CELL(hottest, "%zu", report->hottest)
CELL(hottest_windows, "%" PRIu64, report->hottest_windows)
CELL(hottest_first, "%" PRIu64, report->hottest_first * report->window)
CELL(hottest_share, "%.1f %%", 100 * report->hottest_share)

static const struct measure total_measures[] = {
    {"rows a %s, least", total_least},
    {"  most", total_most},
    {"  mean", total_mean},
    {"  standard deviation", total_deviation},
    {"  deviation / mean", total_variation},
    {"  most / mean", total_peak},
    {"  Gini coefficient", total_gini},
    {"  chi-squared", total_chi_squared},
    {"  p-value of as much by chance", total_p_value},
    {"%ss without a row", total_idle},
};

static const struct measure window_measures[] = {
    {"in a window, active %ss, mean", active_mean},
    {"  least", active_least},
    {"  most", active_most},
    {"  of evenly random rows", active_even},
    {"  effective %ss", effective_mean},
    {"  of evenly random rows", effective_even},
    {"  deviation / mean", variation_mean},
    {"  most / mean", peak_mean},
    {"  in the worst window", peak_most},
    {"lock step, 0 to 1", lock_step},
    {"longest the busiest: %s", hottest},
    {"  for so many windows", hottest_windows},
    {"  from row", hottest_first},
    {"  with a share of", hottest_share},
};

static void print_measures(FILE *to, const struct measure *measures, size_t count,
                           const rowkey_load_report *const *reports, size_t report_count, const char *unit) {
  for (size_t i = 0; i < count; i++) {
    char label[64], cell[64];
    const char *place = strstr(measures[i].label, "%s");
    const int before = place == NULL ? (int)strlen(measures[i].label) : (int)(place - measures[i].label);
    snprintf(label, sizeof label, "%.*s%s%s", before, measures[i].label, place == NULL ? "" : unit,
             place == NULL ? "" : place + 2);
    fprintf(to, "%-*s", LABEL_WIDTH, label);
    for (size_t k = 0; k < report_count; k++) {
      measures[i].print(cell, sizeof cell, reports[k]);
      fprintf(to, " %*s", CELL_WIDTH, cell);
    }
    putc('\n', to);
  }
}

static void print_reports(FILE *to, const rowkey_load_report *const *reports, size_t count,
                          const char *unit) {
  print_measures(to, total_measures, sizeof total_measures / sizeof total_measures[0], reports, count, unit);
  if (reports[0]->window_count == 0) return;
  print_measures(to, window_measures, sizeof window_measures / sizeof window_measures[0], reports, count,
                 unit);
}

static void print_head(FILE *to, const struct simulate_report *report) {
  const struct simulation *simulation = report->simulation;
  const rowkey_load_report *first = report->layouts[0].report;
  fprintf(to, "%" PRIu64 " row%s of %s, %zu writer%s, %zu region%s", simulation->seen.rows,
          plural(simulation->seen.rows), simulation->seen.source, simulation->seen.writers,
          plural(simulation->seen.writers), first->regions, plural(first->regions));
  if (simulation->servers > 0) {
    char text[PLACE_SIZE];
    fprintf(to, " on %zu server%s: %s", simulation->servers, plural(simulation->servers),
            placement_describe(simulation->placement, simulation->placed, text, sizeof text));
  }
  fprintf(to, "\n%" PRIu64 " window%s of %" PRIu64 " row%s", first->window_count, plural(first->window_count),
          simulation->seen.window, plural(simulation->seen.window));
  if (first->window_count == 0)
    fputs(": too few rows to tell what happens over time (give a smaller --window)", to);
  fputs("\n\n", to);
  for (size_t i = 0; i < report->count; i++)
    fprintf(to, "layout %zu  %s\n", i + 1, report->layouts[i].layout);
  fprintf(to, "\n%-*s", LABEL_WIDTH, "");
  for (size_t i = 0; i < report->count; i++) {
    char label[32];
    snprintf(label, sizeof label, "layout %zu", i + 1);
    fprintf(to, " %*s", CELL_WIDTH, label);
  }
  putc('\n', to);
}

bool report_table(FILE *to, const struct simulate_report *report) {
  const rowkey_load_report *reports[MOST_REPEATS], *servers[MOST_REPEATS];
  for (size_t i = 0; i < report->count; i++) {
    reports[i] = report->layouts[i].report;
    servers[i] = report->layouts[i].servers;
  }
  print_head(to, report);
  print_reports(to, reports, report->count, "region");
  if (servers[0] == NULL) return true;
  putc('\n', to);
  print_reports(to, servers, report->count, "server");
  return true;
}
