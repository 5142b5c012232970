/* The keys of keys.tsv, which never change, and the records that they belong to. */
#ifndef ROWKEY_TESTS_KEPT_KEYS_H
#define ROWKEY_TESTS_KEPT_KEYS_H

#include <rowkey/rowkey.h>

/* A line of the file, which says what its fields hold. */
struct kept_key {
  unsigned line; /* its number, from 1 */
  const char *layout, *columns, *record;
  uint64_t seed, row;
  const uint8_t *key;
  size_t key_size;
};

struct kept_keys {
  const struct kept_key *at;
  size_t count;
};

/* All lines, read once. They live until the program ends. */
struct kept_keys kept_keys(void);

enum { KEPT_COLUMNS_MAX = 16 };

struct kept_schema {
  char *text; /* that the names point into */
  rowkey_column columns[KEPT_COLUMNS_MAX];
  rowkey_column_type *types[KEPT_COLUMNS_MAX]; /* NULL of u64, i64, f64, f32 and text */
  size_t count;
};

struct kept_schema read_kept_schema(const char *columns);
void free_kept_schema(struct kept_schema *schema);

/* The template that the layout stands for: itself, or what its @name expands to, in `expansion`. */
const char *kept_template(const char *layout, char expansion[ROWKEY_NAMED_TEMPLATE_SIZE]);

/* A value of a record. */
struct kept_value {
  bool is_null;
  char bytes[512]; /* with a NUL after them */
  size_t size;
};

/* The value of the column at `index`. */
struct kept_value kept_value(const struct kept_key *kept, size_t index);

#endif
