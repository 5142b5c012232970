/* Writing fields of up to 8 bytes into rows: the last step of every kernel that makes keys. */
#ifndef ROWKEY_SIMD_KERNELS_PLACE_H
#define ROWKEY_SIMD_KERNELS_PLACE_H

/* A field of 1 to 32 bytes and not a byte more, from a copy that has 32: two parts, which may overlap. */
V_INLINE void place_copy(uint8_t *to, const uint8_t *copy, size_t width) {
  if (width >= 16) {
    v8_copy16(to, copy, 0);
    v8_copy16(to + width - 16, copy + width - 16, 0);
  } else if (width >= 8) {
    store_le64(to, load_le64(copy));
    store_le64(to + width - 8, load_le64(copy + width - 8));
  } else {
    store_le_narrow(to, load_le64(copy), width);
  }
}

/* How many rows can be given a whole 8-byte store at their field's start. */
V_INLINE size_t place_wide_rows(const struct rowkey_place *place, size_t rows) {
  const size_t space = (size_t)(place->end - place->at);
  if (place->room < 8 || space < 8) return 0;
  const size_t fitting = place->stride == 0 ? rows : (space - 8) / place->stride + 1;
  return fitting < rows ? fitting : rows;
}

/* Text or integers of `width` <= 8 bytes for V64_LANES rows from `row` on, without touching anything else. */
V_INLINE void place_narrow(const struct rowkey_place *place, size_t row, size_t rows, size_t width, vec64 x) {
  uint64_t bytes[V64_LANES];
  v64_store(bytes, x);
  for (size_t i = 0; i < rows; i++) store_le_narrow(place->at + (row + i) * place->stride, bytes[i], width);
}

#endif
