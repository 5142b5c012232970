#include "shim.h"

#include <benchmark/benchmark.h>

#include <iostream>
#include <mutex>
#include <string>

#include "counters.h"

namespace {

void prepare(bench_row *row) {
  static std::mutex one_thread;
  const std::lock_guard<std::mutex> lock(one_thread);
  row->prepare(row);
}

void report(benchmark::State &state, const bench_row *row) {
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(row->items));
  state.SetBytesProcessed(state.iterations() * static_cast<int64_t>(row->bytes));
}

/* Adds the cycles and instructions of an item, where this machine counts them. */
void measure(benchmark::State &state, bench_row *row) {
  prepare(row);
  bench_counters counters;
  uint64_t counts[2];
  const bool counting = bench_counters_open(&counters, &bench_cycles_and_instructions) == nullptr;
  if (counting) bench_counters_start(&counters);
  for (auto _ : state) {
    row->run(row);
    benchmark::ClobberMemory();
  }
  if (counting) {
    const double items = static_cast<double>(state.iterations()) * static_cast<double>(row->items);
    if (bench_counters_stop(&counters, counts)) {
      using benchmark::Counter;
      state.counters["cycles_per_item"] =
          Counter(static_cast<double>(counts[0]) / items, Counter::kAvgThreads);
      state.counters["instructions_per_item"] =
          Counter(static_cast<double>(counts[1]) / items, Counter::kAvgThreads);
    }
    bench_counters_close(&counters);
  }
  report(state, row);
}

}  // namespace

void bench_register(const char *name, bench_row *row) {
  benchmark::RegisterBenchmark(name, [row](benchmark::State &state) { measure(state, row); });
}

void bench_register_self_timed(const char *name, bench_row *row, unsigned passes) {
  benchmark::RegisterBenchmark(name,
                               [row](benchmark::State &state) {
                                 prepare(row);
                                 for (auto _ : state) {
                                   row->run(row);
                                   state.SetIterationTime(row->seconds);
                                 }
                                 report(state, row);
                               })
      ->UseManualTime()
      ->Iterations(passes);
}

void bench_register_threads(const char *name, bench_row *const *rows, unsigned threads) {
  benchmark::RegisterBenchmark(
      name, [rows](benchmark::State &state) { measure(state, rows[state.thread_index()]); })
      ->UseRealTime()
      ->Threads(static_cast<int>(threads));
}

void bench_describe(const char *key, const char *value) { benchmark::AddCustomContext(key, value); }

int bench_main(int argc, char **argv) {
  bench_counters counters;
  const char *problem = bench_counters_open(&counters, &bench_cycles_and_instructions);
  bench_describe("perf_counters", problem == nullptr ? "yes" : ("no (" + std::string(problem) + ")").c_str());
  if (problem == nullptr) bench_counters_close(&counters);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  const size_t matched = benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  if (matched > 0) return 0;
  std::cerr << "rowkey-bench: no benchmark matches --benchmark_filter=" << benchmark::GetBenchmarkFilter()
            << "; expected a regular expression that finds names of --benchmark_list_tests\n";
  return 2;
}
