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

#ifdef __FAST_MATH__
#error "keys need exact arithmetic: compile with -fno-fast-math"
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

/* What a thread had asked for, while it computes as usual. */
struct usual_rounding {
  fenv_t kept;
#if defined(__SSE2_MATH__)
  unsigned sse; /* which fesetenv() leaves as it is on Windows */
#endif
  bool changed; /* then the others are to be restored */
};

static inline void begin_usual_rounding(struct usual_rounding *rounding) {
  rounding->changed = false;
  if (rowkey_rounds_as_usual()) return;
#if defined(__SSE2_MATH__)
  rounding->sse = _mm_getcsr();
#endif
  rounding->changed = fegetenv(&rounding->kept) == 0 && fesetenv(FE_DFL_ENV) == 0;
#if defined(__SSE2_MATH__)
  if (rounding->changed) _mm_setcsr(0x1f80);
#endif
}

static inline void end_usual_rounding(const struct usual_rounding *rounding) {
  if (!rounding->changed) return;
  fesetenv(&rounding->kept);
#if defined(__SSE2_MATH__)
  _mm_setcsr(rounding->sse);
#endif
}

#endif
