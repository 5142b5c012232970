#include "commands/rebucket/settings.h"

#include <rowkey/splits.h>
#include <string.h>

#include "keys/split_list.h"

enum {
  FROM,
  TO,
  REGIONS,
  TO_REGIONS,
  SPLITS,
  TO_SPLITS,
  SPLITS_FORM,
  RECORDS,
  JSON,
  CSV,
  RECORD,
  COMMON = RECORD + RECORD_OPTIONS,
  OPTIONS = COMMON + FILTER_OPTIONS
};

static const struct option options[] = {
    HEADING("The layouts"),
    {FROM, "--from", 0, "T1", VALUE_LAYOUT, NO_WORDS, "the layout that the table has: a template, or @NAME"},
    {TO, "--to", 0, "T2", VALUE_LAYOUT, NO_WORDS,
     "the layout that it is to have; the same one when only the regions change. All columns that it "
     "uses must come back from keys of T1."},
    {COMMON + FILTER_COLUMNS, "--columns", 'c', "LIST", VALUE_COLUMNS, NO_WORDS,
     "the columns of the records, for both layouts, as for rowkey decode"},
    HEADING("The regions"),
    {REGIONS, "--regions", 0, "R", VALUE_FREE, NO_WORDS,
     "as many as rowkey splits makes of T1, and of T2 if nothing else is said"},
    {TO_REGIONS, "--to-regions", 0, "R2", VALUE_FREE, NO_WORDS, "as many as rowkey splits makes of T2"},
    {SPLITS, "--splits", 0, "FILE", VALUE_FILE, NO_WORDS,
     "the split points of the table, one a line, instead"},
    {TO_SPLITS, "--to-splits", 0, "FILE", VALUE_FILE, NO_WORDS,
     "those that it is to have, if they are others"},
    OPTION_SPLITS_FORM(SPLITS_FORM, "how both FILEs write them", ""),
    HEADING("The input"),
    {RECORD + RECORD_INPUT, "--input", 0, "FORM", VALUE_LINES_FORM, NO_WORDS,
     "text: a key a line (the default)\n"
     "hex: two digits a byte, a key a line\n"
     "hbase: as HBase's shell writes them, \\xHH for what is not printable, a key a line\n"
     "With --records: lines, csv, tsv, jsonl or binary, as for rowkey encode"},
    {RECORDS, "--records", 0, NULL, VALUE_NONE, NO_WORDS,
     "the FILEs hold records, not keys, and T2 may use any column."},
    RECORD_ROWS_AS_ENCODE(RECORD),
    {RECORD + RECORD_SEED, "--seed", 0, "N", VALUE_FREE, NO_WORDS, "with --records, as for rowkey encode"},
    {COMMON + FILTER_MAX_RECORD, "--max-record", 0, "N", VALUE_FREE, NO_WORDS,
     "the most bytes of a key or record as it is read (4194304); a longer one is never skipped"},
    HEADING("The report"),
    PARAGRAPH("A row stays when its new region is its old one or a part of it; else it moves, though "
              "its key may be the same: regions with other bounds are others. The best possible is "
              "what would stay if each new region took the place of the old one that most of its rows "
              "come from. Until all rows have moved, whoever reads a region that rows leave or come to "
              "must look for keys of both layouts: these regions are listed."),
    {JSON, "--json", 0, NULL, VALUE_NONE, NO_WORDS,
     "one JSON object instead of a table: all regions, and all flows between them"},
    {CSV, "--csv", 0, NULL, VALUE_NONE, NO_WORDS,
     "all flows, a line each: regions, where they begin and end as HBase's shell writes it, rows, how "
     "many have the same key as before, and whether they stay"},
    OPTION_OUTPUT_FILE(COMMON + FILTER_OUTPUT_FILE, ""),
    FILTER_ROWS_BAD(COMMON, "keys and records", "one", "key or record"),
    FILTER_ROWS_OTHER(COMMON, "no progress bar"),
    HIDDEN_OPTION(COMMON + FILTER_LAYOUT, "--layout", 'l'),
    OPTIONS_END,
};

const struct page rebucket_page = {
    .synopsis = "rowkey rebucket --from T1 --to T2 --regions R [OPTION...] [FILE...]\n",
    .description =
        "Tell what moves where when the layout of a table or its regions change. The FILEs, or "
        "standard input without one or for -, hold keys of T1; each is decoded, and encoded again with "
        "T2. Nothing is written but the report, and memory does not grow with the rows.",
    .options = options,
    .operands = VALUE_FILE,
    .exit_status = EXIT_STATUS_OF_DATA,
    .examples =
        "  rowkey rebucket --from '{md5(id) % 1000:03d}{id:010d}' --to '{md5(id) % 2000:04d}{id:010d}' \\\n"
        "      -c id:u64 --regions 10 keys.txt\n"
        "  rowkey rebucket --from '{md5(id) % 1000000:07d}{id:010d}' --to '{md5(id) % 1000000:07d}{id:010d}' \\\n"
        "      -c id:u64 --regions 110 --to-regions 220 keys.txt\n"
        "  seq 1000000 | rowkey rebucket --from '{md5(id) % 16:u8}{id:u64}' --to '{md5(id) % 32:u8}{id:u64}' \\\n"
        "      -c id:u64 --regions 16 --to-regions 32 --records --json\n",
};

static bool fail_usage(struct failure *failure, const char *text) {
  return fail_with(failure, TOOL_BAD_USAGE, "%s", text);
}

static bool parse_layouts(const char **values, struct filter_settings *common,
                          struct rebucket_settings *settings, struct failure *failure) {
  if (values[COMMON + FILTER_LAYOUT] != NULL) {
    return fail_usage(failure, "option --layout: there are two here (expected --from and --to)");
  }
  if (values[FROM] == NULL || values[TO] == NULL) {
    return fail_with(
        failure, TOOL_BAD_USAGE,
        "option %s is missing: the layout that the table %s (rowkey rebucket --help explains it)",
        values[FROM] == NULL ? "--from" : "--to", values[FROM] == NULL ? "has" : "is to have");
  }
  values[COMMON + FILTER_LAYOUT] = settings->from_text = values[FROM];
  common->layout.name = "--from";
  settings->to.name = "--to";
  settings->to_text = values[TO];
  return layout_option_parse(values[TO], &settings->to, failure);
}

static bool parse_regions(const char *const *values, struct rebucket_settings *settings,
                          struct failure *failure) {
  settings->from_splits = values[SPLITS];
  settings->to_splits = values[TO_SPLITS] != NULL ? values[TO_SPLITS] : values[SPLITS];
  settings->splits_form = &key_form_hbase;
  const bool splits = values[SPLITS] != NULL || values[TO_SPLITS] != NULL;
  const bool numbers = values[REGIONS] != NULL || values[TO_REGIONS] != NULL;
  if (splits && numbers) {
    return fail_with(failure, TOOL_BAD_USAGE, "option %s: %s sets the regions too (expected one of the two)",
                     values[REGIONS] != NULL ? "--regions" : "--to-regions",
                     values[SPLITS] != NULL ? "--splits" : "--to-splits");
  }
  if (!splits && !numbers) {
    return fail_usage(failure,
                      "option --regions is missing: how many regions the table has, or --splits "
                      "with a file of its split points");
  }
  if (splits && values[SPLITS] == NULL) return fail_usage(failure, "option --to-splits needs --splits");
  if (numbers && values[REGIONS] == NULL) return fail_usage(failure, "option --to-regions needs --regions");
  if (!splits && values[SPLITS_FORM] != NULL) {
    return fail_usage(failure, "option --splits-form needs --splits");
  }
  if (!parse_option_number(option_name(options, REGIONS), values[REGIONS], 1, ROWKEY_MOST_REGIONS,
                           &settings->from_regions, failure)) {
    return false;
  }
  settings->to_regions = settings->from_regions;
  return parse_option_number(option_name(options, TO_REGIONS), values[TO_REGIONS], 1, ROWKEY_MOST_REGIONS,
                             &settings->to_regions, failure) &&
         key_form_parse(option_name(options, SPLITS_FORM), values[SPLITS_FORM], KEY_FORM_POINTS,
                        &settings->splits_form, failure);
}

/* Standard input can be read only once. */
static bool check_files(const char *const *values, const struct filter_settings *common,
                        struct failure *failure) {
  static const size_t lists[] = {SPLITS, TO_SPLITS};
  const char *reader = NULL;
  for (size_t i = 0; i < common->input.file_count; i++) {
    if (strcmp(common->input.files[i], "-") == 0) reader = "the input";
  }
  for (size_t i = 0; i < 2; i++) {
    if (values[lists[i]] == NULL || strcmp(values[lists[i]], "-") != 0) continue;
    if (reader != NULL) {
      return fail_with(
          failure, TOOL_BAD_USAGE,
          "option %s: - is standard input, which is %s already (expected a file for one of them)",
          option_name(options, lists[i]), reader);
    }
    reader = option_name(options, lists[i]);
  }
  return true;
}

static bool parse_input(const char *const *values, char *const *files, size_t file_count,
                        struct rebucket_settings *settings, struct failure *failure) {
  settings->with_records = values[RECORDS] != NULL;
  if (settings->with_records)
    return record_settings_parse(values + RECORD, files, file_count, &settings->records, failure);
  static const size_t places[] = {RECORD + RECORD_HEADER, RECORD + RECORD_DELIMITER, RECORD + RECORD_NULL,
                                  RECORD + RECORD_SEED};
  for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
    if (values[places[i]] == NULL) continue;
    return fail_with(failure, TOOL_BAD_USAGE, "option %s needs --records: without it the input are keys",
                     option_name(options, places[i]));
  }
  settings->input = &key_form_text;
  return key_form_parse("--input", values[RECORD + RECORD_INPUT], KEY_FORM_LINES, &settings->input, failure);
}

bool rebucket_settings_parse(char **arguments, size_t count, struct filter_settings *common,
                             struct rebucket_settings *settings, struct failure *failure) {
  const char *values[OPTIONS];
  size_t operands;
  if (!parse_options(options, OPTIONS, arguments, count, values, &operands, failure) ||
      !parse_layouts(values, common, settings, failure) || !parse_regions(values, settings, failure) ||
      !parse_input(values, arguments, operands, settings, failure) ||
      !filter_settings_parse("rebucket", values + COMMON, arguments, operands, common, failure)) {
    return false;
  }
  if (values[JSON] != NULL && values[CSV] != NULL) {
    return fail_usage(failure, "option --csv: --json is another form of the report (expected one of them)");
  }
  settings->form = values[JSON] != NULL ? REBUCKET_JSON : values[CSV] != NULL ? REBUCKET_CSV : REBUCKET_TABLE;
  return check_files(values, common, failure);
}
