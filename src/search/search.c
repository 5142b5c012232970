#include "search/search.h"

#include <stdlib.h>
#include <string.h>

enum {
  NODE_NUMBERS = 8, /* for each point of a child */
  CHILD_MIN = 4,    /* points that are worth a child */
  FREE_LEVELS = 3
};

static size_t point_size(const struct rowkey_search *search, size_t index) {
  return (size_t)(search->offsets[index + 1] - search->offsets[index]);
}

/* ---- Words ----------------------------------------------------------------------------------- */

/* The word of point `index` after `shared` bytes. */
static uint64_t word_of(const struct rowkey_search *search, size_t index, size_t shared) {
  const uint8_t *point = search->points + search->offsets[index];
  const size_t size = point_size(search, index);
  uint64_t word = 0;
  for (size_t at = shared; at < shared + SEARCH_WORD; at++) word = word << 8 | (at < size ? point[at] : 0);
  return word;
}

static size_t longest_point(const struct rowkey_search *search, const struct search_node *node) {
  size_t longest = node->known;
  for (size_t i = node->first; i < node->first + node->count; i++)
    if (point_size(search, i) > longest) longest = point_size(search, i);
  return longest;
}

/* How many bytes are left out in front of words. With many points: all bytes that they share, which
 * distinguish nothing. With few points: only as many as it takes for words to reach the ends of the points,
 * because a good part of the keys does not begin as the points do and would take the branch for that. */
static size_t choose_shared(const struct rowkey_search *search, const struct search_node *node) {
  enum { MANY_POINTS = 16 };
  if (node->count == 0) return 0;
  const size_t last = node->first + node->count - 1;
  const uint8_t *first_point = search->points + search->offsets[node->first];
  const uint8_t *last_point = search->points + search->offsets[last];
  const size_t first_size = point_size(search, node->first), last_size = point_size(search, last);
  size_t common = node->known;
  while (common < first_size && common < last_size && first_point[common] == last_point[common]) common++;
  if (common > node->known + 1 && node->count >= MANY_POINTS) return common;
  const size_t longest = longest_point(search, node);
  const size_t beyond = longest > node->known + SEARCH_WORD ? longest - SEARCH_WORD : node->known;
  return common < beyond ? common : beyond;
}

/* ---- Nodes ----------------------------------------------------------------------------------- */

static bool add_node(struct rowkey_search *search, struct search_node node) {
  const size_t count = search->node_count;
  if ((count & (count - 1)) == 0) { /* full: there is room for a power of two, or none */
    struct search_node *nodes = realloc(search->nodes, (count == 0 ? 1 : 2 * count) * sizeof *nodes);
    if (nodes == NULL) return false;
    search->nodes = nodes;
  }
  search->nodes[search->node_count++] = node;
  return true;
}

/* The group of points first … end - 1, which have one word. Those that end with it or before come first. */
static bool make_group(struct rowkey_search *search, const struct search_node *node, size_t first, size_t end,
                       struct search_group *group) {
  const size_t known = node->shared + SEARCH_WORD;
  size_t on = first;
  while (on < end && point_size(search, on) <= known) on++;
  *group = (struct search_group){(uint32_t)first, (uint32_t)on, SEARCH_NO_CHILD};
  if (on == end) group->node = SEARCH_NONE_GOES_ON;
  const unsigned depth = node->depth + 1;
  const uint64_t most = (uint64_t)search->count << FREE_LEVELS;
  if (end - on < CHILD_MIN || (uint64_t)(end - on) << depth > most) return true;
  group->node = (uint32_t)search->node_count;
  return add_node(search,
                  (struct search_node){.first = on, .count = end - on, .known = known, .depth = depth});
}

/* `node` is a copy, because its children move the nodes. */
static bool fill_groups(struct rowkey_search *search, struct search_node node) {
  const size_t end = node.first + node.count;
  size_t first = node.first;
  node.groups[0] = (struct search_group){(uint32_t)first, (uint32_t)first, SEARCH_NONE_GOES_ON};
  for (size_t i = 1; i <= node.words.count; i++) {
    size_t next = first + 1;
    while (next < end && word_of(search, next, node.shared) == node.words.words[i]) next++;
    if (!make_group(search, &node, first, next, &node.groups[i])) return false;
    first = next;
  }
  node.groups[node.words.count + 1] =
      (struct search_group){(uint32_t)end, (uint32_t)end, SEARCH_NONE_GOES_ON};
  return true;
}

/* Fills in a node whose points and `known` are given. `words` has room for a word a point. */
static bool make_node(struct rowkey_search *search, struct search_node *node, uint64_t *words) {
  node->shared = choose_shared(search, node);
  node->stem = search->points + search->offsets[node->first];
  size_t count = 0;
  for (size_t i = node->first; i < node->first + node->count; i++) {
    const uint64_t word = word_of(search, i, node->shared);
    if (count == 0 || word != words[count - 1]) words[count++] = word;
  }
  const size_t most = node->depth > 0                          ? NODE_NUMBERS * node->count
                      : node->count < search->root_numbers / 2 ? search->root_numbers
                                                               : 2 * node->count;
  if (!rowkey_words_create(&node->words, words, count, most)) return false;
  node->groups = malloc((count + 2) * sizeof *node->groups);
  return node->groups != NULL && fill_groups(search, *node);
}

static bool make_nodes(struct rowkey_search *search) {
  uint64_t *words = malloc((search->count + 1) * sizeof *words);
  bool made = words != NULL && add_node(search, (struct search_node){.count = search->count});
  for (size_t i = 0; made && i < search->node_count; i++) made = make_node(search, &search->nodes[i], words);
  free(words);
  if (!made) return false;
  search->front = search->nodes;
  for (size_t i = 1; i < search->node_count; i++)
    if (search->nodes[i].count > search->count / 2) search->front = &search->nodes[i];
  return true;
}

/* ---- All of it ------------------------------------------------------------------------------- */

static bool copy_points(struct rowkey_search *search, const rowkey_splits *splits) {
  const uint64_t first = splits->count == 0 ? 0 : splits->offsets[0];
  const uint64_t size = splits->count == 0 ? 0 : splits->offsets[splits->count] - first;
  const size_t offsets_size = (splits->count + 1) * sizeof(uint64_t);
  uint8_t *memory = calloc(1, offsets_size + (size_t)size + SEARCH_WORD);
  if (memory == NULL) return false;
  search->count = splits->count;
  search->offsets = (uint64_t *)(void *)memory;
  search->points = memory + offsets_size;
  for (size_t i = 1; i <= splits->count; i++) search->offsets[i] = splits->offsets[i] - first;
  if (size != 0) memcpy(search->points, (const uint8_t *)splits->bytes + first, (size_t)size);
  return true;
}

bool rowkey_search_create(struct rowkey_search *search, const rowkey_splits *splits, size_t root_numbers) {
  *search = (struct rowkey_search){.root_numbers = root_numbers};
  return copy_points(search, splits) && make_nodes(search);
}

void rowkey_search_free(struct rowkey_search *search) {
  for (size_t i = 0; i < search->node_count; i++) {
    rowkey_words_free(&search->nodes[i].words);
    free(search->nodes[i].groups);
  }
  free(search->nodes);
  free(search->offsets);
}
