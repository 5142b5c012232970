#include "commands/rebucket/report.h"

#include <stdlib.h>

#include "text/strings.h"

/* Compares where region `a` begins with where `b` does: the first one where the table does. */
static int compare_starts(const rowkey_splits *a_splits, size_t a, const rowkey_splits *b_splits, size_t b) {
  if (a == 0 || b == 0) return (a != 0) - (b != 0);
  return rowkey_compare_bytes(split_at(a_splits, a - 1), split_size(a_splits, a - 1),
                              split_at(b_splits, b - 1), split_size(b_splits, b - 1));
}

/* The same of where they end: the last one where the table does. */
static int compare_stops(const rowkey_splits *a_splits, size_t a, const rowkey_splits *b_splits, size_t b) {
  const bool a_last = a == a_splits->count, b_last = b == b_splits->count;
  if (a_last || b_last) return (int)a_last - (int)b_last;
  return compare_starts(a_splits, a + 1, b_splits, b + 1);
}

/* Walks both lists of regions side by side. */
static void find_inside(struct rebucket_report *report) {
  const rowkey_splits *from = report->from.splits, *to = report->to.splits;
  size_t old = 0;
  size_t parts = 0; /* new regions that the old one consists of so far; all of it from its start on, or 0 */
  for (size_t region = 0; region <= to->count; region++) {
    while (old < from->count && compare_starts(from, old + 1, to, region) <= 0) {
      old++;
      parts = 0;
    }
    const bool is_inside = compare_stops(to, region, from, old) <= 0;
    report->inside[region] = is_inside ? (uint32_t)old : NO_REGION;
    if (!is_inside) continue;
    if (parts > 0 || compare_starts(to, region, from, old) == 0) parts++;
    if (parts > 0 && compare_stops(to, region, from, old) == 0) {
      report->kept += parts == 1;
      report->split += parts > 1;
    }
  }
}

static void add_flow(struct rebucket_report *report, const struct flow *flow) {
  struct moved_region *from = &report->from.regions[flow->from], *to = &report->to.regions[flow->to];
  const uint64_t stay = flow_stays(report, flow) ? flow->rows : 0;
  from->rows += flow->rows;
  from->stay += stay;
  from->same_keys += flow->same_keys;
  to->rows += flow->rows;
  to->stay += stay;
  to->same_keys += flow->same_keys;
  if (flow->rows > to->largest) to->largest = flow->rows;
  report->rows += flow->rows;
  report->stay += stay;
  report->same_keys += flow->same_keys;
}

bool rebucket_sum_up(struct rebucket_report *report, struct flows *flows) {
  const size_t from = report->from.splits->count + 1, to = report->to.splits->count + 1;
  report->from.regions = calloc(from, sizeof *report->from.regions);
  report->to.regions = calloc(to, sizeof *report->to.regions);
  report->inside = calloc(to, sizeof *report->inside);
  if (report->from.regions == NULL || report->to.regions == NULL || report->inside == NULL) return false;
  flows_sort(flows);
  report->flows = flows;
  find_inside(report);
  for (size_t i = 0; i < flows->count; i++) add_flow(report, &flows->slots[i]);
  for (size_t i = 0; i < to; i++) report->best += report->to.regions[i].largest;
  return true;
}

void rebucket_report_free(struct rebucket_report *report) {
  free(report->from.regions);
  free(report->to.regions);
  free(report->inside);
}
