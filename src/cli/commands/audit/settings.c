#include "commands/audit/settings.h"

#include <rowkey/profile.h>
#include <string.h>

#include "keys/split_list.h"

enum { SPLITS, SPLITS_FORM, INPUT, SAMPLE, OUTPUT, COMMON, OPTIONS = COMMON + FILTER_OPTIONS };
enum { LEAST_SAMPLE = 2, MOST_SAMPLE = 1 << 24 };

static const char *const form_names[AUDIT_FORMS] = {"table", "json"};

static const struct option options[] = {
    HEADING("The regions"),
    {SPLITS, "--splits", 0, "FILE", VALUE_FILE, NO_WORDS,
     "the split points of the table, one a line, rising; - is standard input. Without it the report is about "
     "the keys alone."},
    OPTION_SPLITS_FORM(SPLITS_FORM, "how FILE writes them",
                       ". Its sizes and requests then stand beside the keys of each region."),
    HEADING("The layout"),
    {COMMON + FILTER_LAYOUT, "--layout", 'l', "TEMPLATE", VALUE_LAYOUT, NO_WORDS,
     "what the keys are made of. Without it a layout is inferred that makes them."},
    OPTION_VALUE_COLUMNS(COMMON + FILTER_COLUMNS, "the columns of TEMPLATE", ""),
    HEADING("The keys"),
    {INPUT, "--input", 0, "FORM", VALUE_LINES_FORM, NO_WORDS,
     "text: a key a line (the default)\n"
     "hex: two digits a byte, a key a line\n"
     "hbase: as HBase's shell writes them, \\xHH for what is not printable, a key a line"},
    {COMMON + FILTER_MAX_RECORD, "--max-record", 0, "N", VALUE_FREE, NO_WORDS,
     "the most bytes of a key as it is read (4194304); a longer one is never skipped"},
    {SAMPLE, "--sample", 0, "N", VALUE_FREE, NO_WORDS,
     "how many keys, at most, are decoded, looked at for a layout, and counted for what the table could be "
     "(65536). All keys are counted in their regions."},
    HEADING("The report"),
    PARAGRAPH(
        "A region is hot when it has more than twice the keys of the mean, empty when it has none, and "
        "unreachable when no key of the layout can lie in it. The newest tenth of the keys is told by the "
        "layout's first column that is a time, such as ts:time(s); where it has none, by the order of the "
        "keys, unless they are sorted."),
    {OUTPUT, "--output", 0, "FORM", VALUE_FREE, WORDS(form_names),
     "table: for people (the default)\n"
     "json: all that is known"},
    OPTION_OUTPUT_FILE(COMMON + FILTER_OUTPUT_FILE, ""),
    FILTER_ROWS_BAD(COMMON, "keys", "key", "key"),
    FILTER_ROWS_OTHER(COMMON, "no progress bar"),
    OPTIONS_END,
};

const struct page audit_page = {
    .synopsis = "rowkey audit [--splits FILE] [OPTION...] [FILE...]\n",
    .description =
        "Tell what is wrong with the keys and the regions of a table that exists: which regions are hot, empty or "
        "unreachable, where the newest keys go, which layout makes the keys and which keys it does not make, and "
        "what other regions or another prefix would change. The FILEs, or standard input without one or for -, hold "
        "keys: all of the table, or a sample.",
    .options = options,
    .operands = VALUE_FILE,
    .notes = "The report ends with the commands that show its figures again.",
    .exit_status = EXIT_STATUS_OF_DATA,
    .examples =
        "  rowkey audit --splits splits.txt keys.txt\n"
        "  echo \"list_regions 'events'\" | hbase shell -n >regions.txt\n"
        "  rowkey audit --splits regions.txt --splits-form list_regions --input hbase keys.txt\n"
        "  rowkey audit -l '{md5(user) % 1000:04d}{user:16s}{ts:u64}' -c 'user:text,ts:time(s)' \\\n"
        "      --splits splits.txt --input hex keys.hex\n",
};

static bool check_splits(const char *const *values, const struct filter_settings *common,
                         struct failure *failure) {
  const char *name = option_name(options, SPLITS);
  if (values[SPLITS] == NULL)
    return REFUSE_OPTIONS(options, values, "needs --splits: the file that it is about", failure, SPLITS_FORM);
  return refuse_shared_input(&common->input, name, values[SPLITS], "keys", failure);
}

static bool parse_layout_of(const char **values, struct audit_settings *settings, struct failure *failure) {
  settings->layout = values[COMMON + FILTER_LAYOUT];
  if (settings->layout != NULL) return true;
  values[COMMON + FILTER_LAYOUT] = "{line}";
  return REFUSE_OPTIONS(options, values, "needs --layout: columns are those of a template", failure,
                        COMMON + FILTER_COLUMNS);
}

bool audit_settings_parse(char **arguments, size_t count, struct filter_settings *common,
                          struct audit_settings *settings, struct failure *failure) {
  const char *values[OPTIONS];
  size_t operands, form = AUDIT_TABLE;
  *settings = (struct audit_settings){
      .splits_form = &key_form_hbase, .input = &key_form_text, .sample = ROWKEY_PROFILE_SAMPLE};
  if (!parse_options(options, OPTIONS, arguments, count, values, &operands, failure) ||
      !parse_layout_of(values, settings, failure) ||
      !filter_settings_parse("audit", values + COMMON, arguments, operands, common, failure) ||
      !key_form_parse(option_name(options, INPUT), values[INPUT], KEY_FORM_LINES, &settings->input,
                      failure) ||
      !key_form_parse(option_name(options, SPLITS_FORM), values[SPLITS_FORM], KEY_FORM_POINTS,
                      &settings->splits_form, failure) ||
      !parse_option_number(option_name(options, SAMPLE), values[SAMPLE], LEAST_SAMPLE, MOST_SAMPLE,
                           &settings->sample, failure) ||
      !parse_option_name(option_name(options, OUTPUT), values[OUTPUT], form_names, AUDIT_FORMS, &form,
                         failure)) {
    return false;
  }
  settings->splits = values[SPLITS];
  settings->form = (enum audit_form)form;
  return check_splits(values, common, failure);
}
