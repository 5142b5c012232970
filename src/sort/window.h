/* The next bytes of a group of keys, pressed into one number of 64 bits for each of them that sorts as they
 * do.
 *
 * Bits that all keys of the group share say nothing about their order. The others, side by side, are few:
 * four of a decimal digit, so that sixteen digits fit into a word. A key that ends within the bytes is like
 * one that goes on with zeros; the number of its bytes, below the bits, tells them apart. */
#ifndef ROWKEY_SORT_WINDOW_H
#define ROWKEY_SORT_WINDOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "sort/key_bytes.h"

enum { WINDOW_WORDS = 3, WINDOW_BYTES = 8 * WINDOW_WORDS };

/* The bits of a word that a mask selects, moved together to its lowest ones in at most six steps, as in
 * Hacker's Delight, 7-4. */
struct squeeze {
  uint64_t mask;
  unsigned bits;
  unsigned first; /* how far all of them are moved, before the steps */
  unsigned steps;
  struct {
    uint64_t moved;
    unsigned by;
  } step[6];
};

struct sort_window {
  size_t from;  /* the bytes before are equal in all keys of the group */
  size_t bytes; /* of the window */
  struct squeeze squeeze[WINDOW_WORDS];
  bool ragged;      /* some keys end within the window: the lowest bits are how many bytes of it they have */
  uint64_t varying; /* the bits of the words that may differ */
};
enum { RAGGED_BITS = 5 };

static inline uint64_t load_word(const uint8_t *p) {
  uint64_t word;
  memcpy(&word, p, sizeof word);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  return word;
}

/* The WINDOW_BYTES at p as big-endian numbers; zeros stand in for those that may not be read. Bytes after the
 * end of a key are those of other keys. */
static inline void load_window(const uint8_t *p, const uint8_t *end, uint64_t words[WINDOW_WORDS]) {
  uint8_t last[WINDOW_BYTES];
  if ((size_t)(end - p) < WINDOW_BYTES) {
    memset(last, 0, sizeof last);
    memcpy(last, p, (size_t)(end - p));
    p = last;
  }
  for (size_t i = 0; i < WINDOW_WORDS; i++) words[i] = load_word(p + 8 * i);
}

/* The bits of word i of a window that `size` bytes from its beginning on have. */
static inline uint64_t bits_of_bytes(size_t size, size_t i) {
  if (size <= 8 * i) return 0;
  return size - 8 * i >= 8 ? ~UINT64_C(0) : ~(~UINT64_C(0) >> 8 * (size - 8 * i));
}

static inline uint64_t squeezed(const struct squeeze *squeeze, uint64_t word) {
  word = (word & squeeze->mask) >> squeeze->first;
  for (unsigned i = 0; i < squeeze->steps; i++) {
    const uint64_t moved = word & squeeze->step[i].moved;
    word = (word ^ moved) | moved >> squeeze->step[i].by;
  }
  return word;
}

/* The word of one key of the group. */
static inline uint64_t window_word(const struct sort_window *window, const struct sort_keys *keys,
                                   uint64_t row) {
  size_t size;
  const uint8_t *key = key_at(keys, row, &size);
  uint64_t words[WINDOW_WORDS], word = 0;
  load_window(key + window->from, keys->end, words);
  const size_t after = size - window->from;
  for (size_t i = 0; i < WINDOW_WORDS; i++) {
    const struct squeeze *squeeze = &window->squeeze[i];
    if (squeeze->mask == 0) continue;
    /* The masks of other windows have no bits after the end of the shortest key. */
    if (window->ragged) words[i] &= bits_of_bytes(after, i);
    word = word << (squeeze->bits & 63) | squeezed(squeeze, words[i]);
  }
  if (window->ragged) word = word << RAGGED_BITS | (after < window->bytes ? after : window->bytes);
  return word;
}

/* Whether keys of this word end within the window: then they are equal. */
static inline bool window_ends_key(const struct sort_window *window, uint64_t word) {
  return window->ragged && (word & ((1 << RAGGED_BITS) - 1)) < window->bytes;
}

/* The window of keys that differ in the bits of `masks` within the WINDOW_BYTES from `from` on, and whose
 * sizes are from `shortest` to `longest`, which are at least `from`. */
struct sort_window rowkey_sort_window(size_t from, const uint64_t masks[WINDOW_WORDS], size_t shortest,
                                      size_t longest);

#endif
