/* Fields of bytes into rows: big-endian integers, and copies of any width. */
#ifndef ROWKEY_SIMD_KERNELS_PACK_H
#define ROWKEY_SIMD_KERNELS_PACK_H

#include "simd/kernels/place.h"

static size_t big_endian(const uint64_t *values, size_t rows, unsigned width,
                         const struct rowkey_place *place) {
  const uint32_t unused = 8 * (8 - width);
  const size_t wide = width == 8 ? rows : place_wide_rows(place, rows);
  vec64 above = v64_set1(0);
  size_t row = 0;
  for (; row + V64_LANES <= wide; row += V64_LANES) {
    const vec64 x = v64_load(values + row), used = v64_sll_by(x, unused);
    above = v64_or(above, v64_xor(v64_srl_by(used, unused), x));
    v64_store_rows(place->at + row * place->stride, place->stride, v64_bswap(used));
  }
  while (row < rows) {
    uint64_t part[V64_LANES] = {0};
    const size_t count = rows - row < V64_LANES ? rows - row : V64_LANES;
    memcpy(part, values + row, count * sizeof part[0]);
    const vec64 x = v64_load(part), used = v64_sll_by(x, unused);
    above = v64_or(above, v64_xor(v64_srl_by(used, unused), x));
    place_narrow(place, row, count, width, v64_bswap(used));
    row += count;
  }
  if (!v64_any(above)) return rows;
  for (row = 0; values[row] >> (8 * width) == 0;) row++;
  return row;
}

/* One field of 8 bytes or fewer, all rows the same. */
static void copy_repeated(const uint8_t *data, size_t width, size_t rows, const struct rowkey_place *place) {
  uint8_t padded[8] = {0};
  memcpy(padded, data, width);
  const uint64_t bytes = load_le64(padded);
  const size_t wide = place_wide_rows(place, rows);
  size_t row = 0;
  for (; row < wide; row++) store_le64(place->at + row * place->stride, bytes);
  for (; row < rows; row++) store_le_narrow(place->at + row * place->stride, bytes, width);
}

static void copy_fixed(const uint8_t *data, size_t stride, size_t width, size_t rows,
                       const struct rowkey_place *place) {
  if (width == 0 || rows == 0) return;
  if (stride == 0 && width <= 8) {
    copy_repeated(data, width, rows, place);
    return;
  }
  for (size_t row = 0; row < rows; row++) {
    const uint8_t *from = data + row * stride;
    uint8_t *to = place->at + row * place->stride;
    if (width > 16) {
      memcpy(to, from, width);
    } else if (width >= 8) {
      /* two copies that overlap; both loads come first */
      const uint64_t first = load_le64(from), last = load_le64(from + width - 8);
      store_le64(to, first);
      store_le64(to + width - 8, last);
    } else {
      for (size_t i = 0; i < width; i++) to[i] = from[i];
    }
  }
}

#endif
