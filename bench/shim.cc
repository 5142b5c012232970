#include "shim.h"

#include <benchmark/benchmark.h>

void bench_register(const char *name, struct bench_row *row) {
  benchmark::RegisterBenchmark(name, [row](benchmark::State &state) {
    row->prepare(row);
    for (auto _ : state) {
      row->run(row);
      benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(row->items));
    state.SetBytesProcessed(state.iterations() * static_cast<int64_t>(row->bytes));
  });
}

void bench_describe(const char *key, const char *value) { benchmark::AddCustomContext(key, value); }

int bench_main(int argc, char **argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
