/* The seam to Google Benchmark, which is C++: everything else here is C. */
#ifndef ROWKEY_BENCH_SHIM_H
#define ROWKEY_BENCH_SHIM_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One row of the report. */
struct bench_row {
  void (*prepare)(struct bench_row *row); /* untimed, before each measurement; sets items and bytes */
  void (*run)(struct bench_row *row);     /* timed: one pass over the working set */
  uint64_t items;                         /* handled by one pass */
  uint64_t bytes;                         /* read by one pass */
};

/* `row` must stay where it is until bench_main returns; `name` is copied. */
void bench_register(const char *name, struct bench_row *row);

/* A line of the report's head, for example the compiler. */
void bench_describe(const char *key, const char *value);

/* Runs what Google Benchmark's flags in argv select and returns the exit status. */
int bench_main(int argc, char **argv);

#ifdef __cplusplus
}
#endif

#endif
