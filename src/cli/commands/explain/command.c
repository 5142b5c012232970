/* rowkey explain: what a layout's keys are like, before one is written. */
#include "commands/command.h"
#include "commands/explain/print.h"
#include "filter/common.h"
#include "records/kinds.h"

/* Everything that one run owns. */
struct explain {
  struct common_settings common;
  const rowkey_record_kind *input; /* NULL when not given */
  uint64_t stride;
  enum report_form form;
  struct columns columns;
  rowkey_layout *layout;
  rowkey_explanation *explanation;
};

#define SETTINGS struct explain

static const struct option options[] = {
    OPTION_LAYOUT(.missing = "", .line = "what a key is made of, as for rowkey encode",
                  .more = "; @NAME is a named layout"),
    OPTION_VALUE_COLUMNS("the columns of the records", ""),
    OPTION("--input", "KIND", RECORD_KIND_OF(input), USUAL,
           .line = "LIST is as for this input of rowkey encode"),
    OPTION("--stride", "N", NUMBER(stride, 1, UINT64_MAX), USUAL,
           .line = "values of the column that the key begins with step by N",
           .more = ", as ids of a generator that hands out 10, 20, 30 step by 10"),
    OPTION_REPORT_FORM(form),
    OPTION_JSON,
    OPTION("--isa", "NAME", READ(isa_reader, const char *, common.isa),
           .line = "show the plan of this instruction set", .more = " (rowkey cpu lists them)"),
    OPTION_HELP,
    OPTIONS_END,
};

static const struct page page = {
    .name = "explain",
    .summary = "tell how a layout's keys sort, what they cost, and what may go wrong",
    .synopsis = "rowkey explain --layout TEMPLATE --columns LIST [OPTION...]\n",
    .description =
        "Tell what the keys of a layout are like before one is written: where each field stands, which "
        "fields and keys sort as the columns do, what their bytes cost, which kernels make them, and "
        "what is known to go wrong with such keys.",
    .options = options,
    .exit_status = "0 success, 2 bad usage, 3 output failed. Warnings and notes never change it.",
    .examples =
        "  rowkey explain -l '{md5(id) % 1000000:07d}{id:010d}' -c id:u64\n"
        "  rowkey explain -l '{id % 1000:u16}{id:u64}' -c id:u64 --stride 10\n"
        "  rowkey explain -l @opentsdb --json | python3 -m json.tool\n",
};

static bool find_columns(struct explain *explain, struct failure *failure) {
  struct layout_option *layout = &explain->common.layout;
  const char *given = explain->common.columns, *list;
  if (explain->input == NULL) return value_columns(layout, given, &explain->columns, failure);
  return layout_option_columns(layout, given, explain->input, false, &list, failure) &&
         columns_of_values(list, explain->input->kind, &explain->columns, failure);
}

static bool prepare_explanation(struct explain *explain, struct failure *failure) {
  if (!choose_isa(explain->common.isa, failure) || !find_columns(explain, failure)) return false;
  explain->layout = compile_layout(&explain->common.layout, &explain->columns, failure);
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

static int run_explain(char **arguments, size_t count) {
  struct given given;
  struct explain explain = {.stride = 0};
  struct failure failure;
  const bool done = options_read(&page, arguments, count, &explain, &given, &failure) &&
                    prepare_explanation(&explain, &failure);
  if (done)
    (explain.form == REPORT_JSON ? print_explanation_json : print_explanation)(&explain.common.layout,
                                                                               explain.explanation);
  free_explain(&explain);
  return done ? finish_standard_output() : report(&failure);
}

const struct command explain_command = {
    .page = &page,
    .run = run_explain,
};
