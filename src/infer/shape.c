/* Pieces of keys that differ in length: text up to a delimiter, and what has one width. */
#include <math.h>
#include <string.h>

#include "infer/binary.h"

enum { MOST_BINARY_PREFIX = 40 };

/* ---- Places ------------------------------------------------------------------------------------ */

/* How many places from the first one on hold bytes that are no text: a few printable ones may be among them.
 */
static size_t binary_prefix(const struct seen *seen) {
  struct place place;
  size_t text = 0, at = 0;
  for (; at < MOST_BINARY_PREFIX && text < TEXT_AGAIN; at++) {
    if (rowkey_see_text(seen, at, SIZE_MAX)) return at - text;
    rowkey_see_place(seen, at, &place);
    if ((double)place.keys < NEARLY_ALL * (double)seen->count) break;
    text = place.are_printable || place.are_padding ? text + 1 : 0;
  }
  return at - text;
}

/* How many places from the first one on hold digits of a hash or a number, before something else. */
static size_t digit_prefix(const struct seen *seen) {
  struct place place;
  size_t decimal = 0, hex = 0;
  for (size_t at = 0; at < MOST_PLACES; at++) {
    rowkey_see_place(seen, at, &place);
    if ((double)place.keys < NEARLY_ALL * (double)seen->count)
      return 0; /* all of the shortest key: nothing shows where it would end */
    if (decimal == at && place.are_digits) decimal++;
    if (hex == at && (place.are_lower_hex || place.are_upper_hex)) hex++;
    if (decimal <= at && hex <= at) break;
  }
  return hex >= 8 && hex % 8 == 0 && hex > decimal ? hex : decimal;
}

/* Appends these places, and goes on behind them. */
static bool take_prefix(struct seen *seen, size_t width, struct draft *draft) {
  if (!rowkey_cut_fixed(seen, width, draft)) return false;
  for (size_t i = 0; i < seen->count; i++)
    seen->begin[i] += seen_size(seen, i) < width ? seen_size(seen, i) : width;
  return true;
}

/* ---- Delimiters -------------------------------------------------------------------------------- */

static size_t find_delimiter(const struct seen *seen, size_t i, size_t from, uint8_t delimiter) {
  const size_t size = seen_size(seen, i);
  const uint8_t *at = size <= from ? NULL : memchr(seen_at(seen, i) + from, delimiter, size - from);
  return at == NULL ? ROWKEY_NONE : (size_t)(at - seen_at(seen, i));
}

/* How far from the keys' beginning the delimiter stands, in the mean; INFINITY where not nearly all have it
 * after text, and where nothing follows it. */
static double mean_place(const struct seen *seen, size_t from, uint8_t delimiter) {
  size_t keys = 0, size = 0, rest = 0;
  for (size_t i = 0; i < seen->count; i++) {
    const size_t at = find_delimiter(seen, i, from, delimiter);
    if (at == ROWKEY_NONE || !rowkey_is_text(seen_at(seen, i) + from, at - from)) continue;
    keys++;
    size += at;
    rest += seen_size(seen, i) - at - 1;
  }
  return (double)keys < NEARLY_ALL * (double)seen->count || rest == 0 ? INFINITY
                                                                      : (double)size / (double)keys;
}

/* The first one of them; false where there is none. */
static bool choose_delimiter(const struct seen *seen, size_t from, uint8_t *delimiter) {
  double first = INFINITY;
  for (unsigned byte = 0; byte < 0x80; byte++) {
    if (is_word_byte((uint8_t)byte)) continue;
    const double place = mean_place(seen, from, (uint8_t)byte);
    if (place < first) first = place, *delimiter = (uint8_t)byte;
  }
  return first < INFINITY;
}

/* Appends what stands before the delimiter and the delimiter, and goes on behind it. `ends` is working
 * memory: an end for each key. */
static bool take_text(struct seen *seen, uint8_t delimiter, uint64_t *ends, struct draft *draft) {
  for (size_t i = 0; i < seen->count; i++) {
    const size_t at = find_delimiter(seen, i, 0, delimiter);
    ends[i] = at == ROWKEY_NONE ? seen->end[i] : seen->begin[i] + at;
  }
  struct seen text = *seen;
  text.end = ends;
  const size_t width = rowkey_common_size(&text);
  const bool fixed = width != ROWKEY_NONE && width <= MOST_PLACES;
  if (fixed ? !rowkey_cut_fixed(&text, width, draft) : rowkey_draft_add(draft, PIECE_TEXT, 0) == NULL)
    return false;
  if (!rowkey_draft_add_literal(draft, &delimiter, 1)) return false;
  for (size_t i = 0; i < seen->count; i++)
    seen->begin[i] = ends[i] < seen->end[i] ? ends[i] + 1 : seen->end[i];
  return true;
}

/* Appends text of any length up to the end, or to a delimiter that stands there in nearly all keys. */
static bool take_last_text(const struct seen *seen, struct draft *draft) {
  size_t ends[256] = {0};
  for (size_t i = 0; i < seen->count; i++)
    if (seen_size(seen, i) > 0) ends[seen->bytes[seen->end[i] - 1]]++;
  if (rowkey_draft_add(draft, PIECE_TEXT, 0) == NULL) return false;
  for (unsigned byte = 0; byte < 0x80; byte++) {
    const uint8_t delimiter = (uint8_t)byte;
    if ((double)ends[byte] >= NEARLY_ALL * (double)seen->count && !is_word_byte(delimiter))
      return rowkey_draft_add_literal(draft, &delimiter, 1);
  }
  return true;
}

/* ---- All of it --------------------------------------------------------------------------------- */

/* Where text begins that a delimiter ends: at once, or behind a prefix that is no text. ROWKEY_NONE where
 * none does. */
static size_t find_text(const struct seen *seen, uint8_t *delimiter) {
  struct place place;
  for (size_t at = 0; at < MOST_BINARY_PREFIX; at++) {
    rowkey_see_place(seen, at, &place);
    if ((double)place.keys < NEARLY_ALL * (double)seen->count) break;
    if (place.may_be_text && choose_delimiter(seen, at, delimiter)) return at;
  }
  return ROWKEY_NONE;
}

bool rowkey_draft_shape(struct seen *seen, uint64_t *ends, struct draft *draft) {
  const size_t width = rowkey_common_size(seen);
  uint8_t delimiter = 0;
  if (width != ROWKEY_NONE && width <= MOST_PLACES) return rowkey_cut_fixed(seen, width, draft);
  const size_t text = find_text(seen, &delimiter);
  if (text != ROWKEY_NONE) {
    return (text == 0 || take_prefix(seen, text, draft)) && take_text(seen, delimiter, ends, draft) &&
           rowkey_draft_shape(seen, ends, draft);
  }
  const size_t binary = binary_prefix(seen), prefix = binary > 0 ? binary : digit_prefix(seen);
  return (prefix == 0 || take_prefix(seen, prefix, draft)) && take_last_text(seen, draft);
}
