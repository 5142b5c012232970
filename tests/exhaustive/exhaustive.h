/* What the exhaustive programs share. Each takes the name of an instruction set, tries its kernels on every
 * value of a domain, and ends at the first wrong one with an account of it. */
#ifndef ROWKEY_TESTS_EXHAUSTIVE_H
#define ROWKEY_TESTS_EXHAUSTIVE_H

#include "kernels/kernel_table.h"

/* The kernels that the program's only argument names. Ends the program with NOT_ON_THIS_CPU when the CPU has
 * no such instruction set, with 2 when nothing is called so. */
enum { NOT_ON_THIS_CPU = 77 };
const struct rowkey_kernels *kernels_of_argument(int argc, char **argv);

/* Ends the program as failed, with a printf-style account of what was seen. */
__attribute__((noreturn, format(printf, 1, 2))) void fail(const char *format, ...);

/* Memory that the program keeps to its end. */
void *memory_of(size_t size);

#endif
