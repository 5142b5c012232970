/* MD5 of strings of any length. Lanes run to the longest message of their group, so messages are first
 * ordered by their count of blocks. */
#ifndef ROWKEY_SIMD_KERNELS_MD5_STRINGS_H
#define ROWKEY_SIMD_KERNELS_MD5_STRINGS_H

#include "simd/kernels/md5_constants.h"
#include "simd/kernels/md5_short_strings.h"
#include "simd/kernels/message_ends.h"
#include "simd/kernels/order.h"

#define MD5_STREAMS V_STREAMS_MD5_STRINGS
#define MD5_ROLLED V_MD5_ROLLED
#define MD5_ROUNDS md5_strings_steps
#include "simd/kernels/md5_rounds.h"

enum {
  MD5_GROUP = V_STREAMS_MD5_STRINGS * V32_LANES,
  MD5_SHORT_RUN = MD5_SHORT_ROWS > 16 ? MD5_SHORT_ROWS : 16, /* short strings that end a part */
  MD5_STAGE = 2 /* blocks of a message that are loaded side by side: messages a multiple of 4096 bytes apart
                   share a few lines of the first cache, and would drive each other out between two blocks */
};
typedef vec32 md5_block[16][V_STREAMS_MD5_STRINGS];
typedef vec32 md5_state[4][V_STREAMS_MD5_STRINGS];

/* Messages that are hashed together: where each begins and ends, from where the strings' bytes are. */
struct md5_group {
  const uint64_t *begin, *end; /* begins and ends below, or the caller's own */
  uint64_t begins[MD5_GROUP], ends[MD5_GROUP];
};

/* Messages that are fetched while others are hashed: a line of each in turn or, if they are long, one message
 * after the other, in which order they mostly lie in memory. */
struct md5_fetch {
  const uint8_t *bytes;
  const uint64_t *begin, *end; /* of MD5_GROUP messages; NULL: none */
  bool in_turn;
  bool near;      /* into the first cache, not the second, where they are not fetched in turn */
  uint64_t at;    /* the next line: so many bytes after its message begins */
  size_t message; /* its message, where they are not fetched in turn */
};

static struct md5_fetch md5_fetch_of(const uint8_t *bytes, const uint64_t *begin, const uint64_t *end) {
  enum { LONG = 1024 };
  const struct rowkey_tuning *tuning = rowkey_tuning();
  const uint64_t length = end[0] - begin[0];
  const bool in_turn = length < tuning->md5_fetches_whole_from;
  return (struct md5_fetch){.bytes = bytes,
                            .begin = begin,
                            .end = end,
                            .in_turn = in_turn,
                            .near = length >= LONG && tuning->md5_fetches_near};
}

V_INLINE void md5_fetch_some(void *work, unsigned turn) {
  enum { SOME = (MD5_GROUP + MD5_TURNS - 1) / MD5_TURNS, LINE = 64 };
  struct md5_fetch *fetch = work;
  if (fetch->begin == NULL) return;
  if (fetch->in_turn) {
    const uint8_t *lines = fetch->bytes + fetch->at;
    for (unsigned i = SOME * turn; i < SOME * (turn + 1) && i < MD5_GROUP; i++)
      __builtin_prefetch(lines + fetch->begin[i], 0, 2);
    if (turn + 1 == MD5_TURNS) fetch->at += LINE;
    return;
  }
  for (unsigned i = 0; i < SOME && fetch->message < MD5_GROUP; i++) {
    const uint64_t line = fetch->begin[fetch->message] + fetch->at;
    if (fetch->near) {
      __builtin_prefetch(fetch->bytes + line, 0, 3);
    } else {
      __builtin_prefetch(fetch->bytes + line, 0, 2);
    }
    /* A branch that is predicted: without it, each line would wait for a load that waits for the line before.
     */
    if (__builtin_expect(line + LINE < fetch->end[fetch->message], 1)) {
      fetch->at += LINE;
      continue;
    }
    fetch->message++;
    fetch->at = 0;
  }
}

static __attribute__((noinline)) void md5_strings_rounds(md5_state state, const md5_block words,
                                                         const uint32_t addends[64],
                                                         struct md5_fetch *fetch) {
  md5_strings_steps(state, words, 0xffff, addends, md5_fetch_some, fetch);
}

static __attribute__((noinline)) void md5_load_blocks(const uint8_t *bytes, const uint64_t *begin,
                                                      size_t blocks, md5_block words[]) {
  for (int s = 0; s < V_STREAMS_MD5_STRINGS; s++)
    for (size_t i = 0; i < blocks; i++)
      v32_load_rows64(bytes + 64 * i, begin + s * V32_LANES, &words[i][0][s], V_STREAMS_MD5_STRINGS);
}

/* Which messages end with a block. */
enum md5_ends { MD5_NONE_ENDS, MD5_SOME_END, MD5_ALL_END };

/* A block that some messages' bytes do not fill. running, where some end: ones in the lanes of those that
 * have not ended before. */
static __attribute__((noinline)) void md5_load_ends(const struct rowkey_strings *strings,
                                                    const struct md5_group *group, uint64_t block,
                                                    enum md5_ends ends, md5_block words,
                                                    vec32 running[V_STREAMS_MD5_STRINGS]) {
  uint64_t begin[MD5_GROUP], left[MD5_GROUP];
  for (int i = 0; i < MD5_GROUP; i++) {
    begin[i] = group->begin[i] + 64 * block;
    left[i] = group->end[i] - begin[i];
  }
  for (int s = 0; s < V_STREAMS_MD5_STRINGS; s++) {
    const int first = s * V32_LANES;
    v32_load_ended64(strings->bytes, strings->size, begin + first, left + first, &words[0][s],
                     V_STREAMS_MD5_STRINGS);
    if (ends == MD5_NONE_ENDS) continue;
    const struct message_ends these = message_ends(group->begin + first, group->end + first, block);
    if (ends == MD5_SOME_END) {
      running[s] = these.running;
      words[14][s] = v32_select(these.is_last, these.low, words[14][s]);
      words[15][s] = v32_select(these.is_last, these.high, words[15][s]);
    } else {
      words[14][s] = these.low;
      words[15][s] = these.high;
    }
  }
}

/* The digests of one group. fetch: messages that will be hashed after these. Not inlined: its blocks would
 * lie on the stack while strings are ordered. */
static __attribute__((noinline)) void md5_strings_group(const struct rowkey_strings *strings,
                                                        const struct md5_group *group, struct md5_fetch fetch,
                                                        const uint32_t addends[64], uint8_t *digests) {
  md5_state state;
  md5_block words[MD5_STAGE];
  uint64_t shortest = UINT64_MAX, longest = 0;
  for (int i = 0; i < MD5_GROUP; i++) {
    const uint64_t length = group->end[i] - group->begin[i];
    shortest = length < shortest ? length : shortest;
    longest = length > longest ? length : longest;
  }
  const uint64_t whole = shortest / 64;
  const uint64_t first_last = (shortest + MESSAGE_COUNT) / 64, last = (longest + MESSAGE_COUNT) / 64;
  for (int s = 0; s < V_STREAMS_MD5_STRINGS; s++)
    for (int i = 0; i < 4; i++) state[i][s] = v32_set1(md5_initial[i]);

  uint64_t block = 0;
  while (block < whole) {
    const size_t blocks = whole - block < MD5_STAGE ? 1 : MD5_STAGE;
    md5_load_blocks(strings->bytes + 64 * block, group->begin, blocks, words);
    for (size_t i = 0; i < blocks; i++, block++) md5_strings_rounds(state, words[i], addends, &fetch);
  }
  for (; block <= last; block++) {
    const enum md5_ends ends = block < first_last   ? MD5_NONE_ENDS
                               : first_last == last ? MD5_ALL_END
                                                    : MD5_SOME_END;
    vec32 running[V_STREAMS_MD5_STRINGS];
    md5_state before;
    md5_load_ends(strings, group, block, ends, words[0], running);
    if (ends == MD5_SOME_END) memcpy(before, state, sizeof state);
    md5_strings_rounds(state, words[0], addends, &fetch);
    for (int s = 0; ends == MD5_SOME_END && s < V_STREAMS_MD5_STRINGS; s++)
      for (int i = 0; i < 4; i++) state[i][s] = v32_select(running[s], state[i][s], before[i][s]);
  }
  for (int s = 0; s < V_STREAMS_MD5_STRINGS; s++) {
    const vec32 digest[4] = {state[0][s], state[1][s], state[2][s], state[3][s]};
    v32_store_digests(digests + 16 * s * V32_LANES, digest);
  }
}

/* Strings that are hashed together, `count` of them, at most MD5_GROUP: number first + order[0], first +
 * order[1], … or, without an order, from first on. A group that is not full repeats its last one. */
V_INLINE void md5_gather_group(const struct rowkey_strings *strings, size_t first, const uint16_t *order,
                               size_t count, struct md5_group *group) {
  if (order == NULL && count == MD5_GROUP) {
    group->begin = strings->begin + first;
    group->end = strings->end + first;
    return;
  }
  for (size_t i = 0; i < MD5_GROUP; i++) {
    const size_t at = i < count ? i : count - 1, row = first + (order == NULL ? at : order[at]);
    group->begins[i] = strings->begin[row];
    group->ends[i] = strings->end[row];
  }
  group->begin = group->begins;
  group->end = group->ends;
}

/* Strings first … first + rows - 1, at most ORDER_ROWS, in the order if there is one. `after`: how many
 * follow them. */
static __attribute__((noinline)) void md5_strings_in_order(const struct rowkey_strings *strings, size_t first,
                                                           size_t rows, size_t after, const uint16_t *order,
                                                           const uint32_t addends[64], uint8_t *digests) {
  uint8_t results[MD5_GROUP * 16];
  struct md5_group groups[2];
  for (size_t done = 0, next; done < rows; done = next) {
    struct md5_group *group = &groups[done / MD5_GROUP % 2], *later = &groups[(done / MD5_GROUP + 1) % 2];
    const size_t count = rows - done < MD5_GROUP ? rows - done : MD5_GROUP;
    next = done + count;
    if (done == 0) md5_gather_group(strings, first, order, count, group);
    struct md5_fetch fetch = {.begin = NULL};
    if (next < rows) {
      const size_t more = rows - next < MD5_GROUP ? rows - next : MD5_GROUP;
      md5_gather_group(strings, order == NULL ? first + next : first, order == NULL ? NULL : order + next,
                       more, later);
      fetch = md5_fetch_of(strings->bytes, later->begin, later->end);
    } else if (after >= MD5_GROUP) {
      fetch = md5_fetch_of(strings->bytes, strings->begin + first + rows, strings->end + first + rows);
    }
    const bool in_place = order == NULL && count == MD5_GROUP;
    uint8_t *to = in_place ? digests + 16 * (first + done) : results;
    if (in_place && rowkey_tuning()->md5_fetches_digests)
      for (size_t i = 0; i < sizeof results; i += 64) __builtin_prefetch(to + i, 1, 3);
    md5_strings_group(strings, group, fetch, addends, to);
    for (size_t i = 0; !in_place && i < count; i++)
      memcpy(digests + 16 * (first + (order == NULL ? done + i : order[done + i])), results + 16 * i, 16);
  }
}

/* Strings with other counts of blocks than each other. Not inlined: strings of one length, keys of a width
 * among them, need no order on the stack. */
static __attribute__((noinline)) void md5_strings_mixed(const struct rowkey_strings *strings, size_t first,
                                                        size_t rows, size_t after, const uint32_t addends[64],
                                                        uint8_t *digests) {
  uint16_t order[ORDER_ROWS];
  order_by_blocks(strings->begin + first, strings->end + first, rows, MESSAGE_COUNT, order);
  md5_strings_in_order(strings, first, rows, after, order, addends, digests);
}

static void md5_strings_part(const struct rowkey_strings *strings, size_t first, size_t rows, size_t after,
                             const uint32_t addends[64], uint8_t *digests) {
  /* After a message come 0x80 and the bit count. */
  if (order_is_plain(strings->begin + first, strings->end + first, rows, MESSAGE_COUNT)) {
    md5_strings_in_order(strings, first, rows, after, NULL, addends, digests);
  } else {
    md5_strings_mixed(strings, first, rows, after, addends, digests);
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
#if MD5_FEW_ROWS
    } else if (left <= MD5_FEW_ROWS && md5_few_strings(strings, row, rows, to)) {
      next = rows;
#endif
    } else if (left < MD5_SHORT_ROWS && md5_last_short_strings(strings, row, rows, addends, to)) {
      next = rows;
    } else {
      next = md5_part_end(strings, row, rows);
      md5_strings_part(strings, row, next - row, rows - next, addends, digests);
    }
  }
}

#endif
