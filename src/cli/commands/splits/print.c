/* What was found of a list of split points, as people and programs read it. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "commands/splits/check.h"
#include "keys/escape.h"
#include "keys/region_report.h"
#include "report/json.h"
#include "text/buffer.h"
#include "text/plural.h"

enum { CELL_WIDTH = 28, CELL_SIZE = CELL_WIDTH + 8, BAR_WIDTH = 24, MOST_RANGES = 12 };
enum { FAULT_SIZE = QUOTED_SIZE + 128 };

static double even_share(const struct splits_check *check) { return 1 / (double)(check->points.count + 1); }

/* Of the regions whose share is known; NaN where none is. */
struct extent {
  double smallest;
  double largest;
  size_t unknown; /* regions */
};

static struct extent find_extent(const struct splits_check *check) {
  struct extent extent = {NAN, NAN, 0};
  for (size_t i = 0; i <= check->points.count; i++) {
    const double share = check->regions[i].share; /* fmin and fmax prefer what is not NaN */
    extent.smallest = fmin(extent.smallest, share);
    extent.largest = fmax(extent.largest, share);
    extent.unknown += isnan(share) != 0;
  }
  return extent;
}

/* Whether no key, or none of the sample, lies in the region. */
static bool is_empty(const struct splits_check *check, size_t region) {
  return !check->regions[region].reachable || (check->sample_rows != 0 && check->regions[region].share <= 0);
}

static const char *why_empty(const struct splits_check *check, size_t region) {
  return !is_empty(check, region)            ? ""
         : !check->regions[region].reachable ? "  no key can lie here"
                                             : "  none of the sample";
}

/* ---- The table ------------------------------------------------------------------------------- */

/* Point `index` with escapes, cut when it is long; nothing for the ends of the table. Returns `out`,
 * CELL_SIZE bytes. */
static const char *show_point(const struct splits_check *check, size_t index, char *out) {
  out[0] = 0;
  if (index >= check->points.count) return out;
  const uint8_t *point = split_at(&check->points, index);
  const size_t size = split_size(&check->points, index);
  size_t used = 0, shown = 0;
  while (shown < size && used < CELL_WIDTH) used += escape_hbase(point + shown++, 1, (uint8_t *)out + used);
  snprintf(out + used, CELL_SIZE - used, "%s", shown < size ? "..." : "");
  return out;
}

static int widest_point(const struct splits_check *check) {
  char cell[CELL_SIZE];
  size_t widest = strlen("start");
  for (size_t i = 0; i < check->points.count; i++) {
    const size_t width = strlen(show_point(check, i, cell));
    if (width > widest) widest = width;
  }
  return (int)widest;
}

static void print_region(const struct splits_check *check, size_t region, int width, double largest,
                         const struct actual_totals *totals) {
  char start[CELL_SIZE], stop[CELL_SIZE], share[32], bar[BAR_WIDTH + 1];
  const double part = check->regions[region].share;
  /* Without a share nothing is known to draw. */
  const int filled = part > 0 && largest > 0 ? (int)((int)BAR_WIDTH * part / largest + 0.5) : 0;
  memset(bar, '#', BAR_WIDTH);
  bar[filled] = 0;
  snprintf(share, sizeof share, "%.4g", 100 * part);
  printf("%8zu  %-*s  %-*s  %9s", region, width, region == 0 ? "" : show_point(check, region - 1, start),
         width, show_point(check, region, stop), isnan(part) ? "?" : share);
  print_region_actuals(&check->list->listing, totals, region, stdout);
  printf("%s%s%s\n", filled > 0 ? "  " : "", bar, why_empty(check, region));
}

static void print_table(const struct splits_check *check) {
  const int width = widest_point(check);
  const double largest = find_extent(check).largest;
  const struct actual_totals totals = region_actual_totals(&check->list->listing);
  printf("%8s  %-*s  %-*s  %9s", "region", width, "start", width, "stop", "% of keys");
  print_actual_titles(&check->list->listing, stdout);
  putchar('\n');
  for (size_t i = 0; i <= check->points.count; i++) print_region(check, i, width, largest, &totals);
}

/* ---- What is wrong --------------------------------------------------------------------------- */

static void describe_fault(const struct splits_check *check, const struct split_fault *fault,
                           char out[FAULT_SIZE]) {
  static const char *const texts[FAULT_KINDS] = {"comes before the point of line", "is also in line",
                                                 "has no key before it", "has no key from it on"};
  char shown[QUOTED_SIZE], other[32] = "";
  const size_t index = fault->line - 1;
  rowkey_quoted(shown, split_at(&check->list->splits, index), split_size(&check->list->splits, index));
  if (fault->other != 0) {
    snprintf(other, sizeof other, " %zu", fault->other + check->list->first_line - 1);
  }
  snprintf(out, FAULT_SIZE, "the split point %s %s%s", shown, texts[fault->kind], other);
}

/* "3, 5 to 9, …" of the regions without keys. */
static void print_empty_regions(const struct splits_check *check) {
  size_t ranges = 0;
  for (size_t i = 0; i <= check->points.count; i++) {
    if (!is_empty(check, i)) continue;
    size_t last = i;
    while (last < check->points.count && is_empty(check, last + 1)) last++;
    if (ranges == MOST_RANGES) {
      fputs(", ...", stdout);
      return;
    }
    printf("%s%zu", ranges++ == 0 ? "" : ", ", i);
    if (last > i) printf(" to %zu", last);
    i = last;
  }
}

void print_splits_check(const struct splits_check *check) {
  const size_t regions = check->points.count + 1;
  const struct extent extent = find_extent(check);
  print_table(check);
  printf("\n%zu region%s", regions, plural(regions));
  if (check->sample_rows != 0) printf(", %" PRIu64 " keys in the sample", check->sample_rows);
  if (extent.unknown == 0) {
    printf("; shares from %.4g %% to %.4g %%, the largest %.4g times an even one", 100 * extent.smallest,
           100 * extent.largest, extent.largest / even_share(check));
  } else {
    printf("; the layout does not tell the shares of %zu", extent.unknown);
  }
  if (check->sample_error > 0)
    printf(", each end of a region off by at most %.2g %%", 100 * check->sample_error);
  putchar('\n');
  for (size_t i = 0; i < check->fault_count; i++) {
    char text[FAULT_SIZE];
    describe_fault(check, &check->faults[i], text);
    printf("%s:%zu: %s\n", check->list->file, check->faults[i].line + check->list->first_line - 1, text);
  }
  if (check->without_keys != 0) {
    printf("%zu region%s %s: ", check->without_keys, plural(check->without_keys),
           check->sample_rows != 0 ? "without a key of the sample" : "that no key can reach");
    print_empty_regions(check);
    putchar('\n');
  }
}

/* ---- JSON ------------------------------------------------------------------------------------ */

/* When memory runs out the end is missing, so that nobody takes it for all. */
static bool print_regions_json(struct json *json, const struct splits_check *check, struct buffer *text) {
  json_open(json, "regions", '[');
  for (size_t i = 0; i <= check->points.count; i++) {
    json_open(json, NULL, '{');
    if (!json_region_bounds(json, &check->points, i, text)) return false;
    json_double(json, "share", check->regions[i].share);
    if (check->knows_keys) json_bool(json, "reachable", check->regions[i].reachable);
    json_region_actuals(json, &check->list->listing, i);
    json_close(json, '}');
  }
  json_close(json, ']');
  return true;
}

static void print_faults_json(struct json *json, const struct splits_check *check) {
  static const char *const kinds[FAULT_KINDS] = {"out-of-order", "duplicate", "before-all-keys",
                                                 "behind-all-keys"};
  json_open(json, "faults", '[');
  for (size_t i = 0; i < check->fault_count; i++) {
    const struct split_fault *fault = &check->faults[i];
    char text[FAULT_SIZE];
    json_open(json, NULL, '{');
    json_text(json, "kind", kinds[fault->kind]);
    json_number(json, "line", fault->line + check->list->first_line - 1);
    if (fault->other != 0) json_number(json, "other_line", fault->other + check->list->first_line - 1);
    describe_fault(check, fault, text);
    json_text(json, "text", text);
    json_close(json, '}');
  }
  json_close(json, ']');
}

bool print_splits_check_json(const struct splits_check *check) {
  const struct extent extent = find_extent(check);
  struct json json = {.first = true};
  struct buffer text = {0};
  json_open(&json, NULL, '{');
  json_text(&json, "file", check->list->file);
  json_bool(&json, "good", splits_check_is_good(check));
  json_number(&json, "region_count", check->points.count + 1);
  if (check->sample_rows != 0) {
    json_number(&json, "sample_rows", check->sample_rows);
    json_double(&json, "sample_error", check->sample_error);
  }
  json_double(&json, "even_share", even_share(check));
  json_double(&json, "smallest_share", extent.smallest);
  json_double(&json, "largest_share", extent.largest);
  json_number(&json, "regions_without_keys", check->without_keys);
  print_faults_json(&json, check);
  const bool done = print_regions_json(&json, check, &text);
  buffer_free(&text);
  if (!done) return false;
  json_close(&json, '}');
  putchar('\n');
  return true;
}
