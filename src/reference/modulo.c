/* Long division, one binary digit at a time. */
#include "reference.h"

/* The remainder of (2 * remainder + bit) / divisor, for remainder < divisor. The doubling may pass 2^64; the
 * subtraction then wraps back to the right value, which is below the divisor. */
static uint64_t append_bit(uint64_t remainder, unsigned bit, uint64_t divisor) {
  const bool carry = remainder >> 63 != 0;
  const uint64_t doubled = remainder << 1 | bit;
  return carry || doubled >= divisor ? doubled - divisor : doubled;
}

uint64_t reference_modulo_bytes(const uint8_t *bytes, size_t size, uint64_t divisor) {
  uint64_t remainder = 0;
  for (size_t i = 0; i < 8 * size; i++)
    remainder = append_bit(remainder, bytes[i / 8] >> (7 - i % 8) & 1, divisor);
  return remainder;
}

uint64_t reference_modulo_u128(const uint8_t digest[16], uint64_t divisor) {
  return reference_modulo_bytes(digest, 16, divisor);
}

uint64_t reference_modulo_u64(uint64_t value, uint64_t divisor) {
  uint64_t remainder = 0;
  for (unsigned i = 0; i < 64; i++) {
    remainder = append_bit(remainder, (unsigned)(value >> (63 - i)) & 1, divisor);
  }
  return remainder;
}
