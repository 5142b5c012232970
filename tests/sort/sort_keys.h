/* Keys of many kinds, in every form of struct rowkey_keys, and their order found by qsort. */
#ifndef ROWKEY_TESTS_SORT_KEYS_H
#define ROWKEY_TESTS_SORT_KEYS_H

#include <rowkey/keys.h>

#include "testing.h"

enum key_form { KEYS_OF_WIDTH, KEYS_OF_OFFSETS, KEYS_OF_OFFSETS32, KEY_FORMS };

/* What keys are made of. Each is a prefix, then random characters. */
struct key_kind {
  size_t rows;
  size_t prefix;            /* bytes that all keys begin with */
  size_t shortest, longest; /* bytes after the prefix */
  unsigned characters;      /* different ones */
  uint8_t first_character;
  unsigned again; /* of 100 keys, how many are made from an earlier one: equal, cut, or with bytes 0 added */
};

/* Keys, between pages that fault. */
struct made_keys {
  rowkey_keys keys;
  const uint8_t *bytes;
  const uint64_t *offsets; /* of each form: key i is bytes[offsets[i] … offsets[i + 1]) */
};

struct key_kind random_kind(size_t rows);

/* Keys of one width only if kind->shortest and kind->longest are the same. They end where a page that faults
 * begins, or begin where one ends. Freed when the test ends, or by free_guarded. */
struct made_keys make_keys(const struct key_kind *kind, enum key_form form, enum guard side);

/* As memcmp; a key comes before those that begin with it. */
int compare_made(const struct made_keys *made, uint64_t a, uint64_t b);

/* The rows in the order of their keys and, where these are equal, of the rows. To be freed. Returns how many
 * keys an earlier row has as well. */
size_t order_by_qsort(const struct made_keys *made, uint64_t **order);

#endif
