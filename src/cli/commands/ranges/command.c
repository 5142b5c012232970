/* rowkey ranges: where in the table the rows lie that meet conditions on their columns. */
#include <string.h>

#include "command.h"
#include "commands/ranges/find.h"
#include "commands/ranges/get.h"
#include "commands/ranges/print.h"
#include "keys/split_list.h"
#include "settings/layout_settings.h"
#include "settings/options.h"
#include "settings/table_name.h"
#include "text/buffer.h"

enum {
  LAYOUT,
  COLUMNS,
  WHERE,
  GET,
  SPLITS,
  SPLITS_FORM,
  OUTPUT,
  TABLE,
  MAX_RANGES,
  ISA,
  QUIET,
  HELP,
  OPTIONS
};

enum ranges_form { RANGES_TEXT, RANGES_JSON, RANGES_HBASE, RANGES_FORMS };
static const char *const form_names[RANGES_FORMS] = {"text", "json", "hbase"};

static const struct option options[] = {
    {LAYOUT, "--layout", 'l', "TEMPLATE", VALUE_LAYOUT, NO_WORDS,
     "what the keys are made of, as it was given to rowkey encode"},
    OPTION_VALUE_COLUMNS(COLUMNS, "the columns of the records", ""),
    {WHERE, "--where", 'w', "CONDITIONS", VALUE_CONDITIONS, NO_WORDS,
     "what holds of the rows, with commas between; '' for all rows. May be given several times: then all of the "
     "conditions hold.\n"
     "COLUMN OP VALUE\tOP is = (or ==), <, <=, > or >=\n"
     "COLUMN in (VALUE, ...)\tone of the values\n"
     "COLUMN begins VALUE\ttext, hex or base64 that begins with the value\n"
     "COLUMN is null, COLUMN is not null\twith null_first or null_last in the layout\n"
     "A VALUE is as the column's type writes it: bare, or but for numbers in \"quotes\" where it is empty or "
     "holds blanks or , ( ) < > = \" \\; in them stand \\\" \\\\ and \\xHH."},
    {GET, "--get", 0, NULL, VALUE_NONE, NO_WORDS,
     "print the one key that the conditions leave, as rowkey key does"},
    {SPLITS, "--splits", 0, "FILE", VALUE_FILE, NO_WORDS,
     "cut the ranges at the split points in FILE, one a line; - is standard input"},
    OPTION_SPLITS_FORM(SPLITS_FORM, "how FILE writes them", ""),
    {OUTPUT, "--output", 0, "FORM", VALUE_KEY_FORM, WORDS(form_names),
     "text: a table, keys in the escapes of HBase's shell and blanks as \\x20 (the default)\n"
     "json: one object; keys in the escapes, in hex and in base64, \"\" for an open end\n"
     "hbase: commands of HBase's shell, one a line\n"
     "With --get: hbase (the default), text, hex or raw, as for rowkey key"},
    {TABLE, "--table", 0, "NAME", VALUE_FREE, NO_WORDS, "the table that --output hbase reads"},
    {MAX_RANGES, "--max-ranges", 0, "N", VALUE_FREE, NO_WORDS,
     "where more ranges would be needed, give fewer and longer ones that hold other rows, too (10000)"},
    OPTION_ISA(ISA),
    {QUIET, "--quiet", 'q', NULL, VALUE_NONE, NO_WORDS,
     "do not tell on standard error how many ranges there are and what is left to filter"},
    OPTION_HELP(HELP),
    OPTIONS_END,
};

static const struct page page = {
    .synopsis = "rowkey ranges --layout TEMPLATE --columns LIST --where CONDITIONS [OPTION...]\n",
    .description =
        "Print the ranges of row keys to read for the rows that meet conditions on their columns: one "
        "for each salt of a salted table, or only those that the values in question can fall in.",
    .options = options,
    .operands = VALUE_NONE,
    .notes =
        "A range holds the keys from its start up to, not including, its stop; an open end goes as far "
        "as the table.",
    .exit_status =
        "0 success, 1 bad split points or a key too long for its form, 2 bad usage, 3 input or output "
        "failed.",
    .examples =
        "  rowkey ranges -l '{md5(id) % 1000:03d}{id:010d}' -c id:u64 -w 'id in (5, 17)'\n"
        "  rowkey ranges -l @opentsdb -w 'metric = 3, ts >= 1700000000, ts < 1700003600' --output json\n"
        "  rowkey ranges -l @phoenix-salted -w 'id < 100' --splits splits.txt\n"
        "  rowkey ranges -l @hbase-list-data -w 'user = \"Ann Lee\"' --output hbase --table lists | hbase shell\n",
};

/* Everything that one run owns. */
struct query {
  struct layout_option option;
  struct columns columns;
  struct repeated texts; /* of --where */
  struct where where;
  bool get;
  struct emit_form key_form; /* of --get */
  enum ranges_form form;
  const char *table;
  const char *splits_file; /* NULL when not given */
  const struct key_form *splits_form;
  struct split_list splits;
  uint64_t most;
  rowkey_layout *layout;
  rowkey_ranges *ranges;
  size_t uncut; /* of them, before they are cut at split points */
};

static bool parse_get_output(const char *const *values, struct query *query, struct failure *failure) {
  const struct key_form *form = &key_form_hbase;
  if (!key_form_parse(option_name(options, OUTPUT), values[OUTPUT], KEY_FORM_ANY, &form, failure))
    return false;
  query->key_form = single_key_form(form);
  if (values[SPLITS] == NULL && values[TABLE] == NULL) return true;
  return fail_with(failure, TOOL_BAD_USAGE, "option %s has no meaning with --get, which prints one key",
                   option_name(options, values[SPLITS] != NULL ? SPLITS : TABLE));
}

static bool parse_output(const char *const *values, struct query *query, struct failure *failure) {
  query->get = values[GET] != NULL;
  if (query->get) return parse_get_output(values, query, failure);
  size_t form = RANGES_TEXT;
  if (!parse_option_name(option_name(options, OUTPUT), values[OUTPUT], form_names, RANGES_FORMS, &form,
                         failure))
    return false;
  query->form = (enum ranges_form)form;
  query->table = values[TABLE];
  if (query->table != NULL && form != RANGES_HBASE) {
    return fail_with(failure, TOOL_BAD_USAGE, "option --table needs --output hbase, which is all it is for");
  }
  if (query->table == NULL && form == RANGES_HBASE) {
    return fail_with(failure, TOOL_BAD_USAGE, "--output hbase needs --table, the table to be read");
  }
  return query->table == NULL ||
         check_table_name(option_name(options, TABLE), query->table, "table", failure);
}

static bool parse_settings(const char *const *values, struct query *query, struct failure *failure) {
  query->splits_file = values[SPLITS];
  query->splits_form = &key_form_hbase;
  if (values[SPLITS_FORM] != NULL && values[SPLITS] == NULL) {
    return fail_with(failure, TOOL_BAD_USAGE, "option --splits-form needs --splits");
  }
  if (!parse_layout("ranges", values[LAYOUT], &query->option, failure) ||
      !parse_output(values, query, failure) ||
      !key_form_parse(option_name(options, SPLITS_FORM), values[SPLITS_FORM], KEY_FORM_POINTS,
                      &query->splits_form, failure) ||
      !parse_option_number(option_name(options, MAX_RANGES), values[MAX_RANGES], 1, 100000000, &query->most,
                           failure) ||
      !choose_isa(values[ISA], failure) ||
      !value_columns(&query->option, values[COLUMNS], &query->columns, failure)) {
    return false;
  }
  return query->texts.count > 0 ||
         fail_with(failure, TOOL_BAD_USAGE,
                   "option --where is missing (expected conditions, or '' for all rows)");
}

static bool find(struct query *query, struct failure *failure) {
  query->layout = compile_layout(&query->option, &query->columns, failure);
  if (query->layout == NULL || !where_parse(query->texts.values, query->texts.count, query->layout,
                                            &query->columns, &query->where, failure)) {
    return false;
  }
  if (query->splits_file != NULL &&
      !split_list_read(query->splits_file, query->splits_form, &query->splits, failure)) {
    return false;
  }
  query->ranges = find_ranges(query->layout, &query->columns, &query->where, (size_t)query->most, failure);
  if (query->ranges == NULL) return false;
  query->uncut = query->ranges->count;
  if (query->splits_file == NULL) return true;
  rowkey_error error;
  rowkey_ranges *cut = rowkey_ranges_cut(query->ranges, &query->splits.splits, &error);
  if (cut == NULL) return fail_with(failure, TOOL_IO_ERROR, "%s", error.text);
  rowkey_ranges_free(query->ranges);
  query->ranges = cut;
  return true;
}

/* Before anything is printed, so that nobody takes a part of the commands for all. */
static bool check_keys_to_get(const rowkey_ranges *ranges, struct failure *failure) {
  const struct emit_form form = single_key_form(&key_form_hbase);
  char reason[1024];
  for (size_t i = 0; i < ranges->count; i++) {
    const rowkey_range *range = &ranges->ranges[i];
    if (range->is_key &&
        !emit_check(&form, range->start, range->start_size, NULL, 0, reason, sizeof reason)) {
      return fail_with(failure, TOOL_BAD_DATA, "%s", reason);
    }
  }
  return true;
}

static bool print(const struct query *query, struct failure *failure) {
  const rowkey_ranges *ranges = query->ranges;
  if (query->get) {
    return print_only_key(query->layout, &query->columns, &query->where, ranges, &query->key_form, failure);
  }
  if (query->form == RANGES_HBASE && !check_keys_to_get(ranges, failure)) return false;
  const bool done = query->form == RANGES_TEXT   ? print_ranges_table(ranges)
                    : query->form == RANGES_JSON ? print_ranges_json(ranges, &query->columns, &query->where)
                                                 : print_ranges_shell(ranges, query->table);
  return done || fail_memory(failure);
}

static void free_query(struct query *query) {
  rowkey_ranges_free(query->ranges);
  rowkey_layout_free(query->layout);
  split_list_free(&query->splits);
  where_free(&query->where);
  columns_free(&query->columns);
}

static bool no_operand(char *const *arguments, size_t operands, struct failure *failure) {
  char shown[QUOTED_SIZE];
  return operands == 0 ||
         fail_with(failure, TOOL_BAD_USAGE,
                   "rowkey ranges takes no argument, found %s (--where takes the conditions)",
                   rowkey_quoted(shown, arguments[0], strlen(arguments[0])));
}

static int run(const struct command *command, char **arguments, size_t count) {
  (void)command;
  const char *values[OPTIONS];
  size_t operands;
  struct query query = {.texts = {.option = WHERE}};
  struct failure failure;
  const bool done =
      parse_repeated_options(options, OPTIONS, arguments, count, values, &query.texts, &operands, &failure) &&
      no_operand(arguments, operands, &failure) && parse_settings(values, &query, &failure) &&
      find(&query, &failure) && print(&query, &failure);
  int status = done ? finish_standard_output() : report(&failure);
  /* Behind the table also where both go to one terminal. */
  if (status == TOOL_OK && !query.get && values[QUIET] == NULL &&
      !tell_ranges(query.ranges, query.uncut, &query.columns, &query.where)) {
    fail_memory(&failure);
    status = report(&failure);
  }
  free_query(&query);
  return status;
}

const struct command ranges_command = {
    .name = "ranges",
    .summary = "print the ranges of keys to read for the rows that meet conditions",
    .page = &page,
    .run = run,
};
