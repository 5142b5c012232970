/* What the CPU counts while a thread runs, where the kernel lets us ask: two events that are counted over the
 * same stretch of time, of this thread and outside the kernel. */
#ifndef ROWKEY_BENCH_COUNTERS_H
#define ROWKEY_BENCH_COUNTERS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Of perf_event_open: a type, and two of its events. */
struct bench_events {
  uint32_t type;
  uint64_t first, second;
};

/* Cycles, and instructions. */
extern const struct bench_events bench_cycles_and_instructions;

struct bench_counters {
  int first, second; /* file descriptors */
};

/* NULL when the counters stand ready, else why this machine has none. */
const char *bench_counters_open(struct bench_counters *counters, const struct bench_events *events);

/* Counting begins at 0, in the calling thread, which is the one that opened them. */
void bench_counters_start(struct bench_counters *counters);

/* Ends it. False when the CPU was busy with other people's counters and the counts say nothing. */
bool bench_counters_stop(struct bench_counters *counters, uint64_t counts[2]);

void bench_counters_close(struct bench_counters *counters);

#ifdef __cplusplus
}
#endif

#endif
