/* Strings of many rows out of one input: side by side, or anywhere in its bytes. */
#ifndef ROWKEY_FUZZ_STRING_BATCH_H
#define ROWKEY_FUZZ_STRING_BATCH_H

#include "fuzz.h"

struct fuzz_strings {
  struct rowkey_strings strings;
  size_t rows;
  uint8_t *bytes;
  uint64_t *begin, *end;
};

/* Up to `most` <= FUZZ_STRINGS_MAX strings; bytes, begin and end are guarded. */
enum { FUZZ_STRINGS_MAX = 600 };
struct fuzz_strings fuzz_take_strings(struct fuzz_input *input, size_t most);

#endif
