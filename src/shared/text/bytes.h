/* Byte strings as keys and split points are: compared unsigned, a prefix before what it begins. */
#ifndef ROWKEY_TEXT_BYTES_H
#define ROWKEY_TEXT_BYTES_H

#include <stddef.h>
#include <string.h>

/* Negative, 0 or positive, as memcmp. */
static inline int rowkey_compare_bytes(const void *a, size_t a_size, const void *b, size_t b_size) {
  const size_t common = a_size < b_size ? a_size : b_size;
  const int order = common == 0 ? 0 : memcmp(a, b, common);
  return order != 0 ? order : (a_size > b_size) - (a_size < b_size);
}

#endif
