#include "string_batch.h"

struct fuzz_strings fuzz_take_strings(struct fuzz_input *input, size_t most) {
  uint8_t lengths[FUZZ_STRINGS_MAX];
  uint16_t places[FUZZ_STRINGS_MAX];
  struct fuzz_strings result;
  FUZZ_CHECK(most <= FUZZ_STRINGS_MAX, "%zu strings (expected at most %d)", most, FUZZ_STRINGS_MAX);
  const uint64_t form = fuzz_take(input, 1);
  const bool anywhere = form % 2 == 1;
  /* Most are short, so that executions are many. */
  const uint64_t longest = fuzz_take_up_to(input, form / 2 % 8 == 7 ? 255 : 63);
  result.rows = fuzz_take_rows(input, most);
  fuzz_take_bytes(input, lengths, result.rows);
  if (anywhere) fuzz_take_bytes(input, places, result.rows * sizeof *places);
  const uint64_t room = anywhere ? fuzz_take_up_to(input, 999) : UINT64_MAX;
  result.begin = fuzz_guarded(result.rows * sizeof *result.begin);
  result.end = fuzz_guarded(result.rows * sizeof *result.end);
  uint64_t at = 0;
  for (size_t i = 0; i < result.rows; i++) {
    const uint64_t begin = anywhere ? places[i] % (room + 1) : at, length = lengths[i] % (longest + 1);
    result.begin[i] = begin;
    result.end[i] = at = begin + (length < room - begin ? length : room - begin);
  }
  const uint64_t size = anywhere ? room : at;
  result.bytes = fuzz_guarded((size_t)size);
  fuzz_take_bytes(input, result.bytes, (size_t)size);
  result.strings = (struct rowkey_strings){result.bytes, size, result.begin, result.end};
  return result;
}
