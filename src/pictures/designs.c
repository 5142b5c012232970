/* The designs of advice: what they cost to read, and how uneven they are. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "pictures/picture.h"
#include "text/buffer.h"

#define PANEL_HEIGHT 420.0
#define LINE_HEIGHT 19.0
#define LEFT 84.0
#define NEAR_ACROSS 30.0 /* pixels: labels of points that are nearer would cover each other */
#define NEAR_UP 15.0

/* Axes are logarithmic, and a cost may be 0, as may the peak of fewer rows than a window has. */
static const double lowest_cost = 1e-3, lowest_peak = 1;

/* ---- Designs as points --------------------------------------------------------------------------- */

enum kind { FOUND, NAMED, RECOMMENDED };

/* A design that can be taken. */
struct point {
  const rowkey_advised_design *design;
  size_t number; /* as in the table */
  double cost, peak;
  enum kind kind;
  bool is_labelled;
};

struct points {
  struct point *items;
  size_t count;
  double least_cost, most_cost, most_peak;
};

/* What the front goes by: where the table grows, at its size then. */
static double cost_of(const rowkey_advised_design *design) {
  return fmax(design->growth.read_cost, lowest_cost);
}

static double peak_of(const rowkey_advised_design *design) {
  return fmax(rowkey_advised_peak(design), lowest_peak);
}

static bool find_points(const rowkey_advisor *advisor, size_t recommended, struct points *points) {
  const size_t designs = rowkey_advisor_designs(advisor);
  *points = (struct points){.items = calloc(designs, sizeof *points->items), .least_cost = INFINITY};
  for (size_t i = 0; points->items != NULL && i < designs; i++) {
    const rowkey_advised_design *design = rowkey_advisor_design(advisor, i);
    if (design->refused != NULL) continue;
    const enum kind kind = i == recommended ? RECOMMENDED : design->name != NULL ? NAMED : FOUND;
    const struct point point = {design, i + 1, cost_of(design), peak_of(design), kind, false};
    points->items[points->count++] = point;
    points->least_cost = fmin(points->least_cost, point.cost);
    points->most_cost = fmax(points->most_cost, point.cost);
    points->most_peak = fmax(points->most_peak, point.peak);
  }
  return points->items != NULL;
}

/* The front goes from the cheapest to read to the dearest. */
static int by_cost(const void *a, const void *b) {
  const struct point *x = a, *y = b;
  if (x->cost != y->cost) return x->cost < y->cost ? -1 : 1;
  if (x->peak != y->peak) return x->peak > y->peak ? -1 : 1;
  return x->number < y->number ? -1 : 1;
}

/* ---- Their page ---------------------------------------------------------------------------------- */

static double x_of(const struct svg_panel *panel, const struct point *point) {
  return rowkey_panel_x(panel, point->cost);
}

static double y_of(const struct svg_panel *panel, const struct point *point) {
  return rowkey_panel_y(panel, point->peak);
}

/* Numbers beside the points. Those of neighbours, which would cover each other, stand in one label. */
static void put_labels(struct svg *svg, const struct svg_panel *panel, struct points *points) {
  static const struct svg_font font = {SVG_FONT("sans-serif", "12", SVG_INK), 7};
  for (size_t i = 0; i < points->count; i++) {
    const struct point *point = &points->items[i];
    if (point->is_labelled) continue;
    const double x = x_of(panel, point), y = y_of(panel, point);
    char label[1024];
    struct text_buffer text = {label, sizeof label};
    rowkey_text_printf(&text, "%zu", point->number);
    for (size_t j = i + 1; j < points->count; j++) {
      struct point *other = &points->items[j];
      if (other->is_labelled || fabs(x_of(panel, other) - x) > NEAR_ACROSS ||
          fabs(y_of(panel, other) - y) > NEAR_UP)
        continue;
      other->is_labelled = true;
      rowkey_text_printf(&text, ", %zu", other->number);
    }
    rowkey_svg_text(svg, x + 9, y - 7, 0, &font, label);
  }
}

/* Which number is which layout, below the panel. */
static void put_names(struct svg *svg, const struct points *points, double top) {
  for (size_t i = 0; i < points->count; i++) {
    const struct point *point = &points->items[i];
    const char *name = point->design->name;
    rowkey_page_note(svg, PAGE_MARGIN, top + (double)i * LINE_HEIGHT, PAGE_WIDTH - 2 * PAGE_MARGIN,
                     "%zu   %s%s%s%s", point->number, point->design->layout, name == NULL ? "" : "   (",
                     name == NULL ? "" : name, name == NULL ? "" : ")");
  }
}

static void put_front(struct svg *svg, const struct svg_panel *panel, const struct points *points) {
  bool is_first = true;
  rowkey_svg_path(svg, "fill=\"none\" stroke=\"#999999\" stroke-width=\"1.5\"");
  for (size_t i = 0; i < points->count; i++) {
    if (!points->items[i].design->is_on_front) continue;
    rowkey_svg_point(svg, is_first ? 'M' : 'L', x_of(panel, &points->items[i]),
                     y_of(panel, &points->items[i]));
    is_first = false;
  }
  rowkey_svg_path_end(svg);
}

static void put_point(struct svg *svg, double x, double y, enum kind kind) {
  if (kind == FOUND) {
    rowkey_svg_circle(svg, x, y, 3.5, "#0072b2");
  } else if (kind == NAMED) {
    rowkey_svg_rectangle(svg, (struct svg_box){x - 4, y - 4, x + 4, y + 4}, "#e69f00");
  } else {
    rowkey_svg_path(svg, "fill=\"#d55e00\"");
    rowkey_svg_point(svg, 'M', x - 9, y), rowkey_svg_point(svg, 'L', x, y - 9);
    rowkey_svg_point(svg, 'L', x + 9, y), rowkey_svg_point(svg, 'L', x, y + 9);
    rowkey_svg_path_end(svg);
  }
}

static void put_page(struct svg *svg, const struct picture *picture, struct points *points, uint64_t rows) {
  char label[80] = "cost of reading (logarithmic)", many[SHOWN_SIZE];
  if (rows > 0)
    snprintf(label, sizeof label, "cost of reading at %s rows (logarithmic)",
             rowkey_show_digits(many, (double)rows, 3));
  const struct svg_panel panel = {
      {LEFT, PAGE_HEAD, PAGE_WIDTH - 2 * PAGE_MARGIN, PAGE_HEAD + PANEL_HEIGHT},
      {label, points->least_cost / 1.3, points->most_cost * 1.6, SVG_LOGARITHMIC, 0, 0},
      {"busiest server / its share (logarithmic)", lowest_peak / 1.1, points->most_peak * 1.3,
       SVG_LOGARITHMIC, 0, 0}};
  const double names = panel.box.bottom + 74;
  rowkey_page_begin(
      svg, picture, names + (double)points->count * LINE_HEIGHT,
      "What designs cost to read, and how even they are to write",
      "Diamond: recommended. Squares: the textbook's and others that have names. Circles: found. Line: the "
      "front. Lower left is better.");
  put_names(svg, points, names);
  put_labels(svg, &panel, points);
  qsort(points->items, points->count, sizeof *points->items, by_cost);
  put_front(svg, &panel, points);
  for (size_t i = 0; i < points->count; i++)
    put_point(svg, x_of(&panel, &points->items[i]), y_of(&panel, &points->items[i]), points->items[i].kind);
  rowkey_panel_axes(svg, &panel);
  rowkey_svg_end(svg);
}

rowkey_status rowkey_draw_designs(struct svg *svg, const struct picture *picture,
                                  const rowkey_advisor *advisor, size_t recommended, uint64_t rows,
                                  rowkey_error *error) {
  struct points points;
  if (recommended >= rowkey_advisor_designs(advisor))
    return rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT, "design %zu is recommended (expected one of %zu)",
                            recommended, rowkey_advisor_designs(advisor));
  if (!find_points(advisor, recommended, &points))
    return rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for a picture");
  if (points.count > 0) put_page(svg, picture, &points, rows);
  free(points.items);
  return points.count > 0 ? ROWKEY_OK
                          : rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                                             "no design can be taken (expected one or more)");
}
