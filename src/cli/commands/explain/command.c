/* rowkey explain: what a layout's keys are like, before one is written. */
#include "command.h"
#include "commands/explain/print.h"
#include "io/filter.h"
#include "text/buffer.h"

#include <string.h>

enum { LAYOUT, COLUMNS, INPUT, STRIDE, JSON, ISA, HELP, OPTIONS };

static const struct option options[] = {
    {LAYOUT, "--layout", 'l', "TEMPLATE", VALUE_LAYOUT, NO_WORDS,
     "what a key is made of, as for rowkey encode; @NAME is a named layout"},
    OPTION_VALUE_COLUMNS(COLUMNS, "the columns of the records", ""),
    {INPUT, "--input", 0, "KIND", VALUE_RECORD_KIND, NO_WORDS,
     "lines, csv, tsv, jsonl or binary: LIST is what rowkey encode takes for this input"},
    {STRIDE, "--stride", 0, "N", VALUE_FREE, NO_WORDS,
     "values of the column that the key begins with step by N, as ids of a generator that hands out "
     "10, 20, 30 step by 10"},
    {JSON, "--json", 0, NULL, VALUE_NONE, NO_WORDS, "one JSON object instead of a table"},
    {ISA, "--isa", 0, "NAME", VALUE_ISA, NO_WORDS,
     "show the plan of this instruction set (rowkey cpu lists them)"},
    OPTION_HELP(HELP),
    OPTIONS_END,
};

static const struct page page = {
    .synopsis = "rowkey explain --layout TEMPLATE --columns LIST [OPTION...]\n",
    .description =
        "Tell what the keys of a layout are like before one is written: where each field stands, which "
        "fields and keys sort as the columns do, what their bytes cost, which kernels make them, and "
        "what is known to go wrong with such keys.",
    .options = options,
    .operands = VALUE_NONE,
    .exit_status = "0 success, 2 bad usage, 3 output failed. Warnings and notes never change it.",
    .examples =
        "  rowkey explain -l '{md5(id) % 1000000:07d}{id:010d}' -c id:u64\n"
        "  rowkey explain -l '{id % 1000:u16}{id:u64}' -c id:u64 --stride 10\n"
        "  rowkey explain -l @opentsdb --json | python3 -m json.tool\n",
};

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
                                    rowkey_quoted(shown, arguments[0], strlen(arguments[0])));
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
      !parse_option_number(option_name(options, STRIDE), values[STRIDE], 1, UINT64_MAX, &explain->stride,
                           failure) ||
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
    (values[JSON] != NULL ? print_explanation_json : print_explanation)(&explain.option, explain.explanation);
  free_explain(&explain);
  return done ? finish_standard_output() : report(&failure);
}

const struct command explain_command = {
    .name = "explain",
    .summary = "tell how a layout's keys sort, what they cost, and what may go wrong",
    .page = &page,
    .run = run,
};
