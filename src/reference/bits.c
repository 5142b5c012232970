/* Bits of integers in another order, bit by bit. */
#include "reference.h"

uint64_t reference_reverse_bits(uint64_t x, unsigned bits) {
  uint64_t reversed = 0;
  for (unsigned bit = 0; bit < bits; bit++) reversed |= (x >> bit & 1) << (bits - 1 - bit);
  return reversed;
}

/* Morton, "A computer oriented geodetic data base and a new technique in file sequencing", 1966. */
uint64_t reference_interleave_bits(uint64_t a, uint64_t b) {
  uint64_t interleaved = 0;
  for (unsigned bit = 0; bit < 32; bit++)
    interleaved |= (a >> bit & 1) << (2 * bit + 1) | (b >> bit & 1) << 2 * bit;
  return interleaved;
}

uint64_t reference_spread_bits(uint64_t x, unsigned apart) {
  uint64_t spread = 0;
  for (unsigned bit = 0; bit * apart < 64; bit++) spread |= (x >> bit & 1) << (bit * apart);
  return spread;
}
