/* Keys of one width at a stride, of which whole units are read. */
#ifndef ROWKEY_SIMD_KERNELS_KEY_ROWS_H
#define ROWKEY_SIMD_KERNELS_KEY_ROWS_H

enum { KEY_UNIT = 16 };

/* Bytes after a key that are read with its last unit. */
V_INLINE size_t key_beyond(size_t width) { return (KEY_UNIT - width % KEY_UNIT) % KEY_UNIT; }

/* How many of the first rows have `beyond` readable bytes after them. */
V_INLINE size_t key_safe_rows(size_t rows, size_t stride, size_t beyond) {
  if (beyond == 0) return rows;
  if (stride == 0) return 0;
  const size_t unsafe = (beyond + stride - 1) / stride;
  return rows > unsafe ? rows - unsafe : 0;
}

#endif
