#include "commands/splits/settings.h"

#include <rowkey/splits.h>
#include <string.h>

#include "commands/splits/algorithm.h"
#include "keys/split_list.h"
#include "text/buffer.h"

#define SETTINGS struct splits_settings
#define NOT_WITH_CHECK EXCLUDES("--check", ", which makes no split points")
#define NOT_WITH_ADD EXCLUDES("--add", ", which says how many points are made, and where")
#define NOT_WITH_LAYOUT(option) EXCLUDES(option, ": it asks neither layout nor keys")
#define OF_SAMPLE NEEDS("--sample", ", whose records it is about")
#define NOT_WITH_WHERE EXCLUDES("--where", ", whose conditions say which values count")
#define OF_LAYOUT NEEDS("--layout", ": without it the lines of the input are the keys")
#define OF_SHELL NEEDS_VALUE("--output", "shell", ", whose commands it is for")

/* --output also takes this, which is not a form of keys: the form is NULL then. */
static const char shell[] = "shell";

static struct choice output_choice(const struct option *option, size_t index) {
  size_t forms = 0;
  while (key_output_reader.choice(option, forms).name != NULL) forms++;
  if (index != forms) return key_output_reader.choice(option, index < forms ? index : forms);
  return (struct choice){
      shell, NULL,
      "commands of HBase's shell: with --regions the one that creates the table, with --add "
      "those that split it, in rounds: a region that a split has made cannot be split before it is "
      "compacted"};
}

static bool read_output(const struct option *option, const char *text, void *target,
                        struct failure *failure) {
  size_t index;
  *(const struct key_form **)target = NULL;
  if (strcmp(text, shell) == 0) return true;
  return find_choice(option, output_choice, text, &index, failure) &&
         key_output_reader.read(option, text, target, failure);
}

static const struct value_reader output_reader = {.read = read_output, .choice = output_choice};

static const struct option options[] = {
    HEADING("What the points are made from"),
    OPTION_LAYOUT(
            .missing = " (expected it, or --sample, or to make points --algorithm; rowkey splits --help "
                       "explains them)",
            .substitutes = {"--sample", "--algorithm"},
            .line = "the values of its first field, shared out evenly",
            .more =
                ": those that it can have, hash, number or letters; point i of N is value number i*values/N, written as in "
                "the keys. TEMPLATE is as for rowkey encode; @NAME is a named layout."),
    OPTION_COLUMNS(USUAL, .line = "the columns of the records, as for rowkey encode"),
    OPTION(
        "--where", "CONDITIONS", .letter = 'w', CONDITIONS(where),
        .rules = {NEEDS("--layout", ", on whose columns the conditions are"), NOT_WITH_CHECK, NOT_WITH_ADD},
        USUAL, .line = "share out the values of the rows that meet these alone",
        .more = ", as for rowkey ranges: 'id >= 0, id < 5e6' where more is not expected soon. Where they "
                "leave one value to the first field, the next one is divided."),
    OPTION(
        "--sample", NULL, FLAG(has_sample), .rules = {NOT_WITH_WHERE}, USUAL,
        .line = "the keys of the records in the FILEs",
        .more =
            ", shared out evenly, or of those in standard input without one or for -: for layouts that do not tell which values a "
            "field has, and for data that is not spread evenly. Without --layout the lines are the keys. Only "
            "the first 1024 bytes of a key count."),
    OPTION(
        "--algorithm", "NAME", READ(algorithm_reader, const char *, algorithm),
        .rules = {NOT_WITH_CHECK, NOT_WITH_ADD, NOT_WITH_LAYOUT("--layout"), NOT_WITH_LAYOUT("--columns"),
                  NOT_WITH_LAYOUT("--sample")},
        USUAL, .line = "what HBase makes, byte for byte",
        .more =
            "\nIts RegionSplitter's names are known, too. FIRST, LAST, START and STOP of uniform, bytes and create-table have hbase escapes: \\x2C is a comma."),
    HEADING("How many"),
    OPTION("--regions", "N", .letter = 'r', NUMBER(count, 1, ROWKEY_MOST_REGIONS),
           .rules = {NOT_WITH_CHECK, NOT_WITH_ADD},
           .missing =
               " (expected it, or --add N and --splits FILE, or --check FILE; rowkey splits --help explains "
               "them)",
           .substitutes = {"--add", "--check"}, USUAL, .line = "N regions, which begin at N-1 points"),
    OPTION(
        "--add", "N", NUMBER(count, 1, ROWKEY_MOST_REGIONS),
        .rules = {NOT_WITH_CHECK, NEEDS("--splits", " FILE, the list to add to")}, USUAL,
        .line = "N more points than those in --splits FILE",
        .more =
            ", which stay where they are: each goes into the region that then has the largest share in a piece"),
    OPTION("--splits", "FILE", FILE_NAME(extended),
           .rules = {NOT_WITH_CHECK, NEEDS("--add", " N, the number of points to add to the list")}, USUAL,
           .line = "the list to add to; - is standard input"),
    HEADING("The output"),
    OPTION(
        "--output", "FORM", READ(output_reader, const struct key_form *, output_form), .otherwise = "hbase",
        .rules = {NOT_WITH_CHECK}, USUAL, .line = "how the points are written",
        .more =
            "\nhbase is what the SPLITS_FILE of HBase's shell may hold. In a list SPLITS => ['...'] its points "
            "need single quotes: between double ones the shell makes the byte \\xFD of \\x80 and all above."),
    OPTION("--table", "NAME", SHELL_TABLE(table), .rules = {NOT_WITH_CHECK, OF_SHELL},
           .line = "the table of --output shell"),
    OPTION("--family", "NAME", SHELL_FAMILY(family), .otherwise = "f",
           .rules = {NOT_WITH_CHECK, OF_SHELL, EXCLUDES("--add", ", which splits a table that is there")},
           .line = "the column family of a table that is created"),
    OPTION_OUTPUT_FILE("", .rules = {NOT_WITH_CHECK}),
    HEADING("A list in a file"),
    OPTION(
        "--check", "FILE", FILE_NAME(checked), USUAL,
        .line = "tell the share of each region, and what is wrong",
        .more =
            " with the list with the list: points out of order, twice, or beside the keys; regions that no key can reach, or "
            "that get none of the sample"),
    OPTION_SPLITS_FORM(list_form, "how the points of --splits or --check are written",
                       ". Its sizes and requests then stand beside the shares of --check."),
    OPTION("--json", NULL, FLAG(json), .rules = {NEEDS("--check", ", which it is the output of")},
           .line = "with --check, one JSON object instead of a table", .more = "; \"\" for an open end"),
    HEADING("The sample"),
    OPTION("--sample-rows", "N", NUMBER(sample_rows, 1, UINT64_MAX), .rules = {OF_SAMPLE},
           .line = "only the keys of the first N records count"),
    OPTION_RECORD_KIND(.rules = {OF_SAMPLE, OF_LAYOUT}),
    OPTIONS_AS_ENCODE(.rules = {OF_SAMPLE, OF_LAYOUT}),
    OPTION_SEED(.rules = {OF_SAMPLE, OF_LAYOUT}),
    OPTION_MAX_RECORD(.rules = {OF_SAMPLE}),
    OPTION_ON_ERROR(.rules = {OF_SAMPLE}),
    OPTION_REJECTS(.rules = {OF_SAMPLE, NEEDS_SKIP}),
    OPTION_THREADS(.rules = {OF_SAMPLE}, .otherwise = "1"),
    OPTION_COMPRESSION(.line = NULL),
    OPTION_CHUNK_SIZE(.rules = {OF_SAMPLE}, .line = "as for rowkey encode"),
    HEADING("Other options"),
    OPTION_ISA,
    OPTION_QUIET("no progress bar and no notes"),
    OPTION_HELP,
    OPTIONS_END,
};

const struct page splits_page = {
    .name = "splits",
    .summary = "make the split points of a table, or check them",
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
    .operands = OFFER_FILES,
    .most_operands = ANY_OPERANDS,
    .exit_status =
        "0 success, 1 bad data, or --check found something wrong, 2 bad usage, 3 input or output "
        "failed.",
    .examples =
        "  rowkey splits -l '{md5(id) % 1000000:07d}{id:010d}' -c id:u64 --regions 16 -o splits.txt\n"
        "  echo \"create 'events', 'f', SPLITS_FILE => 'splits.txt'\" | hbase shell\n"
        "  rowkey splits --algorithm 'bytes:0000000000000000,ffffffffffffffff' --regions 10 |\n"
        "      rowkey splits -l '{md5(id):x}' -c id:u64 --check -\n"
        "  rowkey splits -l '{host:16s}{ts:u64}' -c host:text,ts:u64 --input csv --regions 8 --sample events.csv\n"
        "  rowkey splits -l '{md5(id) % 1000000:07d}{id:010d}' -c id:u64 --add 16 --splits splits.txt\n"
        "  rowkey splits -l @tidb-row -w 'handle >= 0, handle < 1000000' --regions 8\n",
};

static bool check_list(const struct given *given, struct splits_settings *settings, struct failure *failure) {
  settings->task = settings->checked != NULL    ? SPLITS_CHECK
                   : settings->extended != NULL ? SPLITS_ADD
                                                : SPLITS_MAKE;
  settings->list = settings->task == SPLITS_CHECK ? settings->checked : settings->extended;
  return settings->list != NULL || given_text(given, "--splits-form") == NULL ||
         fail_with(
             failure, TOOL_BAD_USAGE,
             "option --splits-form needs a list to read (expected --add N and --splits FILE, or --check "
             "FILE)");
}

static bool check_sample(const struct given *given, const struct splits_settings *settings,
                         struct failure *failure) {
  if (!settings->has_sample) {
    char shown[QUOTED_SIZE];
    return given->operand_count == 0 ||
           fail_with(failure, TOOL_BAD_USAGE, "rowkey splits takes a FILE only with --sample, found %s",
                     rowkey_quoted(shown, given->operands[0], strlen(given->operands[0])));
  }
  const struct input_settings *input = &settings->common.input;
  bool reads_standard_input = false;
  for (size_t i = 0; i < input->file_count; i++)
    reads_standard_input = reads_standard_input || strcmp(input->files[i], "-") == 0;
  return !reads_standard_input || settings->list == NULL || strcmp(settings->list, "-") != 0 ||
         fail_with(failure, TOOL_BAD_USAGE,
                   "standard input cannot be both the list of split points and the sample (expected a file "
                   "for one of them)");
}

bool splits_settings_read(char **arguments, size_t count, struct splits_settings *settings,
                          struct failure *failure) {
  struct given given;
  if (!options_read(&splits_page, arguments, count, settings, &given, failure)) return false;
  input_take_files(&settings->common.input, &given);
  if (!check_list(&given, settings, failure) || !check_sample(&given, settings, failure)) return false;
  if (settings->output_form == NULL && settings->table == NULL)
    return fail_with(failure, TOOL_BAD_USAGE,
                     "--output shell needs --table, the table to be created or split");
  if (!settings->has_sample) return true;
  const bool are_keys = !has_layout(settings);
  if (are_keys && settings->common.columns != NULL)
    return fail_with(failure, TOOL_BAD_USAGE,
                     "option --columns needs --layout: without it the lines of the input are the keys");
  if (are_keys) settings->common.layout.text = "{line}";
  return record_settings_check(&settings->records, given.operands, are_keys ? 0 : given.operand_count,
                               failure);
}
