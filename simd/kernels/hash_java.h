/* java_hash and h31: r = 31 r + the next unit. Four bytes are one multiplication by 31^4 and their own sum.
 */
#ifndef ROWKEY_SIMD_KERNELS_HASH_JAVA_H
#define ROWKEY_SIMD_KERNELS_HASH_JAVA_H

#include "simd/kernels/hash32.h"
#include "text/utf8.h"

/* ---- Text that is not ASCII: one row at a time */

static bool java_hash_text(const uint8_t *p, uint64_t size, uint64_t *value) {
  uint32_t h = 0, point;
  for (uint64_t at = 0; at < size;) {
    const unsigned length = utf8_code_point(p + at, size - at, &point);
    if (length == 0) return false;
    at += length;
    if (length == 4) {
      h = 31 * h + utf16_high_surrogate(point);
      point = utf16_low_surrogate(point);
    }
    h = 31 * h + point;
  }
  *value = (uint64_t)(int64_t)(int32_t)h;
  return true;
}

/* Returns the first of `count` rows from `row` on that is not UTF-8, counted from there, or `count`. */
static size_t java_hash_rows(const struct hash_rows *rows, size_t row, size_t count, uint64_t *values) {
  for (size_t i = 0; i < count; i++) {
    const uint64_t begin = rows->begin[row + i], end = rows->end[row + i];
    if (!java_hash_text(rows->bytes + begin, end - begin, &values[i])) return i;
  }
  return count;
}

/* ---- Steps */

V_INLINE vec32 java_hash_begin(vec32 seed, vec32 length) {
  (void)seed, (void)length;
  return v32_set1(0);
}
V_INLINE vec32 h31_begin(vec32 seed, vec32 length) {
  (void)length;
  return seed;
}

V_INLINE vec32 base31_joined(vec32 h, vec32 power, vec32 digits) {
  return v32_add(v32_mul_lo(h, power), v32_join_base31(digits));
}
V_INLINE vec32 base31_word(vec32 h, vec32 word) {
  return base31_joined(h, v32_set1(31 * 31 * 31 * 31), word);
}
V_INLINE vec32 base31_tail(vec32 h, vec32 word, vec32 left) {
  static const uint32_t powers[8] = {1, 31, 31 * 31, 31 * 31 * 31};
  return base31_joined(h, v32_lookup8(powers, left), v32_sllv(word, hash32_unused(left)));
}
V_INLINE vec32 base31_end(vec32 h, vec32 length) {
  (void)length;
  return h;
}

static const struct hash32 java_hash_steps = {.begin = java_hash_begin,
                                              .word = base31_word,
                                              .tail = base31_tail,
                                              .end = base31_end,
                                              .not_ascii = java_hash_rows};
HASH32_DEFINE(hash_java_hash, java_hash_steps)
static const struct hash_drivers hash_java_hash[] = {
    {hash_java_hash_fixed, hash_java_hash_strings, V32_LANES}};

static const struct hash32 h31_steps = {
    .begin = h31_begin, .word = base31_word, .tail = base31_tail, .end = base31_end};
HASH32_DEFINE(hash_h31, h31_steps)
static const struct hash_drivers hash_h31[] = {{hash_h31_fixed, hash_h31_strings, V32_LANES}};

#endif
