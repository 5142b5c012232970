/* What every fuzz target shares. A target compares every instruction set that the CPU supports with
 * src/reference, on buffers of the exact size. */
#ifndef ROWKEY_FUZZ_FUZZ_H
#define ROWKEY_FUZZ_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "simd/tables.h"

/* The entry that libFuzzer and fuzz/replay.c call. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the process with a printf-style account, in release builds too. */
#define FUZZ_CHECK(condition, ...) \
  ((condition) ? (void)0 : fuzz_fail(__FILE__, __LINE__, #condition, __VA_ARGS__))
__attribute__((noreturn, format(printf, 4, 5))) void fuzz_fail(const char *file, int line,
                                                               const char *condition, const char *format,
                                                               ...);

/* ---- Instruction sets ------------------------------------------------------------------------ */

/* A loop over the kernel tables of the supported instruction sets. */
#define FUZZ_EACH_ISA(kernels)                                           \
  for (size_t isa_index = 0; isa_index < rowkey_isas_count; isa_index++) \
    for (const struct rowkey_kernels *kernels = fuzz_kernels(2 * isa_index); kernels != NULL; kernels = NULL)

/* Table `index` of simd/tables.h if this CPU can run it, else NULL. */
const struct rowkey_kernels *fuzz_kernels(size_t index);
/* The same, or NULL also where the table has no kernel at that offset. */
const struct rowkey_kernels *fuzz_kernels_with(size_t index, size_t kernel_offset);
enum { FUZZ_TABLES_MAX = 16 };

/* Counts work that runs on the instruction set's kernels; `what` is a string literal. The counts are printed
 * when the process ends. It ends with a failure if a supported instruction set has run zero times. */
void fuzz_count(const struct rowkey_kernels *kernels, const char *what, size_t rows);

/* For targets that run no kernel: that no instruction set has run is then no failure. */
void fuzz_without_kernels(void);

/* ---- The input ------------------------------------------------------------------------------- */

/* The input as a sequence of decisions; zeros when it has ended. */
struct fuzz_input {
  const uint8_t *data;
  size_t size;
  bool may_be_many;
  const size_t *rows; /* NULL, or how many rows a test wants to be taken */
};

/* Begins an execution, and gives back all guarded memory. The last byte of the input is taken: it chooses
 * where each piece of that lies. */
struct fuzz_input fuzz_begin(const uint8_t *data, size_t size);

/* Called by fuzz_begin. The first call arranges that the counts are printed when the process ends. */
void fuzz_count_execution(void);

uint64_t fuzz_take(struct fuzz_input *input, unsigned bytes); /* 1…8 bytes, big-endian */
uint64_t fuzz_take_up_to(struct fuzz_input *input, uint64_t largest);
/* A number of any length in bits, often near a power of two or ten. */
uint64_t fuzz_take_number(struct fuzz_input *input);
/* A number of rows: mostly few, so that executions are many. Up to `most` are taken of one input in 256,
 * whatever it holds: inputs with many rows find more, and would soon have most of the executions. */
size_t fuzz_take_rows(struct fuzz_input *input, size_t most);
/* All bytes from the input, and where it ends others that follow from those before them: different ones in
 * every lane at little cost. */
void fuzz_take_bytes(struct fuzz_input *input, void *bytes, size_t size);

/* ---- Memory ---------------------------------------------------------------------------------- */

/* `size` bytes, unspecified, until the next fuzz_begin: between pages without access, which see what
 * sanitizers do not. In one execution of eight they touch the one before them, in another the one after; not
 * more often, for CPUs take a microsecond for a masked access that reaches into such a page. */
void *fuzz_guarded(size_t size);
void fuzz_guard_most(void); /* from now on nearly always: for tests, whose executions are few */
void *fuzz_guarded_copy(const void *bytes, size_t size);
enum { FUZZ_GUARDED_MAX = 1 << 20 };

/* `size` bytes on the heap, or the end of the process. `fuzz_copy` fills them. Freed with free(). */
void *fuzz_allocate(size_t size);
void *fuzz_copy(const void *bytes, size_t size);

#endif
