/* Calling the kernels of every instruction set that this CPU supports, and proving afterwards that each ran.
 */
#ifndef ROWKEY_TESTS_EACH_ISA_H
#define ROWKEY_TESTS_EACH_ISA_H

#include "simd/tables.h"
#include "testing.h"

/* A loop over the kernel tables of the supported instruction sets. */
#define EACH_ISA(kernels)                                                                            \
  for (size_t isa_index = 0; isa_index < rowkey_isas_count; isa_index++)                             \
    for (const struct rowkey_kernels *kernels = kernels_to_test(2 * isa_index, KERNEL_OFFSET(name)); \
         kernels != NULL; kernels = NULL)

/* The same for the test of one kernel, which also takes the generic kernel that stands beside an override:
 *   EACH_KERNEL(kernels, md5_fixed) { kernels->md5_fixed(…); }  */
#define EACH_KERNEL(kernels, kernel)                                                                 \
  for (size_t table_index = 0; table_index < rowkey_tables_count; table_index++)                     \
    for (const struct rowkey_kernels *kernels = kernels_to_test(table_index, KERNEL_OFFSET(kernel)); \
         kernels != NULL; kernels = NULL)

/* Table `index` of simd/tables.h, counted as run, or NULL when this CPU cannot run it or it has no such
 * kernel. */
const struct rowkey_kernels *kernels_to_test(size_t index, size_t kernel_offset);
#define KERNEL_OFFSET(kernel) offsetof(struct rowkey_kernels, kernel)

/* run_tests; then a line for each instruction set that says how often its kernels were taken, or that they
 * cannot run here. A full run in which a supported one was never taken has failed. */
int run_kernel_tests(const struct test *tests, size_t count, int argc, char **argv);

/* Memory with a page that faults right before and right after it. Tests place data against either side. */
struct guarded {
  uint8_t *begin;
  uint8_t *end;
};
struct guarded guarded_of(size_t size); /* rounded up to whole pages */

/* Fills with a pattern that no kernel writes by chance at every place. */
void fill_canary(uint8_t *bytes, size_t size);
uint8_t canary(size_t index);

#endif
