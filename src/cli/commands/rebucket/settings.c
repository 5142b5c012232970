#include "commands/rebucket/settings.h"

#include <rowkey/splits.h>
#include <string.h>

#define SETTINGS struct rebucket_settings
#define OF_RECORDS NEEDS("--records", ": without it the input are keys")
#define NOT_WITH(option) EXCLUDES(option, ", which sets the regions too")

static const struct choice forms[] = {
    {"table", NULL, "for people"},
    {"json", NULL, "all regions, and all flows between them"},
    {"csv", NULL,
     "all flows, a line each: regions, where they begin and end as HBase's shell writes it, rows, how many have the "
     "same key as before, and whether they stay"},
    {NULL, NULL, NULL},
};

static const struct option options[] = {
    HEADING("The layouts"),
    OPTION("--from", "T1", LAYOUT(common.layout),
           .missing = ": the layout that the table has (rowkey rebucket --help explains it)", USUAL,
           .line = "the layout that the table has", .more = ": a template, or @NAME"),
    OPTION(
        "--to", "T2", LAYOUT(to),
        .missing = ": the layout that the table is to have (rowkey rebucket --help explains it)", USUAL,
        .line = "the layout that it is to have",
        .more =
            "; the same one when only the regions change. All columns that it uses must be recoverable from keys of "
            "T1."),
    OPTION_COLUMNS(USUAL, .line = "the columns of the records",
                   .more = ", for both layouts, as for rowkey decode"),
    HEADING("The regions"),
    OPTION("--regions", "R", NUMBER(from_regions, 1, ROWKEY_MOST_REGIONS),
           .rules = {NOT_WITH("--splits"), NOT_WITH("--to-splits")},
           .missing = ": how many regions the table has, or --splits with a file of its split points",
           .substitutes = {"--splits"}, USUAL, .line = "number of regions under T1",
           .more = ", and under T2 unless --to-regions is given: rowkey splits makes them"),
    OPTION("--to-regions", "R2", NUMBER(to_regions, 1, ROWKEY_MOST_REGIONS),
           .rules = {NOT_WITH("--splits"), NOT_WITH("--to-splits"), NEEDS("--regions", "")}, USUAL,
           .line = "number of regions under T2"),
    OPTION("--splits", "FILE", FILE_NAME(from_splits), USUAL,
           .line = "instead of --regions: the table's split points", .more = ", in a file, one a line"),
    OPTION("--to-splits", "FILE", FILE_NAME(to_splits), .rules = {NEEDS("--splits", "")}, USUAL,
           .line = "the new split points of the table, if they differ"),
    OPTION_SPLITS_FORM(splits_form, "how both FILEs write them", "", .rules = {NEEDS("--splits", "")}),
    HEADING("The input"),
    OPTION("--input", "FORM", KEY_LINES(input), .otherwise = "text",
           .with = {"--records", &record_kind_reader, TARGET(const rowkey_record_kind *, records.input), NULL,
                    ", as for rowkey encode"},
           USUAL, .line = "how the keys are written"),
    OPTION("--records", NULL, FLAG(with_records), USUAL, .line = "the FILEs hold records, not keys",
           .more = ", and T2 may use any column"),
    OPTIONS_AS_ENCODE(.rules = {OF_RECORDS}),
    OPTION_SEED(.rules = {OF_RECORDS}, .line = "with --records, as for rowkey encode"),
    OPTION_MAX_RECORD(.line = "the most bytes of a key or record as it is read",
                      .more = "; a longer one is never skipped"),
    HEADING("The report"),
    PARAGRAPH("A row stays when its new region is its old one or a part of it; else it moves, though "
              "its key may be the same: regions with other bounds are others. The best possible is "
              "what would stay if each new region took the place of the old one that most of its rows "
              "come from. Until all rows have moved, whoever reads a region that rows leave or come to "
              "must look for keys of both layouts: these regions are listed."),
    OPTION("--output", "FORM", CHOICE(form, forms), .otherwise = "table", USUAL,
           .line = "the form of the report"),
    OPTION_JSON,
    OPTION("--csv", NULL, SHORT_FOR("--output", "csv")),
    OPTION_OUTPUT_FILE(""),
    OPTIONS_BAD("keys and records", "one", "key or record"),
    OPTIONS_OTHER("no progress bar"),
    OPTION("--layout", "VALUE", .letter = 'l', REFUSED,
           .line = "there are two here (expected --from and --to)"),
    OPTIONS_END,
};

const struct page rebucket_page = {
    .name = "rebucket",
    .summary = "tell what moves where when a layout or its regions change",
    .synopsis = "rowkey rebucket --from T1 --to T2 --regions R [OPTION...] [FILE...]\n",
    .description =
        "Tell what moves where when the layout of a table or its regions change. The FILEs, or "
        "standard input without one or for -, hold keys of T1; each is decoded, and encoded again with "
        "T2. Nothing is written but the report, and memory does not grow with the rows.",
    .options = options,
    .operands = OFFER_FILES,
    .most_operands = ANY_OPERANDS,
    .exit_status = EXIT_STATUS_OF_DATA,
    .examples =
        "  rowkey rebucket --from '{md5(id) % 1000:03d}{id:010d}' --to '{md5(id) % 2000:04d}{id:010d}' \\\n"
        "      -c id:u64 --regions 10 keys.txt\n"
        "  rowkey rebucket --from '{md5(id) % 1000000:07d}{id:010d}' --to '{md5(id) % 1000000:07d}{id:010d}' \\\n"
        "      -c id:u64 --regions 110 --to-regions 220 keys.txt\n"
        "  seq 1000000 | rowkey rebucket --from '{md5(id) % 16:u8}{id:u64}' --to '{md5(id) % 32:u8}{id:u64}' \\\n"
        "      -c id:u64 --regions 16 --to-regions 32 --records --json\n",
};

/* Standard input can be read only once. */
static bool check_lists(const struct given *given, const struct rebucket_settings *settings,
                        struct failure *failure) {
  static const char *const lists[] = {"--splits", "--to-splits"};
  const struct input_settings *input = &settings->common.input;
  const char *reader = NULL;
  for (size_t i = 0; i < input->file_count; i++)
    if (strcmp(input->files[i], "-") == 0) reader = "the input";
  for (size_t i = 0; i < 2; i++) {
    const char *file = given_text(given, lists[i]);
    if (file == NULL || strcmp(file, "-") != 0) continue;
    if (reader != NULL) {
      return fail_with(
          failure, TOOL_BAD_USAGE,
          "option %s: - is standard input, which is %s already (expected a file for one of them)", lists[i],
          reader);
    }
    reader = lists[i];
  }
  return true;
}

bool rebucket_settings_read(char **arguments, size_t count, struct rebucket_settings *settings,
                            struct failure *failure) {
  struct given given;
  if (!options_read(&rebucket_page, arguments, count, settings, &given, failure)) return false;
  input_take_files(&settings->common.input, &given);
  if (!check_lists(&given, settings, failure)) return false;
  if (settings->to_splits == NULL) settings->to_splits = settings->from_splits;
  if (settings->to_regions == 0) settings->to_regions = settings->from_regions;
  return !settings->with_records ||
         record_settings_check(&settings->records, given.operands, given.operand_count, failure);
}
