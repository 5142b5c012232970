#include "string_batch.h"

#include <stdlib.h>

struct fuzz_strings fuzz_take_strings(struct fuzz_input *input, size_t most) {
  struct fuzz_strings result;
  const bool anywhere = fuzz_take(input, 1) % 2 == 1;
  const uint64_t longest = fuzz_take_up_to(input, 255);
  result.rows = (size_t)fuzz_take_up_to(input, most);
  if (result.rows > input->size) result.rows = input->size;
  result.begin = fuzz_allocate(result.rows * sizeof *result.begin);
  result.end = fuzz_allocate(result.rows * sizeof *result.end);
  struct fuzz_input lengths = *input;
  const uint64_t skipped = anywhere ? 0 : result.rows;
  const uint64_t size = input->size - skipped;
  uint64_t at = 0;
  for (size_t i = 0; i < result.rows; i++) {
    const uint64_t begin = anywhere ? fuzz_take_up_to(&lengths, size) : at;
    uint64_t length = fuzz_take_up_to(&lengths, longest);
    if (length > size - begin) length = size - begin;
    result.begin[i] = begin;
    result.end[i] = at = begin + length;
  }
  result.bytes = fuzz_copy(input->data + skipped, (size_t)size);
  result.strings = (struct rowkey_strings){result.bytes, size, result.begin, result.end};
  input->size = 0;
  return result;
}

void fuzz_free_strings(struct fuzz_strings *strings) {
  free(strings->bytes);
  free(strings->begin);
  free(strings->end);
}
