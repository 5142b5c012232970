/* What the library knows of each hash function besides its values: the list in hashes.def as a table. */
#ifndef ROWKEY_SRC_KERNELS_HASHES_H
#define ROWKEY_SRC_KERNELS_HASHES_H

#include <rowkey/kernels.h>
#include <stdbool.h>
#include <stddef.h>

enum hash_result {
  HASH_I32, /* a Java int, sign-extended */
  HASH_U16,
  HASH_U32,
  HASH_U64,
  HASH_I64_PAIR, /* two values a row: 128 bits, of which each half is a Java long */
  HASH_DIGEST    /* bytes */
};

enum { MOST_HASH_VALUES = 4 }; /* that any of them gives for a row */

struct hash_function {
  const char *name; /* in templates */
  enum hash_result result;
  size_t size;      /* bytes of a value of more than 64 bits, else 0 */
  const char *seed; /* what templates call the seed; NULL: the function has none */
  uint64_t default_seed;
  rowkey_hash_tail last_tail; /* the option tail may be any up to this one */
  bool keyed;                 /* the option key must be given */
  bool of_text;               /* a message that is not UTF-8 has no hash */
  /* r = 31 * r + unit, which is a UTF-16 code unit if it is of_text, else a signed byte. With a seed, the
   * hash of a message's beginning is the seed with which its end gives the hash of the whole. */
  bool base31;
};

enum {
#define ROWKEY_HASH(member, ...) ROWKEY_HASH_INDEX_##member,
#include "kernels/hashes.def"
#undef ROWKEY_HASH
  ROWKEY_HASHES
};

extern const struct hash_function rowkey_hash_functions[ROWKEY_HASHES]; /* by rowkey_hash_function */
extern const struct hash_function rowkey_md5_function;
extern const char *const rowkey_tail_names[]; /* by rowkey_hash_tail */

static inline const struct hash_function *hash_function_of(const rowkey_hash *hash) {
  return &rowkey_hash_functions[hash->function];
}

/* How many numbers the kernels write for a row: eight bytes of a digest in each, the first the most
 * significant, and zeros after the last. */
static inline size_t values_per_row(const rowkey_hash *hash) {
  const size_t size = hash_function_of(hash)->size;
  return size == 0 ? 1 : (size + 7) / 8;
}

/* The bits of a number that the function gives, and of its seed if it has one. */
static inline unsigned bits_of_hash(const struct hash_function *function) {
  switch (function->result) {
    case HASH_U16:
      return 16;
    case HASH_I32:
    case HASH_U32:
      return 32;
    default:
      return 64;
  }
}

#endif
