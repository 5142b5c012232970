#include "base/descriptor.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int open_descriptor(const char *path, int flags, mode_t mode) {
  int descriptor;
  do {
    descriptor = open(path, flags | O_CLOEXEC, mode);
  } while (descriptor < 0 && errno == EINTR);
  return descriptor;
}

const char *shown_path(const char *path) { return path[0] == 0 ? "\"\"" : path; }

int close_descriptor(int descriptor) {
  const int result = close(descriptor);
  return result != 0 && errno == EINTR ? 0 : result;
}
