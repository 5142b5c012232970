#include "recorded_file.h"

#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "testing.h"

struct recording *recording;

ssize_t __real_pwrite(int file, const void *bytes, size_t size, off_t at);
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
  return __real_pwrite(file, bytes, size, at);
}

/* What pwrite is called where off_t has 64 bits by choice; one of the two is in use. */
ssize_t __wrap_pwrite64(int file, const void *bytes, size_t size, off_t at) {
  return __wrap_pwrite(file, bytes, size, at);
}

int __wrap_fsync(int file) {
  if (recording != NULL) *record() = (struct file_operation){.is_write = false};
  (void)file; /* the disk is left alone: the test makes its own */
  return 0;
}
