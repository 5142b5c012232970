/* How the records of a file are cut into parts, one for each writer. */
#ifndef ROWKEY_SRC_SHARED_FILE_PARTS_H
#define ROWKEY_SRC_SHARED_FILE_PARTS_H

#include <stdint.h>

/* random() counts on by so much from part to part: more rows than a part can have bytes. */
enum { PART_ROW_BITS = 44 };

/* Part `index` of `parts` ends with the last record that ends at or before this one of `bytes` bytes. */
static inline uint64_t wanted_part_end(uint64_t bytes, uint64_t parts, uint64_t index) {
  const uint64_t i = index + 1;
  return bytes / parts * i + bytes % parts * i / parts; /* bytes * i / parts without its overflow */
}

#endif
