/* Memory that runs out when a test asks for it, by the linker's --wrap. */
#ifndef ROWKEY_TESTS_FAILING_MEMORY_H
#define ROWKEY_TESTS_FAILING_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* So many allocations succeed, the next one fails, and all later ones succeed. SIZE_MAX: none fails. */
extern size_t allocations_allowed;

/* The sizes of all allocations so far, added up: a measure of work that is the same on every machine. */
extern size_t allocated_bytes;

/* From here on none fails. Returns whether one has: what could do without may have succeeded nevertheless. */
bool allocation_failed(void);

#endif
