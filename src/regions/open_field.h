/* A field whose values are not known or not counted: what its bytes alone say about where keys lie. */
#ifndef ROWKEY_REGIONS_OPEN_FIELD_H
#define ROWKEY_REGIONS_OPEN_FIELD_H

#include "plan/image.h"

struct open_field {
  uint8_t bytes[32]; /* bit b & 7 of byte b / 8: the field may hold byte b */
  size_t width;      /* 0 where it varies */
  int delimiter;     /* the byte after a field that varies; -1 where the key may end there */
  bool may_be_empty; /* numbers have a digit */
};

struct open_field rowkey_open_field(const struct sequence *key, size_t index, const struct image *images);

/* Whether keys whose bytes from the field on are >= low and < high could be: what follows the field is not
 * looked at. high == NULL: no end. True unless it is certain that there are none. */
bool rowkey_open_field_between(const struct open_field *field, const uint8_t *low, size_t low_size,
                               const uint8_t *high, size_t high_size);

#endif
