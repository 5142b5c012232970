#include "infer/seen.h"

#include <math.h>
#include <rowkey/error.h>
#include <string.h>

#include "text/utf8.h"

/* How many of the keys have one of the bytes first … last. */
static size_t count_bytes(const struct place *place, unsigned first, unsigned last) {
  size_t count = 0;
  for (unsigned byte = first; byte <= last; byte++) count += place->counts[byte];
  return count;
}

static void find_kinds(struct place *place) {
  const double enough = NEARLY_ALL * (double)place->keys;
  const size_t digits = count_bytes(place, '0', '9'), printable = count_bytes(place, 0x20, 0x7e);
  const size_t zeros = place->counts[0];
  place->is_constant = (double)place->counts[place->usual] >= enough;
  place->are_digits = (double)digits >= enough;
  place->are_lower_hex = (double)(digits + count_bytes(place, 'a', 'f')) >= enough;
  place->are_upper_hex = (double)(digits + count_bytes(place, 'A', 'F')) >= enough;
  place->are_letters = (double)count_bytes(place, 'a', 'z') >= enough;
  place->are_printable = (double)printable >= enough;
  place->may_be_text = (double)(printable + count_bytes(place, 0x80, 0xff)) >= enough;
  place->are_padding = (double)(printable + zeros) >= enough && !place->are_printable && printable > 0 &&
                       zeros > 0 && !place->is_constant;
}

void rowkey_see_place(const struct seen *seen, size_t offset, struct place *place) {
  memset(place, 0, sizeof *place);
  for (size_t i = 0; i < seen->count; i++) {
    if (seen_size(seen, i) <= offset) continue;
    place->counts[seen_at(seen, i)[offset]]++;
    place->keys++;
  }
  for (unsigned byte = 0; byte < 256; byte++) {
    if (place->counts[byte] == 0) continue;
    const double share = (double)place->counts[byte] / (double)place->keys;
    place->bits -= share * log2(share);
    if (place->counts[byte] > place->counts[place->usual]) place->usual = (uint8_t)byte;
  }
  find_kinds(place);
}

bool rowkey_place_is_even(const struct place *place, size_t values) {
  if (place->keys < values) return false;
  /* Miller's correction of the entropy of a sample. */
  const double expected =
      log2((double)values) - (double)(values - 1) / (2 * (double)place->keys * 0.69314718055994531);
  return place->bits > expected - 0.08;
}

/* Latin-1, most of whose letters are those of ASCII. */
static bool is_latin1(const uint8_t *bytes, size_t size) {
  size_t letters = 0, others = 0;
  for (size_t i = 0; i < size; i++) {
    if (bytes[i] >= 0x80 && bytes[i] < 0xa0) return false;
    letters += (bytes[i] | 0x20) >= 'a' && (bytes[i] | 0x20) <= 'z';
    others += bytes[i] >= 0x80;
  }
  return letters > others;
}

bool rowkey_is_text(const uint8_t *bytes, size_t size) {
  for (size_t i = 0; i < size; i++)
    if (bytes[i] < 0x20 || bytes[i] == 0x7f) return false;
  for (size_t i = 0; i < size;) {
    uint32_t point;
    const unsigned length = utf8_code_point(bytes + i, size - i, &point);
    if (length == 0 || (point >= 0x80 && point < 0xa0)) return is_latin1(bytes, size);
    i += length;
  }
  return true;
}

bool rowkey_see_text(const struct seen *seen, size_t offset, size_t end) {
  size_t texts = 0;
  for (size_t i = 0; i < seen->count; i++) {
    const size_t size = seen_size(seen, i) < end ? seen_size(seen, i) : end;
    texts += offset >= size || rowkey_is_text(seen_at(seen, i) + offset, size - offset);
  }
  return (double)texts >= NEARLY_ALL * (double)seen->count;
}

size_t rowkey_common_size(const struct seen *seen) {
  /* Boyer and Moore's majority: of the sizes only one can be that of more than half. */
  size_t size = 0, lead = 0, having = 0;
  for (size_t i = 0; i < seen->count; i++) {
    if (lead == 0) size = seen_size(seen, i);
    if (seen_size(seen, i) == size)
      lead++;
    else
      lead--;
  }
  for (size_t i = 0; i < seen->count; i++) having += seen_size(seen, i) == size;
  return (double)having >= NEARLY_ALL * (double)seen->count ? size : ROWKEY_NONE;
}
