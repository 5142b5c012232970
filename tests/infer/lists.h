/* Lists of words, names, numbers and tokens, as people have them in files: keys that no layout made. */
#ifndef ROWKEY_TESTS_INFER_LISTS_H
#define ROWKEY_TESTS_INFER_LISTS_H

#include <rowkey/keys.h>
#include <stdbool.h>

struct line;
struct draw;

struct list {
  const char *name;
  bool is_hash; /* its bytes or digits are those of a hash, and may be called so */
  void (*put)(struct draw *draw, struct line *line);
};

enum { LISTS = 31 };
extern const struct list lists[LISTS];

struct listed {
  uint8_t *bytes;
  uint64_t *offsets;
  rowkey_keys keys;
};

/* So many lines of the list, the same ones in each run. Sorted ones are sorted by their bytes, each once. */
struct listed make_list(const struct list *list, size_t rows, bool is_sorted);
void free_list(struct listed *listed);

#endif
