#include "encode/seed.h"

#include <stdio.h>
#include <time.h>
#ifdef _WIN32
#include <process.h>
#else
#include <unistd.h>
#endif

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
#ifdef __wasi__
  if (getentropy(&seed, sizeof seed) == 0) return seed;
#endif
  FILE *source = fopen("/dev/urandom", "rb");
  if (source != NULL) {
    setvbuf(source, NULL, _IONBF, 0); /* no more than the seed is read */
    const size_t read = fread(&seed, sizeof seed, 1, source);
    fclose(source);
    if (read == 1) return seed;
  }
  struct timespec now = {0};
  timespec_get(&now, TIME_UTC);
  const uint64_t parts[] = {(uint64_t)now.tv_sec, (uint64_t)now.tv_nsec, (uint64_t)rowkey_process(),
                            (uint64_t)(uintptr_t)&now};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    seed = (seed ^ parts[i]) * UINT64_C(0x9e3779b97f4a7c15), seed ^= seed >> 29;
  return seed;
}
