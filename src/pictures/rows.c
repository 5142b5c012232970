/* The rows of each region, and how many regions have how many rows. */
#include <math.h>
#include <stdio.h>

#include "pictures/picture.h"

enum {
  MOST_BANDS = 400,
  BINS = 40,
  FEWEST_FOR_CURVE = 16 /* regions, and rows of each: an approximation is good enough from there on */
};
#define PANEL_HEIGHT 140.0
#define LEFT 80.0
#define BAR_COLOUR "#0072b2"

/* Of the regions' counts of all layouts, as bins of whole numbers of rows. */
struct bins {
  uint64_t first, width, most; /* rows */
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
  struct bins bins = {.first = UINT64_MAX};
  for (size_t i = 0; i < picture->count; i++) {
    const rowkey_evenness *total = &picture->layouts[i].report->total;
    if (total->least < bins.first) bins.first = total->least;
    if (total->most > bins.most) bins.most = total->most;
  }
  bins.width = (bins.most - bins.first) / BINS + 1;
  bins.count = (size_t)((bins.most - bins.first) / bins.width) + 1;
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

static void put_bins(struct svg *svg, const struct svg_panel *panel, const rowkey_load_report *report,
                     const struct bins *bins) {
  size_t counts[BINS];
  count_bins(bins, report, counts);
  const double width = (double)bins->width, first = (double)bins->first - 0.5;
  for (size_t bin = 0; bin < bins->count; bin++) {
    const double left = first + ((double)bin + 0.03) * width;
    const struct svg_box box = {rowkey_panel_x(panel, left), rowkey_panel_y(panel, (double)counts[bin]),
                                rowkey_panel_x(panel, left + 0.94 * width), panel->box.bottom};
    if (counts[bin] > 0) rowkey_svg_rectangle(svg, box, BAR_COLOUR);
  }
  if (report->regions < FEWEST_FOR_CURVE || report->total.rows / report->regions < FEWEST_FOR_CURVE) return;
  rowkey_svg_path(svg, "fill=\"none\" stroke=\"#d55e00\" stroke-width=\"2\"");
  for (size_t bin = 0; bin < bins->count; bin++)
    rowkey_svg_point(svg, bin == 0 ? 'M' : 'L', rowkey_panel_x(panel, first + ((double)bin + 0.5) * width),
                     rowkey_panel_y(panel, expected(report, bins, bin)));
  rowkey_svg_path_end(svg);
}

static void put_distribution(struct svg *svg, const char *unit, struct svg_box box,
                             const rowkey_load_report *report, const struct bins *bins) {
  const double first = (double)bins->first - 0.5, width = (double)bins->count * (double)bins->width;
  const double margin = fmax(width * 0.03, 1e-3 * first);
  char across[64], up[64];
  snprintf(across, sizeof across, "rows of a %s", unit);
  snprintf(up, sizeof up, "%ss%s", unit, bins->by_root ? " (square-root scale)" : "");
  const struct svg_panel panel = {box,
                                  {across, first - margin, first + width + margin, SVG_LINEAR, 1, 0},
                                  {up, 0, bins->tallest * 1.08, bins->by_root ? SVG_ROOT : SVG_LINEAR, 1, 0}};
  put_bins(svg, &panel, report, bins);
  rowkey_panel_axes(svg, &panel);
}

/* ---- The rows of each region ------------------------------------------------------------------ */

/* The least or the most rows of a band's regions. */
static uint64_t extreme_of(const rowkey_load_report *report, const struct grouping *bands, size_t band,
                           bool is_most) {
  uint64_t extreme = report->counts[band * bands->together];
  for (size_t i = band * bands->together; i < rowkey_group_end(bands, band); i++)
    if ((report->counts[i] > extreme) == is_most) extreme = report->counts[i];
  return extreme;
}

/* The outline of all bars, as one shape: a file of shapes for each bar would be many times as large. */
static void put_bars(struct svg *svg, const struct svg_panel *panel, const rowkey_load_report *report,
                     const struct grouping *bands, bool is_most) {
  const double gap = bands->groups > 64 ? 0 : 0.07;
  rowkey_svg_path(svg, is_most ? "fill=\"#9ecae1\"" : "fill=\"" BAR_COLOUR "\"");
  for (size_t band = 0; band < bands->groups; band++) {
    const double left = (double)(band * bands->together) + gap,
                 right = (double)rowkey_group_end(bands, band) - gap;
    const double rows = (double)extreme_of(report, bands, band, is_most);
    if (gap > 0 || band == 0) rowkey_svg_point(svg, 'M', rowkey_panel_x(panel, left), panel->box.bottom);
    rowkey_svg_point(svg, 'V', 0, rowkey_panel_y(panel, rows));
    rowkey_svg_point(svg, 'H', rowkey_panel_x(panel, right), 0);
    if (gap > 0 || band + 1 == bands->groups) rowkey_svg_point(svg, 'V', 0, panel->box.bottom);
  }
  rowkey_svg_path_end(svg);
}

/* Where a bar stands for several regions it reaches to the one with the least rows, and paler to the one with
 * the most. */
static void put_regions(struct svg *svg, const char *unit, struct svg_box box,
                        const rowkey_load_report *report, uint64_t most_rows) {
  char label[64];
  snprintf(label, sizeof label, "rows of a %s", unit);
  const struct svg_panel panel = {
      box, rowkey_region_axis(report, unit), {label, 0, fmax((double)most_rows, 1) * 1.05, SVG_LINEAR, 1, 0}};
  const struct grouping bands = rowkey_group(report->regions, MOST_BANDS);
  if (bands.together > 1) put_bars(svg, &panel, report, &bands, true);
  put_bars(svg, &panel, report, &bands, false);
  rowkey_page_even(svg, &panel, report->total.mean);
  rowkey_panel_axes(svg, &panel);
}

/* ---- The page --------------------------------------------------------------------------------- */

static void put_layout(struct svg *svg, const struct picture *picture, size_t index,
                       const struct bins *bins) {
  const rowkey_pictured *drawn = &picture->layouts[index];
  const rowkey_evenness *total = &drawn->report->total;
  const double top = PAGE_HEAD + (double)index * (PANEL_HEIGHT + PANEL_GAP) + CAPTION_HEIGHT;
  const struct svg_box row = {LEFT, top, PAGE_WIDTH - 2 * PAGE_MARGIN, top + PANEL_HEIGHT};
  char least[GROUPED_SIZE], most[GROUPED_SIZE], p_value[SHOWN_SIZE], deviation[SHOWN_SIZE],
      percent[SHOWN_SIZE], chi_squared[SHOWN_SIZE];
  const char *const relation = total->p_value < 1e-99 ? "<" : "=";
  rowkey_show_digits(p_value, fmax(total->p_value, 1e-99), 2);
  rowkey_page_caption(
      svg, row, drawn->layout,
      "%s to %s rows; standard deviation %s, %s %% of the mean; chi-squared %s with %zu degrees of "
      "freedom: p %s %s",
      rowkey_grouped(least, total->least), rowkey_grouped(most, total->most),
      rowkey_show_fixed(deviation, total->deviation, 1),
      rowkey_show_digits(percent, 100 * total->variation, 3),
      rowkey_show_fixed(chi_squared, total->chi_squared, 1), drawn->report->regions - 1, relation, p_value);
  put_regions(svg, picture->unit, (struct svg_box){row.left, row.top, 660, row.bottom}, drawn->report,
              bins->most);
  put_distribution(svg, picture->unit, (struct svg_box){750, row.top, row.right, row.bottom}, drawn->report,
                   bins);
}

void rowkey_draw_rows(struct svg *svg, const struct picture *picture) {
  const double height = PAGE_HEAD + (double)picture->count * (PANEL_HEIGHT + PANEL_GAP) + 16;
  char title[80], reading[240], bar[80];
  snprintf(title, sizeof title, "How many rows each %s gets", picture->unit);
  const size_t together = rowkey_group(rowkey_most_regions(picture), MOST_BANDS).together;
  if (together > 1)
    snprintf(bar, sizeof bar, "%zu %ss a bar, from the least rows to the most (pale)", together,
             picture->unit);
  else
    snprintf(bar, sizeof bar, "every %s", picture->unit);
  snprintf(reading, sizeof reading,
           "Left: %s; dashed: an even share. Right: how many %ss have so many rows; line: what chance gives.",
           bar, picture->unit);
  rowkey_page_begin(svg, picture, height, title, reading);
  const struct bins bins = bins_of(picture);
  for (size_t i = 0; i < picture->count; i++) put_layout(svg, picture, i, &bins);
  rowkey_svg_end(svg);
}
