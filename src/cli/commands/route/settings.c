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

static const struct option options[OPTIONS] = {
    [SPLITS] = OPTION_SPLITS,     [SPLITS_FORM] = OPTION_SPLITS_FORM,
    [EMIT] = {"--emit", 0, true}, [SUMMARY] = {"--summary", 0, false},
    RECORD_OPTION_ROWS(RECORD),   FILTER_OPTION_ROWS(COMMON),
};

const char route_help[] =
    "Usage: rowkey route --splits FILE [OPTION...] [FILE...]\n"
    "Print the region of each row key in the FILEs, or in standard input without one or for -: 0 for the\n"
    "keys before the first split point, i for those from point i up to, not including, the next one.\n"
    "\n"
    "The regions\n"
    "      --splits FILE      the split points of the table, one a line, rising; - is standard input\n"
    "      --splits-form FORM how FILE writes them: hbase (the default), text, hex, or list_regions: what\n"
    "                         HBase's shell prints for that\n"
    "\n"
    "The keys\n"
    "      --input FORM       text: a key a line (the default)\n"
    "                         hex: two digits a byte, a key a line\n"
    "                         hbase: as HBase's shell writes them, \\xHH for what is not printable, a key a\n"
    "                         line\n"
    "  -l, --layout TEMPLATE  the FILEs hold records, whose keys are made as by rowkey encode. --columns,\n"
    "                         --header, --delimiter, --null, --seed and the other FORMs of --input go with it.\n"
    "      --max-record N     the most bytes of a key or record as it is read (4194304); a longer one is never\n"
    "                         skipped\n"
    "\n"
    "The output\n"
    "      --emit WHAT        region: a number a line (the default)\n"
    "                         region+record: region, tab, and the key or record as it was read\n"
    "      --summary          instead, one line for each region: its number, start and stop as HBase's shell\n"
    "                         writes them, how many keys it got and their part of all; tabs between, names in\n"
    "                         the first line. The first start and the last stop are empty.\n"
    FILTER_HELP_OUTPUT_FILE
    "\n"
    FILTER_HELP_BAD("keys and records", "one", "key or record")
    "\n"
    FILTER_HELP_OTHER("no progress bar")
    "\n"
    "Examples:\n"
    "  rowkey route --splits splits.txt keys.txt\n"
    "  rowkey route --splits splits.txt --input hex --emit region+record keys.hex\n"
    "  seq 1000000 | rowkey route --splits splits.txt -l '{md5(id) % 1000000:07d}{id:010d}' -c id:u64 \\\n"
    "      --summary\n";

static bool check_splits(const char *splits, const struct filter_settings *common, struct failure *failure) {
  if (splits == NULL) {
    return fail_with(failure, TOOL_BAD_USAGE,
                     "option --splits is missing: the file of the table's split points, as in rowkey route "
                     "--splits FILE");
  }
  return refuse_shared_input(&common->input, options[SPLITS].name, splits, "keys", failure);
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
  static const char *const names[] = {"region", "region+record"};
  size_t emit = 0;
  if (!parse_option_name(options[EMIT].name, values[EMIT], names, 2, &emit, failure)) return false;
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
         key_form_parse(options[SPLITS_FORM].name, values[SPLITS_FORM], KEY_FORM_POINTS,
                        &settings->splits_form, failure);
}
