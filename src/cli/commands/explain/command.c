/* rowkey explain: what a layout's keys are like, before one is written. */
#include "command.h"
#include "commands/explain/print.h"
#include "io/filter.h"
#include "keys/escape.h"

#include <string.h>

enum { LAYOUT, COLUMNS, INPUT, STRIDE, JSON, ISA, HELP, OPTIONS };

static const struct option options[OPTIONS] = {
    [LAYOUT] = OPTION_LAYOUT, [COLUMNS] = OPTION_COLUMNS,
    [INPUT] = OPTION_INPUT,   [STRIDE] = {"--stride", 0, true},
    [JSON] = OPTION_JSON,     [ISA] = OPTION_ISA,
    [HELP] = OPTION_HELP,
};

static const char help[] =
    "Usage: rowkey explain --layout TEMPLATE --columns LIST [OPTION...]\n"
    "Tell what the keys of a layout are like before one is written: where each field stands, which fields\n"
    "and keys sort as the columns do, what their bytes cost, which kernels make them, and what is known to\n"
    "go wrong with such keys.\n"
    "\n"
    "  -l, --layout TEMPLATE  what a key is made of, as for rowkey encode; @NAME is a named layout\n"
    "  -c, --columns LIST     the columns of the records, NAME:u64, i64, f64, f32, text or a type such as time(ms),\n"
    "                         decimal(2), uuid, ip or enum(a,b), separated by commas (see rowkey encode --help);\n"
    "                         without it there is one, line:text\n"
    "      --input KIND       lines, csv, tsv, jsonl or binary: LIST is what rowkey encode takes for this input\n"
    "      --stride N         values of the column that the key begins with step by N, as ids of a generator\n"
    "                         that hands out 10, 20, 30 step by 10\n"
    "      --json             one JSON object instead of a table\n"
    "      --isa NAME         show the plan of this instruction set (rowkey cpu lists them)\n"
    "  -h, --help             print this\n"
    "\n"
    "Warnings and notes never change the exit status: 0 success, 2 bad usage, 3 output failed.\n"
    "\n"
    "Examples:\n"
    "  rowkey explain -l '{md5(id) % 1000000:07d}{id:010d}' -c id:u64\n"
    "  rowkey explain -l '{id % 1000:u16}{id:u64}' -c id:u64 --stride 10\n"
    "  rowkey explain -l @opentsdb --json | python3 -m json.tool\n";

/* Everything that one run owns. */
struct explain {
  struct layout_option option;
  struct columns columns;
  uint64_t stride;
  rowkey_layout *layout;
  rowkey_explanation *explanation;
};

static bool no_operand(char *const *arguments, size_t operands, struct failure *failure) {
  char shown[QUOTED_SIZE];
  return operands == 0 || fail_with(failure, TOOL_BAD_USAGE, "rowkey explain takes no argument, found %s",
                                    quoted(shown, arguments[0], strlen(arguments[0])));
}

static bool find_columns(const char *const *values, struct explain *explain, struct failure *failure) {
  struct layout_option *option = &explain->option;
  const struct record_kind *kind = &record_kind_csv;
  const char *list;
  if (values[INPUT] == NULL) return value_columns(option, values[COLUMNS], &explain->columns, failure);
  return record_kind_parse(values[INPUT], &kind, failure) &&
         layout_option_columns(option, values[COLUMNS], kind, false, &list, failure) &&
         columns_parse(list, kind, COLUMNS_OF_VALUES, &explain->columns, failure);
}

static bool prepare(const char *const *values, struct explain *explain, struct failure *failure) {
  if (!parse_layout("explain", values[LAYOUT], &explain->option, failure) ||
      !parse_option_number(options[STRIDE].name, values[STRIDE], 1, UINT64_MAX, &explain->stride, failure) ||
      !choose_isa(values[ISA], failure) || !find_columns(values, explain, failure))
    return false;
  explain->layout = compile_layout(&explain->option, &explain->columns, failure);
  if (explain->layout == NULL) return false;
  rowkey_error error;
  explain->explanation = rowkey_explain(explain->layout, explain->stride, &error);
  return explain->explanation != NULL || fail_with(failure, TOOL_IO_ERROR, "%s", error.text);
}

static void free_explain(struct explain *explain) {
  rowkey_explanation_free(explain->explanation);
  rowkey_layout_free(explain->layout);
  columns_free(&explain->columns);
}

static int run(const struct command *command, char **arguments, size_t count) {
  (void)command;
  const char *values[OPTIONS];
  size_t operands;
  struct explain explain = {.stride = 0};
  struct failure failure;
  const bool done = parse_options(options, OPTIONS, arguments, count, values, &operands, &failure) &&
                    no_operand(arguments, operands, &failure) && prepare(values, &explain, &failure);
  if (done)
    (values[JSON] != NULL ? print_explanation_json : print_explanation)(explain.option.text,
                                                                        explain.explanation);
  free_explain(&explain);
  return done ? finish_standard_output() : report(&failure);
}

const struct command explain_command = {
    .name = "explain",
    .summary = "tell how a layout's keys sort, what they cost, and what may go wrong",
    .help = help,
    .run = run,
};
