/* Comma-separated values as in RFC 4180, with any delimiter.
 *
 * A quote opens a quoted field only at the field's start; any other quote outside of one is an error of its
 * record, and does not hide the record's end.
 */
#ifndef ROWKEY_SRC_RECORDS_QUOTES_H
#define ROWKEY_SRC_RECORDS_QUOTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Walks over the bytes outside of quotes. All zero but the delimiter at the start of a record. */
struct csv_walk {
  uint8_t delimiter;
  bool inside;
  size_t at;
};

/* The next piece bytes[*begin … *end) that lies outside of quoted fields. False when `size` bytes are walked;
 * once more bytes follow, the walk can continue. */
bool rowkey_csv_next_outside(struct csv_walk *walk, const uint8_t *bytes, size_t size, size_t *begin,
                             size_t *end);

struct csv_field {
  size_t begin; /* without its quotes */
  size_t end;
  bool has_doubled_quotes;
};

/* The field of the record bytes[… end) that begins at *at; *at moves after its delimiter, or to end + 1 when
 * it is the last. NULL, or what is wrong with the field: a static text. */
const char *rowkey_csv_next_field(const uint8_t *bytes, size_t end, uint8_t delimiter, size_t *at,
                                  struct csv_field *field);

/* The field's text with each doubled quote made one; returns its length, at most end - begin. */
size_t rowkey_csv_unquote(const uint8_t *bytes, const struct csv_field *field, uint8_t *out);

#endif
