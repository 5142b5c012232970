/* Where values are in a panel, and its axes. */
#include <math.h>
#include <stdio.h>

#include "pictures/svg.h"

#define TEXT SVG_FONT("sans-serif", "12", SVG_INK) " text-anchor="
#define LETTER 7
#define STROKE "fill=\"none\" stroke=\"" SVG_FAINT_INK "\""

static const struct side {
  struct svg_font font;
  double tick_x, tick_y, text_x, text_y; /* from the axis */
  double least;                          /* pixels between ticks */
} sides[] = {[SVG_BELOW] = {{TEXT "\"middle\"", LETTER}, 0, 4, 0, 21, 50},
             [SVG_LEFT] = {{TEXT "\"end\"", LETTER}, -4, 0, -9, 4, 27},
             [SVG_RIGHT] = {{TEXT "\"start\"", LETTER}, 4, 0, 9, 4, 27}};

static double part_of(const struct svg_axis *axis, double value) {
  if (axis->scale == SVG_LOGARITHMIC) return log(value / axis->low) / log(axis->high / axis->low);
  if (axis->scale == SVG_ROOT) return sqrt(value / axis->high);
  return (value - axis->low) / (axis->high - axis->low);
}

double rowkey_panel_x(const struct svg_panel *panel, double value) {
  return panel->box.left + part_of(&panel->x, value) * (panel->box.right - panel->box.left);
}

double rowkey_panel_y(const struct svg_panel *panel, double value) {
  return panel->box.bottom - part_of(&panel->y, value) * (panel->box.bottom - panel->box.top);
}

void rowkey_panel_tick(struct svg *svg, const struct svg_panel *panel, enum svg_side side, double value,
                       const char *text) {
  const struct side *look = &sides[side];
  const double beside = side == SVG_LEFT ? panel->box.left : panel->box.right;
  const double x = side == SVG_BELOW ? rowkey_panel_x(panel, value) : beside;
  const double y = side == SVG_BELOW ? panel->box.bottom : rowkey_panel_y(panel, value);
  rowkey_svg_path(svg, STROKE);
  rowkey_svg_point(svg, 'M', x, y);
  rowkey_svg_point(svg, 'L', x + look->tick_x, y + look->tick_y);
  rowkey_svg_path_end(svg);
  rowkey_svg_text(svg, x + look->text_x, y + look->text_y, 0, &look->font, text);
}

/* ---- Ticks at round values --------------------------------------------------------------------- */

/* In thousands, millions or billions on an axis of large numbers. */
static void put_tick(struct svg *svg, const struct svg_panel *panel, enum svg_side side, double value,
                     double offset) {
  const double most = (side == SVG_BELOW ? &panel->x : &panel->y)->high;
  const double unit = most < 1e4 || value < 1e3 ? 1 : value < 1e6 ? 1e3 : value < 1e9 ? 1e6 : 1e9;
  char text[SVG_NUMBER_SIZE + 1], number[SVG_NUMBER_SIZE];
  snprintf(text, sizeof text, "%s%s", rowkey_svg_number(number, value / unit, 9),
           unit == 1     ? ""
           : unit == 1e3 ? "k"
           : unit == 1e6 ? "M"
                         : "G");
  rowkey_panel_tick(svg, panel, side, value + offset, text);
}

/* At multiples of 1, 2 or 5 times a power of ten. */
static void put_even_ticks(struct svg *svg, const struct svg_panel *panel, const struct svg_axis *axis,
                           enum svg_side side, double most) {
  static const double factors[] = {1, 2, 5, 10};
  const double range = axis->high - axis->low, power = pow(10, floor(log10(range / most)));
  size_t i = 0;
  while (i < 3 && range / (factors[i] * power) > most) i++;
  const double step = fmax(factors[i] * power, axis->least_step);
  const double almost = 1e-9; /* of a step: what is not a whole number in binary alone */
  for (double tick = ceil(axis->low / step - almost);
       tick * step + axis->offset <= axis->high + almost * step; tick++)
    put_tick(svg, panel, side, tick * step, axis->offset);
}

/* At digits times powers of ten: the fewer of these there are, the more digits. None near the one before. */
static void put_uneven_ticks(struct svg *svg, const struct svg_panel *panel, const struct svg_axis *axis,
                             enum svg_side side, double most) {
  static const double fine[] = {1, 1.5, 2, 3, 5, 7}, coarse[] = {1, 2, 5};
  const double low = axis->scale == SVG_ROOT ? 1 : axis->low, ratio = axis->high / low;
  const bool is_fine = axis->scale == SVG_LOGARITHMIC && ratio < 30;
  double before = -1; /* as a part of the axis */
  if (axis->scale == SVG_ROOT) put_tick(svg, panel, side, before = 0, 0);
  for (double power = floor(log10(low)); power <= floor(log10(axis->high)); power++)
    for (size_t i = 0; i < (is_fine ? 6 : ratio < 1000 ? 3 : 1); i++) {
      const double value = (is_fine ? fine[i] : coarse[i]) * pow(10, power), part = part_of(axis, value);
      if (value < low || value > axis->high || part - before < 0.6 / most) continue;
      put_tick(svg, panel, side, value, 0);
      before = part;
    }
}

static void put_ticks(struct svg *svg, const struct svg_panel *panel, enum svg_side side, double pixels) {
  const struct svg_axis *axis = side == SVG_BELOW ? &panel->x : &panel->y;
  const double most = fmin(floor(pixels / sides[side].least), 10);
  if (axis->label != NULL)
    (axis->scale == SVG_LINEAR ? put_even_ticks : put_uneven_ticks)(svg, panel, axis, side, most);
}

void rowkey_panel_axes(struct svg *svg, const struct svg_panel *panel) {
  const struct svg_box box = panel->box;
  rowkey_svg_path(svg, STROKE);
  rowkey_svg_point(svg, 'M', box.left, box.top);
  rowkey_svg_point(svg, 'V', 0, box.bottom);
  rowkey_svg_point(svg, 'H', box.right, 0);
  rowkey_svg_path_end(svg);
  put_ticks(svg, panel, SVG_BELOW, box.right - box.left);
  put_ticks(svg, panel, SVG_LEFT, box.bottom - box.top);
  const struct svg_font *font = &sides[SVG_BELOW].font;
  if (panel->x.label != NULL)
    rowkey_svg_text(svg, (box.left + box.right) / 2, box.bottom + 42, 0, font, panel->x.label);
  if (panel->y.label == NULL) return;
  const double x = box.left - 50, y = (box.top + box.bottom) / 2;
  char turned[256], across[SVG_NUMBER_SIZE], down[SVG_NUMBER_SIZE];
  snprintf(turned, sizeof turned, "%s transform=\"rotate(-90 %s %s)\"", font->attributes,
           rowkey_svg_number(across, x, 2), rowkey_svg_number(down, y, 2));
  rowkey_svg_text(svg, x, y, 0, &(struct svg_font){turned, LETTER}, panel->y.label);
}
