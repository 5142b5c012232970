/* An audit as one JSON object. */
#include "report/json.h"

#include <stdlib.h>

#include "commands/audit/report.h"
#include "keys/region_report.h"

/* ---- The layout -------------------------------------------------------------------------------- */

static void put_fields(struct json *json, const rowkey_inference *inference) {
  json_text(json, "named", inference->name);
  json_double(json, "chance", inference->chance);
  json_open(json, "fields", '[');
  for (size_t i = 0; i < inference->field_count; i++) {
    const rowkey_inferred_field *field = &inference->fields[i];
    json_open(json, NULL, '{');
    json_bytes(json, "field", inference->layout + field->source_offset, field->source_length);
    json_text(json, "text", field->text);
    json_double(json, "chance", field->chance);
    json_close(json, '}');
  }
  json_close(json, ']');
}

static void put_foreign(struct json *json, const struct audit_report *report) {
  const struct findings *findings = &report->findings;
  const rowkey_keys *keys = &report->sampled.keys;
  json_size(json, "foreign", findings->foreign);
  json_open(json, "examples", '[');
  for (size_t i = 0; i < findings->foreign && i < MOST_FOREIGN; i++) {
    const size_t row = findings->examples[i].row;
    json_open(json, NULL, '{');
    json_number(json, "key_number", report->sampled.numbers[row] + 1);
    json_bytes(json, "key", (const uint8_t *)keys->data + keys->offsets[row],
               (size_t)(keys->offsets[row + 1] - keys->offsets[row]));
    json_text(json, "reason", findings->examples[i].reason);
    json_close(json, '}');
  }
  json_close(json, ']');
}

static void put_layout(struct json *json, const struct audit_report *report) {
  json_text(json, "layout", audit_layout(report));
  json_text(json, "columns", audit_columns(report));
  json_text(json, "confidence", audit_confidence(report));
  if (report->findings.inference != NULL) put_fields(json, report->findings.inference);
  if (audit_layout(report) == NULL) return;
  json_size(json, "decoded", report->findings.decoded);
  put_foreign(json, report);
}

/* ---- Regions ----------------------------------------------------------------------------------- */

static void put_spread(struct json *json, const char *name, const struct spread *spread) {
  json_open(json, name, '{');
  json_number(json, "keys", spread->rows);
  json_size(json, "regions", spread->regions);
  json_size(json, "busiest", spread->busiest);
  json_number(json, "most", spread->most);
  json_double(json, "peak", spread->peak);
  json_double(json, "effective", spread->effective);
  json_double(json, "effective_by_chance", spread->even);
  json_close(json, '}');
}

static bool put_regions(struct json *json, const struct audit_report *report, struct buffer *text) {
  json_open(json, "regions", '[');
  for (size_t i = 0; i < audit_regions(report); i++) {
    json_open(json, NULL, '{');
    json_size(json, "region", i);
    if (!json_region_bounds(json, &report->list->splits, i, text)) return false;
    json_number(json, "keys", report->counts[i]);
    if (report->shares != NULL) {
      json_double(json, "expected_share", report->shares[i].share);
      json_bool(json, "reachable", report->shares[i].reachable);
    }
    json_region_actuals(json, &report->list->listing, i);
    json_text(json, "fault", region_fault_names[fault_of_region(report, i)]);
    json_close(json, '}');
  }
  json_close(json, ']');
  return true;
}

static void put_newest(struct json *json, const struct audit_report *report) {
  static const char *const names[] = {NULL, "time", "order"};
  const struct findings *findings = &report->findings;
  json_text(json, "newest_by", names[findings->newest_by]);
  if (findings->newest_by == NEWEST_UNKNOWN) return;
  if (findings->newest_by == NEWEST_BY_TIME)
    json_text(json, "time_column", findings->columns.schema[findings->time].name);
  put_spread(json, "newest", &report->newest);
}

/* ---- What would mend it ------------------------------------------------------------------------ */

static bool put_points(struct json *json, const rowkey_splits *points, struct buffer *text) {
  json_open(json, "points", '[');
  for (size_t i = 1; i <= points->count; i++) {
    const char *point = region_bound(points, i, text);
    if (point == NULL) return false;
    json_text(json, NULL, point);
  }
  json_close(json, ']');
  return true;
}

static bool put_mend(struct json *json, const char *name, const struct mend *mend, struct buffer *text) {
  if (!mend->is_wanted) return json_text(json, name, NULL), true;
  const struct rebucket_report *moved = &mend->moved;
  json_open(json, name, '{');
  json_text(json, "layout", mend->layout);
  json_text(json, "refused", mend->points == NULL ? mend->refused : NULL);
  if (mend->points != NULL) {
    json_number(json, "rows", moved->rows);
    json_number(json, "same_keys", moved->same_keys);
    json_number(json, "stay", moved->stay);
    json_number(json, "move", moved->rows - moved->stay);
    json_size(json, "regions_kept", moved->kept);
    json_size(json, "regions_split", moved->split);
    put_spread(json, "all", &mend->all);
    put_spread(json, "newest", &mend->newest);
    if (!put_points(json, mend->points, text)) return false;
  }
  json_close(json, '}');
  return true;
}

/* The commands, as an array of strings. */
static bool put_commands(struct json *json, const struct audit_report *report) {
  char *text = NULL;
  size_t size = 0;
  FILE *to = open_memstream(&text, &size);
  if (to == NULL) return false;
  put_audit_commands(report, "", "\n", to);
  const bool failed = ferror(to) != 0, closed = fclose(to) == 0;
  json_open(json, "commands", '[');
  for (size_t at = 0; closed && at < size;) {
    size_t end = at;
    while (text[end] != '\n') end++;
    json_bytes(json, NULL, text + at, end - at);
    at = end + 1;
  }
  json_close(json, ']');
  free(text);
  return closed && !failed;
}

bool audit_report_json(const struct audit_report *report, FILE *to) {
  struct json json = {.first = true, .to = to};
  struct buffer text = {0};
  json_open(&json, NULL, '{');
  json_number(&json, "keys", report->all.rows);
  json_number(&json, "least_size", report->profile->least_size);
  json_number(&json, "most_size", report->profile->most_size);
  json_bool(&json, "sorted", report->sampled.is_sorted);
  json_size(&json, "sample", report->sampled.keys.rows);
  put_layout(&json, report);
  bool good = true;
  if (report->settings->splits != NULL) {
    put_spread(&json, "all", &report->all);
    good = put_regions(&json, report, &text);
    put_newest(&json, report);
    good = good && put_mend(&json, "other_regions", &report->regions, &text) &&
           put_mend(&json, "other_prefix", &report->prefix, &text);
  }
  good = good && put_commands(&json, report);
  json_close(&json, '}');
  putc('\n', to);
  buffer_free(&text);
  return good;
}
