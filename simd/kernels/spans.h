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

static size_t check_strings(const struct rowkey_strings *strings, size_t rows, uint64_t *total) {
  const uint64_t *begins = strings->begin, *ends = strings->end, size = strings->size;
  uint64_t sum = 0, bad = 0;
  for (size_t i = 0; i < rows; i++) {
    /* No length and no number of bytes after a good one has its highest bit set. */
    const uint64_t begin = begins[i], end = ends[i], length = end - begin;
    bad |= begin | end | length | (size - end);
    sum += length;
  }
  *total = sum;
  if (bad >> 63 == 0) return rows;
  size_t row = 0;
  for (sum = 0; row < rows && begins[row] <= ends[row] && ends[row] <= size; row++)
    sum += ends[row] - begins[row];
  *total = sum;
  return row;
}

#endif
