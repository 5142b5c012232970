/* Lists of words, names, numbers and tokens, as people have them in files: keys that no layout made. */
#ifndef ROWKEY_TESTS_INFER_LISTS_H
#define ROWKEY_TESTS_INFER_LISTS_H

#include <rowkey/keys.h>
#include <stdbool.h>

struct line;
struct draw;

struct list {
  const char *name;
  enum { LIST_OF_TEXT, LIST_OF_HASHES, LIST_OF_BYTES } kind; /* hashes may be called so, and bytes numbers */
  void (*put)(struct draw *draw, struct line *line);
};

enum { LISTS = 35 };
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
