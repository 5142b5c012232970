#include "commands/simulate/settings.h"

#include <stdlib.h>
#include <string.h>

#include "keys/split_list.h"
#include "sources/made.h"

#define SETTINGS struct simulate_settings
#define OF_FILES EXCLUDES("--source", ": it says how a FILE is read")

enum { MOST_WRITERS = 100000 };

static const struct choice forms[] = {
    {"table", NULL, "measures for people, a column a layout"},
    {"json", NULL, "all that is known but the counts over time"},
    {"csv", NULL, "the rows of each region"},
    {NULL, NULL, NULL},
};

static const struct option options[] = {
    HEADING("The layouts and regions"),
    OPTION("--layout", "TEMPLATE", .letter = 'l', LAYOUTS(given_layouts), .missing = "", USUAL,
           .line = "what a key is made of, as for rowkey encode",
           .more = "; @NAME is a named layout. Give it several times to compare layouts by the same rows."),
    OPTION(
        "--regions", "R", .letter = 'r', NUMBER(regions, 1, ROWKEY_MOST_REGIONS),
        .missing = " (expected it, or --splits LIST)", .substitutes = {"--splits"}, USUAL,
        .line = "R regions for each layout, split as by rowkey splits",
        .more =
            ": by the values that its first field can have, or where records decide about these, or there are "
            "fewer than R, by the keys of all the records, which are then read twice"),
    OPTION("--sample-rows", "N", NUMBER(sample_rows, 1, UINT64_MAX),
           .rules = {NEEDS("--regions", ", the number of regions")},
           .line = "split every layout by the keys of the first N rows",
           .more = ", which are then read twice: what rowkey splits --sample --sample-rows N makes of them"),
    OPTION("--splits", "LIST", FILE_NAME(splits),
           .rules = {EXCLUDES("--regions", ": each of them says which regions there are")}, USUAL,
           .line = "the regions between the split points of LIST", .more = ", a file with a point a line"),
    OPTION_SPLITS_FORM(splits_form, "how LIST is written", "", .rules = {NEEDS("--splits", "")}),
    OPTION("--servers", "S", NUMBER(servers, 1, ROWKEY_MOST_REGIONS), USUAL,
           .line = "tell the load on S servers, too", .more = ", each with as many regions as another"),
    OPTION(
        "--placement", "HOW", READ(placement_reader, struct placement, placement), .otherwise = "round-robin",
        .line = "which regions these are. HBase's balancer sees to their number, not to which:",
        .more =
            "\nFILE\tas HBase's shell prints it for list_regions; the regions have to be the same, and FILE says "
            "which servers there are, without --servers"),
    HEADING("The writers"),
    OPTION(
        "--writers", "K", NUMBER(writers, 1, MOST_WRITERS), USUAL, .line = "so many write at the same time",
        .more =
            ", taking turns row by row (one for each FILE, or 1). With more FILEs than writers, one who is done with a FILE takes the next; with fewer, the FILEs "
            "are cut into K parts of about equal bytes."),
    OPTION(
        "--window", "N", NUMBER(window, 1, UINT64_MAX),
        .line =
            "rows of all writers after which time moves on by one step (a 400th of the rows that are made; "
            "10000 of FILEs)"),
    HEADING("Rows that are made, in place of FILEs"),
    OPTION("--source", "SOURCE", READ(source_reader, const char *, source),
           .rules = {EXCLUDES(A_FILE, ", whose place it takes")}, USUAL,
           .line = "rows that are made, in place of FILEs, with columns that layouts may use"),
    OPTION("--rows", "N", NUMBER(rows, 0, UINT64_MAX), .otherwise = "4000000",
           .rules = {NEEDS("--source", ": a FILE has the rows that it has")}, USUAL,
           .line = "how many rows are made", .more = ". Each writer makes a contiguous part of them."),
    OPTION_SEED(.line = "start of their random numbers and of the numbers that random() makes"),
    HEADING("Records in FILEs"),
    OPTION_COLUMNS(.rules = {OF_FILES}),
    OPTION_RECORD_KIND(.rules = {OF_FILES}),
    OPTIONS_AS_ENCODE(.rules = {OF_FILES}),
    OPTION_MAX_RECORD(.rules = {OF_FILES}),
    OPTION_COMPRESSION(.rules = {OF_FILES}),
    OPTION_CHUNK_SIZE(.rules = {OF_FILES}, .line = "as for rowkey encode. A bad record is an error."),
    HEADING("The output"),
    OPTION("--output", "FORM", CHOICE(output, forms), .otherwise = "table", USUAL,
           .line = "the form of the report"),
    OPTION_JSON,
    OPTION("--output-file", "FILE", .letter = 'o', FILE_NAME(common.output), USUAL,
           .line = "write to FILE instead of standard output"),
    OPTION("--windows-csv", "FILE", FILE_NAME(windows_csv),
           .line = "write the rows of each region over time, and how even they are",
           .more = ": a line for one window or, of more than 512, for several"),
    OPTION("--pictures", "DIR", FOLDER(pictures), USUAL, .line = "draw pictures into this folder"),
    OPTION("--picture-format", "F", CHOICE(picture_format, picture_formats), .otherwise = "svg",
           .rules = {NEEDS("--pictures", "")}, .line = "the format of the pictures"),
    HEADING("Other options"),
    OPTION_ISA,
    OPTION_QUIET("no progress bar"),
    OPTION_HELP,
    OPTIONS_END,
};

const struct page simulate_page = {
    .name = "simulate",
    .summary = "tell how evenly rows load the regions over time, layouts side by side",
    .synopsis = "rowkey simulate --layout TEMPLATE... --regions R | --splits LIST [OPTION...] [FILE...]\n",
    .description =
        "Tell how evenly rows would load the regions of a table, in all and over time, before one is "
        "written: for several layouts side by side, from the records of the FILEs (- is standard "
        "input) or from rows that are made.",
    .options = options,
    .operands = OFFER_FILES,
    .most_operands = ANY_OPERANDS,
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

static bool read_layouts(struct simulate_settings *settings, struct failure *failure) {
  const struct texts *given = &settings->given_layouts;
  settings->layouts = calloc(given->count, sizeof *settings->layouts);
  if (settings->layouts == NULL) return fail_memory(failure);
  settings->layout_count = given->count;
  for (size_t i = 0; i < given->count; i++)
    if (!layout_option_read("--layout", given->items[i], &settings->layouts[i], failure)) return false;
  return true;
}

static bool check_placement(const struct given *given, const struct simulate_settings *settings,
                            struct failure *failure) {
  const bool by_file = settings->placement.kind == PLACEMENT_FILE;
  if (given_text(given, "--placement") == NULL || by_file == (settings->servers == 0)) return true;
  return fail_with(
      failure, TOOL_BAD_USAGE,
      by_file ? "option --servers does not go with --placement FILE, which says which servers there are "
                "(expected round-robin or shuffle, or no --servers)"
              : "option --placement needs --servers, the number of servers to place regions on");
}

/* Standard input can be read once. */
static bool check_standard_input(const struct simulate_settings *settings, struct failure *failure) {
  const char *const lists[] = {settings->splits, settings->placement.file};
  const struct input_settings *input = &settings->common.input;
  size_t readers = 0;
  for (size_t i = 0; i < 2; i++) readers += lists[i] != NULL && strcmp(lists[i], "-") == 0;
  for (size_t i = 0; settings->source == NULL && i < input->file_count; i++)
    readers += strcmp(input->files[i], "-") == 0;
  return readers < 2 ||
         fail_with(
             failure, TOOL_BAD_USAGE,
             "standard input is asked for %zu times, as a FILE, for --splits or --placement (expected once)",
             readers);
}

bool simulate_settings_read(char **arguments, size_t count, struct simulate_settings *settings,
                            struct failure *failure) {
  struct given given;
  if (!options_read(&simulate_page, arguments, count, settings, &given, failure)) return false;
  input_take_files(&settings->common.input, &given);
  return read_layouts(settings, failure) && check_placement(&given, settings, failure) &&
         record_settings_check(&settings->records, given.operands, given.operand_count, failure) &&
         check_standard_input(settings, failure);
}

void simulate_settings_free(struct simulate_settings *settings) { free(settings->layouts); }
