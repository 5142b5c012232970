/* rowkey route: keys or records in, regions out. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands/command.h"
#include "commands/route/job.h"
#include "commands/route/settings.h"
#include "filter/filter.h"
#include "keys/region_bound.h"
#include "keys/split_list.h"

struct routing {
  struct filter filter;
  struct route_settings settings;
  struct split_list splits;
  rowkey_router *router;
  uint64_t *counts;
  struct route_job job;
};

static bool make_router(struct routing *routing, struct failure *failure) {
  const struct route_settings *settings = &routing->settings;
  if (!split_list_read(settings->splits, settings->splits_form, &routing->splits, failure)) return false;
  rowkey_error error;
  routing->router = rowkey_router_create(&routing->splits.splits, &error);
  return routing->router != NULL || fail_with(failure, library_status(error.status, TOOL_BAD_DATA), "%s: %s",
                                              routing->splits.file, error.text);
}

/* ---- The summary ----------------------------------------------------------------------------- */

static bool append_bound(struct buffer *out, const rowkey_splits *splits, size_t region,
                         struct buffer *text) {
  const char *bound = region_bound(splits, region, text);
  return bound != NULL && buffer_append(out, bound, text->size) && buffer_append(out, "\t", 1);
}

/* `text` is room for a split point. */
static bool append_region(struct buffer *out, const struct routing *routing, size_t region, uint64_t total,
                          struct buffer *text) {
  const rowkey_splits *splits = &routing->splits.splits;
  const uint64_t rows = routing->counts[region];
  char line[64];
  int size = snprintf(line, sizeof line, "%zu\t", region);
  if (!buffer_append(out, line, (size_t)size) || !append_bound(out, splits, region, text) ||
      !append_bound(out, splits, region + 1, text)) {
    return false;
  }
  size = snprintf(line, sizeof line, "%" PRIu64 "\t%.6f\n", rows,
                  total == 0 ? 0.0 : (double)rows / (double)total);
  return buffer_append(out, line, (size_t)size);
}

static bool write_summary(void *context, struct writer *output, struct failure *failure) {
  const struct routing *routing = context;
  const size_t regions = routing->splits.splits.count + 1;
  struct buffer out = {0}, text = {0};
  uint64_t total = 0;
  for (size_t i = 0; i < regions; i++) total += routing->counts[i];
  static const char names[] = "region\tstart\tstop\trows\tshare\n";
  bool done = buffer_append(&out, names, sizeof names - 1);
  for (size_t i = 0; done && i < regions; i++) done = append_region(&out, routing, i, total, &text);
  done = done ? writer_write(output, out.bytes, out.size, failure) : fail_memory(failure);
  buffer_free(&text);
  buffer_free(&out);
  return done;
}

/* ---- The run --------------------------------------------------------------------------------- */

static bool count_regions(struct routing *routing, struct failure *failure) {
  struct filter *filter = &routing->filter;
  routing->counts = calloc(routing->splits.splits.count + 1, sizeof *routing->counts);
  if (routing->counts == NULL) return fail_memory(failure);
  filter->work.take = route_take;
  filter->write_end = write_summary;
  filter->context = routing;
  return true;
}

static bool prepare_routing(struct routing *routing, struct failure *failure) {
  struct filter *filter = &routing->filter;
  const struct route_settings *settings = &routing->settings;
  filter->lists[0] = settings->splits;
  if (!filter_begin(filter, &routing->settings.common, failure) || !make_router(routing, failure) ||
      !(settings->common.layout.given != NULL ? filter_open_layout(filter, &settings->records, failure)
                                              : filter_open_keys(filter, settings->input, 0, failure)) ||
      (settings->summary && !count_regions(routing, failure)) || !filter_open_outputs(filter, failure)) {
    return false;
  }
  routing->job = (struct route_job){.router = routing->router,
                                    .with_record = settings->emit == ROUTE_REGION_AND_RECORD,
                                    .counts = routing->counts};
  filter->work.operation = &route_operation;
  filter->work.job = &routing->job;
  return true;
}

static int run_route(char **arguments, size_t count) {
  static struct routing routing;
  struct failure failure;
  routing = (struct routing){.filter = FILTER_NONE};
  if (!route_settings_read(arguments, count, &routing.settings, &failure)) {
    return report(&failure);
  }
  const int status = filter_run(&routing.filter, prepare_routing(&routing, &failure), &failure);
  rowkey_router_free(routing.router);
  split_list_free(&routing.splits);
  free(routing.counts);
  return status;
}

const struct command route_command = {
    .page = &route_page,
    .run = run_route,
};
