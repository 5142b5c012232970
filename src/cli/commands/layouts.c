/* rowkey layouts: the named layouts, as a list, one by one, and as JSON. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rowkey/named.h>
#include "commands/command.h"
#include "filter/common.h"
#include "keys/escape.h"
#include "keys/key_fields.h"
#include "report/json.h"
#include "report/words.h"

enum { LABEL_WIDTH = 12, KEY_BYTES = 256 };

/* A layout as it is shown: with its parameters' values in the template. */
struct shown_layout {
  const rowkey_named_layout *named;
  char text[ROWKEY_NAMED_TEMPLATE_SIZE];
};

/* With the default parameters; `index` is in the table. */
static struct shown_layout by_default(size_t index) {
  struct shown_layout shown;
  char text[64];
  const int length = snprintf(text, sizeof text, "@%s", rowkey_named_layout_at(index)->name);
  if (rowkey_named_expand(text, (size_t)length, &shown.named, shown.text, sizeof shown.text, NULL) !=
      ROWKEY_OK)
    abort(); /* all of the table can be expanded: the library's tests do it */
  return shown;
}

static void print_list(void) {
  puts("--layout @NAME stands for the template below it; rowkey layouts NAME shows more.\n");
  const rowkey_named_layout *named = NULL;
  for (size_t i = 0; (named = rowkey_named_layout_at(i)) != NULL; i++) {
    const struct shown_layout shown = by_default(i);
    printf("%-25s %-21s ", named->name, named->system);
    print_wrapped(named->columns, 48);
    printf("    ");
    print_wrapped(shown.text, 4);
  }
}

static void print_label(const char *label) { printf("%-*s", LABEL_WIDTH, label); }

static void print_labelled(const char *label, const char *text) {
  print_label(label);
  print_wrapped(text, LABEL_WIDTH);
}

static unsigned hex_value(char digit) { return (unsigned)(digit <= '9' ? digit - '0' : digit - 'a' + 10); }

/* A line for each field of the example's key, which is that of the default parameters. */
static bool print_fields(const struct shown_layout *layout, const struct key_form *form, const uint8_t *key,
                         size_t size, struct failure *failure) {
  char name[64];
  snprintf(name, sizeof name, "@%s", layout->named->name);
  struct layout_option option;
  struct columns columns = {0};
  rowkey_layout *compiled = NULL;
  if (layout_option_read("--layout", name, &option, failure) &&
      value_columns(&option, NULL, &columns, failure))
    compiled = compile_layout(&option, &columns, failure);
  const bool done =
      compiled != NULL && print_key_fields(&option, compiled, &columns, form, key, size, failure);
  rowkey_layout_free(compiled);
  columns_free(&columns);
  return done;
}

/* The example's key, whole on a line to be copied: as text where it is, in hex, and as HBase's shell writes
 * it; and the fields that it is made of. */
static bool print_example_key(const struct shown_layout *layout, struct failure *failure) {
  const char *hex = layout->named->key;
  uint8_t key[KEY_BYTES], escaped[4 * KEY_BYTES];
  const size_t size = strlen(hex) / 2;
  bool printable = true;
  for (size_t i = 0; i < size; i++) {
    key[i] = (uint8_t)(hex_value(hex[2 * i]) << 4 | hex_value(hex[2 * i + 1]));
    printable = printable && key[i] >= 0x20 && key[i] < 0x7f;
  }
  if (printable) {
    print_label("  key text");
    printf("%.*s\n", (int)size, (const char *)key);
  }
  print_label("  key hex");
  puts(hex);
  print_label("  key hbase");
  printf("%.*s\n\n", (int)escape_hbase(key, size, escaped), (const char *)escaped);
  return print_fields(layout, printable ? &key_form_text : &key_form_hex, key, size, failure);
}

static bool print_layout(const struct shown_layout *shown, struct failure *failure) {
  const rowkey_named_layout *named = shown->named;
  print_labelled("name", named->name);
  print_labelled("system", named->system);
  print_labelled("source", named->source);
  print_labelled("template", shown->text);
  print_labelled("columns", named->columns);
  for (const rowkey_named_parameter *parameter = named->parameters; parameter->name != NULL; parameter++) {
    char text[256];
    snprintf(text, sizeof text, "%s=%" PRIu64 ", from %" PRIu64 " to %" PRIu64 ": %s", parameter->name,
             parameter->value, parameter->least, parameter->most, parameter->meaning);
    print_labelled(parameter == named->parameters ? "parameters" : "", text);
  }
  puts("");
  print_wrapped(named->description, 0);
  puts("\nexample, with the default parameters");
  print_labelled("  record", named->record);
  return print_example_key(shown, failure);
}

static void print_json(const struct shown_layout *shown) {
  const rowkey_named_layout *named = shown->named;
  struct json json = {.first = true};
  json_open(&json, NULL, '{');
  json_text(&json, "name", named->name);
  json_text(&json, "system", named->system);
  json_text(&json, "source", named->source);
  json_text(&json, "template", shown->text);
  json_text(&json, "pattern", named->pattern);
  json_text(&json, "columns", named->columns);
  json_open(&json, "parameters", '[');
  for (const rowkey_named_parameter *parameter = named->parameters; parameter->name != NULL; parameter++) {
    json_open(&json, NULL, '{');
    json_text(&json, "name", parameter->name);
    json_number(&json, "default", parameter->value);
    json_number(&json, "least", parameter->least);
    json_number(&json, "most", parameter->most);
    json_text(&json, "meaning", parameter->meaning);
    json_close(&json, '}');
  }
  json_close(&json, ']');
  json_text(&json, "description", named->description);
  json_text(&json, "record", named->record);
  json_text(&json, "key", named->key);
  json_close(&json, '}');
}

static void print_json_list(void) {
  for (size_t i = 0; rowkey_named_layout_at(i) != NULL; i++) {
    const struct shown_layout shown = by_default(i);
    fputs(i == 0 ? "[" : ",\n ", stdout);
    print_json(&shown);
  }
  puts("]");
}

/* NAME, @NAME or @NAME(PARAMETER=VALUE,...). */
static bool find_layout(const char *operand, struct shown_layout *shown, struct failure *failure) {
  char text[1024];
  const int length = snprintf(text, sizeof text, "%s%s", operand[0] == '@' ? "" : "@", operand);
  if (length < 0 || (size_t)length >= sizeof text) {
    return fail_with(failure, TOOL_BAD_USAGE, "the name of a layout is too long (expected at most %zu bytes)",
                     sizeof text - 2);
  }
  rowkey_error error;
  return rowkey_named_expand(text, (size_t)length, &shown->named, shown->text, sizeof shown->text, &error) ==
             ROWKEY_OK ||
         fail_with(failure, TOOL_BAD_USAGE, "%s", error.text);
}

struct layouts_settings {
  enum report_form form;
};

#define SETTINGS struct layouts_settings

static const struct option options[] = {
    OPERAND("NAME",
            "tell all of one layout: what its keys agree with byte by byte and where "
            "they cannot, its parameters, and a record with its key and the places of the key's fields. "
            "@NAME(PARAMETER=VALUE,...) shows its template with these values."),
    OPTION_REPORT_FORM(form),
    OPTION_JSON,
    OPTION_HELP,
    OPTIONS_END,
};

static const struct page page = {
    .name = "layouts",
    .summary = "list the row-key designs of known systems that have a name",
    .synopsis = "rowkey layouts [OPTION...] [NAME]\n",
    .description =
        "List the named layouts: row-key designs of known systems, each a template with parameters. "
        "Where a command takes --layout, @NAME stands for the template, and @NAME(PARAMETER=VALUE,...) "
        "for it with other numbers in it; --columns then need not be given.",
    .options = options,
    .operands = OFFER_LAYOUT_NAMES,
    .most_operands = 1,
    .exit_status = "0 success, 2 bad usage, 3 output failed.",
    .examples =
        "  rowkey layouts\n"
        "  rowkey layouts opentsdb\n"
        "  seq 9 | rowkey encode --layout @phoenix-salted --output hex\n"
        "  rowkey encode -l '@opentsdb(buckets=8)' --input csv --header points.csv --output raw\n",
};

static int run_layouts(char **arguments, size_t count) {
  struct layouts_settings settings = {0};
  struct given given;
  struct failure failure;
  struct shown_layout shown;
  if (!options_read(&page, arguments, count, &settings, &given, &failure)) return report(&failure);
  if (given.operand_count == 1 && !find_layout(given.operands[0], &shown, &failure)) return report(&failure);
  if (given.operand_count == 0) {
    (settings.form == REPORT_JSON ? print_json_list : print_list)();
  } else if (settings.form == REPORT_JSON) {
    print_json(&shown);
    puts("");
  } else if (!print_layout(&shown, &failure)) {
    return report(&failure);
  }
  return finish_standard_output();
}

const struct command layouts_command = {
    .page = &page,
    .run = run_layouts,
};
