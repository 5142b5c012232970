/* Calling the kernels of every instruction set that this CPU supports, and proving afterwards that each ran.
 */
#ifndef ROWKEY_TESTS_EACH_ISA_H
#define ROWKEY_TESTS_EACH_ISA_H

#include "kernel_table.h"
#include "testing.h"

/* A loop over the kernel tables of the supported instruction sets:
 *   EACH_ISA(kernels) { kernels->md5_fixed(…); }  */
#define EACH_ISA(kernels)                                                \
  for (size_t isa_index = 0; isa_index < rowkey_isas_count; isa_index++) \
    for (const struct rowkey_kernels *kernels = kernels_to_test(isa_index); kernels != NULL; kernels = NULL)

/* The table of instruction set `index`, counted as run, or NULL when this CPU cannot run it. */
const struct rowkey_kernels *kernels_to_test(size_t index);

/* run_tests; then a line for each instruction set that says how often its kernels were taken, or that they
 * cannot run here. A full run in which a supported one was never taken has failed. */
int run_kernel_tests(const struct test *tests, size_t count, int argc, char **argv);

/* Memory with a page that faults right before and right after it. Tests place data against either side. */
struct arena {
  uint8_t *begin;
  uint8_t *end;
};
struct arena arena_of(size_t size); /* rounded up to whole pages */

/* Fills with a pattern that no kernel writes by chance at every place. */
void fill_canary(uint8_t *bytes, size_t size);
uint8_t canary(size_t index);

#endif
