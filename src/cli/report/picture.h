/* What pictures have in common: pages of text and panels, and the files that they become. */
#ifndef ROWKEY_CLI_REPORT_PICTURE_H
#define ROWKEY_CLI_REPORT_PICTURE_H

#include <rowkey/load.h>

#include "settings/options.h"
#include "svg/svg.h"

/* What is counted of a layout: the report of its regions or of its servers. */
struct drawn {
  const char *layout;
  const rowkey_load_report *report;
};

/* Which rows all layouts of a picture have seen. */
struct rows_seen {
  const char *source; /* where they came from, for people: "events.csv" or "sequential(start=0,step=1)" */
  uint64_t rows;
  size_t writers;
  uint64_t window; /* rows */
};

struct picture {
  const struct rows_seen *seen;
  const char *unit; /* "region" or "server" */
  const struct drawn *layouts;
  size_t count; /* of layouts */
  void *of;     /* what a command's own kind of picture shows beside these; else NULL */
};

/* Each writes a whole SVG. */
typedef void draw_picture(FILE *svg, const struct picture *picture);
draw_picture picture_rows;     /* the rows of each region and how they vary */
draw_picture picture_heat;     /* region by time, as colours */
draw_picture picture_activity; /* a line over time for each of a few regions */

/* ---- Files ----------------------------------------------------------------------------------- */

enum picture_format { PICTURE_SVG, PICTURE_PNG };
extern const struct choice picture_formats[];

/* Whether pictures of this format can be made, and put into the directory of --pictures: to be asked before
 * the work is done. */
bool pictures_can_be_drawn(const char *directory, enum picture_format format, struct failure *failure);

/* Makes the directory, unless it is there. */
bool pictures_make_directory(const char *directory, struct failure *failure);

/* Draws into a file of the directory, whose name gets the ending of the format: the whole picture, or none.
 */
bool picture_draw(const struct picture *picture, draw_picture *draw, const char *directory, const char *name,
                  enum picture_format format, struct failure *failure);

/* ---- Pages ----------------------------------------------------------------------------------- */

/* Below each panel is room for its axis, and for the text above the next one. */
#define PAGE_WIDTH 1160.0
#define PAGE_MARGIN 24.0
#define PAGE_HEAD 118.0
#define PANEL_GAP 114.0
#define CAPTION_HEIGHT 48.0

/* Begins a page of PAGE_WIDTH times `height` pixels; `reading` is a sentence on how to read it. The upper
 * PAGE_HEAD pixels hold the title, what was simulated, and that sentence. */
void page_begin(FILE *svg, const struct picture *picture, double height, const char *title,
                const char *reading);

/* A line of text that begins at (x, y) and takes at most `width` pixels. */
__attribute__((format(printf, 5, 6))) void page_note(FILE *svg, double x, double y, double width,
                                                     const char *format, ...);

/* Panels of the same size for all layouts, in one column or in two, from `top` on. The box of one, which has
 * a caption above it and `left` pixels for labels beside it; and the page's height. */
struct grid {
  double top, left, panel_height;
};
struct svg_box grid_box(const struct picture *picture, const struct grid *grid, size_t index);
double grid_height(const struct picture *picture, const struct grid *grid);

/* The layout's text and a note above its box. */
__attribute__((format(printf, 4, 5))) void page_caption(FILE *svg, struct svg_box box, const char *layout,
                                                        const char *format, ...);

/* A dashed line across the panel: an even share. */
void page_even(FILE *svg, const struct svg_panel *panel, double value);

/* ---- Numbers --------------------------------------------------------------------------------- */

/* 1234567 as "1,234,567". Returns `out`, 27 bytes of the caller. */
enum { GROUPED_SIZE = 27 };
const char *grouped(char out[GROUPED_SIZE], uint64_t number);

/* The axis of time, which is counted in rows, and that of regions. */
struct svg_axis time_axis(const rowkey_load_report *report);
struct svg_axis region_axis(const rowkey_load_report *report, const char *label);

/* ---- Counts, as fine as a picture can show ----------------------------------------------------- */

/* `count` neighbours taken together, `together` at a time; the last group may be smaller. */
struct grouping {
  size_t count, together, groups;
};
struct grouping group(size_t count, size_t most_groups);
size_t group_end(const struct grouping *grouping, size_t index); /* group i is [together * i, group_end) */

size_t most_regions(const struct picture *picture);

/* The rows of regions [first, end) in a column of the grouping, on the average of these regions, in
 * proportion to an even share; 0 where there are no rows at all. */
double proportion_of(const rowkey_load_report *report, size_t first_region, size_t end_region,
                     const struct grouping *columns, size_t column);

/* The rows that a column of the grouping is wide. */
double column_rows(const rowkey_load_report *report, const struct grouping *columns);

#endif
