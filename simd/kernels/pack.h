/* Fields of bytes into rows: big-endian integers, and copies of any width. */
#ifndef ROWKEY_SIMD_KERNELS_PACK_H
#define ROWKEY_SIMD_KERNELS_PACK_H

#include "simd/kernels/place.h"

/* Which of its work a loop is compiled with. */
struct big_endian_work {
  bool codes;    /* adds the bias and flips bits */
  bool compares; /* with low and span */
  bool narrows;  /* to fewer than 8 bytes, and looks at those that are cut off */
};

/* A coding in the lanes, and what has been found in the rows so far: of those outside the range the highest
 * bit, and any bit that was cut off. */
struct coding_lanes {
  vec64 bias, flip, low, span, not_span;
  uint32_t unused;
  vec64 outside, cut;
};

V_INLINE vec64 code_lanes(struct coding_lanes *lanes, vec64 x, struct big_endian_work work) {
  if (work.compares) {
    /* above > span is the borrow of span - above. */
    const vec64 above = v64_sub(x, lanes->low), either = v64_or(above, lanes->not_span);
    const vec64 borrow = v64_and(either, v64_sub(lanes->span, above));
    lanes->outside = v64_or3(lanes->outside, borrow, v64_and(above, lanes->not_span));
  }
  if (work.codes) x = v64_xor(v64_add(x, lanes->bias), lanes->flip);
  if (!work.narrows) return v64_bswap(x);
  const vec64 used = v64_sll_by(x, lanes->unused);
  lanes->cut = v64_or(lanes->cut, v64_xor(v64_srl_by(used, lanes->unused), x));
  return v64_bswap(used);
}

/* The next `count` values, and the first of them again in the other lanes. */
V_INLINE vec64 load_some_values(const uint64_t *values, size_t count) {
  uint64_t part[V64_LANES];
  for (size_t i = 0; i < V64_LANES; i++) part[i] = values[i < count ? i : 0];
  return v64_load(part);
}

static bool is_written(const struct rowkey_coding *coding, uint64_t value, unsigned width) {
  const uint64_t coded = (value + coding->bias) ^ coding->flip;
  return value - coding->low <= coding->span && (width == 8 || coded >> (8 * width) == 0);
}

/* Rows that hold the field and nothing else, as many as have room for whole stores. Returns how many. */
V_INLINE size_t write_dense(const uint64_t *values, size_t rows, unsigned width,
                            const struct rowkey_place *place, struct coding_lanes *lanes,
                            struct big_endian_work work) {
  size_t row = 0;
#ifdef V64_DENSE_ROOM
  const size_t space = place->room < V64_DENSE_ROOM ? 0 : (size_t)(place->end - place->at);
  const dense64 bytes = v64_dense_bytes(width);
  struct coding_lanes own = *lanes;
  for (; row + V64_LANES <= rows && row * width + V64_DENSE_ROOM <= space; row += V64_LANES)
    v64_store_dense(place->at + row * width, code_lanes(&own, v64_load(values + row), work), bytes, width);
  *lanes = own;
#else
  (void)values, (void)rows, (void)width, (void)place, (void)lanes, (void)work;
#endif
  return row;
}

V_INLINE size_t write_big_endian(const struct rowkey_coding *coding, const uint64_t *values, size_t rows,
                                 unsigned width, const struct rowkey_place *place,
                                 struct big_endian_work work) {
  struct coding_lanes lanes = {.bias = v64_set1(coding->bias),
                               .flip = v64_set1(coding->flip),
                               .low = v64_set1(coding->low),
                               .span = v64_set1(coding->span),
                               .not_span = v64_set1(~coding->span),
                               .unused = 8 * (8 - width),
                               .outside = v64_set1(0),
                               .cut = v64_set1(0)};
  const size_t wide = work.narrows ? place_wide_rows(place, rows) : rows;
  size_t row = 0;
  if (work.narrows && place->stride == width) row = write_dense(values, rows, width, place, &lanes, work);
  /* In variables: the rows could be written over the place, for all that the compiler knows. */
  const size_t stride = place->stride;
  uint8_t *at = place->at + row * stride;
  for (; row + V64_LANES <= wide; row += V64_LANES, at += V64_LANES * stride)
    v64_store_rows(at, stride, code_lanes(&lanes, v64_load(values + row), work));
  while (row < rows) {
    const size_t count = rows - row < V64_LANES ? rows - row : V64_LANES;
    const vec64 some = load_some_values(values + row, count);
    place_narrow(place, row, count, width, code_lanes(&lanes, some, work));
    row += count;
  }
  if (!v64_any(v64_or(lanes.cut, v64_srl_by(lanes.outside, 63)))) return rows;
  for (row = 0; is_written(coding, values[row], width);) row++;
  return row;
}

static size_t big_endian_coded(const struct rowkey_coding *coding, const uint64_t *values, size_t rows,
                               unsigned width, const struct rowkey_place *place) {
  const bool compares = coding->span != UINT64_MAX, narrows = width != 8;
  if (compares && narrows)
    return write_big_endian(coding, values, rows, width, place, (struct big_endian_work){true, true, true});
  if (compares)
    return write_big_endian(coding, values, rows, width, place, (struct big_endian_work){true, true, false});
  if (narrows)
    return write_big_endian(coding, values, rows, width, place, (struct big_endian_work){true, false, true});
  return write_big_endian(coding, values, rows, width, place, (struct big_endian_work){true, false, false});
}

static size_t big_endian(const uint64_t *values, size_t rows, unsigned width,
                         const struct rowkey_place *place) {
  const struct rowkey_coding plain = {.span = UINT64_MAX};
  if (width != 8)
    return write_big_endian(&plain, values, rows, width, place, (struct big_endian_work){false, false, true});
  return write_big_endian(&plain, values, rows, width, place, (struct big_endian_work){false, false, false});
}

/* One field of 8 bytes or fewer, all rows the same. */
static void copy_repeated(const uint8_t *data, size_t width, size_t rows, const struct rowkey_place *place) {
  uint8_t padded[8] = {0};
  memcpy(padded, data, width);
  const uint64_t bytes = load_le64(padded);
  const size_t wide = place_wide_rows(place, rows);
  size_t row = 0;
  for (; row < wide; row++) store_le64(place->at + row * place->stride, bytes);
  for (; row < rows; row++) store_le_narrow(place->at + row * place->stride, bytes, width);
}

static void copy_fixed(const uint8_t *data, size_t stride, size_t width, size_t rows,
                       const struct rowkey_place *place) {
  if (width == 0 || rows == 0) return;
  if (stride == width && place->stride == width) {
    memcpy(place->at, data, rows * width);
    return;
  }
  if (stride == 0 && width <= 8) {
    copy_repeated(data, width, rows, place);
    return;
  }
  for (size_t row = 0; row < rows; row++) {
    const uint8_t *from = data + row * stride;
    uint8_t *to = place->at + row * place->stride;
    if (width > 16) {
      memcpy(to, from, width);
    } else if (width >= 8) {
      /* two copies that overlap; both loads come first */
      const uint64_t first = load_le64(from), last = load_le64(from + width - 8);
      store_le64(to, first);
      store_le64(to + width - 8, last);
    } else {
      for (size_t i = 0; i < width; i++) to[i] = from[i];
    }
  }
}

#endif
