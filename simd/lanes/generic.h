/* Operations of the lane contract that follow from others. A header that has something better defines it
 * first, together with the macro that is tested here. Included last by every lane header. */

#define V64_PER_32 (V32_LANES / V64_LANES == 0 ? 1 : V32_LANES / V64_LANES)

/* x stays the same; compilers do not know it, and neither take its sum apart nor, with v32_keep_order,
 * exchange what stands before with what stands after. V32_REGISTER is the constraint of x's register. */
#ifndef v32_keep_sum
#define v32_keep_sum(x) __asm__("" : "+" V32_REGISTER(x))
#endif
#ifndef v32_keep_order
#define v32_keep_order(x) __asm__ volatile("" : "+" V32_REGISTER(x))
#endif

#ifndef V_MD5_ROLLED
#define V_MD5_ROLLED 1 /* MD5 of whole blocks in loops; without vectors their counting would cost more */
#endif
#ifndef V_STREAMS_MD5_KEYS
#define V_STREAMS_MD5_KEYS V_STREAMS_MD5 /* of keys of one width, in full groups */
#endif
#ifndef V_STREAMS_MD5_FEW
#define V_STREAMS_MD5_FEW 0 /* of fewer messages than a group has: 4, 2, or 0 for whole groups alone */
#endif
#ifndef V_MD5_KEYS_ROLLED
#define V_MD5_KEYS_ROLLED 0 /* their rounds in loops */
#endif
#ifndef V_STREAMS_SHA
#define V_STREAMS_SHA 1 /* vectors of messages that SHA-1 and SHA-256 keep in flight */
#endif
#ifndef V_STREAMS_DECIMAL
#define V_STREAMS_DECIMAL 1 /* vectors whose decimals are made side by side */
#endif
#ifndef V_STREAMS_MODULO
#define V_STREAMS_MODULO 1 /* vectors whose remainders of digests are made side by side */
#endif

#ifndef V32_HAS_ADD_SELECT_NEWER
/* v32_add_select where not the mask but `a` is what has just been computed */
V_INLINE vec32 v32_add_select_newer(vec32 sum, vec32 mask, vec32 a, vec32 b) {
  return v32_add_select(sum, mask, a, b);
}
#endif

#ifndef V32_HAS_LOAD_ROWS64
/* Sixty-four bytes from each of V32_LANES rows that begin at bytes + begin[0], bytes + begin[1], … as sixteen
 * words: word i at words[i * apart]. */
V_INLINE void v32_load_rows64(const uint8_t *bytes, const uint64_t *begin, vec32 *words, size_t apart) {
  for (size_t quarter = 0; quarter < 4; quarter++) {
    vec32 four[4];
    v32_load_strings(bytes + 16 * quarter, begin, four);
    for (size_t i = 0; i < 4; i++) words[(4 * quarter + i) * apart] = four[i];
  }
}
/* The same of rows of which left[i] bytes are left, as a signed number: of fewer than 64 only those, then
 * 0x80, then zeros; of a negative number zeros alone. No other byte counts; `size` bytes can be read. */
V_INLINE void v32_load_ended64(const uint8_t *bytes, uint64_t size, const uint64_t *begin,
                               const uint64_t *left, vec32 *words, size_t apart) {
  uint8_t ended[V32_LANES][64];
  const uint8_t *rows[V32_LANES];
  for (int i = 0; i < V32_LANES; i++) {
    rows[i] = left[i] < 64 || left[i] >> 63 != 0 ? ended[i] : bytes + begin[i];
    if (left[i] < 64)
      v8_store_ended64(ended[i], bytes + begin[i], (size_t)left[i], size - begin[i] >= 64);
    else if (rows[i] == ended[i])
      memset(ended[i], 0, sizeof ended[i]);
  }
  for (size_t quarter = 0; quarter < 4; quarter++) {
    vec32 four[4];
    v32_load_pointers(rows, 16 * quarter, four);
    for (size_t i = 0; i < 4; i++) words[(4 * quarter + i) * apart] = four[i];
  }
}
#endif

#ifndef V64_HAS_LOAD_FIRST
/* the first `count` lanes from p, of which nothing else is read; the others of `rest` */
V_INLINE vec64 v64_load_first(const uint64_t *p, size_t count, vec64 rest) {
  uint64_t lanes[V64_LANES];
  v64_store(lanes, rest);
  for (size_t i = 0; i < V64_LANES && i < count; i++) lanes[i] = p[i];
  return v64_load(lanes);
}
#endif

#ifndef V64_HAS_MUL_U32_BY
/* product of the low halves with a factor that does not change in the loop around */
V_INLINE vec64 v64_mul_u32_by(vec64 a, vec64 invariant) { return v64_mul_u32(a, invariant); }
#endif

#ifndef V64_HAS_MUL_LO
/* low 64 bits of the product with such a factor */
V_INLINE vec64 v64_mul_lo_by(vec64 a, vec64 invariant) {
  const vec64 cross =
      v64_add(v64_mul_u32_by(v64_srl(a, 32), invariant), v64_mul_u32_by(a, v64_srl(invariant, 32)));
  return v64_add(v64_mul_u32_by(a, invariant), v64_sll(cross, 32));
}
#endif

#ifndef V64_HAS_MUL_HI
/* high 64 bits of the product with such a factor */
V_INLINE vec64 v64_mul_hi_by(vec64 a, vec64 invariant) {
  const vec64 a1 = v64_srl(a, 32), b1 = v64_srl(invariant, 32), low32 = v64_set1(UINT32_MAX);
  const vec64 middle = v64_add(v64_mul_u32_by(a1, invariant), v64_srl(v64_mul_u32_by(a, invariant), 32));
  const vec64 other = v64_add(v64_mul_u32_by(a, b1), v64_and(middle, low32));
  return v64_add(v64_mul_u32_by(a1, b1), v64_add(v64_srl(middle, 32), v64_srl(other, 32)));
}
#endif

/* x / 10^8 for every x: 10^8 = 2^8 * 5^8 and ceil(2^82 / 5^8) = 12379400392853802749, whose error e < 5^8
 * makes (x >> 8) * e < 2^56 * 5^8 < 2^82: exact. */
V_INLINE vec64 v64_div_1e8(vec64 x) {
  return v64_srl(v64_mul_hi_by(v64_srl(x, 8), v64_set1(UINT64_C(12379400392853802749))), 18);
}

#ifndef V64_HAS_DIV_1E8
/* x - quotient * d, where that is below 2^32; made for v64_split8: an instruction set may leave anything in
 * the bits from 52 up */
V_INLINE vec64 v64_remainder(vec64 x, vec64 quotient, uint64_t d) {
  return v64_sub(x, v64_mul_u32(quotient, v64_set1(d)));
}
/* x / 10^8 for x < 2^39: ceil(2^50 / 5^8) = 2882303762, error below 5^8, (x >> 8) * 5^8 < 2^31 * 2^19 = 2^50.
 */
V_INLINE vec64 v64_div_1e8_below_2e39(vec64 x) {
  return v64_srl(v64_mul_u32(v64_srl(x, 8), v64_set1(2882303762U)), 50);
}
/* x / 10^8 for x < 10^16: from the bits above 2^22, which is at most one too small (2^22 / 10^8 and
 * 10^8 / 2^31 together are below 0.1), then corrected by the remainder. */
V_INLINE vec64 v64_div_1e8_below_1e16(vec64 x) {
  const vec64 estimate = v64_srl(v64_mul_u32(v64_srl(x, 22), v64_set1(2882303761U)), 36);
  const vec64 rest = v64_sub(x, v64_mul_u32(estimate, v64_set1(100000000)));
  return v64_add(estimate, v64_srl(v64_sub(v64_set1(99999999), rest), 63));
}
#endif

/* Not 0 where one of the eight bytes is not a digit 0…9: above 9 it has one of its upper four bits set, or
 * gets one by adding 6; a carry into the next byte can only come from a byte that is wrong already. */
V_INLINE vec64 v64_no_digits(vec64 x) {
  const vec64 upper = v64_or(x, v64_add(x, v64_set1(UINT64_C(0x0606060606060606))));
  return v64_and(upper, v64_set1(UINT64_C(0xf0f0f0f0f0f0f0f0)));
}

#ifndef V64_HAS_JOIN_TEXT16
/* The numbers that the strings before bytes + end[0], bytes + end[1], … spell, each of so many characters as
 * `length` says for its lane, 1…20, of which only the last 16 count. All 16 bytes before each end may be
 * read. Returns false, and nothing useful, when a character is no digit. */
V_INLINE bool v64_join_text16(const uint8_t *bytes, const uint64_t *end, vec64 length, vec64 *numbers) {
  const vec64 ones = v64_set1(UINT64_MAX), zeros = v64_set1(UINT64_C(0x3030303030303030));
  const vec64 ends = v64_load(end), bits = v64_sll(length, 3);
  /* The last eight characters and the eight before; what stands before the string becomes '0'. */
  const vec64 drop_low = v64_srlv(ones, bits);
  const vec64 all_high = v64_sub(v64_set1(0), v64_srl(bits, 7));
  const vec64 keep_high = v64_or(v64_sllv(ones, v64_sub(v64_set1(128), bits)), all_high);
  vec64 low = v64_xor(v64_gather(bytes, v64_sub(ends, v64_set1(8))), zeros);
  vec64 high = v64_xor(v64_gather(bytes, v64_sub(ends, v64_set1(16))), zeros);
  low = v64_and(low, v64_xor(drop_low, ones));
  high = v64_and(high, keep_high);
  *numbers = v64_add(v64_mul_u32(v64_join_digits8(high), v64_set1(100000000)), v64_join_digits8(low));
  return !v64_any(v64_or(v64_no_digits(low), v64_no_digits(high)));
}
#endif

#ifndef V64_HAS_STORE_SET_BITS
/* base + i for each bit i that is set, rising; returns how many. All 64 places of p may be overwritten. */
V_INLINE size_t v64_store_set_bits(uint64_t *p, uint64_t base, uint64_t bits) {
  const size_t count = (size_t)__builtin_popcountll(bits);
  /* Eight at a time whether they are there or not: how many there are is hard to foresee. */
  for (size_t i = 0; i < count; i += 8) {
    for (size_t j = 0; j < 8; j++, bits &= bits - 1) {
      p[i + j] = base + (bits == 0 ? 64 : (uint64_t)__builtin_ctzll(bits));
    }
  }
  return count;
}
#endif

/* bit i: whether the number of bits set among bits 0 … i is odd */
V_INLINE uint64_t v64_prefix_xor(uint64_t bits) {
#ifdef V_HAS_CLMUL
  return v_clmul_low(bits, UINT64_MAX);
#else
  for (unsigned shift = 1; shift < 64; shift *= 2) bits ^= bits << shift;
  return bits;
#endif
}

#ifndef V8_TEXTS
#define V8_TEXTS 1 /* texts that are padded together */
/* v8_copy_padded16_last to rows at a stride, of V8_TEXTS texts from bytes + begin[i] to bytes + end[i];
 * v8_copy_padded8_last unless `whole`. */
V_INLINE void v8_copy_padded_texts(uint8_t *to, size_t stride, const uint8_t *bytes, const uint64_t *begin,
                                   const uint64_t *end, bool whole, v8_seen *seen) {
  (void)stride;
  if (whole)
    v8_copy_padded16_last(to, bytes + begin[0], (size_t)(end[0] - begin[0]), seen);
  else
    v8_copy_padded8_last(to, bytes + begin[0], (size_t)(end[0] - begin[0]), seen);
}
#endif

/* Whether a sum of lanes is longer on its way than a sum. */
V_INLINE bool v64_is_vector(void) { return V64_LANES > 1; }

#ifndef V64_HAS_SUMS
/* lane i: the sum of lanes 0 … i */
V_INLINE vec64 v64_sums(vec64 x) {
  uint64_t sums[V64_LANES];
  v64_store(sums, x);
  for (size_t i = 1; i < V64_LANES; i++) sums[i] += sums[i - 1];
  return v64_load(sums);
}
/* the last lane in all lanes */
V_INLINE vec64 v64_last(vec64 x) {
  uint64_t lanes[V64_LANES];
  v64_store(lanes, x);
  return v64_set1(lanes[V64_LANES - 1]);
}
#endif

#ifndef V8_HAS_FILL32
typedef uint64_t v8_filled; /* not 0 where v8_fill32 has seen the padding beside it */
V_INLINE v8_filled v8_filled_none(void) { return 0; }
V_INLINE bool v8_filled_any(v8_filled seen, size_t width) {
  (void)width;
  return seen != 0;
}
/* A text of `length` <= `width` <= 32 bytes, and the padding: the text in the last bytes of the width if
 * `left`, else in the first ones, in `from` as in `to`. `seen` takes whether the text has the padding's byte
 * beside the padding. All 32 bytes of `from` and `to` may be read and overwritten. */
V_INLINE void v8_fill32(uint8_t *to, const uint8_t *from, size_t length, size_t width, bool left,
                        uint8_t padding, v8_filled *seen) {
  const size_t change = left ? width - length : length, edge = left ? change : change - 1;
  const uint8_t *of_text = v8_mask_window + (left ? 64 : 32) - change;
  const uint64_t filler = padding * UINT64_C(0x0101010101010101);
  if (edge < width) *seen |= from[edge] == padding;
  for (size_t at = 0; at < 32; at += 8)
    store_le64(to + at, filler ^ ((load_le64(from + at) ^ filler) & load_le64(of_text + at)));
}
#endif

#ifndef V8_HAS_JOIN
/* A count of up to 16 bytes, made once for many rows. */
typedef size_t v8_leading;
V_INLINE v8_leading v8_leading_of(size_t count) { return count; }
/* to[0 … 16) or to[0 … 32) = first[0 … count) and second[count … ). All of first[0 … 16) and as many bytes
 * from second[count] on as are joined may be read, and as much of `to` as of `second` may be overwritten. */
V_INLINE void v8_join16(uint8_t *to, const uint8_t *first, v8_leading count, const uint8_t *second) {
  v8_copy16(to, first, 0);
  v8_copy16(to + count, second + count, 0);
}
V_INLINE void v8_join32(uint8_t *to, const uint8_t *first, v8_leading count, const uint8_t *second) {
  v8_copy16(to, first, 0);
  v8_copy32(to + count, second + count, 0);
}
#endif
