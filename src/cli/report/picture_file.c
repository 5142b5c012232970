#include "report/picture_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/picture_gnuplot.h"
#include "text/buffer.h"

const struct choice picture_formats[] = {{"svg", NULL, NULL}, {"png", NULL, NULL}, {NULL, NULL, NULL}};

static bool fail_directory(const char *directory, int error_number, struct failure *failure) {
  char subject[QUOTED_SIZE + 64], shown[QUOTED_SIZE];
  snprintf(subject, sizeof subject, "option --pictures: cannot make the directory %s",
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

/* Whether pictures can be put there, before any work is done. */
static bool check_directory(const char *directory, struct failure *failure) {
  struct stat status;
  if (stat(directory, &status) != 0) {
    /* errno then says why not: of this name, or of the directory that it would be made in. */
    const bool may_come = errno == ENOENT && directory[0] != 0 && can_make(directory);
    return may_come || fail_directory(directory, errno, failure);
  }
  if (!S_ISDIR(status.st_mode)) return fail_directory(directory, ENOTDIR, failure);
  if (can_write(directory)) return true;
  char subject[QUOTED_SIZE + 64], shown[QUOTED_SIZE];
  const int error_number = errno;
  snprintf(subject, sizeof subject, "option --pictures: cannot write into the directory %s",
           rowkey_quoted(shown, directory, strlen(directory)));
  return fail_io(failure, subject, error_number);
}

bool pictures_can_be_drawn(const char *directory, struct failure *failure) {
  return check_directory(directory, failure) && gnuplot_is_there(failure);
}

bool pictures_make_directory(const char *directory, struct failure *failure) {
  return mkdir(directory, 0777) == 0 || errno == EEXIST || fail_directory(directory, errno, failure);
}

static bool draw_into(const struct picture *picture, draw_picture *draw, const char *path,
                      struct failure *failure) {
  struct picture with_script = *picture;
  with_script.script = tmpfile();
  if (with_script.script == NULL) return fail_io(failure, "cannot make a temporary file", errno);
  draw(&with_script);
  struct writer writer;
  bool done = writer_open(&writer, path, failure);
  if (done) {
    done = gnuplot_draw(with_script.script, &writer, failure) && writer_commit(&writer, failure);
    if (!done) writer_abandon(&writer);
  }
  fclose(with_script.script);
  return done;
}

bool picture_draw(const struct picture *picture, draw_picture *draw, const char *directory, const char *name,
                  struct failure *failure) {
  const size_t size = strlen(directory) + strlen(name) + 8;
  char *path = malloc(size);
  if (path == NULL) return fail_memory(failure);
  snprintf(path, size, "%s/%s.%s", directory, name, picture_formats[picture->format].name);
  const bool done = draw_into(picture, draw, path, failure);
  free(path);
  return done;
}
