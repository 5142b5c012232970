/* A few regions' rows over time, one above the other. */
#include <math.h>

#include "report/picture.h"
#include "text/plural.h"

enum {
  MOST_LANES = 8,
  MOST_COLUMNS = 200,
  MOST_POINTS = 5000, /* of all lanes of a page: what keeps its file small */
};
#define PANEL_HEIGHT 256.0
#define HIGHEST_LANE 80.0

/* Beyond so many times an even share, rows are drawn by their logarithm. */
static const double most_linear = 12;

/* How rows in a window become a height in a lane, 0 … 1: the same for all layouts. In steps of a fraction of
 * a pixel, so that lanes that hardly change are drawn with few points. */
struct heights {
  double lane; /* pixels */
  double most; /* rows */
  bool by_logarithm;
};

static double height_of(const struct heights *heights, double rows) {
  const double steps = 2 * heights->lane;
  const double height = heights->by_logarithm ? log1p(rows) / log1p(heights->most) : rows / heights->most;
  return round(height * steps) / steps;
}

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
  lanes.columns = group(lanes.report->columns, most < 2 ? 2 : most);
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

/* Of all regions; of a run that does not fill one, what there is. */
static double window_rows(const rowkey_load_report *report) {
  return (double)(report->window < report->total.rows ? report->window : report->total.rows);
}

/* The rows of the lane's region in a window, on the average of the column's windows. */
static double rows_in_window(const struct lanes *lanes, size_t lane, size_t column) {
  const size_t first = column * lanes->columns.together, end = group_end(&lanes->columns, column);
  const size_t region = region_of(lanes, lane);
  const uint64_t all = rows_between(lanes->report, first, end);
  if (all == 0) return 0;
  return (double)rows_of(lanes->report, region, region + 1, first, end) / (double)all *
         window_rows(lanes->report);
}

static struct heights heights_of(const struct picture *picture) {
  struct heights heights = {.lane = HIGHEST_LANE, .most = 1};
  double fewest_even = INFINITY;
  for (size_t i = 0; i < picture->count; i++) {
    const struct lanes lanes = lanes_of(picture, i);
    heights.lane = fmin(heights.lane, PANEL_HEIGHT / (double)lanes.count);
    fewest_even = fmin(fewest_even, window_rows(lanes.report) / (double)lanes.report->regions);
    for (size_t lane = 0; lane < lanes.count; lane++)
      for (size_t column = 0; column < lanes.columns.groups; column++)
        heights.most = fmax(heights.most, rows_in_window(&lanes, lane, column));
  }
  heights.most = ceil(heights.most);
  heights.by_logarithm = heights.most > most_linear * fewest_even;
  return heights;
}

/* The outline of a lane: steps from left to right, equal neighbours as one, and the corners below. */
static void put_lane(FILE *script, const struct lanes *lanes, size_t lane, const struct heights *heights,
                     double scale) {
  const rowkey_load_report *report = lanes->report;
  const double column_rows =
      (double)(lanes->columns.together * report->column_windows) * (double)report->window;
  const double end = (double)report->total.rows / scale;
  double before = -1;
  fprintf(script, "0 %zu\n", lane);
  for (size_t column = 0; column < lanes->columns.groups; column++) {
    const double height = 0.86 * height_of(heights, rows_in_window(lanes, lane, column));
    const double start = (double)column * column_rows / scale;
    if (height != before) {
      if (column > 0) fprintf(script, "%.6g %.4f\n", start, (double)lane + before);
      fprintf(script, "%.6g %.4f\n", start, (double)lane + height);
    }
    before = height;
  }
  fprintf(script, "%.6g %.4f\n%.6g %zu\ne\n", end, (double)lane + before, end, lane);
}

/* The scale of the uppermost lane, on the right. */
static void put_scale(FILE *script, const struct lanes *lanes, const struct heights *heights) {
  const double base = (double)lanes->count - 1;
  fprintf(script, "set y2range [0:%zu]\nset y2tics scale 0.5 ('0' %.1f", lanes->count, base);
  char most[GROUPED_SIZE];
  fprintf(script, ", '%s' %.4f", grouped(most, (uint64_t)heights->most), base + 0.86);
  fputs(")\n", script);
}

static void put_panel(const struct picture *picture, size_t index, struct box box, double height,
                      const struct heights *heights) {
  FILE *script = picture->script;
  const struct lanes lanes = lanes_of(picture, index);
  const rowkey_load_report *report = lanes.report;
  const char *layout = picture->layouts[index].layout;
  char windows[GROUPED_SIZE], share[16];
  snprintf(share, sizeof share, report->hottest_share < 0.0995 ? "%.2g" : "%.0f",
           100 * report->hottest_share);
  if (report->window_count == 0)
    page_caption(picture, box, layout, "fewer rows than a window has");
  else
    page_caption(picture, box, layout, "busiest longest: %s %zu for %s window%s, %s %% of their rows",
                 picture->unit, report->hottest, grouped(windows, report->hottest_windows),
                 plural(report->hottest_windows), share);
  page_panel(picture, box, height);
  const double scale = scale_of((double)report->total.rows);
  fprintf(script, "set xrange [0:%.17g]\nset yrange [0:%zu]\n",
          report->total.rows == 0 ? 1 : (double)report->total.rows / scale, lanes.count);
  fprintf(script, "set xlabel 'time: rows written%s' offset 0,0.4\nset ylabel ''\nset ytics (",
          scale_name(scale));
  for (size_t lane = 0; lane < lanes.count; lane++)
    fprintf(script, "%s'%s %zu' %zu", lane == 0 ? "" : ", ", picture->unit, region_of(&lanes, lane), lane);
  fputs(")\n", script);
  put_scale(script, &lanes, heights);
  const double even = 0.86 * height_of(heights, window_rows(report) / (double)report->regions);
  fputs("plot ", script);
  if (lanes.columns.groups > 0)
    for (size_t lane = 0; lane < lanes.count; lane++)
      fputs("'-' with filledcurves closed fillcolor rgb '#0072b2', ", script);
  for (size_t lane = 0; lane < lanes.count; lane++)
    fprintf(script, "%s%.4f with lines dashtype 2 linewidth 1.2 linecolor rgb '#d55e00'",
            lane == 0 ? "" : ", ", (double)lane + even);
  fputs("\n", script);
  if (lanes.columns.groups > 0)
    for (size_t lane = 0; lane < lanes.count; lane++) put_lane(script, &lanes, lane, heights, scale);
  page_panel_end(picture);
}

void picture_activity(const struct picture *picture) {
  const struct heights heights = heights_of(picture);
  const size_t regions = most_regions(picture);
  const double most_lanes = (double)(regions < MOST_LANES ? regions : MOST_LANES);
  const struct grid grid = {.top = PAGE_HEAD, .left = 90, .panel_height = heights.lane * most_lanes};
  const double height = grid_height(picture, &grid);
  const struct lanes lanes = lanes_of(picture, 0);
  const uint64_t together = lanes.columns.together * lanes.report->column_windows;
  char title[80], reading[240], most[GROUPED_SIZE], mean[GROUPED_SIZE + 32] = "", count[GROUPED_SIZE];
  snprintf(title, sizeof title, "How busy single %ss are over time", picture->unit);
  if (together > 1) snprintf(mean, sizeof mean, " (the mean of %s at a time)", grouped(count, together));
  snprintf(reading, sizeof reading,
           "Blue: rows in a window%s, of %s%s; each lane from 0 to %s%s. Dashed: an even share.", mean,
           regions > MOST_LANES ? "the busiest and seven other " : "every ",
           regions > MOST_LANES ? (picture->unit[0] == 'r' ? "regions" : "servers") : picture->unit,
           grouped(most, (uint64_t)heights.most), heights.by_logarithm ? ", logarithmic" : "");
  page_begin(picture, height, title, reading);
  for (size_t i = 0; i < picture->count; i++)
    put_panel(picture, i, grid_box(picture, &grid, i), height, &heights);
  page_end(picture);
}
