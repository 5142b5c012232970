/* MD5 of strings of any length. Lanes run to the longest message of their group, so messages are first
 * ordered by their count of blocks. */
#ifndef ROWKEY_SIMD_KERNELS_MD5_STRINGS_H
#define ROWKEY_SIMD_KERNELS_MD5_STRINGS_H

#include "simd/kernels/md5_constants.h"

#define MD5_STREAMS V_STREAMS_MD5_STRINGS
#define MD5_ROUNDS md5_strings_rounds
#include "simd/kernels/md5_rounds.h"

enum {
  MD5_GROUP = V_STREAMS_MD5_STRINGS * V32_LANES,
  MD5_PART = 512,          /* strings that are ordered together */
  MD5_ORDER_KEYS = 16 * 60 /* block counts are told apart exactly below 32, then to a sixteenth */
};

struct md5_message {
  const uint8_t *bytes;
  uint64_t bits;
  uint64_t whole;  /* blocks that can be read where they are */
  uint64_t blocks; /* those and one or two more */
  const uint8_t *tail;
};

/* Messages of one group. tails has room for 64 bytes each: the bytes behind the last whole block, 0x80,
 * zeros. The bit count is added in registers. */
V_INLINE void md5_make_message(struct md5_message *message, const uint8_t *bytes, uint64_t length,
                               uint64_t readable, uint8_t *tail) {
  const uint64_t start = length & ~UINT64_C(63);
  const size_t rest = (size_t)(length - start);
  v8_store_ended64(tail, bytes + start, rest, readable >= start + 64);
  *message = (struct md5_message){bytes, length << 3, start / 64, start / 64 + (rest < 56 ? 1 : 2), tail};
}

/* Where each message's block number `block` stands. Messages that have ended get zeros. */
V_INLINE void md5_locate_blocks(const struct md5_message messages[MD5_GROUP], uint64_t block,
                                const uint8_t *sources[MD5_GROUP]) {
  static const uint8_t zeros[64] = {0};
  for (int i = 0; i < MD5_GROUP; i++) {
    const struct md5_message *m = &messages[i];
    sources[i] = block < m->whole ? m->bytes + 64 * block : block == m->whole ? m->tail : zeros;
  }
}

/* Puts the bit counts into the blocks that are the last of their messages. running: ones in the lanes of
 * messages that have this block or later ones. */
V_INLINE void md5_end_blocks(const struct md5_message messages[V32_LANES], uint64_t block, vec32 *word14,
                             vec32 *word15, vec32 *running) {
  uint32_t low[V32_LANES], high[V32_LANES], ends[V32_LANES], runs[V32_LANES];
  for (int i = 0; i < V32_LANES; i++) {
    low[i] = (uint32_t)messages[i].bits;
    high[i] = (uint32_t)(messages[i].bits >> 32);
    ends[i] = messages[i].blocks - 1 == block ? UINT32_MAX : 0;
    runs[i] = messages[i].blocks > block ? UINT32_MAX : 0;
  }
  const vec32 mask = v32_load_words(ends);
  *word14 = v32_select(mask, v32_load_words(low), *word14);
  *word15 = v32_select(mask, v32_load_words(high), *word15);
  *running = v32_load_words(runs);
}

/* The digests of one group of messages. next: messages that will be hashed after these, to be fetched. */
static void md5_strings_group(const struct md5_message messages[MD5_GROUP],
                              const uint8_t *const next[MD5_GROUP], const uint32_t addends[64],
                              uint8_t *digests) {
  vec32 state[4][V_STREAMS_MD5_STRINGS];
  const uint8_t *sources[MD5_GROUP];
  uint64_t whole = UINT64_MAX, fewest = UINT64_MAX, most = 0;
  for (int i = 0; i < MD5_GROUP; i++) {
    sources[i] = messages[i].bytes;
    if (messages[i].whole < whole) whole = messages[i].whole;
    if (messages[i].blocks < fewest) fewest = messages[i].blocks;
    if (messages[i].blocks > most) most = messages[i].blocks;
  }
  /* Short messages side by side are fetched by the processor itself. */
  const uint64_t fetched = whole >= 4 ? whole : 0;
  for (int s = 0; s < V_STREAMS_MD5_STRINGS; s++)
    for (int i = 0; i < 4; i++) state[i][s] = v32_set1(md5_initial[i]);

  for (uint64_t block = 0; block < most; block++) {
    size_t offset = (size_t)block * 64;
    if (block < fetched)
      for (int i = 0; i < MD5_GROUP; i++) __builtin_prefetch(next[i] + offset);
    if (block >= whole) {
      md5_locate_blocks(messages, block, sources);
      offset = 0;
    }
    vec32 words[16][V_STREAMS_MD5_STRINGS], before[4][V_STREAMS_MD5_STRINGS];
    for (int s = 0; s < V_STREAMS_MD5_STRINGS; s++) {
      for (int quarter = 0; quarter < 4; quarter++) {
        vec32 four[4];
        v32_load_pointers(sources + s * V32_LANES, offset + 16 * (size_t)quarter, four);
        for (int i = 0; i < 4; i++) words[4 * quarter + i][s] = four[i];
      }
    }
    if (block + 1 < fewest) {
      md5_strings_rounds(state, words, 0xffff, addends);
      continue;
    }
    vec32 running[V_STREAMS_MD5_STRINGS];
    for (int s = 0; s < V_STREAMS_MD5_STRINGS; s++) {
      md5_end_blocks(messages + s * V32_LANES, block, &words[14][s], &words[15][s], &running[s]);
      for (int i = 0; i < 4; i++) before[i][s] = state[i][s];
    }
    md5_strings_rounds(state, words, 0xffff, addends);
    /* Messages that ended before this block keep the state they had. */
    for (int s = 0; s < V_STREAMS_MD5_STRINGS; s++)
      for (int i = 0; i < 4; i++) state[i][s] = v32_select(running[s], state[i][s], before[i][s]);
  }
  for (int s = 0; s < V_STREAMS_MD5_STRINGS; s++) {
    const vec32 digest[4] = {state[0][s], state[1][s], state[2][s], state[3][s]};
    v32_store_digests(digests + 16 * s * V32_LANES, digest);
  }
}

/* A key that rises with the count of blocks: 5 leading bits and how many bits follow them. */
V_INLINE unsigned md5_order_key(uint64_t blocks) {
  const unsigned bits = 64 - (unsigned)__builtin_clzll(blocks), shift = bits > 5 ? bits - 5 : 0;
  return 16 * shift + (unsigned)(blocks >> shift);
}

/* order[0 … rows): the rows by rising count of blocks. */
static void md5_order(const struct rowkey_strings *strings, size_t first, size_t rows, uint16_t *order) {
  uint16_t keys[MD5_PART], starts[MD5_ORDER_KEYS + 1];
  unsigned lowest = MD5_ORDER_KEYS, highest = 0;
  for (size_t i = 0; i < rows; i++) {
    const uint64_t length = strings->end[first + i] - strings->begin[first + i];
    const unsigned key = md5_order_key(length / 64 + (length % 64 < 56 ? 1 : 2));
    keys[i] = (uint16_t)key;
    order[i] = (uint16_t)i;
    if (key < lowest) lowest = key;
    if (key > highest) highest = key;
  }
  if (lowest == highest) return;
  memset(starts, 0, sizeof starts);
  for (size_t i = 0; i < rows; i++) starts[keys[i] + 1]++;
  for (unsigned key = lowest; key < highest; key++)
    starts[key + 1] = (uint16_t)(starts[key + 1] + starts[key]);
  for (size_t i = 0; i < rows; i++) order[starts[keys[i]]++] = (uint16_t)i;
}

static void md5_strings_part(const struct rowkey_strings *strings, size_t first, size_t rows,
                             const uint32_t addends[64], uint8_t *digests) {
  uint16_t order[MD5_PART];
  uint8_t tails[MD5_GROUP * 64], results[MD5_GROUP * 16];
  struct md5_message messages[MD5_GROUP];
  const uint8_t *next[MD5_GROUP];
  md5_order(strings, first, rows, order);
  for (size_t group = 0; group < rows; group += MD5_GROUP) {
    for (size_t i = 0; i < MD5_GROUP; i++) {
      /* A group that is not full repeats its last message. */
      const size_t row = first + order[group + i < rows ? group + i : rows - 1];
      const size_t later = group + i + MD5_GROUP;
      const uint64_t begin = strings->begin[row];
      md5_make_message(&messages[i], strings->bytes + begin, strings->end[row] - begin, strings->size - begin,
                       tails + 64 * i);
      next[i] = later < rows ? strings->bytes + strings->begin[first + order[later]] : messages[i].bytes;
    }
    md5_strings_group(messages, next, addends, results);
    for (size_t i = 0; i < MD5_GROUP && group + i < rows; i++)
      memcpy(digests + 16 * (first + order[group + i]), results + 16 * i, 16);
  }
}

static void md5_strings(const struct rowkey_strings *strings, size_t rows, uint8_t *digests) {
  static const uint32_t no_constant_words[16] = {0};
  uint32_t addends[64];
  md5_fold_constants(addends, no_constant_words);
  for (size_t row = 0; row < rows; row += MD5_PART)
    md5_strings_part(strings, row, rows - row < MD5_PART ? rows - row : MD5_PART, addends, digests);
}

#endif
