/* The benchmarks' counters of the CPU. Machines that have none, and kernels that refuse, are allowed: then
 * there is a reason. Events that the kernel counts itself stand in for the CPU's where these are missing. */
#include <linux/perf_event.h>
#include <string.h>

#include "bench/counters.h"
#include "testing.h"

static volatile uint64_t work;

static void work_a_little(uint64_t turns) {
  for (uint64_t i = 0; i < turns; i++) work += i;
}

/* Counts of more work are larger, and each count begins at 0. Nothing to check where there are no counters.
 */
static void check_counts(const struct bench_events *events) {
  struct bench_counters counters;
  const char *problem = bench_counters_open(&counters, events);
  if (problem != NULL) {
    CHECK(problem[0] != '\0', "no reason is given");
    return;
  }
  uint64_t little[2] = {0}, much[2] = {0};
  bench_counters_start(&counters);
  work_a_little(1000);
  const bool counted_little = bench_counters_stop(&counters, little);
  bench_counters_start(&counters);
  work_a_little(20000000);
  const bool counted_much = bench_counters_stop(&counters, much);
  bench_counters_close(&counters);
  if (!counted_little || !counted_much) return; /* others use this CPU's counters */
  CHECK(much[0] > little[0], "%llu after %llu", (unsigned long long)much[0], (unsigned long long)little[0]);
}

static void cycles(void) { check_counts(&bench_cycles_and_instructions); }

static void software_events(void) {
  const struct bench_events events = {PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK,
                                      PERF_COUNT_SW_PAGE_FAULTS};
  check_counts(&events);
}

static void unknown_events(void) {
  const struct bench_events events = {PERF_TYPE_SOFTWARE, 1000000, 1000000};
  struct bench_counters counters;
  const char *problem = bench_counters_open(&counters, &events);
  CHECK(problem != NULL && strlen(problem) > 0, "events that do not exist are counted");
}

static const struct test tests[] = {{"counters of cycles", cycles},
                                    {"counters of software events", software_events},
                                    {"counters of events that do not exist", unknown_events}};

int main(int argc, char **argv) { return run_tests(tests, sizeof tests / sizeof *tests, argc, argv); }
