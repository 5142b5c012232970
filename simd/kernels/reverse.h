/* Bytes of rows, the last one first. */
#ifndef ROWKEY_SIMD_KERNELS_REVERSE_H
#define ROWKEY_SIMD_KERNELS_REVERSE_H

enum { REVERSE_UNIT = 16 };

static void reverse_fixed(const uint8_t *bytes, size_t width, size_t rows, uint8_t *reversed) {
  if (width <= REVERSE_UNIT) {
    for (size_t row = 0; row < rows; row++) v8_reverse16(reversed + row * width, bytes + row * width, width);
    return;
  }
  for (size_t row = 0; row < rows; row++, bytes += width) {
    for (size_t left = width; left != 0;) {
      const size_t part = left < REVERSE_UNIT ? left : REVERSE_UNIT;
      v8_reverse16(reversed, bytes + left - part, part);
      reversed += part;
      left -= part;
    }
  }
}

#endif
