/* Which region a key belongs to: the number of split points that are not greater than the key.
 *
 * Plain words, not lanes: a key costs a handful of loads at addresses of its own, and gathers take longer for
 * those than the loads do one by one. In the root of the tree nothing branches on keys but for what is rare:
 * a key that does not begin as all points do, and one whose word is that of a point. src/search/search.h
 * describes what is searched.
 */
#ifndef ROWKEY_SIMD_KERNELS_ROUTE_H
#define ROWKEY_SIMD_KERNELS_ROUTE_H

#include <limits.h>

/* Key i is bytes[offsets[i] … offsets[i + 1]), or where offsets is NULL `width` bytes at bytes + i*width. */
struct routed_keys {
  const uint8_t *bytes;
  const uint64_t *offsets;
  size_t width;
  const uint8_t *end; /* of the last one */
};

V_INLINE uint64_t routed_begin(const struct routed_keys *keys, size_t row) {
  return keys->offsets == NULL ? row * (uint64_t)keys->width : keys->offsets[row];
}
V_INLINE uint64_t routed_size(const struct routed_keys *keys, size_t row) {
  return keys->offsets == NULL ? keys->width : keys->offsets[row + 1] - keys->offsets[row];
}

/* A mask for the first `count` bytes that load_le64 has read. */
V_INLINE uint64_t first_bytes(uint64_t count) {
  return count < SEARCH_WORD ? (UINT64_C(1) << (8 * count)) - 1 : UINT64_MAX;
}

/* ---- Exactly --------------------------------------------------------------------------------- */

/* The definition, by binary search among points low … high - 1, for a key that is not less than those before
 * and less than those after. The first `known` bytes of all of them and of the key are the same. */
static __attribute__((noinline)) uint32_t route_exactly(const struct rowkey_search *search, size_t low,
                                                        size_t high, const uint8_t *key, uint64_t size,
                                                        size_t known) {
  const uint64_t *offsets = search->offsets;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    const uint64_t point_size = offsets[middle + 1] - offsets[middle];
    const uint64_t common = point_size < size ? point_size : size;
    const int order = memcmp(search->points + offsets[middle] + known, key + known, (size_t)common - known);
    if (order < 0 || (order == 0 && point_size <= size)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return (uint32_t)low;
}

/* A key that begins as the node's points as far as is known, but not as far as they share their bytes, comes
 * before all of them or after all. */
static __attribute__((noinline)) uint32_t route_outside(const struct search_node *node, const uint8_t *key,
                                                        uint64_t size) {
  const size_t shared = node->shared, compared = size < shared ? (size_t)size : shared;
  const bool before = rowkey_compare_bytes(key, compared, node->stem, shared) < 0;
  return (uint32_t)(before ? node->first : node->first + node->count);
}

/* ---- By words -------------------------------------------------------------------------------- */

/* Whether a key begins as all points of the node do; its first `known` bytes are known to. */
V_INLINE bool begins_as_points(const struct search_node *node, const uint8_t *key, size_t known) {
  uint64_t differ = 0;
  for (size_t at = known; at < node->shared; at += SEARCH_WORD)
    differ |= (load_le64(key + at) ^ load_le64(node->stem + at)) & first_bytes(node->shared - at);
  return differ == 0;
}

/* The words that are not greater, and if there are such words of UINT64_MAX after the last one. `ranked`,
 * and `single`, whether one step is enough, are constants where it matters. */
V_INLINE uint32_t find_word(const struct search_words *index, uint64_t bytes, uint64_t word, unsigned ranked,
                            bool single) {
  uint32_t bucket = 0;
  for (unsigned i = 0; i < ranked; i++) bucket += index->ranks[i][(uint8_t)(bytes >> (8 * i))];
  uint32_t found = index->buckets[bucket];
  const uint64_t *words = index->words + 1;
  if (single) return found + (words[found] <= word);
  for (uint32_t step = index->top_step; step != 0; step /= 2)
    found = words[found + step - 1] <= word ? found + step : found;
  return found;
}

/* A key whose word in the node is number `found`, or one after the last: down the tree, as long as there is
 * such a word. `end` is that of the readable bytes. */
static __attribute__((noinline)) uint32_t route_down(const struct rowkey_search *search,
                                                     const struct search_node *node, const uint8_t *key,
                                                     uint64_t size, const uint8_t *end, uint64_t word,
                                                     uint32_t found) {
  for (;;) {
    if (found > node->words.count) found = (uint32_t)node->words.count;
    const struct search_group *group = node->groups + found;
    if (node->words.words[found] != word) return group[1].first;
    const size_t known = node->shared + SEARCH_WORD;
    /* Zeros of the word may stand for no bytes of the key, or of points in the group. */
    if (size < known) return route_exactly(search, group[0].first, group[1].first, key, size, 0);
    if (group->node == SEARCH_NONE_GOES_ON) return group[1].first;
    if (group->node == SEARCH_NO_CHILD)
      return route_exactly(search, group->on, group[1].first, key, size, known);
    node = search->nodes + group->node;
    if (size < node->shared) return route_outside(node, key, size);
    if ((size_t)(end - key) < node->shared + SEARCH_WORD)
      return route_exactly(search, node->first, node->first + node->count, key, size, known);
    if (!begins_as_points(node, key, node->known)) return route_outside(node, key, size);
    const uint64_t bytes = load_le64(key + node->shared) & first_bytes(size - node->shared);
    word = __builtin_bswap64(bytes);
    found = find_word(&node->words, bytes, word, node->words.ranked, false);
  }
}

/* A key that does not begin as the points of the front do. */
static __attribute__((noinline)) uint32_t route_beside(const struct rowkey_search *search, const uint8_t *key,
                                                       uint64_t size, const uint8_t *end) {
  const struct search_node *root = search->nodes;
  if (root == search->front || size < root->shared || !begins_as_points(root, key, 0))
    return route_outside(root, key, size);
  const uint64_t bytes = load_le64(key + root->shared) & first_bytes(size - root->shared);
  const uint64_t word = __builtin_bswap64(bytes);
  return route_down(search, root, key, size, end, word,
                    find_word(&root->words, bytes, word, root->words.ranked, false));
}

/* Rows 0 … rows-1, which all have 8 readable bytes from the front's word on. `shared` is that of the
 * front; `plain`: region i begins with word i of the front. */
V_INLINE void route_rows(const struct rowkey_search *search, const struct routed_keys *keys, size_t rows,
                         uint32_t *regions, size_t shared, unsigned ranked, bool single, bool plain) {
  const struct search_node *front = search->front;
  for (size_t row = 0; row < rows; row++) {
    const uint8_t *key = keys->bytes + routed_begin(keys, row);
    const uint64_t size = routed_size(keys, row);
    if (shared != 0 && (size < shared || !begins_as_points(front, key, 0))) {
      regions[row] = route_beside(search, key, size, keys->end);
      continue;
    }
    const uint64_t bytes = load_le64(key + shared) & first_bytes(size - shared);
    const uint64_t word = __builtin_bswap64(bytes);
    const uint32_t found = find_word(&front->words, bytes, word, ranked, single);
    if (front->words.words[found] == word) {
      regions[row] = route_down(search, front, key, size, keys->end, word, found);
    } else {
      regions[row] = plain ? found : front->groups[found + 1].first;
    }
  }
}

#define ROUTE_RANKED(ranked)                                           \
  case ranked:                                                         \
    if (front->words.top_step == 1) {                                  \
      route_rows(search, keys, rows, regions, 0, ranked, true, true);  \
    } else {                                                           \
      route_rows(search, keys, rows, regions, 0, ranked, false, true); \
    }                                                                  \
    break;

V_INLINE void route_ranked(const struct rowkey_search *search, const struct routed_keys *keys, size_t rows,
                           uint32_t *regions) {
  const struct search_node *front = search->front;
  const bool plain = front->words.count == search->count;
  switch (plain && front->shared == 0 ? front->words.ranked : UINT_MAX) {
    ROUTE_RANKED(0)
    ROUTE_RANKED(1)
    ROUTE_RANKED(2)
    ROUTE_RANKED(3)
    ROUTE_RANKED(4)
    ROUTE_RANKED(5)
    default:
      if (plain) {
        route_rows(search, keys, rows, regions, front->shared, front->words.ranked, false, true);
      } else {
        route_rows(search, keys, rows, regions, front->shared, front->words.ranked, false, false);
      }
  }
}

/* Rows from the first one on whose word reaches beyond the end of the keys. */
static void route_last(const struct rowkey_search *search, const struct routed_keys *keys, size_t row,
                       size_t rows, uint32_t *regions) {
  for (; row < rows; row++)
    regions[row] = route_exactly(search, 0, search->count, keys->bytes + routed_begin(keys, row),
                                 routed_size(keys, row), 0);
}

static void route_fixed(const struct rowkey_search *search, const uint8_t *bytes, size_t width, size_t rows,
                        uint32_t *regions) {
  const size_t reach = search->front->shared + SEARCH_WORD, size = rows * width;
  const struct routed_keys keys = {bytes, NULL, width, bytes + size};
  size_t whole = size < reach || width == 0 ? 0 : (size - reach) / width + 1;
  if (whole > rows) whole = rows;
  route_ranked(search, &keys, whole, regions);
  route_last(search, &keys, whole, rows, regions);
}

static void route_strings(const struct rowkey_search *search, const uint8_t *bytes, const uint64_t *offsets,
                          size_t rows, uint32_t *regions) {
  const struct routed_keys keys = {bytes, offsets, 0, bytes + offsets[rows]};
  const uint64_t reach = search->front->shared + SEARCH_WORD;
  size_t whole = rows;
  while (whole > 0 && offsets[rows] - offsets[whole - 1] < reach) whole--;
  route_ranked(search, &keys, whole, regions);
  route_last(search, &keys, whole, rows, regions);
}

#endif
