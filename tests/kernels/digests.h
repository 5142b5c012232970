/* What the tests of the MD5 kernels share. */
#ifndef ROWKEY_TESTS_DIGESTS_H
#define ROWKEY_TESTS_DIGESTS_H

#include "each_isa.h"

enum { DIGEST = 16 };

/* Every digest of `rows` is the expected one. */
void check_digests(const uint8_t *digests, const uint8_t *expected, size_t rows, const char *what,
                   const char *isa);

/* The largest md5_group of all supported instruction sets, twice, and one. */
size_t largest_count(void);

/* The next count above `count` that lies around the lanes or the group of an instruction set; SIZE_MAX after
 * the last one, which is twice the group and one. */
size_t next_count(const struct rowkey_kernels *kernels, size_t count);

#endif
