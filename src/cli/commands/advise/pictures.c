#include "commands/advise/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/picture.h"
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
  uint64_t grown_rows; /* 0: the table does not grow */
};

/* What the front goes by: where the table grows, at its size then. */
static double cost_of(const rowkey_advised_design *design) {
  return fmax(design->growth.read_cost, lowest_cost);
}

static double peak_of(const rowkey_advised_design *design) {
  return fmax(rowkey_advised_peak(design), lowest_peak);
}

static bool find_points(const struct advise_report *report, struct points *points) {
  const size_t designs = rowkey_advisor_designs(report->advisor);
  const struct advise_settings *settings = report->settings;
  *points = (struct points){.items = calloc(designs, sizeof *points->items),
                            .least_cost = INFINITY,
                            .grown_rows = settings->source == NULL ? settings->rows : 0};
  for (size_t i = 0; points->items != NULL && i < designs; i++) {
    const rowkey_advised_design *design = rowkey_advisor_design(report->advisor, i);
    if (design->refused != NULL) continue;
    const enum kind kind = i == report->recommended ? RECOMMENDED : design->name != NULL ? NAMED : FOUND;
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
static void put_labels(FILE *svg, const struct svg_panel *panel, struct points *points) {
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
static void put_names(FILE *svg, const struct points *points, double top) {
  for (size_t i = 0; i < points->count; i++) {
    const struct point *point = &points->items[i];
    const char *name = point->design->name;
    page_note(svg, PAGE_MARGIN, top + (double)i * LINE_HEIGHT, PAGE_WIDTH - 2 * PAGE_MARGIN, "%zu   %s%s%s%s",
              point->number, point->design->layout, name == NULL ? "" : "   (", name == NULL ? "" : name,
              name == NULL ? "" : ")");
  }
}

static void put_front(FILE *svg, const struct svg_panel *panel, const struct points *points) {
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

static void put_point(FILE *svg, double x, double y, enum kind kind) {
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

static void picture_designs(FILE *svg, const struct picture *picture) {
  struct points *points = picture->of;
  char label[80] = "cost of reading (logarithmic)";
  if (points->grown_rows > 0)
    snprintf(label, sizeof label, "cost of reading at %.3g rows (logarithmic)", (double)points->grown_rows);
  const struct svg_panel panel = {
      {LEFT, PAGE_HEAD, PAGE_WIDTH - 2 * PAGE_MARGIN, PAGE_HEAD + PANEL_HEIGHT},
      {label, points->least_cost / 1.3, points->most_cost * 1.6, SVG_LOGARITHMIC, 0, 0},
      {"busiest server / its share (logarithmic)", lowest_peak / 1.1, points->most_peak * 1.3,
       SVG_LOGARITHMIC, 0, 0}};
  const double names = panel.box.bottom + 74;
  page_begin(
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

/* ---- Both pictures ------------------------------------------------------------------------------- */

static bool draw_designs(struct picture *picture, const struct advise_report *report,
                         struct failure *failure) {
  struct points points;
  if (!find_points(report, &points)) return fail_memory(failure);
  picture->of = &points;
  const bool done =
      picture_draw(picture, picture_designs, report->settings->pictures, "designs", PICTURE_SVG, failure);
  free(points.items);
  return done;
}

/* Where the bare key can be taken, and is not the one that is recommended, it stands first. */
static size_t compared(const struct advise_report *report, rowkey_load *const *loads, struct drawn drawn[2]) {
  size_t count = 0;
  for (size_t i = 0; i < rowkey_advisor_designs(report->advisor); i++) {
    const rowkey_advised_design *design = rowkey_advisor_design(report->advisor, i);
    const bool is_bare = design->name != NULL && strcmp(design->name, "bare key") == 0;
    if (design->refused == NULL && (is_bare || i == report->recommended))
      drawn[count++] = (struct drawn){design->layout, rowkey_load_finish(loads[i])};
  }
  return count;
}

bool advise_draw(const struct advise_report *report, rowkey_load *const *loads, struct failure *failure) {
  const char *directory = report->settings->pictures;
  if (report->recommended == ROWKEY_NONE) return true;
  struct drawn drawn[2];
  const struct rows_seen seen = {
      .source = report->source, .rows = report->rows, .writers = report->writers, .window = report->window};
  struct picture picture = {
      .seen = &seen, .unit = "region", .layouts = drawn, .count = compared(report, loads, drawn)};
  return pictures_make_directory(directory, failure) &&
         picture_draw(&picture, picture_heat, directory, "regions-heat", PICTURE_SVG, failure) &&
         draw_designs(&picture, report, failure);
}
