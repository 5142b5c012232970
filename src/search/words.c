#include "search/words.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static unsigned word_byte(uint64_t word, size_t place) {
  return (uint8_t)(word >> (8 * (SEARCH_WORD - 1 - place)));
}

/* The class of each value of a byte; returns how many classes there are. */
static uint32_t classify(const uint64_t *words, size_t count, size_t place, uint32_t classes[256]) {
  bool occurs[256] = {false};
  for (size_t i = 0; i < count; i++) occurs[word_byte(words[i], place)] = true;
  uint32_t class = 0;
  for (unsigned byte = 0; byte < 256; byte++) {
    class += byte > 0 && (occurs[byte] || occurs[byte - 1]);
    classes[byte] = class;
  }
  return class + 1;
}

/* The most words that have the same first `ranked` bytes. */
static size_t fullest_bucket(const uint64_t *words, size_t count, unsigned ranked) {
  const uint64_t behind = ranked == 0 ? UINT64_MAX : (UINT64_C(1) << (8 * (SEARCH_WORD - ranked))) - 1;
  size_t fullest = 0, run = 0;
  for (size_t i = 0; i < count; i++) {
    run = run > 0 && (words[i] | behind) == (words[i - 1] | behind) ? run + 1 : 1;
    if (run > fullest) fullest = run;
  }
  return fullest;
}

static uint32_t top_step(size_t fullest) {
  uint32_t step = 1;
  while (2 * (size_t)step <= fullest) step *= 2;
  return step;
}

/* Chooses `ranked` and `top_step`; returns the number of buckets. */
static size_t choose_buckets(struct search_words *index, const uint64_t *words, size_t most) {
  /* Instructions of a step and of a byte, about. */
  enum { STEP_COST = 4, RANK_COST = 3 };
  size_t buckets = 1, chosen = 1;
  unsigned least = UINT_MAX;
  for (unsigned ranked = 0;; ranked++) {
    const uint32_t step = top_step(fullest_bucket(words, index->count, ranked));
    unsigned cost = RANK_COST * ranked;
    for (uint32_t half = step; half != 0; half /= 2) cost += STEP_COST;
    if (cost < least) {
      least = cost;
      chosen = buckets;
      index->ranked = ranked;
      index->top_step = step;
    }
    /* At the latest when all bytes of a word are ranked, for then no two are in one bucket. */
    if (RANK_COST * (ranked + 1) + STEP_COST >= least) break;
    uint32_t classes[256];
    buckets *= classify(words, index->count, ranked, classes);
    if (buckets + (ranked + 1) * sizeof classes / sizeof *classes > most) break;
  }
  return chosen;
}

static void fill_ranks(const struct search_words *index, const uint64_t *words, uint32_t (*ranks)[256]) {
  uint32_t weight = 1;
  for (size_t place = index->ranked; place-- > 0;) {
    const uint32_t classes = classify(words, index->count, place, ranks[place]);
    for (size_t byte = 0; byte < 256; byte++) ranks[place][byte] *= weight;
    weight *= classes;
  }
}

static void fill_buckets(struct search_words *index, const uint64_t *words, size_t buckets) {
  size_t next = 0;
  for (size_t i = 0; i < index->count; i++) {
    uint32_t bucket = 0;
    for (size_t place = 0; place < index->ranked; place++)
      bucket += index->ranks[place][word_byte(words[i], place)];
    while (next <= bucket) index->buckets[next++] = (uint32_t)i;
  }
  while (next < buckets) index->buckets[next++] = (uint32_t)index->count;
}

static void fill_words(struct search_words *index, const uint64_t *words, size_t places) {
  index->words[0] = UINT64_MAX;
  if (index->count != 0) memcpy(index->words + 1, words, index->count * sizeof *words);
  for (size_t i = 1 + index->count; i < places; i++) index->words[i] = UINT64_MAX;
}

bool rowkey_words_create(struct search_words *index, const uint64_t *words, size_t count, size_t most) {
  *index = (struct search_words){.count = count};
  const size_t buckets = choose_buckets(index, words, most);
  const size_t places = 1 + count + 2 * (size_t)index->top_step;
  const size_t words_size = places * sizeof *index->words, ranks_size = index->ranked * sizeof *index->ranks;
  uint8_t *memory = malloc(words_size + ranks_size + buckets * sizeof *index->buckets);
  if (memory == NULL) return false;
  index->words = (uint64_t *)(void *)memory;
  uint32_t(*ranks)[256] = (uint32_t(*)[256])(void *)(memory + words_size);
  index->buckets = (uint32_t *)(void *)(memory + words_size + ranks_size);
  fill_words(index, words, places);
  fill_ranks(index, words, ranks);
  index->ranks = (const uint32_t(*)[256])ranks;
  fill_buckets(index, words, buckets);
  return true;
}

void rowkey_words_free(struct search_words *index) { free(index->words); }
