#include "commands/simulate/report.h"

#include <stdlib.h>

static bool draw_all(const rowkey_rows_seen *seen, const rowkey_pictured *layouts, size_t count,
                     const struct picture_settings *settings, struct failure *failure) {
  static const struct kind {
    const char *name; /* of the file, after "regions-" or "servers-" */
    rowkey_picture_kind kind;
  } kinds[] = {
      {"rows", ROWKEY_PICTURE_ROWS}, {"heat", ROWKEY_PICTURE_HEAT}, {"activity", ROWKEY_PICTURE_ACTIVITY}};
  bool done = true;
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0] && done; i++) {
    char name[64];
    size_t size;
    rowkey_error error;
    snprintf(name, sizeof name, "%s-%s", seen->by_server ? "servers" : "regions", kinds[i].name);
    char *svg = rowkey_picture_loads(kinds[i].kind, seen, layouts, count, &size, &error);
    done = picture_write(svg, size, &error, settings->directory, name, settings->format, failure);
  }
  return done;
}

bool simulate_draw(const struct picture_settings *settings, const struct simulated *layouts, size_t count,
                   struct failure *failure) {
  if (!pictures_make_directory(settings->directory, failure)) return false;
  rowkey_pictured *pictured = calloc(count, sizeof *pictured);
  if (pictured == NULL) return fail_memory(failure);
  rowkey_rows_seen seen = settings->simulation.seen;
  for (size_t i = 0; i < count; i++) pictured[i] = rowkey_pictured_of(layouts[i].layout, layouts[i].report);
  bool done = draw_all(&seen, pictured, count, settings, failure);
  seen.by_server = settings->simulation.servers > 0;
  for (size_t i = 0; seen.by_server && i < count; i++) pictured[i].report = layouts[i].servers;
  done = done && (!seen.by_server || draw_all(&seen, pictured, count, settings, failure));
  free(pictured);
  return done;
}
