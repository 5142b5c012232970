/* The first field of a key that is not literal text, with its values counted: what split points part.
 *
 *     a{md5(id) % 4 * 1000:04d}{id}      4 regions
 *
 * The field after "a" has four values, 0000, 1000, 2000 and 3000. A region gets one of them, and begins with
 * the text and the digits: a1000, a2000 and a3000 are the points. */
#ifndef ROWKEY_SRC_SPLITS_FIELD_H
#define ROWKEY_SRC_SPLITS_FIELD_H

#include "regions/domain.h"

struct split_field {
  const struct rowkey_layout *layout;
  const struct part *part; /* NULL where the key has only literal text */
  const uint8_t *literal;  /* what all keys have before the field: the text, and fields of one value */
  size_t literal_size;
  struct domain domain;
};

/* False after an error: ROWKEY_ERROR_TYPE for values that are not known, ROWKEY_ERROR_RANGE for a key without
 * a field, ROWKEY_ERROR_MEMORY. rowkey_split_field_free is due in any case. */
bool rowkey_split_field_open(const rowkey_layout *layout, struct split_field *field, rowkey_error *error);
/* Opens the field of part `index` in the keys that begin with the bytes, which must live as long. */
bool rowkey_split_field_open_at(const rowkey_layout *layout, size_t index, const uint8_t *bytes, size_t size,
                                struct split_field *field, rowkey_error *error);
void rowkey_split_field_free(struct split_field *field);

/* Whether `last` + 1 values of the field are so many that each region gets one; if not, an error, that says
 * which values these are: "" or " in the ranges". */
bool rowkey_split_field_allows(const struct split_field *field, struct number last, const char *which,
                               size_t regions, rowkey_error *error);

/* Adds the point where value number `index` begins. False without memory. */
bool rowkey_split_field_add(const struct split_field *field, struct number index, struct string_list *points);

/* Whether some value does not begin before the point, or has keys from the point on though it does; *next is
 * the first such, *inside whether it begins before the point. */
bool rowkey_split_field_below(const struct split_field *field, const uint8_t *point, size_t size,
                              struct number *next, bool *inside);

#endif
