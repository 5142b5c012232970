/* The numbers of fields of rows as vectors of eight: what writes rows with AVX-512 begins with them. */
#ifndef ROWKEY_SIMD_OVERRIDES_ROW_NUMBERS_AVX512_H
#define ROWKEY_SIMD_OVERRIDES_ROW_NUMBERS_AVX512_H

#include "simd/overrides/decimal_avx512.h"

enum {
  ROWS_TEXT = 16, /* bytes of the widest text */
  ROWS_STEPS = 4,
  ROWS_CHUNK = 32 /* groups whose vectors are made before they are written: they stay in L1 */
};

enum rows_kind { ROWS_STRINGS, ROWS_BIG_ENDIAN, ROWS_DIGITS4, ROWS_DIGITS8, ROWS_DIGITS12 };

/* Groups of `group` rows from `row` on; the rows end before row `rows`. */
struct rows_chunk {
  size_t row, rows, group, groups;
};

V_INLINE __m512i rows_set1(size_t byte) { return _mm512_set1_epi8((char)byte); }

/* 0, 1, 2, … */
V_INLINE __m512i rows_iota(void) {
  uint8_t bytes[64];
  for (size_t i = 0; i < 64; i++) bytes[i] = (uint8_t)i;
  return _mm512_loadu_si512(bytes);
}

V_INLINE enum rows_kind rows_kind_of(const struct rowkey_row_field *field) {
  if (field->kind == ROWKEY_TEXT_FIELD) return ROWS_STRINGS;
  if (field->kind == ROWKEY_BIG_ENDIAN_FIELD) return ROWS_BIG_ENDIAN;
  return field->width <= 4 ? ROWS_DIGITS4 : field->width <= 8 ? ROWS_DIGITS8 : ROWS_DIGITS12;
}

V_INLINE bool rows_have(const struct rowkey_fixed_rows *these, enum rowkey_row_field_kind kind) {
  for (size_t i = 0; i < these->count; i++)
    if (these->fields[i].kind == kind) return true;
  return false;
}

/* How many groups from the first on are followed by rows in all the lanes of a vector. */
V_INLINE size_t rows_full_groups(const struct rows_chunk *chunk) {
  const size_t left = chunk->rows - chunk->row;
  const size_t full = left < V64_LANES ? 0 : (left - V64_LANES) / chunk->group + 1;
  return full < chunk->groups ? full : chunk->groups;
}

/* The rows from `row` on that there are, of a vector's. */
V_INLINE __mmask8 rows_lanes(const struct rows_chunk *chunk, size_t row) {
  const size_t left = chunk->rows - row;
  return (__mmask8)(left < V64_LANES ? (1U << left) - 1 : 0xffU);
}

/* Numbers in the lanes to fields of four digits, or as they are coded. */
V_INLINE __m512i rows_split(__m512i x, enum rows_kind kind, const struct rowkey_coding *coding) {
  if (kind == ROWS_DIGITS8) return digits_split8(x);
  if (kind == ROWS_DIGITS12) return digits_split12(x);
  if (kind == ROWS_DIGITS4) return x;
  return _mm512_xor_si512(_mm512_add_epi64(x, v64_set1(coding->bias)), v64_set1(coding->flip));
}

/* The sources of groups whose rows are in all lanes. Side by side: a CPU's queues are too short to look ahead
 * from one to the next. */
V_INLINE void rows_make_steps(const uint64_t *values, size_t group, size_t steps, enum rows_kind kind,
                              const struct rowkey_coding *coding, __m512i *largest, __m512i *made) {
  __m512i x[ROWS_STEPS];
  for (size_t i = 0; i < steps; i++) {
    x[i] = _mm512_loadu_si512(values + i * group);
    *largest = _mm512_max_epu64(*largest, _mm512_sub_epi64(x[i], v64_set1(coding->low)));
    x[i] = rows_split(x[i], kind, coding);
  }
  for (size_t i = 0; i < steps; i++) made[i] = kind == ROWS_BIG_ENDIAN ? x[i] : digits_pairs(x[i]);
}

/* False if a number is outside its range. */
V_INLINE bool rows_make_integers(const struct rowkey_row_field *field, enum rows_kind kind,
                                 const struct rows_chunk *chunk, __m512i *made) {
  const struct rowkey_coding coding = field->coding;
  const size_t group = chunk->group, groups = chunk->groups, full = rows_full_groups(chunk);
  const uint64_t *values = field->values + chunk->row;
  __m512i largest = _mm512_setzero_si512();
  size_t i = 0;
  for (; i + ROWS_STEPS <= full; i += ROWS_STEPS)
    rows_make_steps(values + i * group, group, ROWS_STEPS, kind, &coding, &largest, made + i);
  for (; i < full; i++) rows_make_steps(values + i * group, group, 1, kind, &coding, &largest, made + i);
  for (; i < groups; i++) {
    uint64_t last[V64_LANES];
    const __mmask8 lanes = rows_lanes(chunk, chunk->row + i * group);
    /* Lanes without a row have a good number. */
    const __m512i x = _mm512_mask_loadu_epi64(v64_set1(coding.low), lanes, values + i * group);
    _mm512_storeu_si512(last, x);
    rows_make_steps(last, 0, 1, kind, &coding, &largest, made + i);
  }
  return _mm512_cmpgt_epu64_mask(largest, v64_set1(coding.span)) == 0;
}

/* The same by the kind, once for all that call it. */
static __attribute__((noinline)) bool rows_make_numbers(const struct rowkey_row_field *field,
                                                        const struct rows_chunk *chunk, __m512i *made) {
  switch (rows_kind_of(field)) {
    case ROWS_DIGITS4:
      return rows_make_integers(field, ROWS_DIGITS4, chunk, made);
    case ROWS_DIGITS8:
      return rows_make_integers(field, ROWS_DIGITS8, chunk, made);
    case ROWS_DIGITS12:
      return rows_make_integers(field, ROWS_DIGITS12, chunk, made);
    default:
      return rows_make_integers(field, ROWS_BIG_ENDIAN, chunk, made);
  }
}

#endif
