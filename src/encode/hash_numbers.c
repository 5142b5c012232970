/* Numbers made of hashes: their bits, and remainders. */
#include <string.h>

#include "encode/encoder.h"
#include "kernels/divisor.h"
#include "simd/memory.h"

/* Read with the byte that the first bit is in come up to eight more, of which none is after the hash. */
void rowkey_run_hash_bits(const struct value *value, const uint8_t *hashes, uint64_t *out, size_t rows) {
  const size_t size = value->a->width, begin = (size_t)value->ordinal;
  const size_t at = begin / 8 < size - 8 ? begin / 8 : size - 8;
  const unsigned before = (unsigned)(begin - 8 * at), unused = 64 - value->width;
  const uint8_t *bytes = hashes + at;
  if (before + value->width <= 64) {
    for (size_t i = 0; i < rows; i++) out[i] = load_be64(bytes + i * size) << before >> unused;
    return;
  }
  for (size_t i = 0; i < rows; i++) {
    const uint64_t bits = load_be64(bytes + i * size) << before | bytes[i * size + 8] >> (8 - before);
    out[i] = bits >> unused;
  }
}

/* Sixteen bytes of a longer hash, then up to eight more at a time behind the remainder of those before. */
static void divide_long_hashes(const struct run *run, const struct value *value, const uint8_t *hashes,
                               uint64_t *out, size_t rows) {
  enum { PART = 64 };
  const struct rowkey_divisor_constants *divisor = value_divisor(value);
  const size_t width = value->a->width;
  uint8_t numbers[PART * HASH_SIZE];
  for (size_t first = 0; first < rows; first += PART) {
    const size_t part = rows - first < PART ? rows - first : PART;
    const uint8_t *at = hashes + first * width;
    uint64_t *remainders = out + first;
    for (size_t i = 0; i < part; i++) memcpy(numbers + i * HASH_SIZE, at + i * width, HASH_SIZE);
    run->kernels->modulo_u128(divisor, numbers, part, remainders);
    for (size_t done = HASH_SIZE, more; done < width; done += more) {
      more = width - done < 8 ? width - done : 8;
      for (size_t i = 0; i < part; i++) {
        uint64_t high = 0, low = remainders[i];
        for (size_t j = 0; j < more; j++) {
          high = high << 8 | low >> 56;
          low = low << 8 | at[i * width + done + j];
        }
        store_be64(numbers + i * HASH_SIZE, high);
        store_be64(numbers + i * HASH_SIZE + 8, low);
      }
      run->kernels->modulo_u128(divisor, numbers, part, remainders);
    }
  }
}

void rowkey_run_hash_remainder(struct run *run, const struct value *value, size_t rows) {
  const uint8_t *hashes = slot_of(run, value->a)->bytes;
  uint64_t *out = slot_of(run, value)->own_integers;
  if (value->a->width == HASH_SIZE)
    run->kernels->modulo_u128(value_divisor(value), hashes, rows, out);
  else
    divide_long_hashes(run, value, hashes, out, rows);
}
