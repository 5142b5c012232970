/* A few regions' rows over time, one above the other. */
#include <math.h>
#include <stdio.h>

#include "pictures/picture.h"
#include "text/plural.h"

enum {
  MOST_LANES = 8,
  MOST_COLUMNS = 200,
  MOST_POINTS = 5000, /* of all lanes of a page: what keeps its file small */
};
#define PANEL_HEIGHT 256.0
#define HIGHEST_LANE 80.0
#define FREE_PART 0.14 /* of a lane, above its scale's end */

/* Beyond so many times an even share, heights are square roots. */
static const double most_linear = 12;

struct lanes {
  const rowkey_load_report *report;
  size_t count;
  struct grouping columns;
};

static struct lanes lanes_of(const struct picture *picture, size_t index) {
  struct lanes lanes = {.report = picture->layouts[index].report};
  lanes.count = lanes.report->regions < MOST_LANES ? lanes.report->regions : MOST_LANES;
  size_t most = MOST_POINTS / MOST_LANES / picture->count;
  if (most > MOST_COLUMNS) most = MOST_COLUMNS;
  lanes.columns = rowkey_group(lanes.report->columns, most < 2 ? 2 : most);
  return lanes;
}

/* The first one of each part of the regions, which are as many parts as lanes; but the region that is longest
 * the busiest is always there: it is what somebody looks for. */
static size_t region_of(const struct lanes *lanes, size_t lane) {
  const uint64_t regions = lanes->report->regions;
  const size_t first = (size_t)(regions * lane / lanes->count);
  const size_t end = (size_t)(regions * (lane + 1) / lanes->count), hottest = lanes->report->hottest;
  return first <= hottest && hottest < end ? hottest : first;
}

/* An even share of a window; of a run that does not fill one, of what there is. */
static double even_rows(const rowkey_load_report *report) {
  const uint64_t rows = report->window < report->total.rows ? report->window : report->total.rows;
  return (double)rows / (double)report->regions;
}

/* The rows of the lane's region in a window, on the average of the column's windows. */
static double rows_in_window(const struct lanes *lanes, size_t lane, size_t column) {
  const size_t region = region_of(lanes, lane);
  const uint64_t rows = rowkey_rows_of_cell(lanes->report, region, region + 1, &lanes->columns, column);
  return rowkey_proportion_of(lanes->report, rows, 1, &lanes->columns, column) * even_rows(lanes->report);
}

/* Of a lane: the same for all layouts. */
static struct svg_axis height_axis(const struct picture *picture) {
  struct svg_axis axis = {.high = 1};
  double fewest_even = INFINITY;
  for (size_t i = 0; i < picture->count; i++) {
    const struct lanes lanes = lanes_of(picture, i);
    fewest_even = fmin(fewest_even, even_rows(lanes.report));
    for (size_t lane = 0; lane < lanes.count; lane++)
      for (size_t column = 0; column < lanes.columns.groups; column++)
        axis.high = fmax(axis.high, rows_in_window(&lanes, lane, column));
  }
  axis.high =
      ceil(axis.high * (1 - 1e-12)); /* what is a whole number but for its last digits is that number */
  axis.scale = axis.high > most_linear * fewest_even ? SVG_ROOT : SVG_LINEAR;
  return axis;
}

/* The outline of a lane: steps from left to right, without those of less than half a pixel, and the corners
 * below. */
static void put_outline(struct svg *svg, const struct svg_panel *panel, const struct lanes *lanes,
                        size_t lane) {
  const double width = rowkey_column_rows(lanes->report, &lanes->columns);
  double before = -1;
  rowkey_svg_path(svg, "fill=\"#0072b2\"");
  rowkey_svg_point(svg, 'M', panel->box.left, panel->box.bottom);
  for (size_t column = 0; column < lanes->columns.groups; column++) {
    const double top = rowkey_panel_y(panel, rows_in_window(lanes, lane, column));
    if (fabs(top - before) < 0.5) continue;
    if (column > 0) rowkey_svg_point(svg, 'H', rowkey_panel_x(panel, (double)column * width), 0);
    rowkey_svg_point(svg, 'V', 0, before = top);
  }
  rowkey_svg_point(svg, 'H', panel->box.right, 0);
  rowkey_svg_point(svg, 'V', 0, panel->box.bottom);
  rowkey_svg_path_end(svg);
}

static void put_lane(struct svg *svg, const struct svg_panel *panel, const struct lanes *lanes, size_t lane,
                     const char *unit) {
  if (lanes->columns.groups > 0) put_outline(svg, panel, lanes, lane);
  rowkey_page_even(svg, panel, even_rows(lanes->report));
  char text[64];
  snprintf(text, sizeof text, "%s %zu", unit, region_of(lanes, lane));
  rowkey_panel_tick(svg, panel, SVG_LEFT, 0, text);
  if (lane + 1 < lanes->count) return;
  rowkey_panel_tick(svg, panel, SVG_RIGHT, 0, "0");
  rowkey_panel_tick(svg, panel, SVG_RIGHT, panel->y.high, rowkey_grouped(text, (uint64_t)panel->y.high));
}

static void put_panel(struct svg *svg, const struct picture *picture, size_t index, struct svg_box box,
                      struct svg_axis heights) {
  const struct lanes lanes = lanes_of(picture, index);
  const rowkey_load_report *report = lanes.report;
  const char *layout = picture->layouts[index].layout;
  char windows[GROUPED_SIZE], share[SHOWN_SIZE];
  if (report->hottest_share < 0.0995)
    rowkey_show_digits(share, 100 * report->hottest_share, 2);
  else
    rowkey_show_fixed(share, 100 * report->hottest_share, 0);
  if (report->window_count == 0)
    rowkey_page_caption(svg, box, layout, "fewer rows than a window has");
  else
    rowkey_page_caption(svg, box, layout, "busiest longest: %s %zu for %s window%s, %s %% of their rows",
                        picture->unit, report->hottest, rowkey_grouped(windows, report->hottest_windows),
                        plural(report->hottest_windows), share);
  const double height = (box.bottom - box.top) / (double)lanes.count;
  for (size_t lane = 0; lane < lanes.count; lane++) {
    const double bottom = box.bottom - (double)lane * height;
    const struct svg_box inner = {box.left, bottom - (1 - FREE_PART) * height, box.right, bottom};
    put_lane(svg, &(struct svg_panel){inner, rowkey_time_axis(report), heights}, &lanes, lane, picture->unit);
  }
  rowkey_panel_axes(svg, &(struct svg_panel){box, rowkey_time_axis(report), heights});
}

void rowkey_draw_activity(struct svg *svg, const struct picture *picture) {
  const struct svg_axis heights = height_axis(picture);
  const size_t regions = rowkey_most_regions(picture), count = regions < MOST_LANES ? regions : MOST_LANES;
  const struct grid grid = {PAGE_HEAD, 90, fmin(HIGHEST_LANE * (double)count, PANEL_HEIGHT)};
  const struct lanes lanes = lanes_of(picture, 0);
  const uint64_t together = lanes.columns.together * lanes.report->column_windows;
  char title[80], reading[240], most[GROUPED_SIZE], mean[GROUPED_SIZE + 32] = "", windows[GROUPED_SIZE];
  snprintf(title, sizeof title, "How busy single %ss are over time", picture->unit);
  if (together > 1)
    snprintf(mean, sizeof mean, " (the mean of %s at a time)", rowkey_grouped(windows, together));
  snprintf(reading, sizeof reading,
           "Blue: rows in a window%s, of %s %s%s; each lane from 0 to %s%s. Dashed: an even share.", mean,
           regions > MOST_LANES ? "the busiest and seven other" : "every", picture->unit,
           regions > MOST_LANES ? "s" : "", rowkey_grouped(most, (uint64_t)heights.high),
           heights.scale == SVG_ROOT ? ", square-root scale" : "");
  rowkey_page_begin(svg, picture, rowkey_grid_height(picture, &grid), title, reading);
  for (size_t i = 0; i < picture->count; i++)
    put_panel(svg, picture, i, rowkey_grid_box(picture, &grid, i), heights);
  rowkey_svg_end(svg);
}
