#include "encode/seed.h"

#include <time.h>
#ifdef _WIN32
#include <process.h>
#else
#include <unistd.h>
#endif

#include "base/entropy.h"

int64_t rowkey_process(void) {
#ifdef _WIN32
  return _getpid();
#elif defined(__wasi__)
  return 1; /* a module is all that there is */
#else
  return getpid();
#endif
}

uint64_t rowkey_draw_seed(void) {
  uint64_t seed = 0;
  if (rowkey_read_entropy(&seed, sizeof seed)) return seed;
  struct timespec now = {0};
  timespec_get(&now, TIME_UTC);
  const uint64_t parts[] = {(uint64_t)now.tv_sec, (uint64_t)now.tv_nsec, (uint64_t)rowkey_process(),
                            (uint64_t)(uintptr_t)&now};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    seed = (seed ^ parts[i]) * UINT64_C(0x9e3779b97f4a7c15), seed ^= seed >> 29;
  return seed;
}
