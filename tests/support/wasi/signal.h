/* WASI has no signals: what would be one ends the program. */
#ifndef ROWKEY_TESTS_WASI_SIGNAL_H
#define ROWKEY_TESTS_WASI_SIGNAL_H

#include <stdlib.h>

enum { SIGABRT = 6, SIGSEGV = 11 };
#define SIG_DFL NULL

static inline void signal(int number, void (*handler)(int)) { (void)number, (void)handler; }
static inline void raise(int number) {
  (void)number;
  abort();
}

#endif
