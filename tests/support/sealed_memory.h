/* Memory that can be made read-only, by way of the linker's --wrap: what is promised never to change cannot.
 */
#ifndef ROWKEY_TESTS_SEALED_MEMORY_H
#define ROWKEY_TESTS_SEALED_MEMORY_H

/* From now on allocations come from pages of their own. One use in a program at a time. */
void sealed_memory_begin(void);
/* No longer: and who writes to one of those made until now faults. */
void sealed_memory_seal(void);
/* They can be written again. What is freed of them is forgotten. */
void sealed_memory_open(void);

#endif
