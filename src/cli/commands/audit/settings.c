#include "commands/audit/settings.h"

#define SETTINGS struct audit_settings

static const struct option options[] = {
    HEADING("The regions"),
    OPTION(
        "--splits", "FILE", FILE_NAME(splits), USUAL, .line = "the split points of the table",
        .more = ", one a line, rising; - is standard input. Without it the report is about the keys alone."),
    OPTION_SPLITS_FORM(splits_form, "how FILE writes them",
                       ". Its sizes and requests then stand beside the keys of each region.",
                       .rules = {NEEDS("--splits", ": the file that it is about")}, USUAL),
    HEADING("The layout"),
    OPTION_LAYOUT(.line = "what the keys are made of",
                  .more = ". Without it a layout is inferred that makes them."),
    OPTION_VALUE_COLUMNS("the columns of TEMPLATE", "",
                         .rules = {NEEDS("--layout", ": columns are those of a template")}),
    OPTION("--not-a-time", "NAMES", TEXT(not_times),
           .rules = {EXCLUDES("--layout", ": of a layout that is given nothing is inferred")},
           .line = "columns that the report takes for times, and that are numbers",
           .more = ", such as ts,ts2."),
    HEADING("The keys"),
    OPTION("--input", "FORM", KEY_LINES(input), .otherwise = "text", USUAL,
           .line = "how the keys are written"),
    OPTION_MAX_RECORD(.line = "the most bytes of a key as it is read",
                      .more = "; a longer one is never skipped"),
    OPTION(
        "--sample", "N", NUMBER(sample, 2, 1 << 24), .otherwise = "65536",
        .line =
            "how many keys, at most, are decoded, looked at for a layout, and counted for what the table could "
            "be",
        .more = ". All keys are counted in their regions."),
    HEADING("The report"),
    PARAGRAPH(
        "A region is hot when it has more than twice the keys of the mean, empty when it has none, and "
        "unreachable when no key of the layout can lie in it. The newest tenth of the keys is told by the "
        "layout's first column that is a time, such as ts:time(s); where it has none, by the order of the "
        "keys, unless they are sorted."),
    OPTION_REPORT_FORM(form),
    OPTION_JSON,
    OPTION_OUTPUT_FILE(""),
    OPTIONS_BAD("keys", "key", "key"),
    OPTIONS_OTHER("no progress bar"),
    OPTIONS_END,
};

const struct page audit_page = {
    .name = "audit",
    .summary = "tell what is wrong with the keys and the regions of a table",
    .synopsis = "rowkey audit [--splits FILE] [OPTION...] [FILE...]\n",
    .description =
        "Tell what is wrong with the keys and the regions of a table that exists: which regions are hot, empty or "
        "unreachable, where the newest keys go, which layout makes the keys and which keys it does not make, and "
        "what other regions or another prefix would change. The FILEs, or standard input without one or for -, hold "
        "keys: all of the table, or a sample.",
    .options = options,
    .operands = OFFER_FILES,
    .most_operands = ANY_OPERANDS,
    .notes = "The report ends with the commands that show its figures again.",
    .exit_status = EXIT_STATUS_OF_DATA,
    .examples =
        "  rowkey audit --splits splits.txt keys.txt\n"
        "  echo \"list_regions 'events'\" | hbase shell -n >regions.txt\n"
        "  rowkey audit --splits regions.txt --splits-form list_regions --input hbase keys.txt\n"
        "  rowkey audit -l '{md5(user) % 1000:04d}{user:16s}{ts:u64}' -c 'user:text,ts:time(s)' \\\n"
        "      --splits splits.txt --input hex keys.hex\n",
};

bool audit_settings_read(char **arguments, size_t count, struct audit_settings *settings,
                         struct failure *failure) {
  struct given given;
  if (!options_read(&audit_page, arguments, count, settings, &given, failure)) return false;
  input_take_files(&settings->common.input, &given);
  return settings->splits == NULL ||
         refuse_shared_input(&settings->common.input, "--splits", settings->splits, "keys", failure);
}
