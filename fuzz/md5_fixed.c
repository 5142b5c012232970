/* rowkey_md5_fixed's kernel gives RFC 1321's digest of every key, whatever the width and the stride. */
#include <string.h>

#include "fuzz.h"
#include "reference/reference.h"

enum { ROWS_MAX = 140, DIGEST = 16 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static uint8_t expected[ROWS_MAX * DIGEST];
  struct fuzz_input input = fuzz_begin(data, size);
  const uint64_t form = fuzz_take(&input, 1);
  /* Wide keys are for inputs that may have many rows, too: they would soon have most of the executions. */
  const size_t width = (size_t)fuzz_take_up_to(&input, input.may_be_many ? 300 : 70);
  const size_t stride = width + (size_t)(form / 16 % 2 == 0 ? 0 : fuzz_take_up_to(&input, 20));
  const size_t rows = fuzz_take_rows(&input, ROWS_MAX);
  const size_t used = rows == 0 ? 0 : (rows - 1) * stride + width;
  uint8_t *keys = fuzz_guarded(used), *digests = fuzz_guarded(rows * DIGEST);
  fuzz_take_bytes(&input, keys, used);
  for (size_t i = 0; i < rows; i++) reference_md5(keys + i * stride, width, expected + i * DIGEST);
  ROWKEY_EACH_TUNING
  FUZZ_EACH_KERNEL(kernels, md5_fixed) {
    memset(digests, 0, rows * DIGEST);
    FUZZ_KERNEL(kernels, md5_fixed, rows)(keys, rows, width, stride, digests);
    fuzz_check_rows(kernels, "md5_fixed", digests, expected, rows, DIGEST);
  }
  return 0;
}
