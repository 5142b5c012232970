/* Rows with text written field after field of a row, for cores on which a byte permute of two vectors is
 * dear.
 *
 * The numbers of a chunk of rows are made first, in vectors: words of eight bytes that begin with the field's
 * bytes. Then row after row gets its fields, two at a time: a word is copied and may overwrite what comes
 * later in the row; a text is read by a masked load, which leaves 0x00 after it and touches no other byte,
 * and written by a masked store. For {bucket:02d}{ts:u64}{host:16s}{event:8s} that is one pass for both
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

/* ---- numbers */

/* False if a number is outside its range. */
V_INLINE bool direct_make(const struct rowkey_row_field *field, enum rows_kind kind,
                          const struct direct_words *words, size_t row, size_t rows,
                          __m512i made[ROWS_CHUNK]) {
  const struct rowkey_coding coding = field->coding;
  const struct rows_chunk all = {.rows = row + rows};
  const __m512i order = words->order, low = v64_set1(coding.low);
  const __mmask64 units = words->units;
  const struct digit_tables tables = digit_tables_load();
  __m512i largest = _mm512_setzero_si512();
  for (size_t at = row; at < row + rows; at += V64_LANES, made++) {
    /* Lanes without a row have a good number. */
    __m512i x = _mm512_mask_loadu_epi64(low, rows_lanes(&all, at), field->values + at);
    largest = _mm512_max_epu64(largest, _mm512_sub_epi64(x, low));
    x = rows_split(x, kind, &coding);
    if (kind == ROWS_BIG_ENDIAN) {
      *made = _mm512_shuffle_epi8(x, order);
      continue;
    }
    const struct digits_pair digits = digit_tables_look_up(&tables, digits_pairs(x));
    *made = _mm512_mask_shuffle_epi8(_mm512_shuffle_epi8(digits.tens, order), units, digits.units, order);
  }
  return _mm512_cmpgt_epu64_mask(largest, v64_set1(coding.span)) == 0;
}

static __attribute__((noinline)) bool direct_make_words(const struct rowkey_row_field *field,
                                                        const struct direct_words *words, size_t row,
                                                        size_t rows, __m512i made[ROWS_CHUNK]) {
  return field->kind == ROWKEY_DECIMAL_FIELD ? direct_make(field, ROWS_DIGITS8, words, row, rows, made)
                                             : direct_make(field, ROWS_BIG_ENDIAN, words, row, rows, made);
}

/* ---- rows */

/* A field of the rows of a chunk: where it goes in the first one, and its words or its texts. */
struct direct_field {
  uint8_t *to;
  const uint64_t *words;
  const uint8_t *bytes;
  const uint64_t *begin, *end;
  __mmask16 width;
};

enum direct_kind { DIRECT_NONE, DIRECT_NUMBER, DIRECT_TEXT };

/* Of the texts of a field: how long the longest is, and the least byte at each place. */
struct direct_seen {
  uint64_t longest;
  __m128i least;
};

V_INLINE void direct_write_field(const struct direct_field *field, enum direct_kind kind, size_t row,
                                 size_t at, struct direct_seen *seen) {
  if (kind == DIRECT_NUMBER) memcpy(field->to + at, &field->words[row], DIRECT_WORD);
  if (kind != DIRECT_TEXT) return;
  const uint64_t begin = field->begin[row], length = field->end[row] - begin;
  const __mmask16 own = (__mmask16)_bzhi_u32(0xffff, (unsigned)length);
  /* Ones after the text, so that the minimum need not merge: that would wait three cycles for the row before.
   */
  const __m128i text = _mm_mask_loadu_epi8(_mm_set1_epi8(-1), own, field->bytes + begin);
  seen->longest = length > seen->longest ? length : seen->longest;
  seen->least = _mm_min_epu8(seen->least, text);
  _mm_mask_storeu_epi8(field->to + at, field->width, _mm_maskz_mov_epi8(own, text));
}

/* One field of each row, or two. */
V_INLINE void direct_write(const struct direct_field fields[2], enum direct_kind first,
                           enum direct_kind second, size_t rows, size_t stride, struct direct_seen seen[2]) {
  const struct direct_field a = fields[0], b = fields[second != DIRECT_NONE];
  struct direct_seen of_a = {0, _mm_set1_epi8(-1)}, of_b = of_a;
  for (size_t row = 0, at = 0; row < rows; row++, at += stride) {
    direct_write_field(&a, first, row, at, &of_a);
    direct_write_field(&b, second, row, at, &of_b);
  }
  seen[0] = of_a;
  seen[1] = of_b;
}

V_INLINE void direct_write_pair(const struct direct_field fields[2], enum direct_kind first,
                                enum direct_kind second, size_t rows, size_t stride,
                                struct direct_seen seen[2]) {
  switch (2 * second + (first == DIRECT_TEXT)) {
    case 2 * DIRECT_NONE:
      direct_write(fields, DIRECT_NUMBER, DIRECT_NONE, rows, stride, seen);
      break;
    case 2 * DIRECT_NONE + 1:
      direct_write(fields, DIRECT_TEXT, DIRECT_NONE, rows, stride, seen);
      break;
    case 2 * DIRECT_NUMBER:
      direct_write(fields, DIRECT_NUMBER, DIRECT_NUMBER, rows, stride, seen);
      break;
    case 2 * DIRECT_NUMBER + 1:
      direct_write(fields, DIRECT_TEXT, DIRECT_NUMBER, rows, stride, seen);
      break;
    case 2 * DIRECT_TEXT:
      direct_write(fields, DIRECT_NUMBER, DIRECT_TEXT, rows, stride, seen);
      break;
    default:
      direct_write(fields, DIRECT_TEXT, DIRECT_TEXT, rows, stride, seen);
      break;
  }
}

/* False if a text is longer than the field or ends in 0x00, which is looked at where one has such a byte. */
static bool direct_texts_fit(const struct rowkey_row_field *field, size_t row, size_t rows,
                             const struct direct_seen *seen) {
  const struct rowkey_strings *strings = &field->strings;
  if (seen->longest > field->width) return false;
  if (_mm_testn_epi8_mask(seen->least, seen->least) == 0) return true;
  for (size_t i = row; i < row + rows; i++) {
    const uint64_t length = strings->end[i] - strings->begin[i];
    if (!can_be_padded(strings->bytes + strings->begin[i], length, field->width)) return false;
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
  __m512i made[ROWKEY_ROW_FIELDS][ROWS_CHUNK];
  for (size_t row = 0, count; row < rows; row += count) {
    count = rows - row < DIRECT_ROWS ? rows - row : DIRECT_ROWS;
    uint8_t *to = place->at + row * place->stride;
    struct direct_field fields[ROWKEY_ROW_FIELDS];
    enum direct_kind kinds[ROWKEY_ROW_FIELDS + 1] = {DIRECT_NONE};
    struct direct_seen seen[ROWKEY_ROW_FIELDS];
    for (size_t i = 0; i < these->count; i++) {
      const struct rowkey_row_field *field = &these->fields[i];
      fields[i] = (struct direct_field){.to = to + field->offset, .words = (const uint64_t *)made[i]};
      kinds[i] = field->kind == ROWKEY_TEXT_FIELD ? DIRECT_TEXT : DIRECT_NUMBER;
      if (kinds[i] == DIRECT_NUMBER) {
        if (!direct_make_words(field, &words[i], row, count, made[i])) return false;
        continue;
      }
      fields[i].bytes = field->strings.bytes;
      fields[i].begin = field->strings.begin + row;
      fields[i].end = field->strings.end + row;
      fields[i].width = (__mmask16)((1U << field->width) - 1);
    }
    for (size_t i = 0; i < these->count; i += 2)
      direct_write_pair(&fields[i], kinds[i], kinds[i + 1], count, place->stride, &seen[i]);
    for (size_t i = 0; i < these->count; i++)
      if (kinds[i] == DIRECT_TEXT && !direct_texts_fit(&these->fields[i], row, count, &seen[i])) return false;
    if (these->has_literals) direct_write_literals(these, count, to, place);
  }
  return true;
}

#endif
