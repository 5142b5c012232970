#include "commands/simulate/pictures.h"

#include <stdlib.h>

#include "report/picture_file.h"

static const struct kind {
  const char *name; /* of the file, after "regions-" or "servers-" */
  draw_picture *draw;
} kinds[] = {{"rows", picture_rows}, {"heat", picture_heat}, {"activity", picture_activity}};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

bool simulate_can_draw(const struct picture_settings *settings, struct failure *failure) {
  return pictures_can_be_drawn(settings->directory, failure);
}

static bool draw_all(const struct picture *picture, const char *directory, struct failure *failure) {
  bool done = true;
  for (size_t i = 0; i < KINDS && done; i++) {
    char name[64];
    snprintf(name, sizeof name, "%ss-%s", picture->unit, kinds[i].name);
    done = picture_draw(picture, kinds[i].draw, directory, name, failure);
  }
  return done;
}

bool simulate_draw(const struct picture_settings *settings, const struct simulated *layouts, size_t count,
                   struct failure *failure) {
  if (!pictures_make_directory(settings->directory, failure)) return false;
  struct drawn *drawn = calloc(count, sizeof *drawn);
  if (drawn == NULL) return fail_memory(failure);
  struct picture picture = {.format = settings->format,
                            .seen = &settings->simulation.seen,
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
