/* The tool's main with faults, by the linker's --wrap: when the environment asks for it, a call of the system
 * or of the C library fails, is cut short, is interrupted, or gets a signal.
 *
 *   ROWKEY_FAULT=CALL:WHEN:WHAT[,CALL:WHEN:WHAT…]
 *     CALL  a name of `names` below
 *     WHEN  the number of the call, from 1, or "odd": the first, the third, …: each attempt but the second
 *     WHAT  a number for errno, or "short" (one byte is transferred), "none" (no byte is), or "signal N"
 *
 *   ROWKEY_FAULT_LOG=FILE
 *     gets how often each was called, and what main did not release: allocations and descriptors. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "defined.h"

enum call {
  ALLOCATE,
  OPEN,
  CLOSE,
  READ,
  PREAD,
  WRITE,
  LSEEK,
  STAT,
  FSTAT,
  ACCESS,
  FCHMOD,
  RENAME,
  FSYNC,
  LINK,
  MKDIR,
  DUP,
  FCNTL,
  STREAM,
  FFLUSH,
  FCLOSE,
  FSEEK,
  FLOCK,
  PWRITE,
  FORK,
  WAITPID,
  THREAD,
  RLIMIT,
  CALLS
};
static const char *const names[CALLS] = {
    "allocate", "open",   "close",  "read",  "pread",  "write", "lseek",   "stat",   "fstat",
    "access",   "fchmod", "rename", "fsync", "link",   "mkdir", "dup",     "fcntl",  "stream",
    "fflush",   "fclose", "fseek",  "flock", "pwrite", "fork",  "waitpid", "thread", "rlimit"};

enum { MOST_DESCRIPTORS = 256 };

static struct fault {
  unsigned long number; /* of the call; 0: no fault */
  bool odd, is_limited;
  size_t most; /* bytes that are transferred, when limited */
  int error, signal_number;
} faults[CALLS];
static atomic_ulong counts[CALLS];
static atomic_long live; /* allocations */
static atomic_bool
    armed; /* while main runs: the runtimes of coverage and of sanitizers call the same names */

/* Whether this call has a fault. */
static bool due(enum call call) {
  if (!armed) return false;
  const unsigned long number = atomic_fetch_add(&counts[call], 1) + 1;
  return faults[call].odd ? number % 2 == 1 : number == faults[call].number;
}

/* The error number that this call fails with, 0 when it does not, also in errno. */
static int fails(enum call call) {
  if (!due(call)) return 0;
  if (faults[call].signal_number != 0) raise(faults[call].signal_number);
  if (faults[call].error != 0) errno = faults[call].error;
  return faults[call].error;
}

/* The same of a call that transfers up to *size bytes. */
static int fails_or_is_short(enum call call, size_t *size) {
  if (!faults[call].is_limited) return fails(call);
  if (due(call) && *size > faults[call].most) *size = faults[call].most;
  return 0;
}

/* ---- Calls that fail or do not --------------------------------------------------------------- */

/* Declares both, and begins the definition of the one that the tool calls. */
#define WRAP(type, name, parameters) \
  type __real_##name parameters;     \
  type __wrap_##name parameters;     \
  type __wrap_##name parameters

#define FAILING(call, type, name, parameters, arguments, failed) \
  WRAP(type, name, parameters) { return fails(call) ? (failed) : __real_##name arguments; }

FAILING(LSEEK, off_t, lseek64, (int file, off_t to, int whence), (file, to, whence), -1)
FAILING(STAT, int, stat64, (const char *path, struct stat *out), (path, out), -1)
FAILING(FSTAT, int, fstat64, (int file, struct stat *out), (file, out), -1)
FAILING(ACCESS, int, access, (const char *path, int mode), (path, mode), -1)
FAILING(FCHMOD, int, fchmod, (int file, mode_t mode), (file, mode), -1)
FAILING(RENAME, int, rename, (const char *from, const char *to), (from, to), -1)
FAILING(FSYNC, int, fsync, (int file), (file), -1)
FAILING(FLOCK, int, flock, (int file, int operation), (file, operation), -1)
FAILING(LINK, int, linkat,
        (int from_directory, const char *from, int to_directory, const char *to, int flags),
        (from_directory, from, to_directory, to, flags), -1)
FAILING(MKDIR, int, mkdir, (const char *path, mode_t mode), (path, mode), -1)
FAILING(FORK, pid_t, fork, (void), (), -1)
FAILING(DUP, int, dup, (int file), (file), -1)
FAILING(STREAM, FILE *, fopen64, (const char *path, const char *mode), (path, mode), NULL)
FAILING(STREAM, FILE *, tmpfile64, (void), (), NULL)
FAILING(FFLUSH, int, fflush, (FILE * file), (file), EOF)
FAILING(FSEEK, int, fseek, (FILE * file, long to, int whence), (file, to, whence), -1)
FAILING(WAITPID, pid_t, waitpid, (pid_t child, int *status, int options), (child, status, options), -1)
FAILING(RLIMIT, int, getrlimit64, (int what, struct rlimit *limit), (what, limit), -1)
FAILING(RLIMIT, int, setrlimit64, (int what, const struct rlimit *limit), (what, limit), -1)

/* Descriptors and streams are closed all the same, as POSIX has it of Linux. */
WRAP(int, close, (int file)) {
  const int error = fails(CLOSE), result = __real_close(file);
  if (error != 0) errno = error;
  return error != 0 ? -1 : result;
}
WRAP(int, fclose, (FILE * file)) {
  const int error = fails(FCLOSE), result = __real_fclose(file);
  if (error != 0) errno = error;
  return error != 0 ? EOF : result;
}

/* These return the error number. */
#define FAILING_WITH_NUMBER(call, name, parameters, arguments) \
  WRAP(int, name, parameters) {                                \
    const int error = fails(call);                             \
    return error != 0 ? error : __real_##name arguments;       \
  }

FAILING_WITH_NUMBER(THREAD, pthread_create,
                    (pthread_t * thread, const pthread_attr_t *attributes, void *(*run)(void *),
                     void *argument),
                    (thread, attributes, run, argument))

/* ---- Calls with more to them ----------------------------------------------------------------- */

int __real_open64(const char *path, int flags, ...);
int __wrap_open64(const char *path, int flags, ...);
int __wrap_open64(const char *path, int flags, ...) {
  mode_t mode = 0;
  if (flags & O_CREAT) {
    va_list arguments;
    va_start(arguments, flags);
    mode = va_arg(arguments, mode_t);
    va_end(arguments);
  }
  return fails(OPEN) ? -1 : __real_open64(path, flags, mode);
}

/* F_GETFD, which only asks whether the descriptor is open, always works. */
int __real_fcntl64(int file, int command, ...);
int __wrap_fcntl64(int file, int command, ...);
int __wrap_fcntl64(int file, int command, ...) {
  if (command == F_GETFD) return __real_fcntl64(file, command);
  va_list arguments;
  va_start(arguments, command);
  const int value = va_arg(arguments, int);
  va_end(arguments);
  return fails(FCNTL) ? -1 : __real_fcntl64(file, command, value);
}

WRAP(ssize_t, read, (int file, void *bytes, size_t size)) {
  return fails_or_is_short(READ, &size) ? -1 : __real_read(file, bytes, size);
}
WRAP(ssize_t, pread64, (int file, void *bytes, size_t size, off_t at)) {
  return fails_or_is_short(PREAD, &size) ? -1 : __real_pread64(file, bytes, size, at);
}
WRAP(ssize_t, pwrite64, (int file, const void *bytes, size_t size, off_t at)) {
  return fails_or_is_short(PWRITE, &size) ? -1 : __real_pwrite64(file, bytes, size, at);
}
WRAP(ssize_t, write, (int file, const void *bytes, size_t size)) {
  return fails_or_is_short(WRITE, &size) ? -1 : __real_write(file, bytes, size);
}

/* ---- Memory ---------------------------------------------------------------------------------- */

static void *counted(void *memory) {
  if (armed && memory != NULL) atomic_fetch_add(&live, 1);
  return memory;
}

#define ALLOCATING(type, name, parameters, arguments) \
  WRAP(type, name, parameters) { return fails(ALLOCATE) ? NULL : counted(__real_##name arguments); }

ALLOCATING(void *, malloc, (size_t size), (size))
ALLOCATING(void *, calloc, (size_t count, size_t size), (count, size))
ALLOCATING(void *, aligned_alloc, (size_t alignment, size_t size), (alignment, size))
ALLOCATING(char *, strdup, (const char *text), (text))
ALLOCATING(char *, strndup, (const char *text, size_t size), (text, size))
ALLOCATING(char *, realpath, (const char *path, char *resolved), (path, resolved))

WRAP(void *, realloc, (void *memory, size_t size)) {
  if (fails(ALLOCATE)) return NULL;
  void *moved = __real_realloc(memory, size);
  return memory == NULL ? counted(moved) : moved;
}
WRAP(void, free, (void *memory)) {
  if (armed && memory != NULL) atomic_fetch_sub(&live, 1);
  __real_free(memory);
}

/* ---- Streams, whose own writes and allocations no --wrap can see ----------------------------- */

/* As glibc's: short writes go on, an error ends it. */
static ssize_t write_stream(void *cookie, const char *bytes, size_t size) {
  const int file = *(const int *)cookie;
  size_t done = 0;
  MARK_AS_DEFINED(bytes, size);
  while (done < size) {
    const ssize_t count = __wrap_write(file, bytes + done, size - done);
    if (count < 0) return 0;
    done += (size_t)count;
  }
  return (ssize_t)size;
}

static int close_stream(void *cookie) { return __wrap_close(*(const int *)cookie); }

static FILE *stream_to(int file) {
  static int files[MOST_DESCRIPTORS];
  if (file >= MOST_DESCRIPTORS) return NULL;
  files[file] = file;
  return fopencookie(&files[file], "w",
                     (cookie_io_functions_t){.write = write_stream, .close = close_stream});
}

/* The tool asks for "w" alone. */
WRAP(FILE *, fdopen, (int file, const char *mode)) {
  if (!armed) return __real_fdopen(file, mode);
  return fails(STREAM) ? NULL : stream_to(file);
}

struct memory_stream {
  char **text;
  size_t *size;
};

static ssize_t write_memory(void *cookie, const char *bytes, size_t size) {
  const struct memory_stream *stream = cookie;
  char *text = __wrap_realloc(*stream->text, *stream->size + size + 1);
  if (text == NULL) return 0;
  memcpy(text + *stream->size, bytes, size);
  *stream->size += size;
  text[*stream->size] = 0;
  *stream->text = text;
  return (ssize_t)size;
}

static int close_memory(void *cookie) {
  __real_free(cookie);
  return 0;
}

FILE *__wrap_open_memstream(char **text, size_t *size);
FILE *__wrap_open_memstream(char **text, size_t *size) {
  if (fails(STREAM)) return NULL;
  struct memory_stream *stream = __real_malloc(sizeof *stream);
  if (stream == NULL) return NULL;
  *stream = (struct memory_stream){text, size};
  *text = NULL;
  *size = 0;
  return fopencookie(stream, "w", (cookie_io_functions_t){.write = write_memory, .close = close_memory});
}

/* ---- The environment, and main ---------------------------------------------------------------- */

static void refuse(const char *text) {
  fprintf(stderr, "ROWKEY_FAULT: %s is not a CALL:WHEN:WHAT\n", text);
  exit(99);
}

static void read_fault(const char *text) {
  char name[16], when[24], what[24];
  if (sscanf(text, "%15[a-z]:%23[0-9a-z]:%23[0-9a-z ]", name, when, what) != 3) refuse(text);
  size_t call = 0;
  while (call < CALLS && strcmp(name, names[call]) != 0) call++;
  if (call == CALLS) refuse(text);
  struct fault *fault = &faults[call];
  fault->odd = strcmp(when, "odd") == 0;
  fault->number = strtoul(when, NULL, 10);
  fault->most = strcmp(what, "short") == 0;
  fault->is_limited = fault->most == 1 || strcmp(what, "none") == 0;
  if (sscanf(what, "signal %d", &fault->signal_number) != 1) fault->error = atoi(what);
  if ((!fault->odd && fault->number == 0) ||
      (!fault->is_limited && fault->signal_number == 0 && fault->error == 0)) {
    refuse(text);
  }
}

static void find_descriptors(bool open[MOST_DESCRIPTORS]) {
  for (int i = 0; i < MOST_DESCRIPTORS; i++) open[i] = __real_fcntl64(i, F_GETFD) >= 0;
}

/* Beyond the standard streams. */
static int count_new(const bool before[MOST_DESCRIPTORS]) {
  bool now[MOST_DESCRIPTORS];
  find_descriptors(now);
  int count = 0;
  for (int i = 3; i < MOST_DESCRIPTORS; i++) count += now[i] && !before[i];
  return count;
}

static void write_log(const char *path, int descriptors) {
  FILE *log = fopen(path, "w");
  if (log == NULL) exit(99);
  for (size_t call = 0; call < CALLS; call++) fprintf(log, "%s %lu\n", names[call], counts[call]);
  fprintf(log, "memory left %ld\ndescriptors left %d\n", live, descriptors);
  if (fclose(log) != 0) exit(99);
}

int __real_main(int argc, char **argv);
int __wrap_main(int argc, char **argv);
int __wrap_main(int argc, char **argv) {
  const char *text = getenv("ROWKEY_FAULT"), *log = getenv("ROWKEY_FAULT_LOG");
  for (const char *at = text; at != NULL; at = strchr(at, ',')) read_fault(at += *at == ',');
  bool before[MOST_DESCRIPTORS];
  find_descriptors(before);
  stdout = stream_to(STDOUT_FILENO); /* glibc lets it be set */
  armed = true;
  const int status = __real_main(argc, argv);
  armed = false;
  if (log != NULL) write_log(log, count_new(before));
  return status;
}
