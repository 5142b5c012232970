/* Whole rows of fields, two numbers at a time: a hand-written override for AVX2.
 *
 * Big-endian integers, and decimals of up to eight digits, are eight bytes of a lane each. Two such fields of
 * a row lie side by side in 16 bytes: one byte shuffle swaps their bytes, puts them where they belong and
 * leaves room for the literal bytes around them, so that a row costs one store, or two that overlap, in place
 * of one for each field and each run of literal bytes. Where more than two follow each other, big-endian
 * integers share a lane as long as they fit it: of a salt in one byte, an id in three and a time in four
 *
 *     lane      salt << 56 | id << 32 | time
 *
 * Rows that are such a lane and nothing else lie side by side, and are stored four at a time.
 * Other fields have their own kernels. */
#ifndef ROWKEY_SIMD_OVERRIDES_FIXED_ROWS_AVX2_H
#define ROWKEY_SIMD_OVERRIDES_FIXED_ROWS_AVX2_H

#include "simd/kernels/decimal.h"
#include "simd/kernels/pack.h"
#include "simd/kernels/padded_text.h"
#include "simd/kernels/place.h"

enum {
  ROWS_UNIT = 16,
  ROWS_CHUNK = 128, /* rows whose digits are made before they are joined: they stay in L1 */
  ROWS_STEPS = 2 * ROWKEY_ROW_FIELDS + 1,
  ROWS_TEXT = PADDED_UNIT /* wider text has no kernel that would gain */
};

/* One pass over the rows: two fields, or one, with the literal bytes around them; a field by itself; or
 * literal bytes alone, which have no field. */
enum rows_step_kind { ROWS_CELL, ROWS_FIELD, ROWS_LITERALS };
/* Cells of up to 16 bytes are stored whole where garbage may follow them, else as two halves that overlap;
 * larger ones are two units that overlap. Rows that are one lane are stored as vectors. */
enum rows_way { ROWS_ONE_UNIT, ROWS_TWO_WORDS, ROWS_TWO_UNITS, ROWS_LANES };

/* Fields side by side whose bytes share a lane. */
struct rows_pack {
  uint8_t field, fields, width;
};
struct rows_step {
  uint8_t order[2][ROWS_UNIT], literals[2][ROWS_UNIT]; /* of the two stores */
  uint8_t kind, way, offset, width, lanes;
  struct rows_pack packs[2]; /* of the lanes */
};
struct rows_plan {
  struct rows_step steps[ROWS_STEPS];
  size_t count;
};
_Static_assert(sizeof(struct rows_plan) <= ROWKEY_ROW_PLAN, "there is room for a plan");

/* ---- the plan */

/* Its bytes fit a lane of 64 bits. */
V_INLINE bool rows_fits_lane(const struct rowkey_row_field *field) {
  return field->kind != ROWKEY_TEXT_FIELD && field->width <= 8;
}

/* Bytes from `begin` on in the row, of the cell's lanes: as many as a store has, or the cell. */
V_INLINE void rows_order_from(const struct rowkey_fixed_rows *these, const struct rows_step *step,
                              size_t begin, uint8_t order[ROWS_UNIT], uint8_t literals[ROWS_UNIT]) {
  for (size_t i = 0; i < ROWS_UNIT; i++) {
    const size_t at = begin + i, end = (size_t)step->offset + step->width;
    order[i] = 0x80;
    literals[i] = at < end ? these->literals[at] : 0;
    for (size_t lane = 0; lane < step->lanes; lane++) {
      const struct rows_pack *pack = &step->packs[lane];
      const struct rowkey_row_field *field = &these->fields[pack->field];
      const size_t place = at - field->offset;
      if (at < field->offset || place >= pack->width) continue;
      const size_t byte = field->kind == ROWKEY_DECIMAL_FIELD ? place : pack->width - 1 - place;
      order[i] = (uint8_t)(8 * lane + byte);
      literals[i] = 0;
    }
  }
}

/* Where the second of two stores begins that end with the cell. */
V_INLINE size_t rows_last_begin(size_t width, unsigned way) {
  return way == ROWS_ONE_UNIT || way == ROWS_LANES ? 0
         : way == ROWS_TWO_WORDS                   ? width - 8
                                                   : width - ROWS_UNIT;
}

/* The bytes that storing a cell may overwrite. */
V_INLINE size_t rows_extent(const struct rows_step *step) {
  return step->way == ROWS_ONE_UNIT ? (size_t)ROWS_UNIT : step->way == ROWS_LANES ? 8 : step->width;
}

/* How a cell can be stored; false if in none of the ways. */
V_INLINE bool rows_find_way(const struct rowkey_fixed_rows *these, struct rows_step *step) {
  const size_t width = step->width;
  if (width > 2 * ROWS_UNIT) return false;
  if (width >= ROWS_UNIT)
    step->way = ROWS_TWO_UNITS;
  else if (step->offset == 0 && step->lanes == 1 && these->stride == 8)
    step->way = ROWS_LANES;
  else if (step->offset == 0 || these->stride - step->offset >= ROWS_UNIT)
    step->way = ROWS_ONE_UNIT;
  else if (width >= 8)
    step->way = ROWS_TWO_WORDS;
  else
    return false;
  rows_order_from(these, step, step->offset, step->order[0], step->literals[0]);
  rows_order_from(these, step, step->offset + rows_last_begin(width, step->way), step->order[1],
                  step->literals[1]);
  for (size_t i = 8; step->way == ROWS_LANES && i < ROWS_UNIT; i++) { /* the next row's */
    step->order[0][i] = step->order[0][i - 8] | 8;
    step->literals[0][i] = step->literals[0][i - 8];
  }
  return true;
}

/* Where the literal bytes before a field end, or those after the last one. */
V_INLINE size_t rows_gap_end(const struct rowkey_fixed_rows *these, size_t field) {
  return field < these->count ? these->fields[field].offset : these->width;
}

/* The field and, if `shares`, those after it that fit its lane as well. False if it does not fit a lane. */
V_INLINE bool rows_find_pack(const struct rowkey_fixed_rows *these, size_t field, bool shares,
                             struct rows_pack *pack) {
  if (field >= these->count || !rows_fits_lane(&these->fields[field])) return false;
  const struct rowkey_row_field *first = &these->fields[field], *last = first;
  const struct rowkey_row_field *const end = these->fields + these->count;
  while (shares && first->kind == ROWKEY_BIG_ENDIAN_FIELD && last + 1 < end &&
         last[1].kind == ROWKEY_BIG_ENDIAN_FIELD && last[1].offset == last->offset + last->width &&
         last[1].offset + last[1].width - first->offset <= 8)
    last++;
  *pack = (struct rows_pack){(uint8_t)field, (uint8_t)(last + 1 - first),
                             (uint8_t)(last->offset + last->width - first->offset)};
  return true;
}

/* How many fields from this one on fit lanes. */
V_INLINE size_t rows_count_fitting(const struct rowkey_fixed_rows *these, size_t field) {
  size_t count = 0;
  while (field + count < these->count && rows_fits_lane(&these->fields[field + count])) count++;
  return count;
}

/* A cell from `offset` on whose first field is this one: with the next lane, if there is one, and with the
 * literal bytes after it, which else would take a pass. False where there is nothing to join. */
V_INLINE bool rows_find_cell(const struct rowkey_fixed_rows *these, size_t field, size_t offset,
                             struct rows_step *step) {
  const bool shares = rows_count_fitting(these, field) > 2;
  *step = (struct rows_step){.kind = ROWS_CELL, .offset = (uint8_t)offset};
  size_t next = field;
  while (step->lanes < 2 && rows_find_pack(these, next, shares, &step->packs[step->lanes]))
    next += step->packs[step->lanes++].fields;
  if (step->lanes == 0) return false;
  const struct rowkey_row_field *last = &these->fields[next - 1];
  const bool joins = next - field > 1;
  step->width = (uint8_t)(rows_gap_end(these, next) - offset);
  if (!joins && step->width == last->width) return false;
  if (rows_find_way(these, step)) return true;
  step->width = (uint8_t)(last->offset + last->width - offset);
  return (joins || step->width != last->width) && rows_find_way(these, step);
}

static bool plan_fixed_rows(struct rowkey_fixed_rows *these) {
  struct rows_plan plan = {.count = 0};
  size_t field = 0, offset = 0;
  if (these->stride < 2 || these->stride > ROWKEY_ROW_WIDTH) return false;
  for (size_t i = 0; i < these->count; i++)
    if (these->fields[i].kind == ROWKEY_TEXT_FIELD && these->fields[i].width > ROWS_TEXT) return false;
  while (offset < these->width) {
    struct rows_step *step = &plan.steps[plan.count++];
    if (!rows_find_cell(these, field, offset, step)) {
      const size_t gap_end = rows_gap_end(these, field);
      *step = gap_end > offset
                  ? (struct rows_step){.kind = ROWS_LITERALS, .width = (uint8_t)(gap_end - offset)}
                  : (struct rows_step){.kind = ROWS_FIELD,
                                       .width = (uint8_t)these->fields[field].width,
                                       .packs = {{.field = (uint8_t)field, .fields = 1}}};
      step->offset = (uint8_t)offset;
    }
    offset += step->width;
    field += (size_t)step->packs[0].fields + step->packs[1].fields;
  }
  memcpy(these->plan, &plan, sizeof plan);
  return true;
}

/* ---- cells */

/* The numbers of a field: how they are changed, and, with the highest bit inverted, which are good. */
struct rows_lane {
  const uint64_t *values;
  vec64 bias, flip, low, span;
};

V_INLINE struct rows_lane rows_lane_of(const uint64_t *values, const struct rowkey_coding *coding) {
  const uint64_t highest = UINT64_C(1) << 63;
  return (struct rows_lane){values, v64_set1(coding->bias), v64_set1(coding->flip),
                            v64_set1(coding->low ^ highest), v64_set1(coding->span ^ highest)};
}

V_INLINE vec64 rows_code(const struct rows_lane *lane, vec64 x, bool codes, vec64 *bad) {
  if (!codes) return x;
  *bad = v64_or(*bad, v64_less(lane->span, v64_sub(x, lane->low)));
  return v64_xor(v64_add(x, lane->bias), lane->flip);
}

/* The bytes of one of the stores, for V64_LANES rows. */
V_INLINE void rows_shuffle(__m256i even, __m256i odd, __m256i order, __m256i literals,
                           __m128i rows[V64_LANES]) {
  const __m256i first = _mm256_or_si256(_mm256_shuffle_epi8(even, order), literals);
  const __m256i second = _mm256_or_si256(_mm256_shuffle_epi8(odd, order), literals);
  rows[0] = _mm256_castsi256_si128(first);
  rows[1] = _mm256_castsi256_si128(second);
  rows[2] = _mm256_extracti128_si256(first, 1);
  rows[3] = _mm256_extracti128_si256(second, 1);
}

V_INLINE __m256i rows_twice(const uint8_t bytes[ROWS_UNIT]) {
  return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)bytes));
}

/* The first rows, which have room for whole stores; a multiple of V64_LANES. */
V_INLINE void rows_join_whole(const struct rows_step *step, const struct rows_lane *a,
                              const struct rows_lane *b, size_t rows, uint8_t *to, size_t stride,
                              enum rows_way way, bool codes, vec64 *bad) {
  const struct rows_lane first = *a, second = *b;
  const __m256i order = rows_twice(step->order[0]), literals = rows_twice(step->literals[0]);
  const __m256i last_order = rows_twice(step->order[1]), last_literals = rows_twice(step->literals[1]);
  const size_t last = rows_last_begin(step->width, way);
  vec64 found = *bad;
  for (size_t row = 0; row < rows; row += V64_LANES, to += V64_LANES * stride) {
    const vec64 x = rows_code(&first, v64_load(first.values + row), codes, &found);
    if (way == ROWS_LANES) {
      _mm256_storeu_si256((__m256i *)to, _mm256_or_si256(_mm256_shuffle_epi8(x, order), literals));
      continue;
    }
    const vec64 y = rows_code(&second, v64_load(second.values + row), codes, &found);
    const __m256i even = _mm256_unpacklo_epi64(x, y), odd = _mm256_unpackhi_epi64(x, y);
    __m128i begins[V64_LANES], ends[V64_LANES];
    rows_shuffle(even, odd, order, literals, begins);
    if (way != ROWS_ONE_UNIT) rows_shuffle(even, odd, last_order, last_literals, ends);
    for (size_t i = 0; i < V64_LANES; i++) {
      uint8_t *at = to + i * stride;
      if (way == ROWS_TWO_WORDS)
        v8_store_low(at, begins[i]);
      else
        _mm_storeu_si128((__m128i *)at, begins[i]);
      if (way == ROWS_TWO_WORDS) v8_store_low(at + last, ends[i]);
      if (way == ROWS_TWO_UNITS) _mm_storeu_si128((__m128i *)(at + last), ends[i]);
    }
  }
  *bad = found;
}

V_INLINE void rows_join_coded(const struct rows_step *step, const struct rows_lane *a,
                              const struct rows_lane *b, size_t rows, uint8_t *to, size_t stride, bool codes,
                              vec64 *bad) {
  switch (step->way) {
    case ROWS_ONE_UNIT:
      rows_join_whole(step, a, b, rows, to, stride, ROWS_ONE_UNIT, codes, bad);
      break;
    case ROWS_TWO_WORDS:
      rows_join_whole(step, a, b, rows, to, stride, ROWS_TWO_WORDS, codes, bad);
      break;
    case ROWS_LANES:
      rows_join_whole(step, a, b, rows, to, stride, ROWS_LANES, codes, bad);
      break;
    default:
      rows_join_whole(step, a, b, rows, to, stride, ROWS_TWO_UNITS, codes, bad);
      break;
  }
}

static void rows_join(const struct rows_step *step, const struct rows_lane *a, const struct rows_lane *b,
                      size_t rows, uint8_t *to, size_t stride, bool codes, vec64 *bad) {
  if (codes)
    rows_join_coded(step, a, b, rows, to, stride, true, bad);
  else
    rows_join_coded(step, a, b, rows, to, stride, false, bad);
}

/* Rows that are left over, by way of a copy; the first of them fills up a group. */
static __attribute__((noinline)) void rows_join_last(const struct rows_step *step, const struct rows_lane *a,
                                                     const struct rows_lane *b, size_t rows, uint8_t *to,
                                                     size_t stride, vec64 *bad) {
  struct rows_step whole = *step;
  whole.way = step->width > ROWS_UNIT ? ROWS_TWO_UNITS : ROWS_ONE_UNIT;
  for (size_t row = 0, part; row < rows; row += part, to += part * stride) {
    uint64_t first[V64_LANES], second[V64_LANES];
    uint8_t copies[V64_LANES][2 * ROWS_UNIT];
    struct rows_lane one = *a, other = *b;
    part = rows - row < V64_LANES ? rows - row : V64_LANES;
    for (size_t i = 0; i < V64_LANES; i++) {
      first[i] = a->values[row + (i < part ? i : 0)];
      second[i] = b->values[row + (i < part ? i : 0)];
    }
    one.values = first;
    other.values = second;
    rows_join(&whole, &one, &other, V64_LANES, copies[0], sizeof copies[0], true, bad);
    for (size_t i = 0; i < part; i++) place_copy(to + i * stride, copies[i], step->width);
  }
}

/* Digits in lanes. False if a number is outside its range. */
V_INLINE bool rows_make_digits(const struct rowkey_row_field *field, size_t row, size_t rows,
                               uint64_t made[ROWS_CHUNK]) {
  const struct rowkey_coding *coding = &field->coding;
  const struct rowkey_place lanes = {
      .at = (uint8_t *)made, .stride = 8, .room = 8, .end = (const uint8_t *)(made + ROWS_CHUNK)};
  if (coding->low != 0 && find_outside(field->values + row, rows, coding->low, coding->span) < rows)
    return false;
  /* Of the last rows only the fields are written. */
  for (size_t i = rows - rows % V64_LANES; i < rows; i++) made[i] = 0;
  return decimal_padded_by_width(field->values + row, rows, (unsigned)field->width,
                                 coding->low + coding->span + 1, &lanes);
}

V_INLINE bool rows_is_coded(const struct rowkey_row_field *field) {
  const struct rowkey_coding *coding = &field->coding;
  return field->kind == ROWKEY_BIG_ENDIAN_FIELD &&
         (coding->bias != 0 || coding->flip != 0 || coding->span != UINT64_MAX);
}

/* Any number that fits its bytes is good, and written as it is. */
V_INLINE bool rows_is_plain(const struct rowkey_row_field *field) {
  const struct rowkey_coding *coding = &field->coding;
  return (coding->bias | coding->flip | coding->low) == 0 &&
         (coding->span == UINT64_MAX || coding->span == UINT64_MAX >> (64 - 8 * field->width));
}

/* The fields of a pack, one behind the other; a multiple of V64_LANES rows. Of plain fields all bits are
 * gathered to see which do not fit. */
V_INLINE void rows_join_fields(const struct rowkey_row_field *fields, const size_t count, bool plain,
                               size_t row, size_t rows, uint64_t *made, vec64 *bad) {
  struct rows_lane lanes[ROWKEY_ROW_FIELDS];
  vec64 found = *bad, seen[ROWKEY_ROW_FIELDS];
  for (size_t i = 0; i < count; i++) {
    lanes[i] = rows_lane_of(fields[i].values + row, &fields[i].coding);
    seen[i] = v64_set1(0);
  }
  for (size_t at = 0; at < rows; at += V64_LANES) {
    vec64 joined = v64_set1(0);
    for (size_t i = 0; i < count; i++) {
      const vec64 next = rows_code(&lanes[i], v64_load(lanes[i].values + at), !plain, &found);
      if (plain) seen[i] = v64_or(seen[i], next);
      joined = i == 0 ? next : v64_or(v64_sll_by(joined, 8 * (uint32_t)fields[i].width), next);
    }
    v64_store(made + at, joined);
  }
  for (size_t i = 0; i < count && plain; i++)
    found = v64_or(found, v64_srl_by(seen[i], 8 * (uint32_t)fields[i].width));
  *bad = found;
}

static __attribute__((noinline)) void rows_join_any_fields(const struct rowkey_row_field *fields,
                                                           size_t count, size_t row, size_t rows,
                                                           uint64_t *made, vec64 *bad) {
  rows_join_fields(fields, count, false, row, rows, made, bad);
}

/* Rows that do not fill a group, by way of copies; the first of them fills it up. */
static void rows_join_last_fields(const struct rowkey_row_field *fields, size_t count, size_t row,
                                  size_t rows, uint64_t *made, vec64 *bad) {
  struct rowkey_row_field last[ROWKEY_ROW_FIELDS];
  uint64_t values[ROWKEY_ROW_FIELDS][V64_LANES];
  for (size_t i = 0; i < count; i++) {
    last[i] = fields[i];
    last[i].values = values[i];
    v64_store(values[i], load_some_values(fields[i].values + row, rows));
  }
  rows_join_any_fields(last, count, 0, V64_LANES, made, bad);
}

static void rows_make_pack(const struct rowkey_row_field *fields, size_t count, size_t row, size_t rows,
                           uint64_t made[ROWS_CHUNK], vec64 *bad) {
  const size_t last = rows % V64_LANES, whole = rows - last;
  bool plain = true;
  for (size_t i = 0; i < count; i++) plain &= rows_is_plain(&fields[i]);
  if (plain && count == 2)
    rows_join_fields(fields, 2, true, row, whole, made, bad);
  else if (plain && count == 3)
    rows_join_fields(fields, 3, true, row, whole, made, bad);
  else
    rows_join_any_fields(fields, count, row, whole, made, bad);
  if (last > 0) rows_join_last_fields(fields, count, row + whole, last, made + whole, bad);
}

/* A lane of a cell for `rows` rows, and whether its numbers are still to be coded. False if a number is found
 * to be outside its range. */
V_INLINE bool rows_find_lane(const struct rowkey_fixed_rows *these, const struct rows_pack *pack, size_t row,
                             size_t rows, uint64_t made[ROWS_CHUNK], struct rows_lane *lane, bool *codes,
                             vec64 *bad) {
  static const struct rowkey_coding as_it_is = {.span = UINT64_MAX};
  const struct rowkey_row_field *field = &these->fields[pack->field];
  if (pack->fields == 1 && field->kind == ROWKEY_BIG_ENDIAN_FIELD) {
    *lane = rows_lane_of(field->values + row, &field->coding);
    *codes |= rows_is_coded(field);
    return true;
  }
  *lane = rows_lane_of(made, &as_it_is);
  if (pack->fields == 1) return rows_make_digits(field, row, rows, made);
  rows_make_pack(field, pack->fields, row, rows, made, bad);
  return true;
}

/* All rows, from a place for the cell. False if a number is outside its range. */
static bool rows_write_cell(const struct rowkey_fixed_rows *these, const struct rows_step *step, size_t rows,
                            const struct rowkey_place *place) {
  const size_t stride = place->stride, extent = rows_extent(step);
  const size_t space = (size_t)(place->end - place->at);
  const size_t fitting = space < extent ? 0 : (space - extent) / stride + 1;
  uint64_t made[2][ROWS_CHUNK];
  vec64 bad = v64_set1(0);
  for (size_t row = 0, count; row < rows; row += count) {
    count = rows - row < ROWS_CHUNK ? rows - row : ROWS_CHUNK;
    struct rows_lane a, b;
    bool codes = false;
    if (!rows_find_lane(these, &step->packs[0], row, count, made[0], &a, &codes, &bad)) return false;
    b = a;
    if (step->lanes == 2 && !rows_find_lane(these, &step->packs[1], row, count, made[1], &b, &codes, &bad))
      return false;
    const size_t room = fitting > row ? fitting - row : 0, most = room < count ? room : count;
    const size_t whole = most - most % V64_LANES;
    uint8_t *to = place->at + row * stride;
    rows_join(step, &a, &b, whole, to, stride, codes, &bad);
    if (whole == count) continue;
    a.values += whole;
    b.values += whole;
    rows_join_last(step, &a, &b, count - whole, to + whole * stride, stride, &bad);
  }
  return !v64_any(bad);
}

/* ---- the whole */

static bool rows_write_decimal(const struct rowkey_row_field *field, size_t rows,
                               const struct rowkey_place *place) {
  const struct rowkey_coding *coding = &field->coding;
  const uint64_t largest = field->width < 20 ? decimal_powers[field->width] - 1 : UINT64_MAX;
  if ((coding->low != 0 || coding->span != largest) &&
      find_outside(field->values, rows, coding->low, coding->span) < rows)
    return false;
  return decimal_padded(field->values, rows, (unsigned)field->width, place) == rows;
}

static bool rows_write_field(const struct rowkey_row_field *field, size_t rows,
                             const struct rowkey_place *place) {
  const unsigned width = (unsigned)field->width;
  if (field->kind == ROWKEY_TEXT_FIELD) return padded_text(&field->strings, width, rows, place) == rows;
  if (field->kind == ROWKEY_DECIMAL_FIELD) return rows_write_decimal(field, rows, place);
  const struct rowkey_coding *coding = &field->coding;
  if (coding->bias == 0 && coding->flip == 0 && coding->span == UINT64_MAX >> (64 - 8 * width))
    return big_endian(field->values, rows, width, place) == rows;
  return big_endian_coded(coding, field->values, rows, width, place) == rows;
}

static bool fixed_rows(const struct rowkey_fixed_rows *these, size_t rows, const struct rowkey_place *place) {
  struct rows_plan plan;
  memcpy(&plan, these->plan, sizeof plan);
  for (size_t i = 0; i < plan.count && rows > 0; i++) {
    const struct rows_step *step = &plan.steps[i];
    struct rowkey_place here = *place;
    here.at += step->offset;
    /* The first pass may overwrite what others write later, the others what is left of the row. */
    here.room = i == 0 ? (size_t)(place->end - place->at) : place->stride - step->offset;
    if (step->kind == ROWS_CELL) {
      if (!rows_write_cell(these, step, rows, &here)) return false;
    } else if (step->kind == ROWS_FIELD) {
      if (!rows_write_field(&these->fields[step->packs[0].field], rows, &here)) return false;
    } else {
      copy_fixed(these->literals + step->offset, 0, step->width, rows, &here);
    }
  }
  return true;
}

#endif
