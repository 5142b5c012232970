/* The seam to Google Benchmark, which is C++: everything else here is C. */
#ifndef ROWKEY_BENCH_SHIM_H
#define ROWKEY_BENCH_SHIM_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* One row of the report, or the part that one thread has in it. */
struct bench_row {
  void (*prepare)(struct bench_row *row); /* untimed, before each measurement; sets items and bytes */
  void (*run)(struct bench_row *row);     /* timed: one pass over the working set */
  uint64_t items;                         /* handled by one pass */
  uint64_t bytes;                         /* read by one pass */
  double seconds;                         /* of a row that times itself: what the pass took, set by run */
};

/* Rows must stay where they are until bench_main returns; `name` is copied. Google Benchmark adds to the
 * names of the second and third kind how they are timed: /iterations:20/manual_time, /real_time/threads:2. */
void bench_register(const char *name, struct bench_row *row);

/* A row that times itself, in so many passes. */
void bench_register_self_timed(const char *name, struct bench_row *row, unsigned passes);

/* Threads that run at the same time, thread i on rows[i], measured by the clock on the wall. The report has
 * the items of all of them. They are prepared one after the other, each by its own thread. */
void bench_register_threads(const char *name, struct bench_row *const *rows, unsigned threads);

/* A line of the report's head, for example the compiler. */
void bench_describe(const char *key, const char *value);

/* Runs what Google Benchmark's flags in argv select and returns the exit status. */
int bench_main(int argc, char **argv);

#ifdef __cplusplus
}
#endif

#endif
