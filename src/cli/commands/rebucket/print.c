/* The report of `rowkey rebucket` for programs. */
#include <inttypes.h>

#include "commands/rebucket/report.h"
#include "keys/region_report.h"
#include "report/json.h"

/* ---- JSON ------------------------------------------------------------------------------------ */

static double share_of(uint64_t rows, const struct rebucket_report *report) {
  return report->rows == 0 ? 0 : (double)rows / (double)report->rows;
}

/* `moving` is what rows do that do not stay. */
static bool print_side(struct json *json, const char *name, const struct rebucket_side_report *side,
                       const char *moving, struct buffer *text) {
  json_open(json, name, '{');
  json_text(json, "layout", side->layout);
  json_open(json, "regions", '[');
  for (size_t i = 0; i <= side->splits->count; i++) {
    const struct moved_region *region = &side->regions[i];
    json_open(json, NULL, '{');
    json_size(json, "region", i);
    if (!json_region_bounds(json, side->splits, i, text)) return false;
    json_number(json, "rows", region->rows);
    json_number(json, moving, region->rows - region->stay);
    json_number(json, "other_keys", region->rows - region->same_keys);
    json_close(json, '}');
  }
  json_close(json, ']');
  json_close(json, '}');
  return true;
}

static void print_flows(struct json *json, const struct rebucket_report *report) {
  json_open(json, "flows", '[');
  for (size_t i = 0; i < report->flows->count; i++) {
    const struct flow *flow = &report->flows->slots[i];
    json_open(json, NULL, '{');
    json_number(json, "from", flow->from);
    json_number(json, "to", flow->to);
    json_number(json, "rows", flow->rows);
    json_number(json, "same_keys", flow->same_keys);
    json_bool(json, "stays", flow_stays(report, flow));
    json_close(json, '}');
  }
  json_close(json, ']');
}

bool rebucket_print_json(const struct rebucket_report *report, FILE *to) {
  struct json json = {true, to};
  struct buffer text = {0};
  json_open(&json, NULL, '{');
  json_number(&json, "rows", report->rows);
  json_number(&json, "same_keys", report->same_keys);
  json_number(&json, "stay", report->stay);
  json_double(&json, "stay_share", share_of(report->stay, report));
  json_number(&json, "best", report->best);
  json_double(&json, "best_share", share_of(report->best, report));
  json_number(&json, "move", report->rows - report->stay);
  json_size(&json, "regions_kept", report->kept);
  json_size(&json, "regions_split", report->split);
  const bool done = print_side(&json, "from", &report->from, "leave", &text) &&
                    print_side(&json, "to", &report->to, "arrive", &text);
  if (done) print_flows(&json, report);
  json_close(&json, '}');
  fputc('\n', to);
  buffer_free(&text);
  return done;
}

/* ---- CSV ------------------------------------------------------------------------------------- */

/* Where the region begins and ends, each after a comma. */
static bool print_fields(const rowkey_splits *splits, size_t region, struct buffer *text, FILE *to) {
  for (size_t i = 0; i < 2; i++) {
    putc(',', to);
    if (!put_region_bound(to, splits, region + i, text)) return false;
  }
  return true;
}

bool rebucket_print_csv(const struct rebucket_report *report, FILE *to) {
  struct buffer text = {0};
  bool done = true;
  fputs("from,from_start,from_stop,to,to_start,to_stop,rows,same_keys,stays\n", to);
  for (size_t i = 0; done && i < report->flows->count; i++) {
    const struct flow *flow = &report->flows->slots[i];
    fprintf(to, "%" PRIu32, flow->from);
    done = print_fields(report->from.splits, flow->from, &text, to);
    fprintf(to, ",%" PRIu32, flow->to);
    done = done && print_fields(report->to.splits, flow->to, &text, to);
    fprintf(to, ",%" PRIu64 ",%" PRIu64 ",%s\n", flow->rows, flow->same_keys,
            flow_stays(report, flow) ? "true" : "false");
  }
  buffer_free(&text);
  return done;
}
