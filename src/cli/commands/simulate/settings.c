#include "commands/simulate/settings.h"

#include <stdlib.h>
#include <string.h>

#include "keys/split_list.h"
#include "settings/layout_settings.h"

enum {
  LAYOUT,
  REGIONS,
  SPLITS,
  SPLITS_FORM,
  WRITERS,
  WINDOW,
  SERVERS,
  PLACEMENT,
  SOURCE,
  ROWS,
  COLUMNS,
  CHUNK_SIZE,
  MAX_RECORD,
  COMPRESSION,
  OUTPUT,
  OUTPUT_FILE,
  WINDOWS_CSV,
  PICTURES,
  PICTURE_FORMAT,
  ISA,
  QUIET,
  HELP,
  RECORDS,
  OPTIONS = RECORDS + RECORD_OPTIONS
};

static const char *const form_names[SIMULATE_FORMS] = {"table", "json", "csv"};

static const struct option options[] = {
    HEADING("The layouts and regions"),
    {LAYOUT, "--layout", 'l', "TEMPLATE", VALUE_LAYOUT, NO_WORDS,
     "what a key is made of, as for rowkey encode; @NAME is a named layout. Give it several times to "
     "compare layouts by the same rows."},
    {REGIONS, "--regions", 'r', "R", VALUE_FREE, NO_WORDS,
     "R regions for each layout, split as rowkey splits does it: by the values that its first field "
     "can have, or where records decide about these, or there are fewer than R, by the keys of all the "
     "records, which are then read twice"},
    {SPLITS, "--splits", 0, "LIST", VALUE_FILE, NO_WORDS,
     "the regions between the split points of the file LIST, a point a line"},
    OPTION_SPLITS_FORM(SPLITS_FORM, "how LIST is written", ""),
    {SERVERS, "--servers", 0, "S", VALUE_FREE, NO_WORDS,
     "tell the load on S servers, too, each with as many regions as another"},
    {PLACEMENT, "--placement", 0, "HOW", VALUE_FILE, WORDS(placement_names),
     "which regions these are. HBase's balancer sees to their number, not to which:\n"
     "round-robin: region r, from 0, on server r modulo S (the default)\n"
     "shuffle[:SEED]: at random, which is nearer to what a cluster does\n"
     "FILE: as HBase's shell prints it for list_regions; the regions have to be the same, and FILE "
     "says which servers there are, without --servers"},
    HEADING("The writers"),
    {WRITERS, "--writers", 0, "K", VALUE_FREE, NO_WORDS,
     "so many write at the same time, taking turns row by row (one for each FILE, or 1). With more "
     "FILEs than writers, one who is done with a FILE takes the next; with fewer, the FILEs are cut "
     "into K parts of about equal bytes."},
    {WINDOW, "--window", 0, "N", VALUE_FREE, NO_WORDS,
     "rows of all writers after which time moves on by one step (a 400th of the rows that are made; "
     "10000 of FILEs)"},
    HEADING("Rows that are made, in place of FILEs"),
    {SOURCE, "--source", 0, "SOURCE", VALUE_SOURCE, NO_WORDS,
     "what they are like, with columns that layouts may use:\n"
     "sequential(start=0,step=1)\tid, and as text key and line\n"
     "random(below=0)\tthe same, below 2^64 for 0\n"
     "timestamps(hosts=100,start=1700000000,rate=1000,ticks=1000,jitter=0)\tts, host, event, id (the row's "
     "number): ts in so many ticks a second, rate rows a second from second start on, each up to jitter ticks "
     "late; host00 to host99 at random\n"
     "zipf(users=1000000,start=...,rate=...,ticks=...,jitter=...,exponent=1)\tuser, ts, id (the user's "
     "number), key (the user), event: user number k, from 0, has a part of the rows that falls as "
     "1 / (k + 1)^exponent\n"
     "matrix\tid, and line, an id and 62 cells of a sparse matrix in about 750 bytes"},
    {ROWS, "--rows", 0, "N", VALUE_FREE, NO_WORDS,
     "how many (4000000). Each writer makes a contiguous part of them."},
    {RECORDS + RECORD_SEED, "--seed", 0, "N", VALUE_FREE, NO_WORDS,
     "start of their random numbers, and of those that random() makes (0)"},
    HEADING("Records in FILEs"),
    {COLUMNS, "--columns", 'c', "LIST", VALUE_COLUMNS, NO_WORDS, NULL},
    {RECORDS + RECORD_INPUT, "--input", 0, "KIND", VALUE_RECORD_KIND, NO_WORDS, NULL},
    RECORD_ROWS_AS_ENCODE(RECORDS),
    {MAX_RECORD, "--max-record", 0, "N", VALUE_FREE, NO_WORDS, NULL},
    {COMPRESSION, "--compression", 0, "FORM", VALUE_COMPRESSION, NO_WORDS, NULL},
    {CHUNK_SIZE, "--chunk-size", 0, "N", VALUE_FREE, NO_WORDS,
     "as for rowkey encode. A bad record is an error."},
    HEADING("The output"),
    {OUTPUT, "--output", 0, "FORM", VALUE_FREE, WORDS(form_names),
     "table: measures for people, a column a layout (the default)\n"
     "json: all that is known but the counts over time\n"
     "csv: the rows of each region"},
    {OUTPUT_FILE, "--output-file", 'o', "FILE", VALUE_FILE, NO_WORDS,
     "write to FILE instead of standard output"},
    {WINDOWS_CSV, "--windows-csv", 0, "FILE", VALUE_FILE, NO_WORDS,
     "write the rows of each region over time, and how even they are: a line for one window or, of "
     "more than 512, for several"},
    {PICTURES, "--pictures", 0, "DIR", VALUE_FOLDER, NO_WORDS,
     "draw pictures into this folder, with gnuplot"},
    {PICTURE_FORMAT, "--picture-format", 0, "F", VALUE_FREE, WORDS(picture_format_names),
     "svg (the default) or png"},
    HEADING("Other options"),
    OPTION_ISA(ISA),
    {QUIET, "--quiet", 'q', NULL, VALUE_NONE, NO_WORDS, "no progress bar"},
    OPTION_HELP(HELP),
    OPTIONS_END,
};

enum { MOST_WRITERS = 100000 };

const struct page simulate_page = {
    .synopsis = "rowkey simulate --layout TEMPLATE... --regions R | --splits LIST [OPTION...] [FILE...]\n",
    .description =
        "Tell how evenly rows would load the regions of a table, in all and over time, before one is "
        "written: for several layouts side by side, from the records of the FILEs (- is standard "
        "input) or from rows that are made.",
    .options = options,
    .operands = VALUE_FILE,
    .notes =
        "An input without records gives a report of no rows and is not an error, unless its keys were to "
        "give the split points.",
    .exit_status = EXIT_STATUS_OF_DATA,
    .examples =
        "  rowkey simulate -l @paper-idmod -l @paper-md5mod --regions 220 --source sequential --writers 80\n"
        "  rowkey simulate -l '{md5(user) % 1000:04d}{user:16s}{ts:u64}' -l '{user:16s}{ts:u64}' --regions 64 \\\n"
        "      --source 'zipf(users=100000,exponent=1.2)' --rows 10000000 --servers 8\n"
        "  rowkey simulate -l @paper-linemd5 --regions 55 --input tsv part-*.tsv --pictures pictures\n",
};

/* ---- Reading them ---------------------------------------------------------------------------- */

static bool parse_layouts(const struct repeated *repeated, struct simulate_settings *settings,
                          struct failure *failure) {
  if (repeated->count == 0) return parse_layout("simulate", NULL, NULL, failure);
  settings->layouts = calloc(repeated->count, sizeof *settings->layouts);
  settings->layout_texts = calloc(repeated->count, sizeof *settings->layout_texts);
  if (settings->layouts == NULL || settings->layout_texts == NULL) return fail_memory(failure);
  settings->layout_count = repeated->count;
  for (size_t i = 0; i < repeated->count; i++) {
    settings->layout_texts[i] = repeated->values[i];
    if (!layout_option_parse(repeated->values[i], &settings->layouts[i], failure)) return false;
  }
  return true;
}

static bool parse_placement(const char *const *values, struct simulate_settings *settings,
                            struct failure *failure) {
  if (!placement_parse(values[PLACEMENT], &settings->placement, failure)) return false;
  const bool by_file = settings->placement.kind == PLACEMENT_FILE;
  if (values[PLACEMENT] == NULL || by_file == (values[SERVERS] == NULL)) return true;
  return fail_with(
      failure, TOOL_BAD_USAGE,
      by_file ? "option --servers does not go with --placement FILE, which says which servers there are "
                "(expected round-robin or shuffle, or no --servers)"
              : "option --placement needs --servers, the number of servers to place regions on");
}

static bool parse_regions(const char *const *values, struct simulate_settings *settings,
                          struct failure *failure) {
  settings->splits = values[SPLITS];
  settings->splits_form = &key_form_hbase;
  if ((values[REGIONS] != NULL) == (settings->splits != NULL)) {
    return fail_with(failure, TOOL_BAD_USAGE,
                     values[REGIONS] == NULL
                         ? "option --regions or --splits is missing (expected one of them)"
                         : "options --regions and --splits exclude each other");
  }
  if (values[SPLITS_FORM] != NULL && settings->splits == NULL) {
    return fail_with(failure, TOOL_BAD_USAGE, "option --splits-form needs --splits");
  }
  return key_form_parse(option_name(options, SPLITS_FORM), values[SPLITS_FORM], KEY_FORM_POINTS,
                        &settings->splits_form, failure) &&
         parse_option_number(option_name(options, REGIONS), values[REGIONS], 1, ROWKEY_MOST_REGIONS,
                             &settings->regions, failure) &&
         parse_option_number(option_name(options, SERVERS), values[SERVERS], 1, ROWKEY_MOST_REGIONS,
                             &settings->servers, failure) &&
         parse_placement(values, settings, failure);
}

/* Options of files mean nothing for rows that are made, and the other way round. */
static bool check_source(const char *const *values, size_t operands, struct failure *failure) {
  static const size_t of_files[] = {COLUMNS,
                                    CHUNK_SIZE,
                                    MAX_RECORD,
                                    COMPRESSION,
                                    RECORDS + RECORD_INPUT,
                                    RECORDS + RECORD_HEADER,
                                    RECORDS + RECORD_DELIMITER,
                                    RECORDS + RECORD_NULL};
  if (values[SOURCE] == NULL) {
    return values[ROWS] == NULL || fail_with(failure, TOOL_BAD_USAGE,
                                             "option --rows needs --source: a FILE has the rows that it has");
  }
  if (operands > 0) {
    return fail_with(failure, TOOL_BAD_USAGE, "option --source takes the place of FILEs (expected none)");
  }
  for (size_t i = 0; i < sizeof of_files / sizeof of_files[0]; i++) {
    if (values[of_files[i]] == NULL) continue;
    return fail_with(failure, TOOL_BAD_USAGE,
                     "options %s and --source exclude each other: the option says how a FILE is read",
                     option_name(options, of_files[i]));
  }
  return true;
}

static bool parse_input(const char *const *values, char **arguments, size_t operands,
                        struct simulate_settings *settings, struct failure *failure) {
  settings->source = values[SOURCE];
  settings->rows = 4000000;
  settings->columns = values[COLUMNS];
  return check_source(values, operands, failure) &&
         record_settings_parse(values + RECORDS, arguments, operands, &settings->records, failure) &&
         parse_option_number(option_name(options, ROWS), values[ROWS], 0, UINT64_MAX, &settings->rows,
                             failure) &&
         input_settings_parse(values[CHUNK_SIZE], values[MAX_RECORD], values[COMPRESSION], arguments,
                              operands, &settings->input, failure) &&
         parse_option_number(option_name(options, WRITERS), values[WRITERS], 1, MOST_WRITERS,
                             &settings->writers, failure) &&
         parse_option_number(option_name(options, WINDOW), values[WINDOW], 1, UINT64_MAX, &settings->window,
                             failure);
}

/* Standard input can be read once. */
static bool check_standard_input(const struct simulate_settings *settings, struct failure *failure) {
  const char *const lists[] = {settings->splits, settings->placement.file};
  size_t readers = 0;
  for (size_t i = 0; i < 2; i++) readers += lists[i] != NULL && strcmp(lists[i], "-") == 0;
  for (size_t i = 0; settings->source == NULL && i < settings->input.file_count; i++) {
    readers += strcmp(settings->input.files[i], "-") == 0;
  }
  return readers < 2 ||
         fail_with(
             failure, TOOL_BAD_USAGE,
             "standard input is asked for %zu times, as a FILE, for --splits or --placement (expected once)",
             readers);
}

static bool parse_output(const char *const *values, struct simulate_settings *settings,
                         struct failure *failure) {
  size_t form = SIMULATE_TABLE, picture = PICTURE_SVG;
  settings->output_file = values[OUTPUT_FILE];
  settings->windows_csv = values[WINDOWS_CSV];
  settings->pictures = values[PICTURES];
  if (!parse_option_name(option_name(options, OUTPUT), values[OUTPUT], form_names, SIMULATE_FORMS, &form,
                         failure) ||
      !parse_option_name(option_name(options, PICTURE_FORMAT), values[PICTURE_FORMAT], picture_format_names,
                         PICTURE_FORMATS, &picture, failure)) {
    return false;
  }
  settings->output = (enum simulate_form)form;
  settings->picture_format = (enum picture_format)picture;
  return values[PICTURE_FORMAT] == NULL || settings->pictures != NULL ||
         fail_with(failure, TOOL_BAD_USAGE, "option --picture-format needs --pictures");
}

bool simulate_settings_parse(char **arguments, size_t count, struct simulate_settings *settings,
                             struct failure *failure) {
  const char *values[OPTIONS];
  size_t operands;
  struct repeated layouts = {.option = LAYOUT};
  if (!parse_repeated_options(options, OPTIONS, arguments, count, values, &layouts, &operands, failure)) {
    return false;
  }
  settings->isa = values[ISA];
  settings->quiet = values[QUIET] != NULL;
  return parse_layouts(&layouts, settings, failure) && parse_regions(values, settings, failure) &&
         parse_input(values, arguments, operands, settings, failure) &&
         check_standard_input(settings, failure) && parse_output(values, settings, failure);
}

void simulate_settings_free(struct simulate_settings *settings) {
  free(settings->layouts);
  free(settings->layout_texts);
}
