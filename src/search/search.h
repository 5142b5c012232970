/* Split points prepared for the routing kernels: a tree, whose root holds all points.
 *
 * In a node eight bytes of a key are looked at, its word: those after the bytes that are left out because
 * all points of the node begin with them. Words are compared as big-endian numbers, and where string or point
 * has fewer bytes zeros stand in. Different words decide which of two strings is greater; equal ones do not,
 * because bytes may follow, and because a zero may stand for no byte.
 *
 * So the points of one word are a group, and those of them that continue after it are the points of a child,
 * where they are enough for one, and if the points thin out: a child d levels below the root has at most
 * 2^(FREE_LEVELS - d) times as many as that. So no key goes through more than log2(points) + FREE_LEVELS
 * levels before whole strings are compared. Most points may lie deep in the tree because of a few others:
 * their node is the front, where keys are looked for first.
 *
 * A node takes at most 105 bytes for each of its points, beside the root's tables, and each level below the
 * root stands for eight bytes of each of them. In all that is 300 KB, 60 bytes for each point and 15 for each
 * byte of the points.
 */
#ifndef ROWKEY_SEARCH_SEARCH_H
#define ROWKEY_SEARCH_SEARCH_H

#include <rowkey/splits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "search/words.h"

/* The points of one word. */
struct search_group {
  uint32_t first; /* of them, counted from the first point of all */
  uint32_t on;    /* first of those that continue after the word */
  uint32_t node;  /* the child of those that go on, or one of these: */
};
#define SEARCH_NONE_GOES_ON UINT32_C(0) /* which is the root's number */
#define SEARCH_NO_CHILD UINT32_MAX

struct search_node {
  size_t first, count; /* of points */
  size_t known;        /* bytes of a key that are known to be those of the points when it gets here */
  size_t shared;       /* bytes before the word, equal in all points */
  const uint8_t *stem; /* which begins with them */
  unsigned depth;
  struct search_words words; /* of the points, each once */
  /* groups[i], i = 1 … words.count, is that of word i; groups[0] is empty; one more begins after the last
   * point. */
  struct search_group *groups;
};

struct rowkey_search {
  size_t count; /* of points: point i is points[offsets[i] … offsets[i + 1]) */
  size_t root_numbers;
  uint64_t *offsets;
  uint8_t *points; /* in the memory of the offsets; SEARCH_WORD bytes more can be read */
  struct search_node *nodes;
  size_t node_count;
  /* The deepest node that holds more than half of the points. Keys that do not begin as they do begin at the
   * root. */
  const struct search_node *front;
};

/* What the root's tables may hold where points are few: worth it however few there are, if many keys are to
 * be routed. */
enum { SEARCH_ROOT_NUMBERS = 1 << 16 };

/* Points are good ones as rowkey_splits_check has them, and copied. The root's tables are at most
 * `root_numbers` numbers, or two for each point. False without memory; to be freed either way. */
bool rowkey_search_create(struct rowkey_search *search, const rowkey_splits *splits, size_t root_numbers);
void rowkey_search_free(struct rowkey_search *search);

#endif
