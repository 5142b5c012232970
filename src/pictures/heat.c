/* Maps of region by time: the colour is a region's rows in proportion to an even share of them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "pictures/picture.h"

enum { MOST_COLUMNS = 256, MOST_BANDS = 256 };
#define PANEL_HEIGHT 250.0
#define LEGEND_HEIGHT 50.0

/* Proportions are distinguished from an eighth of an even share on, as powers of two. */
static const double lowest = -3;

/* Grey, and viridis, which people with any colour vision read as a scale, and which is one in grey as well.
 * Few levels, so that maps stay small files. */
static const char *const colours[ROWKEY_HEAT_LEVELS] = {
    "#e4e4e4", "#440154", "#481a6c", "#472f7d", "#414487", "#39568c", "#31688e", "#2a788e", "#23888e",
    "#1f988b", "#22a884", "#35b779", "#54c568", "#7ad151", "#a5db36", "#d2e21b", "#fde725"};

/* Which level is which proportion. An even share is the middle of a level, so that chance does not change its
 * colour. */
struct levels {
  double highest; /* as a power of two */
  double step;
  double even; /* the level of an even share */
};

/* A heat, and what its members point to. */
struct owned_heat {
  rowkey_heat heat; /* first: a rowkey_heat * is cast to this */
  struct levels levels;
  rowkey_heat_map maps[];
};

/* ---- Cells ------------------------------------------------------------------------------------- */

/* How a layout's map is cut into cells. Many layouts have fewer columns each: a map of noise takes a kilobyte
 * for each of them. */
struct cutting {
  const rowkey_load_report *report;
  struct grouping bands, columns;
};

static struct cutting cutting_of(const rowkey_load_report *report, size_t layouts) {
  const size_t columns = layouts <= 4 ? MOST_COLUMNS : MOST_COLUMNS * 4 / layouts + 1;
  return (struct cutting){report, rowkey_group(report->regions, MOST_BANDS),
                          rowkey_group(report->columns, columns)};
}

/* The cells' rows, before the levels are known. False when memory runs out. */
static bool count_rows(rowkey_heat_map *map, const struct cutting *cutting) {
  const size_t bands = cutting->bands.groups, columns = cutting->columns.groups;
  uint64_t *rows = malloc(bands * columns * (sizeof *rows + 1) + 1); /* and the levels */
  if (rows == NULL) return false;
  for (size_t band = 0; band < bands; band++)
    for (size_t column = 0; column < columns; column++)
      rows[band * columns + column] =
          rowkey_rows_of_cell(cutting->report, band * cutting->bands.together,
                              rowkey_group_end(&cutting->bands, band), &cutting->columns, column);
  *map = (rowkey_heat_map){.bands = bands,
                           .columns = columns,
                           .band_regions = cutting->bands.together,
                           .column_rows = rowkey_column_rows(cutting->report, &cutting->columns),
                           .rows = rows,
                           .levels = (uint8_t *)(rows + bands * columns)};
  return true;
}

static double proportion_of_cell(const rowkey_heat_map *map, const struct cutting *cutting, size_t band,
                                 size_t column) {
  const size_t regions = rowkey_group_end(&cutting->bands, band) - band * cutting->bands.together;
  return rowkey_proportion_of(cutting->report, map->rows[band * map->columns + column], regions,
                              &cutting->columns, column);
}

static double greatest_proportion(const rowkey_heat_map *map, const struct cutting *cutting) {
  double most = 0;
  for (size_t band = 0; band < map->bands; band++)
    for (size_t column = 0; column < map->columns; column++)
      most = fmax(most, proportion_of_cell(map, cutting, band, column));
  return most;
}

/* Up to a power of two that is not below `most`, the greatest proportion of any map, and that is at least as
 * far above an even share as `lowest` is below: without a busier region, an even share is the scale's middle.
 */
static struct levels levels_up_to(double most) {
  struct levels levels = {.highest = ceil(log2(fmax(most, exp2(-lowest))))};
  levels.step = (levels.highest - lowest) / (ROWKEY_HEAT_LEVELS - 2);
  levels.even = 1 + round(-lowest / levels.step);
  return levels;
}

static uint8_t level_of(double value, const struct levels *levels) {
  if (value <= 0) return 0;
  return (uint8_t)fmin(fmax(levels->even + round(log2(value) / levels->step), 1), ROWKEY_HEAT_LEVELS - 1);
}

static void set_levels(rowkey_heat_map *map, const struct cutting *cutting, const struct levels *levels) {
  uint8_t *level = (uint8_t *)(uintptr_t)map->levels;
  for (size_t band = 0; band < map->bands; band++)
    for (size_t column = 0; column < map->columns; column++)
      *level++ = level_of(proportion_of_cell(map, cutting, band, column), levels);
}

/* NULL when memory runs out. */
static struct owned_heat *make_heat(const rowkey_pictured *layouts, size_t count) {
  struct owned_heat *owned = calloc(1, sizeof *owned + count * sizeof owned->maps[0]);
  if (owned == NULL) return NULL;
  rowkey_heat *heat = &owned->heat;
  double most = 0;
  heat->maps = owned->maps;
  for (; heat->count < count; heat->count++) {
    rowkey_heat_map *map = &owned->maps[heat->count];
    const struct cutting cutting = cutting_of(layouts[heat->count].report, count);
    if (!count_rows(map, &cutting)) {
      rowkey_heat_free(heat);
      return NULL;
    }
    most = fmax(most, greatest_proportion(map, &cutting));
  }
  owned->levels = levels_up_to(most);
  for (size_t i = 0; i < count; i++) {
    const struct cutting cutting = cutting_of(layouts[i].report, count);
    set_levels(&owned->maps[i], &cutting, &owned->levels);
  }
  for (int i = 0; i < ROWKEY_HEAT_LEVELS; i++) {
    heat->colours[i] = colours[i];
    heat->shares[i] = i == 0 ? 0 : exp2((i - owned->levels.even) * owned->levels.step);
  }
  return owned;
}

rowkey_heat *rowkey_heat_create(const rowkey_pictured *layouts, size_t count, rowkey_error *error) {
  if (rowkey_check_pictured(layouts, count, error) != ROWKEY_OK) return NULL;
  struct owned_heat *owned = make_heat(layouts, count);
  if (owned != NULL) return &owned->heat;
  rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for the maps of %zu layouts", count);
  return NULL;
}

void rowkey_heat_free(rowkey_heat *heat) {
  for (size_t i = 0; heat != NULL && i < heat->count; i++) free((void *)(uintptr_t)heat->maps[i].rows);
  free(heat);
}

/* ---- The picture ------------------------------------------------------------------------------- */

/* What the colours mean, above the panels. */
static void put_legend(struct svg *svg, const struct picture *picture, const struct levels *levels) {
  const double left = PAGE_MARGIN + 310, top = PAGE_HEAD - 4;
  const struct svg_panel bar = {
      {left, top, left + 500, top + 12}, {NULL, 0, ROWKEY_HEAT_LEVELS, SVG_LINEAR, 0, 0}, {0}};
  for (int i = 0; i < ROWKEY_HEAT_LEVELS; i++) {
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

static void put_map(struct svg *svg, const rowkey_heat_map *map, const rowkey_load_report *report,
                    struct svg_box box) {
  rowkey_svg_cells(svg, box,
                   &(struct svg_cells){map->levels, map->columns, map->bands,
                                       map->columns == 1 ? 1 : (double)report->total.rows / map->column_rows,
                                       (double)report->regions / (double)map->band_regions},
                   colours);
}

static void put_panel(struct svg *svg, const struct picture *picture, size_t index, struct svg_box box,
                      const rowkey_heat_map *map) {
  const rowkey_pictured *drawn = &picture->layouts[index];
  const rowkey_load_report *report = drawn->report;
  char label[64], regions[GROUPED_SIZE], active[SHOWN_SIZE], lock_step[SHOWN_SIZE];
  snprintf(label, sizeof label, map->band_regions > 1 ? "%s (%zu a line)" : "%s", picture->unit,
           map->band_regions);
  if (report->window_count == 0)
    rowkey_page_caption(svg, box, drawn->layout, "fewer rows than a window has");
  else
    rowkey_page_caption(svg, box, drawn->layout, "%s of %s %ss active in a window; lock step %s",
                        rowkey_show_fixed(active, report->active_mean, 1),
                        rowkey_grouped(regions, report->regions), picture->unit,
                        rowkey_show_fixed(lock_step, report->lock_step, 2));
  const struct svg_panel panel = {box, rowkey_time_axis(report), rowkey_region_axis(report, label)};
  if (map->columns > 0) put_map(svg, map, report, box);
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
  struct owned_heat *owned = make_heat(picture->layouts, picture->count);
  svg->failed |= owned == NULL;
  if (owned == NULL) return;
  if (picture->seen->rows > 0) put_legend(svg, picture, &owned->levels);
  for (size_t i = 0; i < picture->count; i++)
    put_panel(svg, picture, i, rowkey_grid_box(picture, &grid, i), &owned->maps[i]);
  rowkey_heat_free(&owned->heat);
  rowkey_svg_end(svg);
}
