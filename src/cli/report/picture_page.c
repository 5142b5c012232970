#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "report/picture.h"
#include "text/buffer.h"
#include "text/plural.h"

/* Dark on a background of its own, so that a page can be read wherever it is shown. */
#define BACKGROUND "#ffffff"
#define INK "#222222"
#define FAINT_INK "#555555"

/* The text as a string of gnuplot's. Letters and blanks as they are, all other bytes as octal escapes:
 * whatever a layout holds, gnuplot finds nothing in it to replace, to run or to end the string with. A digit
 * would be read as part of an escape before it. */
static void put_string(FILE *script, const char *text) {
  putc('"', script);
  for (const char *at = text; *at != 0; at++) {
    const bool plain = (*at >= 'A' && *at <= 'Z') || (*at >= 'a' && *at <= 'z') || *at == ' ';
    fprintf(script, plain ? "%c" : "\\%03o", (unsigned char)*at);
  }
  putc('"', script);
}

/* What is printable and yet may not stand in XML, of which gnuplot takes no care, is replaced: U+FFFE,
 * U+FFFF, and the end of a CDATA section. */
static void make_valid_xml(char *text) {
  for (char *at = strstr(text, "\xef\xbf"); at != NULL; at = strstr(at + 1, "\xef\xbf"))
    if ((unsigned char)at[2] >= 0xbe) memcpy(at, "???", 3);
  for (char *at = strstr(text, "]]>"); at != NULL; at = strstr(at + 1, "]]>")) at[2] = '?';
}

static const struct {
  const char *font, *colour;
  double letter; /* its width in pixels */
} weights[] = {[WEIGHT_TITLE] = {"sans-serif,21", INK, 12.3},
               [WEIGHT_LAYOUT] = {"monospace,15", INK, 9.1},
               [WEIGHT_NOTE] = {"sans-serif,13", FAINT_INK, 7.1}};

static void page_text(const struct picture *picture, double x, double y, double width, enum weight weight,
                      const char *text) {
  char shown[512] = "";
  struct text_buffer buffer = {shown, sizeof shown};
  const size_t size = strlen(text), room = (size_t)(width / weights[weight].letter);
  const size_t most = room < sizeof shown - 8 ? room : sizeof shown - 8;
  rowkey_text_show(&buffer, text, size, size <= most ? size : most - strlen("..."));
  make_valid_xml(shown);
  fputs("set label ", picture->script);
  put_string(picture->script, shown);
  fprintf(picture->script, " at screen %.5f, page_y(%.1f) left font '%s' textcolor rgb '%s'\n",
          x / PAGE_WIDTH, y, weights[weight].font, weights[weight].colour);
}

void page_note(const struct picture *picture, double x, double y, double width, const char *format, ...) {
  char text[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  page_text(picture, x, y, width, WEIGHT_NOTE, text);
}

void page_caption(const struct picture *picture, struct box box, const char *layout, const char *format,
                  ...) {
  char text[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  page_text(picture, box.left, box.top - 39, box.right - box.left, WEIGHT_LAYOUT, layout);
  page_text(picture, box.left, box.top - 18, box.right - box.left, WEIGHT_NOTE, text);
}

static size_t grid_columns(const struct picture *picture) { return picture->count == 1 ? 1 : 2; }

struct box grid_box(const struct picture *picture, const struct grid *grid, size_t index) {
  const size_t columns = grid_columns(picture);
  const double width = PAGE_WIDTH / (double)columns, left = (double)(index % columns) * width;
  const double top =
      grid->top + CAPTION_HEIGHT + (double)(index / columns) * (grid->panel_height + PANEL_GAP);
  return (struct box){left + grid->left, top, left + width - 2 * PAGE_MARGIN, top + grid->panel_height};
}

double grid_height(const struct picture *picture, const struct grid *grid) {
  return grid_box(picture, grid, picture->count - 1).bottom + PANEL_GAP - CAPTION_HEIGHT + 16;
}

static void put_numbers_of_run(const struct picture *picture) {
  const struct rows_seen *seen = picture->seen;
  char rows[GROUPED_SIZE], writers[GROUPED_SIZE], window[GROUPED_SIZE], most[GROUPED_SIZE],
      least[GROUPED_SIZE];
  size_t fewest = SIZE_MAX;
  for (size_t i = 0; i < picture->count; i++)
    if (picture->layouts[i].report->regions < fewest) fewest = picture->layouts[i].report->regions;
  const size_t greatest = most_regions(picture);
  page_note(picture, PAGE_MARGIN, 64, PAGE_WIDTH - 2 * PAGE_MARGIN,
            "%s rows by %s writer%s into %s%s%s %s%s, in windows of %s row%s; from %s",
            grouped(rows, seen->rows), grouped(writers, seen->writers), plural(seen->writers),
            fewest == greatest ? "" : grouped(least, fewest), fewest == greatest ? "" : " to ",
            grouped(most, greatest), picture->unit, plural(greatest), grouped(window, seen->window),
            plural(seen->window), seen->source);
}

void page_begin(const struct picture *picture, double height, const char *title, const char *reading) {
  FILE *script = picture->script;
  if (picture->format == PICTURE_SVG)
    fprintf(
        script,
        "set terminal svg noenhanced size %.0f,%.0f background rgb '%s' font 'sans-serif,12' name 'rowkey_simulate'\n",
        PAGE_WIDTH, height, BACKGROUND);
  else
    fprintf(
        script,
        "set terminal pngcairo noenhanced size %.0f,%.0f background rgb '%s' font 'sans-serif,12' fontscale 1.12 linewidth 1.5\n",
        PAGE_WIDTH * 1.5, height * 1.5, BACKGROUND);
  fprintf(script,
          "set encoding utf8\n"
          "page_y(y) = 1 - y / %.1f\npage_dy(y) = y / %.1f\n"
          "set multiplot\n"
          "set border 3 linecolor rgb '" FAINT_INK
          "'\n"
          "set tics nomirror out scale 0.5 textcolor rgb '" INK
          "'\n"
          "set style fill solid 1 noborder\n"
          "unset key\n"
          "set samples 2\n" /* straight lines only */,
          height, height);
  page_text(picture, PAGE_MARGIN, 36, PAGE_WIDTH - 2 * PAGE_MARGIN, WEIGHT_TITLE, title);
  put_numbers_of_run(picture);
  page_note(picture, PAGE_MARGIN, 86, PAGE_WIDTH - 2 * PAGE_MARGIN, "%s", reading);
}

void page_end(const struct picture *picture) { fputs("unset multiplot\n", picture->script); }

void page_panel(const struct picture *picture, struct box box, double height) {
  fprintf(picture->script,
          "set lmargin at screen %.5f\nset rmargin at screen %.5f\n"
          "set tmargin at screen %.5f\nset bmargin at screen %.5f\n",
          box.left / PAGE_WIDTH, box.right / PAGE_WIDTH, 1 - box.top / height, 1 - box.bottom / height);
}

void page_panel_end(const struct picture *picture) { fputs("unset label\n", picture->script); }
