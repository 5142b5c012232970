/* What every fuzz target shares. A target compares every instruction set that the CPU supports with
 * src/reference, on buffers of the exact size, so that AddressSanitizer sees the first byte too many. */
#ifndef ROWKEY_FUZZ_FUZZ_H
#define ROWKEY_FUZZ_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel_table.h"

/* The entry that libFuzzer and fuzz/replay.c call. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the process with a printf-style account, in release builds too. */
#define FUZZ_CHECK(condition, ...) \
  ((condition) ? (void)0 : fuzz_fail(__FILE__, __LINE__, #condition, __VA_ARGS__))
__attribute__((noreturn, format(printf, 4, 5))) void fuzz_fail(const char *file, int line,
                                                               const char *condition, const char *format,
                                                               ...);

/* A loop over the kernel tables of the supported instruction sets. */
#define FUZZ_EACH_ISA(kernels)                                           \
  for (size_t isa_index = 0; isa_index < rowkey_isas_count; isa_index++) \
    for (const struct rowkey_kernels *kernels = fuzz_kernels(isa_index); kernels != NULL; kernels = NULL)
const struct rowkey_kernels *fuzz_kernels(size_t isa_index);

/* The input as a sequence of decisions; zeros when it has ended. */
struct fuzz_input {
  const uint8_t *data;
  size_t size;
};
uint64_t fuzz_take(struct fuzz_input *input, unsigned bytes); /* 1…8 bytes, big-endian */
uint64_t fuzz_take_up_to(struct fuzz_input *input, uint64_t largest);
/* A number of any length in bits, often near a power of two or ten. */
uint64_t fuzz_take_number(struct fuzz_input *input);

/* `size` bytes on the heap, or the end of the process. `fuzz_copy` fills them. Freed with free(). */
void *fuzz_allocate(size_t size);
void *fuzz_copy(const void *bytes, size_t size);

#endif
