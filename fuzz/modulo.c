/* The modulo kernels give the remainder of long division, for every divisor and dividend. */
#include <rowkey/kernels.h>
#include <stdlib.h>
#include <string.h>

#include "divisor.h"
#include "fuzz.h"
#include "reference/reference.h"

/* Some dividends become multiples of the divisor, or lie beside one. */
static void move_to_multiple(uint8_t digest[16], uint64_t divisor, int delta) {
  uint64_t amount = reference_modulo_u128(digest, divisor);
  int carry = delta;
  for (unsigned i = 16; i-- > 0; amount >>= 8) {
    const int sum = digest[i] - (int)(amount & 0xff) + carry;
    digest[i] = (uint8_t)(sum & 0xff);
    carry = sum < 0 ? -1 : sum >> 8;
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct fuzz_input input = {data, size};
  uint64_t value = fuzz_take_number(&input);
  if (value == 0) value = 1;
  rowkey_divisor divisor;
  FUZZ_CHECK(rowkey_divisor_init(&divisor, value) == ROWKEY_OK, "divisor %llu", (unsigned long long)value);
  struct rowkey_divisor_constants constants;
  memcpy(&constants, divisor.opaque, sizeof constants);

  const uint64_t multiples = fuzz_take(&input, 1);
  const size_t rows = input.size / 16;
  uint8_t *digests = fuzz_copy(input.data, rows * 16);
  uint64_t *values = fuzz_allocate(rows * sizeof *values), *remainders = fuzz_allocate(rows * sizeof *values);
  uint32_t *values32 = fuzz_allocate(rows * sizeof *values32);
  uint32_t *remainders32 = fuzz_allocate(rows * sizeof *values32);
  for (size_t i = 0; i < rows; i++) {
    if (multiples >> (i % 8) & 1) move_to_multiple(digests + i * 16, value, (int)(i % 5) - 2);
    memcpy(&values[i], digests + i * 16, sizeof values[i]);
    if (multiples >> (i % 8) & 1) values[i] = values[i] / value * value + i % 5 - 2;
    values32[i] = (uint32_t)values[i];
  }
  FUZZ_EACH_ISA(kernels) {
    kernels->modulo_u128(&constants, digests, rows, remainders);
    for (size_t i = 0; i < rows; i++) {
      FUZZ_CHECK(remainders[i] == reference_modulo_u128(digests + i * 16, value),
                 "%s: row %zu of %zu mod %llu gives %llu", kernels->name, i, rows, (unsigned long long)value,
                 (unsigned long long)remainders[i]);
    }
    kernels->modulo_u64(&constants, values, rows, remainders);
    for (size_t i = 0; i < rows; i++) {
      FUZZ_CHECK(remainders[i] == reference_modulo_u64(values[i], value), "%s: %llu mod %llu gives %llu",
                 kernels->name, (unsigned long long)values[i], (unsigned long long)value,
                 (unsigned long long)remainders[i]);
    }
    kernels->modulo_u32(&constants, values32, rows, remainders32);
    for (size_t i = 0; i < rows; i++) {
      FUZZ_CHECK(remainders32[i] == reference_modulo_u64(values32[i], value), "%s: %u mod %llu gives %u",
                 kernels->name, values32[i], (unsigned long long)value, remainders32[i]);
    }
  }
  free(digests);
  free(values);
  free(remainders);
  free(values32);
  free(remainders32);
  return 0;
}
