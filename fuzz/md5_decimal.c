/* rowkey_md5_decimal_u64's kernel gives the digest of each value's unpadded decimal text. */
#include <string.h>

#include "fuzz.h"
#include "reference/reference.h"

enum { ROWS_MAX = 140, DIGEST = 16 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static uint8_t expected[ROWS_MAX * DIGEST];
  struct fuzz_input input = fuzz_begin(data, size);
  const size_t rows = fuzz_take_rows(&input, ROWS_MAX);
  uint64_t *values = fuzz_guarded(rows * sizeof *values);
  uint8_t *digests = fuzz_guarded(rows * DIGEST);
  for (size_t i = 0; i < rows; i++) {
    uint8_t text[20];
    values[i] = fuzz_take_number(&input) + (input.size == 0 ? i * i : 0);
    reference_md5(text, reference_decimal(values[i], text), expected + i * DIGEST);
  }
  ROWKEY_EACH_TUNING
  FUZZ_EACH_KERNEL(kernels, md5_decimal) {
    memset(digests, 0, rows * DIGEST);
    FUZZ_KERNEL(kernels, md5_decimal, rows)(values, rows, digests);
    fuzz_check_rows(kernels, "md5_decimal", digests, expected, rows, DIGEST);
  }
  return 0;
}
