/* The counts of a simulation as comma-separated values. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "commands/simulate/report.h"
#include "keys/region_report.h"

/* Its name, where there are names, else its number. */
static void put_server(FILE *to, const struct placed_regions *placed, size_t region) {
  const uint32_t server = placed->server_of[region];
  size_t size = 0;
  const char *name = placement_name(placed, server, &size);
  if (name == NULL) {
    fprintf(to, ",%" PRIu32, server);
    return;
  }
  /* Names of HBase's servers have commas. */
  fprintf(to, ",\"%.*s\"", (int)size, name);
}

bool report_csv(FILE *to, const struct simulate_report *report) {
  const size_t servers = report->simulation->servers;
  struct buffer text = {0};
  bool done = true;
  fprintf(to, "layout,region,start,%srows\n", servers > 0 ? "server," : "");
  for (size_t i = 0; done && i < report->count; i++) {
    const rowkey_load_report *load = report->layouts[i].report;
    for (size_t r = 0; r < load->regions; r++) {
      put_csv_text(to, report->layouts[i].layout);
      fprintf(to, ",%zu,", r);
      done = put_region_bound(to, report->compiled->items[i].splits, r, &text);
      if (!done) break;
      if (servers > 0) put_server(to, report->simulation->placed, r);
      fprintf(to, ",%" PRIu64 "\n", load->counts[r]);
    }
  }
  buffer_free(&text);
  return done;
}

static void put_column(FILE *to, const char *layout, const rowkey_load_report *load, size_t column,
                       uint64_t *sorted) {
  const uint64_t *cells = load->cells + column * load->regions;
  memcpy(sorted, cells, load->regions * sizeof *cells);
  const rowkey_evenness evenness = rowkey_evenness_of(sorted, load->regions);
  put_csv_text(to, layout);
  fprintf(to, ",%" PRIu64 ",%" PRIu64, column * load->column_windows * load->window, evenness.rows);
  fprintf(to, ",%" PRIu64 ",%" PRIu64 ",%.10g,%.10g,%.10g,%.10g,%.10g,%.10g,%.10g,%zu", evenness.least,
          evenness.most, evenness.mean, evenness.deviation, evenness.variation, evenness.peak, evenness.gini,
          evenness.chi_squared, evenness.p_value, evenness.active);
  for (size_t r = 0; r < load->regions; r++) fprintf(to, ",%" PRIu64, cells[r]);
  putc('\n', to);
}

bool report_windows_csv(FILE *to, const struct simulate_report *report) {
  size_t regions = 0;
  for (size_t i = 0; i < report->count; i++) {
    if (report->layouts[i].report->regions > regions) regions = report->layouts[i].report->regions;
  }
  uint64_t *sorted = calloc(regions, sizeof *sorted);
  if (sorted == NULL) return false;
  fputs("layout,first_row,rows,least,most,mean,deviation,variation,peak,gini,chi_squared,p_value,active", to);
  for (size_t r = 0; r < regions; r++) fprintf(to, ",%zu", r);
  putc('\n', to);
  for (size_t i = 0; i < report->count; i++) {
    const rowkey_load_report *load = report->layouts[i].report;
    for (size_t c = 0; c < load->columns; c++) put_column(to, report->layouts[i].layout, load, c, sorted);
  }
  free(sorted);
  return true;
}
