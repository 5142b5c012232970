/* What the pictures of a simulation have in common: pages of text and panels, drawn by gnuplot. */
#ifndef ROWKEY_CLI_REPORT_PICTURE_H
#define ROWKEY_CLI_REPORT_PICTURE_H

#include <stdio.h>

#include <rowkey/load.h>

#include "settings/options.h"

/* What is counted of a layout: the report of its regions or of its servers. */
struct drawn {
  const char *layout;
  const rowkey_load_report *report;
};

enum picture_format { PICTURE_SVG, PICTURE_PNG };
extern const struct choice picture_formats[];

/* Which rows all layouts of a picture have seen. */
struct rows_seen {
  const char *source; /* where they came from, for people: "events.csv" or "sequential(start=0,step=1)" */
  uint64_t rows;
  size_t writers;
  uint64_t window; /* rows */
};

struct picture {
  FILE *script;
  enum picture_format format;
  const struct rows_seen *seen;
  const char *unit; /* "region" or "server" */
  const struct drawn *layouts;
  size_t count; /* of layouts */
  void *of;     /* what a command's own kind of picture shows beside these; else NULL */
};

/* Each writes a whole script. */
void picture_rows(const struct picture *picture);     /* the rows of each region and how they vary */
void picture_heat(const struct picture *picture);     /* region by time, as colours */
void picture_activity(const struct picture *picture); /* a line over time for each of a few regions */

/* ---- Pages ----------------------------------------------------------------------------------- */

/* Pixels. Below each panel is room for its axis, and for the text above the next one. */
#define PAGE_WIDTH 1160.0
#define PAGE_MARGIN 24.0
#define PAGE_HEAD 118.0
#define PANEL_GAP 114.0
#define CAPTION_HEIGHT 48.0

/* A rectangle on the page, in pixels from its upper left corner. */
struct box {
  double left, top, right, bottom;
};

/* Begins a page of PAGE_WIDTH times `height` pixels; `reading` is a sentence on how to read it. The upper
 * PAGE_HEAD pixels hold the title, what was simulated, and that sentence. */
void page_begin(const struct picture *picture, double height, const char *title, const char *reading);
void page_end(const struct picture *picture);

enum weight { WEIGHT_TITLE, WEIGHT_LAYOUT, WEIGHT_NOTE };

/* Text whose left end is at (x, y), for the next panel to draw. Any bytes. At most `width` pixels, as far as
 * its letters are as wide as most are. */
__attribute__((format(printf, 5, 6))) void page_note(const struct picture *picture, double x, double y,
                                                     double width, const char *format, ...);

/* Panels of the same size for all layouts, in one column or in two, from `top` on. The box of one, which has
 * a layout's text and a note above it, and `left` pixels for labels beside it; and the page's height. */
struct grid {
  double top, left, panel_height;
};
struct box grid_box(const struct picture *picture, const struct grid *grid, size_t index);
double grid_height(const struct picture *picture, const struct grid *grid);

/* The layout's text and a note above its box. */
__attribute__((format(printf, 4, 5))) void page_caption(const struct picture *picture, struct box box,
                                                        const char *layout, const char *format, ...);

/* The box that the axes of the next `plot` command enclose. */
void page_panel(const struct picture *picture, struct box box, double height);
/* Behind that command: its text is not to be drawn again. */
void page_panel_end(const struct picture *picture);

/* ---- Numbers --------------------------------------------------------------------------------- */

/* 1234567 as "1,234,567". Returns `out`, 27 bytes of the caller. */
enum { GROUPED_SIZE = 27 };
const char *grouped(char out[GROUPED_SIZE], uint64_t number);

/* Large numbers of rows are written in thousands, millions or billions: what `most` is divided by, and an
 * axis's label with that word. */
double scale_of(double most);
const char *scale_name(double scale); /* "", ", thousands", … */

/* Ticks from 0 on, at most five of them up to `most`, none closer than `least_step`: a region or a row has no
 * parts. */
void put_ticks(const struct picture *picture, char axis, double most, double least_step);

/* Ticks for whole numbers 0 … count-1, each in the middle of its unit of the axis. */
void put_index_ticks(const struct picture *picture, char axis, size_t count);

/* ---- Counts, as fine as a picture can show ----------------------------------------------------- */

/* `count` neighbours taken together, `together` at a time; the last group may be smaller. */
struct grouping {
  size_t count, together, groups;
};
struct grouping group(size_t count, size_t most_groups);
size_t group_end(const struct grouping *grouping, size_t index); /* group i is [together * i, group_end) */

/* The most rows that any of the layouts' regions has. */
uint64_t most_rows(const struct picture *picture);
size_t most_regions(const struct picture *picture);

/* The rows of regions [first, end) in columns [first, end). */
uint64_t rows_of(const rowkey_load_report *report, size_t first_region, size_t end_region,
                 size_t first_column, size_t end_column);
/* The rows of all regions in columns [first, end): of time, which is counted in rows. */
uint64_t rows_between(const rowkey_load_report *report, size_t first_column, size_t end_column);

#endif
