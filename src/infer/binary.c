#include "infer/binary.h"

#include <math.h>
#include <string.h>

enum { MOST_RUN = MOST_PLACES, OPAQUE_WIDTH = 16 };

size_t rowkey_binary_end(const struct place *places, size_t width, size_t from) {
  size_t printable = 0, at = from;
  while (at < width && printable < TEXT_AGAIN) {
    printable = places[at].are_printable || places[at].are_padding ? printable + 1 : 0;
    at++;
  }
  return printable == TEXT_AGAIN ? at - TEXT_AGAIN : at;
}

/* ---- What a piece costs ------------------------------------------------------------------------ */

/* Big-endian numbers vary the more, the further right a byte stands. So a place that varies less than the one
 * before it is likely the first of another number: there a cut is free, and none is dear. Of numbers the
 * usual widths are the cheapest. */
struct run {
  const struct seen *seen;
  const struct place *places;
  size_t from;
};

static double fall_at(const struct run *run, size_t at) {
  return run->places[at - 1].bits - run->places[at].bits;
}

static double falls_within(const struct run *run, size_t from, size_t to) {
  double sum = 0;
  for (size_t at = from + 1; at < to; at++)
    if (fall_at(run, at) > 0.5) sum += fall_at(run, at);
  return sum;
}

/* All places of a hash vary alike. */
static bool is_flat(const struct run *run, size_t from, size_t to) {
  double least = INFINITY, most = 0;
  for (size_t at = from; at < to; at++) {
    least = fmin(least, run->places[at].bits);
    most = fmax(most, run->places[at].bits);
  }
  return most >= 1.5 && least >= 0.7 * most;
}

static double width_cost(size_t width) {
  static const double costs[] = {0, 2, 2, 2.6, 1.2, 3.5, 3, 3.5, 1};
  return costs[width];
}

static double piece_cost(const struct run *run, size_t from, size_t to, size_t width) {
  enum number_form form;
  rowkey_time_unit unit;
  if (width == OPAQUE_WIDTH) return is_flat(run, from, to) ? 0.8 : INFINITY;
  if (width > 8) return INFINITY;
  if (rowkey_find_instant(run->seen, from, width, false, &form, &unit)) return width_cost(width) - 1.5;
  return width_cost(width) + falls_within(run, from, to) / 2;
}

static double cut_cost(const struct run *run, size_t at) {
  if (at == run->from || fall_at(run, at) > 0.5) return 0;
  return fall_at(run, at) < -0.5 ? 1 : 0.3;
}

/* ---- The pieces -------------------------------------------------------------------------------- */

static bool add_piece(const struct run *run, size_t from, size_t to, struct draft *draft) {
  const size_t width = to - from;
  bool constant = true, even = true;
  for (size_t at = from; at < to; at++) {
    constant &= run->places[at].is_constant;
    even &= rowkey_place_is_even(&run->places[at], 256);
  }
  for (size_t at = from; constant && at < to; at++)
    if (!rowkey_draft_add_literal(draft, &run->places[at].usual, 1)) return false;
  if (constant) return true;
  struct piece *piece = rowkey_draft_add(draft, width == OPAQUE_WIDTH ? PIECE_OPAQUE : PIECE_NUMBER, width);
  if (piece == NULL) return false;
  piece->is_even = even || width == OPAQUE_WIDTH;
  if (piece->kind != PIECE_NUMBER) return true;
  if (rowkey_find_instant(run->seen, from, width, false, &piece->form, &piece->unit)) return true;
  /* Numbers around 0 with the sign bit flipped begin with 80 or 7F. */
  const struct place *first = &run->places[from];
  const size_t around = first->counts[0x80] + first->counts[0x7f];
  if (width >= 2 && (double)around >= NEARLY_ALL * (double)first->keys) piece->form = FORM_SIGNED;
  return true;
}

bool rowkey_cut_binary(const struct seen *seen, const struct place *places, size_t from, size_t to,
                       struct draft *draft) {
  const struct run run = {seen, places, from};
  double best[MOST_RUN + 1] = {0}; /* what the places before `at` cost at least */
  size_t last[MOST_RUN + 1] = {0}; /* the width of their last piece */
  size_t ends[MOST_RUN + 1], count = 0;
  for (size_t at = 1; at <= to - from; at++) {
    best[at] = INFINITY;
    for (size_t width = 1; width <= OPAQUE_WIDTH && width <= at; width++) {
      const size_t begin = from + at - width;
      const double cost =
          best[at - width] + cut_cost(&run, begin) + piece_cost(&run, begin, from + at, width);
      if (cost < best[at]) best[at] = cost, last[at] = width;
    }
  }
  for (size_t at = to - from; at > 0; at -= last[at]) ends[count++] = at;
  while (count-- > 0) {
    const size_t end = ends[count];
    if (!add_piece(&run, from + end - last[end], from + end, draft)) return false;
  }
  return true;
}
