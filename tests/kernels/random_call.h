/* Calls of the kernels that tests/descriptors describes, with random arguments. */
#ifndef ROWKEY_TESTS_RANDOM_CALL_H
#define ROWKEY_TESTS_RANDOM_CALL_H

#include "testing.h"
#include "tests/descriptors/call.h"

/* On every instruction set. rows: NULL, or how many; number: NULL, or what stands in the place of the one
 * that the input has before `choose` sees it. */
void call_at_random(const struct descriptor *kernel, const size_t *rows, const uint64_t *number);

#endif
