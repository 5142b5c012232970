#include "recorded_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>

#include "testing.h"

struct recording *recording;
size_t folders_synchronised;
bool folders_fail;
int files_fail;

ssize_t __wrap_pwrite(int file, const void *bytes, size_t size, off_t at);
ssize_t __wrap_pwrite64(int file, const void *bytes, size_t size, off_t at);
int __wrap_fsync(int file);

static struct file_operation *record(void) {
  CHECK(recording->count < OPERATIONS_MAX, "more operations than there is room for");
  return &recording->operations[recording->count++];
}

ssize_t __wrap_pwrite(int file, const void *bytes, size_t size, off_t at) {
  if (recording != NULL) {
    uint8_t *copy = malloc(size);
    CHECK(copy != NULL, "no memory");
    memcpy(copy, bytes, size);
    *record() = (struct file_operation){true, (uint64_t)at, size, copy};
  }
  /* By another name, as the linker's for pwrite itself takes an off_t of 32 bits where there is one. */
  return pwritev(file, &(struct iovec){(void *)(uintptr_t)bytes, size}, 1, at);
}

/* What pwrite is called where off_t has 64 bits by choice; one of the two is in use. */
ssize_t __wrap_pwrite64(int file, const void *bytes, size_t size, off_t at) {
  return __wrap_pwrite(file, bytes, size, at);
}

/* The disk is left alone: the test makes its own. */
int __wrap_fsync(int file) {
  struct stat status;
  CHECK(fstat(file, &status) == 0, "what is synchronised is not an open file");
  if (S_ISDIR(status.st_mode)) {
    folders_synchronised += !folders_fail;
    errno = EIO;
    return folders_fail ? -1 : 0;
  }
  if (recording != NULL) *record() = (struct file_operation){.is_write = false};
  errno = files_fail;
  return files_fail == 0 ? 0 : -1;
}
