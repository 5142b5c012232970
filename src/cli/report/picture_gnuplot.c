#include "report/picture_gnuplot.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/descriptor.h"

extern char **environ; /* POSIX leaves it to the program to declare it */

enum { EXIT_NOT_FOUND = 127 /* what posix_spawnp may report of a child that could not become the program */ };

static bool fail_missing(struct failure *failure) {
  return fail_with(
      failure, TOOL_IO_ERROR,
      "pictures are drawn by gnuplot, and there is no gnuplot in PATH (expected it to be installed; "
      "on Debian: apt-get install gnuplot-nox)");
}

/* The child begins with the signals' default actions: this process ignores SIGPIPE and SIGXFSZ, and gnuplot
 * would keep that. */
static int set_signals(posix_spawnattr_t *attributes) {
  sigset_t ignored_here;
  sigemptyset(&ignored_here);
  sigaddset(&ignored_here, SIGPIPE);
  sigaddset(&ignored_here, SIGXFSZ);
  const int error = posix_spawnattr_setsigdefault(attributes, &ignored_here);
  return error != 0 ? error : posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGDEF);
}

/* Starts gnuplot with these standard streams. Returns 0, or an error number. */
static int start_gnuplot(char *const *arguments, const int streams[3], pid_t *child) {
  posix_spawn_file_actions_t actions;
  int error = posix_spawn_file_actions_init(&actions);
  if (error != 0) return error;
  posix_spawnattr_t attributes;
  error = posix_spawnattr_init(&attributes);
  if (error == 0) {
    for (int i = 0; i < 3 && error == 0; i++)
      error = posix_spawn_file_actions_adddup2(&actions, streams[i], i);
    if (error == 0) error = set_signals(&attributes);
    if (error == 0) error = posix_spawnp(child, "gnuplot", &actions, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

/* The first line that gnuplot complained with, without blank lines and the script that it repeats. */
static void first_complaint(FILE *errors, char *line, size_t size) {
  rewind(errors);
  while (fgets(line, (int)size, errors) != NULL) {
    line[strcspn(line, "\n")] = 0;
    if (strstr(line, " line ") != NULL) return;
  }
  snprintf(line, size, "it says nothing more");
}

static bool check_status(int status, FILE *errors, struct failure *failure) {
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
  if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_NOT_FOUND) return fail_missing(failure);
  if (WIFSIGNALED(status))
    return fail_with(failure, TOOL_IO_ERROR, "gnuplot was ended by signal %d", WTERMSIG(status));
  char line[512];
  first_complaint(errors, line, sizeof line);
  return fail_with(failure, TOOL_IO_ERROR, "gnuplot failed with exit status %d: %s", WEXITSTATUS(status),
                   line);
}

/* Waits for the child, and returns whether it has done its work. */
static bool succeeds(pid_t child, FILE *errors, struct failure *failure) {
  int status;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return fail_io(failure, "cannot learn how gnuplot ended", errno);
  }
  return check_status(status, errors, failure);
}

static bool fail_start(int error, struct failure *failure) {
  if (error == ENOENT || error == EACCES || error == ENOTDIR) return fail_missing(failure);
  return fail_io(failure, "cannot run gnuplot", error);
}

bool gnuplot_is_there(struct failure *failure) {
  char name[] = "gnuplot", option[] = "--version";
  char *const arguments[] = {name, option, NULL};
  const int nowhere = open_descriptor("/dev/null", O_RDWR, 0);
  if (nowhere < 0) return fail_io(failure, "cannot open /dev/null", errno);
  FILE *errors = tmpfile();
  bool done = false;
  if (errors == NULL) {
    fail_io(failure, "cannot make a temporary file", errno);
  } else {
    pid_t child;
    const int streams[] = {nowhere, nowhere, fileno(errors)};
    const int error = start_gnuplot(arguments, streams, &child);
    done = error == 0 ? succeeds(child, errors, failure) : fail_start(error, failure);
    fclose(errors);
  }
  close(nowhere);
  return done;
}

/* All that comes out of the pipe. */
static bool copy_picture(int pipe_end, struct writer *writer, struct failure *failure) {
  char bytes[1 << 14];
  for (;;) {
    const ssize_t size = read(pipe_end, bytes, sizeof bytes);
    if (size == 0) return true;
    if (size > 0) {
      if (!writer_write(writer, bytes, (size_t)size, failure)) return false;
    } else if (errno != EINTR) {
      return fail_io(failure, "cannot read from gnuplot", errno);
    }
  }
}

static bool run_gnuplot(FILE *script, FILE *errors, struct writer *writer, struct failure *failure) {
  /* As a file, the script ends at its first mistake; as commands on standard input, gnuplot would go on. */
  char name[] = "gnuplot", no_settings[] = "-d", file[] = "/dev/stdin";
  char *const arguments[] = {name, no_settings, file, NULL};
  int ends[2];
  if (pipe(ends) != 0) return fail_io(failure, "cannot make a pipe to gnuplot", errno);
  const int streams[] = {fileno(script), ends[1], fileno(errors)};
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  for (int i = 0; i < 3; i++) fcntl(streams[i], F_SETFD, FD_CLOEXEC); /* it has them as 0, 1 and 2 */
  pid_t child;
  const int error = start_gnuplot(arguments, streams, &child);
  close(ends[1]);
  bool done = error == 0 ? copy_picture(ends[0], writer, failure) : fail_start(error, failure);
  close(ends[0]);
  struct failure of_gnuplot; /* counts only when its output could be copied */
  if (error == 0 && !succeeds(child, errors, done ? failure : &of_gnuplot)) return false;
  return done;
}

bool gnuplot_draw(FILE *script, struct writer *writer, struct failure *failure) {
  errno = 0;
  if (fflush(script) != 0 || ferror(script) || fseek(script, 0, SEEK_SET) != 0)
    return fail_io(failure, "cannot write the script of a picture", errno != 0 ? errno : EIO);
  FILE *errors = tmpfile();
  if (errors == NULL) return fail_io(failure, "cannot make a temporary file", errno);
  const bool done = run_gnuplot(script, errors, writer, failure);
  fclose(errors);
  return done;
}
