/* Pictures as SVG, as text that grows: shapes, text, and panels with axes. They stand alone, as nothing in
 * them is fetched, and the same calls write the same bytes in every locale. Places are in pixels from the
 * page's upper left corner.
 *
 *   struct svg svg = {0};
 *   rowkey_svg_begin(&svg, 200, 100, "A triangle", "It is blue.");
 *   rowkey_svg_path(&svg, "fill='#0072b2'");
 *   rowkey_svg_point(&svg, 'M', 10, 90), rowkey_svg_point(&svg, 'L', 100, 10);
 *   rowkey_svg_point(&svg, 'L', 190, 90), rowkey_svg_path_end(&svg), rowkey_svg_end(&svg); */
#ifndef ROWKEY_SRC_PICTURES_SVG_H
#define ROWKEY_SRC_PICTURES_SVG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SVG_INK "#222222"
#define SVG_FAINT_INK "#555555"

/* What was written. Begins as {0}; `text` ends with a NUL and is freed by its owner. */
struct svg {
  char *text;
  size_t size, capacity;
  bool failed; /* memory ran out: nothing more is written */
};

void rowkey_svg_bytes(struct svg *svg, const char *bytes, size_t size);
void rowkey_svg_put(struct svg *svg, const char *text);
__attribute__((format(printf, 2, 3))) void rowkey_svg_printf(struct svg *svg, const char *format, ...);

struct svg_box {
  double left, top, right, bottom;
};

/* A white page, whose title and description are for those who cannot see it. */
void rowkey_svg_begin(struct svg *svg, double width, double height, const char *title,
                      const char *description);
void rowkey_svg_end(struct svg *svg);

/* ---- Shapes ------------------------------------------------------------------------------------ */

void rowkey_svg_rectangle(struct svg *svg, struct svg_box box, const char *fill);
void rowkey_svg_circle(struct svg *svg, double x, double y, double radius, const char *fill);

/* A path: these attributes of SVG, then its points: 'M' moves, 'L' is a line, 'H' a level one, 'V' one
 * upright. */
void rowkey_svg_path(struct svg *svg, const char *attributes);
void rowkey_svg_point(struct svg *svg, char command, double x, double y);
void rowkey_svg_path_end(struct svg *svg);

/* A map of cells: line by line from the lower left corner on, each the number of its colour. `across` columns
 * and `up` lines of them fill the box; neither need be whole, and what is beyond is cut off. A rectangle has
 * the colour of the most cells, and one path has all runs of cells of another colour: many cells stay a small
 * file. */
struct svg_cells {
  const uint8_t *colours;
  size_t columns, lines;
  double across, up;
};
void rowkey_svg_cells(struct svg *svg, struct svg_box box, const struct svg_cells *cells,
                      const char *const *palette);

/* ---- Text -------------------------------------------------------------------------------------- */

struct svg_font {
  const char *attributes; /* of SVG: a generic family, a size, a colour, an anchor */
  double letter;          /* the width of most of its letters */
};

#define SVG_FONT(family, size, colour) "font-family=\"" family "\" font-size=\"" size "\" fill=\"" colour "\""

/* Any bytes: printable characters of UTF-8 as they are, all others as \xHH. What does not fit into `width`
 * pixels is cut off with "..."; 0: all of it. */
void rowkey_svg_text(struct svg *svg, double x, double y, double width, const struct svg_font *font,
                     const char *text);

/* With at most so many decimal places, fewer where there are 17 digits before them, and no 0 at their end.
 * The number is at most 1e18 away from 0. Returns `out`. */
enum { SVG_NUMBER_SIZE = 32 };
const char *rowkey_svg_number(char out[SVG_NUMBER_SIZE], double number, int places);

/* ---- Panels ------------------------------------------------------------------------------------ */

enum svg_scale { SVG_LINEAR, SVG_ROOT, SVG_LOGARITHMIC };

struct svg_axis {
  const char *label; /* NULL: it has no label and no ticks but those that the caller puts there */
  double low, high;  /* SVG_ROOT is from 0 on */
  enum svg_scale scale;
  double least_step; /* between ticks of what has no parts; else 0 */
  double offset;     /* of ticks from their values: 0.5 where each thing is a unit wide; else 0 */
};

struct svg_panel {
  struct svg_box box;
  struct svg_axis x, y;
};

/* Where a value is on the page. */
double rowkey_panel_x(const struct svg_panel *panel, double value);
double rowkey_panel_y(const struct svg_panel *panel, double value);

/* Lines below and on the left, labels, and ticks at round values. Last, so that it is on top. */
void rowkey_panel_axes(struct svg *svg, const struct svg_panel *panel);

enum svg_side { SVG_BELOW, SVG_LEFT, SVG_RIGHT };
void rowkey_panel_tick(struct svg *svg, const struct svg_panel *panel, enum svg_side side, double value,
                       const char *text);

#endif
