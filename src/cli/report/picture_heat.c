/* Maps of region by time: the colour is a region's rows in proportion to an even share of them. */
#include <math.h>

#include "report/picture.h"

enum {
  LEVELS = 16, /* colours; level 0 is no rows at all. Few, so that maps stay small files */
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

/* viridis, which people with any colour vision read as a scale, and which is one in grey as well. */
static const char *const colours[LEVELS] = {"#440154", "#481a6c", "#472f7d", "#414487", "#39568c", "#31688e",
                                            "#2a788e", "#23888e", "#1f988b", "#22a884", "#35b779", "#54c568",
                                            "#7ad151", "#a5db36", "#d2e21b", "#fde725"};
static const char no_rows[] = "#e4e4e4";

/* How a layout's map is cut into cells. */
struct map {
  const rowkey_load_report *report;
  struct grouping bands, columns;
};

static struct map map_of(const rowkey_load_report *report) {
  return (struct map){report, group(report->regions, MOST_BANDS), group(report->columns, MOST_COLUMNS)};
}

/* The rows of a cell in proportion to an even share. */
static double proportion(const struct map *map, size_t band, size_t column) {
  const size_t first_region = band * map->bands.together, end_region = group_end(&map->bands, band);
  const size_t first_column = column * map->columns.together, end_column = group_end(&map->columns, column);
  const uint64_t all = rows_between(map->report, first_column, end_column);
  const uint64_t rows = rows_of(map->report, first_region, end_region, first_column, end_column);
  if (all == 0) return 0;
  const double regions = (double)map->report->regions / (double)(end_region - first_region);
  return (double)rows / (double)all * regions;
}

/* Up to a power of two that no cell of any map is above, and that is at least as far above an even share as
 * `lowest` is below: without a busier region, an even share is the scale's middle. */
static struct levels levels_of(const struct picture *picture) {
  double most = exp2(-lowest);
  for (size_t i = 0; i < picture->count; i++) {
    const struct map map = map_of(picture->layouts[i].report);
    for (size_t column = 0; column < map.columns.groups; column++)
      for (size_t band = 0; band < map.bands.groups; band++)
        most = fmax(most, proportion(&map, band, column));
  }
  struct levels levels = {.highest = ceil(log2(most))};
  levels.step = (levels.highest - lowest) / (LEVELS - 1);
  levels.even = 1 + round(-lowest / levels.step);
  return levels;
}

static int level_of(double value, const struct levels *levels) {
  if (value <= 0) return 0;
  return (int)fmin(fmax(levels->even + round(log2(value) / levels->step), 1), LEVELS);
}

static void put_palette(const struct picture *picture) {
  fprintf(picture->script, "set palette maxcolors %d defined (0 '%s'", LEVELS + 1, no_rows);
  for (int i = 0; i < LEVELS; i++) fprintf(picture->script, ", %d '%s'", i + 1, colours[i]);
  fprintf(picture->script, ")\nset cbrange [-0.5:%d.5]\n", LEVELS);
}

/* What the colours mean, above the panels; the first one draws it. */
static void put_legend(const struct picture *picture, const struct levels *levels) {
  FILE *script = picture->script;
  const double step = ceil((levels->highest - lowest) / 8);
  fprintf(script,
          "set colorbox horizontal user origin screen %.5f, page_y(%.0f) size screen %.5f, page_dy(12) "
          "noborder\nset cbtics scale 0.4 offset 0,0.3 ('none' 0",
          (PAGE_MARGIN + 310) / PAGE_WIDTH, PAGE_HEAD + 8, 500 / PAGE_WIDTH);
  for (double power = (floor(lowest / step) + 1) * step; power <= levels->highest; power += step)
    fprintf(script, power < 0 ? ", '1/%.0f' %.3f" : ", '%.0f' %.3f", exp2(fabs(power)),
            levels->even + power / levels->step);
  fputs(")\n", script);
  page_note(picture, PAGE_MARGIN, PAGE_HEAD + 4, 310, "rows, as a multiple of an even share:");
  page_note(picture, PAGE_MARGIN + 840, PAGE_HEAD + 4, 280, "1 = every %s gets the same", picture->unit);
}

/* Cells as pixels, several for each where there are few: what shows the picture may blend neighbours. */
static void put_cells(const struct picture *picture, const struct map *map, size_t across, size_t up,
                      const struct levels *levels) {
  for (size_t band = 0; band < map->bands.groups; band++) {
    int line[MOST_COLUMNS];
    for (size_t column = 0; column < map->columns.groups; column++)
      line[column] = level_of(proportion(map, band, column), levels);
    for (size_t repeat = 0; repeat < up; repeat++) {
      for (size_t pixel = 0; pixel < map->columns.groups * across; pixel++)
        fprintf(picture->script, "%d ", line[pixel / across]);
      putc('\n', picture->script);
    }
  }
  fputs("e\n", picture->script);
}

static void put_map(const struct picture *picture, const struct map *map, double scale,
                    const struct levels *levels) {
  FILE *script = picture->script;
  const rowkey_load_report *report = map->report;
  const size_t across = (MOST_COLUMNS - 1) / map->columns.groups + 1;
  const size_t up = (MOST_BANDS - 1) / map->bands.groups + 1;
  const double column_rows =
      map->columns.groups == 1
          ? (double)report->total.rows
          : (double)(map->columns.together * report->column_windows) * (double)report->window;
  const double width = column_rows / scale / (double)across;
  const double height = (double)map->bands.together / (double)up;
  fprintf(script, "plot '-' matrix using (($1+0.5)*%.17g):(($2+0.5)*%.17g):3 with image\n", width, height);
  put_cells(picture, map, across, up, levels);
}

static void put_panel(const struct picture *picture, size_t index, struct box box, double height,
                      const struct levels *levels) {
  FILE *script = picture->script;
  const struct drawn *drawn = &picture->layouts[index];
  const rowkey_load_report *report = drawn->report;
  const struct map map = map_of(report);
  char together[64] = "", regions[GROUPED_SIZE];
  if (map.bands.together > 1) snprintf(together, sizeof together, " (%zu a line)", map.bands.together);
  if (report->window_count == 0)
    page_caption(picture, box, drawn->layout, "fewer rows than a window has");
  else
    page_caption(picture, box, drawn->layout, "%.1f of %s %ss active in a window; lock step %.2f",
                 report->active_mean, grouped(regions, report->regions), picture->unit, report->lock_step);
  page_panel(picture, box, height);
  const double scale = scale_of((double)report->total.rows);
  fprintf(script, "set xrange [0:%.17g]\nset yrange [0:%zu]\n",
          report->total.rows == 0 ? 1 : (double)report->total.rows / scale, report->regions);
  fprintf(script, "set xlabel 'time: rows written%s' offset 0,0.4\nset ylabel '%s%s' offset -1,0\n",
          scale_name(scale), picture->unit, together);
  put_index_ticks(picture, 'y', report->regions);
  if (map.columns.groups == 0)
    fputs("plot 0 notitle\n", script);
  else
    put_map(picture, &map, scale, levels);
  page_panel_end(picture);
  fputs("unset colorbox\n", script);
}

void picture_heat(const struct picture *picture) {
  const struct grid grid = {.top = PAGE_HEAD + LEGEND_HEIGHT, .left = 84, .panel_height = PANEL_HEIGHT};
  const double height = grid_height(picture, &grid);
  char reading[200];
  snprintf(
      reading, sizeof reading,
      "One colour all over is an even load at any time. A bright line is a %s that takes nearly all rows for "
      "a while. Grey ones are idle.",
      picture->unit);
  page_begin(picture, height, "Where the rows go over time", reading);
  put_palette(picture);
  const struct levels levels = levels_of(picture);
  if (picture->seen->rows > 0) put_legend(picture, &levels);
  for (size_t i = 0; i < picture->count; i++)
    put_panel(picture, i, grid_box(picture, &grid, i), height, &levels);
  page_end(picture);
}
