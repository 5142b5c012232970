/* Whole rows of fields by byte permutes: a hand-written override for AVX-512.
 *
 * The numbers of a field, decimals as pairs of digits below 100, are one source of bytes, the padded text of
 * another field is one. For every byte of a group of rows an index says which source it comes from and which
 * byte of it, or is the literal byte; two look-ups in tables of 50 characters make digits of the pairs. So 64
 * bytes of rows cost a few permutes and one store, whatever the widths of the fields. */
#ifndef ROWKEY_SIMD_OVERRIDES_FIXED_ROWS_AVX512_H
#define ROWKEY_SIMD_OVERRIDES_FIXED_ROWS_AVX512_H

#include "simd/overrides/direct_rows_avx512.h"

enum {
  ROWS_PAIRS = (ROWKEY_ROW_FIELDS + 1) / 2, /* of sources: one permute reads two */
  ROWS_SOURCES = 2 * ROWS_PAIRS,            /* one of each field */
  ROWS_VECTORS = 4,                         /* of output at most, for a group of up to V64_LANES rows */
  ROWS_TEXT_GROUP = 64 / ROWS_TEXT          /* rows that a source has text for */
};

/* Where the bytes of an output vector come from. */
struct rows_bytes {
  __m512i index[ROWS_PAIRS]; /* bit 6 chooses the source of a pair; the first has the literal bytes, too */
  __mmask64 of_pair[ROWS_PAIRS];
  __mmask64 tens, units; /* pairs of digits, by the digit that is wanted */
};

/* A source: a vector for each group of a chunk, so many bytes from one to the next. */
struct rows_source {
  const uint8_t *vectors;
  size_t step;
};

struct rows_plan;
/* Writes the rows of a chunk. */
typedef void rows_writer(const struct rows_plan *plan, const struct rows_source *sources,
                         const struct rows_chunk *chunk, size_t width, const struct rowkey_place *place);

struct rows_plan {
  union {
    struct rows_bytes bytes[ROWS_VECTORS];
    struct direct_words words[ROWKEY_ROW_FIELDS];
  };
  rows_writer *write; /* NULL: the rows are written field after field */
  size_t group;       /* rows that a vector of each source, and those of output, have room for */
  bool has_decimals;
};
_Static_assert(sizeof(struct rows_plan) <= ROWKEY_ROW_PLAN, "there is room for a plan");

/* ---- the plan */

/* Bytes by 2 to 64: ceil(2^16 / divisor) is exact. */
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
                              const struct rowkey_row_field *field, __m512i row, __m512i column) {
  const __m512i place = _mm512_sub_epi8(column, rows_set1(field->offset));
  const __mmask64 here = _mm512_cmplt_epu8_mask(place, rows_set1(field->width));
  if (kind == ROWS_STRINGS) {
    rows_take(bytes, source, here, _mm512_add_epi8(_mm512_slli_epi16(row, 4), place));
    return;
  }
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

/* The output vector that begins at byte `begin` of the group. */
V_INLINE struct rows_bytes rows_bytes_from(const struct rowkey_fixed_rows *rows, size_t stride,
                                           size_t begin) {
  struct rows_bytes bytes = {.tens = 0};
  const __m512i at = _mm512_add_epi8(rows_iota(), rows_set1(begin));
  const __m512i row = rows_divided(at, stride);
  const __m512i column = _mm512_sub_epi8(at, _mm512_mullo_epi16(row, _mm512_set1_epi16((short)stride)));
  bytes.index[0] = _mm512_permutexvar_epi8(column, _mm512_loadu_si512(rows->literals));
  for (size_t i = 0; i < rows->count; i++)
    rows_take_field(&bytes, i, rows_kind_of(&rows->fields[i]), &rows->fields[i], row, column);
  return bytes;
}

/* ---- sources */

/* 16 bytes from the begin of each text; those after its end may be any. */
V_INLINE __m512i rows_load_text(const uint8_t *bytes, const uint64_t *begin) {
  __m128i text[ROWS_TEXT_GROUP];
  for (size_t i = 0; i < ROWS_TEXT_GROUP; i++) text[i] = _mm_loadu_si128((const __m128i *)(bytes + begin[i]));
  const __m256i low = _mm256_inserti128_si256(_mm256_castsi128_si256(text[0]), text[1], 1);
  const __m256i high = _mm256_inserti128_si256(_mm256_castsi128_si256(text[2]), text[3], 1);
  return _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
}

/* The same of the texts there are, where fewer bytes can be read than that. */
static __attribute__((noinline)) __m512i rows_load_last_text(const struct rowkey_strings *strings, size_t row,
                                                             size_t rows) {
  uint8_t text[64] = {0};
  for (size_t i = 0; i < ROWS_TEXT_GROUP && row + i < rows; i++) {
    const uint64_t begin = strings->begin[row + i], length = strings->end[row + i] - begin;
    if (length == 0) continue;
    memcpy(text + ROWS_TEXT * i, strings->bytes + begin, length < ROWS_TEXT ? (size_t)length : ROWS_TEXT);
  }
  return _mm512_loadu_si512(text);
}

/* What the texts of a chunk have in common, and their lengths: 255 for any that is longer. */
struct rows_texts {
  uint64_t longest, last_begin;
  uint8_t lengths[ROWS_CHUNK * ROWS_TEXT_GROUP];
};

V_INLINE void rows_measure_texts(const struct rowkey_strings *strings, const struct rows_chunk *chunk,
                                 struct rows_texts *texts) {
  __m512i longest = _mm512_setzero_si512(), last_begin = longest;
  for (size_t i = 0; i < chunk->groups * ROWS_TEXT_GROUP && chunk->row + i < chunk->rows; i += V64_LANES) {
    const size_t row = chunk->row + i;
    const __mmask8 lanes = rows_lanes(chunk, row);
    const __m512i begin = _mm512_maskz_loadu_epi64(lanes, strings->begin + row);
    const __m512i length = _mm512_sub_epi64(_mm512_maskz_loadu_epi64(lanes, strings->end + row), begin);
    longest = _mm512_max_epu64(longest, length);
    last_begin = _mm512_max_epu64(last_begin, begin);
    v8_store_low(texts->lengths + i, _mm512_cvtusepi64_epi8(length));
  }
  texts->longest = _mm512_reduce_max_epu64(longest);
  texts->last_begin = _mm512_reduce_max_epu64(last_begin);
}

V_INLINE bool rows_are_readable(const struct rowkey_strings *strings, size_t row, size_t rows) {
  if (row + ROWS_TEXT_GROUP > rows) return false;
  for (size_t i = 0; i < ROWS_TEXT_GROUP; i++)
    if (strings->size - strings->begin[row + i] < ROWS_TEXT) return false;
  return true;
}

/* Padded with 0x00. False if a text is too long, or ends in 0x00, which would pass for padding. */
static __attribute__((noinline)) bool rows_make_text(const struct rowkey_row_field *field,
                                                     const struct rows_chunk *chunk, __m512i *made) {
  const struct rowkey_strings strings = field->strings;
  struct rows_texts texts;
  rows_measure_texts(&strings, chunk, &texts);
  if (texts.longest > field->width) return false;
  const size_t groups = chunk->groups, rows = chunk->rows;
  size_t row = chunk->row;
  const bool all_readable =
      row + groups * ROWS_TEXT_GROUP <= rows && strings.size - texts.last_begin >= ROWS_TEXT;
  const __m512i iota = rows_iota(), place = _mm512_and_si512(iota, rows_set1(ROWS_TEXT - 1));
  const __m512i text = _mm512_srli_epi16(_mm512_andnot_si512(rows_set1(ROWS_TEXT - 1), iota), 4);
  const __m512i next = _mm512_add_epi8(place, rows_set1(1));
  __m512i last = rows_set1(255);
  for (size_t i = 0; i < groups; i++, row += ROWS_TEXT_GROUP) {
    const __m512i x = all_readable || rows_are_readable(&strings, row, rows)
                          ? rows_load_text(strings.bytes, strings.begin + row)
                          : rows_load_last_text(&strings, row, rows);
    uint32_t four_lengths;
    memcpy(&four_lengths, texts.lengths + ROWS_TEXT_GROUP * i, sizeof four_lengths);
    /* The length of a row, in all the bytes of its text. */
    const __m512i lengths = _mm512_shuffle_epi8(_mm512_set1_epi32((int)four_lengths), text);
    last = _mm512_mask_min_epu8(last, _mm512_cmpeq_epi8_mask(next, lengths), last, x);
    made[i] = _mm512_maskz_mov_epi8(_mm512_cmplt_epu8_mask(place, lengths), x);
  }
  return _mm512_testn_epi8_mask(last, last) == 0;
}

V_INLINE bool rows_make(const struct rowkey_row_field *field, const struct rows_chunk *chunk, __m512i *made) {
  return field->kind == ROWKEY_TEXT_FIELD ? rows_make_text(field, chunk, made)
                                          : rows_make_numbers(field, chunk, made);
}

/* Any number is good and written as it is: the column itself is the source, if whole vectors of it can be
 * read. */
V_INLINE bool rows_is_source(const struct rowkey_row_field *field, const struct rows_chunk *chunk) {
  const struct rowkey_coding *coding = &field->coding;
  return field->kind == ROWKEY_BIG_ENDIAN_FIELD && coding->bias == 0 && coding->flip == 0 &&
         coding->span == UINT64_MAX &&
         chunk->row + (chunk->groups - 1) * chunk->group + V64_LANES <= chunk->rows;
}

/* ---- output */

/* An output vector. */
V_INLINE __m512i rows_join(const __m512i sources[ROWS_SOURCES], const struct rows_bytes *bytes,
                           const struct digit_tables *tables, size_t pairs, bool has_decimals) {
  /* What the mask leaves out stays what the index is: the literal bytes. */
  __m512i x = _mm512_mask2_permutex2var_epi8(sources[0], bytes->index[0], bytes->of_pair[0], sources[1]);
  for (size_t pair = 1; pair < pairs; pair++) {
    const __m512i other =
        _mm512_permutex2var_epi8(sources[2 * pair], bytes->index[pair], sources[2 * pair + 1]);
    x = _mm512_mask_mov_epi8(x, bytes->of_pair[pair], other);
  }
  if (!has_decimals) return x;
  const __m512i halves = digits_halves(x);
  x = _mm512_mask_add_epi8(x, bytes->units, x, _mm512_permutexvar_epi8(halves, tables->units));
  return _mm512_mask_permutexvar_epi8(x, bytes->tens, halves, tables->tens);
}

V_INLINE void rows_store(uint8_t *out, __m512i x, size_t size) {
  _mm512_mask_storeu_epi8(out, size < 64 ? (UINT64_C(1) << size) - 1 : ~UINT64_C(0), x);
}

/* The rows of a chunk, in groups that fill `vectors` of output. All but the first two are constant where it
 * is called, or but for `has_decimals`. */
V_INLINE void rows_write(const struct rows_plan *plan, const struct rows_source *sources,
                         const struct rows_chunk *chunk, size_t width, const struct rowkey_place *place,
                         size_t pairs, size_t vectors, bool has_decimals) {
  /* Copies, which nothing that is written can change. */
  struct rows_bytes of_vector[ROWS_VECTORS];
  for (size_t v = 0; v < vectors; v++) of_vector[v] = plan->bytes[v];
  const struct digit_tables tables = digit_tables_load();
  struct rows_source from[ROWS_SOURCES];
  for (size_t source = 0; source < 2 * pairs; source++) from[source] = sources[source];
  const size_t stride = place->stride, group = chunk->group, rows = chunk->rows, groups = chunk->groups;
  const size_t begin = chunk->row, space = (size_t)(place->end - place->at);
  uint8_t *out = place->at + begin * stride;
  /* Groups that are written as whole vectors: their bytes after the rows belong to rows that follow. */
  const size_t fitting = begin * stride + 64 * vectors <= space
                             ? (space - begin * stride - 64 * vectors) / (group * stride) + 1
                             : 0;
  const size_t whole = fitting < groups ? fitting : groups;
  for (size_t i = 0; i < groups; i++) {
    __m512i x[ROWS_SOURCES];
    for (size_t source = 0; source < 2 * pairs; source++) {
      x[source] = _mm512_loadu_si512(from[source].vectors);
      from[source].vectors += from[source].step;
    }
    const size_t left = rows - begin - i * group, size = ((left < group ? left : group) - 1) * stride + width;
    for (size_t v = 0; v < vectors; v++) {
      const __m512i bytes = rows_join(x, &of_vector[v], &tables, pairs, has_decimals);
      if (i < whole)
        _mm512_storeu_si512(out + 64 * v, bytes);
      else if (size > 64 * v)
        rows_store(out + 64 * v, bytes, size - 64 * v);
    }
    out += group * stride;
  }
}

#define ROWS_WRITER(name, pairs, vectors, has_decimals)                                                \
  static __attribute__((noinline)) void name(                                                          \
      const struct rows_plan *plan, const struct rows_source *sources, const struct rows_chunk *chunk, \
      size_t width, const struct rowkey_place *place) {                                                \
    rows_write(plan, sources, chunk, width, place, pairs, vectors, has_decimals);                      \
  }
ROWS_WRITER(rows_of_bytes_1, 1, 1, false)
ROWS_WRITER(rows_of_bytes_2, 1, 2, false)
ROWS_WRITER(rows_of_digits_1, 1, 1, true)
ROWS_WRITER(rows_of_digits_2, 1, 2, true)
ROWS_WRITER(rows_of_any_1, ROWS_PAIRS, 1, plan->has_decimals)
ROWS_WRITER(rows_of_any_2, ROWS_PAIRS, 2, plan->has_decimals)
ROWS_WRITER(rows_of_any_3, ROWS_PAIRS, 3, plan->has_decimals)
ROWS_WRITER(rows_of_any_4, ROWS_PAIRS, 4, plan->has_decimals)

V_INLINE rows_writer *rows_choose_writer(size_t sources, size_t vectors, bool has_decimals) {
  static rows_writer *const of_pair[2][2] = {{rows_of_bytes_1, rows_of_bytes_2},
                                             {rows_of_digits_1, rows_of_digits_2}};
  static rows_writer *const of_any[ROWS_VECTORS] = {rows_of_any_1, rows_of_any_2, rows_of_any_3,
                                                    rows_of_any_4};
  return sources <= 2 && vectors <= 2 ? of_pair[has_decimals][vectors - 1] : of_any[vectors - 1];
}

/* ---- the whole */

/* Whether the rows are of a kind that this can write. */
V_INLINE bool rows_are_permutable(const struct rowkey_fixed_rows *these, size_t stride) {
  if (stride < 2 || stride > ROWKEY_ROW_WIDTH) return false;
  for (size_t i = 0; i < these->count; i++) {
    const struct rowkey_row_field *field = &these->fields[i];
    if (field->kind == ROWKEY_DECIMAL_FIELD && field->width > 11) return false;
    if (field->kind == ROWKEY_TEXT_FIELD && field->width > ROWS_TEXT) return false;
  }
  return true;
}

/* How many vectors of output a group has: those that the rows of a vector of text fill, or the fewest that
 * hold most of the rows in the lanes. */
V_INLINE size_t rows_vectors(size_t stride, bool has_text) {
  if (!has_text && stride * (V64_LANES - 1) <= 64) return 1;
  if (!has_text && stride * ROWS_TEXT_GROUP <= 128) return 2;
  return (stride * ROWS_TEXT_GROUP + 63) / 64;
}

/* Once for an encoder, so it should be small. */
static __attribute__((cold)) bool plan_fixed_rows(struct rowkey_fixed_rows *these) {
  const size_t stride = these->stride;
  if (!rows_are_permutable(these, stride)) return false;
  if (rowkey_tuning()->rows_field_by_field && rows_are_direct(these)) {
    struct rows_plan direct = {.write = NULL};
    for (size_t i = 0; i < these->count; i++) direct.words[i] = direct_words_of(&these->fields[i]);
    memcpy(these->plan, &direct, sizeof direct);
    these->checks_strings = true;
    return true;
  }
  const bool has_text = rows_have(these, ROWKEY_TEXT_FIELD),
             has_decimals = rows_have(these, ROWKEY_DECIMAL_FIELD);
  const size_t vectors = rows_vectors(stride, has_text), fitting = 64 * vectors / stride;
  const size_t most = has_text ? ROWS_TEXT_GROUP : V64_LANES;
  struct rows_plan plan = {.write = rows_choose_writer(these->count, vectors, has_decimals),
                           .group = fitting < most ? fitting : most,
                           .has_decimals = has_decimals};
  for (size_t i = 0; i < vectors; i++) plan.bytes[i] = rows_bytes_from(these, stride, 64 * i);
  memcpy(these->plan, &plan, sizeof plan);
  return true;
}

static bool fixed_rows(const struct rowkey_fixed_rows *these, size_t rows, const struct rowkey_place *place) {
  struct rows_plan plan;
  memcpy(&plan, these->plan, sizeof plan);
  if (plan.write == NULL) return direct_rows(these, plan.words, rows, place);
  const size_t group = plan.group;
  __m512i made[ROWKEY_ROW_FIELDS][ROWS_CHUNK];
  struct rows_source source[ROWS_SOURCES];
  for (size_t i = 0; i < ROWS_SOURCES; i++) source[i] = (struct rows_source){these->literals, 0};
  struct rows_chunk chunk = {.rows = rows, .group = group};
  for (; chunk.row < rows; chunk.row += ROWS_CHUNK * group) {
    const size_t groups = (rows - chunk.row + group - 1) / group;
    chunk.groups = groups < ROWS_CHUNK ? groups : ROWS_CHUNK;
    for (size_t i = 0; i < these->count; i++) {
      const struct rowkey_row_field *field = &these->fields[i];
      const bool as_it_is = rows_is_source(field, &chunk);
      if (as_it_is)
        source[i] = (struct rows_source){(const uint8_t *)(field->values + chunk.row), 8 * group};
      else if (rows_make(field, &chunk, made[i]))
        source[i] = (struct rows_source){(const uint8_t *)made[i], sizeof made[i][0]};
      else
        return false;
    }
    plan.write(&plan, source, &chunk, these->width, place);
  }
  return true;
}

#endif
