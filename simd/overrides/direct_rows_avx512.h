/* Rows with text written field after field of a row, for cores on which a byte permute of two vectors is
 * dear.
 *
 * The numbers of a chunk of rows are made first, in vectors: words of eight bytes that begin with the field's
 * bytes. Then row after row gets its fields, two at a time: a word is copied and may overwrite what comes
 * later in the row; a text is read by a masked load, which leaves 0x00 after it and touches no other byte,
 * and written by a masked store. The masks of the loads come from lengths in vectors, so that ten
 * instructions copy a text. For {bucket:02d}{ts:u64}{host:16s}{event:8s} that is one pass for both
 * numbers and one for both texts. */
#ifndef ROWKEY_SIMD_OVERRIDES_DIRECT_ROWS_AVX512_H
#define ROWKEY_SIMD_OVERRIDES_DIRECT_ROWS_AVX512_H

#include "simd/kernels/pack.h"
#include "simd/kernels/padded_text.h"
#include "simd/overrides/row_numbers_avx512.h"

enum { DIRECT_WORD = 8, DIRECT_ROWS = ROWS_CHUNK * V64_LANES };

/* How the words of a field come of its numbers in lanes: these bytes of them or of their tens, and those that
 * are units. */
struct direct_words {
  __m512i order;
  __mmask64 units;
};

/* ---- the plan */

/* Each number has room for a word within its row. */
V_INLINE bool rows_are_direct(const struct rowkey_fixed_rows *these) {
  for (size_t i = 0; i < these->count; i++) {
    const struct rowkey_row_field *field = &these->fields[i];
    if (field->kind == ROWKEY_TEXT_FIELD) continue;
    if (field->width > DIRECT_WORD || field->offset + DIRECT_WORD > these->width) return false;
  }
  return rows_have(these, ROWKEY_TEXT_FIELD);
}

V_INLINE struct direct_words direct_words_of(const struct rowkey_row_field *field) {
  const size_t width = field->width;
  uint8_t order[64];
  uint64_t units = 0;
  for (size_t i = 0; i < sizeof order; i++) {
    const size_t at = i % DIRECT_WORD, lane = i / DIRECT_WORD % 2 * DIRECT_WORD,
                 digit = DIRECT_WORD - width + at;
    const size_t byte = field->kind == ROWKEY_DECIMAL_FIELD ? digit / 2 : width - 1 - at;
    order[i] = at < width ? (uint8_t)(lane + byte) : 0x80;
    if (field->kind == ROWKEY_DECIMAL_FIELD && digit % 2 == 1) units |= UINT64_C(1) << i;
  }
  return (struct direct_words){_mm512_loadu_si512(order), units};
}

/* The first `rows` lanes, fewer than all. */
V_INLINE __mmask8 direct_lanes(size_t rows) { return (__mmask8)((1U << rows) - 1); }

/* ---- numbers */

/* The words of the numbers in those lanes that have one. */
V_INLINE __m512i direct_make(const uint64_t *values, __mmask8 lanes, const struct rowkey_coding *coding,
                             enum rows_kind kind, const struct direct_words *words,
                             const struct digit_tables *tables, __m512i *largest) {
  /* Lanes without a row have a good number. */
  __m512i x = _mm512_mask_loadu_epi64(v64_set1(coding->low), lanes, values);
  *largest = _mm512_max_epu64(*largest, _mm512_sub_epi64(x, v64_set1(coding->low)));
  x = rows_split(x, kind, coding);
  if (kind == ROWS_BIG_ENDIAN) return _mm512_shuffle_epi8(x, words->order);
  const struct digits_pair digits = digit_tables_look_up(tables, digits_pairs(x));
  return _mm512_mask_shuffle_epi8(_mm512_shuffle_epi8(digits.tens, words->order), words->units, digits.units,
                                  words->order);
}

/* False if a number is outside its range. */
V_INLINE bool direct_make_all(const struct rowkey_row_field *field, enum rows_kind kind,
                              const struct direct_words *all_words, size_t row, size_t rows,
                              __m512i made[ROWS_CHUNK]) {
  const struct rowkey_coding coding = field->coding;
  const struct direct_words words = *all_words;
  const struct digit_tables tables = digit_tables_load();
  const uint64_t *values = field->values + row;
  __m512i largest = _mm512_setzero_si512();
  size_t i = 0;
  for (; i + V64_LANES <= rows; i += V64_LANES)
    *made++ = direct_make(values + i, 0xff, &coding, kind, &words, &tables, &largest);
  if (i < rows)
    *made = direct_make(values + i, direct_lanes(rows - i), &coding, kind, &words, &tables, &largest);
  return _mm512_cmpgt_epu64_mask(largest, v64_set1(coding.span)) == 0;
}

static __attribute__((noinline)) bool direct_make_words(const struct rowkey_row_field *field,
                                                        const struct direct_words *words, size_t row,
                                                        size_t rows, __m512i made[ROWS_CHUNK]) {
  return field->kind == ROWKEY_DECIMAL_FIELD
             ? direct_make_all(field, ROWS_DIGITS8, words, row, rows, made)
             : direct_make_all(field, ROWS_BIG_ENDIAN, words, row, rows, made);
}

/* ---- texts */

/* What the texts of a chunk have in common. */
struct direct_texts {
  __m512i longest, last; /* of lengths; of begins and ends */
};

/* Which of 16 bytes belong to the text, for those lanes that have one. */
V_INLINE void direct_measure(const uint64_t *begins, const uint64_t *ends, __mmask8 lanes,
                             struct direct_texts *texts, __mmask16 *own) {
  const __m512i begin = _mm512_maskz_loadu_epi64(lanes, begins), end = _mm512_maskz_loadu_epi64(lanes, ends);
  const __m512i length = _mm512_sub_epi64(end, begin);
  texts->longest = _mm512_max_epu64(texts->longest, length);
  texts->last = _mm512_max_epu64(_mm512_max_epu64(texts->last, begin), end);
  const __m512i bytes = _mm512_srlv_epi64(v64_set1(0xffff), _mm512_sub_epi64(v64_set1(ROWS_TEXT), length));
  _mm_storeu_si128((__m128i *)own, _mm512_cvtepi64_epi16(bytes));
}

/* False if a text is longer than the field, or not inside its column: begins after its end, too, it is too
 * long if both are inside. */
static __attribute__((noinline)) bool direct_measure_all(const struct rowkey_row_field *field, size_t row,
                                                         size_t rows, __mmask16 own[DIRECT_ROWS]) {
  const uint64_t *begin = field->strings.begin + row, *end = field->strings.end + row;
  struct direct_texts texts = {_mm512_setzero_si512(), _mm512_setzero_si512()};
  size_t i = 0;
  for (; i + V64_LANES <= rows; i += V64_LANES) direct_measure(begin + i, end + i, 0xff, &texts, own + i);
  if (i < rows) direct_measure(begin + i, end + i, direct_lanes(rows - i), &texts, own + i);
  return (_mm512_cmpgt_epu64_mask(texts.longest, v64_set1(field->width)) |
          _mm512_cmpgt_epu64_mask(texts.last, v64_set1(field->strings.size))) == 0;
}

/* ---- rows */

/* A field of the rows of a chunk: where it goes in the first one, and its words, or its texts and which of 16
 * bytes from its begin on belong to each. */
struct direct_field {
  const struct rowkey_row_field *of;
  uint8_t *to;
  const uint64_t *words;
  const uint8_t *bytes;
  const uint64_t *begin;
  const __mmask16 *own;
  __mmask16 width;
  __m128i least; /* byte of all texts at each place */
};

enum direct_kind { DIRECT_NONE, DIRECT_NUMBER, DIRECT_TEXT };

V_INLINE void direct_write_field(const struct direct_field *field, enum direct_kind kind, size_t row,
                                 size_t at, __m128i *least) {
  if (kind == DIRECT_NUMBER) memcpy(field->to + at, &field->words[row], DIRECT_WORD);
  if (kind != DIRECT_TEXT) return;
  const __mmask16 own = _load_mask16((__mmask16 *)&field->own[row]);
  const __m128i text = _mm_maskz_loadu_epi8(own, field->bytes + field->begin[row]);
  _mm_mask_storeu_epi8(field->to + at, field->width, text);
  /* Ones after the text, so that the minimum need not merge: that would wait three cycles for the row before.
   */
  *least = _mm_min_epu8(*least, _mm_mask_mov_epi8(_mm_set1_epi8(-1), own, text));
}

/* One field of each row, or two. Apart from its caller, whose values would take the loop's registers. */
#define DIRECT_WRITER(name, first, second)                                                                \
  static __attribute__((noinline)) void name(struct direct_field fields[2], size_t rows, size_t stride) { \
    const struct direct_field a = fields[0], b = fields[(second) != DIRECT_NONE];                         \
    __m128i of_a = _mm_set1_epi8(-1), of_b = of_a;                                                        \
    _Pragma("GCC unroll 2") for (size_t row = 0, at = 0; row < rows; row++, at += stride) {               \
      direct_write_field(&a, first, row, at, &of_a);                                                      \
      direct_write_field(&b, second, row, at, &of_b);                                                     \
    }                                                                                                     \
    fields[0].least = of_a;                                                                               \
    if ((second) != DIRECT_NONE) fields[1].least = of_b;                                                  \
  }
DIRECT_WRITER(direct_write_numbers, DIRECT_NUMBER, DIRECT_NUMBER)
DIRECT_WRITER(direct_write_both, DIRECT_NUMBER, DIRECT_TEXT)
DIRECT_WRITER(direct_write_text, DIRECT_TEXT, DIRECT_NONE)
DIRECT_WRITER(direct_write_texts, DIRECT_TEXT, DIRECT_TEXT)

/* The numbers come first, of which a word may overwrite what follows in its row, and then one text at least.
 */
V_INLINE void direct_write(struct direct_field *fields, size_t numbers, size_t count, size_t rows,
                           size_t stride) {
  for (size_t i = 0; i < count; i += 2) {
    if (i + 1 < numbers)
      direct_write_numbers(&fields[i], rows, stride);
    else if (i < numbers)
      direct_write_both(&fields[i], rows, stride);
    else if (i + 1 < count)
      direct_write_texts(&fields[i], rows, stride);
    else
      direct_write_text(&fields[i], rows, stride);
  }
}

/* False if a text ends in 0x00, which is looked at where one has such a byte. */
static bool direct_texts_end(const struct direct_field *direct, size_t row, size_t rows) {
  const struct rowkey_strings *strings = &direct->of->strings;
  if (_mm_testn_epi8_mask(direct->least, direct->least) == 0) return true;
  for (size_t i = row; i < row + rows; i++) {
    const uint64_t length = strings->end[i] - strings->begin[i];
    if (!can_be_padded(strings->bytes + strings->begin[i], length, direct->of->width)) return false;
  }
  return true;
}

/* The literal bytes around fields, after the words that may have overwritten them. */
V_INLINE void direct_write_literals(const struct rowkey_fixed_rows *these, size_t rows, uint8_t *to,
                                    const struct rowkey_place *place) {
  size_t offset = 0;
  for (size_t i = 0; i <= these->count; i++) {
    const struct rowkey_row_field *field = &these->fields[i];
    const size_t end = i < these->count ? field->offset : these->width;
    const struct rowkey_place gap = {to + offset, place->stride, end - offset, place->end};
    copy_fixed(these->literals + offset, 0, end - offset, rows, &gap);
    if (i < these->count) offset = end + field->width;
  }
}

static bool direct_rows(const struct rowkey_fixed_rows *these, const struct direct_words *words, size_t rows,
                        const struct rowkey_place *place) {
  union {
    __m512i words[ROWS_CHUNK];
    __mmask16 own[DIRECT_ROWS];
  } made[ROWKEY_ROW_FIELDS];
  for (size_t row = 0, count; row < rows; row += count) {
    count = rows - row < DIRECT_ROWS ? rows - row : DIRECT_ROWS;
    uint8_t *to = place->at + row * place->stride;
    struct direct_field fields[ROWKEY_ROW_FIELDS];
    size_t filled = 0;
    for (size_t i = 0; i < these->count; i++) {
      const struct rowkey_row_field *field = &these->fields[i];
      if (field->kind == ROWKEY_TEXT_FIELD) continue;
      if (!direct_make_words(field, &words[i], row, count, made[filled].words)) return false;
      fields[filled] = (struct direct_field){.of = field, .to = to + field->offset};
      fields[filled].words = (const uint64_t *)made[filled].words;
      filled++;
    }
    const size_t numbers = filled;
    for (size_t i = 0; i < these->count; i++) {
      const struct rowkey_row_field *field = &these->fields[i];
      if (field->kind != ROWKEY_TEXT_FIELD) continue;
      if (!direct_measure_all(field, row, count, made[filled].own)) return false;
      fields[filled] = (struct direct_field){.of = field,
                                             .to = to + field->offset,
                                             .bytes = field->strings.bytes,
                                             .begin = field->strings.begin + row,
                                             .own = made[filled].own,
                                             .width = (__mmask16)((1U << field->width) - 1)};
      filled++;
    }
    direct_write(fields, numbers, filled, count, place->stride);
    for (size_t i = numbers; i < filled; i++)
      if (!direct_texts_end(&fields[i], row, count)) return false;
    if (these->has_literals) direct_write_literals(these, count, to, place);
  }
  return true;
}

#endif
