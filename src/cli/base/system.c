#include "base/system.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- Files ----------------------------------------------------------------------------------- */

int open_descriptor(const char *path, int flags, mode_t mode) {
  int descriptor;
  do {
    descriptor = open(path, flags | O_CLOEXEC, mode);
  } while (descriptor < 0 && errno == EINTR);
  return descriptor;
}

int open_nameless(const char *directory, int flags, mode_t mode) {
#ifdef O_TMPFILE
  return open_descriptor(directory, flags | O_TMPFILE, mode);
#else
  (void)directory, (void)flags, (void)mode;
  errno = EOPNOTSUPP;
  return -1;
#endif
}

void expect_reading(int descriptor) {
#ifdef POSIX_FADV_SEQUENTIAL
  posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL);
#else
  (void)descriptor; /* macOS reads ahead by itself */
#endif
}

const char *shown_path(const char *path) { return path[0] == 0 ? "\"\"" : path; }

int close_descriptor(int descriptor) {
  const int result = close(descriptor);
  return result != 0 && errno == EINTR ? 0 : result;
}

/* ---- Memory ---------------------------------------------------------------------------------- */

static uint64_t machine_memory(void) {
  const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
  return pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size : UINT64_MAX;
}

/* The number in a file of the control groups; UINT64_MAX for "max", and where there is none. */
static uint64_t limit_in(const char *hierarchy, const char *group, const char *name) {
  char path[PATH_MAX + 64]; /* of a line that is shorter than PATH_MAX */
  uint64_t limit = UINT64_MAX;
  snprintf(path, sizeof path, "/sys/fs/cgroup%s%s/%s", hierarchy, group, name);
  FILE *file = fopen(path, "re");
  if (file == NULL) return limit;
  if (fscanf(file, "%" SCNu64, &limit) != 1) limit = UINT64_MAX;
  fclose(file);
  return limit;
}

/* Of a group and those above it, whose limits hold for it, too: /a/b, /a and the root. Cuts `group`. */
static uint64_t least_limit(const char *hierarchy, char *group, const char *name) {
  uint64_t least = limit_in(hierarchy, group, name);
  for (char *slash; (slash = strrchr(group, '/')) != NULL;) {
    *slash = 0;
    const uint64_t limit = limit_in(hierarchy, group, name);
    if (limit < least) least = limit;
  }
  return least;
}

/* Lines of /proc/self/cgroup: "0::/a/b" in version 2 of control groups, "4:memory:/a/b" in version 1. */
static uint64_t group_memory(void) {
  char line[PATH_MAX];
  uint64_t least = UINT64_MAX;
  FILE *file = fopen("/proc/self/cgroup", "re");
  while (file != NULL && fgets(line, sizeof line, file) != NULL) {
    line[strcspn(line, "\n")] = 0;
    char *group = strchr(line, '/');
    if (group == NULL) continue;
    const bool is_second = strncmp(line, "0::", 3) == 0;
    if (!is_second && strstr(line, ":memory:") == NULL) continue;
    const uint64_t limit = is_second ? least_limit("", group, "memory.max")
                                     : least_limit("/memory", group, "memory.limit_in_bytes");
    if (limit < least) least = limit;
  }
  if (file != NULL) fclose(file);
  return least;
}

uint64_t usable_memory(void) {
  const uint64_t machine = machine_memory(), group = group_memory();
  const uint64_t least = machine < group ? machine : group;
  return least == UINT64_MAX ? 0 : least;
}
