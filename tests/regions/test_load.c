/* Load statistics against brute force: all rows kept, every figure from its definition. */
#include <math.h>
#include <rowkey/load.h>
#include <rowkey/splits.h>
#include <stdlib.h>
#include <string.h>

#include "failing_memory.h"
#include "load/evenness.h"
#include "load/load.h"
#include "testing.h"

static void check_near(double seen, double expected, double within, const char *what) {
  const double scale = fabs(expected) > 1 ? fabs(expected) : 1;
  CHECK(fabs(seen - expected) <= within * scale, "%s: %.17g instead of %.17g", what, seen, expected);
}

static rowkey_load *create(size_t regions, uint64_t window) {
  rowkey_error error;
  rowkey_load *load = rowkey_load_create(regions, window, &error);
  CHECK(load != NULL, "%zu regions, window %llu: %s", regions, (unsigned long long)window, error.text);
  return load;
}

/* Adds the rows in calls of random sizes. */
static void add(rowkey_load *load, const uint32_t *rows, size_t count) {
  for (size_t done = 0; done < count;) {
    size_t now = 1 + (size_t)random_below(random_below(2) ? 100 : 30000);
    if (now > count - done) now = count - done;
    rowkey_error error;
    const rowkey_status status = rowkey_load_add(load, rows + done, now, &error);
    CHECK(status == ROWKEY_OK, "row %zu: %s", done, error.text);
    done += now;
  }
}

/* ---- Evenness -------------------------------------------------------------------------------- */

static void check_evenness(const rowkey_evenness *seen, const uint64_t *counts, size_t regions) {
  double n = 0, squares = 0, differences = 0;
  uint64_t least = UINT64_MAX, most = 0, rows = 0;
  size_t active = 0;
  for (size_t i = 0; i < regions; i++) {
    rows += counts[i];
    if (counts[i] < least) least = counts[i];
    if (counts[i] > most) most = counts[i];
    active += counts[i] != 0;
  }
  n = (double)rows;
  const double mean = n / (double)regions;
  for (size_t i = 0; i < regions; i++) {
    const double value = (double)counts[i];
    squares += (value - mean) * (value - mean);
    for (size_t k = 0; k < regions; k++) differences += fabs(value - (double)counts[k]);
  }
  CHECK(seen->rows == rows && seen->least == least && seen->most == most && seen->active == active,
        "%llu rows, %llu to %llu, %zu active", (unsigned long long)seen->rows,
        (unsigned long long)seen->least, (unsigned long long)seen->most, seen->active);
  check_near(seen->mean, mean, 1e-12, "mean");
  check_near(seen->deviation, sqrt(squares / (double)regions), 1e-12, "deviation");
  check_near(seen->variation, sqrt(squares / (double)regions) / mean, 1e-12, "variation");
  check_near(seen->peak, (double)most / mean, 1e-12, "peak");
  check_near(seen->gini, differences / (2 * (double)regions * n), 1e-12, "gini");
  check_near(seen->chi_squared, squares / mean, 1e-12, "chi-squared");
  const double p = regions == 1 ? 1 : rowkey_chi_squared_tail(squares / mean, regions - 1);
  CHECK(fabs(seen->p_value - p) <= 1e-9 * p, "p-value %.17g instead of %.17g", seen->p_value, p);
}

/* ---- Everything, by brute force -------------------------------------------------------------- */

/* Rows: random, in runs, or mostly of one region. */
static uint32_t *make_rows(size_t regions, size_t count) {
  uint32_t *rows = guarded(count * sizeof *rows, GUARD_END);
  const uint64_t kind = random_below(4);
  uint32_t at = 0;
  for (size_t i = 0; i < count; i++) {
    const uint32_t any = (uint32_t)random_below(regions);
    if (kind == 0 || (kind == 1 && random_below(50) == 0) || (kind == 2 && random_below(10) == 0)) at = any;
    rows[i] = kind == 3 ? (uint32_t)(i * regions / count) : at;
  }
  return rows;
}

struct streak {
  size_t region;
  uint64_t windows, first, rows;
};

static void check_windows(const rowkey_load_report *report, const uint32_t *rows, size_t count) {
  const size_t regions = report->regions;
  const uint64_t window = report->window, windows = count / window;
  const double mean = (double)window / (double)regions;
  double active_sum = 0, effective_sum = 0, peak_sum = 0, peak_most = 0, variation_sum = 0;
  size_t active_least = SIZE_MAX, active_most = 0;
  struct streak now = {0}, longest = {0};
  uint64_t *counts = calloc(regions, sizeof *counts);
  for (uint64_t w = 0; w < windows; w++) {
    memset(counts, 0, regions * sizeof *counts);
    for (uint64_t i = w * window; i < (w + 1) * window; i++) counts[rows[i]]++;
    size_t active = 0, busiest = 0;
    double shares = 0, squares = 0;
    for (size_t r = 0; r < regions; r++) {
      const double value = (double)counts[r], share = value / (double)window;
      active += counts[r] > 0;
      if (counts[r] > counts[busiest]) busiest = r;
      shares += share * share;
      squares += (value - mean) * (value - mean);
    }
    if (now.windows == 0 || now.region != busiest) now = (struct streak){busiest, 0, w, 0};
    now.windows++;
    now.rows += counts[busiest];
    if (now.windows > longest.windows) longest = now;
    const double peak = (double)counts[busiest] / mean;
    active_sum += (double)active;
    effective_sum += 1 / shares;
    peak_sum += peak;
    peak_most = fmax(peak_most, peak);
    variation_sum += sqrt(squares / (double)regions) / mean;
    if (active < active_least) active_least = active;
    if (active > active_most) active_most = active;
  }
  free(counts);
  CHECK(report->window_count == windows, "%llu windows", (unsigned long long)report->window_count);
  const double even = (double)regions * (1 - pow(1 - 1 / (double)regions, (double)window));
  const double effective_even = (double)window / (1 + ((double)window - 1) / (double)regions);
  check_near(report->active_even, even, 1e-9, "active_even");
  check_near(report->effective_even, effective_even, 1e-12, "effective_even");
  if (windows == 0) {
    CHECK(report->active_most == 0 && report->hottest_windows == 0, "figures without a window");
    check_near(report->lock_step, 0, 0, "lock_step without a window");
    return;
  }
  const double n = (double)windows;
  CHECK(report->active_least == active_least && report->active_most == active_most, "active %zu to %zu",
        report->active_least, report->active_most);
  check_near(report->active_mean, active_sum / n, 1e-10, "active_mean");
  check_near(report->effective_mean, effective_sum / n, 1e-10, "effective_mean");
  check_near(report->peak_mean, peak_sum / n, 1e-10, "peak_mean");
  check_near(report->peak_most, peak_most, 1e-12, "peak_most");
  check_near(report->variation_mean, variation_sum / n, 1e-10, "variation_mean");
  check_near(report->lock_step, fmax(0, 1 - effective_sum / n / effective_even), 1e-10, "lock_step");
  CHECK(report->hottest == longest.region && report->hottest_windows == longest.windows &&
            report->hottest_first == longest.first,
        "hottest %zu for %llu from %llu, expected %zu for %llu from %llu", report->hottest,
        (unsigned long long)report->hottest_windows, (unsigned long long)report->hottest_first,
        longest.region, (unsigned long long)longest.windows, (unsigned long long)longest.first);
  check_near(report->hottest_share, (double)longest.rows / ((double)longest.windows * (double)window), 1e-12,
             "hottest_share");
}

static void check_cells(const rowkey_load_report *report, const uint32_t *rows, size_t count) {
  const size_t regions = report->regions;
  const uint64_t windows = (count + report->window - 1) / report->window; /* with the last one */
  uint64_t column_windows = 1;
  while (windows > column_windows * ROWKEY_LOAD_COLUMNS) column_windows *= 2;
  CHECK(report->column_windows == column_windows, "%llu windows a column instead of %llu",
        (unsigned long long)report->column_windows, (unsigned long long)column_windows);
  CHECK(report->columns == (windows + column_windows - 1) / column_windows, "%zu columns", report->columns);
  uint64_t *cells = calloc(report->columns * regions + 1, sizeof *cells);
  for (size_t i = 0; i < count; i++) cells[i / report->window / column_windows * regions + rows[i]]++;
  const bool same =
      report->columns == 0 || memcmp(cells, report->cells, report->columns * regions * sizeof *cells) == 0;
  free(cells);
  CHECK(same, "other counts over time, of %zu rows", count);
}

static void check_report(const rowkey_load_report *report, size_t regions, uint64_t window,
                         const uint32_t *rows, size_t count) {
  CHECK(report->regions == regions && report->window == window, "%zu regions", report->regions);
  uint64_t *counts = calloc(regions, sizeof *counts);
  for (size_t i = 0; i < count; i++) counts[rows[i]]++;
  const bool same = memcmp(counts, report->counts, regions * sizeof *counts) == 0;
  if (same && count > 0) check_evenness(&report->total, counts, regions);
  free(counts);
  CHECK(same, "other counts, of %zu rows", count);
  check_windows(report, rows, count);
  check_cells(report, rows, count);
}

static void agrees_with_brute_force(void) {
  for (int round = 0; round < 200; round++) {
    const size_t regions = 1 + (size_t)random_below(round % 3 == 0 ? 5 : 400);
    const size_t count = (size_t)random_below(round % 10 == 0 ? 200000 : 5000);
    const uint64_t window = 1 + random_below(round % 4 == 0 ? 10 : 3000);
    const uint32_t *rows = make_rows(regions, count);
    rowkey_load *load = create(regions, window);
    add(load, rows, count);
    check_report(rowkey_load_finish(load), regions, window, rows, count);
    rowkey_load_free(load);
  }
}

static void continues_after_a_report(void) {
  enum { REGIONS = 30, ROWS = 20000 };
  for (uint64_t window = 1; window < ROWS * 2; window = window * 3 + 1) {
    const uint32_t *rows = make_rows(REGIONS, ROWS);
    rowkey_load *load = create(REGIONS, window);
    for (size_t done = 0; done < ROWS;) {
      const size_t now = 1 + (size_t)random_below(ROWS - done);
      add(load, rows + done, now);
      done += now;
      check_report(rowkey_load_finish(load), REGIONS, window, rows, done);
      check_report(rowkey_load_finish(load), REGIONS, window, rows, done);
    }
    rowkey_load_free(load);
  }
}

/* Many regions: a single table of counts, columns fewer than else, and windows much smaller than them. */
static void counts_many_regions(void) {
  const size_t sizes[] = {(1 << 16) - 1, 1 << 16, (1 << 16) + 1, ROWKEY_MOST_REGIONS};
  const size_t tried = effort_is_full() ? 4 : 3; /* the last has 2^24 regions, each looked at several times */
  for (size_t i = 0; i < tried; i++) {
    const size_t regions = sizes[i], row_count = repetitions(40000);
    const uint64_t window = i % 2 == 0 ? row_count / 40 : row_count / 2;
    uint32_t *rows = guarded(row_count * sizeof *rows, GUARD_END);
    for (size_t k = 0; k < row_count; k++) {
      rows[k] = random_below(2) ? (uint32_t)random_below(regions) : (uint32_t)regions - 1;
    }
    rowkey_load *load = create(regions, window);
    add(load, rows, row_count);
    const rowkey_load_report *report = rowkey_load_finish(load);
    check_windows(report, rows, row_count);
    CHECK(report->columns >= 1 && report->columns * regions <= 1 << 25, "%zu columns", report->columns);
    uint64_t *counts = calloc(regions, sizeof *counts);
    for (size_t k = 0; k < row_count; k++) counts[rows[k]]++;
    const bool same = memcmp(counts, report->counts, regions * sizeof *counts) == 0;
    free(counts);
    CHECK(same, "other counts of %zu regions", regions);
    for (size_t k = 0; k < row_count; k++) {
      const size_t column = k / window / report->column_windows;
      CHECK(report->cells[column * regions + rows[k]] > 0, "row %zu is in no column", k);
    }
    rowkey_load_free(load);
  }
}

static void says_nothing_of_no_rows(void) {
  rowkey_load *load = create(7, 10);
  CHECK(rowkey_load_add(load, NULL, 0, NULL) == ROWKEY_OK, "no rows");
  const rowkey_load_report *report = rowkey_load_finish(load);
  const rowkey_evenness *total = &report->total;
  CHECK(total->rows == 0 && total->most == 0 && total->active == 0 && report->columns == 0, "rows");
  check_near(
      total->mean + total->deviation + total->variation + total->peak + total->gini + total->chi_squared, 0,
      0, "evenness of no rows");
  check_near(total->p_value, 1, 0, "no rows are as even as can be");
  rowkey_load_free(load);
}

static void refuses_rows_of_no_region(void) {
  const uint32_t bad[] = {5,         6, 1u << 24, (1u << 31) - 1, 1u << 31, (1u << 31) + 4, (1u << 31) + 5,
                          UINT32_MAX};
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    for (size_t at = 0; at < 20000; at += 1 + (size_t)random_below(3000)) {
      uint32_t *rows = guarded(20001 * sizeof *rows, GUARD_END);
      for (size_t k = 0; k <= 20000; k++) rows[k] = k < at ? (uint32_t)(k % 5) : bad[i];
      rowkey_load *load = create(5, 64);
      rowkey_error error;
      CHECK(rowkey_load_add(load, rows, 20001, &error) == ROWKEY_ERROR_RANGE, "%u is taken", bad[i]);
      CHECK(rowkey_load_add(load, rows + at, 1, NULL) == ROWKEY_ERROR_RANGE, "without an error");
      CHECK(error.row == at && strstr(error.text, "below 5") != NULL, "row %zu: %s", error.row, error.text);
      check_report(rowkey_load_finish(load), 5, 64, rows, at);
      rowkey_load_free(load);
    }
  }
}

static void refuses_what_it_cannot_count(void) {
  rowkey_error error;
  CHECK(rowkey_load_create(0, 1, &error) == NULL && error.status == ROWKEY_ERROR_ARGUMENT, "no region");
  CHECK(
      rowkey_load_create(ROWKEY_MOST_REGIONS + 1, 1, &error) == NULL && error.status == ROWKEY_ERROR_ARGUMENT,
      "more than 2^24 regions");
  CHECK(rowkey_load_create(1, 0, &error) == NULL && error.status == ROWKEY_ERROR_ARGUMENT, "no window");
  rowkey_load *load = create(1, UINT64_MAX);
  CHECK(rowkey_load_add(load, NULL, 1, &error) == ROWKEY_ERROR_ARGUMENT, "regions at NULL");
  CHECK(strcmp(error.text, "regions is NULL (expected a number for each row)") == 0, "%s", error.text);
  const uint32_t region = 0;
  CHECK(rowkey_load_add(load, &region, SIZE_MAX, &error) == ROWKEY_ERROR_ARGUMENT, "more rows than memory");
  CHECK(strstr(error.text, "so many numbers of regions do not fit in memory") != NULL, "%s", error.text);
  CHECK(rowkey_load_add(NULL, NULL, 0, NULL) == ROWKEY_ERROR_ARGUMENT, "no load");
  CHECK(rowkey_load_finish(NULL) == NULL, "a report of no load");
  rowkey_load_free(load);
  rowkey_load_free(NULL);
}

/* ---- The p-value ----------------------------------------------------------------------------- */

/* Computed with 40 digits (mpmath's gammainc). The rows with two or three digits after the point are those
 * of printed tables: 3.841 is the 5 % point of one degree of freedom, 43.773 of 30. */
static void p_values_have_ten_digits(void) {
  static const struct {
    double value;
    size_t degrees;
    double tail;
  } known[] = {
      {1e-300, 1, 1.0},
      {1.7071067811865475, 1, 0.19136118154086167},
      {3.841, 1, 0.050013683763956699},
      {6.635, 1, 0.009999419574042525},
      {10.828, 1, 0.00099976571958309236},
      {2.0, 2, 0.36787944117144232},
      {5.991, 2, 0.05001161502657909},
      {42.0, 2, 7.5825604279119067e-10},
      {1e-09, 3, 0.99999999999999159},
      {3.002449489742783, 3, 0.39124766729403138},
      {7.898979485566356, 3, 0.048146290055220093},
      {1000.0, 3, 1.7994208765314477e-216},
      {1.0, 4, 0.90979598956895014},
      {9.65685424949238, 4, 0.046622130334067303},
      {1e-300, 5, 1.0},
      {1.0, 10, 0.99982788437004416},
      {10.004472135955, 10, 0.44010101587147118},
      {18.307, 10, 0.05000058909139812},
      {18.94427190999916, 10, 0.040976249654147645},
      {1e-300, 30, 1.0},
      {0.01, 30, 1.0},
      {33.87298334620742, 30, 0.28593932285883431},
      {43.773, 30, 0.049999707788373277},
      {1000.0, 30, 5.131435321572533e-191},
      {31.007874007874012, 31, 0.46581575318870136},
      {1000.0, 31, 2.9904927122757742e-190},
      {36.0, 32, 0.28665288749397199},
      {48.0, 32, 0.034400094059574811},
      {0.01, 33, 1.0},
      {81.74423042781576, 33, 5.1194163738819273e-6},
      {124.342, 100, 0.050000715769971768},
      {149.449, 100, 0.0010000462217732489},
      {219.0, 219, 0.48729123540271704},
      {1021.349496638627, 999, 0.30460307280869787},
      {1267.193959663524, 999, 1.4389335901512844e-8},
      {5757.359312880715, 10000, 1.0},
      {9717.15728752538, 10000, 0.97801875440065309},
      {10000.141421356237, 10000, 0.49772043322212818},
      {54673.922705366655, 65535, 1.0},
      {63362.78454107333, 65535, 0.99999999934333314},
      {64810.928180357776, 65535, 0.97754895143717511},
      {65353.98204508945, 65535, 0.69097617556294528},
      {65535.0, 65535, 0.4992653724170944},
      {65535.36203590982, 65535, 0.49886643231969469},
      {65716.01795491055, 65535, 0.30805136493257233},
      {66259.07181964222, 65535, 0.023047567741744692},
      {67707.21545892667, 65535, 1.4532156666419813e-9},
      {72775.71819642223, 65535, 2.2405812226312049e-83},
      {957576.5294892446, 1000003, 1.0},
      {991517.7058978489, 1000003, 0.99999999910931573},
      {997174.5686326163, 1000003, 0.97732627662697893},
      {999295.892158154, 1000003, 0.69133798390492463},
      {1000003.0, 1000003, 0.49981193708548867},
      {1000004.4142156837, 1000003, 0.49941299522015821},
      {1000710.107841846, 1000003, 0.30841306869154594},
      {1002831.4313673837, 1000003, 0.022826432542187894},
      {1008488.2941021511, 1000003, 1.0914016389226167e-9},
      {16603436.4426346, 16777215, 1.0},
      {16603437.437455595, 16777216, 1.0},
      {16742460.287491119, 16777216, 0.99999999903762287},
      {16765630.76249704, 16777216, 0.97726851256720694},
      {16774319.69062426, 16777216, 0.69143207192217613},
      {16777216.0, 16777216, 0.49995408613412098},
      {16777221.79261875, 16777216, 0.49955514399304066},
      {16780112.30937574, 16777216, 0.30850714981127228},
      {16788801.23750296, 16777216, 0.022768770027357846},
      {16811971.71250888, 16777216, 1.0113290892130506e-9},
      {16893068.375029605, 16777216, 6.881733458432697e-89},
  };
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    const double tail = rowkey_chi_squared_tail(known[i].value, known[i].degrees);
    CHECK(fabs(tail - known[i].tail) <= 1e-10 * known[i].tail, "%.17g with %zu degrees: %.17g, not %.17g",
          known[i].value, known[i].degrees, tail, known[i].tail);
  }
}

/* For even degrees 2a: e^-x times the sum of x^k / k! for k < a, terms that are all positive. */
static void p_values_of_even_degrees_are_poisson_sums(void) {
  for (int round = 0; round < 2000; round++) {
    const size_t half = 1 + (size_t)random_below(200);
    const double x = (double)random_below(400000) / 1000;
    double sum = 0, term = exp(-x);
    for (size_t k = 0; k < half; term *= x / (double)++k) sum += term;
    check_near(rowkey_chi_squared_tail(2 * x, 2 * half), sum, 1e-11, "Poisson sum");
  }
}

static void p_values_end_at_0_and_1(void) {
  const size_t degrees[] = {1, 2, 3, 219, 1 << 24};
  for (size_t i = 0; i < sizeof degrees / sizeof degrees[0]; i++) {
    CHECK(rowkey_chi_squared_tail(0, degrees[i]) >= 1, "%zu degrees at 0", degrees[i]);
    const double far = rowkey_chi_squared_tail(1e9, degrees[i]);
    CHECK(far >= 0 && far <= 0, "%zu degrees at 10^9: %g", degrees[i], far);
  }
}

static void memory_that_runs_out(void) {
  for (size_t window = 1; window <= 1000; window += 999) {
    for (size_t failures = 0;; failures++) {
      rowkey_error error = {.status = ROWKEY_OK};
      allocations_allowed = failures;
      rowkey_load *load = rowkey_load_create(100, window, &error);
      allocations_allowed = SIZE_MAX;
      rowkey_load_free(load);
      if (load != NULL) {
        CHECK(failures >= 6, "only %zu allocations were tried", failures);
        break;
      }
      CHECK(error.status == ROWKEY_ERROR_MEMORY &&
                strcmp(error.text, "out of memory for the counts of 100 regions") == 0,
            "allocation %zu: %s", failures, error.text);
    }
  }
}

int main(int argc, char **argv) {
  static const struct test tests[] = {
      {"every figure agrees with brute force", agrees_with_brute_force},
      {"counting continues after a report", continues_after_a_report},
      {"many regions are counted as few are", counts_many_regions},
      {"no rows have no figures", says_nothing_of_no_rows},
      {"a row of no region is refused where it stands", refuses_rows_of_no_region},
      {"bad arguments are refused", refuses_what_it_cannot_count},
      {"memory that runs out", memory_that_runs_out},
      {"p-values have ten digits", p_values_have_ten_digits},
      {"p-values of even degrees are Poisson sums", p_values_of_even_degrees_are_poisson_sums},
      {"p-values end at 0 and 1", p_values_end_at_0_and_1},
  };
  return run_tests(tests, sizeof tests / sizeof tests[0], argc, argv);
}
