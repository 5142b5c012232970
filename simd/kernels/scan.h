/* Where a byte occurs: what separates records. */
#ifndef ROWKEY_SIMD_KERNELS_SCAN_H
#define ROWKEY_SIMD_KERNELS_SCAN_H

/* The positions among bytes[0 … size), size <= 64, when bytes[0] is at position `at`; at most `capacity`. */
V_INLINE size_t find_byte_in_few(const uint8_t *bytes, size_t size, uint8_t byte, uint64_t at,
                                 uint64_t *positions, size_t capacity) {
  uint8_t few[64];
  uint64_t places[64];
  if (size < 64) {
    memset(few, (uint8_t)~byte, sizeof few);
    memcpy(few, bytes, size);
    bytes = few;
  }
  const size_t found = v64_store_set_bits(places, at, v8_equal_mask64(bytes, byte));
  const size_t taken = found < capacity ? found : capacity;
  memcpy(positions, places, taken * sizeof *positions);
  return taken;
}

static size_t find_byte(const uint8_t *bytes, size_t size, uint8_t byte, uint64_t *positions,
                        size_t capacity) {
  size_t found = 0, at = 0;
  /* 64 bytes hold at most 64 of them, and four times as many often none. */
  while (at + 256 <= size && found + 256 <= capacity) {
    uint64_t masks[4];
    for (size_t i = 0; i < 4; i++) masks[i] = v8_equal_mask64(bytes + at + 64 * i, byte);
    if ((masks[0] | masks[1] | masks[2] | masks[3]) != 0) {
      for (size_t i = 0; i < 4; i++) found += v64_store_set_bits(positions + found, at + 64 * i, masks[i]);
    }
    at += 256;
  }
  for (; at < size && found < capacity; at += 64) {
    const size_t left = size - at < 64 ? size - at : 64;
    found += find_byte_in_few(bytes + at, left, byte, at, positions + found, capacity - found);
  }
  return found;
}

static size_t count_byte(const uint8_t *bytes, size_t size, uint8_t byte) {
  size_t count = 0, at = 0;
  for (; at + 64 <= size; at += 64) count += (size_t)__builtin_popcountll(v8_equal_mask64(bytes + at, byte));
  for (; at < size; at++) count += bytes[at] == byte;
  return count;
}

/* Mostly no string holds it, and they lie close together: then one look at all their bytes is enough. */
static size_t find_in_strings(const struct rowkey_strings *strings, size_t rows, uint8_t byte) {
  uint64_t first = UINT64_MAX, last = 0, total = 0;
  for (size_t row = 0; row < rows; row++) {
    const uint64_t begin = strings->begin[row], end = strings->end[row];
    first = begin < first ? begin : first;
    last = end > last ? end : last;
    total += end - begin;
  }
  if (first >= last) return rows;
  if ((last - first) / 2 <= total && count_byte(strings->bytes + first, (size_t)(last - first), byte) == 0)
    return rows;
  for (size_t row = 0; row < rows; row++) {
    const uint64_t begin = strings->begin[row], length = strings->end[row] - begin;
    if (length != 0 && memchr(strings->bytes + begin, byte, (size_t)length) != NULL) return row;
  }
  return rows;
}

#endif
