/* The rows of each region, and how many regions have how many rows. */
#include <inttypes.h>
#include <math.h>

#include "report/picture.h"

enum {
  MOST_BANDS = 400,
  BINS = 40,
  MOST_TICKS = 8,       /* of different numbers of rows, one each: between so few, gnuplot would put others */
  FEWEST_FOR_CURVE = 16 /* regions, and rows of each: an approximation is good enough from there on */
};
#define PANEL_HEIGHT 140.0
#define LEFT 80.0

static const char bar_colour[] = "#0072b2", range_colour[] = "#9ecae1", even_colour[] = "#d55e00";

/* Of the regions' counts of all layouts, as bins of whole numbers of rows. */
struct bins {
  uint64_t first, width;
  size_t count;
  double tallest; /* regions of any layout in a bin */
  bool by_root;   /* heights are drawn as square roots, as they differ too much */
};

/* ---- How many regions have how many rows ------------------------------------------------------ */

static void count_bins(const struct bins *bins, const rowkey_load_report *report, size_t counts[BINS]) {
  for (size_t i = 0; i < BINS; i++) counts[i] = 0;
  for (size_t i = 0; i < report->regions; i++) counts[(report->counts[i] - bins->first) / bins->width]++;
}

static struct bins bins_of(const struct picture *picture) {
  uint64_t least = UINT64_MAX;
  const uint64_t most = most_rows(picture);
  for (size_t i = 0; i < picture->count; i++) {
    const rowkey_load_report *report = picture->layouts[i].report;
    if (report->total.least < least) least = report->total.least;
  }
  struct bins bins = {.first = least, .width = (most - least) / BINS + 1};
  bins.count = (size_t)((most - least) / bins.width) + 1;
  double lowest_top = INFINITY;
  for (size_t i = 0; i < picture->count; i++) {
    size_t counts[BINS], top = 0;
    count_bins(&bins, picture->layouts[i].report, counts);
    for (size_t bin = 0; bin < bins.count; bin++) top = counts[bin] > top ? counts[bin] : top;
    bins.tallest = fmax(bins.tallest, (double)top);
    lowest_top = fmin(lowest_top, (double)top);
  }
  bins.by_root = bins.tallest > 20 && bins.tallest > 4 * lowest_top;
  return bins;
}

/* Regions in a bin when rows fall evenly at random: the normal approximation of the binomial distribution. */
static double expected(const rowkey_load_report *report, const struct bins *bins, size_t bin) {
  const double regions = (double)report->regions;
  const double deviation = sqrt(report->total.mean * (1 - 1 / regions)) * sqrt(2);
  const double low = (double)bins->first + (double)(bin * bins->width) - 0.5;
  const double high = low + (double)bins->width;
  return regions / 2 *
         (erf((high - report->total.mean) / deviation) - erf((low - report->total.mean) / deviation));
}

static double height_in(const struct bins *bins, double regions) {
  return bins->by_root ? sqrt(regions) : regions;
}

/* 0 and powers of ten, as far as they are apart. */
static void put_root_ticks(FILE *script, double most) {
  fputs("set ytics ('0' 0", script);
  for (double step = 1; step <= most; step *= 10)
    if (sqrt(step / most) > 0.08) fprintf(script, ", '%.0f' %.4f", step, sqrt(step));
  if (sqrt(most) - sqrt(pow(10, floor(log10(most)))) > 0.15 * sqrt(most))
    fprintf(script, ", '%.0f' %.4f", most, sqrt(most));
  fputs(")\n", script);
}

static void put_distribution(const struct picture *picture, const rowkey_load_report *report,
                             const struct bins *bins) {
  FILE *script = picture->script;
  const double scale = scale_of((double)most_rows(picture));
  const double width = (double)bins->width / scale, first = (double)bins->first / scale;
  const double margin = fmax(width * (double)bins->count * 0.03, 1e-3 * first);
  fprintf(script, "set xrange [%.17g:%.17g]\nset yrange [0:%.17g]\n", first - 0.5 / scale - margin,
          first - 0.5 / scale + (double)bins->count * width + margin, height_in(bins, bins->tallest) * 1.08);
  if (bins->count * bins->width > MOST_TICKS)
    fputs("set xtics autofreq\n", script);
  else
    fprintf(script, "set xtics %.17g\n", 1 / scale);
  fprintf(script, "set xlabel 'rows of a %s%s' offset 0,0.4\nset ylabel '%ss%s' offset 0.5,0\n",
          picture->unit, scale_name(scale), picture->unit, bins->by_root ? " (square-root scale)" : "");
  if (bins->by_root)
    put_root_ticks(script, bins->tallest);
  else
    put_ticks(picture, 'y', bins->tallest, 1);

  const bool curve =
      report->regions >= FEWEST_FOR_CURVE && report->total.rows / report->regions >= FEWEST_FOR_CURVE;
  fprintf(script, "plot '-' using ($1+%.17g):2:(%.17g) with boxes fillcolor rgb '%s'%s\n",
          width / 2 - 0.5 / scale, width * 0.94, bar_colour,
          curve ? ", '-' with lines linewidth 2 linecolor rgb '#d55e00'" : "");
  size_t counts[BINS];
  count_bins(bins, report, counts);
  for (size_t bin = 0; bin < bins->count; bin++)
    fprintf(script, "%.10g %.5g\n", first + (double)bin * width, height_in(bins, (double)counts[bin]));
  fputs("e\n", script);
  if (!curve) return;
  for (size_t bin = 0; bin < bins->count; bin++)
    fprintf(script, "%.10g %.5g\n", first + ((double)bin + 0.5) * width - 0.5 / scale,
            height_in(bins, expected(report, bins, bin)));
  fputs("e\n", script);
}

/* ---- The rows of each region ------------------------------------------------------------------ */

struct bar {
  double left, right; /* of all its regions, whose first is number `left` */
  uint64_t least, most;
};

static struct bar bar_of(const rowkey_load_report *report, const struct grouping *bands, size_t band) {
  const size_t first = band * bands->together, end = group_end(bands, band);
  struct bar bar = {(double)first, (double)end, report->counts[first], report->counts[first]};
  for (size_t i = first; i < end; i++) {
    if (report->counts[i] < bar.least) bar.least = report->counts[i];
    if (report->counts[i] > bar.most) bar.most = report->counts[i];
  }
  return bar;
}

/* The outline of all bars, as one shape: a file of shapes for each bar would be many times as large. */
static void put_bars(FILE *script, const rowkey_load_report *report, const struct grouping *bands,
                     bool is_most, double scale) {
  const double gap = bands->groups > 64 ? 0 : 0.07;
  for (size_t band = 0; band < bands->groups; band++) {
    const struct bar bar = bar_of(report, bands, band);
    const double height = (double)(is_most ? bar.most : bar.least) / scale;
    const double left = bar.left + gap, right = bar.right - gap;
    if (gap > 0 || band == 0) fprintf(script, "%.10g 0\n", left);
    fprintf(script, "%.10g %.8g\n%.10g %.8g\n", left, height, right, height);
    if (gap > 0 || band + 1 == bands->groups) fprintf(script, "%.10g 0\n", right);
  }
  fputs("e\n", script);
}

/* Where a bar stands for several regions it reaches to the one with the least rows, and paler to the one with
 * the most. */
static void put_regions(const struct picture *picture, const rowkey_load_report *report) {
  FILE *script = picture->script;
  const double most = fmax((double)most_rows(picture), 1), scale = scale_of(most);
  fprintf(script, "set xrange [0:%zu]\nset yrange [0:%.17g]\n", report->regions, most / scale * 1.05);
  fprintf(script, "set xlabel '%s' offset 0,0.4\nset ylabel 'rows of a %s%s' offset 1.2,0\n", picture->unit,
          picture->unit, scale_name(scale));
  put_index_ticks(picture, 'x', report->regions);
  put_ticks(picture, 'y', most / scale, 1 / scale);
  const struct grouping bands = group(report->regions, MOST_BANDS);
  const bool has_range = bands.together > 1;
  static const char bars[] = "'-' with filledcurves closed fillcolor rgb";
  fputs("plot ", script);
  if (has_range) fprintf(script, "%s '%s', ", bars, range_colour);
  fprintf(script, "%s '%s', %.17g with lines dashtype 2 linewidth 1.5 linecolor rgb '%s'\n", bars, bar_colour,
          report->total.mean / scale, even_colour);
  if (has_range) put_bars(script, report, &bands, true, scale);
  put_bars(script, report, &bands, false, scale);
}

/* ---- The page --------------------------------------------------------------------------------- */

static void put_layout(const struct picture *picture, size_t index, const struct bins *bins, double height) {
  const struct drawn *drawn = &picture->layouts[index];
  const rowkey_evenness *total = &drawn->report->total;
  const double top = PAGE_HEAD + (double)index * (PANEL_HEIGHT + PANEL_GAP) + CAPTION_HEIGHT;
  const struct box row = {LEFT, top, PAGE_WIDTH - 2 * PAGE_MARGIN, top + PANEL_HEIGHT};
  char least[GROUPED_SIZE], most[GROUPED_SIZE], p_value[32];
  snprintf(p_value, sizeof p_value, total->p_value < 1e-99 ? "p < 1e-99" : "p = %.2g", total->p_value);
  page_caption(
      picture, row, drawn->layout,
      "%s to %s rows; standard deviation %.1f, %.3g %% of the mean; chi-squared %.1f with %zu degrees of "
      "freedom: %s",
      grouped(least, total->least), grouped(most, total->most), total->deviation, 100 * total->variation,
      total->chi_squared, drawn->report->regions - 1, p_value);
  page_panel(picture, (struct box){row.left, row.top, 660, row.bottom}, height);
  put_regions(picture, drawn->report);
  page_panel_end(picture);
  page_panel(picture, (struct box){750, row.top, row.right, row.bottom}, height);
  put_distribution(picture, drawn->report, bins);
}

void picture_rows(const struct picture *picture) {
  const double height = PAGE_HEAD + (double)picture->count * (PANEL_HEIGHT + PANEL_GAP) + 16;
  char title[80], reading[240], bar[80];
  snprintf(title, sizeof title, "How many rows each %s gets", picture->unit);
  const size_t together = group(most_regions(picture), MOST_BANDS).together;
  if (together > 1)
    snprintf(bar, sizeof bar, "%zu %ss a bar, from the least rows to the most (pale)", together,
             picture->unit);
  else
    snprintf(bar, sizeof bar, "every %s", picture->unit);
  snprintf(reading, sizeof reading,
           "Left: %s; dashed: an even share. Right: how many %ss have so many rows; line: what chance gives.",
           bar, picture->unit);
  page_begin(picture, height, title, reading);
  const struct bins bins = bins_of(picture);
  for (size_t i = 0; i < picture->count; i++) put_layout(picture, i, &bins, height);
  page_end(picture);
}
