/* MD5 of whole groups of keys of one width, MD5_FIXED_STREAMS vectors of them.
 *
 * Parameters, defined before each inclusion and undefined at its end:
 *   MD5_FIXED(name)      the names that are defined here
 *   MD5_FAMILY(name)     the words, rounds, begin and end of such groups, of md5_short.h
 *   MD5_FIXED_STREAMS    their streams
 */
#define MD5_FIXED_ROWS (MD5_FIXED_STREAMS * V32_LANES)

/* The first `count` words of a block of each key of a group; the last of them, and the others of the same
 * four, with what follows the key. Words of the next fours stay as they are. Reads up to the next multiple of
 * 16 bytes. */
V_INLINE void MD5_FIXED(load)(const uint8_t *keys, const struct md5_key_shape *shape, size_t count,
                              MD5_FAMILY(words) words) {
  const size_t stride = shape->stride;
#pragma GCC unroll 1
  for (unsigned s = 0; s < MD5_FIXED_STREAMS; s++) {
    const uint8_t *rows = keys + s * V32_LANES * stride;
#pragma GCC unroll 1
    for (size_t first = 0; first < count; first += 4) {
      vec32 four[4];
      v32_load_rows(rows + 4 * first, stride, four);
      for (unsigned i = 0; i < 4; i++)
        words[first + i][s] = first + 4 < count ? four[i] : md5_key_end(shape, i, four[i]);
    }
  }
}

/* Keys of at most eight bytes: their two words. */
V_INLINE void MD5_FIXED(load_pairs)(const uint8_t *keys, const struct md5_key_shape *shape,
                                    MD5_FAMILY(words) words) {
#pragma GCC unroll 1
  for (unsigned s = 0; s < MD5_FIXED_STREAMS; s++) {
    const uint8_t *rows = keys + s * V32_LANES * shape->stride;
    vec32 four[4];
    if (shape->stride == 8) {
      v32_load_pairs(rows, four);
    } else {
      v32_load_rows(rows, shape->stride, four);
    }
    for (unsigned i = 0; i < 2; i++) words[i][s] = md5_key_end(shape, i, four[i]);
  }
}

/* All blocks but the last of keys of 56 bytes and more. */
static __attribute__((noinline)) void MD5_FIXED(before_last)(const uint8_t *keys,
                                                             const struct md5_key_shape *shape,
                                                             MD5_FAMILY(state) state) {
  uint64_t begin[MD5_FIXED_ROWS];
  MD5_FAMILY(words) words;
  for (size_t i = 0; i < MD5_FIXED_ROWS; i++) begin[i] = i * shape->stride;
  for (size_t i = 0; i < shape->whole; i++) {
    for (unsigned s = 0; s < MD5_FIXED_STREAMS; s++)
      v32_load_rows64(keys + 64 * i, begin + s * V32_LANES, &words[0][s], MD5_FIXED_STREAMS);
    MD5_FAMILY(block)(state, words, shape->plain);
  }
  if (!shape->split) return;
  MD5_FIXED(load)(keys + 64 * shape->whole, shape, shape->rest_words, words);
  MD5_FAMILY(block)(state, words, shape->split_folded);
}

/* Whole groups of the rows. Returns how many rows that were. Not inlined: the words would lie on the stack
 * while the rows that are left are hashed. */
static __attribute__((noinline)) size_t MD5_FIXED(groups)(const uint8_t *keys, size_t rows,
                                                          const struct md5_key_shape *shape,
                                                          uint8_t *digests) {
  const size_t groups = rows / MD5_FIXED_ROWS, count = shape->split ? 0 : shape->rest_words;
  const bool chained = shape->whole != 0 || shape->split;
  const enum md5_set set = chained ? MD5_16_WORDS : md5_set_of(count);
  MD5_FAMILY(words) words; /* of the last block */
  memset(words, 0, sizeof words);
  for (size_t group = 0; group < groups; group++) {
    const uint8_t *at = keys + group * MD5_FIXED_ROWS * shape->stride;
    uint8_t *to = digests + 16 * MD5_FIXED_ROWS * group;
    if (count <= 2 && !chained) {
      if (count > 0) MD5_FIXED(load_pairs)(at, shape, words);
    } else {
      MD5_FIXED(load)(at + 64 * shape->whole, shape, count, words);
    }
    if (!chained) {
      MD5_FAMILY(hash)(set, words, shape->folded, to);
      continue;
    }
    MD5_FAMILY(state) state;
    MD5_FAMILY(begin)(state);
    MD5_FIXED(before_last)(at, shape, state);
    MD5_FAMILY(block)(state, words, shape->folded);
    MD5_FAMILY(end)(state, to);
  }
  return groups * MD5_FIXED_ROWS;
}

#undef MD5_FIXED
#undef MD5_FAMILY
#undef MD5_FIXED_STREAMS
#undef MD5_FIXED_ROWS
