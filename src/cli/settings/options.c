#include "settings/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/names.h"
#include "settings/readers.h"
#include "text/buffer.h"

/* The row of the option with the name, which is one of the table's. */
static size_t row_named(const struct option *options, const char *name) {
  size_t i = 0;
  while (options[i].name == NULL || strcmp(options[i].name, name) != 0) {
    if (options[i].kind == ROW_END) abort(); /* a row names an option that its table does not have */
    i++;
  }
  return i;
}

static size_t row_count(const struct option *options) {
  size_t count = 0;
  while (options[count].kind != ROW_END) count++;
  return count;
}

const char *given_text(const struct given *given, const char *name) {
  return given->texts[row_named(given->page->options, name)];
}

/* ---- What is told of an option --------------------------------------------------------------- */

/* Names that say what they mean follow each other, in the line; others have a line each. */
static void append_choices(const struct option *row, struct text_buffer *text) {
  bool are_terms = false, are_explained = false;
  for (size_t i = 0; row->reader->choice(row, i).name != NULL; i++) {
    are_terms = are_terms || row->reader->choice(row, i).arguments != NULL;
    are_explained = are_explained || row->reader->choice(row, i).text != NULL;
  }
  if (!are_explained) {
    char names[CHOICES_SIZE];
    rowkey_text_printf(text, ": %s", list_choices(row, row->reader, row->otherwise, names));
    return;
  }
  for (size_t i = 0;; i++) {
    const struct choice choice = row->reader->choice(row, i);
    if (choice.name == NULL) return;
    if (choice.text == NULL) continue;
    const bool is_usual = row->otherwise != NULL && strcmp(row->otherwise, choice.name) == 0;
    rowkey_text_printf(text, "\n%s%s%s%s%s", choice.name, choice.arguments != NULL ? choice.arguments : "",
                       is_usual ? " (the default)" : "", are_terms ? "\t" : ": ", choice.text);
  }
}

void option_text(const struct option *row, bool is_alone, char out[OPTION_TEXT_SIZE]) {
  struct text_buffer text = {out, OPTION_TEXT_SIZE};
  const bool has_choices = row->reader != NULL && row->reader->choice != NULL && !row->reader->hides_choices;
  rowkey_text_printf(&text, "%s", row->line);
  if (row->otherwise != NULL && !has_choices && is_alone) rowkey_text_printf(&text, " (%s)", row->otherwise);
  if (has_choices) append_choices(row, &text);
  if (row->more != NULL) rowkey_text_printf(&text, "%s", row->more);
  if (row->with.option != NULL) {
    char names[CHOICES_SIZE];
    rowkey_text_printf(&text, "\nWith %s: %s%s", row->with.option,
                       list_choices(row, row->with.reader, row->with.otherwise, names), row->with.more);
  }
  if (text.left < 2) abort(); /* the text of a table is longer than any */
}

/* ---- The arguments --------------------------------------------------------------------------- */

/* Arguments while they are read. */
struct parsing {
  const struct option *options;
  char **arguments;
  size_t argument_count;
  size_t at; /* of the argument that is read */
  void *settings;
  struct given *given;
  struct failure *failure;
};

static bool is_option(const struct option *row) { return row->kind == ROW_OPTION || row->kind == ROW_HIDDEN; }

static struct slice option_name_at(const void *context, size_t index) {
  const struct option *row = context;
  for (; row->kind != ROW_END; row++)
    if (is_option(row) && index-- == 0) return (struct slice){row->name, strlen(row->name)};
  return (struct slice){NULL, 0};
}

/* `group`: the argument that the option's letter stands in among others, or "". */
static bool fail_unknown(const struct parsing *parsing, const char *name, size_t length, const char *group) {
  char hint[SUGGESTION_SIZE], text[QUOTED_SIZE], within[QUOTED_SIZE];
  suggest_name(hint, (struct slice){name, length}, option_name_at, parsing->options);
  return fail_with(parsing->failure, TOOL_BAD_USAGE, "unknown option %s%s%s%s",
                   rowkey_quoted(text, name, length), group[0] != 0 ? " in " : "",
                   group[0] != 0 ? rowkey_quoted(within, group, strlen(group)) : "",
                   hint[0] != 0 ? hint : " (--help lists them)");
}

static bool read_into(const struct option *option, const struct value_reader *reader, size_t target,
                      const char *text, void *settings, struct failure *failure) {
  return reader->read(option, text, (char *)settings + target, failure);
}

/* Notes the option; `value` is what stands in the same argument, or NULL. */
static bool take_option(struct parsing *parsing, const struct option *option, const char *value) {
  const char **text = &parsing->given->texts[option - parsing->options];
  if (*text != NULL && !option->reader->repeats)
    return fail_with(parsing->failure, TOOL_BAD_USAGE, "option %s is given twice", option->name);
  if (option->value == NULL && value != NULL)
    return fail_with(parsing->failure, TOOL_BAD_USAGE, "option %s takes no value", option->name);
  if (option->value != NULL && value == NULL) {
    if (parsing->at + 1 == parsing->argument_count)
      return fail_with(parsing->failure, TOOL_BAD_USAGE, "option %s needs a value", option->name);
    value = parsing->arguments[++parsing->at];
  }
  *text = value != NULL ? value : "";
  return !option->reader->repeats ||
         read_into(option, option->reader, option->target, *text, parsing->settings, parsing->failure);
}

/* --name or --name=value */
static bool read_name(struct parsing *parsing, const char *argument) {
  const size_t length = strcspn(argument, "=");
  for (const struct option *row = parsing->options; row->kind != ROW_END; row++) {
    if (is_option(row) && strncmp(row->name, argument, length) == 0 && row->name[length] == 0)
      return take_option(parsing, row, argument[length] == '=' ? argument + length + 1 : NULL);
  }
  return fail_unknown(parsing, argument, length, "");
}

/* -n, -nvalue, or several letters of which the last may have a value: -qn value. */
static bool read_letters(struct parsing *parsing, const char *argument) {
  for (const char *letter = argument + 1; *letter != 0; letter++) {
    const struct option *row = parsing->options;
    while (row->kind != ROW_END && (!is_option(row) || row->letter != *letter)) row++;
    if (row->kind == ROW_END) {
      const char name[] = {'-', *letter};
      const bool is_first = letter == argument + 1;
      return is_first ? fail_unknown(parsing, argument, strcspn(argument, "="), "")
                      : fail_unknown(parsing, name, sizeof name, argument);
    }
    if (row->value != NULL) return take_option(parsing, row, letter[1] != 0 ? letter + 1 : NULL);
    if (!take_option(parsing, row, NULL)) return false;
  }
  return true;
}

static bool read_arguments(struct parsing *parsing) {
  bool ended = false;
  for (; parsing->at < parsing->argument_count; parsing->at++) {
    char *argument = parsing->arguments[parsing->at];
    /* strchr finds the NUL of "-", too. */
    if (ended || argument[0] != '-' || strchr(".0123456789", argument[1]) != NULL) {
      parsing->arguments[parsing->given->operand_count++] = argument;
    } else if (strcmp(argument, "--") == 0) {
      ended = true;
    } else if (!(argument[1] == '-' ? read_name : read_letters)(parsing, argument)) {
      return false;
    }
  }
  return true;
}

static bool check_operands(const struct given *given, struct failure *failure) {
  const struct page *page = given->page;
  if (given->operand_count <= page->most_operands) return true;
  char shown[QUOTED_SIZE];
  const char *first = given->operands[page->most_operands];
  return fail_with(failure, TOOL_BAD_USAGE, "rowkey %s takes %s, found %s%s%s", page->name,
                   page->most_operands == 0 ? "no argument" : "one name",
                   page->most_operands == 0 ? "" : "also ", rowkey_quoted(shown, first, strlen(first)),
                   page->operand_hint == NULL ? "" : page->operand_hint);
}

/* ---- What the rows say of them --------------------------------------------------------------- */

/* Notes what the options that are given are short for. */
static bool take_long_forms(struct given *given, struct failure *failure) {
  const struct option *const options = given->page->options;
  for (const struct option *row = options; row->kind != ROW_END; row++) {
    if (row->short_for.option == NULL || given->texts[row - options] == NULL) continue;
    const char **text = &given->texts[row_named(options, row->short_for.option)];
    if (*text != NULL && strcmp(*text, row->short_for.value) != 0)
      return fail_with(failure, TOOL_BAD_USAGE, "option %s is %s %s, and %s is given with another value",
                       row->name, row->short_for.option, row->short_for.value, row->short_for.option);
    *text = row->short_for.value;
  }
  return true;
}

static bool rule_holds(const struct rule *rule, const struct given *given) {
  if (strcmp(rule->option, A_FILE) == 0) return (given->operand_count > 0) != rule->excludes;
  const size_t row = row_named(given->page->options, rule->option);
  const char *text = given->texts[row] != NULL ? given->texts[row] : given->page->options[row].otherwise;
  const bool has_it =
      rule->value != NULL ? text != NULL && strcmp(text, rule->value) == 0 : given->texts[row] != NULL;
  return has_it != rule->excludes;
}

static bool check_rules(const struct option *row, const struct given *given, struct failure *failure) {
  if (row->kind == ROW_HIDDEN)
    return fail_with(failure, TOOL_BAD_USAGE, "option %s: %s", row->name, row->line);
  for (size_t i = 0; i < MOST_RULES && row->rules[i].option != NULL; i++) {
    const struct rule *rule = &row->rules[i];
    if (rule_holds(rule, given)) continue;
    return fail_with(failure, TOOL_BAD_USAGE, "option %s %s %s%s%s%s", row->name,
                     rule->excludes ? "does not go with" : "needs", rule->option,
                     rule->value == NULL ? "" : " ", rule->value == NULL ? "" : rule->value, rule->why);
  }
  return true;
}

static bool check_missing(const struct option *row, const struct given *given, struct failure *failure) {
  if (row->missing == NULL) return true;
  for (size_t i = 0; i < MOST_SUBSTITUTES && row->substitutes[i] != NULL; i++)
    if (given_text(given, row->substitutes[i]) != NULL) return true;
  if (row->missing[0] != 0)
    return fail_with(failure, TOOL_BAD_USAGE, "option %s is missing%s", row->name, row->missing);
  return fail_with(failure, TOOL_BAD_USAGE, "option %s is missing (rowkey %s --help explains it)", row->name,
                   given->page->name);
}

static bool read_row(const struct option *row, const struct given *given, void *settings,
                     struct failure *failure) {
  const bool is_other = row->with.option != NULL && given_text(given, row->with.option) != NULL;
  const char *otherwise = is_other ? row->with.otherwise : row->otherwise;
  const char *text = given->texts[row - given->page->options];
  if (text == NULL) text = otherwise;
  if (text == NULL) return true;
  return is_other ? read_into(row, row->with.reader, row->with.target, text, settings, failure)
                  : read_into(row, row->reader, row->target, text, settings, failure);
}

/* Whether the options that are given go together. */
static bool check_rows(const struct given *given, struct failure *failure) {
  const struct option *const options = given->page->options;
  for (const struct option *row = options; row->kind != ROW_END; row++)
    if (given->texts[row - options] != NULL && !check_rules(row, given, failure)) return false;
  return true;
}

bool options_read(const struct page *page, char **arguments, size_t count, void *settings,
                  struct given *given, struct failure *failure) {
  struct parsing parsing = {page->options, arguments, count, 0, settings, given, failure};
  *given = (struct given){.page = page, .operands = arguments};
  if (row_count(page->options) > MOST_ROWS) abort(); /* make MOST_ROWS more */
  if (!read_arguments(&parsing) || !check_operands(given, failure) || !take_long_forms(given, failure) ||
      !check_rows(given, failure)) {
    return false;
  }
  for (const struct option *row = page->options; row->kind != ROW_END; row++) {
    if (is_option(row) && !row->reader->repeats && !read_row(row, given, settings, failure)) return false;
  }
  for (const struct option *row = page->options; row->kind != ROW_END; row++)
    if (given->texts[row - page->options] == NULL && !check_missing(row, given, failure)) return false;
  return true;
}
