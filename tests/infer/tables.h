/* Keys of a table whose layout the test knows. */
#ifndef ROWKEY_TESTS_INFER_TABLES_H
#define ROWKEY_TESTS_INFER_TABLES_H

#include <rowkey/keys.h>
#include <rowkey/layout.h>

struct table {
  uint8_t *bytes;
  uint64_t *offsets;
  rowkey_keys keys;
  rowkey_layout *layout;
};

/* Rows of these columns, at random:
 *   id     u64, from 0 to 999999
 *   small  u64, from 0 to 99
 *   ts     time(ms), rising from 2023 on; sec is the same in seconds
 *   host   text of 3 to 7 letters, a hundred different ones
 *   name   text of 1 to 12 letters and digits, a letter first
 */
struct table make_table(const char *layout, size_t rows);
void free_table(struct table *table);

/* Row `row` becomes a key of `size` random bytes. */
void spoil_key(struct table *table, size_t row, size_t size);

#endif
