/* rowkey_md5_fixed's kernel gives RFC 1321's digest of every key, whatever the width and the stride. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "reference/reference.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct fuzz_input input = {data, size};
  const size_t width = (size_t)fuzz_take_up_to(&input, input.size % 2 == 0 ? 70 : 300);
  const size_t stride = width + (size_t)fuzz_take_up_to(&input, 20);
  /* As many rows as the input has bytes for; some of no bytes at all. */
  const size_t rows = stride == 0          ? (size_t)fuzz_take_up_to(&input, 300)
                      : input.size < width ? 0
                                           : (input.size - width) / stride + 1;
  const size_t used = rows == 0 ? 0 : (rows - 1) * stride + width;
  uint8_t *keys = fuzz_copy(input.data, used), *digests = fuzz_allocate(rows * 16);
  FUZZ_EACH_ISA(kernels) {
    memset(digests, 0, rows * 16);
    kernels->md5_fixed(keys, rows, width, stride, digests);
    for (size_t i = 0; i < rows; i++) {
      uint8_t expected[16];
      reference_md5(keys + i * stride, width, expected);
      FUZZ_CHECK(memcmp(digests + i * 16, expected, 16) == 0, "%s: row %zu of %zu, width %zu, stride %zu",
                 kernels->name, i, rows, width, stride);
    }
  }
  free(keys);
  free(digests);
  return 0;
}
