/* Blocks of integers to blocks of integers. */
#ifndef ROWKEY_SIMD_KERNELS_INTEGERS_H
#define ROWKEY_SIMD_KERNELS_INTEGERS_H

static void absolute_i64(const uint64_t *values, size_t rows, uint64_t *out) {
  for (size_t i = 0; i < rows; i++) {
    const uint64_t sign = 0 - (values[i] >> 63);
    out[i] = (values[i] ^ sign) - sign;
  }
}

static void mask_integers(const struct rowkey_masking *masking, const uint64_t *values, size_t rows,
                          uint64_t *out) {
  const uint64_t bias = masking->bias, mask = masking->mask, flip = masking->flip;
  const unsigned shift = masking->shift;
  if (masking->swapped == 0) {
    for (size_t i = 0; i < rows; i++) out[i] = ((values[i] + bias) << shift & mask) ^ flip;
    return;
  }
  const unsigned unused = 64 - 8 * masking->swapped;
  size_t row = 0;
  for (; row + V64_LANES <= rows; row += V64_LANES) {
    const vec64 biased = v64_sll_by(v64_add(v64_load(values + row), v64_set1(bias)), shift);
    const vec64 coded = v64_xor(v64_and(biased, v64_set1(mask)), v64_set1(flip));
    v64_store(out + row, v64_srl_by(v64_bswap(coded), unused));
  }
  for (; row < rows; row++)
    out[row] = __builtin_bswap64(((values[row] + bias) << shift & mask) ^ flip) >> unused;
}

static void combine_bits(const uint64_t *a, const uint64_t *b, uint64_t one, uint64_t both, size_t rows,
                         uint64_t *out) {
  for (size_t i = 0; i < rows; i++) out[i] = ((a[i] ^ b[i]) & one) | (a[i] & b[i] & both);
}

static void reverse_bits(const uint64_t *values, size_t rows, unsigned bits, uint64_t *out) {
  const unsigned unused = 64 - bits;
  for (size_t i = 0; i < rows; i++) out[i] = reversed_bits(values[i]) >> unused;
}

static void interleave_bits(const uint64_t *a, const uint64_t *b, size_t rows, uint64_t *out) {
#ifdef V64_HAS_INTERLEAVE
  size_t row = 0;
  for (; row + V64_LANES <= rows; row += V64_LANES)
    v64_store(out + row, v64_interleave(v64_load(a + row), v64_load(b + row)));
  if (row == rows) return;
  uint64_t last[2][V64_LANES] = {{0}};
  memcpy(last[0], a + row, (rows - row) * sizeof *a);
  memcpy(last[1], b + row, (rows - row) * sizeof *b);
  v64_store(last[0], v64_interleave(v64_load(last[0]), v64_load(last[1])));
  memcpy(out + row, last[0], (rows - row) * sizeof *out);
#else
  for (size_t i = 0; i < rows; i++) out[i] = interleaved_bits(a[i], b[i]);
#endif
}

static void place_bits(const struct rowkey_spreading *spreading, unsigned place, const uint64_t *values,
                       size_t rows, uint64_t *out) {
  const struct rowkey_spreading by = *spreading; /* which no result is written to, as far as compilers know */
  for (size_t i = 0; i < rows; i++) {
    uint64_t x = values[i];
    for (unsigned step = 0; step < ROWKEY_SPREADING_STEPS; step++)
      x = (x | x << by.shifts[step]) & by.masks[step];
    out[i] = x << place;
  }
}

/* Where the numbers of the next eight rows are, and how far those of eight more are from them. */
struct choice_rows {
  const uint64_t *next;
  size_t step;
};

V_INLINE struct choice_rows choice_rows_of(struct rowkey_choice choice, uint64_t same[8]) {
  if (!choice.repeated) return (struct choice_rows){choice.numbers, 8};
  for (size_t i = 0; i < 8; i++) same[i] = choice.numbers[0];
  return (struct choice_rows){same, 0};
}

/* Eight rows at once: each bit is shifted to the highest place of its row's lane. Returns how many rows have
 * been done. `constants`: both numbers stay in registers. */
V_INLINE size_t choose_eights(const uint8_t *bits, uint64_t first, struct choice_rows *a,
                              struct choice_rows *b, size_t rows, uint64_t *out, bool constants) {
  const vec64 zero = v64_set1(0), places = v64_sub(v64_set1(63), v64_iota());
  const vec64 set = v64_set1(a->next[0]), clear = v64_set1(b->next[0]);
  const unsigned skipped = first % 8;
  const size_t next = skipped > 0; /* no byte behind the bits is read */
  const uint8_t *byte = bits + first / 8;
  size_t row = 0;
  for (; row + 8 <= rows; row += 8, byte++, a->next += a->step, b->next += b->step) {
    const vec64 eight = v64_set1((byte[0] | (uint64_t)byte[next] << 8) >> skipped);
    for (size_t i = 0; i < 8; i += V64_LANES) {
      const mask64 is_set = v64_less(v64_sllv(eight, v64_sub(places, v64_set1(i))), zero);
      v64_store(out + row + i, constants ? v64_choose(is_set, set, clear)
                                         : v64_choose(is_set, v64_load(a->next + i), v64_load(b->next + i)));
    }
  }
  return row;
}

static void choose_integers(const uint8_t *bits, uint64_t first, struct rowkey_choice set,
                            struct rowkey_choice clear, size_t rows, uint64_t *out) {
  if (rows == 0) return;
  uint64_t __attribute__((aligned(64))) same_set[8], same_clear[8];
  struct choice_rows a = choice_rows_of(set, same_set), b = choice_rows_of(clear, same_clear);
  size_t row = set.repeated && clear.repeated ? choose_eights(bits, first, &a, &b, rows, out, true)
                                              : choose_eights(bits, first, &a, &b, rows, out, false);
  for (size_t i = 0; row < rows; i++, row++) {
    const uint64_t bit = first + row;
    out[row] = (bits[bit / 8] >> bit % 8 & 1) != 0 ? a.next[i] : b.next[i];
    __asm__("" : "+r"(row)); /* vectors of the last rows would be ten times the code */
  }
}

static size_t find_outside(const uint64_t *values, size_t rows, uint64_t low, uint64_t span) {
  /* In arithmetic modulo 2^64 this is one comparison for both ends and both types: above > span. Differences
   * show it in their highest bit, because not every machine compares lanes of 64 bits: in `above` itself or
   * in span - above, if the span has that bit clear, as most have; else in both of them. */
  uint64_t borrows = 0;
  if (span >> 63 == 0) {
    for (size_t i = 0; i < rows; i++) {
      const uint64_t above = values[i] - low;
      borrows |= above | (span - above);
    }
  } else {
    for (size_t i = 0; i < rows; i++) {
      const uint64_t above = values[i] - low;
      borrows |= above & (span - above);
    }
  }
  if (borrows >> 63 == 0) return rows;
  size_t row = 0;
  while (values[row] - low <= span) row++;
  return row;
}

#endif
