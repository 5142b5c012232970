#include "commands/simulate/report.h"

#include <stdlib.h>

static bool draw_all(const struct picture *picture, const struct picture_settings *settings,
                     struct failure *failure) {
  static const struct kind {
    const char *name; /* of the file, after "regions-" or "servers-" */
    draw_picture *draw;
  } kinds[] = {{"rows", picture_rows}, {"heat", picture_heat}, {"activity", picture_activity}};
  bool done = true;
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0] && done; i++) {
    char name[64];
    snprintf(name, sizeof name, "%ss-%s", picture->unit, kinds[i].name);
    done = picture_draw(picture, kinds[i].draw, settings->directory, name, settings->format, failure);
  }
  return done;
}

bool simulate_draw(const struct picture_settings *settings, const struct simulated *layouts, size_t count,
                   struct failure *failure) {
  if (!pictures_make_directory(settings->directory, failure)) return false;
  struct drawn *drawn = calloc(count, sizeof *drawn);
  if (drawn == NULL) return fail_memory(failure);
  struct picture picture = {
      .seen = &settings->simulation.seen, .unit = "region", .layouts = drawn, .count = count};
  for (size_t i = 0; i < count; i++) drawn[i] = (struct drawn){layouts[i].layout, layouts[i].report};
  bool done = draw_all(&picture, settings, failure);
  if (done && settings->simulation.servers > 0) {
    picture.unit = "server";
    for (size_t i = 0; i < count; i++) drawn[i].report = layouts[i].servers;
    done = draw_all(&picture, settings, failure);
  }
  free(drawn);
  return done;
}
