#include "commands/decode/settings.h"

#include <string.h>

#include "text/buffer.h"

#define SETTINGS struct decode_settings

static const struct option options[] = {
    HEADING("The layout"),
    OPTION_LAYOUT(.missing = "", .line = "what the keys are made of",
                  .more = ", as it was given to rowkey encode"),
    OPTION_VALUE_COLUMNS("the columns of the records",
                         ". _ and ... may stand in the list as for encode, and mean nothing."),
    HEADING("The keys"),
    OPTION("--input", "FORM", KEY_INPUT(input), .otherwise = "text", USUAL,
           .line = "how the keys are written"),
    OPTION_MAX_RECORD(.line = "the most bytes of a key as it is read",
                      .more = "; a longer one is never skipped"),
    HEADING("The columns"),
    OPTION(
        "--select", "LIST", .letter = 's', COLUMN_NAMES(select), USUAL,
        .line = "the columns to write, in this order",
        .more =
            ": all of them must come back from the keys. Without it, those of --columns that do; a message "
            "names the others."),
    OPTION("--output", "FORM", CHOICE(output, table_forms), .otherwise = "tsv", USUAL,
           .line = "how they are written"),
    OPTION("--header", NULL, FLAG(has_header), USUAL, .line = "first write a line of the columns' names"),
    OPTION(
        "--null", "TEXT", TEXT(null), .line = "what stands for a null",
        .more =
            ", of columns with null_first or null_last in the layout: nothing, where it is not given. In csv "
            "a value that is TEXT stands in quotes."),
    OPTION_OUTPUT_FILE(""),
    PARAGRAPH("Times are written in UTC or by their pattern, UUIDs with hyphens, decimals with all "
              "digits.\n"
              "Numbers are written in decimal, f64 and f32 in the fewest digits that are read back as "
              "the same value.\n"
              "What the layout keeps of a column only in part, as in {id % 1000}, or as a hash, does "
              "not come back, but where all columns of a hash come back it is checked. What coalesce() "
              "put in place of a null stays, unless null_first() or null_last() of the column is in "
              "the key as well."),
    OPTIONS_BAD("keys", "key", "key"),
    OPTIONS_OTHER("no progress bar, and nothing about columns that do not come back"),
    OPTIONS_END,
};

const struct page decode_page = {
    .name = "decode",
    .summary = "take the columns back out of row keys",
    .synopsis = "rowkey decode --layout TEMPLATE [OPTION...] [FILE...]\n",
    .description =
        "Take the columns back out of the row keys in the FILEs, or in standard input without one or "
        "for -. Every byte of a key is checked: a key that no record can have is an error. Of what the "
        "layout keeps of a column only in part, the form, the range, multiples, bits and periods are checked.",
    .options = options,
    .operands = OFFER_FILES,
    .most_operands = ANY_OPERANDS,
    .exit_status = EXIT_STATUS_OF_DATA,
    .examples =
        "  seq 9 | rowkey encode -l '{md5(id) % 1000000:07d}{id:010d}' -c id:u64 |\n"
        "      rowkey decode -l '{md5(id) % 1000000:07d}{id:010d}' -c id:u64\n"
        "  rowkey decode -l '{md5(user) % 1000:04d}{user:16s}{ts:u64}' -c user:text,ts:u64 --input hbase \\\n"
        "      --output csv --header keys -o events.csv\n"
        "  rowkey decode -l '{md5(host)}{9223372036854775807 - ts:u64}' -c host:text,ts:u64 --select ts \\\n"
        "      --input raw keys --on-error skip --rejects bad-keys\n",
};

static bool check_null(struct decode_settings *settings, struct failure *failure) {
  const bool is_csv = settings->output == TABLE_CSV;
  if (settings->null == NULL) settings->null = "";
  const char *text = settings->null;
  if (strpbrk(text, is_csv ? "\",\r\n" : "\t\n") == NULL) return true;
  char shown[QUOTED_SIZE];
  return fail_with(failure, TOOL_BAD_USAGE, "option --null: no field can be %s (expected text without %s)",
                   rowkey_quoted(shown, text, strlen(text)),
                   is_csv ? "quotes, commas and line ends" : "tabs and newlines");
}

bool decode_settings_read(char **arguments, size_t count, struct decode_settings *settings,
                          struct failure *failure) {
  struct given given;
  if (!options_read(&decode_page, arguments, count, settings, &given, failure)) return false;
  input_take_files(&settings->common.input, &given);
  return check_null(settings, failure);
}
