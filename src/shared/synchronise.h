/* Onto the disk. */
#ifndef ROWKEY_SHARED_SYNCHRONISE_H
#define ROWKEY_SHARED_SYNCHRONISE_H

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* As fsync(). That of macOS leaves the bytes in the disk's own cache, which loses them with the power. */
static inline int synchronise_once(int descriptor) {
#ifdef F_FULLFSYNC
  /* File systems of other machines know fsync() alone. */
  const int result = fcntl(descriptor, F_FULLFSYNC);
  if (result != -1 || (errno != ENOTSUP && errno != ENOTTY && errno != EINVAL && errno != ENODEV))
    return result;
#endif
  return fsync(descriptor);
}

/* The same, tried again when a signal interrupts it. */
static inline int synchronise_descriptor(int descriptor) {
  int result;
  do {
    result = synchronise_once(descriptor);
  } while (result != 0 && errno == EINTR);
  return result;
}

#endif
