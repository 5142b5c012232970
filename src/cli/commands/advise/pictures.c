#include "commands/advise/pictures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/picture_file.h"

#define PANEL_HEIGHT 420.0
#define LINE_HEIGHT 19.0
#define LEFT 84.0
#define NEAR_ACROSS 30.0 /* pixels: labels of points that are nearer would cover each other */
#define NEAR_UP 15.0

/* Axes are logarithmic, and a cost may be 0, as may the peak of fewer rows than a window has. */
static const double lowest_cost = 1e-3, lowest_peak = 1;

/* ---- Designs as points --------------------------------------------------------------------------- */

enum kind { FOUND, NAMED, RECOMMENDED, KINDS };
static const char *const looks[KINDS] = {"pointtype 7 pointsize 0.7 linecolor rgb '#0072b2'",
                                         "pointtype 5 pointsize 0.8 linecolor rgb '#e69f00'",
                                         "pointtype 13 pointsize 1.4 linecolor rgb '#d55e00'"};

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

/* Numbers beside the points. Those of neighbours, which would cover each other, stand in one label. */
static void put_labels(FILE *script, struct points *points, double cost_pixels, double peak_pixels) {
  for (size_t i = 0; i < points->count; i++) {
    const struct point *point = &points->items[i];
    if (point->is_labelled) continue;
    fprintf(script, "set label '%zu", point->number);
    for (size_t j = i + 1; j < points->count; j++) {
      struct point *other = &points->items[j];
      if (other->is_labelled || fabs(log(other->cost / point->cost)) * cost_pixels > NEAR_ACROSS ||
          fabs(log(other->peak / point->peak)) * peak_pixels > NEAR_UP)
        continue;
      other->is_labelled = true;
      fprintf(script, ", %zu", other->number);
    }
    fprintf(script, "' at first %.17g, first %.17g left offset 1,0.6\n", point->cost, point->peak);
  }
}

/* Ticks of a logarithmic axis: gnuplot's own may be none where the ends are near each other. */
static void put_log_ticks(FILE *script, char axis, double least, double most) {
  static const double fine[] = {1, 1.5, 2, 3, 5, 7}, coarse[] = {1, 2, 5};
  const double ratio = most / least;
  const double *steps = ratio < 30 ? fine : coarse;
  const size_t count = ratio < 30     ? sizeof fine / sizeof *fine
                       : ratio < 1000 ? sizeof coarse / sizeof *coarse
                                      : 1;
  const char *separator = "";
  fprintf(script, "set %ctics (", axis);
  for (int power = (int)floor(log10(least)); power <= (int)floor(log10(most)); power++)
    for (size_t i = 0; i < count; i++) {
      const double tick = steps[i] * pow(10, power);
      if (tick < least || tick > most) continue;
      fprintf(script, "%s'%.7g' %.17g", separator, tick, tick);
      separator = ", ";
    }
  fputs(")\n", script);
}

/* Which number is which layout, below the panel. */
static void put_names(const struct picture *picture, const struct points *points, double top) {
  for (size_t i = 0; i < points->count; i++) {
    const struct point *point = &points->items[i];
    const char *name = point->design->name;
    page_note(picture, PAGE_MARGIN, top + (double)i * LINE_HEIGHT, PAGE_WIDTH - 2 * PAGE_MARGIN,
              "%zu   %s%s%s%s", point->number, point->design->layout, name == NULL ? "" : "   (",
              name == NULL ? "" : name, name == NULL ? "" : ")");
  }
}

static void put_points(FILE *script, const struct points *points) {
  fputs("plot '-' with lines linewidth 1.5 linecolor rgb '#999999'", script);
  for (size_t i = 0; i < points->count; i++)
    fprintf(script, ", '-' with points %s", looks[points->items[i].kind]);
  putc('\n', script);
  for (size_t i = 0; i < points->count; i++)
    if (points->items[i].design->is_on_front)
      fprintf(script, "%.17g %.17g\n", points->items[i].cost, points->items[i].peak);
  fputs("e\n", script);
  for (size_t i = 0; i < points->count; i++)
    fprintf(script, "%.17g %.17g\ne\n", points->items[i].cost, points->items[i].peak);
}

static void picture_designs(const struct picture *picture) {
  struct points *points = picture->of;
  FILE *script = picture->script;
  const struct box box = {LEFT, PAGE_HEAD, PAGE_WIDTH - 2 * PAGE_MARGIN, PAGE_HEAD + PANEL_HEIGHT};
  const double names = box.bottom + 70, height = names + (double)points->count * LINE_HEIGHT;
  const double left = points->least_cost / 1.3, right = points->most_cost * 1.6;
  const double low = lowest_peak / 1.1, high = points->most_peak * 1.3;
  page_begin(
      picture, height, "What designs cost to read, and how even they are to write",
      "Diamond: recommended. Squares: the textbook's and others that have names. Circles: found. Line: the "
      "front. Lower left is better.");
  put_names(picture, points, names);
  put_labels(script, points, (box.right - box.left) / log(right / left),
             (box.bottom - box.top) / log(high / low));
  page_panel(picture, box, height);
  fprintf(script, "set logscale xy\nset xrange [%.17g:%.17g]\nset yrange [%.17g:%.17g]\n", left, right, low,
          high);
  fputs("set xlabel 'cost of reading", script);
  if (points->grown_rows > 0) fprintf(script, " at %.3g rows", (double)points->grown_rows);
  fputs(" (logarithmic)' offset 0,0.4\nset ylabel 'busiest server / its share (logarithmic)'\n", script);
  put_log_ticks(script, 'x', left, right);
  put_log_ticks(script, 'y', low, high);
  qsort(points->items, points->count, sizeof *points->items, by_cost);
  put_points(script, points);
  page_panel_end(picture);
  page_end(picture);
}

/* ---- Both pictures ------------------------------------------------------------------------------- */

static bool draw_designs(struct picture *picture, const struct advise_report *report,
                         struct failure *failure) {
  struct points points;
  if (!find_points(report, &points)) return fail_memory(failure);
  picture->of = &points;
  const bool done = picture_draw(picture, picture_designs, report->settings->pictures, "designs", failure);
  free(points.items);
  return done;
}

/* Where the bare key can be taken, and is not the one that is recommended, it stands first. */
static size_t compared(const struct advise_report *report, const struct design_load *loads,
                       struct drawn drawn[2]) {
  size_t count = 0;
  for (size_t i = 0; i < rowkey_advisor_designs(report->advisor); i++) {
    const rowkey_advised_design *design = rowkey_advisor_design(report->advisor, i);
    const bool is_bare = design->name != NULL && strcmp(design->name, "bare key") == 0;
    if (design->refused == NULL && (is_bare || i == report->recommended))
      drawn[count++] = (struct drawn){design->layout, rowkey_load_finish(loads[i].regions)};
  }
  return count;
}

bool advise_draw(const struct advise_report *report, const struct design_load *loads,
                 struct failure *failure) {
  const char *directory = report->settings->pictures;
  if (report->recommended == ROWKEY_NONE) return true;
  struct drawn drawn[2];
  const struct rows_seen seen = {
      .source = report->source, .rows = report->rows, .writers = report->writers, .window = report->window};
  struct picture picture = {.format = PICTURE_SVG,
                            .seen = &seen,
                            .unit = "region",
                            .layouts = drawn,
                            .count = compared(report, loads, drawn)};
  return pictures_make_directory(directory, failure) &&
         picture_draw(&picture, picture_heat, directory, "regions-heat", failure) &&
         draw_designs(&picture, report, failure);
}
