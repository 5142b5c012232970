#include "records/quotes.h"

#include <string.h>

/* Moves after the quote that closes the field, if it is there. A quote that is the last byte may turn out to
 * be the first of two, so it is looked at again when more bytes are there. */
static bool leave_quotes(struct csv_walk *walk, const uint8_t *bytes, size_t size) {
  for (;;) {
    const uint8_t *quote = memchr(bytes + walk->at, '"', size - walk->at);
    walk->at = quote == NULL ? size : (size_t)(quote - bytes);
    if (walk->at + 1 >= size) return false;
    if (bytes[walk->at + 1] != '"') {
      walk->at++;
      walk->inside = false;
      return true;
    }
    walk->at += 2;
  }
}

bool rowkey_csv_next_outside(struct csv_walk *walk, const uint8_t *bytes, size_t size, size_t *begin,
                             size_t *end) {
  if (walk->inside && !leave_quotes(walk, bytes, size)) return false;
  if (walk->at >= size) return false;
  *begin = walk->at;
  const uint8_t *quote = memchr(bytes + walk->at, '"', size - walk->at);
  if (quote == NULL) {
    *end = walk->at = size;
    return true;
  }
  *end = (size_t)(quote - bytes);
  walk->at = *end + 1;
  walk->inside = *end == 0 || quote[-1] == walk->delimiter || quote[-1] == '\n';
  return true;
}

static const char *quoted_field(const uint8_t *bytes, size_t end, uint8_t delimiter, size_t *at,
                                struct csv_field *field) {
  field->begin = *at + 1;
  size_t place = field->begin;
  for (;;) {
    const uint8_t *quote = memchr(bytes + place, '"', end - place);
    if (quote == NULL) return "has a quote that is not closed";
    place = (size_t)(quote - bytes);
    if (place + 1 == end || bytes[place + 1] != '"') break;
    field->has_doubled_quotes = true;
    place += 2;
  }
  field->end = place;
  *at = place + 2;
  return place + 1 == end || bytes[place + 1] == delimiter
             ? NULL
             : "has text after its closing quote (expected a quote inside of quotes to be doubled)";
}

const char *rowkey_csv_next_field(const uint8_t *bytes, size_t end, uint8_t delimiter, size_t *at,
                                  struct csv_field *field) {
  field->begin = *at;
  field->has_doubled_quotes = false;
  if (*at < end && bytes[*at] == '"') return quoted_field(bytes, end, delimiter, at, field);
  const uint8_t *stop = memchr(bytes + *at, delimiter, end - *at);
  field->end = stop == NULL ? end : (size_t)(stop - bytes);
  *at = field->end + 1;
  const bool has_quote = memchr(bytes + field->begin, '"', field->end - field->begin) != NULL;
  return has_quote
             ? "has a quote in unquoted text (expected the field in quotes, and each quote in it doubled)"
             : NULL;
}

size_t rowkey_csv_unquote(const uint8_t *bytes, const struct csv_field *field, uint8_t *out) {
  size_t used = 0;
  for (size_t i = field->begin; i < field->end; i++) {
    out[used++] = bytes[i];
    i += bytes[i] == '"'; /* the second of two */
  }
  return used;
}
