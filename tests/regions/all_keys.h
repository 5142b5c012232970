/* Keys of layouts, by the encoder: every one where the fields have few values. */
#ifndef ROWKEY_TESTS_ALL_KEYS_H
#define ROWKEY_TESTS_ALL_KEYS_H

#include <rowkey/rowkey.h>
#include <stdbool.h>

#include "testing.h"

struct span {
  int64_t first, last; /* both included */
};

/* The schema is a:u64, b:u64, x:i64, name:text, real:f64. Records are all combinations of a, b and x; name is
 * "n" and the number of a, and real is a. */
struct small_layout {
  const char *text;
  struct span a, b, x;
};

struct key {
  const uint8_t *bytes;
  size_t size;
};

struct key_list {
  rowkey_layout *layout;
  size_t count;
  struct key *keys; /* in order, equal ones too; good until the test ends */
};

struct key_list all_keys(const struct small_layout *small);
/* In no order: those of `count` random numbers (a tenth of them where the machine is emulated), 0 and 2^64 -
 * 1 among them, as a and as x. */
struct key_list keys_of_numbers(const char *text, size_t count);
void free_keys(struct key_list *list);
void drop_repeated(struct key_list *list);

int compare_keys(struct key a, struct key b);
bool key_begins(struct key beginning, struct key key);

/* `count` strings (or a tenth): keys, or some bytes of them, or with other bytes after them, or with one
 * byte changed by 1. None is empty, and there is no layout. */
struct key_list random_strings(const struct key_list *list, size_t count);

/* Some bytes of a string as C writes them, up to its NUL. */
struct key key_of(const char *text);
const char *shown_key(struct key key); /* good for the next few calls */

#endif
