#include "dictionary/file.h"

#ifndef _WIN32
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "synchronise.h"

static int open_again(const char *path, int flags) {
  int file;
  while ((file = open(path, flags | O_CLOEXEC, 0666)) < 0 && errno == EINTR) continue;
  return file;
}

int rowkey_file_open(const char *path, enum file_use use) {
  return open_again(path, use == FILE_READ ? O_RDONLY : use == FILE_GROW ? O_RDWR : O_RDWR | O_CREAT);
}

bool rowkey_file_lock(int file) {
  int locked;
  while ((locked = flock(file, LOCK_EX)) != 0 && errno == EINTR) continue;
  return locked == 0;
}

void rowkey_file_close(int file) {
  flock(file, LOCK_UN); /* a child of fork may have the file open still, and the lock with it */
  close(file);
}

bool rowkey_file_identify(int file, struct file_identity *identity) {
  struct stat status;
  if (fstat(file, &status) != 0) return false;
  *identity =
      (struct file_identity){S_ISREG(status.st_mode), (uint64_t)status.st_dev, (uint64_t)status.st_ino};
  return true;
}

ptrdiff_t rowkey_file_read(int file, uint8_t *bytes, size_t size, uint64_t at) {
  size_t done = 0;
  while (done < size) {
    const ssize_t count = pread(file, bytes + done, size - done, (off_t)(at + done));
    if (count < 0 && errno != EINTR) return -1;
    if (count == 0) break;
    if (count > 0) done += (size_t)count;
  }
  return (ptrdiff_t)done;
}

bool rowkey_file_write(int file, const uint8_t *bytes, size_t size, uint64_t at) {
  for (size_t done = 0; done < size;) {
    const ssize_t count = pwrite(file, bytes + done, size - done, (off_t)(at + done));
    if (count < 0 && errno != EINTR) return false;
    if (count > 0) done += (size_t)count;
  }
  return true;
}

bool rowkey_file_synchronise(int file) { return synchronise_descriptor(file) == 0; }

bool rowkey_file_synchronise_folder(const char *path) {
  const char *slash = strrchr(path, '/');
  char *folder = slash == NULL ? strdup(".") : strndup(path, (size_t)(slash - path) + 1);
  const int descriptor = folder == NULL ? -1 : open_again(folder, O_RDONLY | O_DIRECTORY);
  const int error_number = errno;
  free(folder);
  errno = error_number;
  if (descriptor < 0) return false;
  const bool good = rowkey_file_synchronise(descriptor);
  close(descriptor);
  return good;
}
#endif
