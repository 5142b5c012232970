/* Advice as one JSON object. */
#include "report/json.h"

#include "commands/advise/report.h"

static void put_growth(struct json *json, const rowkey_advised_design *design, uint64_t rows) {
  const rowkey_advised_growth *growth = &design->growth;
  json_open(json, "growth", '{');
  json_double(json, "regions", growth->regions);
  json_double(json, "busy_regions", growth->busy_regions);
  json_double(json, "server_peak", growth->server_peak);
  json_double(json, "read_cost", growth->read_cost);
  json_double(json, "key_bytes", (double)rows * design->key_bytes);
  json_close(json, '}');
}

static void put_answer(struct json *json, const rowkey_advised_answer *answer, uint64_t grown_rows) {
  json_open(json, NULL, '{');
  json_bool(json, "reads_all", answer->reads_all);
  json_double(json, "ranges", answer->ranges);
  json_double(json, "most_ranges", answer->most_ranges);
  json_double(json, "seeks", answer->seeks);
  json_double(json, "regions", answer->regions);
  json_double(json, "most_regions", answer->most_regions);
  json_double(json, "rows_read", answer->read);
  json_double(json, "rows_wanted", answer->wanted);
  if (grown_rows > 0) json_double(json, "grown_rows_read", answer->grown_read);
  json_number(json, "max_ranges", answer->allowed_ranges);
  json_bool(json, "exact", answer->is_exact);
  json_bool(json, "wants_order", answer->wants_order);
  json_bool(json, "in_order", answer->in_order);
  json_bool(json, "in_order_by_range", answer->in_order_by_range);
  json_bool(json, "backwards", answer->backwards);
  json_close(json, '}');
}

static void put_design(struct json *json, const struct advise_report *report, size_t index) {
  const rowkey_advised_design *design = rowkey_advisor_design(report->advisor, index);
  const uint64_t grown_rows = report->settings->source == NULL ? report->settings->rows : 0;
  json_open(json, NULL, '{');
  json_text(json, "layout", design->layout);
  json_text(json, "name", design->name);
  json_text(json, "refused", design->refused);
  if (design->refused == NULL) {
    json_text(json, "reason", design->reason);
    json_bool(json, "recommended", index == report->recommended);
    json_bool(json, "on_front", design->is_on_front);
    json_bool(json, "partial", design->is_partial);
    json_double(json, "read_cost", design->read_cost);
    json_double(json, "peak", rowkey_advised_peak(design));
    json_double(json, "key_bytes", design->key_bytes);
    json_double(json, "server_peak_most", design->server_peak_most);
    json_double(json, "server_peak_mean", design->server_peak_mean);
    json_double(json, "server_peak_worst", design->server_peak_worst);
    json_number(json, "worst_placement", design->worst_placement);
    json_double(json, "region_peak_most", design->region_peak_most);
    json_double(json, "region_peak_mean", design->region_peak_mean);
    json_double(json, "lock_step", design->lock_step);
    json_double(json, "busy_regions", design->now.busy_regions);
    json_double(json, "busy_regions_server_peak", design->now.server_peak);
    json_bool(json, "splits_by_sample", design->sample_rows > 0);
    json_number(json, "sample_rows", design->sample_rows);
    if (grown_rows > 0) put_growth(json, design, grown_rows);
    json_open(json, "answers", '[');
    for (size_t i = 0; i < report->settings->questions.count; i++)
      put_answer(json, &design->answers[i], grown_rows);
    json_close(json, ']');
  }
  json_close(json, '}');
}

static void put_indices(struct json *json, const char *name, const size_t *indices, size_t count) {
  json_open(json, name, '[');
  for (size_t i = 0; i < count; i++) json_number(json, NULL, indices[i]);
  json_close(json, ']');
}

static void put_tables(struct json *json, const struct advise_report *report) {
  json_open(json, "tables", '[');
  for (size_t count = 1; count <= ROWKEY_MOST_TABLES; count++) {
    const rowkey_advised_tables *tables = rowkey_advisor_tables(report->advisor, count);
    if (tables == NULL) continue;
    json_open(json, NULL, '{');
    put_indices(json, "designs", tables->designs, count);
    put_indices(json, "table_of_question", tables->table_of, report->settings->questions.count);
    json_double(json, "read_cost", tables->read_cost);
    json_double(json, "key_bytes", tables->key_bytes);
    if (count > 1) {
      json_number(json, "main", tables->main);
      json_double(json, "index_read_cost", tables->index_read_cost);
      json_double(json, "index_bytes", tables->index_bytes);
      json_double(json, "writes_per_question", tables->writes_per_question);
    }
    json_bool(json, "recommended", tables->is_recommended);
    json_close(json, '}');
  }
  json_close(json, ']');
}

bool advise_report_json(FILE *to, const struct advise_report *report) {
  const struct advise_settings *settings = report->settings;
  struct json json = {.first = true, .to = to};
  uint64_t tried;
  const uint64_t candidates = rowkey_advisor_candidates(report->advisor, &tried);
  json_open(&json, NULL, '{');
  json_text(&json, "source", report->source);
  if (settings->common.columns != NULL) json_text(&json, "columns", settings->common.columns);
  if (report->found->list != NULL && report->found->notes[0] != 0)
    json_text(&json, "columns_note", report->found->notes);
  json_number(&json, "rows", report->rows);
  json_number(&json, "sampled_rows", report->sampled);
  if (settings->source == NULL && settings->rows > 0) json_number(&json, "grown_rows", settings->rows);
  json_number(&json, "writers", report->writers);
  json_number(&json, "window", report->window);
  json_number(&json, "regions", settings->regions);
  json_number(&json, "servers", settings->servers);
  json_number(&json, "candidates", candidates);
  json_number(&json, "tried", tried);
  json_open(&json, "questions", '[');
  for (size_t i = 0; i < settings->questions.count; i++) {
    json_open(&json, NULL, '{');
    json_text(&json, "text", settings->questions.items[i]);
    json_text(&json, "example", rowkey_advisor_example(report->advisor, i));
    json_close(&json, '}');
  }
  json_close(&json, ']');
  const char *note;
  json_open(&json, "notes", '[');
  for (size_t i = 0; (note = rowkey_advisor_note(report->advisor, i)) != NULL; i++)
    json_text(&json, NULL, note);
  json_close(&json, ']');
  json_size(&json, "recommended", report->recommended);
  put_tables(&json, report);
  json_open(&json, "designs", '[');
  for (size_t i = 0; i < rowkey_advisor_designs(report->advisor); i++) put_design(&json, report, i);
  json_close(&json, ']');
  json_close(&json, '}');
  putc('\n', to);
  return true;
}
