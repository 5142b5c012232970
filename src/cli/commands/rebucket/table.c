/* The report of `rowkey rebucket` for people. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "commands/rebucket/report.h"
#include "keys/region_report.h"
#include "text/plural.h"

enum { MOST_LINES = 12, BOUND_MAX = 36 };

static double percent(uint64_t part, uint64_t all) { return all == 0 ? 0 : 100 * (double)part / (double)all; }

/* ---- Summary --------------------------------------------------------------------------------- */

static void print_count(const char *name, uint64_t count, const struct rebucket_report *report, FILE *to) {
  fprintf(to, "%-16s %12" PRIu64 "  %5.1f %%\n", name, count, percent(count, report->rows));
}

static void print_summary(const struct rebucket_report *report, FILE *to) {
  fprintf(to, "%-16s %12" PRIu64 "\n", "rows", report->rows);
  print_count("same key", report->same_keys, report, to);
  print_count("stay", report->stay, report, to);
  print_count("best possible", report->best, report, to);
  print_count("move", report->rows - report->stay, report, to);
  const size_t from = report->from.splits->count + 1;
  fprintf(to, "\nregions %zu -> %zu: %zu as before, %zu split in place, %zu with other bounds\n", from,
          report->to.splits->count + 1, report->kept, report->split, from - report->kept - report->split);
}

/* ---- Flows ----------------------------------------------------------------------------------- */

static int compare_flows(const void *a, const void *b) {
  const struct flow *left = *(const struct flow *const *)a, *right = *(const struct flow *const *)b;
  if (left->rows != right->rows) return left->rows > right->rows ? -1 : 1;
  return left < right ? -1 : left > right; /* flows are in order */
}

/* The largest flows of rows that move. */
static bool print_flows(const struct rebucket_report *report, FILE *to) {
  const struct flows *flows = report->flows;
  const struct flow **largest = calloc(flows->count + 1, sizeof *largest);
  if (largest == NULL) return false;
  size_t count = 0;
  for (size_t i = 0; i < flows->count; i++)
    if (!flow_stays(report, &flows->slots[i])) largest[count++] = &flows->slots[i];
  if (count > 0) {
    qsort(largest, count, sizeof *largest, compare_flows);
    fprintf(to, "\n%9s %9s %12s %8s   the largest of %zu flow%s\n", "from", "to", "rows", "share", count,
            plural(count));
  }
  for (size_t i = 0; i < count && i < MOST_LINES; i++)
    fprintf(to, "%9" PRIu32 " %9" PRIu32 " %12" PRIu64 "  %5.1f %%\n", largest[i]->from, largest[i]->to,
            largest[i]->rows, percent(largest[i]->rows, report->rows));
  free(largest);
  return true;
}

/* ---- Regions --------------------------------------------------------------------------------- */

static bool print_bound(const rowkey_splits *splits, size_t region, struct buffer *text, FILE *to) {
  const char *bound = region_bound(splits, region, text);
  if (bound == NULL) return false;
  if (bound[0] == 0)
    fprintf(to, "%s", region == 0 ? "(begin)" : "(end)");
  else
    fprintf(to, "%.*s%s", BOUND_MAX, bound, strlen(bound) > BOUND_MAX ? "..." : "");
  return true;
}

static bool must_be_read(const struct moved_region *region) {
  return region->same_keys < region->rows || region->stay < region->rows;
}

static bool print_regions(const struct rebucket_side_report *side, const char *title, const char *moving,
                          FILE *to) {
  struct buffer text = {0};
  size_t count = 0;
  for (size_t i = 0; i <= side->splits->count; i++) count += must_be_read(&side->regions[i]);
  bool done = true;
  if (count > 0) {
    fprintf(to, "\n%s\n%9s %12s %12s %12s   start .. stop\n", title, "region", "rows", moving, "other keys");
  }
  for (size_t i = 0, shown = 0; done && i <= side->splits->count && shown < MOST_LINES; i++) {
    const struct moved_region *region = &side->regions[i];
    if (!must_be_read(region)) continue;
    fprintf(to, "%9zu %12" PRIu64 " %12" PRIu64 " %12" PRIu64 "   ", i, region->rows,
            region->rows - region->stay, region->rows - region->same_keys);
    done = print_bound(side->splits, i, &text, to);
    fputs(" .. ", to);
    done = done && print_bound(side->splits, i + 1, &text, to);
    fputc('\n', to);
    shown++;
  }
  if (count > MOST_LINES) fprintf(to, "%9s and %zu more (--json lists all)\n", "", count - MOST_LINES);
  buffer_free(&text);
  return done;
}

bool rebucket_print_table(const struct rebucket_report *report, FILE *to) {
  print_summary(report, to);
  if (report->rows == 0) return true;
  const bool same_keys = report->same_keys == report->rows;
  if (same_keys) {
    fprintf(to, "\nNo key changes%s: nothing has to be read from both layouts.\n",
            report->stay == report->rows ? " and no row moves" : "");
    if (report->stay == report->rows) return true;
  }
  const char *from = same_keys ? "Regions that rows leave:"
                               : "Regions to be read with keys of --from as well, until all rows have moved:";
  const char *into = same_keys ? "Regions that rows come to:" : "Regions to be read with keys of --to:";
  return print_flows(report, to) && print_regions(&report->from, from, "leave", to) &&
         print_regions(&report->to, into, "arrive", to);
}
