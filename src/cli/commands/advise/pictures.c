#include <string.h>

#include "commands/advise/report.h"
#include "report/picture.h"

/* Where the bare key can be taken, and is not the one that is recommended, it stands first. */
static size_t compared(const struct advise_report *report, rowkey_load *const *loads,
                       rowkey_pictured pictured[2]) {
  size_t count = 0;
  for (size_t i = 0; i < rowkey_advisor_designs(report->advisor); i++) {
    const rowkey_advised_design *design = rowkey_advisor_design(report->advisor, i);
    const bool is_bare = design->name != NULL && strcmp(design->name, "bare key") == 0;
    if (design->refused == NULL && (is_bare || i == report->recommended))
      pictured[count++] = rowkey_pictured_of(design->layout, rowkey_load_finish(loads[i]));
  }
  return count;
}

bool advise_draw(const struct advise_report *report, rowkey_load *const *loads, struct failure *failure) {
  const struct advise_settings *settings = report->settings;
  const char *directory = settings->pictures;
  if (report->recommended == ROWKEY_NONE) return true;
  rowkey_pictured pictured[2];
  const size_t count = compared(report, loads, pictured);
  const rowkey_rows_seen seen =
      rowkey_rows_seen_of(report->source, report->rows, report->writers, report->window);
  const uint64_t grown_rows = settings->source == NULL ? settings->rows : 0;
  size_t size;
  rowkey_error error;
  if (!pictures_make_directory(directory, failure)) return false;
  char *heat = rowkey_picture_loads(ROWKEY_PICTURE_HEAT, &seen, pictured, count, &size, &error);
  if (!picture_write(heat, size, &error, directory, "regions-heat", PICTURE_SVG, failure)) return false;
  char *designs = rowkey_picture_designs(report->advisor, report->recommended, grown_rows, &seen, pictured,
                                         count, &size, &error);
  return picture_write(designs, size, &error, directory, "designs", PICTURE_SVG, failure);
}
