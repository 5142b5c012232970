/* Pieces of a stretch that has one width in nearly all keys, by what stands at each place. */
#include "infer/binary.h"

enum { HASH_DIGITS = 32, MOST_DECIMAL = 19, MOST_HEX = 16, FEW_PRINTABLE = 3 };

struct cutting {
  const struct seen *seen;
  const struct place *places;
  size_t width;
  struct draft *draft;
};

static bool add_literal(struct cutting *cutting, size_t from, size_t to) {
  for (size_t at = from; at < to; at++)
    if (!rowkey_draft_add_literal(cutting->draft, &cutting->places[at].usual, 1)) return false;
  return true;
}

static bool all_are_constant(const struct cutting *cutting, size_t from, size_t to) {
  while (from < to && cutting->places[from].is_constant) from++;
  return from == to;
}

/* ---- Digits ------------------------------------------------------------------------------------ */

/* Whether the digits are dates such as 20240131, perhaps with a time of day. */
static bool are_dates(const struct cutting *cutting, size_t from, size_t width) {
  size_t dates = 0, keys = 0;
  if (width != 8 && width != 14) return false;
  for (size_t i = 0; i < cutting->seen->count; i++) {
    if (seen_size(cutting->seen, i) < from + width) continue;
    const uint8_t *at = seen_at(cutting->seen, i) + from;
    unsigned two[7] = {0};
    for (size_t k = 0; k < width / 2; k++)
      two[k] = (unsigned)(at[2 * k] - '0') * 10 + (unsigned)(at[2 * k + 1] - '0');
    keys++;
    dates += (two[0] == 19 || two[0] == 20) && two[2] >= 1 && two[2] <= 12 && two[3] >= 1 && two[3] <= 31 &&
             two[4] < 24 && two[5] < 60 && two[6] < 60;
  }
  return (double)dates >= NEARLY_ALL * (double)keys;
}

/* A number's first digits vary the least. Where a digit varies less than the one before it, the next number
 * begins; but not within a time or a date. */
static size_t decimal_end(const struct cutting *cutting, size_t from, size_t to) {
  enum number_form form;
  rowkey_time_unit unit;
  for (size_t width = to - from < MOST_DECIMAL ? to - from : MOST_DECIMAL; width >= 8; width--) {
    if (rowkey_find_instant(cutting->seen, from, width, true, &form, &unit) ||
        are_dates(cutting, from, width))
      return from + width;
  }
  size_t at = from + 1;
  while (at < to && at - from < MOST_DECIMAL &&
         cutting->places[at].bits >= cutting->places[at - 1].bits - (to - at == 1 ? 8 : 0.5)) {
    at++;
  }
  return at;
}

static bool cut_digits(struct cutting *cutting, size_t from, size_t to) {
  while (from < to) {
    const size_t end = decimal_end(cutting, from, to);
    struct piece *piece = rowkey_draft_add(cutting->draft, PIECE_DECIMAL, end - from);
    if (piece == NULL) return false;
    rowkey_find_instant(cutting->seen, from, end - from, true, &piece->form, &piece->unit);
    piece->is_even = true;
    for (size_t at = from; at < end; at++)
      piece->is_even &= rowkey_place_is_even(&cutting->places[at], 10) ||
                        (at == from && cutting->places[at].is_constant && cutting->places[at].usual == '0');
    from = end;
  }
  return true;
}

static bool cut_hex(struct cutting *cutting, size_t from, size_t to, bool upper) {
  while (from < to) {
    const size_t left = to - from;
    const size_t width = left >= HASH_DIGITS ? HASH_DIGITS : left > MOST_HEX ? MOST_HEX : left;
    struct piece *piece = rowkey_draft_add(cutting->draft, PIECE_HEX, width);
    if (piece == NULL) return false;
    piece->is_upper = upper;
    piece->is_even = true;
    for (size_t at = from; at < from + width; at++)
      piece->is_even &= rowkey_place_is_even(&cutting->places[at], 16);
    from += width;
  }
  return true;
}

/* Digits from here on, or hex digits; how far they go, and which ones they are. A hex number begins with
 * zeros and perhaps a place of few values, or a hash with letters as well. */
static size_t digits_end(const struct cutting *cutting, size_t from, bool *is_hex, bool *is_upper) {
  const struct place *places = cutting->places;
  size_t digits = from, lower = from, upper = from;
  while (digits < cutting->width && places[digits].are_digits) digits++;
  while (lower < cutting->width && places[lower].are_lower_hex) lower++;
  while (upper < cutting->width && places[upper].are_upper_hex) upper++;
  const size_t hex = lower > upper ? lower : upper;
  size_t few = from;
  while (few < digits && places[few].is_constant && places[few].usual == '0') few++;
  if (few < digits && few + 1 == digits) few++;
  *is_upper = upper > lower;
  *is_hex = few == digits && hex > digits && hex > from + 1;
  return *is_hex ? hex : digits;
}

/* ---- Text -------------------------------------------------------------------------------------- */

static bool is_delimiter(const struct place *place) {
  return place->is_constant && !is_word_byte(place->usual);
}

/* Text, or what is the same in all keys. */
static bool cut_text(struct cutting *cutting, size_t from, size_t to) {
  if (all_are_constant(cutting, from, to)) return add_literal(cutting, from, to);
  const bool letter = to - from == 1 && cutting->places[from].are_letters;
  return rowkey_draft_add(cutting->draft, letter ? PIECE_LETTER : PIECE_PADDED, to - from) != NULL;
}

/* Where padded text that begins here ends; 0 where none does. Zeros after it belong to it as far as the
 * binary number that follows can do without them. */
static size_t padded_end(const struct cutting *cutting, size_t from) {
  const struct place *places = cutting->places;
  size_t at = from;
  if (is_delimiter(&places[from])) return 0;
  while (at < cutting->width && places[at].are_printable) at++;
  if (at == cutting->width || !places[at].are_padding) return 0;
  while (at < cutting->width && (places[at].are_padding || places[at].are_printable)) at++;
  size_t zeros = 0;
  while (at + zeros < cutting->width && places[at + zeros].is_constant && places[at + zeros].usual == 0)
    zeros++;
  const size_t number = rowkey_binary_end(places, cutting->width, at + zeros) - at - zeros;
  size_t needed = (8 - number % 8) % 8;
  if (needed > zeros) needed = (4 - number % 4) % 4;
  return at + zeros - (needed < zeros ? needed : zeros);
}

/* Where delimiters end that begin here, or text without them and without digits. */
static size_t text_end(const struct cutting *cutting, size_t from) {
  const struct place *places = cutting->places;
  size_t at = from;
  if (is_delimiter(&places[from])) {
    while (at < cutting->width && is_delimiter(&places[at]) && places[at].are_printable) at++;
    return at;
  }
  while (at < cutting->width && places[at].are_printable && !is_delimiter(&places[at]) &&
         !(places[at].are_digits && !places[at].is_constant)) {
    at++;
  }
  return at;
}

/* ---- All of it --------------------------------------------------------------------------------- */

/* Appends the pieces that begin at `from`; where they end, or 0 when there are too many. */
static size_t cut_next(struct cutting *cutting, size_t from) {
  const struct place *places = cutting->places;
  if (places[from].are_digits || (is_hex_place(&places[from]) && !places[from].is_constant)) {
    bool is_hex, is_upper;
    const size_t end = digits_end(cutting, from, &is_hex, &is_upper);
    if (is_hex) return cut_hex(cutting, from, end, is_upper) ? end : 0;
    if (end > from) return cut_digits(cutting, from, end) ? end : 0;
  }
  size_t end = padded_end(cutting, from);
  if (end > 0) return rowkey_draft_add(cutting->draft, PIECE_PADDED, end - from) != NULL ? end : 0;
  end = text_end(cutting, from);
  /* A few printable bytes before others are those of a number, as the first ones of a time in seconds are. */
  const bool is_number = end < cutting->width && !places[end].are_printable && end - from <= FEW_PRINTABLE &&
                         !is_delimiter(&places[from]);
  if (end > from && !is_number) return cut_text(cutting, from, end) ? end : 0;
  if (rowkey_see_text(cutting->seen, from, cutting->width))
    return cut_text(cutting, from, cutting->width) ? cutting->width : 0;
  end = rowkey_binary_end(places, cutting->width, from);
  if (all_are_constant(cutting, from, end)) return add_literal(cutting, from, end) ? end : 0;
  return rowkey_cut_binary(cutting->seen, places, from, end, cutting->draft) ? end : 0;
}

bool rowkey_cut_fixed(const struct seen *seen, size_t width, struct draft *draft) {
  if (width == 0) return true;
  struct place *places = seen->places;
  if (width > MOST_PLACES) return false;
  for (size_t at = 0; at < width; at++) rowkey_see_place(seen, at, &places[at]);
  struct cutting cutting = {seen, places, width, draft};
  size_t at = 0;
  bool good = true;
  while (good && at < width) {
    const size_t end = cut_next(&cutting, at);
    good = end > at;
    at = end;
  }
  return good;
}
