/* Where strings lie: what can be said of many of them at once. Loops without branches, for the compiler to
 * vectorize. */
#ifndef ROWKEY_SIMD_KERNELS_SPANS_H
#define ROWKEY_SIMD_KERNELS_SPANS_H

/* What strings row … rows-1 have in common. */
struct spans {
  uint64_t total; /* bytes of all */
  uint64_t longest;
  uint64_t first_begin, last_begin;
};

V_INLINE struct spans spans_of(const struct rowkey_strings *strings, size_t row, size_t rows) {
  struct spans spans = {0, 0, UINT64_MAX, 0};
  for (; row < rows; row++) {
    const uint64_t begin = strings->begin[row], length = strings->end[row] - begin;
    spans.total += length;
    spans.longest = length > spans.longest ? length : spans.longest;
    spans.first_begin = begin < spans.first_begin ? begin : spans.first_begin;
    spans.last_begin = begin > spans.last_begin ? begin : spans.last_begin;
  }
  return spans;
}

static size_t check_strings(const struct rowkey_strings *strings, size_t rows, uint64_t *total) {
  const uint64_t *begins = strings->begin, *ends = strings->end, size = strings->size;
  uint64_t sum = 0, bad = 0;
  for (size_t i = 0; i < rows; i++) {
    /* No length and no number of bytes behind a good one has its highest bit set. */
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
