/* rowkey key: the key of one record, given as arguments. */
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "commands/command.h"
#include "filter/common.h"
#include "keys/emit.h"
#include "keys/key_fields.h"
#include "text/buffer.h"
#include "text/plural.h"

struct lookup {
  struct common_settings common;
  struct columns columns;
  struct emit_form form;
  bool with_fields;
  const char *null; /* NULL when not given */
  uint64_t seed;
  uint64_t row;
  bool is_numbered; /* random() makes what it makes of that row and seed */
  rowkey_layout *layout;
  rowkey_encoder *encoder;
  rowkey_value *values; /* of the schema */
  struct buffer key;
};

#define SETTINGS struct lookup

static const struct option options[] = {
    OPTION_LAYOUT(.missing = "", .line = "what a key is made of, as for rowkey encode"),
    OPTION_VALUE_COLUMNS("the columns of the record", ""),
    OPTION("--output", "FORM", KEY_OUTPUT(form.form), .otherwise = "hbase", USUAL,
           .line = "how the key is written",
           .more = "\nWhat hbase writes means the key between double quotes in HBase's shell."),
    OPTION(
        "--fields", NULL, FLAG(with_fields), USUAL, .line = "below the key a line for each of its fields",
        .more =
            ": the field, where in the key it begins and ends, counted in bytes from 0, the bytes between, and "
            "the column that they give back"),
    OPTION("--max-key", "N", NUMBER(form.most_key, 1, UINT64_MAX), .line = "the most bytes of a key",
           .more = " (32767 with --output hbase, as HBase takes no longer one; else any number)"),
    OPTION("--null", "TEXT", TEXT(null), USUAL, .line = "a VALUE that is TEXT is null",
           .more = ", but for the line that --columns does not name"),
    OPTION("--seed", "N", NUMBER(seed, 0, UINT64_MAX), .line = "start of the numbers that random() makes",
           .more = " (with --row 0, else one of the system's: each key has another)"),
    OPTION("--row", "N", NUMBER(row, 0, UINT64_MAX), .otherwise = "0",
           .line = "the number of the record in the input of encode, from 0, for random()",
           .more = ": the key that encode made of it"),
    OPTION_ISA,
    OPTION_HELP,
    OPTIONS_END,
};

static const struct page page = {
    .name = "key",
    .summary = "print the row key of one record, given as arguments",
    .synopsis = "rowkey key --layout TEMPLATE --columns LIST [OPTION...] VALUE...\n",
    .description =
        "Print the row key of one record, for a point lookup: one VALUE for each column, in their "
        "order.",
    .options = options,
    .most_operands = ANY_OPERANDS,
    .notes =
        "A VALUE that begins with - is an option, unless a digit or a point comes next. After --, "
        "every argument is a VALUE.",
    .exit_status = "0 success, 1 bad value, 2 bad usage, 3 output failed.",
    .examples =
        "  rowkey key -l '{md5(id) % 1000000:07d}{id:010d}' -c id:u64 42\n"
        "  rowkey key -l '{md5(host) % 100:02d}{host}|{ts:010d}' -c host:text,ts:u64 --fields web-1 1700000000\n"
        "  rowkey key -l '{md5(host)}{9223372036854775807 - ts:u64}' -c host:text,ts:u64 web-1 1700000000\n"
        "  echo \"get 'events', \\\"$(rowkey key -l '{id:i64}' -c id:i64 -5)\\\"\" | hbase shell\n",
};

static bool read_settings(char **arguments, size_t count, struct lookup *lookup, struct given *given,
                          struct failure *failure) {
  if (!options_read(&page, arguments, count, lookup, given, failure)) return false;
  const struct emit_form form = single_key_form(lookup->form.form);
  if (given_text(given, "--max-key") == NULL) lookup->form.most_key = form.most_key;
  lookup->is_numbered = given_text(given, "--seed") != NULL || given_text(given, "--row") != NULL;
  /* The whole record is never null, as where records are read. */
  if (lookup->common.columns == NULL) lookup->null = NULL;
  if (lookup->with_fields && !lookup->form.form->is_lines)
    return fail_with(failure, TOOL_BAD_USAGE,
                     "option --fields: --output %s writes no lines (expected hbase, hex or text)",
                     lookup->form.form->name);
  return choose_isa(lookup->common.isa, failure) &&
         value_columns(&lookup->common.layout, lookup->common.columns, &lookup->columns, failure);
}

static bool prepare_lookup(struct lookup *lookup, struct failure *failure) {
  const struct columns *columns = &lookup->columns;
  lookup->layout = compile_layout(&lookup->common.layout, columns, failure);
  if (lookup->layout == NULL) return false;
  if (columns->schema_count > columns->count && rowkey_layout_uses(lookup->layout, columns->count)) {
    return fail_with(failure, TOOL_BAD_USAGE,
                     "the layout uses line, the whole record, which values alone do not tell (expected "
                     "--columns line:text, or a layout without line)");
  }
  rowkey_error error;
  lookup->values = calloc(columns->schema_count, sizeof *lookup->values);
  if (lookup->values == NULL) return fail_memory(failure);
  if (!lookup->is_numbered) return true;
  lookup->encoder = rowkey_encoder_create(lookup->layout, lookup->seed, &error);
  return lookup->encoder != NULL || fail_with(failure, TOOL_IO_ERROR, "%s", error.text);
}

static bool parse_values(struct lookup *lookup, char *const *arguments, size_t count,
                         struct failure *failure) {
  const struct columns *columns = &lookup->columns;
  const char *ending = plural(columns->count);
  if (count < columns->count) {
    return fail_with(failure, TOOL_BAD_USAGE, "value %zu is missing, of column %s (expected %zu value%s)",
                     count + 1, columns->schema[count].name, columns->count, ending);
  }
  if (count > columns->count) {
    char shown[QUOTED_SIZE];
    const char *first = arguments[columns->count];
    return fail_with(failure, TOOL_BAD_USAGE, "value %zu, %s, belongs to no column (expected %zu value%s)",
                     columns->count + 1, rowkey_quoted(shown, first, strlen(first)), columns->count, ending);
  }
  for (size_t i = 0; i < count; i++) {
    const bool is_null = lookup->null != NULL && strcmp(arguments[i], lookup->null) == 0;
    lookup->values[i] = is_null ? rowkey_value_null() : rowkey_value_text(arguments[i], strlen(arguments[i]));
  }
  return true;
}

static bool encode_key(struct lookup *lookup, struct failure *failure) {
  struct buffer *key = &lookup->key;
  rowkey_error error;
  rowkey_status status = ROWKEY_ERROR_SPACE;
  const rowkey_record record =
      rowkey_record_from(rowkey_record_of(lookup->values, lookup->columns.schema_count), lookup->row);
  for (size_t size = 1 << 16; status == ROWKEY_ERROR_SPACE;) {
    if (size > SIZE_MAX / 16 || !buffer_reserve(key, size)) return fail_memory(failure);
    status = lookup->is_numbered
                 ? rowkey_encode_row(lookup->encoder, &record, key->bytes, key->capacity, &size, &error)
                 : rowkey_key(lookup->layout, lookup->values, record.count, key->bytes, key->capacity, &size,
                              &error);
    if (status == ROWKEY_OK) key->size = size;
  }
  if (status == ROWKEY_OK) return true;
  return fail_with(failure, library_status(status, TOOL_BAD_DATA), "%s", error.text);
}

static void free_lookup(struct lookup *lookup) {
  columns_free(&lookup->columns);
  rowkey_encoder_free(lookup->encoder);
  rowkey_layout_free(lookup->layout);
  free(lookup->values);
  buffer_free(&lookup->key);
}

static int run_key(char **arguments, size_t count) {
  struct given given;
  struct lookup lookup = {.seed = 0};
  struct failure failure;
  const bool done =
      read_settings(arguments, count, &lookup, &given, &failure) && prepare_lookup(&lookup, &failure) &&
      parse_values(&lookup, given.operands, given.operand_count, &failure) && encode_key(&lookup, &failure) &&
      print_key(&lookup.form, lookup.key.bytes, lookup.key.size, &failure) &&
      (!lookup.with_fields ||
       print_key_fields(&lookup.common.layout, lookup.layout, &lookup.columns, lookup.form.form,
                        lookup.key.bytes, lookup.key.size, &failure));
  free_lookup(&lookup);
  return done ? finish_standard_output() : report(&failure);
}

const struct command key_command = {
    .page = &page,
    .run = run_key,
};
