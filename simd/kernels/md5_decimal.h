/* MD5 of the unpadded decimal text of integers. Digits, 0x80 and the bit count are made in registers. */
#ifndef ROWKEY_SIMD_KERNELS_MD5_DECIMAL_H
#define ROWKEY_SIMD_KERNELS_MD5_DECIMAL_H

#include "simd/kernels/decimal.h"
#include "simd/kernels/decimal_text.h"
#include "simd/kernels/md5_fixed.h"
#include "simd/kernels/md5_short.h"

V_INLINE vec64 md5_decimal_load(const uint64_t *values, int stream, int half) {
  return v64_load(values + stream * V32_LANES + half * V64_LANES);
}

/* ---- groups in which all numbers have the same count of digits, as ids that follow each other have: nothing
 * has to be counted and moved lane by lane, and end mark and bit count are constants. */

/* The words of a stream. `length` = digits of every number, more than 8 * (chunks - 1), and at least 1: the
 * last of its chunks has the end mark, or has no room for it. */
V_INLINE void md5_decimal_equal_words(const uint64_t *values, int stream, size_t length,
                                      const struct md5_key_shape *shape, enum decimal_domain domain,
                                      vec32 words[6]) {
  const int chunks = decimal_chunks(domain);
  /* Bits of the characters in front that all numbers lack. A single chunk can lack all but one character, two
   * or three lack fewer than eight: shifts to the right stay below 64, and one of 64 to the left, where none
   * lacks, leaves nothing. */
  const uint32_t zeros = (uint32_t)(64 * (size_t)chunks - 8 * length);
  vec64 x[V64_PER_32], text[3 * V64_PER_32];
  for (int half = 0; half < V64_PER_32; half++) x[half] = md5_decimal_load(values, stream, half);
  decimal_digits(x, V64_PER_32, domain, 8, text);
  decimal_characters((size_t)chunks * V64_PER_32, text);
  for (int i = 0; i < chunks; i++) {
    vec64 *chunk = text + i * V64_PER_32;
    for (int half = 0; half < V64_PER_32; half++) {
      chunk[half] = v64_srl_by(chunk[half], zeros);
      if (i + 1 < chunks) chunk[half] = v64_or(chunk[half], v64_sll_by(chunk[V64_PER_32 + half], 64 - zeros));
    }
    v32_from_u64(chunk, &words[2 * i], &words[2 * i + 1]);
  }
  for (unsigned i = 2 * (unsigned)chunks - 2; i < 2 * (unsigned)chunks; i++)
    words[i] = md5_key_end(shape, i, words[i]);
}

/* Of a group of `streams` vectors, whose words go to words[i * streams + stream]; one function for each
 * domain, which is a constant inside. */
typedef void md5_decimal_equal(const uint64_t *values, size_t length, const struct md5_key_shape *shape,
                               int streams, vec32 *words);
#define MD5_DECIMAL_EQUAL(name, domain)                                                                   \
  static void name(const uint64_t *values, size_t length, const struct md5_key_shape *shape, int streams, \
                   vec32 *words) {                                                                        \
    _Pragma("GCC unroll 1") for (int s = 0; s < streams; s++) {                                           \
      vec32 of_stream[6];                                                                                 \
      md5_decimal_equal_words(values, s, length, shape, domain, of_stream);                               \
      for (int i = 0; i < 2 * decimal_chunks(domain); i++) words[i * streams + s] = of_stream[i];         \
    }                                                                                                     \
  }
MD5_DECIMAL_EQUAL(md5_decimal_8_digits, DECIMAL_BELOW_1E8)
MD5_DECIMAL_EQUAL(md5_decimal_11_digits, DECIMAL_BELOW_2E39)
MD5_DECIMAL_EQUAL(md5_decimal_16_digits, DECIMAL_BELOW_1E16)
MD5_DECIMAL_EQUAL(md5_decimal_18_digits, DECIMAL_ANY)

V_INLINE void md5_decimal_make_equal(const uint64_t *values, size_t length, const struct md5_key_shape *shape,
                                     int streams, vec32 *words) {
  md5_decimal_equal *const make = length <= 8    ? md5_decimal_8_digits
                                  : length <= 11 ? md5_decimal_11_digits
                                  : length <= 16 ? md5_decimal_16_digits
                                                 : md5_decimal_18_digits;
  make(values, length, shape, streams, words);
}

/* Digits of a number. */
V_INLINE size_t md5_decimal_length(uint64_t x) {
  size_t length = 1;
  while (length < 20 && x >= decimal_powers[length]) length++;
  return length;
}

/* Whether all numbers of a group of so many rows have `length` digits, at most 18. */
V_INLINE bool md5_decimal_all_have(const uint64_t *values, size_t rows, size_t length) {
  if (length > 18) return false;
  const vec64 smallest = v64_set1(length == 1 ? 0 : decimal_powers[length - 1]);
  const vec64 largest = v64_set1(decimal_powers[length] - 1);
  /* A difference or the number itself has its highest bit set where it is outside. */
  vec64 outside = v64_set1(0);
  for (size_t i = 0; i < rows; i += V64_LANES) {
    const vec64 x = v64_load(values + i);
    outside = v64_or3(outside, x, v64_or(v64_sub(x, smallest), v64_sub(largest, x)));
  }
  return !v64_any_negative(outside);
}

/* ---- groups of numbers of any length */

/* The message words of so many vectors of numbers: text and 0x80 in the first two words of each chunk, the
 * bit count in its own; word i of vector s is words[i * streams + s]. 0x80 must fit: the numbers have fewer
 * than eight digits a chunk. */
V_INLINE void md5_decimal_words(const uint64_t *values, enum decimal_domain domain, int streams,
                                vec32 *words) {
  const int chunks = decimal_chunks(domain);
#pragma GCC unroll 1
  for (int s = 0; s < streams; s++) {
    vec64 x[V64_PER_32], digits[3 * V64_PER_32], text[3][V64_PER_32], bits[V64_PER_32];
    for (int half = 0; half < V64_PER_32; half++) x[half] = md5_decimal_load(values, s, half);
    decimal_digits(x, V64_PER_32, domain, 8, digits);
    for (int half = 0; half < V64_PER_32; half++) {
      vec64 number[3];
      for (int i = 0; i < chunks; i++) number[i] = digits[i * V64_PER_32 + half];
      const vec64 zeros = decimal_leading_zeros(chunks, number);
      decimal_characters((size_t)chunks, number);
      decimal_move(number, chunks, zeros);
      bits[half] = v64_sub(v64_set1(64 * (uint64_t)chunks), zeros);
      for (int i = 0; i < chunks; i++) {
        const vec64 end = v64_sllv(v64_set1(0x80), v64_sub(bits[half], v64_set1(64 * (uint64_t)i)));
        text[i][half] = v64_or(number[i], end);
      }
    }
    for (int i = 0; i < chunks; i++)
      v32_from_u64(text[i], &words[2 * i * streams + s], &words[(2 * i + 1) * streams + s]);
    vec32 zero;
    v32_from_u64(bits, &words[MD5_BIT_COUNT * streams + s], &zero);
  }
}

V_INLINE void md5_decimal_group(const uint64_t *values, enum decimal_domain domain,
                                const uint32_t addends[64], uint8_t *digests) {
  const unsigned count = 2 * (unsigned)decimal_chunks(domain);
  const enum md5_set set = md5_set_of(count < 4 ? 4 : count); /* that has the bit count */
  md5_short_words words;
  md5_decimal_words(values, domain, V_STREAMS_MD5, words[0]);
  md5_short_clear(words, count, set);
  md5_short_hash(set, words, addends, digests);
}

/* One function for each domain: it is a constant inside. */
#define MD5_DECIMAL_DEFINE(name, domain)                                                         \
  static __attribute__((noinline)) void name(const uint64_t *values, const uint32_t addends[64], \
                                             uint8_t *digests) {                                 \
    md5_decimal_group(values, domain, addends, digests);                                         \
  }
MD5_DECIMAL_DEFINE(md5_decimal_below_1e7, DECIMAL_BELOW_1E8)
MD5_DECIMAL_DEFINE(md5_decimal_below_2e39, DECIMAL_BELOW_2E39)
MD5_DECIMAL_DEFINE(md5_decimal_below_1e15, DECIMAL_BELOW_1E16)
MD5_DECIMAL_DEFINE(md5_decimal_of_any, DECIMAL_ANY)

static void md5_decimal_mixed(const uint64_t *values, const uint32_t addends[64], uint8_t *digests) {
  /* All bits that occur in the group bound its largest number from above. */
  vec64 bits = v64_set1(0);
  for (size_t i = 0; i < MD5_SHORT_ROWS; i += V64_LANES) bits = v64_or(bits, v64_load(values + i));
  if (!v64_any(v64_srl(bits, 23))) {
    md5_decimal_below_1e7(values, addends, digests); /* 2^23 < 10^7 */
  } else if (!v64_any(v64_srl(bits, 39))) {
    md5_decimal_below_2e39(values, addends, digests);
  } else if (!v64_any(v64_srl(bits, 49))) {
    md5_decimal_below_1e15(values, addends, digests); /* 2^49 < 10^15 */
  } else {
    md5_decimal_of_any(values, addends, digests);
  }
}

#if MD5_FEW_ROWS
/* At most MD5_FEW_ROWS numbers. */
static __attribute__((noinline)) void md5_decimal_few(const uint64_t *values, size_t rows, uint8_t *digests) {
  const int streams = md5_few_streams(rows);
  uint64_t numbers[MD5_FEW_ROWS];
  vec32 words[16 * V_STREAMS_MD5_FEW];
  /* Sixteen at a time, so that the compiler does not make a `rep stos` of it, which takes as long as 10
   * steps. */
  for (int s = 0; s < streams; s++)
    for (int i = 0; i < 16; i++) words[16 * s + i] = v32_set1(0);
  md5_copy_repeating(values, rows, streams, numbers);
  vec64 bits = v64_set1(0);
  for (int i = 0; i < streams * V32_LANES; i += V64_LANES) bits = v64_or(bits, v64_load(numbers + i));
  if (v64_any(v64_srl(bits, 39)))
    md5_decimal_words(numbers, DECIMAL_ANY, streams, words);
  else
    md5_decimal_words(numbers, DECIMAL_BELOW_2E39, streams, words);
  md5_few_hash(words, streams, rows, digests);
}
#endif

#if MD5_HAS_KEYS
/* The first rows, in groups of MD5_KEYS_ROWS numbers of one length each: returns how many those are. */
static size_t md5_decimal_keys(const uint64_t *values, size_t rows, uint8_t *digests) {
  struct md5_key_shape shape;
  md5_keys_words words;
  size_t shape_length = 0; /* of the numbers that it is for */
  size_t row = 0;
  for (; row + MD5_KEYS_ROWS <= rows; row += MD5_KEYS_ROWS) {
    const size_t length = md5_decimal_length(values[row]);
    if (!md5_decimal_all_have(values + row, MD5_KEYS_ROWS, length)) break;
    if (length != shape_length) {
      shape = md5_key_shape(shape_length = length, 0);
      memset(words, 0, sizeof words);
    }
    md5_decimal_make_equal(values + row, length, &shape, V_STREAMS_MD5_KEYS, words[0]);
    md5_keys_hash(md5_set_of(shape.rest_words), words, shape.folded, digests + 16 * row);
  }
  return row;
}
#endif

static void md5_decimal(const uint64_t *values, size_t rows, uint8_t *digests) {
  /* Made when the first group asks for it: for a few numbers that is a good part of the time. */
  struct md5_key_shape shape;
  md5_short_words words;
  size_t shape_length = 0; /* of the numbers that they are for */
  size_t first = 0;
#if MD5_HAS_KEYS
  if (rows >= rowkey_tuning()->md5_loops_from) first = md5_decimal_keys(values, rows, digests);
#endif
  for (size_t row = first; row < rows; row += MD5_SHORT_ROWS) {
    const size_t part = rows - row < MD5_SHORT_ROWS ? rows - row : MD5_SHORT_ROWS;
    const uint64_t *group = values + row;
    uint8_t *to = digests + 16 * row;
#if MD5_FEW_ROWS
    /* Three and four vectors take longer than a whole group of what the last one had a shape for. */
    if (part <= (shape_length == 0 ? MD5_FEW_ROWS : 2 * V32_LANES)) {
      md5_decimal_few(group, part, to);
      return;
    }
#endif
    uint64_t last[MD5_SHORT_ROWS];
    uint8_t results[MD5_SHORT_ROWS * 16];
    if (part < MD5_SHORT_ROWS) {
      /* A group that is not full repeats its first number. */
      for (size_t i = 0; i < MD5_SHORT_ROWS; i++) last[i] = group[i < part ? i : 0];
      group = last;
      to = results;
    }
    const size_t length = md5_decimal_length(group[0]);
    /* To make the shape takes longer than it saves in a group that is not full. */
    const bool shaped = length == shape_length || part == MD5_SHORT_ROWS;
    if (shaped && md5_decimal_all_have(group, MD5_SHORT_ROWS, length)) {
      if (length != shape_length) {
        shape = md5_key_shape(shape_length = length, 0);
        memset(words, 0, sizeof words);
      }
      md5_decimal_make_equal(group, length, &shape, V_STREAMS_MD5, words[0]);
      md5_short_hash(md5_set_of(shape.rest_words), words, shape.folded, to);
    } else {
      md5_decimal_mixed(group, md5_plain_addends(), to);
    }
    if (to == results) memcpy(digests + 16 * row, results, 16 * part);
  }
}

#endif
