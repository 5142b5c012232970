/* MD5 of strings that have fewer bytes than one or two units of 16, as most columns' have: read where they
 * are, ended in registers, with the zeros after them known when this is compiled. */
#ifndef ROWKEY_SIMD_KERNELS_MD5_SHORT_STRINGS_H
#define ROWKEY_SIMD_KERNELS_MD5_SHORT_STRINGS_H

#include "simd/kernels/md5_few.h"
#include "simd/kernels/spans.h"

enum { MD5_UNIT = 16 };

/* Word `index` of messages of `bits` bits: without what stands after the message, and with 0x80 if it ends
 * here. */
V_INLINE vec32 md5_end_word(vec32 word, vec32 bits, uint32_t index) {
  const vec32 zero = v32_set1(0), all = v32_set1(32), ones = v32_set1(UINT32_MAX);
  const vec32 here = v32_sub(bits, v32_set1(32 * index));
  const mask32 before = v32_less(here, zero);
  const vec32 at_most = v32_choose(v32_less(here, all), here, all);
  const vec32 kept = v32_xor(v32_sllv(ones, v32_choose(before, zero, at_most)), ones);
  return v32_or(v32_and(word, kept), v32_sllv(v32_set1(0x80), v32_choose(before, all, at_most)));
}

/* MD5_SHORT_ROWS strings. */
V_INLINE void md5_short_strings_group(const uint8_t *bytes, const uint64_t *begin, const uint64_t *end,
                                      const unsigned units, const uint32_t addends[64], uint8_t *digests) {
  const enum md5_set set = md5_set_of(4 * units);
  md5_short_words words;
  md5_short_clear(words, 4 * units, set);
  for (int s = 0; s < V_STREAMS_MD5; s++, begin += V32_LANES, end += V32_LANES) {
    vec64 lengths[V64_PER_32];
    for (int half = 0; half < V64_PER_32; half++)
      lengths[half] = v64_sub(v64_load(end + half * V64_LANES), v64_load(begin + half * V64_LANES));
    vec32 length, high;
    v32_from_u64(lengths, &length, &high);
    const vec32 bits = v32_sll(length, 3);
    words[MD5_BIT_COUNT][s] = bits;
    for (unsigned unit = 0; unit < units; unit++) {
      vec32 four[4];
      v32_load_strings(bytes + MD5_UNIT * unit, begin, four);
      for (unsigned i = 0; i < 4; i++) words[4 * unit + i][s] = md5_end_word(four[i], bits, 4 * unit + i);
    }
  }
  md5_short_hash(set, words, addends, digests);
}

/* One function for each count of units: it is a constant inside. */
#define MD5_SHORT_STRINGS_DEFINE(name, units)                                                 \
  static __attribute__((noinline)) void name(const uint8_t *bytes, const uint64_t *begin,     \
                                             const uint64_t *end, const uint32_t addends[64], \
                                             uint8_t *digests) {                              \
    md5_short_strings_group(bytes, begin, end, units, addends, digests);                      \
  }
MD5_SHORT_STRINGS_DEFINE(md5_strings_of_a_unit, 1)
MD5_SHORT_STRINGS_DEFINE(md5_strings_of_two_units, 2)

/* Whether strings row … rows - 1 are that short, and can be read in whole units. */
V_INLINE bool md5_are_short(const struct rowkey_strings *strings, size_t row, size_t rows, unsigned units) {
  const struct span_limits limits = {.longest = MD5_UNIT * units - 1, .readable = MD5_UNIT * units};
  const struct spans spans = spans_of(strings, row, rows, limits);
  return !spans_exceed(spans.longer | spans.unreadable);
}

/* Strings row … row + MD5_SHORT_ROWS - 1, if they are short. */
static bool md5_short_strings(const struct rowkey_strings *strings, size_t row, const uint32_t addends[64],
                              uint8_t *digests) {
  for (unsigned units = 1; units <= 2; units++) {
    if (!md5_are_short(strings, row, row + MD5_SHORT_ROWS, units)) continue;
    (units == 1 ? md5_strings_of_a_unit : md5_strings_of_two_units)(strings->bytes, strings->begin + row,
                                                                    strings->end + row, addends, digests);
    return true;
  }
  return false;
}

#if MD5_FEW_ROWS
/* Strings row … rows - 1, at most MD5_FEW_ROWS, if they are of one block each. */
static __attribute__((noinline)) bool md5_few_strings(const struct rowkey_strings *strings, size_t row,
                                                      size_t rows, uint8_t *digests) {
  const struct spans spans = spans_of(strings, row, rows, (struct span_limits){.longest = MD5_FEW_BYTES});
  if (spans_exceed(spans.longer)) return false;
  const size_t count = rows - row;
  const int streams = md5_few_streams(count);
  uint64_t begin[MD5_FEW_ROWS], left[MD5_FEW_ROWS];
  md5_copy_repeating(strings->begin + row, count, streams, begin);
  md5_copy_repeating(strings->end + row, count, streams, left);
  for (size_t i = 0; i < (size_t)streams * V32_LANES; i += V64_LANES)
    v64_store(left + i, v64_sub(v64_load(left + i), v64_load(begin + i)));
  vec32 words[16 * V_STREAMS_MD5_FEW];
  for (int s = 0; s < streams; s++) {
    vec64 lengths[V64_PER_32];
    for (int half = 0; half < V64_PER_32; half++)
      lengths[half] = v64_load(left + s * V32_LANES + half * V64_LANES);
    vec32 length, high;
    v32_from_u64(lengths, &length, &high);
    v32_load_ended64(strings->bytes, strings->size, begin + s * V32_LANES, left + s * V32_LANES, &words[s],
                     (size_t)streams);
    words[MD5_BIT_COUNT * streams + s] = v32_sll(length, 3);
    words[15 * streams + s] = v32_set1(0);
  }
  md5_few_hash(words, streams, count, digests);
  return true;
}
#endif

/* The same of the last rows, fewer than that: the last one is repeated. A single row, after whose string
 * nothing can be read, is copied to where there is room. */
static bool md5_last_short_strings(const struct rowkey_strings *strings, size_t row, size_t rows,
                                   const uint32_t addends[64], uint8_t *digests) {
  uint64_t begin[MD5_SHORT_ROWS], end[MD5_SHORT_ROWS];
  uint8_t results[16 * MD5_SHORT_ROWS], copy[2 * MD5_UNIT] = {0};
  const uint64_t *begins = strings->begin + row, *ends = strings->end + row;
  const uint64_t at = *begins, begin_of_copy = 0, end_of_copy = *ends - at;
  struct rowkey_strings last = {strings->bytes, strings->size, begin, end};
  if (rows - row == 1 && end_of_copy < sizeof copy) {
    if (end_of_copy != 0) memcpy(copy, strings->bytes + at, (size_t)end_of_copy);
    last.bytes = copy;
    last.size = sizeof copy;
    begins = &begin_of_copy;
    ends = &end_of_copy;
  }
  md5_copy_repeating(begins, rows - row, V_STREAMS_MD5, begin);
  md5_copy_repeating(ends, rows - row, V_STREAMS_MD5, end);
  if (!md5_short_strings(&last, 0, addends, results)) return false;
  memcpy(digests, results, 16 * (rows - row));
  return true;
}

#endif
