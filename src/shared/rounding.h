/* Whether the thread computes with doubles as a program does that has not asked for anything else: to the
 * nearest, without flushing tiny numbers to 0, and without traps. Keys must not depend on that. */
#ifndef ROWKEY_ROUNDING_H
#define ROWKEY_ROUNDING_H

#include <fenv.h>
#include <stdbool.h>
#include <stdint.h>

#if defined(__SSE2_MATH__)
#include <xmmintrin.h>
#endif

static inline bool rowkey_rounds_as_usual(void) {
#if defined(__SSE2_MATH__)
  return (_mm_getcsr() & 0xffc0) == 0x1f80; /* all but the flags of what has happened */
#elif defined(__aarch64__)
  uint64_t control;
  __asm__ volatile("mrs %0, fpcr" : "=r"(control));
  return (control & 0x1c09f07) == 0; /* flushing; rounding; traps; other results of what is tiny */
#else
  return fegetround() == FE_TONEAREST;
#endif
}

#endif
