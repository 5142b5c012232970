/* The first call of a process: rows whose work is done by a program started for it, which is this one. */
#ifndef ROWKEY_BENCH_FIRST_CALL_H
#define ROWKEY_BENCH_FIRST_CALL_H

/* If the arguments ask for a first call, makes it and returns the exit status, else -1. To be called before
 * anything else of the library. */
int bench_first_call(int argc, char **argv);

#endif
