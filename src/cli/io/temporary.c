#include "io/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/system.h"
#include "synchronise.h"

enum {
  SLOTS = MOST_TEMPORARIES + 1, /* and for a moment a file that loses its name */
  ATTEMPTS = 100
};

static struct slot {
  bool taken;
  volatile sig_atomic_t is_named; /* there is a file of this name, ours, which a signal removes */
  char name[PATH_MAX];
} slots[SLOTS];

/* ---- Signals --------------------------------------------------------------------------------- */

/* Those that end a process, but for what a fault of its own raises. */
static const int fatal_signals[] = {SIGINT,  SIGTERM, SIGHUP,  SIGQUIT,   SIGXCPU,
                                    SIGALRM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF};
enum { FATAL_SIGNALS = sizeof fatal_signals / sizeof fatal_signals[0] };

static void remove_all(int signal_number) {
  for (int i = 0; i < SLOTS; i++) {
    if (slots[i].is_named) unlink(slots[i].name);
  }
  raise(signal_number); /* its default action has been restored */
}

static void catch_signals(void) {
  static int caught;
  if (caught) return;
  caught = 1;
  for (int i = 0; i < FATAL_SIGNALS; i++) {
    struct sigaction action;
    /* nohup's decision is not ours to change. */
    if (sigaction(fatal_signals[i], NULL, &action) != 0 || action.sa_handler == SIG_IGN) continue;
    memset(&action, 0, sizeof action);
    action.sa_handler = remove_all;
    action.sa_flags = (int)SA_RESETHAND;
    sigaction(fatal_signals[i], &action, NULL);
  }
}

/* ---- Files and their names ------------------------------------------------------------------- */

/* Bytes of the directory in the path, with its slash. */
static int directory_length(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash == NULL ? 0 : (int)(slash - path + 1);
}

/* The directory that `path` lies in. */
static bool name_directory(const char *path, char directory[PATH_MAX]) {
  const int length = directory_length(path);
  if (length >= PATH_MAX) {
    errno = ENAMETOOLONG;
    return false;
  }
  snprintf(directory, PATH_MAX, "%.*s", length == 0 ? 1 : length, length == 0 ? "." : path);
  return true;
}

enum { LINK_SIZE = 64 };

/* The name that a descriptor has while its file has none. */
static const char *link_to(int descriptor, char out[LINK_SIZE]) {
  snprintf(out, LINK_SIZE, "/proc/self/fd/%d", descriptor);
  return out;
}

/* Whether there are no files without a name. EISDIR is what systems say that take O_TMPFILE for the opening
 * of the directory. */
static bool lacks_unnamed(int error_number) {
  return error_number == EOPNOTSUPP || error_number == EISDIR || error_number == EINVAL;
}

/* A file without a name. -1 also where there are no such files, or nothing could name it later. */
static int open_unnamed(const char *path, mode_t mode) {
  char link[LINK_SIZE], directory[PATH_MAX];
  if (!name_directory(path, directory)) return -1;
  const int descriptor = open_nameless(directory, O_WRONLY, mode);
  if (descriptor < 0 || access(link_to(descriptor, link), F_OK) == 0) return descriptor;
  close(descriptor);
  errno = EOPNOTSUPP;
  return -1;
}

static int open_new(const char *name, int mode) {
  return open_descriptor(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, (mode_t)mode);
}

static int open_new_to_read(const char *name, int mode) {
  return open_descriptor(name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, (mode_t)mode);
}

static int link_new(const char *name, int descriptor) {
  char link[LINK_SIZE];
  return linkat(AT_FDCWD, link_to(descriptor, link), AT_FDCWD, name, AT_SYMLINK_FOLLOW);
}

/* Lets `make` make a file of a name that is not there yet, beside `path`. Returns what it does. */
static int make_named(struct slot *slot, const char *path, int (*make)(const char *name, int argument),
                      int argument) {
  int result = -1, error_number = EEXIST;
  /* No signal may fall between the file's creation and the note that it is ours. */
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  for (int attempt = 0; attempt < ATTEMPTS && result < 0 && error_number == EEXIST; attempt++) {
    const int length = snprintf(slot->name, PATH_MAX, "%.*s.rowkey-%ld-%d.tmp", directory_length(path), path,
                                (long)getpid(), attempt);
    if (length < PATH_MAX) result = make(slot->name, argument);
    error_number = length < PATH_MAX ? errno : ENAMETOOLONG;
  }
  slot->is_named = result >= 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = error_number;
  return result;
}

/* ---- From creation to its final name --------------------------------------------------------- */

static bool find_slot(int *slot) {
  *slot = 0;
  while (*slot < SLOTS && slots[*slot].taken) ++*slot;
  if (*slot == SLOTS) errno = EMFILE;
  return *slot < SLOTS;
}

int temporary_create(const char *path, mode_t mode, int *slot) {
  if (!find_slot(slot)) return -1;
  catch_signals();
  int descriptor = open_unnamed(path, mode);
  if (descriptor < 0 && lacks_unnamed(errno))
    descriptor = make_named(&slots[*slot], path, open_new, (int)mode);
  slots[*slot].taken = descriptor >= 0;
  return descriptor;
}

int temporary_create_nameless(const char *directory) {
  const mode_t mode = S_IRUSR | S_IWUSR;
  char path[PATH_MAX];
  int slot, descriptor = open_nameless(directory, O_RDWR, mode);
  if (descriptor >= 0 || !lacks_unnamed(errno) || !find_slot(&slot)) return descriptor;
  if (snprintf(path, sizeof path, "%s/", directory) >= (int)sizeof path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  catch_signals();
  descriptor = make_named(&slots[slot], path, open_new_to_read, (int)mode);
  if (descriptor >= 0) temporary_remove(slot);
  return descriptor;
}

/* As fsync(); where the file system cannot, it is no failure. */
static int synchronise(int descriptor) {
  const int result = synchronise_descriptor(descriptor);
  return result != 0 && (errno == EINVAL || errno == EOPNOTSUPP || errno == ENOSYS) ? 0 : result;
}

/* Renames the slot's file, and has its directory written to the disk. */
static int rename_file(struct slot *slot, const char *path) {
  char name[PATH_MAX];
  if (!name_directory(path, name)) return -1;
  const int directory = open_descriptor(name, O_RDONLY | O_DIRECTORY, 0);
  /* Only who may read a directory can have it written. */
  if (directory < 0 && errno != EACCES) return -1;
  int result = rename(slot->name, path);
  if (result == 0) slot->is_named = 0;
  if (result == 0 && directory >= 0) result = synchronise(directory);
  const int error_number = errno;
  if (directory >= 0) close_descriptor(directory);
  errno = error_number;
  return result;
}

int temporary_commit(int slot, int descriptor, const char *path) {
  int result = synchronise(descriptor);
  if (result == 0 && !slots[slot].is_named) result = make_named(&slots[slot], path, link_new, descriptor);
  const int error_number = errno;
  /* Some file systems report only now that bytes were lost. */
  if (close_descriptor(descriptor) != 0 && result == 0) return -1;
  errno = error_number;
  if (result == 0) result = rename_file(&slots[slot], path);
  if (result == 0) slots[slot].taken = false;
  return result;
}

void temporary_remove(int slot) {
  if (slots[slot].is_named) unlink(slots[slot].name);
  slots[slot].is_named = 0;
  slots[slot].taken = false;
}
