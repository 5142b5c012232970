/* Instruction sets: which ones this build has, which ones this CPU supports, and which one is in use. Stable.
 *
 *     rowkey_error error;
 *     if (rowkey_isa_select("avx2", &error) != ROWKEY_OK) fprintf(stderr, "%s\n", error.text);
 *     printf("what is made from now on uses %s\n", rowkey_isa_selected());
 *
 * At the first call that needs an instruction set, the library chooses the one that the environment variable
 * ROWKEY_ISA names or, if that is unset or empty, the best supported one that is worth using on this CPU. An
 * encoder, a decoder or a router keeps the one that was in use when it was created. Every instruction set
 * makes the same bytes. Any thread may call these functions at any time.
 */
#ifndef ROWKEY_CPU_H
#define ROWKEY_CPU_H

#include <rowkey/error.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How many instruction sets this build holds. They are numbered from 0, the plainest first. */
ROWKEY_API size_t rowkey_isa_count(void);

/* The name of instruction set `index`, such as "avx512" or "wasm128", or NULL past the end. */
ROWKEY_API const char *rowkey_isa_name(size_t index);

/* Whether this CPU and its operating system can run instruction set `index`. */
ROWKEY_API bool rowkey_isa_supported(size_t index);

/* Whether the library would choose instruction set `index` on this CPU if it is the best supported one. */
ROWKEY_API bool rowkey_isa_preferred(size_t index);

/* How many 32-bit numbers a vector of instruction set `index` holds, 0 past the end. */
ROWKEY_API size_t rowkey_isa_lanes(size_t index);

/* Uses the instruction set called `name` from now on, in every thread. NULL chooses the best one, whatever
 * ROWKEY_ISA says. ROWKEY_ERROR_UNSUPPORTED, with the supported names in the text, when it cannot be used. */
ROWKEY_CHECKED rowkey_status rowkey_isa_select(const char *name, rowkey_error *error);

/* The name of the instruction set in use. Chooses one if none has been chosen yet. If ROWKEY_ISA names one
 * that cannot be used, the library uses the best supported one, and rowkey_isa_check reports the error. */
ROWKEY_API const char *rowkey_isa_selected(void);

/* ROWKEY_ERROR_UNSUPPORTED when ROWKEY_ISA names an instruction set that cannot be used. */
ROWKEY_CHECKED rowkey_status rowkey_isa_check(rowkey_error *error);

#ifdef __cplusplus
}
#endif

#endif
