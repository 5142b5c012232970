/* Memory that runs out when a test asks for it, by the linker's --wrap. */
#ifndef ROWKEY_TESTS_FAILING_MEMORY_H
#define ROWKEY_TESTS_FAILING_MEMORY_H

#include <stddef.h>

/* So many allocations succeed, the next one fails, and all later ones succeed. SIZE_MAX: none fails. */
extern size_t allocations_allowed;

#endif
