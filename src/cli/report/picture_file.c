/* SVG is what the library draws; rsvg-convert makes PNG of it, in a process of its
 * own. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "io/writer.h"
#include "report/picture.h"
#include "text/buffer.h"

const struct choice picture_formats[] = {
    {"svg", NULL, "for browsers and documents"},
    {"png", NULL, "made by rsvg-convert, which has to be installed (Debian: librsvg2-bin)"},
    {NULL, NULL, NULL}};

/* ---- The directory ----------------------------------------------------------------------------- */

static bool fail_directory(const char *directory, const char *what, int error_number,
                           struct failure *failure) {
  char subject[QUOTED_SIZE + 64], shown[QUOTED_SIZE];
  snprintf(subject, sizeof subject, "option --pictures: cannot %s the directory %s", what,
           rowkey_quoted(shown, directory, strlen(directory)));
  return fail_io(failure, subject, error_number);
}

/* Whether files can be made in there. */
static bool can_write(const char *directory) { return access(directory, W_OK | X_OK) == 0; }

/* Whether a directory of this name can be made: no more than that, as what follows may fail. */
static bool can_make(const char *directory) {
  size_t size = strlen(directory);
  while (size > 0 && directory[size - 1] == '/') size--;
  while (size > 0 && directory[size - 1] != '/') size--;
  if (size == 0) return can_write(".");
  char *parent = strndup(directory, size);
  const bool can = parent != NULL && can_write(parent);
  free(parent);
  return can;
}

static bool check_directory(const char *directory, struct failure *failure) {
  struct stat status;
  if (stat(directory, &status) != 0) {
    /* errno then says why not: of this name, or of the directory that it would be made in. */
    const bool may_come = errno == ENOENT && directory[0] != 0 && can_make(directory);
    return may_come || fail_directory(directory, "make", errno, failure);
  }
  if (!S_ISDIR(status.st_mode)) return fail_directory(directory, "make", ENOTDIR, failure);
  return can_write(directory) || fail_directory(directory, "write into", errno, failure);
}

bool pictures_make_directory(const char *directory, struct failure *failure) {
  return mkdir(directory, 0777) == 0 || errno == EEXIST || fail_directory(directory, "make", errno, failure);
}

/* ---- PNG --------------------------------------------------------------------------------------- */

/* Ends a child of fork(): it is rsvg-convert from now on, with these standard streams, or has ended with
 * NOT_FOUND, as shells report it. */
enum { NOT_FOUND = 127 };
static void become_converter(char *const *arguments, const int streams[3]) {
  for (int i = 0; i < 3; i++)
    if (dup2(streams[i], i) < 0) _exit(EXIT_FAILURE);
  signal(SIGPIPE, SIG_DFL); /* the tool ignores these, and the program would keep that */
  signal(SIGXFSZ, SIG_DFL);
  execvp(arguments[0], arguments);
  _exit(NOT_FOUND);
}

/* Fails with the first line that it complained with. */
static bool fail_converting(int status, FILE *errors, struct failure *failure) {
  char line[512] = "it says nothing more";
  if (WIFSIGNALED(status))
    return fail_with(failure, TOOL_IO_ERROR, "rsvg-convert was ended by signal %d", WTERMSIG(status));
  if (WEXITSTATUS(status) == NOT_FOUND)
    return fail_with(failure, TOOL_IO_ERROR,
                     "PNG is made by rsvg-convert, which cannot be run (expected it in PATH; on Debian: "
                     "apt-get install librsvg2-bin; SVG needs no program: --picture-format svg)");
  rewind(errors);
  if (fgets(line, sizeof line, errors) != NULL) line[strcspn(line, "\n")] = 0;
  return fail_with(failure, TOOL_IO_ERROR, "rsvg-convert failed with exit status %d: %s", WEXITSTATUS(status),
                   line);
}

/* Runs rsvg-convert with one option, and returns whether it has done its work. */
static bool run_converter(char *option, int in, int out, FILE *errors, struct failure *failure) {
  char name[] = "rsvg-convert";
  const pid_t child = fork();
  if (child < 0) return fail_io(failure, "cannot run rsvg-convert", errno);
  if (child == 0)
    become_converter((char *const[]){name, option, NULL}, (const int[]){in, out, fileno(errors)});
  int status;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return fail_io(failure, "cannot learn how rsvg-convert ended", errno);
  return (WIFEXITED(status) && WEXITSTATUS(status) == 0) || fail_converting(status, errors, failure);
}

/* A file without a name, which children do not inherit. */
static FILE *temporary_file(struct failure *failure) {
  FILE *file = tmpfile();
  if (file == NULL)
    fail_io(failure, "cannot make a temporary file", errno);
  else
    fcntl(fileno(file), F_SETFD, FD_CLOEXEC);
  return file;
}

static bool converter_is_there(struct failure *failure) {
  char option[] = "--version";
  FILE *files = temporary_file(failure);
  if (files == NULL) return false;
  const bool done = run_converter(option, fileno(files), fileno(files), files, failure);
  fclose(files);
  return done;
}

/* Half as large again as on the page: for screens of more pixels, and for print. */
static bool convert_picture(FILE *svg, const struct writer *png, struct failure *failure) {
  char option[] = "--zoom=1.5";
  errno = 0;
  if (fflush(svg) != 0 || ferror(svg) || fseek(svg, 0, SEEK_SET) != 0)
    return fail_io(failure, "cannot write a picture into a temporary file", errno != 0 ? errno : EIO);
  FILE *errors = temporary_file(failure);
  if (errors == NULL) return false;
  const bool done = run_converter(option, fileno(svg), png->descriptor, errors, failure);
  fclose(errors);
  return done;
}

bool pictures_can_be_drawn(const char *directory, enum picture_format format, struct failure *failure) {
  return check_directory(directory, failure) && (format != PICTURE_PNG || converter_is_there(failure));
}

/* ---- One picture ------------------------------------------------------------------------------- */

static bool write_png(struct writer *writer, const char *svg, size_t size, struct failure *failure) {
  FILE *file = temporary_file(failure);
  if (file == NULL) return false;
  fwrite(svg, 1, size, file); /* what has failed is asked before it is read */
  const bool done = convert_picture(file, writer, failure);
  fclose(file);
  return done && writer_commit(writer, failure);
}

static bool write_picture(const char *svg, size_t size, const char *path, enum picture_format format,
                          struct failure *failure) {
  struct writer writer = WRITER_NONE;
  const bool done =
      writer_open(&writer, path, failure) &&
      (format == PICTURE_PNG ? write_png(&writer, svg, size, failure)
                             : writer_write(&writer, svg, size, failure) && writer_commit(&writer, failure));
  if (!done) writer_abandon(&writer);
  return done;
}

bool picture_write(char *svg, size_t size, const rowkey_error *error, const char *directory, const char *name,
                   enum picture_format format, struct failure *failure) {
  if (svg == NULL)
    return fail_with(failure, library_status(error->status, TOOL_BAD_USAGE), "%s", error->text);
  const size_t length = strlen(directory) + strlen(name) + 8;
  char *path = malloc(length);
  bool done = path != NULL || fail_memory(failure);
  if (done) {
    snprintf(path, length, "%s/%s.%s", directory, name, picture_formats[format].name);
    done = write_picture(svg, size, path, format, failure);
  }
  free(path);
  rowkey_picture_free(svg);
  return done;
}
