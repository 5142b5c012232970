#include "commands/advise/settings.h"

#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "keys/split_list.h"
#include "reading/reader.h"
#include "sources/made.h"
#include "text/buffer.h"
#include "text/floating.h"

#define SETTINGS struct advise_settings
#define OF_FILES EXCLUDES("--source", ": it says how a FILE is read")

enum { MOST_WRITERS = 100000, ROWS_MADE = 4000000, THREADS_BY_DEFAULT = 8 };

static bool read_most_peak(const struct option *option, const char *text, void *target,
                           struct failure *failure) {
  if (!decimal_reader.read(option, text, target, failure)) return false;
  return *(const double *)target >= 1 ||
         fail_with(
             failure, TOOL_BAD_USAGE,
             "option %s: no design can meet %s, as the busiest server gets its share at least, which is 1 "
             "(expected 1 or more, such as 2)",
             option->name, text);
}

static const struct value_reader most_peak_reader = {.read = read_most_peak};

/* Of a table that grows the number is a round one: 1e10. */
static bool read_rows(const struct option *option, const char *text, void *target, struct failure *failure) {
  double value;
  if (strpbrk(text, "eE") == NULL) return number_reader.read(option, text, target, failure);
  const char *problem = rowkey_read_f64((const uint8_t *)text, strlen(text), &value);
  char shown[QUOTED_SIZE];
  if (problem != NULL || !(value >= 1 && value <= 1e18) || value != (double)(uint64_t)value)
    return fail_with(failure, TOOL_BAD_USAGE,
                     "option %s: %s is not a number of rows (expected one such as 10000000 or 1e10)",
                     option->name, rowkey_quoted(shown, text, strlen(text)));
  *(uint64_t *)target = (uint64_t)value;
  return true;
}

static const struct value_reader rows_reader = {.read = read_rows};

/* The regions of a design are in no file. */
static bool read_placement(const struct option *option, const char *text, void *target,
                           struct failure *failure) {
  const struct placement *placement = target;
  if (!placement_reader.read(option, text, target, failure)) return false;
  char shown[QUOTED_SIZE];
  return placement->kind != PLACEMENT_FILE ||
         fail_with(failure, TOOL_BAD_USAGE,
                   "option --placement: %s is not a way to place regions that are searched for (expected "
                   "round-robin, or shuffle:SEED)",
                   rowkey_quoted(shown, text, strlen(text)));
}

static struct choice choice_of_placement(const struct option *option, size_t index) {
  return placement_reader.choice(option, index);
}

static const struct value_reader advised_placement_reader = {.read = read_placement,
                                                             .choice = choice_of_placement};

static const struct option options[] = {
    HEADING("What the table is to do"),
    OPTION(
        "--ask", "[WEIGHT:]CONDITIONS", .letter = 'a', CONDITIONS(questions),
        .missing = ": what the table is asked, as in rowkey advise --ask 'host = ?, ts in last 1h'", USUAL,
        .line = "a question, given once for each",
        .more =
            ": conditions as for rowkey ranges, and\n"
            "COLUMN OP ?\tthe value of a record, in the place of one\n"
            "COLUMN in last 1h\tthe time up to that of a record: a number and ms, s, m, h, d or w; of a column "
            "without a unit a number alone\n"
            "COLUMN within 1h of ?\tno more than so far from the value of a record: of numbers 0.5 or 100\n"
            "order by COLUMN desc\tthe rows in this order, the greatest first; without desc the least\n"
            "limit N\tno more rows than N, the first ones of an order\n"
            "limit N by COLUMN\tno more than N of each value of the column\n"
            "A question of weight 10 counts as much as ten others."),
    OPTION("--order", "COLUMN", COLUMN_NAMES(order), USUAL, .line = "tell whether answers come in its order",
           .more = ", up or down; 'ts desc': whether the greatest value comes first, 'ts asc' the least. For "
                   "questions without an order of their own."),
    OPTION("--keep", "LIST", TEXT(keep),
           .line = "which columns stand before others in a key: 'host before ts, ts before event'"),
    OPTION_LAYOUT(.line = "a design of your own, to be measured too", .more = "; @NAME is a named layout"),
    OPTION(
        "--identity", "LIST", COLUMN_NAMES(identity), USUAL,
        .line = "the columns that identify a record: every key has them",
        .more =
            ", so that no record overwrites another. Without it a column of which each record has another value, "
            "which is neither a time nor a float; where there is none, as few columns as make all records differ. "
            "The report says which."),
    OPTION("--allow-shared-keys", NULL, FLAG(allow_shared_keys),
           .line = "records may share a key: keys have the columns of the questions, and --identity, alone"),
    HEADING("The cluster"),
    OPTION("--regions", "R", .letter = 'r', NUMBER(regions, 2, ROWKEY_MOST_REGIONS),
           .missing = ": how many regions the table will have", USUAL,
           .line = "how many regions the table will have", .more = ", 2 or more"),
    OPTION("--servers", "S", NUMBER(servers, 1, ROWKEY_MOST_REGIONS), USUAL,
           .line = "how many servers it will have", .more = " (as many as there are regions)"),
    OPTION("--placement", "HOW", READ(advised_placement_reader, struct placement, placement),
           .line = "which regions these are, in the place of eight ways of which the mean counts",
           .more = ": the regions in turn, and shuffle:1 to shuffle:7"),
    OPTION("--writers", "K", NUMBER(writers, 1, MOST_WRITERS), .line = "as for rowkey simulate"),
    OPTION(
        "--rows", "N", READ(rows_reader, uint64_t, rows), .least = 1, .most = UINT64_MAX, USUAL,
        .line = "tell what each design becomes with N rows",
        .more =
            " in the table, in more regions of the same size, and recommend one by that. With --source, of which any number "
            "can be made, N of them are made."),
    OPTION(
        "--window", "N", NUMBER(window, 1, UINT64_MAX),
        .line =
            "rows of all writers after which time moves on by one step, as for rowkey simulate; no more than "
            "there are (200 for each server, but at most an 8th of all rows and at least a 10,000th)"),
    HEADING("The choice"),
    OPTION(
        "--most-peak", "X", READ(most_peak_reader, double, most_peak),
        .line =
            "a design is even enough when in no window a server gets more than X times its share of the rows "
            "(2)",
        .more =
            ". Of those that are, one is recommended that costs at most 5 % more to read than the cheapest: one "
            "that keeps half of the regions busy, then the one with the shortest keys. Where none is, the most "
            "even one."),
    OPTION("--seek-cost", "X", DECIMAL(seek_cost), .line = "a range to read costs as much as X rows (50)",
           .more = ": reading costs ranges times X, and the rows that are read"),
    HEADING("The search"),
    OPTION("--candidates", "N", NUMBER(candidates, 1, 10000000),
           .line = "try at most N designs by a small sample (20000)",
           .more = "; where there are more, so many at random"),
    OPTION("--designs", "N", NUMBER(designs, 1, 10000),
           .line = "measure the best N of them by a large one (40)"),
    OPTION("--seconds", "N", NUMBER(seconds, 1, 1000000), .otherwise = "60",
           .line = "end the trial after N seconds, with what was tried until then"),
    HEADING("Rows that are made, in place of FILEs"),
    OPTION("--source", "SOURCE", READ(source_reader, const char *, source),
           .rules = {EXCLUDES(A_FILE, ", whose place it takes")}),
    OPTION_SEED(.line = "as for rowkey simulate; the seed also chooses candidates where there are too many"),
    HEADING("Records in FILEs"),
    OPTION_COLUMNS(.rules = {OF_FILES}, USUAL, .line = "as for rowkey encode; --header finds them without it",
                   .more =
                       ": the columns of the header, each of the type that all of its values have: u64, i64, "
                       "f64, epoch(U) for numbers that are times from 2000 to 2099, time(U), uuid or text."),
    OPTION_RECORD_KIND(.rules = {OF_FILES}),
    OPTIONS_AS_ENCODE(.rules = {OF_FILES}),
    OPTION_MAX_RECORD(.rules = {OF_FILES}),
    OPTION_COMPRESSION(.rules = {OF_FILES}),
    OPTION_CHUNK_SIZE(.rules = {OF_FILES},
                      .line =
                          "as for rowkey encode. They are read more than once. A bad record is an error."),
    HEADING("The output"),
    OPTION_REPORT_FORM(output),
    OPTION_JSON,
    OPTION("--output-file", "FILE", .letter = 'o', FILE_NAME(common.output), USUAL,
           .line = "write to FILE instead of standard output"),
    OPTION(
        "--pictures", "DIR", FOLDER(pictures), USUAL, .line = "draw pictures into this folder",
        .more =
            ": designs.svg, and regions-heat.svg of the recommended design and the bare key. None where no "
            "design can be taken."),
    HEADING("Other options"),
    OPTION_THREADS(.line = "share the work between N threads",
                   .more = " (as many as there are CPUs, but 8 at most); the output is the same"),
    OPTION_ISA,
    OPTION_QUIET("no progress bar"),
    OPTION_HELP,
    OPTIONS_END,
};

const struct page advise_page = {
    .name = "advise",
    .summary = "find the layout for a table, from its records, its questions and the cluster",
    .synopsis = "rowkey advise --ask QUESTION... --regions R [OPTION...] [FILE...]\n",
    .description =
        "Find the layout that a table should have: from its records, in the FILEs or "
        "made, from the questions that are asked of it, and from the cluster. Designs are searched and "
        "measured as rowkey ranges and rowkey simulate do it: what each question reads, and how evenly rows "
        "load the servers while they are written. Records are taken in the order in which they were written.",
    .options = options,
    .operands = OFFER_FILES,
    .most_operands = ANY_OPERANDS,
    .notes =
        "The report ends with the commands that show the same figures of the recommended design. The search "
        "uses a sample of up to 65536 rows; loads are counted over all rows.",
    .exit_status = EXIT_STATUS_OF_DATA,
    .examples =
        "  rowkey advise --ask '10: host = ?, ts in last 1h' --ask 'event = ?, ts in last 1d' --order ts \\\n"
        "      --regions 220 --servers 20 --header events.csv\n"
        "  rowkey advise --ask 'user = ?' --regions 64 --servers 8 --source 'zipf(exponent=1.2)'\n",
};

static uint64_t threads_by_default(void) {
  const long processors = sysconf(_SC_NPROCESSORS_ONLN);
  return processors < 1 ? 1 : processors < THREADS_BY_DEFAULT ? (uint64_t)processors : THREADS_BY_DEFAULT;
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
static bool fail_no_columns(const rowkey_record_kind *kind, struct failure *failure) {
  if (kind->has_members)
    return fail_with(
        failure, TOOL_BAD_USAGE,
        "option --columns is missing: the members of the records that keys may be made of, as JSON "
        "has no header that tells them (expected such as --columns 'host:text,ts:time(s)')");
  return fail_with(failure, TOOL_BAD_USAGE,
                   "option --columns is missing: the columns of the records that keys may be made of%s",
                   kind->is_text ? " (with --header they are found)" : "");
}

static bool check_input(const struct given *given, struct advise_settings *settings,
                        struct failure *failure) {
  if (!record_settings_check(&settings->records, given->operands, given->operand_count, failure))
    return false;
  if (settings->source != NULL) return true;
  return check_files(&settings->common.input, failure) &&
         (settings->common.columns != NULL || settings->records.has_header ||
          fail_no_columns(settings->records.input, failure));
}

/* Options that say which rows there are, for commands that read the same. */
static void note_given(const struct given *given, struct advise_settings *settings) {
  static const char *const names[ADVISE_INPUT_OPTIONS] = {
      "--source",    "--rows", "--seed",    "--columns",    "--input",       "--header",
      "--delimiter", "--null", "--comment", "--max-record", "--compression", "--chunk-size"};
  for (size_t i = 0; i < ADVISE_INPUT_OPTIONS; i++) {
    const char *text = given_text(given, names[i]);
    if (text == NULL || (strcmp(names[i], "--rows") == 0 && settings->source == NULL)) continue;
    const bool is_flag = strcmp(names[i], "--header") == 0;
    settings->given[settings->given_count++] = (struct given_option){names[i], is_flag ? NULL : text};
  }
}

void advise_settings_use_columns(struct advise_settings *settings, const char *columns) {
  settings->common.columns = columns;
  settings->given[settings->given_count++] = (struct given_option){"--columns", columns};
}

bool advise_settings_read(char **arguments, size_t count, struct advise_settings *settings,
                          struct failure *failure) {
  struct given given;
  settings->common.threads = threads_by_default();
  if (!options_read(&advise_page, arguments, count, settings, &given, failure)) return false;
  input_take_files(&settings->common.input, &given);
  if (settings->source != NULL && settings->rows == 0) settings->rows = ROWS_MADE;
  if (settings->servers == 0) settings->servers = settings->regions;
  if (settings->servers > settings->regions)
    return fail_with(failure, TOOL_BAD_USAGE,
                     "option --servers: %" PRIu64 " servers cannot share %" PRIu64
                     " regions (expected at most %" PRIu64 ")",
                     settings->servers, settings->regions, settings->regions);
  settings->has_placement = given_text(&given, "--placement") != NULL;
  note_given(&given, settings);
  return check_input(&given, settings, failure);
}
