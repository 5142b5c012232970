/* Maps of region by time: the colour is a region's rows in proportion to an even share of them. */
#include <math.h>
#include <stdio.h>

#include "pictures/picture.h"

enum {
  LEVELS = 17, /* colours; level 0 is no rows at all. Few, so that maps stay small files */
  MOST_COLUMNS = 256,
  MOST_BANDS = 256
};
#define PANEL_HEIGHT 250.0
#define LEGEND_HEIGHT 50.0

/* Proportions are distinguished from an eighth of an even share on, as powers of two. */
static const double lowest = -3;

/* Which level is which proportion. An even share is the middle of a level, so that chance does not change its
 * colour. */
struct levels {
  double highest; /* as a power of two */
  double step;
  double even; /* the level of an even share */
};

/* Grey, and viridis, which people with any colour vision read as a scale, and which is one in grey as well.
 */
static const char *const colours[LEVELS] = {"#e4e4e4", "#440154", "#481a6c", "#472f7d", "#414487", "#39568c",
                                            "#31688e", "#2a788e", "#23888e", "#1f988b", "#22a884", "#35b779",
                                            "#54c568", "#7ad151", "#a5db36", "#d2e21b", "#fde725"};

/* How a layout's map is cut into cells. */
struct map {
  const rowkey_load_report *report;
  struct grouping bands, columns;
};

/* Many layouts have fewer columns each: a map of noise takes a kilobyte for each of them. */
static struct map map_of(const struct picture *picture, size_t index) {
  const rowkey_load_report *report = picture->layouts[index].report;
  const size_t columns = picture->count <= 4 ? MOST_COLUMNS : MOST_COLUMNS * 4 / picture->count + 1;
  return (struct map){report, rowkey_group(report->regions, MOST_BANDS),
                      rowkey_group(report->columns, columns)};
}

static double proportion(const struct map *map, size_t band, size_t column) {
  return rowkey_proportion_of(map->report, band * map->bands.together, rowkey_group_end(&map->bands, band),
                              &map->columns, column);
}

/* Up to a power of two that no cell of any map is above, and that is at least as far above an even share as
 * `lowest` is below: without a busier region, an even share is the scale's middle. */
static struct levels levels_of(const struct picture *picture) {
  double most = exp2(-lowest);
  for (size_t i = 0; i < picture->count; i++) {
    const struct map map = map_of(picture, i);
    for (size_t column = 0; column < map.columns.groups; column++)
      for (size_t band = 0; band < map.bands.groups; band++)
        most = fmax(most, proportion(&map, band, column));
  }
  struct levels levels = {.highest = ceil(log2(most))};
  levels.step = (levels.highest - lowest) / (LEVELS - 2);
  levels.even = 1 + round(-lowest / levels.step);
  return levels;
}

static uint8_t level_of(double value, const struct levels *levels) {
  if (value <= 0) return 0;
  return (uint8_t)fmin(fmax(levels->even + round(log2(value) / levels->step), 1), LEVELS - 1);
}

/* What the colours mean, above the panels. */
static void put_legend(struct svg *svg, const struct picture *picture, const struct levels *levels) {
  const double left = PAGE_MARGIN + 310, top = PAGE_HEAD - 4;
  const struct svg_panel bar = {{left, top, left + 500, top + 12}, {NULL, 0, LEVELS, SVG_LINEAR, 0, 0}, {0}};
  for (int i = 0; i < LEVELS; i++) {
    const struct svg_box box = {rowkey_panel_x(&bar, i), top, rowkey_panel_x(&bar, i + 1), top + 12};
    rowkey_svg_rectangle(svg, box, colours[i]);
  }
  rowkey_panel_tick(svg, &bar, SVG_BELOW, 0.5, "none");
  const double step = ceil((levels->highest - lowest) / 8);
  for (double power = (floor(lowest / step) + 1) * step; power <= levels->highest; power += step) {
    char text[32];
    snprintf(text, sizeof text, "%s%.0f", power < 0 ? "1/" : "", exp2(fabs(power)));
    rowkey_panel_tick(svg, &bar, SVG_BELOW, levels->even + power / levels->step + 0.5, text);
  }
  rowkey_page_note(svg, PAGE_MARGIN, top + 12, 310, "rows, as a multiple of an even share:");
  rowkey_page_note(svg, PAGE_MARGIN + 840, top + 12, 280, "1 = every %s gets the same", picture->unit);
}

static void put_map(struct svg *svg, const struct map *map, struct svg_box box, const struct levels *levels) {
  uint8_t cells[MOST_BANDS * MOST_COLUMNS];
  const size_t columns = map->columns.groups;
  for (size_t band = 0; band < map->bands.groups; band++)
    for (size_t column = 0; column < columns; column++)
      cells[band * columns + column] = level_of(proportion(map, band, column), levels);
  const double rows = (double)map->report->total.rows;
  rowkey_svg_cells(
      svg, box,
      &(struct svg_cells){cells, columns, map->bands.groups,
                          columns == 1 ? 1 : rows / rowkey_column_rows(map->report, &map->columns),
                          (double)map->report->regions / (double)map->bands.together},
      colours);
}

static void put_panel(struct svg *svg, const struct picture *picture, size_t index, struct svg_box box,
                      const struct levels *levels) {
  const rowkey_pictured *drawn = &picture->layouts[index];
  const rowkey_load_report *report = drawn->report;
  const struct map map = map_of(picture, index);
  char label[64], regions[GROUPED_SIZE], active[SHOWN_SIZE], lock_step[SHOWN_SIZE];
  const size_t together = map.bands.together;
  snprintf(label, sizeof label, together > 1 ? "%s (%zu a line)" : "%s", picture->unit, together);
  if (report->window_count == 0)
    rowkey_page_caption(svg, box, drawn->layout, "fewer rows than a window has");
  else
    rowkey_page_caption(svg, box, drawn->layout, "%s of %s %ss active in a window; lock step %s",
                        rowkey_show_fixed(active, report->active_mean, 1),
                        rowkey_grouped(regions, report->regions), picture->unit,
                        rowkey_show_fixed(lock_step, report->lock_step, 2));
  const struct svg_panel panel = {box, rowkey_time_axis(report), rowkey_region_axis(report, label)};
  if (map.columns.groups > 0) put_map(svg, &map, box, levels);
  rowkey_panel_axes(svg, &panel);
}

void rowkey_draw_heat(struct svg *svg, const struct picture *picture) {
  const struct grid grid = {.top = PAGE_HEAD + LEGEND_HEIGHT, .left = 84, .panel_height = PANEL_HEIGHT};
  char reading[200];
  snprintf(
      reading, sizeof reading,
      "One colour all over is an even load at any time. A bright line is a %s that takes nearly all rows for "
      "a while. Grey ones are idle.",
      picture->unit);
  rowkey_page_begin(svg, picture, rowkey_grid_height(picture, &grid), "Where the rows go over time", reading);
  const struct levels levels = levels_of(picture);
  if (picture->seen->rows > 0) put_legend(svg, picture, &levels);
  for (size_t i = 0; i < picture->count; i++)
    put_panel(svg, picture, i, rowkey_grid_box(picture, &grid, i), &levels);
  rowkey_svg_end(svg);
}
