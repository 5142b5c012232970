/* Keys of a sketch in order, sorted as words: in the high half the next few bytes of the key, in the low half
 * its place.
 *
 * Words are sorted by a radix sort; keys whose words are equal then take their next bytes: Ng,
 * Kakehi, "Cache Efficient Radix Sort for String Sorting", 2007. Here they begin after what all of the keys
 * have in common, so that literal text and long equal keys cost one comparison, and bytes are packed as
 * digits of the least base that will do, so that nine decimal digits go into a word.
 */
#include "regions/strings.h"
#include "sketch/sketch.h"

enum {
  RADIX = 256,
  DIGITS = 4,      /* of a word's high half */
  FEW_WORDS = 40,  /* sorted by insertion, … */
  FEW_KEYS = 8,    /* … and by comparing keys */
  MANY_KEYS = 512, /* worth looking for an alphabet */
  AHEAD = 16
};

size_t rowkey_sketch_list(const uint8_t *keys, size_t begin, size_t end, uint64_t *words, size_t most) {
  size_t count = 0;
  for (size_t at = begin; at < end && count < most; at += SKETCH_HEAD + sketch_key_size(keys + at))
    words[count++] = at;
  return count;
}

/* ---- Words ----------------------------------------------------------------------------------- */

static size_t digit_of(uint64_t word, unsigned digit) { return word >> (32 + 8 * digit) & (RADIX - 1); }

static void insert_words(uint64_t *words, size_t count) {
  for (size_t i = 1; i < count; i++) {
    const uint64_t word = words[i];
    size_t at = i;
    for (; at > 0 && words[at - 1] > word; at--) words[at] = words[at - 1];
    words[at] = word;
  }
}

/* By their high halves, from the lowest byte to the highest, in turns here and in `other`. */
__attribute__((noinline)) static void sort_words(uint64_t *words, size_t count, uint64_t *other,
                                                 struct asking *asking) {
  if (count <= FEW_WORDS) {
    insert_words(words, count);
    return;
  }
  size_t next[DIGITS][RADIX] = {{0}};
  for (size_t i = 0; i < count; i++)
    for (unsigned digit = 0; digit < DIGITS; digit++) next[digit][digit_of(words[i], digit)]++;
  uint64_t *from = words, *to = other;
  for (unsigned digit = 0; digit < DIGITS; digit++) {
    if (next[digit][digit_of(words[0], digit)] == count) continue; /* all have the same */
    if (!goes_on_now(asking)) return;
    for (size_t i = 0, sum = 0; i < RADIX; i++) {
      const size_t same = next[digit][i];
      next[digit][i] = sum;
      sum += same;
    }
    for (size_t i = 0; i < count; i++) to[next[digit][digit_of(from[i], digit)]++] = from[i];
    uint64_t *const sorted = to;
    to = from;
    from = sorted;
  }
  if (from != words) memcpy(words, from, count * sizeof *words);
}

/* ---- Packing --------------------------------------------------------------------------------- */

static const uint8_t *key_of(const uint8_t *keys, uint64_t word) { return keys + sketch_place(word); }

enum {
  WIDTH_MIN = 3, /* of all bytes */
  WIDTH_MAX = 12,
  LETTERS_MAX = 64,
  A_FEW = 64
};

/* The bytes that occur, numbered in their order from 1 on. 0 stands for the end of the key. */
struct alphabet {
  uint16_t symbols[256];
  uint32_t base;               /* how many symbols there are */
  size_t width;                /* symbols in a word: base^width <= 2^32 */
  uint32_t weights[WIDTH_MAX]; /* of each symbol, so that words spread over 32 bits */
};

static void make_alphabet(const uint8_t occurs[256], struct alphabet *alphabet) {
  *alphabet = (struct alphabet){.base = 1};
  for (size_t i = 0; i < 256; i++)
    if (occurs[i]) alphabet->symbols[i] = (uint16_t)alphabet->base++;
  uint64_t words = 1;
  while (alphabet->width < WIDTH_MAX && words * alphabet->base <= UINT64_C(1) << 32) {
    words *= alphabet->base;
    alphabet->width++;
  }
  uint64_t weight = (UINT64_C(1) << 32) / words;
  for (size_t i = alphabet->width; i-- > 0; weight *= alphabet->base) alphabet->weights[i] = (uint32_t)weight;
}

/* Notes the next WIDTH_MAX bytes of the keys. */
static void note_bytes(const uint8_t *keys, const uint64_t *words, size_t count, size_t depth,
                       uint8_t occurs[256], struct asking *asking) {
  for (size_t i = 0; i < count && goes_on(asking); i++) {
    const uint8_t *key = key_of(keys, words[i]);
    const size_t left = sketch_key_size(key) - depth, here = left < WIDTH_MAX ? left : WIDTH_MAX;
    key += SKETCH_HEAD + depth;
    for (size_t k = 0; k < here; k++) occurs[key[k]] = 1;
  }
}

/* False when it is too large to be of use, as a few keys show. */
static bool find_alphabet(const uint8_t *keys, const uint64_t *words, size_t count, size_t depth,
                          struct alphabet *alphabet, struct asking *asking) {
  uint8_t occurs[256] = {0};
  note_bytes(keys, words, A_FEW, depth, occurs, asking);
  size_t different = 0;
  for (size_t i = 0; i < 256; i++) different += occurs[i];
  if (different > LETTERS_MAX) return false;
  note_bytes(keys, words + A_FEW, count - A_FEW, depth, occurs, asking);
  make_alphabet(occurs, alphabet);
  return true;
}

/* The word of a key without its first `depth` bytes. */
static uint64_t pack(const uint8_t *key, size_t depth, const struct alphabet *alphabet) {
  const size_t left = sketch_key_size(key) - depth;
  const size_t here = left < alphabet->width ? left : alphabet->width;
  uint32_t packed = 0;
  key += SKETCH_HEAD + depth;
  for (size_t i = 0; i < here; i++) packed += alphabet->symbols[key[i]] * alphabet->weights[i];
  return (uint64_t)packed << 32;
}

/* ---- Keys ------------------------------------------------------------------------------------ */

/* How many bytes from `depth` on all keys have in common. */
static size_t common_bytes(const uint8_t *keys, const uint64_t *words, size_t count, size_t depth,
                           struct asking *asking) {
  const uint8_t *first = key_of(keys, words[0]);
  size_t common = sketch_key_size(first) - depth;
  first += SKETCH_HEAD + depth;
  for (size_t i = 1; i < count && common != 0 && goes_on(asking); i++) {
    const uint8_t *key = key_of(keys, words[i]);
    const size_t size = sketch_key_size(key) - depth;
    key += SKETCH_HEAD + depth;
    if (size < common) common = size;
    if (memcmp(first, key, common) == 0) continue;
    size_t same = 0;
    while (first[same] == key[same]) same++;
    common = same;
  }
  return common;
}

static void insert_keys(const uint8_t *keys, uint64_t *words, size_t count, size_t depth) {
  for (size_t i = 1; i < count; i++) {
    const uint64_t word = words[i];
    const uint8_t *key = key_of(keys, word);
    const size_t size = sketch_key_size(key) - depth;
    size_t at = i;
    for (; at > 0; at--) {
      const uint8_t *other = key_of(keys, words[at - 1]);
      if (rowkey_compare_bytes(other + SKETCH_HEAD + depth, sketch_key_size(other) - depth,
                               key + SKETCH_HEAD + depth, size) <= 0)
        break;
      words[at] = words[at - 1];
    }
    words[at] = word;
  }
}

/* Sets the words of the keys; returns how many bytes of a key are in them. The alphabet is on the stack here,
 * and not in all of the calls that sort_from makes to itself. */
__attribute__((noinline)) static size_t pack_words(const uint8_t *keys, uint64_t *words, size_t count,
                                                   size_t depth, const struct alphabet *all_bytes,
                                                   struct asking *asking) {
  struct alphabet found;
  const struct alphabet *alphabet = all_bytes;
  if (count >= MANY_KEYS && find_alphabet(keys, words, count, depth, &found, asking)) alphabet = &found;
  for (size_t i = 0; i < count && goes_on(asking); i++)
    words[i] = pack(key_of(keys, words[i]), depth, alphabet) | sketch_place(words[i]);
  return alphabet->width;
}

static bool same_word(uint64_t a, uint64_t b) { return a >> 32 == b >> 32; }

/* Keys with equal words will be compared, and are all over the memory. */
static void fetch_ahead(const uint8_t *keys, const uint64_t *words, size_t count, size_t at) {
  if (at + 1 >= count || !same_word(words[at], words[at + 1])) return;
  __builtin_prefetch(key_of(keys, words[at]));
  __builtin_prefetch(key_of(keys, words[at + 1]));
}

/* Sorts keys that are the same up to `depth`, and at least so long. A call within a call is deeper by
 * WIDTH_MIN bytes or more, which bounds how many there are. */
static void sort_from(const uint8_t *keys, uint64_t *words, size_t count, size_t depth,
                      const struct alphabet *all_bytes, uint64_t *other, struct asking *asking) {
  if (count <= FEW_KEYS) {
    insert_keys(keys, words, count, depth);
    return;
  }
  depth += common_bytes(keys, words, count, depth, asking);
  if (has_stopped(asking)) return;
  const size_t width = pack_words(keys, words, count, depth, all_bytes, asking);
  if (has_stopped(asking)) return;
  sort_words(words, count, other, asking);
  for (size_t begin = 0, end; begin < count && goes_on(asking); begin = end) {
    fetch_ahead(keys, words, count, begin + AHEAD);
    for (end = begin + 1; end < count && same_word(words[end], words[begin]);) end++;
    /* A word with an end in it is all that was left of the key. */
    if (end - begin > 1 && sketch_key_size(key_of(keys, words[begin])) - depth >= width)
      sort_from(keys, words + begin, end - begin, depth + width, all_bytes, other, asking);
  }
}

void rowkey_sketch_sort(const uint8_t *keys, uint64_t *words, size_t count, struct asking *asking) {
  uint8_t occurs[256];
  memset(occurs, 1, sizeof occurs);
  struct alphabet all_bytes;
  make_alphabet(occurs, &all_bytes);
  sort_from(keys, words, count, 0, &all_bytes, words + count, asking);
}
