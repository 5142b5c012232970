/* What is compiled once and used again: encoders, decoders and routers, which a thread takes for a vector of
 * rows and gives back after it. Thread-safe. */
#ifndef ROWKEY_DUCKDB_POOL_H
#define ROWKEY_DUCKDB_POOL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pool;

/* One thing in the pool, under the bytes that say what it was made from. */
struct kept {
  struct kept *next;
  void *object;
  size_t key_size;
  unsigned char key[];
};

/* `destroy` frees an object. NULL without memory. */
struct pool *pool_create(void (*destroy)(void *object));

/* Frees the pool and all that lies in it; its type is that of DuckDB's callbacks. */
void pool_free(void *pool);

/* Takes a thing of this key out of the pool. Where there is none, a new one, whose object is NULL: the caller
 * makes it. NULL without memory. */
struct kept *pool_take(struct pool *pool, const void *key, size_t size);

/* Puts it back; one without an object is freed, and so is what was not used for the longest time when there
 * are many. */
void pool_give(struct pool *pool, struct kept *kept);

/* Numbers for `rows` rows that no other call has got: the first of them. */
uint64_t pool_number_rows(struct pool *pool, uint64_t rows);

#endif
