/* What SHA-1 and SHA-256 (FIPS 180-4) share: V32_LANES messages at a time, block after block, to the end of
 * the longest. What is done with a block is the hash's own. */
#ifndef ROWKEY_SIMD_KERNELS_HASH_SHA_H
#define ROWKEY_SIMD_KERNELS_HASH_SHA_H

#include "simd/kernels/hash_order.h"
#include "simd/overrides/sha_instructions.h"

enum { SHA_ROWS = V_STREAMS_SHA * V32_LANES };

typedef vec32 sha_state[SHA_WORDS][V_STREAMS_SHA];
typedef vec32 sha_block[16][V_STREAMS_SHA];

/* A hash of this kind. It is a constant where the functions below are called, and inlined there. */
struct sha {
  size_t words;                                    /* of its state, which is the digest */
  uint32_t initial[SHA_WORDS];                     /* and zeros */
  void (*block)(sha_state state, sha_block words); /* which it changes */
#ifdef SHA_BY_INSTRUCTIONS
  /* The same by instructions, of one message and of two. */
  size_t faster_lanes; /* of a vector: fewer are slower than two messages by instructions */
  void (*one)(uint32_t states[][SHA_WORDS], const uint8_t *const *blocks);
  void (*pair)(uint32_t states[][SHA_WORDS], const uint8_t *const *blocks);
#endif
};

/* Whether so many rows are hashed faster by instructions than in lanes. */
V_INLINE bool sha_prefers_instructions(const struct sha *sha, size_t rows) {
#ifdef SHA_BY_INSTRUCTIONS
  return rowkey_tuning()->sha_instructions && (V32_LANES < sha->faster_lanes || 2 * rows < SHA_ROWS);
#else
  (void)sha;
  (void)rows;
  return false;
#endif
}

/* Values of a row: two words in each. */
V_INLINE size_t sha_results(const struct sha *sha) { return (sha->words + 1) / 2; }

V_INLINE void sha_begin(const struct sha *sha, sha_state state) {
  for (size_t i = 0; i < SHA_WORDS; i++)
    for (size_t s = 0; s < V_STREAMS_SHA; s++) state[i][s] = v32_set1(sha->initial[i]);
}

/* Two words are a value; an odd last one is its upper half. The four words that are stored together are two
 * values, whose lower halves come first. */
V_INLINE void sha_end(const struct sha *sha, const sha_state state, uint64_t *values) {
  const size_t results = sha_results(sha);
  uint8_t stored[V32_LANES * 16];
  for (size_t s = 0; s < V_STREAMS_SHA; s++) {
    for (size_t first = 0; first < results; first += 2) {
      const vec32 four[4] = {state[2 * first + 1][s], state[2 * first][s], state[2 * first + 3][s],
                             state[2 * first + 2][s]};
      v32_store_digests(stored, four);
      for (size_t i = 0; i < V32_LANES; i++) {
        uint64_t *to = values + (s * V32_LANES + i) * results + first;
        to[0] = load_le64(stored + 16 * i);
        if (first + 1 < results) to[1] = load_le64(stored + 16 * i + 8);
      }
    }
  }
}

V_INLINE void sha_order_bytes(sha_block words, size_t s) {
  for (size_t i = 0; i < 16; i++) words[i][s] = v32_bswap(words[i][s]);
}

/* Block number `block` of messages that all have it whole. */
static __attribute__((noinline)) void sha_load_whole(const struct hash_rows *rows, size_t row, uint64_t block,
                                                     sha_block words) {
  for (size_t s = 0; s < V_STREAMS_SHA; s++) {
    v32_load_rows64(rows->bytes + SHA_BLOCK * block, rows->begin + row + s * V32_LANES, &words[0][s],
                    V_STREAMS_SHA);
    sha_order_bytes(words, s);
  }
}

/* The same of messages that have some of its bytes, or ended before it, or end with it. running: ones for
 * those that have not ended before. */
static __attribute__((noinline)) void sha_load_ends(const struct hash_rows *rows, size_t row, uint64_t block,
                                                    sha_block words, vec32 running[V_STREAMS_SHA]) {
  for (size_t s = 0; s < V_STREAMS_SHA; s++) {
    const uint64_t *begins = rows->begin + row + s * V32_LANES, *ends = rows->end + row + s * V32_LANES;
    uint64_t begin[V32_LANES], left[V32_LANES];
    for (size_t i = 0; i < V32_LANES; i++) {
      begin[i] = begins[i] + SHA_BLOCK * block;
      left[i] = ends[i] - begin[i];
    }
    v32_load_ended64(rows->bytes, rows->size, begin, left, &words[0][s], V_STREAMS_SHA);
    sha_order_bytes(words, s);
    const struct message_ends these = message_ends(begins, ends, block);
    words[14][s] = v32_select(these.is_last, these.high, words[14][s]);
    words[15][s] = v32_select(these.is_last, these.low, words[15][s]);
    running[s] = these.running;
  }
}

V_INLINE void sha_group(const struct sha *sha, const struct hash_rows *rows, size_t row, uint64_t *values) {
  uint64_t shortest = UINT64_MAX, longest = 0;
  for (size_t i = row; i < row + SHA_ROWS; i++) {
    const uint64_t length = rows->end[i] - rows->begin[i];
    shortest = length < shortest ? length : shortest;
    longest = length > longest ? length : longest;
  }
  const uint64_t whole = shortest / SHA_BLOCK, last = (longest + MESSAGE_COUNT) / SHA_BLOCK;
  sha_state state;
  sha_block words;
  sha_begin(sha, state);
  for (uint64_t block = 0; block < whole; block++) {
    sha_load_whole(rows, row, block, words);
    sha->block(state, words);
  }
  for (uint64_t block = whole; block <= last; block++) {
    sha_state before;
    vec32 running[V_STREAMS_SHA];
    sha_load_ends(rows, row, block, words, running);
    memcpy(before, state, sizeof state);
    sha->block(state, words);
    for (size_t i = 0; i < sha->words; i++)
      for (size_t s = 0; s < V_STREAMS_SHA; s++)
        state[i][s] = v32_select(running[s], state[i][s], before[i][s]);
  }
  sha_end(sha, state, values);
}

#ifdef SHA_BY_INSTRUCTIONS
struct sha_message {
  const uint8_t *at;
  uint64_t whole, blocks;      /* blocks of its bytes alone, and all */
  uint8_t ends[2 * SHA_BLOCK]; /* the others */
};

V_INLINE void sha_message_of(const struct hash_rows *rows, size_t row, struct sha_message *message) {
  const uint64_t begin = rows->begin[row], length = rows->end[row] - begin;
  message->at = rows->bytes + begin;
  message->whole = length / SHA_BLOCK;
  message->blocks = (length + MESSAGE_COUNT) / SHA_BLOCK + 1;
  const uint64_t done = SHA_BLOCK * message->whole, more = message->blocks - message->whole;
  v8_store_ended64(message->ends, message->at + done, (size_t)(length - done),
                   rows->size - begin - done >= SHA_BLOCK);
  if (more == 2) memset(message->ends + SHA_BLOCK, 0, SHA_BLOCK);
  store_be64(message->ends + SHA_BLOCK * more - MESSAGE_COUNT, length << 3);
}

V_INLINE const uint8_t *sha_message_block(const struct sha_message *message, uint64_t block) {
  return block < message->whole ? message->at + SHA_BLOCK * block
                                : message->ends + SHA_BLOCK * (block - message->whole);
}

/* Rows one by one, or two by two. */
V_INLINE void sha_by_instructions(const struct sha *sha, const struct hash_rows *rows, size_t first,
                                  size_t count, uint64_t *values) {
  const size_t results = sha_results(sha);
  struct sha_message messages[SHA_PAIR];
  for (size_t row = first, next; row < count; row = next) {
    next = count - row < SHA_PAIR ? count : row + SHA_PAIR;
    uint32_t states[SHA_PAIR][SHA_WORDS];
    uint64_t together = 0, block = 0;
    for (size_t m = 0; m < next - row; m++) {
      memcpy(states[m], sha->initial, sizeof sha->initial);
      sha_message_of(rows, row + m, &messages[m]);
    }
    if (next - row == SHA_PAIR)
      together = messages[0].blocks < messages[1].blocks ? messages[0].blocks : messages[1].blocks;
    for (; block < together; block++) {
      const uint8_t *blocks[SHA_PAIR] = {sha_message_block(&messages[0], block),
                                         sha_message_block(&messages[1], block)};
      sha->pair(states, blocks);
    }
    for (size_t m = 0; m < next - row; m++) {
      for (uint64_t i = block; i < messages[m].blocks; i++) {
        const uint8_t *alone = sha_message_block(&messages[m], i);
        sha->one(states + m, &alone);
      }
      for (size_t i = 0; i < results; i++)
        values[(row + m) * results + i] = (uint64_t)states[m][2 * i] << 32 | states[m][2 * i + 1];
    }
  }
}
#else
V_INLINE void sha_by_instructions(const struct sha *sha, const struct hash_rows *rows, size_t first,
                                  size_t count, uint64_t *values) {
  (void)sha, (void)rows, (void)first, (void)count, (void)values; /* never preferred */
}
#endif

/* A group, and rows by instructions. Each stands apart: two places call it. */
typedef void sha_group_function(const struct hash_rows *rows, size_t row, uint64_t *values);
typedef void sha_rows_function(const struct hash_rows *rows, size_t first, size_t count, uint64_t *values);

V_INLINE size_t sha_in_lanes(const struct sha *sha, sha_group_function *group_of, sha_rows_function *rows_of,
                             const struct hash_rows *rows, size_t count, uint64_t *values) {
  const size_t results = sha_results(sha);
  size_t row = 0;
  for (; row + SHA_ROWS <= count; row += SHA_ROWS) group_of(rows, row, values + row * results);
  if (row == count) return count;
  if (sha_prefers_instructions(sha, count - row)) {
    rows_of(rows, row, count, values);
    return count;
  }
  /* A group that is not full repeats its last row. */
  uint64_t begin[SHA_ROWS], end[SHA_ROWS], seeds[SHA_ROWS], group[MOST_HASH_VALUES * SHA_ROWS];
  const struct hash_rows last = hash_last_rows(rows, row, count, SHA_ROWS, begin, end, seeds);
  group_of(&last, 0, group);
  memcpy(values + row * results, group, (count - row) * results * sizeof *group);
  return count;
}

/* The end of keys of one width in the sixteen bytes that it falls into: which bits of the words are theirs,
 * and the 0x80 after them. */
struct sha_key_end {
  vec32 kept[4], mark[4];
};

V_INLINE struct sha_key_end sha_key_end(size_t width) {
  struct sha_key_end end;
  for (size_t i = 0; i < 4; i++) {
    const size_t word = width % KEY_UNIT / 4, bits = 8 * (width % 4);
    const uint32_t below = (1U << bits) - 1;
    end.kept[i] = v32_set1(i < word ? UINT32_MAX : i == word ? below : 0);
    end.mark[i] = v32_set1(i == word ? 0x80U << bits : 0);
  }
  return end;
}

/* Block number `block` of keys and of what follows them. */
V_INLINE void sha_load_keys(const struct hash_keys *keys, size_t row, size_t block,
                            const struct sha_key_end *end, sha_block words) {
  const uint8_t *rows = keys->at + row * keys->stride;
  for (size_t s = 0; s < V_STREAMS_SHA; s++, rows += V32_LANES * keys->stride) {
    for (size_t first = 0; first < 16; first += 4) {
      const size_t at = SHA_BLOCK * block + 4 * first;
      vec32 four[4] = {v32_set1(0), v32_set1(0), v32_set1(0), v32_set1(0)};
      if (at < keys->width) {
        if (keys->width <= 8 && keys->stride == 8)
          v32_load_pairs(rows, four);
        else
          v32_load_rows(rows + at, keys->stride, four);
      }
      for (size_t i = 0; i < 4; i++) {
        if (at + KEY_UNIT > keys->width && at <= keys->width)
          four[i] = v32_or(v32_and(four[i], end->kept[i]), end->mark[i]);
        words[first + i][s] = v32_bswap(four[i]);
      }
    }
  }
}

V_INLINE size_t sha_fixed(const struct sha *sha, const struct hash_keys *keys, size_t count,
                          uint64_t *values) {
  const size_t width = keys->width, last = (width + MESSAGE_COUNT) / SHA_BLOCK;
  const size_t safe = key_safe_rows(count, keys->stride, key_beyond(width));
  const struct sha_key_end end = sha_key_end(width);
  size_t row = 0;
  if (sha_prefers_instructions(sha, safe)) return 0;
  for (; row + SHA_ROWS <= safe; row += SHA_ROWS) {
    sha_state state;
    sha_block words;
    sha_begin(sha, state);
    for (size_t block = 0; block <= last; block++) {
      sha_load_keys(keys, row, block, &end, words);
      for (size_t s = 0; block == last && s < V_STREAMS_SHA; s++) {
        words[14][s] = v32_set1((uint32_t)((uint64_t)width >> 29));
        words[15][s] = v32_set1((uint32_t)((uint64_t)width << 3));
      }
      sha->block(state, words);
    }
    sha_end(sha, state, values + row * sha_results(sha));
  }
  return row;
}

/* The drivers of a hash in which it is a constant. Rows that go through lanes are ordered; two by two, they
 * need not be. */
#define SHA_DEFINE(name, steps)                                                                 \
  static __attribute__((noinline)) void name##_group(const struct hash_rows *rows, size_t row,  \
                                                     uint64_t *values) {                        \
    sha_group(&(steps), rows, row, values);                                                     \
  }                                                                                             \
  static __attribute__((noinline)) void name##_rows(const struct hash_rows *rows, size_t first, \
                                                    size_t count, uint64_t *values) {           \
    sha_by_instructions(&(steps), rows, first, count, values);                                  \
  }                                                                                             \
  static size_t name##_in_lanes(const struct hash_rows *rows, size_t count, uint64_t *values) { \
    return sha_in_lanes(&(steps), name##_group, name##_rows, rows, count, values);              \
  }                                                                                             \
  static size_t name##_strings(const struct hash_rows *rows, size_t count, uint64_t *values) {  \
    static const struct hash_drivers in_lanes = {NULL, name##_in_lanes, SHA_ROWS};              \
    if (!sha_prefers_instructions(&(steps), count))                                             \
      return hash_parts(&in_lanes, sha_results(&(steps)), rows, count, values);                 \
    name##_rows(rows, 0, count, values);                                                        \
    return count;                                                                               \
  }                                                                                             \
  static size_t name##_fixed(const struct hash_keys *keys, size_t count, uint64_t *values) {    \
    return sha_fixed(&(steps), keys, count, values);                                            \
  }

#endif
