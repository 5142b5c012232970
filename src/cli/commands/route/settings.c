#include "commands/route/settings.h"

#include <string.h>

#include "keys/split_list.h"

enum {
  SPLITS,
  SPLITS_FORM,
  EMIT,
  SUMMARY,
  RECORD,
  COMMON = RECORD + RECORD_OPTIONS,
  OPTIONS = COMMON + FILTER_OPTIONS
};

static const char *const emit_names[] = {"region", "region+record"};

static const struct option options[] = {
    HEADING("The regions"),
    {SPLITS, "--splits", 0, "FILE", VALUE_FILE, NO_WORDS,
     "the split points of the table, one a line, rising; - is standard input"},
    OPTION_SPLITS_FORM(SPLITS_FORM, "how FILE writes them", ""),
    HEADING("The keys"),
    {RECORD + RECORD_INPUT, "--input", 0, "FORM", VALUE_LINES_FORM, NO_WORDS,
     "text: a key a line (the default)\n"
     "hex: two digits a byte, a key a line\n"
     "hbase: as HBase's shell writes them, \\xHH for what is not printable, a key a line\n"
     "With --layout: lines, csv, tsv, jsonl or binary, as for rowkey encode"},
    {COMMON + FILTER_LAYOUT, "--layout", 'l', "TEMPLATE", VALUE_LAYOUT, NO_WORDS,
     "the FILEs hold records, whose keys are made as by rowkey encode."},
    {COMMON + FILTER_COLUMNS, "--columns", 'c', "LIST", VALUE_COLUMNS, NO_WORDS, NULL},
    RECORD_ROWS_AS_ENCODE(RECORD),
    {RECORD + RECORD_SEED, "--seed", 0, "N", VALUE_FREE, NO_WORDS, "with --layout, as for rowkey encode"},
    {COMMON + FILTER_MAX_RECORD, "--max-record", 0, "N", VALUE_FREE, NO_WORDS,
     "the most bytes of a key or record as it is read (4194304); a longer one is never skipped"},
    HEADING("The output"),
    {EMIT, "--emit", 0, "WHAT", VALUE_FREE, WORDS(emit_names),
     "region: a number a line (the default)\n"
     "region+record: region, tab, and the key or record as it was read"},
    {SUMMARY, "--summary", 0, NULL, VALUE_NONE, NO_WORDS,
     "instead, one line for each region: its number, start and stop as HBase's shell writes them, how "
     "many keys it got and their part of all; tabs between, names in the first line. The first start "
     "and the last stop are empty."},
    OPTION_OUTPUT_FILE(COMMON + FILTER_OUTPUT_FILE, ""),
    FILTER_ROWS_BAD(COMMON, "keys and records", "one", "key or record"),
    FILTER_ROWS_OTHER(COMMON, "no progress bar"),
    OPTIONS_END,
};

const struct page route_page = {
    .synopsis = "rowkey route --splits FILE [OPTION...] [FILE...]\n",
    .description =
        "Print the region of each row key in the FILEs, or in standard input without one or for -: 0 "
        "for the keys before the first split point, i for those from point i up to, not including, the "
        "next one.",
    .options = options,
    .operands = VALUE_FILE,
    .exit_status = EXIT_STATUS_OF_DATA,
    .examples =
        "  rowkey route --splits splits.txt keys.txt\n"
        "  rowkey route --splits splits.txt --input hex --emit region+record keys.hex\n"
        "  seq 1000000 | rowkey route --splits splits.txt -l '{md5(id) % 1000000:07d}{id:010d}' -c id:u64 \\\n"
        "      --summary\n",
};

static bool check_splits(const char *splits, const struct filter_settings *common, struct failure *failure) {
  if (splits == NULL) {
    return fail_with(failure, TOOL_BAD_USAGE,
                     "option --splits is missing: the file of the table's split points, as in rowkey route "
                     "--splits FILE");
  }
  return refuse_shared_input(&common->input, option_name(options, SPLITS), splits, "keys", failure);
}

/* Options that only records have. */
static bool check_keys(const char *const *values, struct failure *failure) {
  return REFUSE_OPTIONS(options, values, "needs --layout: without it the lines of the input are the keys",
                        failure, RECORD + RECORD_HEADER, RECORD + RECORD_DELIMITER, RECORD + RECORD_NULL,
                        RECORD + RECORD_SEED, COMMON + FILTER_COLUMNS);
}

static bool parse_input(const char **values, char *const *files, size_t file_count,
                        struct route_settings *settings, struct failure *failure) {
  settings->with_layout = values[COMMON + FILTER_LAYOUT] != NULL;
  if (settings->with_layout)
    return record_settings_parse(values + RECORD, files, file_count, &settings->records, failure);
  values[COMMON + FILTER_LAYOUT] = "{line}";
  settings->input = &key_form_text;
  return check_keys(values, failure) &&
         key_form_parse("--input", values[RECORD + RECORD_INPUT], KEY_FORM_LINES, &settings->input, failure);
}

static bool parse_output(const char *const *values, struct route_settings *settings,
                         struct failure *failure) {
  size_t emit = 0;
  if (!parse_option_name(option_name(options, EMIT), values[EMIT], emit_names, 2, &emit, failure))
    return false;
  settings->with_record = emit == 1;
  settings->summary = values[SUMMARY] != NULL;
  if (settings->summary && values[EMIT] != NULL) {
    return fail_with(failure, TOOL_BAD_USAGE, "option --emit: --summary writes no line for a key");
  }
  return !settings->with_record || !settings->with_layout || settings->records.input->is_text ||
         fail_with(failure, TOOL_BAD_USAGE,
                   "option --emit region+record: binary records cannot stand in a line");
}

bool route_settings_parse(char **arguments, size_t count, struct filter_settings *common,
                          struct route_settings *settings, struct failure *failure) {
  const char *values[OPTIONS];
  size_t operands;
  if (!parse_options(options, OPTIONS, arguments, count, values, &operands, failure) ||
      !parse_input(values, arguments, operands, settings, failure) ||
      !parse_output(values, settings, failure) ||
      !filter_settings_parse("route", values + COMMON, arguments, operands, common, failure)) {
    return false;
  }
  settings->splits = values[SPLITS];
  settings->splits_form = &key_form_hbase;
  return check_splits(settings->splits, common, failure) &&
         key_form_parse(option_name(options, SPLITS_FORM), values[SPLITS_FORM], KEY_FORM_POINTS,
                        &settings->splits_form, failure);
}
