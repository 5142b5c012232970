#include "commands/decode/settings.h"

#include <string.h>

#include "text/buffer.h"

enum { INPUT, OUTPUT, HEADER, SELECT, NULL_TEXT, COMMON, OPTIONS = COMMON + FILTER_OPTIONS };

static const struct option options[] = {
    HEADING("The layout"),
    {COMMON + FILTER_LAYOUT, "--layout", 'l', "TEMPLATE", VALUE_LAYOUT, NO_WORDS,
     "what the keys are made of, as it was given to rowkey encode"},
    OPTION_VALUE_COLUMNS(COMMON + FILTER_COLUMNS, "the columns of the records",
                         ". _ and ... may stand in the list as for encode, and mean nothing."),
    HEADING("The keys"),
    {INPUT, "--input", 0, "FORM", VALUE_KEY_FORM, NO_WORDS,
     "text: a key a line (the default)\n"
     "hex: two digits a byte, a key a line\n"
     "hbase: as HBase's shell writes them, \\xHH for what is not printable, a key a line\n"
     "raw: keys one after the other, for layouts whose keys all have one width"},
    {COMMON + FILTER_MAX_RECORD, "--max-record", 0, "N", VALUE_FREE, NO_WORDS,
     "the most bytes of a key as it is read (4194304); a longer one is never skipped"},
    HEADING("The columns"),
    {SELECT, "--select", 's', "LIST", VALUE_COLUMN_NAMES, NO_WORDS,
     "the columns to write, in this order: all of them must come back from the keys. Without it, those "
     "of --columns that do; a message names the others."},
    {OUTPUT, "--output", 0, "FORM", VALUE_FREE, WORDS(table_form_names),
     "tsv: values between tabs; text must not hold tabs or newlines (the default)\n"
     "csv: as in RFC 4180, lines ending in LF; empty text stands in quotes"},
    {HEADER, "--header", 0, NULL, VALUE_NONE, NO_WORDS, "first write a line of the columns' names"},
    {NULL_TEXT, "--null", 0, "TEXT", VALUE_FREE, NO_WORDS,
     "what stands for a null, of columns with null_first or null_last in the layout: nothing, where it "
     "is not given. In csv a value that is TEXT stands in quotes."},
    OPTION_OUTPUT_FILE(COMMON + FILTER_OUTPUT_FILE, ""),
    PARAGRAPH("Times are written in UTC or by their pattern, UUIDs with hyphens, decimals with all "
              "digits.\n"
              "Numbers are written in decimal, f64 and f32 in the fewest digits that are read back as "
              "the same value.\n"
              "What the layout keeps of a column only in part, as in {id % 1000}, or as a hash, does "
              "not come back, but where all columns of a hash come back it is checked. What coalesce() "
              "put in place of a null stays, unless null_first() or null_last() of the column is in "
              "the key as well."),
    FILTER_ROWS_BAD(COMMON, "keys", "key", "key"),
    FILTER_ROWS_OTHER(COMMON, "no progress bar, and nothing about columns that do not come back"),
    OPTIONS_END,
};

const struct page decode_page = {
    .synopsis = "rowkey decode --layout TEMPLATE [OPTION...] [FILE...]\n",
    .description =
        "Take the columns back out of the row keys in the FILEs, or in standard input without one or "
        "for -. Every byte of a key is checked: a key that no record can have is an error. Of what the "
        "layout keeps of a column only in part, the form, the range, multiples, bits and periods are checked.",
    .options = options,
    .operands = VALUE_FILE,
    .exit_status = EXIT_STATUS_OF_DATA,
    .examples =
        "  seq 9 | rowkey encode -l '{md5(id) % 1000000:07d}{id:010d}' -c id:u64 |\n"
        "      rowkey decode -l '{md5(id) % 1000000:07d}{id:010d}' -c id:u64\n"
        "  rowkey decode -l '{md5(user) % 1000:04d}{user:16s}{ts:u64}' -c user:text,ts:u64 --input hbase \\\n"
        "      --output csv --header keys -o events.csv\n"
        "  rowkey decode -l '{md5(host)}{9223372036854775807 - ts:u64}' -c host:text,ts:u64 --select ts \\\n"
        "      --input raw keys --on-error skip --rejects bad-keys\n",
};

static bool parse_null(const char *text, struct decode_settings *settings, struct failure *failure) {
  const bool is_csv = settings->output == TABLE_CSV;
  settings->null = text == NULL ? "" : text;
  if (strpbrk(settings->null, is_csv ? "\",\r\n" : "\t\n") == NULL) return true;
  char shown[QUOTED_SIZE];
  return fail_with(failure, TOOL_BAD_USAGE, "option --null: no field can be %s (expected text without %s)",
                   rowkey_quoted(shown, text, strlen(text)),
                   is_csv ? "quotes, commas and line ends" : "tabs and newlines");
}

bool decode_settings_parse(char **arguments, size_t count, struct filter_settings *common,
                           struct decode_settings *settings, struct failure *failure) {
  const char *values[OPTIONS];
  size_t operands, output = TABLE_TSV;
  settings->input = &key_form_text;
  if (!parse_options(options, OPTIONS, arguments, count, values, &operands, failure) ||
      !filter_settings_parse("decode", values + COMMON, arguments, operands, common, failure) ||
      !key_form_parse(option_name(options, INPUT), values[INPUT], KEY_FORM_ANY, &settings->input, failure) ||
      !parse_option_name(option_name(options, OUTPUT), values[OUTPUT], table_form_names, TABLE_FORMS, &output,
                         failure)) {
    return false;
  }
  settings->output = (enum table_form)output;
  settings->has_header = values[HEADER] != NULL;
  settings->select = values[SELECT];
  return parse_null(values[NULL_TEXT], settings, failure);
}
