/* What pictures have in common: pages of text and panels. */
#ifndef ROWKEY_SRC_PICTURES_PICTURE_H
#define ROWKEY_SRC_PICTURES_PICTURE_H

#include <rowkey/pictures.h>

#include "pictures/svg.h"

struct picture {
  const rowkey_rows_seen *seen;
  const char *unit; /* "region" or "server" */
  const rowkey_pictured *layouts;
  size_t count; /* of layouts */
};

/* Whether there are any, and all of them are given. */
rowkey_status rowkey_check_pictured(const rowkey_pictured *layouts, size_t count, rowkey_error *error);

/* Each writes a whole SVG. */
void rowkey_draw_rows(struct svg *svg, const struct picture *picture);
void rowkey_draw_heat(struct svg *svg, const struct picture *picture);
void rowkey_draw_activity(struct svg *svg, const struct picture *picture);

/* The designs of advice that can be taken. */
rowkey_status rowkey_draw_designs(struct svg *svg, const struct picture *picture,
                                  const rowkey_advisor *advisor, size_t recommended, uint64_t rows,
                                  rowkey_error *error);

/* ---- Pages ----------------------------------------------------------------------------------- */

/* Below each panel is room for its axis, and for the text above the next one. */
#define PAGE_WIDTH 1160.0
#define PAGE_MARGIN 24.0
#define PAGE_HEAD 118.0
#define PANEL_GAP 114.0
#define CAPTION_HEIGHT 48.0

/* Begins a page of PAGE_WIDTH times `height` pixels; `reading` is a sentence on how to read it. The upper
 * PAGE_HEAD pixels hold the title, what was simulated, and that sentence. */
void rowkey_page_begin(struct svg *svg, const struct picture *picture, double height, const char *title,
                       const char *reading);

/* A line of text that begins at (x, y) and takes at most `width` pixels. */
__attribute__((format(printf, 5, 6))) void rowkey_page_note(struct svg *svg, double x, double y, double width,
                                                            const char *format, ...);

/* Panels of the same size for all layouts, in one column or in two, from `top` on. The box of one, which has
 * a caption above it and `left` pixels for labels beside it; and the page's height. */
struct grid {
  double top, left, panel_height;
};
struct svg_box rowkey_grid_box(const struct picture *picture, const struct grid *grid, size_t index);
double rowkey_grid_height(const struct picture *picture, const struct grid *grid);

/* The layout's text and a note above its box. */
__attribute__((format(printf, 4, 5))) void rowkey_page_caption(struct svg *svg, struct svg_box box,
                                                               const char *layout, const char *format, ...);

/* A dashed line across the panel: an even share. */
void rowkey_page_even(struct svg *svg, const struct svg_panel *panel, double value);

/* ---- Numbers --------------------------------------------------------------------------------- */

/* 1234567 as "1,234,567". Returns `out`, 27 bytes of the caller. */
enum { GROUPED_SIZE = 27 };
const char *rowkey_grouped(char out[GROUPED_SIZE], uint64_t number);

/* As %.*f and as %.*g, with a point in every locale. They return `out`, SHOWN_SIZE bytes of the caller. */
enum { SHOWN_SIZE = 64 };
const char *rowkey_show_fixed(char out[SHOWN_SIZE], double number, int places);
const char *rowkey_show_digits(char out[SHOWN_SIZE], double number, int digits);

/* The axis of time, which is counted in rows, and that of regions. */
struct svg_axis rowkey_time_axis(const rowkey_load_report *report);
struct svg_axis rowkey_region_axis(const rowkey_load_report *report, const char *label);

/* ---- Counts, as fine as a picture can show ----------------------------------------------------- */

/* `count` neighbours taken together, `together` at a time; the last group may be smaller. */
struct grouping {
  size_t count, together, groups;
};
struct grouping rowkey_group(size_t count, size_t most_groups);
size_t rowkey_group_end(const struct grouping *grouping,
                        size_t index); /* group i is [together * i, group_end) */

size_t rowkey_most_regions(const struct picture *picture);

/* The rows of regions [first, end) in a column of the grouping. */
uint64_t rowkey_rows_of_cell(const rowkey_load_report *report, size_t first_region, size_t end_region,
                             const struct grouping *columns, size_t column);

/* These rows of so many regions in a column, on the average of the regions, in proportion to an even share; 0
 * where the column has no rows at all. */
double rowkey_proportion_of(const rowkey_load_report *report, uint64_t rows, size_t regions,
                            const struct grouping *columns, size_t column);

/* The rows that a column of the grouping is wide. */
double rowkey_column_rows(const rowkey_load_report *report, const struct grouping *columns);

#endif
