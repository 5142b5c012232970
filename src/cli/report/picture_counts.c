/* Numbers for pictures: grouped digits, scales of axes, counts taken together. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "report/picture.h"

const char *grouped(char out[GROUPED_SIZE], uint64_t number) {
  char digits[21];
  const size_t count = (size_t)snprintf(digits, sizeof digits, "%" PRIu64, number);
  char *at = out;
  for (size_t i = 0; i < count; i++) {
    if (i > 0 && (count - i) % 3 == 0) *at++ = ',';
    *at++ = digits[i];
  }
  *at = 0;
  return out;
}

double scale_of(double most) { return most < 1e4 ? 1 : most < 1e6 ? 1e3 : most < 2e9 ? 1e6 : 1e9; }

const char *scale_name(double scale) {
  return scale < 1e3 ? "" : scale < 1e6 ? ", thousands" : scale < 1e9 ? ", millions" : ", billions";
}

/* 1, 2 or 5 times a power of ten, so that there are at most `most` of them below `count`. */
static size_t tick_step(size_t count, size_t most) {
  size_t step = 1;
  for (size_t i = 0; count / step >= most; i++) step = i % 3 == 1 ? step / 2 * 5 : step * 2;
  return step;
}

void put_ticks(const struct picture *picture, char axis, double most, double least_step) {
  const double most_ticks = 5, power = pow(10, floor(log10(most / most_ticks)));
  double step = power;
  if (most / step > most_ticks) step = 2 * power;
  if (most / step > most_ticks) step = 5 * power;
  if (most / step > most_ticks) step = 10 * power;
  fprintf(picture->script, "set %ctics 0,%.17g\n", axis, fmax(step, least_step));
}

void put_index_ticks(const struct picture *picture, char axis, size_t count) {
  enum { MOST_TICKS = 9 };
  const size_t step = tick_step(count, MOST_TICKS);
  fprintf(picture->script, "set %ctics (", axis);
  for (size_t i = 0; i < count; i += step)
    fprintf(picture->script, "%s'%zu' %.1f", i == 0 ? "" : ", ", i, (double)i + 0.5);
  fputs(")\n", picture->script);
}

struct grouping group(size_t count, size_t most_groups) {
  struct grouping grouping = {.count = count, .together = count == 0 ? 1 : (count - 1) / most_groups + 1};
  grouping.groups = (count + grouping.together - 1) / grouping.together;
  return grouping;
}

size_t group_end(const struct grouping *grouping, size_t index) {
  const size_t end = grouping->together * (index + 1);
  return end < grouping->count ? end : grouping->count;
}

uint64_t most_rows(const struct picture *picture) {
  uint64_t most = 0;
  for (size_t i = 0; i < picture->count; i++)
    if (picture->layouts[i].report->total.most > most) most = picture->layouts[i].report->total.most;
  return most;
}

size_t most_regions(const struct picture *picture) {
  size_t most = 0;
  for (size_t i = 0; i < picture->count; i++)
    if (picture->layouts[i].report->regions > most) most = picture->layouts[i].report->regions;
  return most;
}

uint64_t rows_of(const rowkey_load_report *report, size_t first_region, size_t end_region,
                 size_t first_column, size_t end_column) {
  uint64_t rows = 0;
  for (size_t column = first_column; column < end_column; column++)
    for (size_t region = first_region; region < end_region; region++)
      rows += report->cells[column * report->regions + region];
  return rows;
}

uint64_t rows_between(const rowkey_load_report *report, size_t first_column, size_t end_column) {
  const uint64_t rows_of_column = report->column_windows * report->window;
  const uint64_t first = rows_of_column * first_column;
  return (end_column == report->columns ? report->total.rows : rows_of_column * end_column) - first;
}
