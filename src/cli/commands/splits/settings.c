#include "commands/splits/settings.h"

#include <rowkey/splits.h>
#include <string.h>

#include "commands/splits/algorithm.h"
#include "keys/split_list.h"
#include "settings/table_name.h"
#include "text/buffer.h"

enum {
  REGIONS,
  ALGORITHM,
  SAMPLE,
  SPLITS,
  SPLITS_FORM,
  ADD,
  CHECK,
  JSON,
  OUTPUT,
  TABLE,
  FAMILY,
  RECORD,
  COMMON = RECORD + RECORD_OPTIONS,
  OPTIONS = COMMON + FILTER_OPTIONS
};

/* --output also takes these, which are no forms of keys. */
static const char *const other_forms[] = {"shell"};

static const struct option options[] = {
    HEADING("What the points are made from"),
    {COMMON + FILTER_LAYOUT, "--layout", 'l', "TEMPLATE", VALUE_LAYOUT, NO_WORDS,
     "the values that the first field of the keys can have, hash, number or letters, shared out "
     "evenly; point i of N is value number i*values/N, written as in the keys. TEMPLATE is as for "
     "rowkey encode; @NAME is a named layout."},
    {COMMON + FILTER_COLUMNS, "--columns", 'c', "LIST", VALUE_COLUMNS, NO_WORDS,
     "the columns of the records, as for rowkey encode"},
    {SAMPLE, "--sample", 0, NULL, VALUE_NONE, NO_WORDS,
     "the keys of the records in the FILEs, or in standard input without one or for -, shared out "
     "evenly: for layouts that do not tell which values a field has, and for data that is not spread "
     "evenly. Without --layout the lines are the keys. Of keys longer than 1024 bytes the first 1024 "
     "count."},
    {ALGORITHM, "--algorithm", 0, "NAME", VALUE_FREE, WORDS(algorithm_names),
     "what HBase makes, byte for byte; its RegionSplitter's names are known, too:\n"
     "uniform[:FIRST,LAST]\tUniformSplit: all bytes are equally frequent\n"
     "hex[:FIRST,LAST]\tHexStringSplit, from 00000000 to FFFFFFFF; points are as long as LAST\n"
     "decimal[:FIRST,LAST]\tDecimalStringSplit, from 00000000 to 99999999, likewise\n"
     "bytes:START,STOP\tBytes.split(START, STOP, N-1) without the two ends\n"
     "guide-hex[:FIRST,LAST]\tgetHexSplits of the HBase reference guide, of 16 digits\n"
     "FIRST, LAST, START and STOP of uniform and bytes have hbase escapes: \\x2C is a comma."},
    HEADING("How many"),
    {REGIONS, "--regions", 'r', "N", VALUE_FREE, NO_WORDS,
     "regions, of which N-1 points tell where they begin"},
    {ADD, "--add", 0, "N", VALUE_FREE, NO_WORDS,
     "N more points than those in --splits FILE, which stay where they are: each goes into the region "
     "that then has the largest share in a piece"},
    {SPLITS, "--splits", 0, "FILE", VALUE_FILE, NO_WORDS, "the list to add to; - is standard input"},
    HEADING("The output"),
    {OUTPUT, "--output", 0, "FORM", VALUE_KEY_FORM, WORDS(other_forms),
     "hbase: what the SPLITS_FILE of HBase's shell may hold, a point a line, \\xHH for what is not "
     "printable and for \\ \" ' and # (the default). In a list SPLITS => ['...'] they need single "
     "quotes: between double ones the shell makes the byte \\xFD of \\x80 and all above.\n"
     "text: the bytes of a point and a newline; no point must hold one\n"
     "hex: two digits a byte, and a newline\n"
     "raw: the points one after the other\n"
     "shell: commands of HBase's shell: with --regions the one that creates the table, with --add "
     "those that split it, in rounds: a region that a split has made cannot be split before it is "
     "compacted"},
    {TABLE, "--table", 0, "NAME", VALUE_FREE, NO_WORDS, "the table of --output shell"},
    {FAMILY, "--family", 0, "NAME", VALUE_FREE, NO_WORDS, "the column family of a table that is created (f)"},
    OPTION_OUTPUT_FILE(COMMON + FILTER_OUTPUT_FILE, ""),
    HEADING("A list in a file"),
    {CHECK, "--check", 0, "FILE", VALUE_FILE, NO_WORDS,
     "tell what share of the keys each region of the list gets, and what is wrong: points out of "
     "order, twice, or beside the keys; regions that no key can reach, or that get none of the sample"},
    OPTION_SPLITS_FORM(SPLITS_FORM, "how the points of --splits or --check are written",
                       ". Its sizes and requests then stand beside the shares of --check."),
    {JSON, "--json", 0, NULL, VALUE_NONE, NO_WORDS,
     "with --check, one JSON object instead of a table; \"\" for an open end"},
    HEADING("The sample"),
    {RECORD + RECORD_INPUT, "--input", 0, "KIND", VALUE_RECORD_KIND, NO_WORDS, NULL},
    RECORD_ROWS_AS_ENCODE(RECORD),
    {RECORD + RECORD_SEED, "--seed", 0, "N", VALUE_FREE, NO_WORDS, NULL},
    {COMMON + FILTER_MAX_RECORD, "--max-record", 0, "N", VALUE_FREE, NO_WORDS, NULL},
    {COMMON + FILTER_ON_ERROR, "--on-error", 0, "ACTION", VALUE_FREE, WORDS(on_error_names), NULL},
    {COMMON + FILTER_REJECTS, "--rejects", 0, "FILE", VALUE_FILE, NO_WORDS, NULL},
    {COMMON + FILTER_THREADS, "--threads", 't', "N", VALUE_FREE, NO_WORDS, NULL},
    {COMMON + FILTER_COMPRESSION, "--compression", 0, "FORM", VALUE_COMPRESSION, NO_WORDS, NULL},
    {COMMON + FILTER_CHUNK_SIZE, "--chunk-size", 0, "N", VALUE_FREE, NO_WORDS, "as for rowkey encode"},
    HEADING("Other options"),
    OPTION_ISA(COMMON + FILTER_ISA),
    {COMMON + FILTER_QUIET, "--quiet", 'q', NULL, VALUE_NONE, NO_WORDS, "no progress bar and no notes"},
    OPTION_HELP(COMMON + FILTER_HELP),
    OPTIONS_END,
};

const struct page splits_page = {
    .synopsis =
        "rowkey splits --layout TEMPLATE --regions N [OPTION...]\n"
        "rowkey splits --algorithm NAME --regions N [OPTION...]\n"
        "rowkey splits [--layout TEMPLATE] --regions N --sample [OPTION...] [FILE...]\n"
        "rowkey splits ... --add N --splits FILE     instead of --regions\n"
        "rowkey splits ... --check FILE              instead of --regions\n",
    .description =
        "Print the split points of a table, the N-1 keys at which its regions but the first begin; or "
        "check them.",
    .options = options,
    .operands = VALUE_FILE,
    .exit_status =
        "0 success, 1 bad data, or --check found something wrong, 2 bad usage, 3 input or output "
        "failed.",
    .examples =
        "  rowkey splits -l '{md5(id) % 1000000:07d}{id:010d}' -c id:u64 --regions 16 -o splits.txt\n"
        "  echo \"create 'events', 'f', SPLITS_FILE => 'splits.txt'\" | hbase shell\n"
        "  rowkey splits --algorithm 'bytes:0000000000000000,ffffffffffffffff' --regions 10 |\n"
        "      rowkey splits -l '{md5(id):x}' -c id:u64 --check -\n"
        "  rowkey splits -l '{host:16s}{ts:u64}' -c host:text,ts:u64 --input csv --regions 8 --sample events.csv\n"
        "  rowkey splits -l '{md5(id) % 1000000:07d}{id:010d}' -c id:u64 --add 16 --splits splits.txt\n",
};

/* ---- Options that make no sense together ----------------------------------------------------- */

static bool choose_task(const char *const *values, struct splits_settings *settings,
                        struct failure *failure) {
  settings->task = values[CHECK] != NULL ? SPLITS_CHECK : values[ADD] != NULL ? SPLITS_ADD : SPLITS_MAKE;
  settings->list = settings->task == SPLITS_CHECK ? values[CHECK] : values[SPLITS];
  if (settings->task == SPLITS_CHECK) {
    return REFUSE_OPTIONS(options, values, "does not go with --check, which makes no split points", failure,
                          REGIONS, ALGORITHM, ADD, SPLITS, OUTPUT, TABLE, FAMILY,
                          COMMON + FILTER_OUTPUT_FILE);
  }
  if (!REFUSE_OPTIONS(options, values, "needs --check, which it is the output of", failure, JSON))
    return false;
  if (settings->task == SPLITS_ADD) {
    if (settings->list == NULL) {
      return fail_with(failure, TOOL_BAD_USAGE, "option --add needs --splits FILE, the list to add to");
    }
    return REFUSE_OPTIONS(options, values,
                          "does not go with --add, which says how many points are made, and where", failure,
                          REGIONS, ALGORITHM);
  }
  if (!REFUSE_OPTIONS(options, values, "needs --add N, the number of points to add to the list", failure,
                      SPLITS) ||
      !REFUSE_OPTIONS(options, values,
                      "needs a list to read (expected --add N and --splits FILE, or --check FILE)", failure,
                      SPLITS_FORM)) {
    return false;
  }
  return values[REGIONS] != NULL ||
         fail_with(failure, TOOL_BAD_USAGE,
                   "option --regions is missing (expected it, or --add N and --splits FILE, or --check FILE; "
                   "rowkey splits --help explains them)");
}

static bool choose_source(const char *const *values, struct splits_settings *settings,
                          struct failure *failure) {
  settings->algorithm = values[ALGORITHM];
  settings->has_layout = values[COMMON + FILTER_LAYOUT] != NULL;
  settings->has_sample = values[SAMPLE] != NULL;
  if (settings->algorithm != NULL) {
    return REFUSE_OPTIONS(options, values, "does not go with --algorithm, which asks neither layout nor keys",
                          failure, COMMON + FILTER_LAYOUT, COMMON + FILTER_COLUMNS, SAMPLE);
  }
  return settings->has_layout || settings->has_sample ||
         fail_with(failure, TOOL_BAD_USAGE,
                   "option --layout is missing (expected it, or --sample, or to make points --algorithm; "
                   "rowkey splits --help explains them)");
}

/* What is about records needs some. */
static bool check_sample(const char *const *values, char *const *files, size_t file_count,
                         const struct splits_settings *settings, struct failure *failure) {
  if (!settings->has_sample) {
    char shown[QUOTED_SIZE];
    return REFUSE_OPTIONS(options, values, "needs --sample, whose records it is about", failure,
                          RECORD + RECORD_INPUT, RECORD + RECORD_HEADER, RECORD + RECORD_DELIMITER,
                          RECORD + RECORD_NULL, RECORD + RECORD_SEED, COMMON + FILTER_THREADS,
                          COMMON + FILTER_ON_ERROR, COMMON + FILTER_REJECTS, COMMON + FILTER_CHUNK_SIZE,
                          COMMON + FILTER_MAX_RECORD) &&
           (file_count == 0 ||
            fail_with(failure, TOOL_BAD_USAGE, "rowkey splits takes a FILE only with --sample, found %s",
                      rowkey_quoted(shown, files[0], strlen(files[0]))));
  }
  bool reads_standard_input = file_count == 0;
  for (size_t i = 0; i < file_count; i++) {
    reads_standard_input = reads_standard_input || strcmp(files[i], "-") == 0;
  }
  return !reads_standard_input || settings->list == NULL || strcmp(settings->list, "-") != 0 ||
         fail_with(failure, TOOL_BAD_USAGE,
                   "standard input cannot be both the list of split points and the sample (expected a file "
                   "for one of them)");
}

/* ---- All of it ------------------------------------------------------------------------------- */

static bool parse_output(const char *const *values, struct splits_settings *settings,
                         struct failure *failure) {
  settings->output_form = &key_form_hbase;
  if (!key_form_parse_or(other_forms[0], option_name(options, OUTPUT), values[OUTPUT], KEY_FORM_ANY,
                         &settings->output_form, failure)) {
    return false;
  }
  settings->table = values[TABLE];
  settings->family = values[FAMILY] != NULL ? values[FAMILY] : "f";
  if (settings->output_form != NULL) {
    return REFUSE_OPTIONS(options, values, "needs --output shell, whose commands it is for", failure, TABLE,
                          FAMILY);
  }
  if (settings->table == NULL) {
    return fail_with(failure, TOOL_BAD_USAGE,
                     "--output shell needs --table, the table to be created or split");
  }
  if (settings->task == SPLITS_ADD &&
      !REFUSE_OPTIONS(options, values, "does not go with --add, which splits a table that is there", failure,
                      FAMILY)) {
    return false;
  }
  return check_table_name(option_name(options, TABLE), settings->table, "table", failure) &&
         check_table_name(option_name(options, FAMILY), settings->family, "column family", failure);
}

static bool parse_values(const char *const *values, struct splits_settings *settings,
                         struct failure *failure) {
  uint64_t count = 0;
  settings->list_form = &key_form_hbase;
  settings->json = values[JSON] != NULL;
  if (!parse_output(values, settings, failure) ||
      !key_form_parse(option_name(options, SPLITS_FORM), values[SPLITS_FORM], KEY_FORM_POINTS,
                      &settings->list_form, failure) ||
      !parse_option_number(option_name(options, REGIONS), values[REGIONS], 1, ROWKEY_MOST_REGIONS, &count,
                           failure) ||
      !parse_option_number(option_name(options, ADD), values[ADD], 1, ROWKEY_MOST_REGIONS, &count, failure)) {
    return false;
  }
  settings->count = (size_t)count;
  return true;
}

bool splits_settings_parse(char **arguments, size_t count, struct splits_settings *settings,
                           struct key_stream *stream, struct failure *failure) {
  const char *values[OPTIONS];
  size_t operands;
  if (!parse_options(options, OPTIONS, arguments, count, values, &operands, failure) ||
      !choose_task(values, settings, failure) || !choose_source(values, settings, failure) ||
      !check_sample(values, arguments, operands, settings, failure) ||
      !parse_values(values, settings, failure)) {
    return false;
  }
  if (settings->has_sample) {
    return key_stream_parse("splits", values + RECORD, values + COMMON, arguments, operands, stream, failure);
  }
  struct filter_settings *common = &stream->filter.settings;
  common->columns = values[COMMON + FILTER_COLUMNS];
  common->output = values[COMMON + FILTER_OUTPUT_FILE];
  common->isa = values[COMMON + FILTER_ISA];
  common->quiet = values[COMMON + FILTER_QUIET] != NULL;
  return !settings->has_layout ||
         parse_layout("splits", values[COMMON + FILTER_LAYOUT], &common->layout, failure);
}
