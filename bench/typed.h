/* Shapes of column types: texts of one type, all read, or all written. */
#ifndef ROWKEY_BENCH_TYPED_H
#define ROWKEY_BENCH_TYPED_H

#include <rowkey/column_types.h>

#include "shape.h"

enum { TEXT_ROOM = 48, UUID_SIZE = 16 };

struct typed {
  struct shape shape;
  size_t (*make_text)(char *text); /* a random text, at most TEXT_ROOM bytes */
  size_t width;                    /* of a value */
  bool varies;                     /* the type's values may differ in width, though these do not */
  rowkey_column_type *type;
  char *text; /* a newline after each text, where readers that look for an end find one */
  uint64_t *begin, *end;
  uint64_t *offsets; /* of what is written */
  uint8_t *values;   /* what the texts are, for shapes that write */
};

static inline const char *text_of(const struct typed *typed, size_t row) {
  return typed->text + typed->begin[row];
}
static inline size_t length_of(const struct typed *typed, size_t row) {
  return (size_t)(typed->end[row] - typed->begin[row]);
}

/* types_DIRECTION/NAME, where the direction is "read" or "write", with a row of this library. `reference` is
 * one of the other rows. */
struct shape *typed_create(const char *direction, const char *name, const char *type, size_t width,
                           size_t (*make_text)(char *), bench_run *reference);

/* Of text_types.c. */
void register_text_types(void);

#endif
