#include "advise/growth.h"

#include <math.h>

struct growth rowkey_growth_of(const struct records *records, uint64_t grown) {
  struct growth growth = {.old_rows = records->rows / 2, .new_from = records->rows - (records->rows + 3) / 4};
  growth.each_old = records->each;
  if (grown == 0 || growth.old_rows == 0) return growth;
  const double later = (double)(records->rows - growth.old_rows) * records->each;
  growth.each_old = ((double)grown - later) / (double)growth.old_rows;
  return growth;
}

/* The rows that are being written, counted by region. */
struct counting {
  double rows, pairs;       /* of the same region */
  double region, in_region; /* the one that they go to now */
  double most;
};

static void end_region(struct counting *counting) {
  counting->pairs += counting->in_region * (counting->in_region - 1);
  if (counting->in_region > counting->most) counting->most = counting->in_region;
  counting->in_region = 0;
}

/* Regions have the same number of the rows that were there before; a new row goes to the one that has those
 * around it. */
static struct counting count_new_rows(const struct measuring *measuring, const struct measuring_room *room,
                                      double each_old, double regions) {
  const struct growth *growth = &measuring->growth;
  const struct records *records = &measuring->records;
  const double all =
      (double)growth->old_rows * each_old + (double)(growth->new_from - growth->old_rows) * records->each;
  struct counting counting = {.region = -1};
  double below = 0;
  for (size_t i = 0; i < records->rows; i++) {
    const size_t row = (size_t)room->order[i];
    if (row < growth->new_from) {
      below += row < growth->old_rows ? each_old : records->each;
      continue;
    }
    const double region = fmin(regions - 1, floor(below / all * regions));
    if (region != counting.region) end_region(&counting);
    counting.region = region;
    counting.in_region++;
    counting.rows++;
  }
  end_region(&counting);
  return counting;
}

static rowkey_advised_growth measure(const struct measuring *measuring, const struct measuring_room *room,
                                     double each_old, double regions) {
  rowkey_advised_growth growth = {.regions = regions};
  const struct counting counted = count_new_rows(measuring, room, each_old, regions);
  /* Two of the rows meet in a region as often as if so many regions had the same share. */
  growth.busy_regions = fmin(regions, counted.rows * (counted.rows - 1) / counted.pairs);
  if (counted.pairs == 0) growth.busy_regions = counted.rows > 1 ? regions : 1;
  /* Less what chance may add, so that this is the least that some region gets. */
  const double most = (counted.most - 3 * sqrt(counted.most)) / counted.rows;
  growth.server_peak = fmax(1, (double)measuring->servers * fmax(1 / growth.busy_regions, most));
  return growth;
}

void rowkey_measure_growth(const struct measuring *measuring, const struct measuring_room *room,
                           struct measured *measured) {
  const struct records *records = &measuring->records;
  const double now = (double)measuring->regions, all = (double)(records->rows - 1) * records->each + 1;
  measured->now = measure(measuring, room, records->each, now);
  measured->growth = measured->now;
  if (measuring->grown > 0)
    measured->growth =
        measure(measuring, room, measuring->growth.each_old, ceil(now * (double)measuring->grown / all));
}
