/* rowkey_md5_strings' kernel gives RFC 1321's digest of every string, whatever the mixture of lengths. */
#include <stdlib.h>
#include <string.h>

#include "reference/reference.h"
#include "string_batch.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct fuzz_input input = {data, size};
  struct fuzz_strings strings = fuzz_take_strings(&input, 700);
  uint8_t *digests = fuzz_allocate(strings.rows * 16);
  FUZZ_EACH_ISA(kernels) {
    memset(digests, 0, strings.rows * 16);
    kernels->md5_strings(&strings.strings, strings.rows, digests);
    for (size_t i = 0; i < strings.rows; i++) {
      uint8_t expected[16];
      reference_md5(strings.bytes + strings.begin[i], strings.end[i] - strings.begin[i], expected);
      FUZZ_CHECK(memcmp(digests + i * 16, expected, 16) == 0, "%s: row %zu of %zu, bytes %llu to %llu",
                 kernels->name, i, strings.rows, (unsigned long long)strings.begin[i],
                 (unsigned long long)strings.end[i]);
    }
  }
  free(digests);
  fuzz_free_strings(&strings);
  return 0;
}
