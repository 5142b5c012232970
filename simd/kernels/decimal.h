/* Integers to decimal text in rows. */

static const uint64_t decimal_powers[20] = {UINT64_C(1),
                                            UINT64_C(10),
                                            UINT64_C(100),
                                            UINT64_C(1000),
                                            UINT64_C(10000),
                                            UINT64_C(100000),
                                            UINT64_C(1000000),
                                            UINT64_C(10000000),
                                            UINT64_C(100000000),
                                            UINT64_C(1000000000),
                                            UINT64_C(10000000000),
                                            UINT64_C(100000000000),
                                            UINT64_C(1000000000000),
                                            UINT64_C(10000000000000),
                                            UINT64_C(100000000000000),
                                            UINT64_C(1000000000000000),
                                            UINT64_C(10000000000000000),
                                            UINT64_C(100000000000000000),
                                            UINT64_C(1000000000000000000),
                                            UINT64_C(10000000000000000000)};

/* ---- zero-padded */

/* V64_LANES values as `chunks` times eight characters; the first chunk holds only the `width - 8 * (chunks - 1)`
 * characters that belong to the field, from its lowest byte on. */
V_INLINE void decimal_padded_chunks(const uint64_t *values, unsigned width, const int chunks,
                                    const bool below_2e39, vec64 text[3]) {
  decimal_digits(v64_load(values), chunks, below_2e39, text);
  decimal_characters(chunks, text);
  text[0] = v64_srl_by(text[0], 8 * (8 * (uint32_t)chunks - width));
}

/* The last rows: from a copy of the values, and byte-exact. */
V_INLINE void decimal_padded_exact(const uint64_t *values, size_t rows, unsigned width, const int chunks,
                                   const bool below_2e39, const struct rowkey_place *place, size_t row) {
  uint64_t part[V64_LANES] = {0};
  vec64 text[3];
  memcpy(part, values, rows * sizeof part[0]);
  decimal_padded_chunks(part, width, chunks, below_2e39, text);
  const size_t first = width - 8 * ((size_t)chunks - 1);
  place_narrow(place, row, rows, first, text[0]);
  for (int i = 1; i < chunks; i++) {
    struct rowkey_place next = *place;
    next.at += first + 8 * ((size_t)i - 1);
    place_narrow(&next, row, rows, 8, text[i]);
  }
}

/* All rows; values that are too wide give wrong text and are found out by the caller. */
V_INLINE void decimal_padded_rows(const uint64_t *values, size_t rows, unsigned width, const int chunks,
                                  const bool below_2e39, const struct rowkey_place *place) {
  const size_t first = width - 8 * ((size_t)chunks - 1);
  /* With more than eight characters all stores stay inside the field. */
  const size_t wide = chunks > 1 ? rows : place_wide_rows(place, rows);
  size_t row = 0;
  for (; row + V64_LANES <= wide; row += V64_LANES) {
    vec64 text[3];
    uint8_t *at = place->at + row * place->stride;
    decimal_padded_chunks(values + row, width, chunks, below_2e39, text);
    for (int i = 0; i < chunks; i++)
      v64_store_rows(at + (i == 0 ? 0 : first + 8 * ((size_t)i - 1)), place->stride, text[i]);
  }
  while (row < rows) {
    const size_t part = rows - row < V64_LANES ? rows - row : V64_LANES;
    decimal_padded_exact(values + row, part, width, chunks, below_2e39, place, row);
    row += part;
  }
}

/* The first value of `limit` or more, or `rows`. */
static size_t decimal_first_above(const uint64_t *values, size_t rows, uint64_t limit) {
  size_t row = 0;
  if (limit <= UINT64_C(1) << 63) {
    /* limit - 1 - x has its highest bit set when x is too large but not above 2^63, where x itself has. */
    vec64 above = v64_set1(0);
    for (; row + V64_LANES <= rows; row += V64_LANES) {
      const vec64 x = v64_load(values + row);
      above = v64_or(above, v64_or(x, v64_sub(v64_set1(limit - 1), x)));
    }
    if (v64_any_negative(above)) row = 0;
  }
  while (row < rows && values[row] < limit) row++;
  return row;
}

static size_t decimal_padded(const uint64_t *values, size_t rows, unsigned width,
                             const struct rowkey_place *place) {
  if (width <= 8) {
    decimal_padded_rows(values, rows, width, 1, false, place);
  } else if (width <= 11) {
    decimal_padded_rows(values, rows, width, 2, true, place);
  } else if (width <= 16) {
    decimal_padded_rows(values, rows, width, 2, false, place);
  } else {
    decimal_padded_rows(values, rows, width, 3, false, place);
  }
  return width == 20 ? rows : decimal_first_above(values, rows, decimal_powers[width]);
}

/* ---- unpadded */

V_INLINE void decimal_unpadded_lanes(const uint64_t *values, const int chunks, vec64 text[3],
                                     uint64_t lengths[V64_LANES]) {
  decimal_digits(v64_load(values), chunks, false, text);
  const vec64 zeros = decimal_leading_zeros(chunks, text);
  decimal_characters(chunks, text);
  decimal_move(text, chunks, zeros);
  v64_store(lengths, v64_srl(v64_sub(v64_set1(64 * (uint64_t)chunks), zeros), 3));
}

V_INLINE void decimal_unpadded_rows(const uint64_t *values, const int chunks, uint8_t *text, size_t stride,
                                    uint8_t *lengths) {
  vec64 moved[3];
  uint64_t wide_lengths[V64_LANES];
  decimal_unpadded_lanes(values, chunks, moved, wide_lengths);
  v64_store_rows(text, stride, moved[0]);
  if (chunks > 1) v64_store_rows(text + 8, stride, moved[1]);
  if (chunks > 2) {
    uint64_t last[V64_LANES];
    v64_store(last, moved[2]);
    for (size_t i = 0; i < V64_LANES; i++) store_le32(text + i * stride + 16, last[i]);
  }
  for (size_t i = 0; i < V64_LANES; i++) lengths[i] = (uint8_t)wide_lengths[i];
}

/* V64_LANES rows. */
V_INLINE void decimal_unpadded_any(const uint64_t *values, uint8_t *text, size_t stride, uint8_t *lengths) {
  const vec64 x = v64_load(values);
  const vec64 above_8 = v64_or(x, v64_sub(v64_set1(99999999), x));
  const vec64 above_16 = v64_or(x, v64_sub(v64_set1(9999999999999999), x));
  if (!v64_any_negative(above_8)) {
    decimal_unpadded_rows(values, 1, text, stride, lengths);
  } else if (!v64_any_negative(above_16)) {
    decimal_unpadded_rows(values, 2, text, stride, lengths);
  } else {
    decimal_unpadded_rows(values, 3, text, stride, lengths);
  }
}

static void decimal_unpadded(const uint64_t *values, size_t rows, uint8_t *text, size_t stride,
                             uint8_t *lengths) {
  size_t row = 0;
  for (; row + V64_LANES <= rows; row += V64_LANES)
    decimal_unpadded_any(values + row, text + row * stride, stride, lengths + row);
  if (row < rows) {
    uint64_t last[V64_LANES] = {0};
    uint8_t last_text[20 * V64_LANES], last_lengths[V64_LANES];
    memcpy(last, values + row, (rows - row) * sizeof last[0]);
    decimal_unpadded_any(last, last_text, 20, last_lengths);
    for (size_t i = 0; row + i < rows; i++) {
      memcpy(text + (row + i) * stride, last_text + 20 * i, 20);
      lengths[row + i] = last_lengths[i];
    }
  }
}
