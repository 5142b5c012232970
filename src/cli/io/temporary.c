#include "io/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "io/descriptor.h"

enum { SLOTS = 2, ATTEMPTS = 100 };

static char paths[SLOTS][PATH_MAX];
static volatile sig_atomic_t in_use[SLOTS];

static const int fatal_signals[] = {SIGINT, SIGTERM, SIGHUP};
enum { FATAL_SIGNALS = sizeof fatal_signals / sizeof fatal_signals[0] };

static void remove_all(int signal_number) {
  for (int i = 0; i < SLOTS; i++) {
    if (in_use[i]) unlink(paths[i]);
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

static int create(const char *path, mode_t mode, int slot) {
  const char *slash = strrchr(path, '/');
  const int directory = slash == NULL ? 0 : (int)(slash - path + 1);
  for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
    const int length =
        snprintf(paths[slot], PATH_MAX, "%.*s.rowkey-%ld-%d.tmp", directory, path, (long)getpid(), attempt);
    if (length >= PATH_MAX) {
      errno = ENAMETOOLONG;
      return -1;
    }
    const int descriptor = open_descriptor(paths[slot], O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
    if (descriptor >= 0 || errno != EEXIST) return descriptor;
  }
  return -1;
}

int temporary_create(const char *path, mode_t mode, int *slot) {
  *slot = 0;
  while (*slot < SLOTS && in_use[*slot]) ++*slot;
  if (*slot == SLOTS) {
    errno = EMFILE;
    return -1;
  }
  catch_signals();
  /* No signal may fall between the file's creation and the note that it is ours. */
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const int descriptor = create(path, mode, *slot);
  const int error_number = errno;
  in_use[*slot] = descriptor >= 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = error_number;
  return descriptor;
}

int temporary_rename(int slot, const char *path) {
  if (rename(paths[slot], path) != 0) return -1;
  in_use[slot] = 0;
  return 0;
}

void temporary_remove(int slot) {
  unlink(paths[slot]);
  in_use[slot] = 0;
}
