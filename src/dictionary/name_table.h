/* Names and their ids in memory: a hash table that one thread at a time adds to while any number of threads
 * look up. What is added is published by the slot that leads to it; nothing moves, and nothing is freed
 * before all is.
 *
 * A lookup touches two cache lines, one of the slots and one of the records. */
#ifndef ROWKEY_DICTIONARY_NAME_TABLE_H
#define ROWKEY_DICTIONARY_NAME_TABLE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "kernel_table.h"

/* A name as it lies in memory. */
struct name_record {
  uint64_t hash;
  uint32_t id;
  uint32_t length;
  uint8_t bytes[];
};

struct name_slots; /* name_table.c */

struct name_table {
  uint8_t key[16]; /* of the hash: whoever chooses names does not know it, and cannot make them collide */
  _Atomic(struct name_slots *) slots;
  _Atomic uint64_t count;  /* the ids 1 … count have names */
  _Atomic(void *) *chunks; /* of bytes, where the records lie */
  _Atomic(void *) *places; /* of numbers: where the record of an id lies */
  uint64_t used;           /* bytes of all chunks; only the thread that adds reads it */
};

/* Names that are looked up together, at most NAME_GROUP. */
enum { NAME_GROUP = 64 };
struct name_lookup {
  size_t rows;
  struct rowkey_strings names;
  uint64_t hashes[NAME_GROUP];
  /* Between the steps: */
  const struct name_slots *slots;
  uint64_t at[NAME_GROUP], found[NAME_GROUP];
};

/* Zeros and the key. False when memory is exhausted; the table can be freed in any case. */
bool rowkey_name_table_create(struct name_table *table, const uint8_t key[16]);
void rowkey_name_table_free(struct name_table *table);

/* A lookup in three steps. The first sets the hashes of `rows` names, the last sets ids[i] to the id of name
 * i, or 0 when it has none, and returns how many have one. Each step fetches what the next one reads: steps
 * of other groups between them hide how long that takes. */
void rowkey_name_hash(const struct name_table *table, struct name_lookup *lookup);
void rowkey_name_seek(const struct name_table *table, struct name_lookup *lookup);
size_t rowkey_name_match(const struct name_table *table, const struct name_lookup *lookup, uint64_t *ids);

/* Adds a name that the table has not, with id count + 1. False when memory is exhausted: then nothing is
 * added. */
bool rowkey_name_add(struct name_table *table, const uint8_t *bytes, uint32_t length, uint64_t hash);

/* NULL when no name has the id. */
const struct name_record *rowkey_name_of(const struct name_table *table, uint64_t id);

#endif
