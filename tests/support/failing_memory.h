/* Memory that runs out when a test says so, by way of the linker's --wrap. */
#ifndef ROWKEY_TESTS_FAILING_MEMORY_H
#define ROWKEY_TESTS_FAILING_MEMORY_H

#include <stddef.h>

/* Allocations that still succeed; one fails after them, and then all succeed again. SIZE_MAX: none fails. */
extern size_t allocations_allowed;

#endif
