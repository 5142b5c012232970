/* MD5 of strings of any length. Lanes run to the longest message of their group, so messages are first
 * ordered by their count of blocks. */
#ifndef ROWKEY_SIMD_KERNELS_MD5_STRINGS_H
#define ROWKEY_SIMD_KERNELS_MD5_STRINGS_H

#include "simd/kernels/md5_constants.h"
#include "simd/kernels/md5_short_strings.h"
#include "simd/kernels/order.h"

#define MD5_STREAMS V_STREAMS_MD5_STRINGS
#define MD5_ROUNDS md5_strings_rounds
#include "simd/kernels/md5_rounds.h"

enum {
  MD5_GROUP = V_STREAMS_MD5_STRINGS * V32_LANES,
  MD5_SHORT_RUN = MD5_SHORT_ROWS > 16 ? MD5_SHORT_ROWS : 16, /* short strings that end a part */
  MD5_STAGE = 4 /* blocks of a message that are loaded side by side: messages a multiple of 4096 bytes apart
                   share a few lines of the first cache, and would drive each other out between two blocks */
};

/* Messages that are hashed together. */
struct md5_messages {
  const uint8_t *bytes[MD5_GROUP];
  uint64_t whole[MD5_GROUP];  /* blocks that can be read where they are */
  uint64_t blocks[MD5_GROUP]; /* those and one or two more */
  uint32_t bits_low[MD5_GROUP], bits_high[MD5_GROUP];
  uint8_t tails[MD5_GROUP][64]; /* the bytes after the last whole block, 0x80, zeros; the bit count is added
                                   in registers */
};

V_INLINE void md5_add_message(struct md5_messages *messages, size_t i, const uint8_t *bytes, uint64_t length,
                              uint64_t readable) {
  const uint64_t start = length & ~UINT64_C(63);
  const size_t rest = (size_t)(length - start);
  v8_store_ended64(messages->tails[i], bytes + start, rest, readable >= start + 64);
  messages->bytes[i] = bytes;
  messages->whole[i] = start / 64;
  messages->blocks[i] = start / 64 + (rest < 56 ? 1 : 2);
  messages->bits_low[i] = (uint32_t)(length << 3);
  messages->bits_high[i] = (uint32_t)(length >> 29);
}

/* The message at `from` once more. */
V_INLINE void md5_repeat_message(struct md5_messages *messages, size_t i, size_t from) {
  memcpy(messages->tails[i], messages->tails[from], sizeof messages->tails[i]);
  messages->bytes[i] = messages->bytes[from];
  messages->whole[i] = messages->whole[from];
  messages->blocks[i] = messages->blocks[from];
  messages->bits_low[i] = messages->bits_low[from];
  messages->bits_high[i] = messages->bits_high[from];
}

/* Where each message's block number `block` stands. Messages that have ended get zeros. */
V_INLINE void md5_locate_blocks(const struct md5_messages *messages, uint64_t block,
                                const uint8_t *sources[MD5_GROUP]) {
  static const uint8_t zeros[64] = {0};
  for (int i = 0; i < MD5_GROUP; i++) {
    const uint64_t whole = messages->whole[i];
    sources[i] = block < whole    ? messages->bytes[i] + 64 * block
                 : block == whole ? messages->tails[i]
                                  : zeros;
  }
}

/* Ones in the lanes of messages whose last block is `block`, and of those that have it or later ones. */
V_INLINE void md5_ends(const uint64_t blocks[V32_LANES], uint64_t block, vec32 *ending, vec32 *running) {
  uint32_t ends[V32_LANES], runs[V32_LANES];
  for (int i = 0; i < V32_LANES; i++) {
    ends[i] = blocks[i] - 1 == block ? UINT32_MAX : 0;
    runs[i] = blocks[i] > block ? UINT32_MAX : 0;
  }
  *ending = v32_load_words(ends);
  *running = v32_load_words(runs);
}

/* Blocks of the messages of stream s, from `offset` on where their sources begin. */
V_INLINE void md5_load_blocks(const uint8_t *const sources[MD5_GROUP], int s, size_t offset, size_t blocks,
                              vec32 words[][16][V_STREAMS_MD5_STRINGS]) {
  for (size_t quarter = 0; quarter < 4 * blocks; quarter++) {
    vec32 four[4];
    v32_load_pointers(sources + s * V32_LANES, offset + 16 * quarter, four);
    for (size_t i = 0; i < 4; i++) words[quarter / 4][quarter % 4 * 4 + i][s] = four[i];
  }
}

/* One block of every message, and for those that it ends the bit count; those that have ended keep their
 * state. */
V_INLINE void md5_strings_block(const struct md5_messages *messages, uint64_t block, bool ends, bool all_end,
                                const uint8_t *const sources[MD5_GROUP], size_t offset,
                                const uint32_t addends[64], vec32 state[4][V_STREAMS_MD5_STRINGS]) {
  vec32 loaded[1][16][V_STREAMS_MD5_STRINGS], before[4][V_STREAMS_MD5_STRINGS];
  vec32(*words)[V_STREAMS_MD5_STRINGS] = loaded[0];
  vec32 running[V_STREAMS_MD5_STRINGS];
  for (int s = 0; s < V_STREAMS_MD5_STRINGS; s++) {
    md5_load_blocks(sources, s, offset, 1, loaded);
    if (!ends) continue;
    const vec32 low = v32_load_words(messages->bits_low + s * V32_LANES);
    const vec32 high = v32_load_words(messages->bits_high + s * V32_LANES);
    if (all_end) {
      words[14][s] = low;
      words[15][s] = high;
      continue;
    }
    vec32 ending;
    md5_ends(messages->blocks + s * V32_LANES, block, &ending, &running[s]);
    words[14][s] = v32_select(ending, low, words[14][s]);
    words[15][s] = v32_select(ending, high, words[15][s]);
    for (int i = 0; i < 4; i++) before[i][s] = state[i][s];
  }
  md5_strings_rounds(state, words, 0xffff, addends, md5_nothing_meanwhile, NULL);
  if (!ends || all_end) return;
  for (int s = 0; s < V_STREAMS_MD5_STRINGS; s++)
    for (int i = 0; i < 4; i++) state[i][s] = v32_select(running[s], state[i][s], before[i][s]);
}

/* Into the second cache: the first one is full of what is being hashed. */
V_INLINE void md5_fetch(const uint8_t *const *messages, size_t offset) {
  if (messages == NULL) return;
  for (int i = 0; i < MD5_GROUP; i++) __builtin_prefetch(messages[i] + offset, 0, 2);
}

/* The digests of one group of messages. next: messages that will be hashed after these, to be fetched, or
 * NULL; whole: the fewest whole blocks of a message. */
static void md5_strings_group(const struct md5_messages *messages, const uint8_t *const *next, uint64_t whole,
                              const uint32_t addends[64], uint8_t *digests) {
  vec32 state[4][V_STREAMS_MD5_STRINGS];
  const uint8_t *sources[MD5_GROUP];
  uint64_t fewest = UINT64_MAX, most = 0;
  for (int i = 0; i < MD5_GROUP; i++) {
    if (messages->blocks[i] < fewest) fewest = messages->blocks[i];
    if (messages->blocks[i] > most) most = messages->blocks[i];
  }
  for (int s = 0; s < V_STREAMS_MD5_STRINGS; s++)
    for (int i = 0; i < 4; i++) state[i][s] = v32_set1(md5_initial[i]);

  uint64_t block = 0;
  for (; block + MD5_STAGE <= whole; block += MD5_STAGE) {
    vec32 words[MD5_STAGE][16][V_STREAMS_MD5_STRINGS];
    for (int s = 0; s < V_STREAMS_MD5_STRINGS; s++)
      md5_load_blocks(messages->bytes, s, (size_t)block * 64, MD5_STAGE, words);
    for (size_t i = 0; i < MD5_STAGE; i++) {
      md5_fetch(next, (size_t)(block + i) * 64);
      md5_strings_rounds(state, words[i], 0xffff, addends, md5_nothing_meanwhile, NULL);
    }
  }
  for (; block < whole; block++) {
    md5_fetch(next, (size_t)block * 64);
    md5_strings_block(messages, block, false, false, messages->bytes, (size_t)block * 64, addends, state);
  }
  for (; block < most; block++) {
    md5_locate_blocks(messages, block, sources);
    md5_strings_block(messages, block, block + 1 >= fewest, fewest == most, sources, 0, addends, state);
  }
  for (int s = 0; s < V_STREAMS_MD5_STRINGS; s++) {
    const vec32 digest[4] = {state[0][s], state[1][s], state[2][s], state[3][s]};
    v32_store_digests(digests + 16 * s * V32_LANES, digest);
  }
}

static void md5_strings_part(const struct rowkey_strings *strings, size_t first, size_t rows,
                             const uint32_t addends[64], uint8_t *digests) {
  uint16_t order[ORDER_ROWS];
  uint8_t results[MD5_GROUP * 16];
  struct md5_messages messages;
  /* After the last whole block come at least 0x80 and the bit count, nine bytes. */
  order_by_blocks(strings->begin + first, strings->end + first, rows, 8, order);
  for (size_t group = 0; group < rows; group += MD5_GROUP) {
    const size_t count = rows - group < MD5_GROUP ? rows - group : MD5_GROUP;
    uint64_t whole = UINT64_MAX;
    for (size_t i = 0; i < count; i++) {
      const size_t row = first + order[group + i];
      const uint64_t begin = strings->begin[row];
      md5_add_message(&messages, i, strings->bytes + begin, strings->end[row] - begin, strings->size - begin);
      if (messages.whole[i] < whole) whole = messages.whole[i];
    }
    /* A group that is not full repeats its last message. */
    for (size_t i = count; i < MD5_GROUP; i++) md5_repeat_message(&messages, i, count - 1);
    /* Long messages are fetched while those before them are hashed; short ones side by side are fetched by
     * the processor itself. */
    const uint8_t *next[MD5_GROUP];
    const bool fetch = whole >= 4 && group + MD5_GROUP < rows;
    for (size_t i = 0; fetch && i < MD5_GROUP; i++) {
      const size_t later = group + MD5_GROUP + i;
      next[i] = strings->bytes + strings->begin[first + order[later < rows ? later : rows - 1]];
    }
    md5_strings_group(&messages, fetch ? next : NULL, whole, addends, results);
    for (size_t i = 0; i < count; i++)
      memcpy(digests + 16 * (first + order[group + i]), results + 16 * i, 16);
  }
}

/* Where strings that are ordered together, from `row` on, end: at ORDER_ROWS, or where a run of short ones
 * begins. */
V_INLINE size_t md5_part_end(const struct rowkey_strings *strings, size_t row, size_t rows) {
  const size_t most = rows - row < ORDER_ROWS ? rows : row + ORDER_ROWS;
  for (size_t end = row + MD5_SHORT_RUN; end < most; end += MD5_SHORT_RUN) {
    if (strings->end[end] - strings->begin[end] >= 2 * MD5_UNIT) continue;
    const size_t next = rows - end < MD5_SHORT_RUN ? rows : end + MD5_SHORT_RUN;
    if (md5_are_short(strings, end, next, 2)) return end;
  }
  return most;
}

static void md5_strings(const struct rowkey_strings *strings, size_t rows, uint8_t *digests) {
  const uint32_t *addends = md5_plain_addends();
  for (size_t row = 0, next; row < rows; row = next) {
    const size_t left = rows - row;
    uint8_t *to = digests + 16 * row;
    if (left >= MD5_SHORT_ROWS && md5_short_strings(strings, row, addends, to)) {
      next = row + MD5_SHORT_ROWS;
    } else if (left < MD5_SHORT_ROWS && md5_last_short_strings(strings, row, rows, addends, to)) {
      next = rows;
    } else {
      next = md5_part_end(strings, row, rows);
      md5_strings_part(strings, row, next - row, addends, digests);
    }
  }
}

#endif
