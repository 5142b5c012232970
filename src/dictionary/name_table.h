/* Names and their ids in memory: a hash table that one thread at a time adds to while any number of threads
 * look up. What is added is published by the tag that leads to it; nothing moves, and nothing is freed before
 * all is.
 *
 * A lookup touches two cache lines. One is a bucket: tags of 16 bits for ten names, and where their records
 * lie. The other is the record, or the beginning of a long one. The buckets of 10^6 names are 8 MB, which a
 * cache may hold; records of 16 bytes are 32 MB, which come from memory. */
#ifndef ROWKEY_DICTIONARY_NAME_TABLE_H
#define ROWKEY_DICTIONARY_NAME_TABLE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "kernels/kernel_table.h"

/* A name as it lies in memory. */
struct name_record {
  uint32_t hash; /* the low half */
  uint32_t id;
  uint16_t length;
  uint8_t bytes[];
};

struct name_buckets; /* name_table.c */

struct name_table {
  uint8_t key[16]; /* of the hash: whoever chooses names does not know it, and cannot make them collide */
  _Atomic(struct name_buckets *) buckets;
  _Atomic uint64_t count;  /* the ids 1 … count have names */
  _Atomic(void *) *chunks; /* of bytes, where the records lie */
  _Atomic(void *) *places; /* of numbers: where the record of an id lies */
  uint64_t used;           /* units of all chunks; only the thread that adds reads it */
};

/* Names that are looked up together, at most NAME_GROUP. */
enum { NAME_GROUP = 16 };
struct name_lookup {
  size_t rows;
  struct rowkey_strings names;
  uint64_t hashes[NAME_GROUP];
  /* Between the steps: */
  const struct name_buckets *buckets;
  uint32_t found[NAME_GROUP];
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

/* Adds a name with id count + 1. It is known when the table has it already, and there is no room when memory
 * is exhausted, all ids are given or records take 64 GB: then nothing is added. */
enum name_added { NAME_ADDED, NAME_KNOWN, NAME_NO_ROOM };
enum name_added rowkey_name_add(struct name_table *table, const uint8_t *bytes, uint16_t length,
                                uint64_t hash);

/* NULL when no name has the id. */
const struct name_record *rowkey_name_of(const struct name_table *table, uint64_t id);

#endif
