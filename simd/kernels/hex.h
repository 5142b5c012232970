/* Bytes and integers as hex digits. */
#ifndef ROWKEY_SIMD_KERNELS_HEX_H
#define ROWKEY_SIMD_KERNELS_HEX_H

#include "simd/kernels/hex_digits.h"
#include "simd/kernels/place.h"

/* Sixteen bytes: a loop that becomes one or two vectors. */
V_INLINE void hex_of_16_bytes(const uint8_t *bytes, uint64_t letters, uint8_t *text) {
  uint64_t digits[4];
  for (int i = 0; i < 4; i++) digits[i] = hex_digits(load_le32(bytes + 4 * i), letters);
  for (int i = 0; i < 4; i++) store_le64(text + 8 * i, digits[i]);
}

static void hex_of_bytes(const uint8_t *bytes, size_t size, bool upper, uint8_t *text) {
  const uint64_t letters = hex_letters(upper);
  for (; size >= 16; size -= 16, bytes += 16, text += 32) hex_of_16_bytes(bytes, letters, text);
  for (; size >= 4; size -= 4, bytes += 4, text += 8) store_le64(text, hex_digits(load_le32(bytes), letters));
  for (; size > 0; size--, bytes++, text += 2) store_le16(text, hex_digits(*bytes, letters));
}

static void hex_fixed(const uint8_t *bytes, size_t size, size_t rows, bool upper,
                      const struct rowkey_place *place) {
  const uint64_t letters = hex_letters(upper);
  uint8_t *text = place->at;
  if (size == 16)
    for (size_t i = 0; i < rows; i++, bytes += 16, text += place->stride)
      hex_of_16_bytes(bytes, letters, text);
  else
    for (size_t i = 0; i < rows; i++, bytes += size, text += place->stride)
      hex_of_bytes(bytes, size, upper, text);
}

static void hex_padded(const uint64_t *values, size_t rows, unsigned width, bool upper,
                       const struct rowkey_place *place) {
  const uint64_t letters = hex_letters(upper);
  const size_t wide = width > 8 ? rows : place_wide_rows(place, rows);
  const unsigned unused = 8 * (width > 8 ? 16 - width : 8 - width);
  uint8_t *text = place->at;
  for (size_t i = 0; i < rows; i++, text += place->stride) {
    const uint64_t bytes = __builtin_bswap64(values[i]);
    const uint64_t low = hex_digits((uint32_t)(bytes >> 32), letters);
    if (width > 8) {
      store_le64(text, hex_digits((uint32_t)bytes, letters) >> unused);
      store_le64(text + width - 8, low);
    } else if (i < wide) {
      store_le64(text, low >> unused);
    } else {
      store_le_narrow(text, low >> unused, width);
    }
  }
}

#endif
