/* rowkey_md5_decimal_u64's kernel gives the digest of each value's unpadded decimal text. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "reference/reference.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct fuzz_input input = {data, size};
  const size_t rows = (size_t)fuzz_take_up_to(&input, size < 20 ? 3 : 400);
  uint64_t *values = fuzz_allocate(rows * sizeof *values);
  uint8_t *digests = fuzz_allocate(rows * 16);
  for (size_t i = 0; i < rows; i++) values[i] = fuzz_take_number(&input) + (input.size == 0 ? i : 0);
  FUZZ_EACH_ISA(kernels) {
    memset(digests, 0, rows * 16);
    kernels->md5_decimal(values, rows, digests);
    for (size_t i = 0; i < rows; i++) {
      uint8_t text[20], expected[16];
      reference_md5(text, reference_decimal(values[i], text), expected);
      FUZZ_CHECK(memcmp(digests + i * 16, expected, 16) == 0, "%s: row %zu of %zu, value %llu", kernels->name,
                 i, rows, (unsigned long long)values[i]);
    }
  }
  free(values);
  free(digests);
  return 0;
}
