/* A radix sort from the highest bit that differs. Entries go to other places by as many bits as leave few of
 * them with the same ones, and come back by the next bits; what is left are parts of a few entries. Parts get
 * small so fast that all but the first step run in a cache. */
#include "sort/entries.h"

#include <string.h>

enum {
  FEW = 24,           /* sorted by insertion */
  LARGEST_DIGIT = 12, /* bits; larger ones write to more places at a time than the TLB and the caches have */
};

/* The bits of a digit that leave some two of `count` entries together, if all digits are as frequent. */
static unsigned digit_bits(size_t count) {
  unsigned bits = 3;
  while (bits < LARGEST_DIGIT && count >> (bits + 1) != 0) bits++;
  return bits;
}

/* From `from` to `to`, which may be the same place. */
static void insert_each(const struct sort_entry *from, struct sort_entry *to, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const struct sort_entry entry = from[i];
    size_t place = i;
    for (; place > 0 && to[place - 1].word > entry.word; place--) to[place] = to[place - 1];
    to[place] = entry;
  }
}

static void scatter(const struct sort_entry *from, struct sort_entry *to, size_t count, unsigned shift,
                    unsigned bits, size_t *places) {
  const size_t digits = (size_t)1 << bits, mask = digits - 1;
  memset(places, 0, digits * sizeof *places);
  for (size_t i = 0; i < count; i++) places[from[i].word >> shift & mask]++;
  size_t before = 0;
  for (size_t digit = 0; digit < digits; digit++) {
    const size_t here = places[digit];
    places[digit] = before;
    before += here;
  }
  for (size_t i = 0; i < count; i++) to[places[from[i].word >> shift & mask]++] = from[i];
}

/* The entries at `from`, with as much room at `other`, are sorted to one of the two. `places` is room for a
 * number for each digit, which a call inside of a call may overwrite. */
static void sort_part(struct sort_entry *from, struct sort_entry *other, size_t count, uint64_t varying,
                      bool to_other, size_t *places) {
  if (count <= FEW) {
    insert_each(from, to_other ? other : from, count);
    return;
  }
  const unsigned top = 64 - (unsigned)__builtin_clzll(varying);
  unsigned bits = digit_bits(count);
  if (bits > top) bits = top;
  const unsigned shift = top - bits;
  scatter(from, other, count, shift, bits, places);
  for (size_t begin = 0, end; begin < count; begin = end) {
    const uint64_t first = other[begin].word;
    uint64_t last = first, different = 0;
    bool falls = false;
    for (end = begin + 1; end < count; end++) {
      const uint64_t word = other[end].word;
      if ((word ^ first) >> shift != 0) break;
      different |= word ^ first;
      falls |= word < last;
      last = word;
    }
    if (falls)
      sort_part(other + begin, from + begin, end - begin, different, !to_other, places);
    else if (!to_other)
      memcpy(from + begin, other + begin, (end - begin) * sizeof *from);
  }
}

void rowkey_sort_entries(struct sort_entry *entries, struct sort_entry *room, size_t count,
                         uint64_t varying) {
  size_t places[1 << LARGEST_DIGIT];
  if (varying != 0) sort_part(entries, room, count, varying, false, places);
}
