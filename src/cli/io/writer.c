#include "io/writer.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/system.h"
#include "io/temporary.h"

bool fail_writing(const char *name, int error_number, struct failure *failure) {
  char subject[PLACE_SIZE];
  snprintf(subject, sizeof subject, "cannot write %s", name);
  return fail_io(failure, subject, error_number);
}

static bool open_beside(struct writer *writer, const char *path, bool exists, struct failure *failure) {
  /* A symbolic link stays: what it points to is replaced. */
  writer->final_path = exists ? realpath(path, NULL) : strdup(path);
  /* clang takes it for granted that strdup() leaves errno as it was. */
  if (writer->final_path == NULL) return fail_writing(writer->name, exists ? errno : ENOMEM, failure);
  /* With no more modes than at the end: who has opened it meanwhile could read what is written later. */
  const mode_t mode = exists ? writer->status.st_mode & 0777 : 0666;
  writer->descriptor = temporary_create(writer->final_path, mode, &writer->temporary);
  if (writer->descriptor < 0) {
    writer->temporary = -1;
    return fail_writing(writer->name, errno, failure);
  }
  if (exists && fchmod(writer->descriptor, mode) != 0) {
    return fail_writing(writer->name, errno, failure);
  }
  return true;
}

static bool open_path(struct writer *writer, const char *path, struct failure *failure) {
  const bool exists = stat(path, &writer->status) == 0;
  if (!exists && errno != ENOENT) return fail_writing(writer->name, errno, failure);
  if (!exists || S_ISREG(writer->status.st_mode)) {
    if (path[0] == 0) return fail_writing(writer->name, ENOENT, failure);
    writer->is_regular = exists;
    /* Renaming over it needs no permission to write it, but its owner has said no. */
    if (exists && access(path, W_OK) != 0) return fail_writing(writer->name, errno, failure);
    return open_beside(writer, path, exists, failure);
  }
  writer->descriptor = open_descriptor(path, O_WRONLY, 0);
  return writer->descriptor >= 0 || fail_writing(writer->name, errno, failure);
}

/* The descriptor that a path stands for, or -1. It is written as it is, with its place in the file and its
 * flags: to replace what it leads to would lose what a shell's >> is to keep. */
static int descriptor_named(const char *path) {
  static const char *const streams[] = {"/dev/stdin", "/dev/stdout", "/dev/stderr"};
  for (int i = 0; i <= STDERR_FILENO; i++)
    if (strcmp(path, streams[i]) == 0) return i;
  static const char *const directories[] = {"/dev/fd/", "/proc/self/fd/"};
  for (size_t i = 0; i < sizeof directories / sizeof directories[0]; i++) {
    const size_t length = strlen(directories[i]);
    if (strncmp(path, directories[i], length) != 0 || strspn(path + length, "0123456789") == 0) continue;
    char *end;
    const long number = strtol(path + length, &end, 10);
    if (*end == 0 && number <= INT_MAX) return (int)number;
  }
  return -1;
}

static bool take_descriptor(struct writer *writer, int descriptor, struct failure *failure) {
  /* Standard output is known by its number where it is asked whether two outputs are one. */
  writer->descriptor =
      descriptor == STDOUT_FILENO ? descriptor : fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (writer->descriptor < 0) return fail_writing(writer->name, errno, failure);
  writer->is_regular = fstat(writer->descriptor, &writer->status) == 0 && S_ISREG(writer->status.st_mode);
  return true;
}

bool writer_open(struct writer *writer, const char *path, struct failure *failure) {
  const bool standard = path == NULL || strcmp(path, "-") == 0;
  const int descriptor = standard ? STDOUT_FILENO : descriptor_named(path);
  *writer = WRITER_NONE;
  writer->name = strdup(standard ? "standard output" : shown_path(path));
  if (writer->name == NULL) return fail_memory(failure);
  const bool opened =
      descriptor >= 0 ? take_descriptor(writer, descriptor, failure) : open_path(writer, path, failure);
  if (!opened) writer_abandon(writer);
  return opened;
}

bool writer_write(struct writer *writer, const void *bytes, size_t size, struct failure *failure) {
  const char *at = bytes;
  while (size > 0) {
    const ssize_t count = write(writer->descriptor, at, size);
    if (count > 0) {
      at += count;
      size -= (size_t)count;
    } else if (count == 0) {
      return fail_writing(writer->name, EIO, failure);
    } else if (errno == EAGAIN) {
      poll(&(struct pollfd){writer->descriptor, POLLOUT, 0}, 1, -1);
    } else if (errno != EINTR) {
      return fail_writing(writer->name, errno, failure);
    }
  }
  return true;
}

static void forget_temporary(struct writer *writer) {
  free(writer->name);
  free(writer->final_path);
  *writer = WRITER_NONE;
}

bool writer_commit(struct writer *writer, struct failure *failure) {
  const int descriptor = writer->descriptor;
  const int result = writer->temporary >= 0
                         ? temporary_commit(writer->temporary, descriptor, writer->final_path)
                         : close_descriptor(descriptor);
  const bool done = result == 0 || fail_writing(writer->name, errno, failure);
  writer->descriptor = -1;
  if (done) {
    forget_temporary(writer);
  } else {
    writer_abandon(writer);
  }
  return done;
}

void writer_abandon(struct writer *writer) {
  if (writer->descriptor >= 0) close(writer->descriptor);
  if (writer->temporary >= 0) temporary_remove(writer->temporary);
  forget_temporary(writer);
}

bool writer_is(const struct writer *writer, const struct stat *file) {
  return writer->is_regular && file->st_dev == writer->status.st_dev && file->st_ino == writer->status.st_ino;
}

static size_t directory_length(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash == NULL ? 0 : (size_t)(slash - path) + 1;
}

static bool look_at_directory(const char *path, struct stat *status) {
  const size_t length = directory_length(path);
  char *directory = length == 0 ? strdup(".") : strndup(path, length);
  const bool known = directory != NULL && stat(directory, status) == 0;
  free(directory);
  return known;
}

/* Of files that may not be there yet. Where nobody can know, they are taken for one file. */
static bool paths_same(const char *a, const char *b) {
  struct stat of_a, of_b;
  if (strcmp(a, b) == 0) return true;
  if (strcmp(a + directory_length(a), b + directory_length(b)) != 0) return false;
  if (!look_at_directory(a, &of_a) || !look_at_directory(b, &of_b)) return true;
  return of_a.st_dev == of_b.st_dev && of_a.st_ino == of_b.st_ino;
}

bool writers_same(const struct writer *a, const struct writer *b) {
  if (a->descriptor < 0 || b->descriptor < 0) return false;
  if (a->descriptor == b->descriptor) return true;
  if (a->final_path != NULL && b->final_path != NULL) return paths_same(a->final_path, b->final_path);
  return b->is_regular && writer_is(a, &b->status);
}

/* ---- Printed as a whole ------------------------------------------------------------------------ */

bool writer_print(struct writer *writer, print_output *print, const void *context, struct failure *failure) {
  char subject[PLACE_SIZE];
  snprintf(subject, sizeof subject, "cannot write %s", writer->name);
  const int descriptor = dup(writer->descriptor);
  FILE *to = descriptor < 0 ? NULL : fdopen(descriptor, "w");
  if (to == NULL) {
    fail_io(failure, subject, errno);
    if (descriptor >= 0) close(descriptor);
    return false;
  }
  errno = 0;
  const bool printed = print(to, context), written = fflush(to) == 0 && ferror(to) == 0;
  const int error_number = errno != 0 ? errno : EIO;
  /* Interrupted, the stream is closed all the same. */
  const bool closed = fclose(to) == 0 || errno == EINTR;
  if (!written || !closed) return fail_io(failure, subject, written ? errno : error_number);
  if (!printed) return fail_memory(failure);
  return writer_commit(writer, failure);
}

/* ---- Names of several files in one ----------------------------------------------------------- */

/* The bytes of the %d or %0Nd that `at` begins with, and the digits it stands for at least; 0 for none. */
static size_t place_of_number(const char *at, int *digits) {
  *digits = 1;
  if (strncmp(at, "%d", 2) == 0) return 2;
  if (strncmp(at, "%0", 2) != 0 || at[2] < '1' || at[2] > '9' || at[3] != 'd') return 0;
  *digits = at[2] - '0';
  return 4;
}

bool name_is_numbered(const char *name) {
  int digits;
  for (const char *at = name; (at = strchr(at, '%')) != NULL; at++)
    if (place_of_number(at, &digits) > 0) return true;
  return false;
}

char *numbered_name(const char *pattern, size_t number) {
  enum { MOST_DIGITS = 20, LEAST_PLACE = 2 };
  char *name = malloc(strlen(pattern) / LEAST_PLACE * MOST_DIGITS + 2), *to = name;
  for (const char *at = pattern; name != NULL && *at != 0;) {
    int digits;
    const size_t place = place_of_number(at, &digits);
    if (place == 0) {
      *to++ = *at++;
    } else {
      to += sprintf(to, "%0*zu", digits, number);
      at += place;
    }
  }
  if (name != NULL) *to = 0;
  return name;
}
