/* Memory that a test can make read-only, by the linker's --wrap: a write to what must not change is a fault.
 */
#ifndef ROWKEY_TESTS_SEALED_MEMORY_H
#define ROWKEY_TESTS_SEALED_MEMORY_H

/* From now on allocations come from pages of their own. One use at a time in a program. */
void sealed_memory_begin(void);
/* Ends that, and makes the allocations since then read-only. */
void sealed_memory_seal(void);
/* Makes them writable again. */
void sealed_memory_open(void);

#endif
