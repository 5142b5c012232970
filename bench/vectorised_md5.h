/* MD5 as plain C that compilers vectorise by themselves: what one gets from a loop over independent messages
 * and compiler flags, without a line for any instruction set. vectorised_md5.c is compiled once for each. */
#ifndef ROWKEY_BENCH_VECTORISED_MD5_H
#define ROWKEY_BENCH_VECTORISED_MD5_H

#include <stddef.h>
#include <stdint.h>

#include "shape.h"

enum {
  VECTORISED_MD5_GROUP = 64, /* messages a loop: the number of rows is a multiple of this */
  VECTORISED_MD5_WIDEST = 55 /* what one block holds */
};

struct vectorised_md5 {
  const char *name;
  void (*fixed)(const uint8_t *keys, size_t rows, size_t width, uint8_t *digests);
  void (*decimal)(const uint64_t *ids, size_t rows, uint8_t *digests);
  void (*paper_md5mod)(const uint64_t *ids, size_t rows, char *keys);
};

/* Registers `run` with each of them that this CPU can run. */
void vectorised_md5_add(struct shape *shape, bench_run *run);

#endif
