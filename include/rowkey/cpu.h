/* Instruction sets: which ones this build has, which this CPU supports, which one is in use.
 *
 * The set in use is chosen once, at the first call that needs it: the environment variable ROWKEY_ISA if
 * it is set and not empty, else the best supported one that is worth using on this CPU. Every set makes the
 * same bytes. All functions may be called from any thread at any time.
 */
#ifndef ROWKEY_CPU_H
#define ROWKEY_CPU_H

#include <rowkey/error.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How many instruction sets this build holds. They are numbered 0 … count-1, plainest first. */
ROWKEY_API size_t rowkey_isa_count(void);

/* The name of instruction set `index` ("scalar", "avx2", "avx512", "neon"), or NULL past the end. */
ROWKEY_API const char *rowkey_isa_name(size_t index);

/* Whether this CPU and its operating system can run instruction set `index`. */
ROWKEY_API bool rowkey_isa_supported(size_t index);

/* Whether instruction set `index` is chosen by itself on this CPU when it is the best one supported. */
ROWKEY_API bool rowkey_isa_preferred(size_t index);

/* How many 32-bit numbers a vector of instruction set `index` holds, 0 past the end. */
ROWKEY_API size_t rowkey_isa_lanes(size_t index);

/* Use the instruction set called `name` from now on, in every thread; NULL chooses by itself.
 * ROWKEY_ERROR_UNSUPPORTED, with the supported names in the text, when it cannot be used. */
ROWKEY_API rowkey_status rowkey_isa_select(const char *name, rowkey_error *error);

/* The name of the instruction set in use. Chooses one when none has been chosen yet; when ROWKEY_ISA
 * names one that cannot be used, this and every batch function use the best supported one, and
 * rowkey_isa_check reports it. */
ROWKEY_API const char *rowkey_isa_selected(void);

/* ROWKEY_ERROR_UNSUPPORTED when ROWKEY_ISA names an instruction set that cannot be used. */
ROWKEY_API rowkey_status rowkey_isa_check(rowkey_error *error);

#ifdef __cplusplus
}
#endif

#endif
