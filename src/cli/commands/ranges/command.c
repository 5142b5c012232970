/* rowkey ranges: where in the table the rows lie that meet conditions on their columns. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands/command.h"
#include "commands/ranges/print.h"
#include "filter/common.h"
#include "keys/emit.h"
#include "keys/split_list.h"
#include "layouts/where.h"
#include "text/plural.h"

/* ---- The only key ---------------------------------------------------------------------------- */

/* Whether the conditions say which one value the column has. */
static bool is_single(const struct where *where, size_t column) {
  for (size_t i = 0; i < where->count; i++) {
    const rowkey_condition *condition = &where->conditions[i];
    if (condition->column == column && condition->comparison == ROWKEY_EQUAL && condition->value_count == 1) {
      return true;
    }
  }
  return false;
}

static bool fail_many_keys(const rowkey_layout *layout, const struct columns *columns,
                           const struct where *where, size_t count, struct failure *failure) {
  const char *ending = plural(count);
  bool *open = calloc(columns->schema_count, sizeof *open);
  size_t open_count = 0;
  if (open == NULL) return fail_memory(failure);
  for (size_t i = 0; i < columns->schema_count; i++) {
    open[i] = rowkey_layout_uses(layout, i) && !is_single(where, i);
    open_count += open[i];
  }
  char names[1024];
  columns_list(columns, open, names, sizeof names);
  free(open);
  if (open_count > 0) {
    return fail_with(
        failure, TOOL_BAD_USAGE,
        "--get: the conditions leave %zu range%s of keys (expected one key, from one value of %s%s)", count,
        ending, open_count > 1 ? "each of " : "", names);
  }
  return fail_with(failure, TOOL_BAD_USAGE,
                   "--get: a row that meets the conditions has any of %zu keys, because no column says what "
                   "random() was (expected one key)",
                   count);
}

/* Prints the key that the ranges consist of, which the conditions leave. False and `failure`, which says the
 * columns that have more than one value, where they are anything else. */
static bool print_only_key(const rowkey_layout *layout, const struct columns *columns,
                           const struct where *where, const rowkey_ranges *ranges,
                           const struct emit_form *form, struct failure *failure) {
  if (ranges->count == 0) {
    return fail_with(failure, TOOL_BAD_USAGE, "--get: no key of the layout meets the conditions");
  }
  const rowkey_range *range = &ranges->ranges[0];
  if (ranges->count == 1 && range->is_key) return print_key(form, range->start, range->start_size, failure);
  return fail_many_keys(layout, columns, where, ranges->count, failure);
}

enum ranges_form { RANGES_TEXT, RANGES_JSON, RANGES_HBASE };

static const struct choice forms[] = {
    {"text", NULL, "a table, keys in the escapes of HBase's shell and blanks as \\x20"},
    {"json", NULL, "one object; keys in the escapes, in hex and in base64, \"\" for an open end"},
    {"hbase", NULL, "commands of HBase's shell, one a line"},
    {NULL, NULL, NULL},
};

/* Everything that one run owns. */
struct query {
  struct common_settings common;
  struct texts texts; /* of --where */
  bool get;
  struct emit_form key_form; /* of --get */
  enum ranges_form form;     /* without it */
  const char *table;
  const char *splits_file; /* NULL when not given */
  const struct key_form *splits_form;
  uint64_t most;
  struct columns columns;
  struct where where;
  struct split_list splits;
  rowkey_layout *layout;
  rowkey_ranges *found;        /* NULL for contradictory conditions … */
  rowkey_ranges none;          /* … which have these */
  const rowkey_ranges *ranges; /* one of the two */
  size_t uncut;                /* of them, before they are cut at split points */
};

#define SETTINGS struct query
#define NOT_WITH_GET EXCLUDES("--get", ", which prints one key")

static const struct option options[] = {
    OPTION_LAYOUT(.missing = "", .line = "what the keys are made of",
                  .more = ", as it was given to rowkey encode"),
    OPTION_VALUE_COLUMNS("the columns of the records", ""),
    OPTION(
        "--where", "CONDITIONS", .letter = 'w', CONDITIONS(texts),
        .missing = " (expected conditions, or '' for all rows)", USUAL,
        .line = "what holds of the rows; '' for all rows",
        .more =
            ", with commas between conditions. May be given several times: then all of the conditions hold.\n"
            "COLUMN OP VALUE\tOP is = (or ==), <, <=, > or >=\n"
            "COLUMN in (VALUE, ...)\tone of the values\n"
            "COLUMN begins VALUE\ttext, hex or base64 that begins with the value\n"
            "COLUMN is null, COLUMN is not null\twith null_first or null_last in the layout\n"
            "A VALUE is as the column's type writes it: bare, or but for numbers in \"quotes\" where it is empty "
            "or holds blanks or , ( ) < > = \" \\; in them stand \\\" \\\\ and \\xHH."),
    OPTION("--get", NULL, FLAG(get), USUAL, .line = "print the one key that the conditions leave",
           .more = ", as rowkey key does"),
    OPTION("--splits", "FILE", FILE_NAME(splits_file), .rules = {NOT_WITH_GET}, USUAL,
           .line = "cut the ranges at the split points in FILE", .more = ", one a line; - is standard input"),
    OPTION_SPLITS_FORM(splits_form, "how FILE writes them", "", .rules = {NEEDS("--splits", "")}),
    OPTION("--output", "FORM", CHOICE(form, forms), .otherwise = "text",
           .with = {"--get", &key_output_reader, TARGET(const struct key_form *, key_form.form), "hbase",
                    ", as for rowkey key"},
           USUAL, .line = "the form of the ranges"),
    OPTION_JSON,
    OPTION("--table", "NAME", SHELL_TABLE(table),
           .rules = {NOT_WITH_GET, NEEDS_VALUE("--output", "hbase", ", which is all it is for")},
           .line = "the table that --output hbase reads"),
    OPTION(
        "--max-ranges", "N", NUMBER(most, 1, 100000000),
        .line =
            "where more ranges would be needed, give fewer and longer ones that hold other rows, too (10000)"),
    OPTION_ISA,
    OPTION_QUIET("do not tell on standard error how many ranges there are and what is left to filter"),
    OPTION_HELP,
    OPTIONS_END,
};

static const struct page page = {
    .name = "ranges",
    .summary = "print the ranges of keys to read for the rows that meet conditions",
    .synopsis = "rowkey ranges --layout TEMPLATE --columns LIST --where CONDITIONS [OPTION...]\n",
    .description =
        "Print the ranges of row keys to read for the rows that meet conditions on their columns: one "
        "for each salt of a salted table, or only those that the values in question can fall in.",
    .options = options,
    .operand_hint = " (--where takes the conditions)",
    .notes =
        "A range holds the keys from its start up to, not including, its stop; an open end goes as far "
        "as the table.",
    .exit_status =
        "0 success, also where no row meets the conditions, 1 bad split points or a key too long for its "
        "form, 2 bad usage, 3 input or output "
        "failed.",
    .examples =
        "  rowkey ranges -l '{md5(id) % 1000:03d}{id:010d}' -c id:u64 -w 'id in (5, 17)'\n"
        "  rowkey ranges -l @opentsdb -w 'metric = 3, ts >= 1700000000, ts < 1700003600' --output json\n"
        "  rowkey ranges -l @phoenix-salted -w 'id < 100' --splits splits.txt\n"
        "  rowkey ranges -l @hbase-list-data -w 'user = \"Ann Lee\"' --output hbase --table lists | hbase shell\n",
};

static bool check_settings(struct query *query, struct failure *failure) {
  if (query->get) query->key_form = single_key_form(query->key_form.form);
  if (!query->get && query->form == RANGES_HBASE && query->table == NULL)
    return fail_with(failure, TOOL_BAD_USAGE, "--output hbase needs --table, the table to be read");
  return choose_isa(query->common.isa, failure) &&
         value_columns(&query->common.layout, query->common.columns, &query->columns, failure);
}

/* No row meets contradictory conditions, which have no range then; a single key is asked for in vain. */
static bool find_nothing(struct query *query, struct failure *failure) {
  if (query->get) return false;
  if (!query->common.quiet) message("note: %s", failure->text);
  query->none =
      (rowkey_ranges){.exact = true, .filter = calloc(query->columns.schema_count + 1, sizeof(bool))};
  query->ranges = &query->none;
  return query->none.filter != NULL || fail_memory(failure);
}

static bool find_query_ranges(struct query *query, struct failure *failure) {
  query->layout = compile_layout(&query->common.layout, &query->columns, failure);
  if (query->layout == NULL || !where_parse(query->texts.items, query->texts.count, query->layout,
                                            &query->columns, &query->where, failure)) {
    return false;
  }
  if (query->splits_file != NULL &&
      !split_list_read(query->splits_file, query->splits_form, &query->splits, failure)) {
    return false;
  }
  bool contradictory = false;
  query->found = where_find_ranges(&query->where, query->layout, &query->columns, (size_t)query->most,
                                   &contradictory, failure);
  if (query->found == NULL) return contradictory && find_nothing(query, failure);
  query->ranges = query->found;
  query->uncut = query->ranges->count;
  if (query->splits_file == NULL) return true;
  rowkey_error error;
  rowkey_ranges *cut = rowkey_ranges_cut(query->found, &query->splits.splits, &error);
  if (cut == NULL) return fail_with(failure, TOOL_IO_ERROR, "%s", error.text);
  rowkey_ranges_free(query->found);
  query->ranges = query->found = cut;
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

static bool print_ranges(const struct query *query, struct failure *failure) {
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
  rowkey_ranges_free(query->found);
  free((bool *)query->none.filter);
  rowkey_layout_free(query->layout);
  split_list_free(&query->splits);
  where_free(&query->where);
  columns_free(&query->columns);
}

static int run_ranges(char **arguments, size_t count) {
  struct given given;
  struct query query = {.most = 0};
  struct failure failure;
  const bool done = options_read(&page, arguments, count, &query, &given, &failure) &&
                    check_settings(&query, &failure) && find_query_ranges(&query, &failure) &&
                    print_ranges(&query, &failure);
  int status = done ? finish_standard_output() : report(&failure);
  /* Behind the table also where both go to one terminal. */
  if (status == TOOL_OK && !query.get && !query.common.quiet &&
      !tell_ranges(query.ranges, query.uncut, &query.columns, &query.where)) {
    fail_memory(&failure);
    status = report(&failure);
  }
  free_query(&query);
  return status;
}

const struct command ranges_command = {
    .page = &page,
    .run = run_ranges,
};
