/* Strings that end where they say: the forms `esc` (CockroachDB, Kudu, FoundationDB, Accumulo) and `mem`
 * (TiKV), byte by byte. */
#include "reference.h"

size_t reference_escape_terminated(const uint8_t *text, size_t size, const struct rowkey_escape *rule,
                                   uint8_t *escaped) {
  size_t at = 0;
  for (size_t i = 0; i < size; i++) {
    const uint8_t *pair = text[i] == 0 ? rule->zero : text[i] == 1 && rule->changes_one ? rule->one : NULL;
    escaped[at++] = pair != NULL ? pair[0] : text[i];
    if (pair != NULL) escaped[at++] = pair[1];
  }
  for (size_t i = 0; i < rule->end_size; i++) escaped[at++] = rule->end[i];
  return at;
}

size_t reference_escape_groups(const uint8_t *text, size_t size, uint8_t *escaped) {
  for (size_t group = 0; group <= size / 8; group++) {
    const size_t part = size - 8 * group < 8 ? size - 8 * group : 8;
    for (size_t i = 0; i < 8; i++) *escaped++ = i < part ? text[8 * group + i] : 0;
    *escaped++ = (uint8_t)(0xff - (8 - part));
  }
  return (size / 8 + 1) * 9;
}
