/* rowkey key: the key of one record, given as arguments. */
#include <stdlib.h>
#include <string.h>

#include "columns/value.h"
#include "command.h"
#include "io/buffer.h"
#include "keys/emit.h"
#include "settings/layout_settings.h"
#include "settings/number.h"
#include "settings/options.h"
#include "text/buffer.h"

enum { LAYOUT, COLUMNS, OUTPUT, MAX_KEY, NULL_TEXT, SEED, ROW, ISA, HELP, OPTIONS };

static const struct option options[] = {
    {LAYOUT, "--layout", 'l', "TEMPLATE", VALUE_LAYOUT, NO_WORDS,
     "what a key is made of, as for rowkey encode"},
    OPTION_VALUE_COLUMNS(COLUMNS, "the columns of the record", ""),
    {OUTPUT, "--output", 0, "FORM", VALUE_KEY_FORM, NO_WORDS,
     "hbase: for the HBase shell, between double quotes (the default): \\xHH for what is not printable "
     "and for \\ \" ' and #, which mean something there\n"
     "text: the bytes of the key and a newline; the key must not hold one\n"
     "hex: two digits a byte, and a newline\n"
     "raw: the bytes of the key"},
    {MAX_KEY, "--max-key", 0, "N", VALUE_FREE, NO_WORDS,
     "the most bytes of a key (32767 with --output hbase, as HBase takes no longer one; else any "
     "number)"},
    {NULL_TEXT, "--null", 0, "TEXT", VALUE_FREE, NO_WORDS,
     "a VALUE that is TEXT is null, but for the line that --columns does not name"},
    {SEED, "--seed", 0, "N", VALUE_FREE, NO_WORDS,
     "start of the numbers that random() makes (with --row 0, else one of the system's: each key has another)"},
    {ROW, "--row", 0, "N", VALUE_FREE, NO_WORDS,
     "the number of the record among those that were encoded, from 0, for random(): the key that encode "
     "made of it (0)"},
    OPTION_ISA(ISA),
    OPTION_HELP(HELP),
    OPTIONS_END,
};

static const struct page page = {
    .synopsis = "rowkey key --layout TEMPLATE --columns LIST [OPTION...] VALUE...\n",
    .description =
        "Print the row key of one record, for a point lookup: one VALUE for each column, in their "
        "order.",
    .options = options,
    .operands = VALUE_FREE,
    .notes =
        "A VALUE that begins with - is an option, unless a digit or a point comes next. After --, "
        "every argument is a VALUE.",
    .exit_status = "0 success, 1 bad value, 2 bad usage, 3 output failed.",
    .examples =
        "  rowkey key -l '{md5(id) % 1000000:07d}{id:010d}' -c id:u64 42\n"
        "  rowkey key -l '{md5(host)}{9223372036854775807 - ts:u64}' -c host:text,ts:u64 web-1 1700000000\n"
        "  echo \"get 'events', \\\"$(rowkey key -l '{id:i64}' -c id:i64 -5)\\\"\" | hbase shell\n",
};

struct lookup {
  struct layout_option option;
  struct columns columns;
  struct emit_form form;
  const char *null;
  uint64_t seed;
  uint64_t row;
  bool is_numbered; /* random() makes what it makes of that row and seed */
  rowkey_layout *layout;
  rowkey_encoder *encoder;
  rowkey_value *values;  /* of the schema */
  struct buffer written; /* what texts of types such as uuid become */
  struct buffer key;
};

static bool parse_settings(const char *const *values, struct lookup *lookup, struct failure *failure) {
  const struct key_form *form = &key_form_hbase;
  if (!parse_layout("key", values[LAYOUT], &lookup->option, failure) ||
      !key_form_parse(option_name(options, OUTPUT), values[OUTPUT], KEY_FORM_ANY, &form, failure)) {
    return false;
  }
  lookup->form = single_key_form(form);
  lookup->is_numbered = values[SEED] != NULL || values[ROW] != NULL;
  /* The whole record is never null, as where records are read. */
  lookup->null = values[COLUMNS] != NULL ? values[NULL_TEXT] : NULL;
  return parse_option_number(option_name(options, MAX_KEY), values[MAX_KEY], 1, UINT64_MAX,
                             &lookup->form.most_key, failure) &&
         parse_option_number(option_name(options, SEED), values[SEED], 0, UINT64_MAX, &lookup->seed,
                             failure) &&
         parse_option_number(option_name(options, ROW), values[ROW], 0, UINT64_MAX, &lookup->row, failure) &&
         choose_isa(values[ISA], failure) &&
         value_columns(&lookup->option, values[COLUMNS], &lookup->columns, failure);
}

static bool prepare(struct lookup *lookup, struct failure *failure) {
  const struct columns *columns = &lookup->columns;
  lookup->layout = compile_layout(&lookup->option, columns, failure);
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
  const char *plural = columns->count == 1 ? "" : "s";
  if (count < columns->count) {
    return fail_with(failure, TOOL_BAD_USAGE, "value %zu is missing, of column %s (expected %zu value%s)",
                     count + 1, columns->items[count].name, columns->count, plural);
  }
  if (count > columns->count) {
    char shown[QUOTED_SIZE];
    const char *first = arguments[columns->count];
    return fail_with(failure, TOOL_BAD_USAGE, "value %zu, %s, belongs to no column (expected %zu value%s)",
                     columns->count + 1, rowkey_quoted(shown, first, strlen(first)), columns->count, plural);
  }
  size_t room_size = 1;
  for (size_t i = 0; i < count; i++) room_size += written_value_room(strlen(arguments[i]));
  if (!buffer_reserve(&lookup->written, room_size)) return fail_memory(failure);
  uint8_t *room = lookup->written.bytes;
  for (size_t i = 0; i < count; i++) {
    rowkey_error error;
    if (lookup->null != NULL && strcmp(arguments[i], lookup->null) == 0) {
      lookup->values[i] = rowkey_value_null();
    } else if (!value_parse(&columns->items[i], (const uint8_t *)arguments[i], strlen(arguments[i]), &room,
                            &lookup->values[i], &error)) {
      return fail_with(failure, TOOL_BAD_DATA, "column %s: %s", columns->items[i].name, error.text);
    }
  }
  return true;
}

static bool encode(struct lookup *lookup, struct failure *failure) {
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
  buffer_free(&lookup->written);
  buffer_free(&lookup->key);
}

static int run(const struct command *command, char **arguments, size_t count) {
  (void)command;
  const char *values[OPTIONS];
  size_t operands;
  struct lookup lookup = {.seed = 0};
  struct failure failure;
  const bool done = parse_options(options, OPTIONS, arguments, count, values, &operands, &failure) &&
                    parse_settings(values, &lookup, &failure) && prepare(&lookup, &failure) &&
                    parse_values(&lookup, arguments, operands, &failure) && encode(&lookup, &failure) &&
                    print_key(&lookup.form, lookup.key.bytes, lookup.key.size, &failure);
  free_lookup(&lookup);
  return done ? finish_standard_output() : report(&failure);
}

const struct command key_command = {
    .name = "key",
    .summary = "print the row key of one record, given as arguments",
    .page = &page,
    .run = run,
};
