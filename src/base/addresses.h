/* Whether arrays of the caller can lie where the caller says. */
#ifndef ROWKEY_SRC_BASE_ADDRESSES_H
#define ROWKEY_SRC_BASE_ADDRESSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether `rows` values of `width` bytes at `stride` can lie at `data`: it is not NULL, and no object is
 * larger than PTRDIFF_MAX. Without rows that is always true. */
static inline bool rows_can_be_at(const void *data, size_t rows, size_t width, size_t stride) {
  if (rows == 0) return true;
  if (data == NULL || width > PTRDIFF_MAX) return false;
  return stride == 0 || rows - 1 <= (PTRDIFF_MAX - width) / stride;
}

/* How far apart rows lie. The caller's stride for a single row may be any number, but kernels add it to
 * pointers. */
static inline size_t distance_of(size_t rows, size_t width, size_t stride) {
  return rows > 1 ? stride : width;
}

static inline bool values_can_be_at(const void *values, size_t rows, size_t width) {
  return rows_can_be_at(values, rows, width, width);
}

/* Whether memory can hold rows + 1 offsets of `width` bytes. */
static inline bool offsets_can_be(size_t rows, size_t width) { return rows < PTRDIFF_MAX / width; }

/* Whether a uint64_t can lie there. Its alignment differs from its size on some machines. */
static inline bool is_aligned_u64(const void *numbers) {
  return (uintptr_t)numbers % _Alignof(uint64_t) == 0;
}

static inline bool is_aligned_u32(const void *numbers) {
  return (uintptr_t)numbers % _Alignof(uint32_t) == 0;
}

#define OFFSETS_NOT_ALIGNED "offsets is not aligned (expected an address for a uint64_t)"
#define OFFSETS32_NOT_ALIGNED "offsets32 is not aligned (expected an address for a uint32_t)"

#endif
