/* rowkey_md5_strings' kernel gives RFC 1321's digest of every string, whatever the mixture of lengths. */
#include <string.h>

#include "reference/reference.h"
#include "string_batch.h"

enum { ROWS_MAX = 300, DIGEST = 16 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static uint8_t expected[ROWS_MAX * DIGEST];
  struct fuzz_input input = fuzz_begin(data, size);
  const struct fuzz_strings strings = fuzz_take_strings(&input, ROWS_MAX);
  const size_t rows = strings.rows;
  uint8_t *digests = fuzz_guarded(rows * DIGEST);
  for (size_t i = 0; i < rows; i++) {
    const uint64_t length = strings.end[i] - strings.begin[i];
    reference_md5(strings.bytes + strings.begin[i], length, expected + i * DIGEST);
  }
  ROWKEY_EACH_TUNING
  FUZZ_EACH_KERNEL(kernels, md5_strings) {
    memset(digests, 0, rows * DIGEST);
    FUZZ_KERNEL(kernels, md5_strings, rows)(&strings.strings, rows, digests);
    fuzz_check_rows(kernels, "md5_strings", digests, expected, rows, DIGEST);
  }
  return 0;
}
