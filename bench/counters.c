#include "counters.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

const struct bench_events bench_cycles_and_instructions = {PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES,
                                                           PERF_COUNT_HW_INSTRUCTIONS};

static int open_event(uint32_t type, uint64_t event, int leader) {
  struct perf_event_attr wanted;
  memset(&wanted, 0, sizeof(wanted));
  wanted.size = sizeof(wanted);
  wanted.type = type;
  wanted.config = event;
  wanted.disabled = leader < 0;
  wanted.exclude_kernel = 1;
  wanted.exclude_hv = 1;
  wanted.read_format = PERF_FORMAT_GROUP | PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  return (int)syscall(SYS_perf_event_open, &wanted, 0, -1, leader, PERF_FLAG_FD_CLOEXEC);
}

static const char *problem(int error) {
  switch (error) {
    case ENOENT:
    case ENODEV:
    case EOPNOTSUPP:
      return "this CPU, or the virtual machine on it, shows none";
    case EACCES:
    case EPERM:
      return "not allowed: see /proc/sys/kernel/perf_event_paranoid";
    case ENOSYS:
      return "this kernel has no perf_event_open";
    default:
      return strerror(error);
  }
}

const char *bench_counters_open(struct bench_counters *counters, const struct bench_events *events) {
  counters->first = open_event(events->type, events->first, -1);
  if (counters->first < 0) return problem(errno);
  counters->second = open_event(events->type, events->second, counters->first);
  if (counters->second >= 0) return NULL;
  const int error = errno;
  close(counters->first);
  return problem(error);
}

void bench_counters_start(struct bench_counters *counters) {
  ioctl(counters->first, PERF_EVENT_IOC_RESET, PERF_IOC_FLAG_GROUP);
  ioctl(counters->first, PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP);
}

bool bench_counters_stop(struct bench_counters *counters, uint64_t counts[2]) {
  ioctl(counters->first, PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP);
  struct {
    uint64_t events, time_enabled, time_running, counts[2];
  } group;
  if (read(counters->first, &group, sizeof(group)) != (ssize_t)sizeof(group)) return false;
  /* Counts of a part of the time would have to be stretched to the whole of it: a guess, not a count. */
  const uint64_t missed = group.time_enabled - group.time_running;
  if (group.time_running == 0 || missed > group.time_enabled / 1000) return false;
  memcpy(counts, group.counts, sizeof(group.counts));
  return true;
}

void bench_counters_close(struct bench_counters *counters) {
  close(counters->second);
  close(counters->first);
}
