/* Where strings lie: what can be said of many of them at once. Loops without branches, for the compiler to
 * vectorize. */
#ifndef ROWKEY_SIMD_KERNELS_SPANS_H
#define ROWKEY_SIMD_KERNELS_SPANS_H

/* Limits of strings: their length, and the bytes that can be read from their begin on. */
struct span_limits {
  uint64_t longest, readable;
};

/* What strings row … rows-1 have in common: numbers whose highest bits are 0 if and only if no string is
 * longer than the limit, or has fewer readable bytes. Differences show it, because not every machine compares
 * lanes of 64 bits; lengths and sizes have that bit clear themselves. */
struct spans {
  uint64_t longer, unreadable;
};

V_INLINE bool spans_exceed(uint64_t differences) { return differences >> 63 != 0; }

V_INLINE struct spans spans_of(const struct rowkey_strings *strings, size_t row, size_t rows,
                               struct span_limits limits) {
  const uint64_t last_begin = strings->size - limits.readable;
  struct spans spans = {0, 0};
  for (; row < rows; row++) {
    const uint64_t begin = strings->begin[row], length = strings->end[row] - begin;
    spans.longer |= limits.longest - length;
    spans.unreadable |= last_begin - begin;
  }
  return spans;
}

/* Its highest bit is 0 only if the string lies within `size` bytes: no length and no number of bytes after a
 * good one has that bit set. */
V_INLINE uint64_t span_outside(uint64_t begin, uint64_t end, uint64_t size) {
  return begin | end | (end - begin) | (size - end);
}

/* The sum of the lengths of those before the first that lies outside, which is returned. */
static size_t first_string_outside(const struct rowkey_strings *strings, size_t rows, uint64_t *total) {
  size_t row = 0;
  for (*total = 0;
       row < rows && strings->begin[row] <= strings->end[row] && strings->end[row] <= strings->size; row++)
    *total += strings->end[row] - strings->begin[row];
  return row;
}

static size_t check_strings(const struct rowkey_strings *strings, size_t rows, uint64_t *total) {
  const uint64_t *begins = strings->begin, *ends = strings->end, size = strings->size;
  uint64_t sum = 0, outside = 0;
  for (size_t i = 0; i < rows; i++) {
    outside |= span_outside(begins[i], ends[i], size);
    sum += ends[i] - begins[i];
  }
  *total = sum;
  return outside >> 63 == 0 ? rows : first_string_outside(strings, rows, total);
}

static size_t measure_strings(const struct rowkey_strings *strings, size_t rows, uint64_t *lengths) {
  const uint64_t *begins = strings->begin, *ends = strings->end, size = strings->size;
  uint64_t total, outside = 0;
  for (size_t i = 0; i < rows; i++) {
    outside |= span_outside(begins[i], ends[i], size);
    lengths[i] = ends[i] - begins[i];
  }
  return outside >> 63 == 0 ? rows : first_string_outside(strings, rows, &total);
}

#endif
