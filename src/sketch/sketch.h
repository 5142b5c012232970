/* The inside of a sketch: a hierarchy of compactors over byte strings, in one block of memory.
 *
 * Keys of level h stand for 2^h keys each. When the memory is full, a level is compacted: its keys are sorted
 * and every second one goes on to the next level, where it stands for both. Karnin, Lang, Liberty, "Optimal
 * Quantile Approximation in Streams", FOCS 2016, with two changes. Levels share the memory evenly, because
 * that makes the bound below least, which holds for certain, where theirs, which holds for most random bits,
 * would have them shrink. And every second compaction of a level takes the half that the one before it did
 * not, so that their errors tend to cancel: Ivkin, Liberty, Lang, Karnin, Braverman, "Streaming Quantiles
 * Algorithms with Small Space and Update Time", 2019.
 *
 * In a compaction at weight w, a string with r of the keys before it has r before it afterwards too when r is
 * even. When r is odd it has r + 1 if the first, third, … keys were taken, else r - 1: w rows too many or too
 * few. Both are summed up over all compactions, and no rank is wrong by more.
 */
#ifndef ROWKEY_SRC_SKETCH_SKETCH_H
#define ROWKEY_SRC_SKETCH_SKETCH_H

#include <rowkey/sketch.h>
#include <stdbool.h>
#include <string.h>

#include "regions/asking.h"

enum {
  SKETCH_KEY_MAX = 1024, /* bytes of a key that count */
  SKETCH_ROWS_BITS = 48, /* there are at most 2^48 rows, so that … */
  SKETCH_LEVELS_MAX = SKETCH_ROWS_BITS + 1
};
#define SKETCH_MEMORY_MIN ((size_t)64 << 10)
#define SKETCH_MEMORY_DEFAULT ((size_t)64 << 20)
#define SKETCH_MEMORY_MAX ((uint64_t)4 << 30) /* places fit in 32 bits */
#define SKETCH_OWN ((size_t)2 << 10)          /* of the memory, not for keys: the same on all machines */

struct sketch_level {
  size_t
      end; /* of its keys in the block; they begin where those of the level above end, that of the top at 0 */
  size_t count; /* of keys */
};

/* The block holds the keys from its beginning on, those of the highest level first, in no order within a
 * level. Before its end there is room for two words a key, in which keys are sorted. */
struct rowkey_sketch {
  uint64_t rows;
  uint64_t over, under; /* no rank is too high, or too low, by more rows */
  uint64_t random;      /* the state of SplitMix64 */
  /* Bit h is of level h: whether its last compaction took the first, third, … keys, and whether the next one
   * is to take the others. */
  uint64_t took_first, second_of_two;
  size_t room;  /* bytes of the block */
  size_t count; /* of keys in it */
  unsigned levels;
  struct sketch_level level[SKETCH_LEVELS_MAX];
  bool has_least;
  size_t least_size;
  uint8_t least[SKETCH_KEY_MAX]; /* of all keys that a compaction has seen */
  uint64_t *block;               /* after the struct */
};

/* A key in the block: two bytes of its size, then its bytes. */
enum { SKETCH_HEAD = 2 };
#define SKETCH_DROPPED UINT16_C(0x8000) /* a size with this bit is of a key that a compaction leaves out */

static inline uint8_t *sketch_keys(const struct rowkey_sketch *sketch) { return (uint8_t *)sketch->block; }

static inline uint16_t sketch_head(const uint8_t *key) {
  uint16_t head;
  memcpy(&head, key, SKETCH_HEAD);
  return head;
}
static inline void sketch_set_head(uint8_t *key, size_t head) {
  const uint16_t stored = (uint16_t)head;
  memcpy(key, &stored, SKETCH_HEAD);
}
static inline size_t sketch_key_size(const uint8_t *key) {
  return (size_t)(sketch_head(key) & ~SKETCH_DROPPED);
}

enum { SKETCH_WORDS = 2 * sizeof(uint64_t) }; /* bytes */

/* Where the keys of a level begin. */
static inline size_t sketch_begin(const struct rowkey_sketch *sketch, unsigned level) {
  return level + 1 < sketch->levels ? sketch->level[level + 1].end : 0;
}

/* Bytes that are free for keys and their words. */
static inline size_t sketch_free_bytes(const struct rowkey_sketch *sketch) {
  return sketch->room - sketch->level[0].end - sketch->count * SKETCH_WORDS;
}
/* What a key of this size takes of them. */
static inline size_t sketch_key_cost(size_t size) { return SKETCH_HEAD + size + SKETCH_WORDS; }

/* A sketch without keys whose block has so many bytes, a multiple of 8. NULL without memory. */
struct rowkey_sketch *rowkey_sketch_with_room(uint64_t room, rowkey_error *error);

void rowkey_sketch_note_least(struct rowkey_sketch *sketch, const uint8_t *key, size_t size);

/* Compacts levels until so many bytes are free, or no level has two keys. */
void rowkey_sketch_make_room(struct rowkey_sketch *sketch, size_t bytes);

/* Keys in order: words[i] holds the place of key i in its low 32 bits. */
static inline size_t sketch_place(uint64_t word) { return (size_t)(word & UINT32_MAX); }

/* Sorts the keys whose places are words[0 … count), which has room for twice as many. In no order where the
 * caller has stopped it; NULL never does. */
void rowkey_sketch_sort(const uint8_t *keys, uint64_t *words, size_t count, struct asking *asking);

/* Writes the places of the keys in keys[begin … end) to words, up to `most`, and returns how many. */
size_t rowkey_sketch_list(const uint8_t *keys, size_t begin, size_t end, uint64_t *words, size_t most);

/* The words of `count` keys, in the block. */
static inline uint64_t *sketch_words(const struct rowkey_sketch *sketch, size_t count) {
  return sketch->block + (sketch->room - count * SKETCH_WORDS) / sizeof(uint64_t);
}

#endif
