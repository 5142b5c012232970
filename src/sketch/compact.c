/* Levels of a sketch, compacted where memory is needed. */
#include "regions/strings.h"
#include "sketch/sketch.h"

/* Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014. */
static uint64_t next_random(uint64_t *state) {
  uint64_t mixed = *state += UINT64_C(0x9e3779b97f4a7c15);
  mixed = (mixed ^ mixed >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94d049bb133111eb);
  return mixed ^ mixed >> 31;
}

void rowkey_sketch_note_least(struct rowkey_sketch *sketch, const uint8_t *key, size_t size) {
  if (sketch->has_least && rowkey_compare_bytes(sketch->least, sketch->least_size, key, size) <= 0) return;
  sketch->has_least = true;
  sketch->least_size = size;
  memcpy(sketch->least, key, size);
}

/* The lowest level that has two keys and at least its share of the memory in use. Of levels with fewer than
 * two keys each takes little, so that there is one in all but the smallest memories: there the lowest level
 * with two keys, or `levels` when there is none. */
static unsigned choose_level(const struct rowkey_sketch *sketch) {
  const uint64_t used = sketch->level[0].end + sketch->count * SKETCH_WORDS;
  unsigned fallback = sketch->levels;
  for (unsigned level = 0; level < sketch->levels; level++) {
    const struct sketch_level *at = &sketch->level[level];
    if (at->count < 2) continue;
    const uint64_t size = at->end - sketch_begin(sketch, level) + at->count * SKETCH_WORDS;
    if (size * sketch->levels >= used) return level;
    if (fallback == sketch->levels) fallback = level;
  }
  return fallback;
}

/* Whether a compaction of the level takes its first, third, … keys. */
static bool takes_first(struct rowkey_sketch *sketch, unsigned level) {
  const uint64_t bit = UINT64_C(1) << level;
  const bool flip = (sketch->second_of_two & bit) != 0 || next_random(&sketch->random) >> 63 != 0;
  sketch->second_of_two ^= bit;
  if (flip) sketch->took_first ^= bit;
  return (sketch->took_first & bit) != 0;
}

/* Closes the gaps that dropped keys leave among `count` keys from `begin` on. *end moves from the end of the
 * last key to where that is then. */
static size_t squeeze(uint8_t *keys, size_t begin, size_t count, size_t *end) {
  size_t from = begin, to = begin;
  for (size_t i = 0; i < count; i++) {
    const size_t size = SKETCH_HEAD + sketch_key_size(keys + from);
    if ((sketch_head(keys + from) & SKETCH_DROPPED) == 0) {
      memmove(keys + to, keys + from, size);
      to += size;
    }
    from += size;
  }
  *end = to;
  return from;
}

static bool compact(struct rowkey_sketch *sketch) {
  const unsigned level = choose_level(sketch);
  if (level == sketch->levels) return false;
  if (level + 1 == sketch->levels) sketch->level[sketch->levels++] = (struct sketch_level){0};
  uint8_t *const keys = sketch_keys(sketch);
  const size_t begin = sketch_begin(sketch, level), end = sketch->level[level].end;

  /* An odd key out, the last one that came, stays where it is. */
  const size_t count = sketch->level[level].count & ~(size_t)1;
  uint64_t *const words = sketch_words(sketch, count);
  rowkey_sketch_list(keys, begin, end, words, count);
  rowkey_sketch_sort(keys, words, count, NULL);
  const uint8_t *least = keys + sketch_place(words[0]);
  rowkey_sketch_note_least(sketch, least + SKETCH_HEAD, sketch_key_size(least));

  const bool first = takes_first(sketch, level);
  *(first ? &sketch->over : &sketch->under) += UINT64_C(1) << level;
  for (size_t i = first ? 1 : 0; i < count; i += 2) {
    uint8_t *key = keys + sketch_place(words[i]);
    sketch_set_head(key, sketch_head(key) | SKETCH_DROPPED);
  }

  /* What is left stands right after the level above, and becomes part of it. */
  size_t to;
  const size_t from = squeeze(keys, begin, count, &to);
  memmove(keys + to, keys + from, sketch->level[0].end - from);
  sketch->level[level + 1].end = to;
  sketch->level[level + 1].count += count / 2;
  sketch->level[level].count -= count;
  for (unsigned i = 0; i <= level; i++) sketch->level[i].end -= from - to;
  sketch->count -= count / 2;
  return true;
}

void rowkey_sketch_make_room(struct rowkey_sketch *sketch, size_t bytes) {
  while (sketch_free_bytes(sketch) < bytes && compact(sketch)) continue;
}
