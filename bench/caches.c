#include "caches.h"

#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

enum { LEVELS_MAX = 8 };

/* Reads a file of /sys/devices/system/cpu/cpuCPU/cache/indexINDEX: a number, and the letter after it. */
static bool read_number(unsigned cpu, unsigned index, const char *name, unsigned *number, char *unit) {
  char path[96];
  snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%u/cache/index%u/%s", cpu, index, name);
  FILE *file = fopen(path, "r");
  if (file == NULL) return false;
  *unit = '\0';
  const bool found = fscanf(file, "%u%c", number, unit) >= 1;
  fclose(file);
  return found;
}

/* The last cache of a CPU, and the first of those CPUs that share it. */
static uint64_t last_cache(unsigned cpu, unsigned *first) {
  uint64_t bytes = 0;
  unsigned highest = 0;
  for (unsigned index = 0; index < LEVELS_MAX; index++) {
    unsigned level, size, sharer;
    char unit, unused;
    if (!read_number(cpu, index, "level", &level, &unused) || level < highest) continue;
    if (!read_number(cpu, index, "size", &size, &unit)) continue;
    highest = level;
    bytes = (uint64_t)size << (unit == 'K' ? 10 : unit == 'M' ? 20 : 0);
    *first = read_number(cpu, index, "shared_cpu_list", &sharer, &unused) ? sharer : cpu;
  }
  return bytes;
}

uint64_t bench_last_cache(void) {
  unsigned first;
  return last_cache(0, &first);
}

uint64_t bench_last_caches(void) {
  uint64_t sum = 0;
  unsigned first;
  const long cpus = sysconf(_SC_NPROCESSORS_CONF);
  for (unsigned cpu = 0; cpu < cpus; cpu++) {
    const uint64_t bytes = last_cache(cpu, &first);
    if (bytes > 0 && first == cpu) sum += bytes;
  }
  return sum;
}
