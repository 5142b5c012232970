/* Operations on bytes and on single numbers that every x86 CPU with AVX2 does the same way: included by the
 * lane headers of such instruction sets, under their own target. */
#ifndef ROWKEY_SIMD_LANES_X86_BYTES_H
#define ROWKEY_SIMD_LANES_X86_BYTES_H

#define V_HAS_CLMUL
V_INLINE __m128i v_clmul(uint64_t a, uint64_t b) {
  return _mm_clmulepi64_si128(_mm_cvtsi64_si128((long long)a), _mm_cvtsi64_si128((long long)b), 0);
}
V_INLINE uint64_t v_clmul_low(uint64_t a, uint64_t b) { return (uint64_t)_mm_cvtsi128_si64(v_clmul(a, b)); }
V_INLINE uint64_t v_clmul_high(uint64_t a, uint64_t b) {
  return (uint64_t)_mm_extract_epi64(v_clmul(a, b), 1);
}

/* Halves of x to places of any alignment. As doubles gcc would store them where doubles lie. */
V_INLINE void v8_store_low(uint8_t *to, __m128i x) { _mm_storel_epi64((__m128i *)to, x); }
V_INLINE void v8_store_high(uint8_t *to, __m128i x) { _mm_storeh_pi((__m64 *)to, _mm_castsi128_ps(x)); }
V_INLINE void v8_store_halves(uint8_t *low, uint8_t *high, __m128i x) {
  v8_store_low(low, x);
  v8_store_high(high, x);
}
V_INLINE void v8_copy16(uint8_t *to, const uint8_t *from, uint64_t flip) {
  const __m128i x = _mm_loadu_si128((const __m128i *)from);
  _mm_storeu_si128((__m128i *)to, _mm_xor_si128(x, _mm_set1_epi64x((long long)flip)));
}
V_INLINE void v8_copy32(uint8_t *to, const uint8_t *from, uint64_t flip) {
  const __m256i x = _mm256_loadu_si256((const __m256i *)from);
  _mm256_storeu_si256((__m256i *)to, _mm256_xor_si256(x, _mm256_set1_epi64x((long long)flip)));
}
/* all ones in the first `count` <= 16 bytes */
V_INLINE __m128i v8_leading_mask(size_t count) {
  static const uint8_t window[32] = {255, 255, 255, 255, 255, 255, 255, 255,
                                     255, 255, 255, 255, 255, 255, 255, 255};
  return _mm_loadu_si128((const __m128i *)(window + 16 - count));
}
V_INLINE void v8_copy_padded16(uint8_t *to, const uint8_t *from, size_t count) {
  const __m128i x = _mm_loadu_si128((const __m128i *)from);
  _mm_storeu_si128((__m128i *)to, _mm_and_si128(x, v8_leading_mask(count)));
}
typedef __m256i v8_seen; /* the largest of the bytes' complements */
V_INLINE v8_seen v8_seen_none(void) { return _mm256_setzero_si256(); }
V_INLINE bool v8_seen_zero(v8_seen seen) {
  return _mm256_movemask_epi8(_mm256_cmpeq_epi8(seen, _mm256_set1_epi8(-1))) != 0;
}
/* The first `count` <= 16 bytes and zeros; `seen` takes the last of them, if there is one. */
V_INLINE __m128i v8_padded16_last(const uint8_t *from, size_t count, v8_seen *seen) {
  /* byte j of the window is not 0 if j is count - 1 */
  static const uint8_t window[32] = {[15] = 255};
  const __m128i last = _mm_loadu_si128((const __m128i *)(window + 16 - count));
  const __m128i x = _mm_loadu_si128((const __m128i *)from);
  *seen = _mm256_max_epu8(*seen, _mm256_zextsi128_si256(_mm_andnot_si128(x, last)));
  return _mm_and_si128(x, v8_leading_mask(count));
}
V_INLINE void v8_copy_padded16_last(uint8_t *to, const uint8_t *from, size_t count, v8_seen *seen) {
  _mm_storeu_si128((__m128i *)to, v8_padded16_last(from, count, seen));
}
V_INLINE void v8_copy_padded8_last(uint8_t *to, const uint8_t *from, size_t count, v8_seen *seen) {
  v8_store_low(to, v8_padded16_last(from, count, seen));
}
/* A text in each 128-bit lane, of so many bytes as the lane's of `count` all say. */
V_INLINE __m256i v8_padded_pair(const uint8_t *a, const uint8_t *b, __m256i count, v8_seen *seen) {
  __m256i place = _mm256_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6,
                                   7, 8, 9, 10, 11, 12, 13, 14, 15);
  __m256i next = _mm256_setr_epi8(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 1, 2, 3, 4, 5, 6, 7,
                                  8, 9, 10, 11, 12, 13, 14, 15, 16);
  /* clang would load these anew for each pair, and take what is kept apart before it is stored. */
  __asm__("" : "+x"(place), "+x"(next));
  const __m256i x = _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)a)),
                                            _mm_loadu_si128((const __m128i *)b), 1);
  *seen = _mm256_max_epu8(*seen, _mm256_andnot_si256(x, _mm256_cmpeq_epi8(count, next)));
  __m256i kept = _mm256_and_si256(x, _mm256_cmpgt_epi8(count, place));
  __asm__("" : "+x"(kept));
  return kept;
}
#define V8_TEXTS 4
V_INLINE void v8_copy_padded_texts(uint8_t *to, size_t stride, const uint8_t *bytes, const uint64_t *begin,
                                   const uint64_t *end, bool whole, v8_seen *seen) {
  const __m256i counts =
      _mm256_sub_epi64(_mm256_loadu_si256((const __m256i *)end), _mm256_loadu_si256((const __m256i *)begin));
  const __m256i even = v8_padded_pair(bytes + begin[0], bytes + begin[2],
                                      _mm256_shuffle_epi8(counts, _mm256_setzero_si256()), seen);
  const __m256i odd = v8_padded_pair(bytes + begin[1], bytes + begin[3],
                                     _mm256_shuffle_epi8(counts, _mm256_set1_epi8(8)), seen);
  const __m128i rows[V8_TEXTS] = {_mm256_castsi256_si128(even), _mm256_castsi256_si128(odd),
                                  _mm256_extracti128_si256(even, 1), _mm256_extracti128_si256(odd, 1)};
  for (size_t i = 0; i < V8_TEXTS; i++, to += stride) {
    if (whole)
      _mm_storeu_si128((__m128i *)to, rows[i]);
    else
      v8_store_low(to, rows[i]);
  }
}
#define V8_HAS_FILL32
/* 255 in the first `count` <= 32 bytes */
V_INLINE __m256i v8_leading_mask32(size_t count) {
  return _mm256_loadu_si256((const __m256i *)(v8_mask_window + 32 - count));
}
typedef __m256i v8_filled; /* 0 where a byte beside the padding is like it */
V_INLINE v8_filled v8_filled_none(void) { return _mm256_set1_epi8(-1); }
V_INLINE bool v8_filled_any(v8_filled seen, size_t width) {
  /* That of an empty text is behind the width, or nowhere. */
  const __m256i zeros = _mm256_cmpeq_epi8(seen, _mm256_setzero_si256());
  return !_mm256_testz_si256(zeros, v8_leading_mask32(width));
}
/* A byte of the text and the padding differ in what is kept of it: so the padding is a step away from that,
 * and its like is 0. */
V_INLINE void v8_fill32(uint8_t *to, const uint8_t *from, size_t length, size_t width, bool left,
                        uint8_t padding, v8_filled *seen) {
  /* Within one line but for an empty text, as the window is. */
  static const uint8_t __attribute__((aligned(64))) edges[65] = {V_ONES_32, 0, V_ONES_32};
  const __m256i text = _mm256_loadu_si256((const __m256i *)from), filler = _mm256_set1_epi8((char)padding);
  /* The texts' lengths, and nothing else, move what is read of the tables. */
  const uint8_t *window = left ? v8_mask_window + (64 - width) + length : v8_mask_window + 32 - length;
  const uint8_t *around = left ? edges + (32 - width) + length : edges + 33 - length;
  const __m256i kept =
      _mm256_and_si256(_mm256_xor_si256(text, filler), _mm256_loadu_si256((const __m256i *)window));
  const __m256i edge = _mm256_loadu_si256((const __m256i *)around);
  *seen = _mm256_min_epu8(*seen, _mm256_or_si256(kept, edge));
  _mm256_storeu_si256((__m256i *)to, _mm256_xor_si256(kept, filler));
}
V_INLINE void v8_reverse16(uint8_t *to, const uint8_t *from, size_t count) {
  /* byte j of the window is count - 1 - j */
  static const uint8_t window[32] = {15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0};
  const __m128i order = _mm_loadu_si128((const __m128i *)(window + 16 - count));
  _mm_storeu_si128((__m128i *)to, _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)from), order));
}

#endif
