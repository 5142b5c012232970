/* Decimal text to integers. */
#ifndef ROWKEY_SIMD_KERNELS_PARSE_H
#define ROWKEY_SIMD_KERNELS_PARSE_H

#include "simd/kernels/decimal_text.h"

/* One string of any length, exactly; false when it is not a u64. */
static bool parse_one(const uint8_t *text, uint64_t length, uint64_t *value) {
  uint64_t sum = 0;
  bool fits = length > 0;
  for (uint64_t i = 0; i < length && fits; i++) {
    const unsigned digit = (unsigned)text[i] - '0';
    fits = digit <= 9 && !__builtin_mul_overflow(sum, UINT64_C(10), &sum) &&
           !__builtin_add_overflow(sum, (uint64_t)digit, &sum);
  }
  *value = sum;
  return fits;
}

/* Strings of 1…16 characters that end 16 or more bytes into `bytes`, one a lane. Returns false, and nothing
 * useful, when one of them is of another length, ends too early, or has a character that is no digit. */
V_INLINE bool parse_lanes(const uint8_t *bytes, vec64 begin, vec64 end, vec64 *values) {
  const vec64 ones = v64_set1(UINT64_MAX), zeros = v64_set1(DECIMAL_ZEROS);
  const vec64 length = v64_sub(end, begin);
  /* length - 1 above 15, or end below 16, reaches the highest bits. */
  const vec64 length_wrong = v64_srl(v64_sub(length, v64_set1(1)), 4);
  const vec64 end_wrong = v64_srl(v64_sub(end, v64_set1(16)), 63);
  if (v64_any(v64_or(length_wrong, end_wrong))) return false;

  /* The last eight characters and the eight before; what stands before the string becomes '0'. */
  const vec64 bits = v64_sll(length, 3);
  const vec64 keep_high = v64_sllv(ones, v64_sub(v64_set1(128), bits));
  const vec64 drop_low = v64_srlv(ones, bits);
  vec64 low = v64_xor(v64_gather(bytes, v64_sub(end, v64_set1(8))), zeros);
  vec64 high = v64_xor(v64_gather(bytes, v64_sub(end, v64_set1(16))), zeros);
  low = v64_and(low, v64_xor(drop_low, ones));
  high = v64_and(high, keep_high);

  /* A byte above 9 has one of its upper four bits set, or gets one by adding 6; a carry into the next byte
   * can only come from a byte that is wrong already. */
  const vec64 six = v64_set1(UINT64_C(0x0606060606060606));
  const vec64 upper = v64_or(v64_or(low, v64_add(low, six)), v64_or(high, v64_add(high, six)));
  if (v64_any(v64_and(upper, v64_set1(UINT64_C(0xf0f0f0f0f0f0f0f0))))) return false;
  *values = v64_add(v64_mul_u32(v64_join_digits8(high), v64_set1(100000000)), v64_join_digits8(low));
  return true;
}

static size_t parse_u64(const struct rowkey_strings *strings, size_t rows, uint64_t *values) {
  size_t row = 0;
  while (row < rows) {
    vec64 numbers;
    if (rows - row >= V64_LANES &&
        parse_lanes(strings->bytes, v64_load(strings->begin + row), v64_load(strings->end + row), &numbers)) {
      v64_store(values + row, numbers);
      row += V64_LANES;
      continue;
    }
    /* One by one: the last rows, long numbers, text at the very begin of the buffer, and bad rows. */
    const size_t part = rows - row < V64_LANES ? rows - row : V64_LANES;
    for (size_t i = 0; i < part; i++, row++)
      if (!parse_one(strings->bytes + strings->begin[row], strings->end[row] - strings->begin[row],
                     values + row))
        return row;
  }
  return rows;
}

#endif
