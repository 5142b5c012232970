#include "commands/simulate/pictures.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "keys/escape.h"
#include "report/picture.h"
#include "report/picture_gnuplot.h"

const char *const picture_format_names[PICTURE_FORMATS] = {"svg", "png"};

static const struct kind {
  const char *name; /* of the file, after "regions-" or "servers-" */
  void (*draw)(const struct picture *picture);
} kinds[] = {{"rows", picture_rows}, {"heat", picture_heat}, {"activity", picture_activity}};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static bool fail_directory(const char *directory, int error_number, struct failure *failure) {
  char subject[QUOTED_SIZE + 64], shown[QUOTED_SIZE];
  snprintf(subject, sizeof subject, "option --pictures: cannot make the directory %s",
           quoted(shown, directory, strlen(directory)));
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
           quoted(shown, directory, strlen(directory)));
  return fail_io(failure, subject, error_number);
}

bool simulate_can_draw(const struct picture_settings *settings, struct failure *failure) {
  return check_directory(settings->directory, failure) && gnuplot_is_there(failure);
}

static bool draw_file(const struct picture *picture, const struct kind *kind, const char *path,
                      struct failure *failure) {
  struct picture with_script = *picture;
  with_script.script = tmpfile();
  if (with_script.script == NULL) return fail_io(failure, "cannot make a temporary file", errno);
  kind->draw(&with_script);
  struct writer writer;
  bool done = writer_open(&writer, path, failure);
  if (done) {
    done = gnuplot_draw(with_script.script, &writer, failure) && writer_commit(&writer, failure);
    if (!done) writer_abandon(&writer);
  }
  fclose(with_script.script);
  return done;
}

static bool draw_all(const struct picture *picture, const char *directory, struct failure *failure) {
  const size_t size = strlen(directory) + 64;
  char *path = malloc(size);
  if (path == NULL) return fail_memory(failure);
  bool done = true;
  for (size_t i = 0; i < KINDS && done; i++) {
    snprintf(path, size, "%s/%ss-%s.%s", directory, picture->unit, kinds[i].name,
             picture_format_names[picture->format]);
    done = draw_file(picture, &kinds[i], path, failure);
  }
  free(path);
  return done;
}

bool simulate_draw(const struct picture_settings *settings, const struct simulated *layouts, size_t count,
                   struct failure *failure) {
  if (mkdir(settings->directory, 0777) != 0 && errno != EEXIST)
    return fail_directory(settings->directory, errno, failure);
  struct drawn *drawn = calloc(count, sizeof *drawn);
  if (drawn == NULL) return fail_memory(failure);
  struct picture picture = {.format = settings->format,
                            .simulation = &settings->simulation,
                            .unit = "region",
                            .layouts = drawn,
                            .count = count};
  for (size_t i = 0; i < count; i++) drawn[i] = (struct drawn){layouts[i].layout, layouts[i].report};
  bool done = draw_all(&picture, settings->directory, failure);
  if (done && settings->simulation.servers > 0) {
    picture.unit = "server";
    for (size_t i = 0; i < count; i++) drawn[i].report = layouts[i].servers;
    done = draw_all(&picture, settings->directory, failure);
  }
  free(drawn);
  return done;
}
