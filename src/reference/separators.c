#include "reference.h"

/* Where a byte stands in a record of fields. */
enum place {
  AT_START, /* of a field */
  IN_TEXT,
  IN_QUOTES,
  AFTER_QUOTE, /* one in quotes, which closes them or is the first of two */
  AFTER_CR,    /* after the closing quote and a CR */
  NOWHERE      /* the byte before should not be there */
};

static enum place next_place(const rowkey_fields_scan *scan, enum place place, uint8_t byte) {
  const bool separates = byte == scan->delimiter || byte == '\n', quote = scan->quotes && byte == '"';
  switch (place) {
    case AT_START:
      return separates ? AT_START : quote ? IN_QUOTES : IN_TEXT;
    case IN_TEXT:
      return separates ? AT_START : quote ? NOWHERE : IN_TEXT;
    case IN_QUOTES:
      return quote ? AFTER_QUOTE : IN_QUOTES;
    case AFTER_QUOTE:
      return separates ? AT_START : quote ? IN_QUOTES : byte == '\r' ? AFTER_CR : NOWHERE;
    case AFTER_CR:
      return byte == '\n' ? AT_START : NOWHERE;
    case NOWHERE:
      break;
  }
  return NOWHERE;
}

static enum place first_place(const rowkey_fields_scan *scan, const uint8_t *bytes) {
  if (scan->inside) return IN_QUOTES;
  if (scan->at == 0 || bytes[scan->at - 1] == scan->delimiter || bytes[scan->at - 1] == '\n') return AT_START;
  const bool quote_cr =
      scan->quotes && scan->at >= 2 && bytes[scan->at - 2] == '"' && bytes[scan->at - 1] == '\r';
  return quote_cr ? AFTER_CR : IN_TEXT;
}

size_t reference_separators(rowkey_fields_scan *scan, const uint8_t *bytes, uint64_t size,
                            uint64_t *positions, size_t capacity) {
  enum place place = first_place(scan, bytes);
  size_t count = 0;
  for (uint64_t at = scan->at; at < size && capacity - count >= 64 && !scan->is_irregular;) {
    const uint64_t end = size - at < 64 ? size : at + 64;
    rowkey_fields_scan next = *scan;
    size_t found = 0;
    enum place after = place;
    for (; at < end; at++) {
      const enum place before = after;
      after = next_place(scan, before, bytes[at]);
      next.has_quotes |= scan->quotes && bytes[at] == '"';
      next.has_doubled |= before == AFTER_QUOTE && after == IN_QUOTES;
      if (after == AT_START) {
        positions[count + found++] = at;
        if (bytes[at] == '\n') {
          next.newlines++;
          next.after_newline = at + 1;
        }
      }
      if (after == NOWHERE) next.is_irregular = true;
    }
    if (next.is_irregular) {
      scan->is_irregular = true;
      break;
    }
    *scan = next;
    count += found;
    place = after;
    scan->at = at - (place == AFTER_QUOTE);
    scan->inside = place == IN_QUOTES || place == AFTER_QUOTE;
  }
  return count;
}
