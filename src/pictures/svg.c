#include "pictures/svg.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/buffer.h"

/* ---- Bytes ------------------------------------------------------------------------------------- */

/* Whether `size` bytes more have room, and a NUL. */
static bool reserve(struct svg *svg, size_t size) {
  if (svg->failed || size < svg->capacity - svg->size) return !svg->failed;
  const size_t capacity = 2 * (svg->size + size) + 4096;
  char *text = realloc(svg->text, capacity);
  svg->failed = text == NULL;
  if (svg->failed) return false;
  svg->text = text;
  svg->capacity = capacity;
  return true;
}

void rowkey_svg_bytes(struct svg *svg, const char *bytes, size_t size) {
  if (!reserve(svg, size)) return;
  memcpy(svg->text + svg->size, bytes, size);
  svg->size += size;
  svg->text[svg->size] = '\0';
}

void rowkey_svg_put(struct svg *svg, const char *text) { rowkey_svg_bytes(svg, text, strlen(text)); }

void rowkey_svg_printf(struct svg *svg, const char *format, ...) {
  char text[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  rowkey_svg_put(svg, text);
}

/* ---- Numbers ----------------------------------------------------------------------------------- */

const char *rowkey_svg_number(char out[SVG_NUMBER_SIZE], double number, int places) {
  uint64_t unit = 1;
  int digits = 0; /* behind the point */
  for (; digits < places && fabs(number) * (double)unit < 1e17; digits++) unit *= 10;
  const uint64_t scaled = (uint64_t)llround(fabs(number) * (double)unit);
  const uint64_t whole = scaled / unit, part = scaled % unit;
  int size = snprintf(out, SVG_NUMBER_SIZE, "%s%llu", number < 0 && scaled > 0 ? "-" : "",
                      (unsigned long long)whole);
  if (part == 0) return out;
  size += snprintf(out + size, (size_t)(SVG_NUMBER_SIZE - size), ".%0*llu", digits, (unsigned long long)part);
  while (out[size - 1] == '0') out[--size] = 0;
  return out;
}

static void put_number(struct svg *svg, const char *before, double number, const char *behind) {
  char shown[SVG_NUMBER_SIZE];
  rowkey_svg_printf(svg, "%s%s%s", before, rowkey_svg_number(shown, number, 2), behind);
}

static void put_box(struct svg *svg, struct svg_box box) {
  put_number(svg, " x=\"", box.left, "\"");
  put_number(svg, " y=\"", box.top, "\"");
  put_number(svg, " width=\"", box.right - box.left, "\"");
  put_number(svg, " height=\"", box.bottom - box.top, "\"");
}

/* ---- Text -------------------------------------------------------------------------------------- */

/* The character at the beginning of a text: its bytes, and the letters that show it. */
struct character {
  size_t bytes, letters;
};

/* U+FFFE and U+FFFF are printable to a terminal, and have no place in XML. */
static struct character character_at(const char *text, size_t left) {
  const size_t length = rowkey_printable_length(text, left);
  const bool is_refused = length == 3 && memcmp(text, "\xef\xbf", 2) == 0 && (unsigned char)text[2] >= 0xbe;
  return length == 0 || is_refused ? (struct character){1, strlen("\\xHH")} : (struct character){length, 1};
}

static void put_character(struct svg *svg, const char *text, struct character character) {
  static const char special[] = "&<>\"";
  static const char *const names[] = {"&amp;", "&lt;", "&gt;", "&quot;"};
  const char *found = strchr(special, *text);
  if (character.letters > 1)
    rowkey_svg_printf(svg, "\\x%02X", (unsigned char)*text);
  else if (found != NULL)
    rowkey_svg_put(svg, names[found - special]);
  else
    rowkey_svg_bytes(svg, text, character.bytes);
}

/* Up to `most` letters; how many there are, when the stream is NULL. */
static size_t put_letters(struct svg *svg, const char *text, size_t most) {
  const size_t size = strlen(text);
  size_t letters = 0;
  struct character character;
  for (size_t at = 0; at < size; at += character.bytes) {
    character = character_at(text + at, size - at);
    if (letters + character.letters > most) break;
    letters += character.letters;
    if (svg != NULL) put_character(svg, text + at, character);
  }
  return letters;
}

static void put_text(struct svg *svg, const char *text, size_t room) {
  const size_t dots = strlen("...");
  const bool fits = put_letters(NULL, text, SIZE_MAX) <= room;
  put_letters(svg, text, fits ? room : room < dots ? 0 : room - dots);
  rowkey_svg_put(svg, fits ? "" : "...");
}

void rowkey_svg_text(struct svg *svg, double x, double y, double width, const struct svg_font *font,
                     const char *text) {
  put_number(svg, "<text x=\"", x, "\"");
  put_number(svg, " y=\"", y, "\"");
  rowkey_svg_printf(svg, " %s>", font->attributes);
  put_text(svg, text, width > 0 ? (size_t)(width / font->letter) : SIZE_MAX);
  rowkey_svg_put(svg, "</text>\n");
}

/* ---- The page and its shapes ------------------------------------------------------------------- */

void rowkey_svg_begin(struct svg *svg, double width, double height, const char *title,
                      const char *description) {
  const struct svg_box page = {0, 0, width, height};
  rowkey_svg_put(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" xml:space=\"preserve\"");
  put_box(svg, page);
  put_number(svg, " viewBox=\"0 0 ", width, " ");
  put_number(svg, "", height, "\">\n<title>");
  put_text(svg, title, SIZE_MAX);
  rowkey_svg_put(svg, "</title>\n<desc>");
  put_text(svg, description, SIZE_MAX);
  rowkey_svg_put(svg, "</desc>\n");
  rowkey_svg_rectangle(svg, page, "#ffffff");
}

void rowkey_svg_end(struct svg *svg) { rowkey_svg_put(svg, "</svg>\n"); }

void rowkey_svg_rectangle(struct svg *svg, struct svg_box box, const char *fill) {
  rowkey_svg_put(svg, "<rect");
  put_box(svg, box);
  rowkey_svg_printf(svg, " fill=\"%s\"/>\n", fill);
}

void rowkey_svg_circle(struct svg *svg, double x, double y, double radius, const char *fill) {
  put_number(svg, "<circle cx=\"", x, "\"");
  put_number(svg, " cy=\"", y, "\"");
  put_number(svg, " r=\"", radius, "\"");
  rowkey_svg_printf(svg, " fill=\"%s\"/>\n", fill);
}

void rowkey_svg_path(struct svg *svg, const char *attributes) {
  rowkey_svg_printf(svg, "<path %s d=\"", attributes);
}

void rowkey_svg_point(struct svg *svg, char command, double x, double y) {
  rowkey_svg_bytes(svg, &command, 1);
  if (command != 'V') put_number(svg, "", x, "");
  if (command != 'H') put_number(svg, command == 'V' ? "" : " ", y, "");
}

void rowkey_svg_path_end(struct svg *svg) { rowkey_svg_put(svg, "\"/>\n"); }

/* ---- Cells ------------------------------------------------------------------------------------- */

/* Counts each colour; the most frequent one. */
static size_t count_colours(const struct svg_cells *cells, size_t counts[UINT8_MAX + 1]) {
  size_t most = 0;
  for (size_t i = 0; i < cells->columns * cells->lines; i++)
    if (++counts[cells->colours[i]] > counts[most]) most = cells->colours[i];
  return most;
}

/* The runs of a colour in a line, as level strokes that are as wide as a cell is high. */
static void put_runs(struct svg *svg, const struct svg_cells *cells, size_t line, size_t colour) {
  const uint8_t *colours = cells->colours + line * cells->columns;
  size_t behind = 0; /* the end of the run before */
  for (size_t first = 0, end; first < cells->columns; first = end) {
    for (end = first + 1; end < cells->columns && colours[end] == colours[first];) end++;
    if (colours[first] != colour) continue;
    if (behind == 0)
      rowkey_svg_printf(svg, "M%zu-%zu.5h%zu", first, line, end - first);
    else
      rowkey_svg_printf(svg, "m%zu 0h%zu", first - behind, end - first);
    behind = end;
  }
}

void rowkey_svg_cells(struct svg *svg, struct svg_box box, const struct svg_cells *cells,
                      const char *const *palette) {
  size_t counts[UINT8_MAX + 1] = {0};
  const size_t most = count_colours(cells, counts);
  rowkey_svg_rectangle(svg, box, palette[most]);
  /* A picture within the picture, whose unit is a cell. Up is negative there. */
  char across[SVG_NUMBER_SIZE], up[SVG_NUMBER_SIZE];
  rowkey_svg_number(across, cells->across, 6);
  rowkey_svg_number(up, cells->up, 6);
  rowkey_svg_printf(svg, "<svg preserveAspectRatio=\"none\" viewBox=\"0 -%s %s %s\"", up, across, up);
  put_box(svg, box);
  rowkey_svg_put(svg, ">\n");
  for (size_t colour = 0; colour <= UINT8_MAX; colour++) {
    if (colour == most || counts[colour] == 0) continue;
    rowkey_svg_printf(svg, "<path fill=\"none\" shape-rendering=\"crispEdges\" stroke=\"%s\" d=\"",
                      palette[colour]);
    for (size_t line = 0; line < cells->lines; line++) put_runs(svg, cells, line, colour);
    rowkey_svg_path_end(svg);
  }
  rowkey_svg_put(svg, "</svg>\n");
}
