/* Schemas and arrays that the library makes: they belong to who gets them, and free themselves by release. */
#ifndef ROWKEY_ARROW_MADE_H
#define ROWKEY_ARROW_MADE_H

#include <rowkey/arrow.h>

/* Makes *buffer hold `size` bytes, aligned as Arrow recommends, of which the first `kept` are kept. A size of
 * 0 has a buffer as well. False without memory. */
bool rowkey_arrow_grow(void **buffer, size_t *capacity, size_t kept, size_t size);

/* A schema of this format and name, both copied, with `children` of which each is released so far. False
 * without memory. */
bool rowkey_arrow_make_schema(struct ArrowSchema *schema, const char *format, const char *name, int64_t flags,
                              size_t children);

/* What an array owns. Buffer 0 is the validity. */
struct arrow_made {
  void *buffers[4];
  size_t capacities[4];
  const void *shown[4]; /* the array's `buffers` */
};

/* An array without rows or buffers, with `children` of which each is released so far. False without
 * memory. */
bool rowkey_arrow_make_array(struct ArrowArray *array, size_t buffers, size_t children);

/* What the array owns, if rowkey_arrow_make_array made it, else NULL. */
struct arrow_made *rowkey_arrow_made(const struct ArrowArray *array);

/* Sets the array's length, and the buffers that it shows. */
void rowkey_arrow_show(struct ArrowArray *array, size_t rows);

#endif
