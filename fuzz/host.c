#include "host.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host_calls.h"
#include "tests/support/defined.h"

enum { FILES_MAX = 12, DESCRIPTORS_MAX = 80, NAME_MAX_SIZE = 64, STANDARD = 3 };

struct file {
  bool exists, is_broken; /* broken: a write or its closing has failed */
  char name[NAME_MAX_SIZE];
  size_t size;
  uint8_t bytes[HOST_FILE_SIZE];
};

struct descriptor {
  struct file *file;
  size_t at;
  bool writes;
};

static struct file files[FILES_MAX];
static struct descriptor descriptors[DESCRIPTORS_MAX];
static struct host_settings settings;
static unsigned calls;

static const char temporary_prefix[] = ".rowkey-";
static bool is_temporary(const char *name) {
  return strncmp(name, temporary_prefix, sizeof temporary_prefix - 1) == 0;
}

static struct file *find(const char *name) {
  for (size_t i = 0; i < FILES_MAX; i++)
    if (files[i].exists && strcmp(files[i].name, name) == 0) return &files[i];
  return NULL;
}

static struct file *create(const char *name) {
  for (size_t i = 0; i < FILES_MAX; i++) {
    if (files[i].exists) continue;
    files[i].exists = true;
    files[i].is_broken = false;
    files[i].size = 0;
    snprintf(files[i].name, sizeof files[i].name, "%s", name);
    return &files[i];
  }
  return NULL;
}

static int fail(int error_number) {
  errno = error_number;
  return -1;
}

/* Whether this call is the one that fails; errno is set then. */
static bool fails_now(void) {
  if (++calls != settings.fault) return false;
  errno = settings.fault_error;
  return true;
}

/* ---- For the harness ------------------------------------------------------------------------- */

void host_begin(const struct host_settings *wanted) {
  static const char *const standard[STANDARD] = {"<stdin>", "<stdout>", "<stderr>"};
  settings = *wanted;
  calls = 0;
  for (size_t i = 0; i < FILES_MAX; i++) files[i].exists = false;
  memset(descriptors, 0, sizeof descriptors);
  for (int i = 0; i < STANDARD; i++)
    descriptors[i] = (struct descriptor){.file = create(standard[i]), .writes = i > 0};
}

void host_put(const char *name, const uint8_t *bytes, size_t size) {
  struct file *file = find(name);
  if (file == NULL) file = create(name);
  FUZZ_CHECK(file != NULL && size <= HOST_FILE_SIZE, "no room for %zu bytes of %s", size, name);
  if (size > 0) memcpy(file->bytes, bytes, size);
  file->size = size;
}

void host_check_clean(void) {
  for (int i = STANDARD; i < DESCRIPTORS_MAX; i++)
    FUZZ_CHECK(descriptors[i].file == NULL, "descriptor %d is left open: %s", i, descriptors[i].file->name);
  for (size_t i = 0; i < FILES_MAX; i++)
    FUZZ_CHECK(!files[i].exists || !is_temporary(files[i].name), "the file %s is left", files[i].name);
}

bool host_has_failed(void) { return settings.fault != 0 && calls >= settings.fault; }

bool host_file_at(size_t index, struct host_file *file) {
  for (size_t i = 0; i < FILES_MAX; i++) {
    if (!files[i].exists || index-- > 0) continue;
    *file = (struct host_file){files[i].name, files[i].bytes, files[i].size};
    return true;
  }
  return false;
}

struct host_file host_file_named(const char *name) {
  const struct file *file = find(name);
  FUZZ_CHECK(file != NULL, "there is no file %s", name);
  return (struct host_file){file->name, file->bytes, file->size};
}

/* ---- Descriptors ----------------------------------------------------------------------------- */

static struct descriptor *descriptor_of(int number) {
  const bool is_open = number >= 0 && number < DESCRIPTORS_MAX && descriptors[number].file != NULL;
  return is_open ? &descriptors[number] : NULL;
}

static int add_descriptor(const struct descriptor *descriptor) {
  for (int i = 0; i < DESCRIPTORS_MAX; i++) {
    if (descriptors[i].file != NULL) continue;
    descriptors[i] = *descriptor;
    return i;
  }
  return fail(EMFILE);
}

/* Only temporary files may be written: what appears under any other name has been renamed to it. */
int fuzz_open(const char *path, int flags, ...) {
  const bool writes = (flags & O_ACCMODE) != O_RDONLY;
  if (fails_now()) return -1;
  /* A directory cannot be read, and has only files with a name. */
  if ((flags & O_DIRECTORY) != 0) return fail((flags & O_TMPFILE) == O_TMPFILE ? EOPNOTSUPP : EACCES);
  if (strchr(path, '/') != NULL) return fail(ENOENT); /* and there are no others */
  struct file *file = find(path);
  if ((flags & O_CREAT) != 0) {
    if (file != NULL) return fail(EEXIST);
    FUZZ_CHECK((flags & O_EXCL) != 0 && is_temporary(path), "%s is created under its final name", path);
    if (strlen(path) >= NAME_MAX_SIZE) return fail(ENAMETOOLONG);
    file = create(path);
    if (file == NULL) return fail(ENOSPC);
  } else if (file == NULL || file->name[0] == '<') {
    return fail(ENOENT);
  }
  FUZZ_CHECK(!writes || is_temporary(path), "%s is written under its final name", path);
  return add_descriptor(&(struct descriptor){.file = file, .writes = writes});
}

int fuzz_close(int number) {
  struct descriptor *descriptor = descriptor_of(number);
  if (descriptor == NULL) return fail(EBADF);
  struct file *file = descriptor->file;
  *descriptor = (struct descriptor){.file = NULL};
  if (!fails_now()) return 0;
  file->is_broken = errno != EINTR; /* an interrupted close has closed it all the same */
  return -1;
}

int fuzz_dup(int number) {
  const struct descriptor *descriptor = descriptor_of(number);
  if (descriptor == NULL) return fail(EBADF);
  return fails_now() ? -1 : add_descriptor(descriptor);
}

ssize_t fuzz_pread(int number, void *bytes, size_t size, off_t from) {
  const struct descriptor *descriptor = descriptor_of(number);
  if (descriptor == NULL || descriptor->writes) return fail(EBADF);
  if (fails_now()) return -1;
  const size_t at = (size_t)from < descriptor->file->size ? (size_t)from : descriptor->file->size;
  const size_t left = descriptor->file->size - at;
  size_t count = size < left ? size : left;
  if (settings.most_read > 0 && count > settings.most_read) count = settings.most_read;
  if (count > 0) memcpy(bytes, descriptor->file->bytes + at, count);
  return (ssize_t)count;
}

ssize_t fuzz_read(int number, void *bytes, size_t size) {
  struct descriptor *descriptor = descriptor_of(number);
  const ssize_t count = fuzz_pread(number, bytes, size, descriptor == NULL ? 0 : (off_t)descriptor->at);
  if (count > 0) descriptor->at += (size_t)count;
  return count;
}

ssize_t fuzz_write(int number, const void *bytes, size_t size) {
  struct descriptor *descriptor = descriptor_of(number);
  if (descriptor == NULL || !descriptor->writes) return fail(EBADF);
  struct file *file = descriptor->file;
  /* The message of a failure must come through. */
  const bool may_fail = number != 2 && size > 0;
  if (may_fail && fails_now()) {
    file->is_broken = errno != EINTR && errno != EAGAIN;
    return -1;
  }
  const size_t room = HOST_FILE_SIZE - file->size;
  if (room == 0 && size > 0) {
    file->is_broken = true;
    return fail(ENOSPC);
  }
  const size_t count = size < room ? size : room;
  if (count > 0) memcpy(file->bytes + file->size, bytes, count);
  file->size += count;
  return (ssize_t)count;
}

off_t fuzz_lseek(int number, off_t offset, int whence) {
  struct descriptor *descriptor = descriptor_of(number);
  if (descriptor == NULL || whence != SEEK_SET) return fail(descriptor == NULL ? EBADF : EINVAL);
  if (fails_now()) return -1;
  descriptor->at = (size_t)offset;
  return offset;
}

/* ---- Names ----------------------------------------------------------------------------------- */

static int describe(const struct file *file, struct stat *status) {
  if (file == NULL) return fail(ENOENT);
  *status = (struct stat){
      .st_mode = S_IFREG | 0644, .st_ino = (ino_t)(file - files + 1), .st_size = (off_t)file->size};
  return 0;
}

int fuzz_stat(const char *path, struct stat *status) {
  return fails_now() ? -1 : describe(path[0] == '<' ? NULL : find(path), status);
}

int fuzz_fstat(int number, struct stat *status) {
  const struct descriptor *descriptor = descriptor_of(number);
  return descriptor == NULL ? fail(EBADF) : fails_now() ? -1 : describe(descriptor->file, status);
}

int fuzz_access(const char *path, int mode) {
  (void)mode;
  return fails_now() ? -1 : find(path) == NULL ? fail(ENOENT) : 0;
}

char *fuzz_realpath(const char *path, char *resolved) {
  (void)resolved;
  return fails_now() ? NULL : strdup(path);
}

int fuzz_rename(const char *from, const char *to) {
  if (fails_now()) return -1;
  struct file *file = find(from), *before = find(to);
  FUZZ_CHECK(file != NULL, "%s, which is renamed to %s, is not there", from, to);
  FUZZ_CHECK(!file->is_broken, "%s is not complete and renamed to %s", from, to);
  if (strlen(to) >= NAME_MAX_SIZE) return fail(ENAMETOOLONG);
  if (before != NULL) before->exists = false;
  snprintf(file->name, sizeof file->name, "%s", to);
  return 0;
}

int fuzz_unlink(const char *path) {
  struct file *file = find(path);
  FUZZ_CHECK(is_temporary(path), "%s is removed", path);
  if (file == NULL) return fail(ENOENT);
  file->exists = false;
  return 0;
}

int fuzz_fsync(int number) { return descriptor_of(number) == NULL ? fail(EBADF) : fails_now() ? -1 : 0; }

int fuzz_linkat(int from_directory, const char *from, int to_directory, const char *to, int flags) {
  (void)from_directory, (void)to_directory, (void)flags;
  fuzz_fail(__FILE__, __LINE__, "linkat", "%s is linked to %s, but every file has a name", from, to);
}

int fuzz_mkdir(const char *path, mode_t mode) {
  (void)path, (void)mode;
  return fail(EACCES);
}

int fuzz_fchmod(int number, mode_t mode) {
  (void)mode;
  return descriptor_of(number) == NULL ? fail(EBADF) : fails_now() ? -1 : 0;
}

/* ---- Streams --------------------------------------------------------------------------------- */

FILE *fuzz_stdout;

static int number_in(const void *cookie) { return (int)((const char *)cookie - (const char *)descriptors); }

static ssize_t write_stream(void *cookie, const char *bytes, size_t size) {
  MARK_AS_DEFINED(bytes, size);
  /* 0 is what a stream takes for a failure. */
  const ssize_t count = fuzz_write(number_in(cookie), bytes, size);
  return count < 0 ? 0 : count;
}

static int close_stream(void *cookie) { return fuzz_close(number_in(cookie)); }

FILE *fuzz_fdopen(int number, const char *mode) {
  if (descriptor_of(number) == NULL) return fail(EBADF), NULL;
  const cookie_io_functions_t functions = {.write = write_stream, .close = close_stream};
  return fopencookie((char *)descriptors + number, mode, functions);
}

FILE *fuzz_fopen(const char *path, const char *mode) {
  (void)path, (void)mode;
  return fail(ENOENT), NULL;
}

/* One processor, for which no command begins threads. */
long fuzz_sysconf(int name) { return name == _SC_NPROCESSORS_ONLN ? 1 : sysconf(name); }

FILE *fuzz_tmpfile(void) { return fail(ENOSPC), NULL; }

/* ---- The rest of the system ------------------------------------------------------------------ */

int fuzz_fcntl(int number, int command, ...) {
  (void)command;
  return descriptor_of(number) == NULL ? fail(EBADF) : 0;
}

pid_t fuzz_fork(void) {
  fuzz_fail(__FILE__, __LINE__, "fork", "a process is started without a file for its errors");
}

int fuzz_isatty(int number) {
  (void)number;
  return 0;
}

int fuzz_poll(struct pollfd *polled, nfds_t count, int timeout) {
  (void)polled, (void)timeout;
  return (int)count;
}

int fuzz_posix_fadvise(int number, off_t from, off_t size, int advice) {
  (void)number, (void)from, (void)size, (void)advice;
  return 0;
}

int fuzz_setrlimit(int resource, const struct rlimit *limit) {
  (void)resource, (void)limit;
  return 0;
}

int fuzz_sigaction(int number, const struct sigaction *action, struct sigaction *before) {
  (void)number, (void)action;
  if (before != NULL) *before = (struct sigaction){.sa_flags = 0};
  return 0;
}

host_handler *fuzz_signal(int number, host_handler *handler) {
  (void)number, (void)handler;
  return SIG_DFL;
}

int fuzz_raise(int number) { fuzz_fail(__FILE__, __LINE__, "raise", "signal %d is raised", number); }

void fuzz_exit(int status) { fuzz_fail(__FILE__, __LINE__, "_exit", "it ends by itself with %d", status); }
