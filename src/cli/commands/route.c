/* rowkey route: keys or records in, regions out. */
#include <inttypes.h>
#include <rowkey/kernels.h>
#include <rowkey/route.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "commands/command.h"
#include "filter/common.h"
#include "filter/filter.h"
#include "filter/worker.h"
#include "keys/key_form.h"
#include "keys/region_report.h"
#include "keys/split_list.h"
#include "reading/record_settings.h"

/* ---- The options ----------------------------------------------------------------------------- */

enum route_emit { ROUTE_REGION, ROUTE_REGION_AND_RECORD };

struct route_settings {
  struct common_settings common;
  const char *splits; /* NULL where the layout parts the table into … */
  uint64_t regions;   /* … so many */
  const struct key_form *splits_form;
  const struct key_form *input;   /* of keys, without a layout */
  struct record_settings records; /* with one */
  enum route_emit emit;
  bool summary;
};

#define SETTINGS struct route_settings
#define OF_RECORDS NEEDS("--layout", ": without it the lines of the input are the keys")

static const struct choice emit_choices[] = {
    {"region", NULL, "a number a line"},
    {"region+record", NULL, "region, tab, and the key or record as it was read"},
    {NULL, NULL, NULL},
};

static const struct option options[] = {
    HEADING("The regions"),
    OPTION("--splits", "FILE", FILE_NAME(splits),
           .missing = ": the file of the table's split points, as in rowkey route --splits FILE",
           .substitutes = {"--regions"}, USUAL, .line = "the split points of the table",
           .more = ", one a line, rising; - is standard input"),
    OPTION_SPLITS_FORM(splits_form, "how FILE writes them", "", .rules = {NEEDS("--splits", "")}),
    OPTION("--regions", "N", .letter = 'r', NUMBER(regions, 1, ROWKEY_MOST_REGIONS),
           .rules = {EXCLUDES("--splits", ": each of them says which regions there are"),
                     NEEDS("--layout", ", which parts the table")},
           .line = "instead, N regions, split as by rowkey splits", .more = " --layout"),
    HEADING("The keys"),
    OPTION("--input", "FORM", KEY_LINES(input), .otherwise = "text",
           .with = {"--layout", &record_kind_reader, TARGET(const rowkey_record_kind *, records.input), NULL,
                    ", as for rowkey encode"},
           USUAL, .line = "how the keys are written"),
    OPTION_LAYOUT(.line = "the FILEs hold records, whose keys it makes", .more = " as rowkey encode does"),
    OPTION_COLUMNS(.rules = {OF_RECORDS}),
    OPTIONS_AS_ENCODE(.rules = {OF_RECORDS}),
    OPTION_SEED(.rules = {OF_RECORDS}, .line = "with --layout, as for rowkey encode"),
    OPTION_MAX_RECORD(.line = "the most bytes of a key or record as it is read",
                      .more = "; a longer one is never skipped"),
    HEADING("The output"),
    OPTION("--emit", "WHAT", CHOICE(emit, emit_choices), .otherwise = "region",
           .rules = {EXCLUDES("--summary", ", which writes no line for a key")}, USUAL,
           .line = "what is written of each key"),
    OPTION(
        "--summary", NULL, FLAG(summary), USUAL, .line = "instead, one line for each region",
        .more =
            ": its number, start and stop as HBase's shell writes them, how many keys it got and their part "
            "of all; tabs between, names in the first line. The first start and the last stop are empty."),
    OPTION_OUTPUT_FILE(""),
    OPTIONS_BAD("keys and records", "one", "key or record"),
    OPTIONS_OTHER("no progress bar"),
    OPTIONS_END,
};

static const struct page page = {
    .name = "route",
    .summary = "tell which region each row key belongs to",
    .synopsis =
        "rowkey route --splits FILE [OPTION...] [FILE...]\n"
        "rowkey route --layout TEMPLATE --regions N [OPTION...] [FILE...]\n",
    .description =
        "Print the region of each row key in the FILEs, or in standard input without one or for -: 0 "
        "for the keys before the first split point, i for those from point i up to, not including, the "
        "next one.",
    .options = options,
    .operands = OFFER_FILES,
    .most_operands = ANY_OPERANDS,
    .exit_status = EXIT_STATUS_OF_DATA,
    .examples =
        "  rowkey route --splits splits.txt keys.txt\n"
        "  rowkey route --splits splits.txt --input hex --emit region+record keys.hex\n"
        "  seq 1000000 | rowkey route --splits splits.txt -l '{md5(id) % 1000000:07d}{id:010d}' -c id:u64 \\\n"
        "      --summary\n",
};

static bool read_settings(char **arguments, size_t count, struct route_settings *settings,
                          struct failure *failure) {
  struct common_settings *common = &settings->common;
  struct given given;
  if (!options_read(&page, arguments, count, settings, &given, failure)) return false;
  input_take_files(&common->input, &given);
  if (settings->splits != NULL &&
      !refuse_shared_input(&common->input, "--splits", settings->splits, "keys", failure))
    return false;
  if (common->layout.given == NULL) return true;
  if (!record_settings_check(&settings->records, given.operands, given.operand_count, failure)) return false;
  return settings->emit == ROUTE_REGION || settings->records.input->is_text ||
         fail_with(failure, TOOL_BAD_USAGE,
                   "option --emit region+record: binary records cannot stand in a line");
}

/* ---- The work on a block of keys ------------------------------------------------------------- */

struct route_job {
  const rowkey_router *router;
  bool with_record; /* after the region and a tab */
  uint64_t *counts; /* NULL, or of the keys of each region: then no rows are written */
};

enum { NUMBER_SIZE = 8 }; /* the digits of a region, as decimal_strings writes them */

/* What one thread needs. */
struct routing_thread {
  const struct route_job *job;
  uint32_t *regions;
  /* The regions as text: number i is text[begin[i] … end[i]). */
  uint64_t *numbers, *begin, *end;
  uint8_t *text;
};

static void close_thread(void *state) {
  struct routing_thread *thread = state;
  free(thread->regions);
  free(thread->numbers);
  free(thread->text);
}

static bool open_thread(void *state, const void *job, struct failure *failure) {
  struct routing_thread *thread = state;
  thread->job = job;
  thread->regions = calloc(BATCH_ROWS, sizeof *thread->regions);
  thread->numbers = calloc(3 * BATCH_ROWS, sizeof *thread->numbers);
  thread->text = calloc(BATCH_ROWS + 1, NUMBER_SIZE);
  if (thread->regions == NULL || thread->numbers == NULL || thread->text == NULL) return fail_memory(failure);
  thread->begin = thread->numbers + BATCH_ROWS;
  thread->end = thread->begin + BATCH_ROWS;
  return true;
}

static void print_numbers(struct routing_thread *thread, size_t rows) {
  for (size_t i = 0; i < rows; i++) thread->numbers[i] = thread->regions[i];
  /* There are at most 2^24 regions: no number is out of range. */
  certain(rowkey_decimal_strings(thread->numbers, rows, thread->text, thread->begin, thread->end, NULL));
}

/* Writes number `row`; NUMBER_SIZE bytes may be overwritten. Returns how many it has. */
static size_t write_number(const struct routing_thread *thread, size_t row, uint8_t *out) {
  memcpy(out, thread->text + thread->begin[row], NUMBER_SIZE);
  return (size_t)(thread->end[row] - thread->begin[row]);
}

static void write_numbers(const struct routing_thread *thread, struct buffer *output, size_t rows) {
  uint8_t *out = output->bytes + output->size;
  for (size_t i = 0; i < rows; i++) {
    out += write_number(thread, i, out);
    *out++ = '\n';
  }
  output->size = (size_t)(out - output->bytes);
}

/* Returns how many rows could be written; the one after them cannot stand in a line. */
static size_t write_records(const struct routing_thread *thread, struct worker *worker, size_t first,
                            size_t rows) {
  const rowkey_record_rows *batch = &worker->walk.batch;
  struct buffer *output = &worker->output;
  for (size_t i = 0; i < rows; i++) {
    const uint8_t *record = batch->bytes + batch->begin[first + i];
    const size_t size = (size_t)(batch->end[first + i] - batch->begin[first + i]);
    if (memchr(record, '\n', size) != NULL) {
      snprintf(worker->reason, REASON_SIZE,
               "the record holds a newline (expected none with --emit region+record)");
      return i;
    }
    uint8_t *out = output->bytes + output->size;
    out += write_number(thread, i, out);
    *out++ = '\t';
    memcpy(out, record, size);
    out[size] = '\n';
    output->size = (size_t)(out + size + 1 - output->bytes);
  }
  return rows;
}

/* The most bytes that so many rows become. */
static size_t output_bound(const struct route_job *job, const rowkey_record_rows *batch, size_t first,
                           size_t rows) {
  if (job->counts != NULL) return rows * sizeof(uint32_t);
  const size_t records = (size_t)(batch->end[first + rows - 1] - batch->begin[first]);
  return rows * (NUMBER_SIZE + 2) + (job->with_record ? records : 0);
}

static size_t route_rows(void *state, struct worker *worker, size_t first, size_t *rows) {
  struct routing_thread *thread = state;
  const struct route_job *job = thread->job;
  const rowkey_keys *keys = &worker->keys;
  struct buffer *output = &worker->output;
  rowkey_error error;
  if (rowkey_route(job->router, keys, thread->regions, &error) != ROWKEY_OK) {
    fail_with(&worker->failure, TOOL_BAD_USAGE, "%s", error.text);
    return ROWKEY_NONE;
  }
  if (!buffer_reserve(output, output_bound(job, &worker->walk.batch, first, *rows))) {
    fail_memory(&worker->failure);
    return ROWKEY_NONE;
  }
  if (job->counts != NULL) {
    buffer_append(output, thread->regions, *rows * sizeof *thread->regions);
    return *rows;
  }
  print_numbers(thread, *rows);
  if (job->with_record) return write_records(thread, worker, first, *rows);
  write_numbers(thread, output, *rows);
  return *rows;
}

static bool count_keys(void *state, struct worker *worker) {
  const struct routing_thread *thread = state;
  uint64_t *counts = thread->job->counts;
  uint32_t region;
  for (size_t at = 0; at < worker->output.size; at += sizeof region) {
    memcpy(&region, worker->output.bytes + at, sizeof region);
    counts[region]++;
  }
  return true;
}

static const struct operation operation = {sizeof(struct routing_thread), open_thread, close_thread,
                                           route_rows};

/* ---- The run --------------------------------------------------------------------------------- */

struct routing {
  struct filter filter;
  struct route_settings settings;
  struct split_list list;      /* of --splits */
  rowkey_splits *made;         /* of --regions */
  const rowkey_splits *splits; /* one of the two */
  rowkey_router *router;
  uint64_t *counts;
  struct route_job job;
};

static bool read_splits(struct routing *routing, struct failure *failure) {
  const struct route_settings *settings = &routing->settings;
  routing->splits = &routing->list.splits;
  return settings->splits == NULL ||
         split_list_read(settings->splits, settings->splits_form, &routing->list, failure);
}

/* The filter has the layout. */
static bool make_splits(struct routing *routing, struct failure *failure) {
  rowkey_error error;
  if (routing->settings.splits != NULL) return true;
  routing->made = rowkey_splits_of_layout(routing->filter.layout, (size_t)routing->settings.regions, &error);
  routing->splits = routing->made;
  return routing->made != NULL ||
         fail_with(failure, library_status(error.status, TOOL_BAD_USAGE),
                   "option --regions: %s (rowkey splits --sample makes them, for --splits)", error.text);
}

static bool make_router(struct routing *routing, struct failure *failure) {
  rowkey_error error;
  if (!make_splits(routing, failure)) return false;
  routing->router = rowkey_router_create(routing->splits, &error);
  return routing->router != NULL ||
         fail_with(failure, library_status(error.status, TOOL_BAD_DATA), "%s: %s",
                   routing->list.file != NULL ? routing->list.file : "option --regions", error.text);
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
  const rowkey_splits *splits = routing->splits;
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
  const size_t regions = routing->splits->count + 1;
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
  routing->counts = calloc(routing->splits->count + 1, sizeof *routing->counts);
  if (routing->counts == NULL) return fail_memory(failure);
  filter->work.take = count_keys;
  filter->write_end = write_summary;
  filter->context = routing;
  return true;
}

static bool prepare_routing(struct routing *routing, struct failure *failure) {
  struct filter *filter = &routing->filter;
  const struct route_settings *settings = &routing->settings;
  filter->lists[0] = settings->splits;
  if (!filter_begin(filter, &routing->settings.common, failure) || !read_splits(routing, failure) ||
      !(settings->common.layout.given != NULL ? filter_open_layout(filter, &settings->records, failure)
                                              : filter_open_keys(filter, settings->input, 0, failure)) ||
      !make_router(routing, failure) || (settings->summary && !count_regions(routing, failure)) ||
      !filter_open_outputs(filter, failure)) {
    return false;
  }
  routing->job = (struct route_job){.router = routing->router,
                                    .with_record = settings->emit == ROUTE_REGION_AND_RECORD,
                                    .counts = routing->counts};
  filter->work.operation = &operation;
  filter->work.job = &routing->job;
  return true;
}

static int run_route(char **arguments, size_t count) {
  static struct routing routing;
  struct failure failure;
  routing = (struct routing){.filter = FILTER_NONE};
  if (!read_settings(arguments, count, &routing.settings, &failure)) {
    return report(&failure);
  }
  const int status = filter_run(&routing.filter, prepare_routing(&routing, &failure), &failure);
  rowkey_router_free(routing.router);
  split_list_free(&routing.list);
  rowkey_splits_free(routing.made);
  free(routing.counts);
  return status;
}

const struct command route_command = {
    .page = &page,
    .run = run_route,
};
