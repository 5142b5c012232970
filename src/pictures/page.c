/* What pages have in common: text, places of panels, numbers, and counts taken together. */
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "pictures/picture.h"
#include "text/plural.h"

/* ---- Numbers --------------------------------------------------------------------------------- */

const char *rowkey_grouped(char out[GROUPED_SIZE], uint64_t number) {
  char digits[21];
  const size_t count = (size_t)snprintf(digits, sizeof digits, "%" PRIu64, number);
  char *at = out;
  for (size_t i = 0; i < count; i++) {
    if (i > 0 && (count - i) % 3 == 0) *at++ = ',';
    *at++ = digits[i];
  }
  *at = 0;
  return out;
}

static const char *with_point(char *out) {
  for (char *at = out; *at != '\0'; at++)
    if (strchr("+-0123456789einfa", *at) == NULL) *at = '.';
  return out;
}

const char *rowkey_show_fixed(char out[SHOWN_SIZE], double number, int places) {
  snprintf(out, SHOWN_SIZE, "%.*f", places, number);
  return with_point(out);
}

const char *rowkey_show_digits(char out[SHOWN_SIZE], double number, int digits) {
  snprintf(out, SHOWN_SIZE, "%.*g", digits, number);
  return with_point(out);
}

struct svg_axis rowkey_time_axis(const rowkey_load_report *report) {
  return (struct svg_axis){"time: rows written", 0, fmax((double)report->total.rows, 1), SVG_LINEAR, 1, 0};
}

struct svg_axis rowkey_region_axis(const rowkey_load_report *report, const char *label) {
  return (struct svg_axis){label, 0, (double)report->regions, SVG_LINEAR, 1, 0.5};
}

/* ---- Counts ---------------------------------------------------------------------------------- */

struct grouping rowkey_group(size_t count, size_t most_groups) {
  struct grouping grouping = {.count = count, .together = count == 0 ? 1 : (count - 1) / most_groups + 1};
  grouping.groups = (count + grouping.together - 1) / grouping.together;
  return grouping;
}

size_t rowkey_group_end(const struct grouping *grouping, size_t index) {
  const size_t end = grouping->together * (index + 1);
  return end < grouping->count ? end : grouping->count;
}

size_t rowkey_most_regions(const struct picture *picture) {
  size_t most = 0;
  for (size_t i = 0; i < picture->count; i++)
    if (picture->layouts[i].report->regions > most) most = picture->layouts[i].report->regions;
  return most;
}

double rowkey_column_rows(const rowkey_load_report *report, const struct grouping *columns) {
  return (double)(columns->together * report->column_windows) * (double)report->window;
}

uint64_t rowkey_rows_of_cell(const rowkey_load_report *report, size_t first_region, size_t end_region,
                             const struct grouping *columns, size_t column) {
  const size_t end = rowkey_group_end(columns, column);
  uint64_t rows = 0;
  for (size_t i = column * columns->together; i < end; i++)
    for (size_t region = first_region; region < end_region; region++)
      rows += report->cells[i * report->regions + region];
  return rows;
}

double rowkey_proportion_of(const rowkey_load_report *report, uint64_t rows, size_t regions,
                            const struct grouping *columns, size_t column) {
  const size_t first = column * columns->together, end = rowkey_group_end(columns, column);
  const uint64_t each = report->column_windows * report->window;
  const uint64_t all = (end == report->columns ? report->total.rows : each * end) - each * first;
  return all == 0 ? 0 : (double)rows / (double)all * ((double)report->regions / (double)regions);
}

/* ---- Text ------------------------------------------------------------------------------------ */

static const struct svg_font title_font = {SVG_FONT("sans-serif", "21", SVG_INK), 12.3},
                             layout_font = {SVG_FONT("monospace", "15", SVG_INK), 9.1},
                             note_font = {SVG_FONT("sans-serif", "13", SVG_FAINT_INK), 6.9};

__attribute__((format(printf, 5, 0))) static void put_note(struct svg *svg, double x, double y, double width,
                                                           const char *format, va_list arguments) {
  char text[1024];
  vsnprintf(text, sizeof text, format, arguments);
  rowkey_svg_text(svg, x, y, width, &note_font, text);
}

void rowkey_page_note(struct svg *svg, double x, double y, double width, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  put_note(svg, x, y, width, format, arguments);
  va_end(arguments);
}

void rowkey_page_caption(struct svg *svg, struct svg_box box, const char *layout, const char *format, ...) {
  const double width = box.right - box.left;
  rowkey_svg_text(svg, box.left, box.top - 35, width, &layout_font, layout);
  va_list arguments;
  va_start(arguments, format);
  put_note(svg, box.left, box.top - 14, width, format, arguments);
  va_end(arguments);
}

void rowkey_page_even(struct svg *svg, const struct svg_panel *panel, double value) {
  rowkey_svg_path(svg, "stroke=\"#d55e00\" stroke-width=\"1.3\" stroke-dasharray=\"3 5\"");
  rowkey_svg_point(svg, 'M', panel->box.left, rowkey_panel_y(panel, value));
  rowkey_svg_point(svg, 'H', panel->box.right, 0);
  rowkey_svg_path_end(svg);
}

/* What was simulated: a name of a file is the most of it. */
enum { RUN_SIZE = 4480 };

void rowkey_page_begin(struct svg *svg, const struct picture *picture, double height, const char *title,
                       const char *reading) {
  char rows[GROUPED_SIZE], writers[GROUPED_SIZE], window[GROUPED_SIZE], most[GROUPED_SIZE],
      least[GROUPED_SIZE], run[RUN_SIZE];
  const size_t greatest = rowkey_most_regions(picture);
  size_t fewest = greatest;
  for (size_t i = 0; i < picture->count; i++)
    if (picture->layouts[i].report->regions < fewest) fewest = picture->layouts[i].report->regions;
  snprintf(run, sizeof run, "%s rows by %s writer%s into %s%s%s %s%s, in windows of %s row%s; from %s",
           rowkey_grouped(rows, picture->seen->rows), rowkey_grouped(writers, picture->seen->writers),
           plural(picture->seen->writers), fewest == greatest ? "" : rowkey_grouped(least, fewest),
           fewest == greatest ? "" : " to ", rowkey_grouped(most, greatest), picture->unit, plural(greatest),
           rowkey_grouped(window, picture->seen->window), plural(picture->seen->window),
           picture->seen->source);
  const double width = PAGE_WIDTH - 2 * PAGE_MARGIN;
  char description[sizeof run + 256];
  snprintf(description, sizeof description, "%s. %s", run, reading);
  rowkey_svg_begin(svg, PAGE_WIDTH, height, title, description);
  rowkey_svg_text(svg, PAGE_MARGIN, 43, width, &title_font, title);
  rowkey_page_note(svg, PAGE_MARGIN, 68, width, "%s", run);
  rowkey_page_note(svg, PAGE_MARGIN, 90, width, "%s", reading);
}

/* ---- Places ---------------------------------------------------------------------------------- */

struct svg_box rowkey_grid_box(const struct picture *picture, const struct grid *grid, size_t index) {
  const size_t columns = picture->count == 1 ? 1 : 2;
  const double width = PAGE_WIDTH / (double)columns, left = (double)(index % columns) * width;
  const double top =
      grid->top + CAPTION_HEIGHT + (double)(index / columns) * (grid->panel_height + PANEL_GAP);
  return (struct svg_box){left + grid->left, top, left + width - 2 * PAGE_MARGIN, top + grid->panel_height};
}

double rowkey_grid_height(const struct picture *picture, const struct grid *grid) {
  return rowkey_grid_box(picture, grid, picture->count - 1).bottom + PANEL_GAP - CAPTION_HEIGHT + 16;
}
