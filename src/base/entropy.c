#ifdef _WIN32
#define _CRT_RAND_S
#endif
#include "base/entropy.h"

#if defined(_WIN32)
#include <stdlib.h>
#include <string.h>

const char rowkey_entropy_source[] = "rand_s()";

bool rowkey_read_entropy(void *bytes, size_t size) {
  for (size_t done = 0; done < size; done += sizeof(unsigned)) {
    unsigned drawn;
    if (rand_s(&drawn) != 0) return false;
    memcpy((char *)bytes + done, &drawn, size - done < sizeof drawn ? size - done : sizeof drawn);
  }
  return true;
}
#elif defined(__wasi__)
#include <unistd.h>

const char rowkey_entropy_source[] = "getentropy()";

bool rowkey_read_entropy(void *bytes, size_t size) { return getentropy(bytes, size) == 0; }
#else
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

const char rowkey_entropy_source[] = "/dev/urandom";

bool rowkey_read_entropy(void *bytes, size_t size) {
  int file;
  size_t done = 0;
  while ((file = open(rowkey_entropy_source, O_RDONLY | O_CLOEXEC)) < 0 && errno == EINTR) continue;
  if (file < 0) return false;
  while (done < size) {
    const ssize_t count = read(file, (char *)bytes + done, size - done);
    if (count == 0) errno = EIO; /* it never ends where it is what its name says */
    if (count == 0 || (count < 0 && errno != EINTR)) break;
    if (count > 0) done += (size_t)count;
  }
  const int error_number = errno;
  close(file);
  errno = error_number;
  return done == size;
}
#endif
