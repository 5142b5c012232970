/* The strings of a batch, as kernels and the checks before them take them. */
#ifndef ROWKEY_SRC_BASE_STRINGS_H
#define ROWKEY_SRC_BASE_STRINGS_H

#include <stddef.h>
#include <stdint.h>

/* Strings of many rows: row i is bytes[begin[i] … end[i]). bytes[0 … size) is readable. */
struct rowkey_strings {
  const uint8_t *bytes;
  uint64_t size;
  const uint64_t *begin;
  const uint64_t *end;
};

/* When all strings are empty there may be no bytes: then a pointer that can be added to stands in for NULL.
 */
static inline struct rowkey_strings strings_at(const void *bytes, uint64_t size, const uint64_t *begin,
                                               const uint64_t *end) {
  static const uint8_t nothing;
  return (struct rowkey_strings){bytes == NULL && size == 0 ? &nothing : bytes, size, begin, end};
}

#endif
