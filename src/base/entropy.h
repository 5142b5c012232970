/* Bytes that nobody can foresee. */
#ifndef ROWKEY_SRC_BASE_ENTROPY_H
#define ROWKEY_SRC_BASE_ENTROPY_H

#include <stdbool.h>
#include <stddef.h>

/* Where they come from, as messages name it. */
extern const char rowkey_entropy_source[];

/* Fills `bytes`. Returns whether the system gave as many, and sets errno where it did not. */
bool rowkey_read_entropy(void *bytes, size_t size);

#endif
