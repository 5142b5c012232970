#include "commands/route/settings.h"

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
           .missing = ": the file of the table's split points, as in rowkey route --splits FILE", USUAL,
           .line = "the split points of the table", .more = ", one a line, rising; - is standard input"),
    OPTION_SPLITS_FORM(splits_form, "how FILE writes them", ""),
    HEADING("The keys"),
    OPTION("--input", "FORM", KEY_LINES(input), .otherwise = "text",
           .with = {"--layout", &record_kind_reader, TARGET(const struct record_kind *, records.input), NULL,
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

const struct page route_page = {
    .name = "route",
    .summary = "tell which region each row key belongs to",
    .synopsis = "rowkey route --splits FILE [OPTION...] [FILE...]\n",
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

bool route_settings_read(char **arguments, size_t count, struct route_settings *settings,
                         struct failure *failure) {
  struct common_settings *common = &settings->common;
  struct given given;
  if (!options_read(&route_page, arguments, count, settings, &given, failure)) return false;
  input_take_files(&common->input, &given);
  if (!refuse_shared_input(&common->input, "--splits", settings->splits, "keys", failure)) return false;
  if (common->layout.given == NULL) return true;
  if (!record_settings_check(&settings->records, given.operands, given.operand_count, failure)) return false;
  return settings->emit == ROUTE_REGION || settings->records.input->is_text ||
         fail_with(failure, TOOL_BAD_USAGE,
                   "option --emit region+record: binary records cannot stand in a line");
}
