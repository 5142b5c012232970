/* Whole rows of integers by byte permutes: a hand-written override for AVX-512.
 *
 * The numbers of a field, decimals as pairs of digits below 100, are one source of bytes, the literal bytes
 * another. For every byte of a group of rows an index says which source it comes from and which byte of it;
 * two look-ups in tables of 128 characters make digits of the pairs. So 64 bytes of rows cost a few permutes
 * and one store, whatever the widths of the fields. */
#ifndef ROWKEY_SIMD_OVERRIDES_INTEGER_ROWS_AVX512_H
#define ROWKEY_SIMD_OVERRIDES_INTEGER_ROWS_AVX512_H

#include "simd/overrides/decimal_avx512.h"

enum {
  ROWS_PAIRS = (ROWKEY_INTEGER_FIELDS + 1) / 2, /* of sources: one permute reads two */
  ROWS_VECTORS = 2,                             /* of output, for a group of up to V64_LANES rows */
  ROWS_BYTES = 64 * ROWS_VECTORS,
  ROWS_WIDTH_MAX = ROWS_BYTES / 3 /* of wider rows a group has too few to pay */
};

enum rows_kind { ROWS_LITERALS, ROWS_BIG_ENDIAN, ROWS_DIGITS4, ROWS_DIGITS8, ROWS_DIGITS12 };

struct rows_source {
  const uint64_t *values;
  enum rows_kind kind;
  bool is_coded;
  __m512i bias, flip, low, span;
  __m512i literals;
};

/* Where the bytes of an output vector come from. */
struct rows_bytes {
  __m512i index[ROWS_PAIRS];     /* bit 6 tells the sources of a pair apart */
  __mmask64 of_pair[ROWS_PAIRS]; /* unused of the first, which fills what the others leave */
  __mmask64 tens, units;         /* pairs of digits, by the digit that is wanted */
};

struct rows_plan {
  struct rows_source sources[2 * ROWS_PAIRS];
  struct rows_bytes first, second; /* vectors of output */
  struct digit_tables tables;
};

/* What is known of all groups of a call. */
struct rows_shape {
  size_t pairs, vectors;
  bool has_decimals;
};

/* ---- the plan */

V_INLINE __m512i rows_set1(size_t byte) { return _mm512_set1_epi8((char)byte); }

/* Bytes below 128, by 2 or more: ceil(2^16 / divisor) is exact. */
V_INLINE __m512i rows_divided(__m512i x, size_t divisor) {
  const __m512i inverse = _mm512_set1_epi16((short)(65535 / divisor + 1));
  const __m512i low = _mm512_mulhi_epu16(_mm512_cvtepu8_epi16(_mm512_castsi512_si256(x)), inverse);
  const __m512i high = _mm512_mulhi_epu16(_mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64(x, 1)), inverse);
  return _mm512_inserti64x4(_mm512_castsi256_si512(_mm512_cvtepi16_epi8(low)), _mm512_cvtepi16_epi8(high), 1);
}

/* The bytes `here` come from byte `from` of the source. */
V_INLINE void rows_take(struct rows_bytes *bytes, size_t source, __mmask64 here, __m512i from) {
  const __m512i index = _mm512_or_si512(from, rows_set1(source % 2 * 64));
  for (size_t pair = 0; pair < ROWS_PAIRS; pair++) bytes->of_pair[pair] &= ~here;
  bytes->of_pair[source / 2] |= here;
  bytes->index[source / 2] = _mm512_mask_mov_epi8(bytes->index[source / 2], here, index);
}

/* A field among the bytes, each of which is a row's byte `column`. */
V_INLINE void rows_take_field(struct rows_bytes *bytes, size_t source, enum rows_kind kind,
                              const struct rowkey_integer_field *field, __m512i row, __m512i column) {
  const __m512i place = _mm512_sub_epi8(column, rows_set1(field->offset));
  const __mmask64 here = _mm512_cmplt_epu8_mask(place, rows_set1(field->width));
  const __m512i lane = _mm512_slli_epi16(row, 3);
  if (kind == ROWS_BIG_ENDIAN) {
    rows_take(bytes, source, here,
              _mm512_add_epi8(lane, _mm512_sub_epi8(rows_set1(field->width - 1), place)));
    return;
  }
  const size_t digits = kind == ROWS_DIGITS4 ? 4 : kind == ROWS_DIGITS8 ? 8 : 12;
  const __m512i digit = _mm512_add_epi8(place, rows_set1(digits - field->width));
  const __mmask64 odd = _mm512_test_epi8_mask(digit, rows_set1(1));
  bytes->units |= here & odd;
  bytes->tens |= here & ~odd;
  rows_take(bytes, source, here,
            _mm512_add_epi8(lane, _mm512_and_si512(_mm512_srli_epi16(digit, 1), rows_set1(7))));
}

V_INLINE enum rows_kind rows_kind_of(const struct rowkey_integer_field *field) {
  if (!field->decimal) return ROWS_BIG_ENDIAN;
  return field->width <= 4 ? ROWS_DIGITS4 : field->width <= 8 ? ROWS_DIGITS8 : ROWS_DIGITS12;
}

/* The output vector that begins at byte `begin` of the group. */
V_INLINE struct rows_bytes rows_bytes_from(const struct rowkey_integer_rows *rows, size_t stride,
                                           size_t begin) {
  struct rows_bytes bytes = {.tens = 0};
  uint8_t first[64];
  for (size_t i = 0; i < 64; i++) first[i] = (uint8_t)i;
  const __m512i at = _mm512_add_epi8(_mm512_loadu_si512(first), rows_set1(begin));
  const __m512i row = rows_divided(at, stride);
  const __m512i column = _mm512_sub_epi8(at, _mm512_mullo_epi16(row, _mm512_set1_epi16((short)stride)));
  if (rows->has_literals) rows_take(&bytes, rows->count, ~UINT64_C(0), column);
  for (size_t i = 0; i < rows->count; i++)
    rows_take_field(&bytes, i, rows_kind_of(&rows->fields[i]), &rows->fields[i], row, column);
  return bytes;
}

V_INLINE void rows_set_source(struct rows_source *source, const struct rowkey_integer_field *field) {
  const struct rowkey_coding *coding = &field->coding;
  source->values = field->values;
  source->kind = rows_kind_of(field);
  source->is_coded = coding->bias != 0 || coding->flip != 0;
  source->bias = v64_set1(coding->bias);
  source->flip = v64_set1(coding->flip);
  source->low = v64_set1(coding->low);
  source->span = v64_set1(coding->span);
}

/* ---- groups */

/* The numbers of the lanes in use as bytes; *outside gets a bit for each that is outside its range. */
V_INLINE __m512i rows_source_bytes(const struct rows_source *source, size_t row, __mmask8 lanes,
                                   __mmask8 *outside) {
  if (source->kind == ROWS_LITERALS) return source->literals;
  const uint64_t *values = source->values + row;
  const __m512i x = lanes == 0xff ? _mm512_loadu_si512(values) : _mm512_maskz_loadu_epi64(lanes, values);
  *outside |= _mm512_mask_cmpgt_epu64_mask(lanes, _mm512_sub_epi64(x, source->low), source->span);
  switch (source->kind) {
    case ROWS_DIGITS4:
      return digits_pairs(x);
    case ROWS_DIGITS8:
      return digits_pairs(digits_split8(x));
    case ROWS_DIGITS12:
      return digits_pairs12(x);
    case ROWS_LITERALS:
    case ROWS_BIG_ENDIAN:
      break;
  }
  return source->is_coded ? _mm512_xor_si512(_mm512_add_epi64(x, source->bias), source->flip) : x;
}

/* An output vector. */
V_INLINE __m512i rows_join(const __m512i sources[2 * ROWS_PAIRS], const struct rows_bytes *bytes,
                           const struct digit_tables *tables, const struct rows_shape shape) {
  __m512i x = _mm512_permutex2var_epi8(sources[0], bytes->index[0], sources[1]);
  for (size_t pair = 1; pair < shape.pairs; pair++) {
    const __m512i other =
        _mm512_permutex2var_epi8(sources[2 * pair], bytes->index[pair], sources[2 * pair + 1]);
    x = _mm512_mask_mov_epi8(x, bytes->of_pair[pair], other);
  }
  if (!shape.has_decimals) return x;
  x = _mm512_mask2_permutex2var_epi8(tables->tens[0], x, bytes->tens, tables->tens[1]);
  return _mm512_mask2_permutex2var_epi8(tables->units[0], x, bytes->units, tables->units[1]);
}

V_INLINE void rows_store(uint8_t *out, __m512i x, bool whole, size_t size) {
  if (whole)
    _mm512_storeu_si512(out, x);
  else
    _mm512_mask_storeu_epi8(out, size < 64 ? (UINT64_C(1) << size) - 1 : ~UINT64_C(0), x);
}

/* The group from `row` on: whole vectors, or `size` bytes of the rows in the lanes. */
V_INLINE void rows_write_group(const struct rows_plan *plan, size_t row, __mmask8 lanes, bool whole,
                               size_t size, const struct rows_shape shape, uint8_t *out, __mmask8 *outside) {
  __m512i sources[2 * ROWS_PAIRS];
  for (size_t i = 0; i < 2 * shape.pairs; i++)
    sources[i] = rows_source_bytes(&plan->sources[i], row, lanes, outside);
  rows_store(out, rows_join(sources, &plan->first, &plan->tables, shape), whole, size);
  if (shape.vectors == 1) return;
  rows_store(out + 64, rows_join(sources, &plan->second, &plan->tables, shape), whole,
             size < 64 ? 0 : size - 64);
}

/* The shape is constant where it is called. */
V_INLINE bool rows_write(const struct rows_plan *shared, size_t rows, size_t width,
                         const struct rowkey_place *place, const struct rows_shape shape) {
  const struct rows_plan plan = *shared; /* which nothing that is written can change */
  const size_t stride = place->stride, space = (size_t)(place->end - place->at);
  const size_t fitting = 64 * shape.vectors / stride, group = fitting < V64_LANES ? fitting : V64_LANES;
  __mmask8 outside = 0;
  uint8_t *out = place->at;
  size_t row = 0;
  for (; row + V64_LANES <= rows && row * stride + 64 * shape.vectors <= space; row += group) {
    rows_write_group(&plan, row, 0xff, true, 0, shape, out, &outside);
    out += group * stride;
  }
  for (; row < rows; row += group, out += group * stride) {
    const size_t count = rows - row < group ? rows - row : group;
    const unsigned lanes = (1U << count) - 1;
    rows_write_group(&plan, row, (__mmask8)lanes, false, (count - 1) * stride + width, shape, out, &outside);
  }
  return outside == 0;
}

#define ROWS_DEFINE(name, ...)                                                                        \
  static __attribute__((noinline)) bool name(const struct rows_plan *plan, size_t rows, size_t width, \
                                             const struct rowkey_place *place) {                      \
    return rows_write(plan, rows, width, place, (struct rows_shape){__VA_ARGS__});                    \
  }
ROWS_DEFINE(rows_of_bytes_1, 1, 1, false)
ROWS_DEFINE(rows_of_bytes_2, 1, 2, false)
ROWS_DEFINE(rows_of_digits_1, 1, 1, true)
ROWS_DEFINE(rows_of_digits_2, 1, 2, true)
ROWS_DEFINE(rows_of_any_1, ROWS_PAIRS, 1, true)
ROWS_DEFINE(rows_of_any_2, ROWS_PAIRS, 2, true)

/* Whether the rows are of a kind that this can write. */
V_INLINE bool rows_are_permutable(const struct rowkey_integer_rows *these, size_t stride) {
  if (stride < 2 || stride > ROWS_WIDTH_MAX) return false;
  for (size_t i = 0; i < these->count; i++)
    if (these->fields[i].decimal && these->fields[i].width > 11) return false;
  return these->count + these->has_literals <= 2 * ROWS_PAIRS;
}

static bool integer_rows(const struct rowkey_integer_rows *these, size_t rows,
                         const struct rowkey_place *place) {
  const size_t stride = place->stride;
  if (!rows_are_permutable(these, stride)) return false;
  struct rows_plan plan;
  bool has_decimals = false;
  for (size_t i = 0; i < 2 * ROWS_PAIRS; i++) {
    if (i < these->count) {
      rows_set_source(&plan.sources[i], &these->fields[i]);
      has_decimals |= these->fields[i].decimal;
    } else {
      plan.sources[i].kind = ROWS_LITERALS;
      plan.sources[i].literals = _mm512_loadu_si512(these->literals);
    }
  }
  plan.first = rows_bytes_from(these, stride, 0);
  plan.second = rows_bytes_from(these, stride, 64);
  plan.tables = digit_tables_load();
  const bool one_vector = stride <= 64 / (V64_LANES - 1), one_pair = these->count + these->has_literals <= 2;
  if (!one_pair) return (one_vector ? rows_of_any_1 : rows_of_any_2)(&plan, rows, these->width, place);
  if (has_decimals)
    return (one_vector ? rows_of_digits_1 : rows_of_digits_2)(&plan, rows, these->width, place);
  return (one_vector ? rows_of_bytes_1 : rows_of_bytes_2)(&plan, rows, these->width, place);
}

#endif
