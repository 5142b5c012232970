/* A simulation as one JSON object. */
#include "report/json.h"
#include "commands/simulate/report.h"

static void put_report(struct json *json, const char *name, const rowkey_load_report *report) {
  json_open(json, name, '{');
#define OPEN(member) json_open(json, member, '{');
#define CLOSE json_close(json, '}');
#define COUNT(member, value) json_number(json, member, value);
#define MEASURE(member, value) json_double(json, member, value);
#include "load_members.def"
  json_open(json, "rows", '[');
  for (size_t r = 0; r < report->regions; r++) json_number(json, NULL, report->counts[r]);
  json_close(json, ']');
  json_close(json, '}');
}

static void put_placement(struct json *json, const struct simulation *simulation) {
  const struct placed_regions *placed = simulation->placed;
  char text[PLACE_SIZE];
  json_text(json, "placement", placement_describe(simulation->placement, placed, text, sizeof text));
  json_open(json, "server_of_region", '[');
  for (size_t r = 0; r < placed->regions; r++) json_number(json, NULL, placed->server_of[r]);
  json_close(json, ']');
  size_t size = 0;
  if (placement_name(placed, 0, &size) == NULL) return;
  json_open(json, "server_names", '[');
  for (size_t i = 0; i < placed->servers; i++) {
    const char *name = placement_name(placed, i, &size);
    json_bytes(json, NULL, name, size);
  }
  json_close(json, ']');
}

bool report_json(FILE *to, const struct simulate_report *report) {
  const struct simulation *simulation = report->simulation;
  struct json json = {.first = true, .to = to};
  json_open(&json, NULL, '{');
  json_text(&json, "source", simulation->seen.source);
  json_number(&json, "rows", simulation->seen.rows);
  json_number(&json, "writers", simulation->seen.writers);
  json_number(&json, "window", simulation->seen.window);
  json_number(&json, "servers", simulation->servers);
  if (simulation->servers > 0) put_placement(&json, simulation);
  json_open(&json, "layouts", '[');
  for (size_t i = 0; i < report->count; i++) {
    const struct simulated *layout = &report->layouts[i];
    json_open(&json, NULL, '{');
    json_text(&json, "layout", layout->layout);
    json_text(&json, "template", report->compiled->items[i].option->text);
    put_report(&json, "regions", layout->report);
    if (layout->servers != NULL) put_report(&json, "servers", layout->servers);
    json_close(&json, '}');
  }
  json_close(&json, ']');
  json_close(&json, '}');
  putc('\n', to);
  return true;
}
