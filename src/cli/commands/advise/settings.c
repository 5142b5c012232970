#include "commands/advise/settings.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/pipeline.h"
#include "io/reader.h"
#include "keys/split_list.h"
#include "text/floating.h"

enum {
  ASK,
  ORDER,
  KEEP,
  LAYOUT,
  REGIONS,
  SERVERS,
  WRITERS,
  WINDOW,
  SHARED,
  SEEK_COST,
  MOST_PEAK,
  CANDIDATES,
  DESIGNS,
  SECONDS,
  SOURCE,
  ROWS,
  COLUMNS,
  CHUNK_SIZE,
  MAX_RECORD,
  COMPRESSION,
  OUTPUT,
  OUTPUT_FILE,
  PICTURES,
  THREADS,
  ISA,
  QUIET,
  HELP,
  RECORDS,
  OPTIONS = RECORDS + RECORD_OPTIONS
};

enum { MOST_WRITERS = 100000, SECONDS_BY_DEFAULT = 60, ROWS_MADE = 4000000, THREADS_BY_DEFAULT = 8 };

static const char *const form_names[ADVISE_FORMS] = {"table", "json"};

static const struct option options[] = {
    HEADING("What the table is to do"),
    {ASK, "--ask", 'a', "[WEIGHT:]CONDITIONS", VALUE_CONDITIONS, NO_WORDS,
     "a question, given once for each: conditions as for rowkey ranges, and\n"
     "COLUMN OP ?\tthe value of a record, in the place of one\n"
     "COLUMN in last 1h\tthe time up to that of a record: a number and ms, s, m, h, d or w; of a column "
     "without a unit a number alone\n"
     "A question of weight 10 counts as much as ten others."},
    {ORDER, "--order", 0, "COLUMN", VALUE_COLUMN_NAMES, NO_WORDS,
     "tell whether answers come in the order of this column"},
    {KEEP, "--keep", 0, "LIST", VALUE_FREE, NO_WORDS,
     "which columns stand before others in a key: 'host before ts, ts before event'"},
    {LAYOUT, "--layout", 'l', "TEMPLATE", VALUE_LAYOUT, NO_WORDS,
     "a design of your own, to be measured beside the others; @NAME is a named layout"},
    {SHARED, "--allow-shared-keys", 0, NULL, VALUE_NONE, NO_WORDS,
     "records may share a key. Without it a key gets a further column where those of the questions do not "
     "make it each record's own."},
    HEADING("The cluster"),
    {REGIONS, "--regions", 'r', "R", VALUE_FREE, NO_WORDS, "how many regions the table will have, 2 or more"},
    {SERVERS, "--servers", 0, "S", VALUE_FREE, NO_WORDS,
     "on so many servers, region r on server r modulo S (as many as there are regions)"},
    {WRITERS, "--writers", 0, "K", VALUE_FREE, NO_WORDS, "as for rowkey simulate"},
    {ROWS, "--rows", 0, "N", VALUE_FREE, NO_WORDS,
     "tell what becomes of each design when the table has N rows, in more regions of the same size, and "
     "recommend one by that. With --source, of which any number can be made, N of them are made."},
    {WINDOW, "--window", 0, "N", VALUE_FREE, NO_WORDS,
     "rows of all writers after which time moves on by one step, as for rowkey simulate; no more than there "
     "are (200 for each server, but at most an 8th of all rows and at least a 10,000th)"},
    HEADING("The choice"),
    {MOST_PEAK, "--most-peak", 0, "X", VALUE_FREE, NO_WORDS,
     "a design is even enough when in no window a server gets more than X times its share of the rows (2). "
     "Of those that are, one is recommended that costs at most 5 % more to read than the cheapest: one that "
     "keeps half of the regions busy, then the one with the shortest keys. Where none is, the most even one."},
    {SEEK_COST, "--seek-cost", 0, "X", VALUE_FREE, NO_WORDS,
     "a range to read costs as much as X rows (50): reading costs ranges times X, and the rows that are read"},
    HEADING("The search"),
    {CANDIDATES, "--candidates", 0, "N", VALUE_FREE, NO_WORDS,
     "try at most N designs by a small sample (20000); where there are more, so many at random"},
    {DESIGNS, "--designs", 0, "N", VALUE_FREE, NO_WORDS, "measure the best N of them by a large one (40)"},
    {SECONDS, "--seconds", 0, "N", VALUE_FREE, NO_WORDS,
     "end the trial after N seconds, with what was tried until then (60)"},
    HEADING("Rows that are made, in place of FILEs"),
    {SOURCE, "--source", 0, "SOURCE", VALUE_SOURCE, NO_WORDS, NULL},
    {RECORDS + RECORD_SEED, "--seed", 0, "N", VALUE_FREE, NO_WORDS,
     "as for rowkey simulate; the seed also chooses candidates where there are too many"},
    HEADING("Records in FILEs"),
    {COLUMNS, "--columns", 'c', "LIST", VALUE_COLUMNS, NO_WORDS,
     "as for rowkey encode. With --header it may be left out: the columns of the header, each of the type "
     "that all of its values have: u64, i64, f64, epoch(U) for numbers that are times from 2000 to 2099, "
     "time(U), uuid or text."},
    {RECORDS + RECORD_INPUT, "--input", 0, "KIND", VALUE_RECORD_KIND, NO_WORDS, NULL},
    RECORD_ROWS_AS_ENCODE(RECORDS),
    {MAX_RECORD, "--max-record", 0, "N", VALUE_FREE, NO_WORDS, NULL},
    {COMPRESSION, "--compression", 0, "FORM", VALUE_COMPRESSION, NO_WORDS, NULL},
    {CHUNK_SIZE, "--chunk-size", 0, "N", VALUE_FREE, NO_WORDS,
     "as for rowkey encode. They are read more than once. A bad record is an error."},
    HEADING("The output"),
    {OUTPUT, "--output", 0, "FORM", VALUE_FREE, WORDS(form_names),
     "table: for people (the default)\n"
     "json: all that is known"},
    {OUTPUT_FILE, "--output-file", 'o', "FILE", VALUE_FILE, NO_WORDS,
     "write to FILE instead of standard output"},
    {PICTURES, "--pictures", 0, "DIR", VALUE_FOLDER, NO_WORDS,
     "draw pictures into this folder, with gnuplot: designs.svg, and regions-heat.svg of the recommended design "
     "and the bare key. None where no design can be taken."},
    HEADING("Other options"),
    {THREADS, "--threads", 't', "N", VALUE_FREE, NO_WORDS,
     "share the work between N threads (as many as there are CPUs, but 8 at most); the output is the same"},
    OPTION_ISA(ISA),
    {QUIET, "--quiet", 'q', NULL, VALUE_NONE, NO_WORDS, "no progress bar"},
    OPTION_HELP(HELP),
    OPTIONS_END,
};

const struct page advise_page = {
    .synopsis = "rowkey advise --ask QUESTION... --regions R [OPTION...] [FILE...]\n",
    .description =
        "Find the layout that a table should have: from its records, in the FILEs or "
        "made, from the questions that are asked of it, and from the cluster. Designs are searched and "
        "measured as rowkey ranges and rowkey simulate do it: what each question reads, and how evenly rows "
        "load the servers while they are written. Records are taken in the order in which they were written.",
    .options = options,
    .operands = VALUE_FILE,
    .notes =
        "The report ends with the commands that show the same figures of the recommended design. Searching is "
        "by a sample of up to 65536 rows; loads are those of all rows.",
    .exit_status = EXIT_STATUS_OF_DATA,
    .examples =
        "  rowkey advise --ask '10: host = ?, ts in last 1h' --ask 'event = ?, ts in last 1d' --order ts \\\n"
        "      --regions 220 --servers 20 --header events.csv\n"
        "  rowkey advise --ask 'user = ?' --regions 64 --servers 8 --source 'zipf(exponent=1.2)'\n",
};

/* ---- Reading them ---------------------------------------------------------------------------- */

static bool parse_factor(size_t index, const char *text, double *value, struct failure *failure) {
  if (text == NULL) return true;
  const char *problem = rowkey_read_f64((const uint8_t *)text, strlen(text), value);
  if (problem == NULL && *value > 0 && *value < 1e12) return true;
  return fail_with(failure, TOOL_BAD_USAGE, "option %s: %s is none (expected a number above 0, such as 2)",
                   option_name(options, index), text);
}

static bool parse_most_peak(const char *text, double *value, struct failure *failure) {
  if (!parse_factor(MOST_PEAK, text, value, failure)) return false;
  return text == NULL || *value >= 1 ||
         fail_with(
             failure, TOOL_BAD_USAGE,
             "option --most-peak: no design can meet %s, as the busiest server gets its share at least, "
             "which is 1 (expected 1 or more, such as 2)",
             text);
}

/* Of a table that grows the number is a round one: 1e10. */
static bool parse_rows(const char *text, uint64_t *rows, struct failure *failure) {
  double value;
  if (text == NULL || strpbrk(text, "eE") == NULL)
    return parse_option_number(option_name(options, ROWS), text, 1, UINT64_MAX, rows, failure);
  const char *problem = rowkey_read_f64((const uint8_t *)text, strlen(text), &value);
  if (problem != NULL || !(value >= 1 && value <= 1e18) || value != (double)(uint64_t)value)
    return fail_with(failure, TOOL_BAD_USAGE,
                     "option --rows: %s is not a number of rows (expected one such as 10000000 or 1e10)",
                     text);
  *rows = (uint64_t)value;
  return true;
}

static bool parse_wishes(const char *const *values, struct advise_settings *settings,
                         struct failure *failure) {
  settings->order = values[ORDER];
  settings->keep = values[KEEP];
  settings->own = values[LAYOUT];
  settings->allow_shared_keys = values[SHARED] != NULL;
  if (settings->questions.count == 0)
    return fail_with(
        failure, TOOL_BAD_USAGE,
        "option --ask is missing: what the table is asked, as in rowkey advise --ask 'host = ?, ts "
        "in last 1h'");
  return (settings->own == NULL || layout_option_parse(settings->own, &settings->own_layout, failure)) &&
         parse_factor(SEEK_COST, values[SEEK_COST], &settings->seek_cost, failure) &&
         parse_most_peak(values[MOST_PEAK], &settings->most_peak, failure);
}

static uint64_t threads_by_default(void) {
  const long processors = sysconf(_SC_NPROCESSORS_ONLN);
  return processors < 1 ? 1 : processors < THREADS_BY_DEFAULT ? (uint64_t)processors : THREADS_BY_DEFAULT;
}

static bool parse_numbers(const char *const *values, struct advise_settings *settings,
                          struct failure *failure) {
  const struct {
    size_t option;
    uint64_t least, most, *number;
  } numbers[] = {{REGIONS, 2, ROWKEY_MOST_REGIONS, &settings->regions},
                 {SERVERS, 1, ROWKEY_MOST_REGIONS, &settings->servers},
                 {WRITERS, 1, MOST_WRITERS, &settings->writers},
                 {WINDOW, 1, UINT64_MAX, &settings->window},
                 {CANDIDATES, 1, 10000000, &settings->candidates},
                 {DESIGNS, 1, 10000, &settings->designs},
                 {SECONDS, 1, 1000000, &settings->seconds},
                 {THREADS, 1, MOST_THREADS, &settings->threads}};
  if (values[REGIONS] == NULL)
    return fail_with(failure, TOOL_BAD_USAGE,
                     "option --regions is missing: how many regions the table will have");
  settings->rows = values[SOURCE] == NULL ? 0 : ROWS_MADE;
  settings->seconds = SECONDS_BY_DEFAULT;
  settings->threads = threads_by_default();
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    if (!parse_option_number(option_name(options, numbers[i].option), values[numbers[i].option],
                             numbers[i].least, numbers[i].most, numbers[i].number, failure))
      return false;
  if (values[SERVERS] == NULL) settings->servers = settings->regions;
  if (!parse_rows(values[ROWS], &settings->rows, failure)) return false;
  return settings->servers <= settings->regions ||
         fail_with(failure, TOOL_BAD_USAGE,
                   "option --servers: more servers than regions leave some idle "
                   "(expected as many as --regions at most)");
}

/* Options of files mean nothing for rows that are made, and the other way round. */
static bool check_source(const char *const *values, size_t operands, struct failure *failure) {
  if (values[SOURCE] == NULL) return true;
  if (operands > 0)
    return fail_with(failure, TOOL_BAD_USAGE, "option --source takes the place of FILEs (expected none)");
  return REFUSE_OPTIONS(options, values, "does not go with --source: it says how a FILE is read", failure,
                        COLUMNS, CHUNK_SIZE, MAX_RECORD, COMPRESSION, RECORDS + RECORD_INPUT,
                        RECORDS + RECORD_HEADER, RECORDS + RECORD_DELIMITER, RECORDS + RECORD_NULL);
}

/* Pipes, also those that have a name, and devices end when they are read. */
static bool check_files(const struct input_settings *input, struct failure *failure) {
  for (size_t i = 0; i < input->file_count; i++) {
    const char *file = input->files[i];
    const bool is_standard_input = strcmp(file, "-") == 0;
    struct stat status;
    if (!is_standard_input && !reader_status(file, &status, failure)) return false;
    if (!is_standard_input && S_ISREG(status.st_mode)) continue;
    fail_with(failure, TOOL_BAD_USAGE,
              "%s can be read once, and records are read more often (expected FILEs that are regular ones)",
              is_standard_input ? "standard input" : stream_file_name(file));
    make_one_line(failure->text);
    return false;
  }
  return true;
}

/* A header names the columns, and their values tell the types; else the option has to. */
static bool fail_no_columns(const struct record_kind *kind, struct failure *failure) {
  if (kind->has_members)
    return fail_with(
        failure, TOOL_BAD_USAGE,
        "option --columns is missing: the members of the records that keys may be made of, as JSON "
        "has no header that tells them (expected such as --columns 'host:text,ts:time(s)')");
  return fail_with(failure, TOOL_BAD_USAGE,
                   "option --columns is missing: the columns of the records that keys may be made of%s",
                   kind->is_text ? " (with --header they are found)" : "");
}

static bool parse_input(const char *const *values, char **arguments, size_t operands,
                        struct advise_settings *settings, struct failure *failure) {
  settings->source = values[SOURCE];
  settings->columns = values[COLUMNS];
  if (!check_source(values, operands, failure) ||
      !record_settings_parse(values + RECORDS, arguments, operands, &settings->records, failure) ||
      !input_settings_parse(values[CHUNK_SIZE], values[MAX_RECORD], values[COMPRESSION], arguments, operands,
                            &settings->input, failure))
    return false;
  if (settings->source != NULL) return true;
  if (!check_files(&settings->input, failure)) return false;
  return settings->columns != NULL || settings->records.has_header ||
         fail_no_columns(settings->records.input, failure);
}

static void note_given(const char *const *values, struct advise_settings *settings) {
  static const size_t of_input[ADVISE_INPUT_OPTIONS] = {SOURCE,
                                                        ROWS,
                                                        RECORDS + RECORD_SEED,
                                                        COLUMNS,
                                                        RECORDS + RECORD_INPUT,
                                                        RECORDS + RECORD_HEADER,
                                                        RECORDS + RECORD_DELIMITER,
                                                        RECORDS + RECORD_NULL,
                                                        MAX_RECORD,
                                                        COMPRESSION,
                                                        CHUNK_SIZE};
  for (size_t i = 0; i < ADVISE_INPUT_OPTIONS; i++)
    if (values[of_input[i]] != NULL && (of_input[i] != ROWS || values[SOURCE] != NULL))
      settings->given[settings->given_count++] =
          (struct given_option){option_name(options, of_input[i]),
                                of_input[i] == RECORDS + RECORD_HEADER ? NULL : values[of_input[i]]};
}

void advise_settings_use_columns(struct advise_settings *settings, const char *columns) {
  settings->columns = columns;
  settings->given[settings->given_count++] = (struct given_option){option_name(options, COLUMNS), columns};
}

bool advise_settings_parse(char **arguments, size_t count, struct advise_settings *settings,
                           struct failure *failure) {
  const char *values[OPTIONS];
  size_t operands, form = ADVISE_TABLE;
  settings->questions.option = ASK;
  if (!parse_repeated_options(options, OPTIONS, arguments, count, values, &settings->questions, &operands,
                              failure) ||
      !parse_wishes(values, settings, failure) || !parse_numbers(values, settings, failure) ||
      !parse_input(values, arguments, operands, settings, failure) ||
      !parse_option_name(option_name(options, OUTPUT), values[OUTPUT], form_names, ADVISE_FORMS, &form,
                         failure))
    return false;
  note_given(values, settings);
  settings->output = (enum advise_form)form;
  settings->output_file = values[OUTPUT_FILE];
  settings->pictures = values[PICTURES];
  settings->isa = values[ISA];
  settings->quiet = values[QUIET] != NULL;
  return true;
}
