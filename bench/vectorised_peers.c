#include "vectorised_md5.h"

extern const struct vectorised_md5 vectorised_md5_baseline;
#ifdef __x86_64__
extern const struct vectorised_md5 vectorised_md5_avx2, vectorised_md5_avx512;
#endif

static void add(struct shape *shape, bench_run *run, const struct vectorised_md5 *peer) {
  bench_add(shape, peer->name, run, peer);
}

void vectorised_md5_add(struct shape *shape, bench_run *run) {
  add(shape, run, &vectorised_md5_baseline);
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx2")) add(shape, run, &vectorised_md5_avx2);
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl"))
    add(shape, run, &vectorised_md5_avx512);
#endif
}
