/* Whether the thread computes with doubles as a program does that has not asked for anything else: to the
 * nearest, without flushing tiny numbers to 0, without traps, and on the x87 in its full precision. Keys must
 * not depend on that. */
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

#if defined(__x86_64__) || defined(__i386__)
/* Traps and rounding, and the precision: that is 53 bits on Windows, where nothing computes on the x87. */
#ifdef _WIN32
enum { X87_CONTROL = 0xc3f, X87_USUAL = 0x3f };
#else
enum { X87_CONTROL = 0xf3f, X87_USUAL = 0x33f };
#endif

static inline unsigned x87_control(void) {
  uint16_t control;
  __asm__ volatile("fnstcw %0" : "=m"(control));
  return control;
}
#endif

/* What the thread computes with doubles by, and what of it is usual: CONTROL_BITS are all but the flags of
 * what has happened. */
#if defined(__SSE2_MATH__)
enum { CONTROL_BITS = 0xffc0, CONTROL_USUAL = 0x1f80 };
static inline unsigned rounding_control(void) { return _mm_getcsr(); }
static inline void set_rounding_control(unsigned control) { _mm_setcsr(control); }
#elif defined(__i386__)
enum { CONTROL_BITS = X87_CONTROL, CONTROL_USUAL = X87_USUAL };
static inline unsigned rounding_control(void) { return x87_control(); }
static inline void set_rounding_control(unsigned control) { (void)control; } /* fesetenv() sets it */
#elif defined(__aarch64__)
enum { CONTROL_BITS = 0x1c09f07, CONTROL_USUAL = 0 }; /* flushing; rounding; traps; other tiny results */
static inline unsigned rounding_control(void) {
  uint64_t control;
  __asm__ volatile("mrs %0, fpcr" : "=r"(control));
  return (unsigned)control;
}
static inline void set_rounding_control(unsigned control) {
  __asm__ volatile("msr fpcr, %0" : : "r"((uint64_t)control));
}
#elif defined(__arm__) && defined(__ARM_FP)
enum { CONTROL_BITS = 0x1c09f00, CONTROL_USUAL = 0 };
static inline unsigned rounding_control(void) {
  unsigned control;
  __asm__ volatile("vmrs %0, fpscr" : "=r"(control));
  return control;
}
static inline void set_rounding_control(unsigned control) { (void)control; }
#else
enum { CONTROL_BITS = -1, CONTROL_USUAL = FE_TONEAREST };
static inline unsigned rounding_control(void) { return (unsigned)fegetround(); }
static inline void set_rounding_control(unsigned control) { (void)control; }
#endif

static inline bool rowkey_rounds_as_usual(void) {
#if defined(__SSE2_MATH__) /* glibc's strtod() asks the x87 */
  if ((x87_control() & X87_CONTROL) != X87_USUAL) return false;
#endif
  return (rounding_control() & (unsigned)CONTROL_BITS) == (unsigned)CONTROL_USUAL;
}

/* What a thread had asked for, while it computes as usual. */
struct usual_rounding {
  fenv_t kept;
  unsigned control; /* which fesetenv() leaves as it is on Windows */
  bool changed;     /* then the others are to be restored */
};

static inline void begin_usual_rounding(struct usual_rounding *rounding) {
  rounding->changed = false;
  if (rowkey_rounds_as_usual()) return;
  rounding->control = rounding_control();
  rounding->changed = fegetenv(&rounding->kept) == 0 && fesetenv(FE_DFL_ENV) == 0;
  if (rounding->changed) set_rounding_control(CONTROL_USUAL);
}

static inline void end_usual_rounding(const struct usual_rounding *rounding) {
  if (!rounding->changed) return;
  fesetenv(&rounding->kept);
  set_rounding_control(rounding->control);
}

#endif
