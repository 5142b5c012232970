#include "settings/where.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "settings/number.h"
#include "text/names.h"
#include "text/tokens.h"

/* Reads one text. */
struct scan {
  const struct columns *columns;
  struct where *where;
  struct diagnostic diagnostic; /* the text */
  rowkey_error error;
  size_t at;
  rowkey_value *value; /* the next free one … */
  char *resolved;      /* … and room for text without its quotes */
};

static char peek(const struct scan *scan) {
  return scan->at < scan->diagnostic.length ? scan->diagnostic.text[scan->at] : '\0';
}

static void skip_blanks(struct scan *scan) {
  while (is_blank(peek(scan))) scan->at++;
}

static bool skip_sign(struct scan *scan, char sign) {
  if (peek(scan) != sign) return false;
  scan->at++;
  return true;
}

static struct slice read_word(struct scan *scan) {
  struct slice word = {scan->diagnostic.text + scan->at, 0};
  word.size = rowkey_name_length(word.at, scan->diagnostic.length - scan->at);
  scan->at += word.size;
  return word;
}

static struct slice column_name(const void *context, size_t index) {
  const struct columns *columns = context;
  if (index >= columns->count) return (struct slice){NULL, 0};
  return (struct slice){columns->items[index].name, strlen(columns->items[index].name)};
}

static bool read_column(struct scan *scan, size_t *column) {
  const size_t begin = scan->at;
  const struct slice name = read_word(scan);
  for (size_t i = 0; i < scan->columns->schema_count; i++) {
    *column = i;
    if (slice_is(name, scan->columns->schema[i].name)) return true;
  }
  const struct suggestion expected = rowkey_suggest(name, "columns", column_name, scan->columns);
  return name.size == 0 ? rowkey_fail(&scan->diagnostic, ROWKEY_ERROR_SYNTAX, begin, expected.text,
                                      "a condition begins with the name of a column")
                        : rowkey_fail(&scan->diagnostic, ROWKEY_ERROR_TYPE, begin, expected.text,
                                      "there is no column %s", rowkey_show(name).text);
}

static bool is_sign(char c) { return c == '<' || c == '=' || c == '>'; }

static bool is_plain_text(const struct column *column) {
  return column->type == ROWKEY_TEXT && column->written_as == NULL;
}

/* Whether values are bytes of any number, of which others can be the beginning. */
static bool has_beginnings(const struct column *column) {
  return column->type == ROWKEY_TEXT &&
         (column->written_as == NULL ||
          rowkey_column_type_column(column->written_as, column->name).width == 0);
}

enum operation { SIGN, IN, BEGINS, IS };

static bool read_operation(struct scan *scan, const struct column *column, rowkey_comparison *comparison,
                           enum operation *operation) {
  static const struct {
    const char *text;
    rowkey_comparison comparison;
    enum operation operation;
  } table[] = {{"<=", ROWKEY_LESS_EQUAL, SIGN},
               {"<", ROWKEY_LESS, SIGN},
               {">=", ROWKEY_GREATER_EQUAL, SIGN},
               {">", ROWKEY_GREATER, SIGN},
               {"==", ROWKEY_EQUAL, SIGN},
               {"=", ROWKEY_EQUAL, SIGN},
               {"begins", ROWKEY_BEGINS_WITH, BEGINS},
               {"in", ROWKEY_EQUAL, IN},
               {"is", ROWKEY_IS_NULL, IS}};
  const size_t begin = scan->at;
  const char next = peek(scan);
  const struct slice word = read_word(scan);
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
    const size_t size = strlen(table[i].text);
    if (word.size > 0 ? !slice_is(word, table[i].text)
                      : strncmp(scan->diagnostic.text + begin, table[i].text, size) != 0) {
      continue;
    }
    scan->at = begin + size;
    if (word.size == 0 && is_sign(peek(scan))) break; /* <> or => */
    *comparison = table[i].comparison;
    *operation = table[i].operation;
    if (*operation != BEGINS || has_beginnings(column)) return true;
    return rowkey_fail(&scan->diagnostic, ROWKEY_ERROR_TYPE, begin, "= < <= > >= or in",
                       "only text begins with something, and the column is of type %s",
                       column->written_as != NULL ? rowkey_column_type_text(column->written_as)
                                                  : column_type_name(column->type));
  }
  return rowkey_fail(&scan->diagnostic, ROWKEY_ERROR_SYNTAX, begin,
                     has_beginnings(column) ? "= < <= > >= in or begins" : "= < <= > >= or in",
                     next == '\0' || next == ',' ? "a comparison is missing" : "this is no comparison");
}

/* The value of a type such as time(ms) that `text` spells, which begins at byte `begin` of the condition. */
static bool read_typed(struct scan *scan, const struct column *column, size_t begin, struct slice text) {
  rowkey_error error;
  struct expectation parts;
  uint8_t *room = (uint8_t *)scan->resolved;
  const bool good = value_parse(column, (const uint8_t *)text.at, text.size, &room, scan->value, &error);
  scan->resolved = (char *)room;
  scan->value += good;
  if (good) return true;
  expectation_split(error.text, &parts);
  return rowkey_fail(&scan->diagnostic, ROWKEY_ERROR_NUMBER, begin, parts.expected, "%s", parts.sentence);
}

/* Reads a value up to a blank, a comma or a parenthesis. */
static bool read_bare(struct scan *scan, const struct column *column) {
  const size_t begin = scan->at;
  const bool plain_text = is_plain_text(column);
  const char *text = scan->diagnostic.text + begin;
  const size_t size = strcspn(text, plain_text ? " \t\r\n,()<>=\"\\" : " \t\r\n,()");
  scan->at += size;
  if (size == 0 || (text[0] == '\'' && plain_text)) {
    return rowkey_fail(
        &scan->diagnostic, ROWKEY_ERROR_SYNTAX, begin,
        column->written_as != NULL ? "a value, in \"double quotes\" where it holds blanks or , ( ) \""
        : !plain_text              ? number_expected(column->type)
        : size > 0                 ? "text as it is, or in \"double quotes\""
                   : "text, in \"double quotes\" where it is empty or holds blanks or , ( ) < > = \" \\",
        size > 0 ? "text does not stand in single quotes" : "a value is missing");
  }
  const struct slice spelled = {text, size};
  if (column->written_as != NULL) return read_typed(scan, column, begin, spelled);
  rowkey_error error;
  if (value_parse(column, (const uint8_t *)text, size, NULL, scan->value, &error)) {
    scan->value++;
    return true;
  }
  return rowkey_fail(&scan->diagnostic, ROWKEY_ERROR_NUMBER, begin, number_expected(column->type),
                     "%s is not a number of type %s: it %s", rowkey_show(spelled).text,
                     column_type_name(column->type), number_fault(column->type, (const uint8_t *)text, size));
}

/* "text" with \" \\ and \xHH. */
static bool read_quoted(struct scan *scan, const struct column *column) {
  const size_t begin = scan->at;
  struct slice text;
  if (!rowkey_read_string(&scan->diagnostic, &scan->at, &scan->resolved, &text)) return false;
  if (column->written_as != NULL) return read_typed(scan, column, begin, text);
  *scan->value++ = rowkey_value_text(text.at, text.size);
  return true;
}

static bool read_value(struct scan *scan, const struct column *column) {
  skip_blanks(scan);
  const bool may_be_quoted = column->type == ROWKEY_TEXT || column->written_as != NULL;
  return (peek(scan) == '"' && may_be_quoted ? read_quoted : read_bare)(scan, column);
}

/* (value, value, ...) */
static bool read_list(struct scan *scan, const struct column *column) {
  skip_blanks(scan);
  if (!skip_sign(scan, '(')) {
    return rowkey_fail(&scan->diagnostic, ROWKEY_ERROR_SYNTAX, scan->at,
                       "( and values with commas between, then )", "the list of values is missing");
  }
  do {
    if (!read_value(scan, column)) return false;
    skip_blanks(scan);
  } while (skip_sign(scan, ','));
  return skip_sign(scan, ')') ||
         rowkey_fail(&scan->diagnostic, ROWKEY_ERROR_SYNTAX, scan->at, "a comma and one more value, or )",
                     "the list of values does not end");
}

/* null, or not null */
static bool read_null(struct scan *scan, rowkey_comparison *comparison) {
  skip_blanks(scan);
  const size_t begin = scan->at;
  struct slice word = read_word(scan);
  if (slice_is(word, "not")) {
    *comparison = ROWKEY_IS_NOT_NULL;
    skip_blanks(scan);
    word = read_word(scan);
  }
  return slice_is(word, "null") || rowkey_fail(&scan->diagnostic, ROWKEY_ERROR_SYNTAX, begin,
                                               "null or not null", "a column is null, or is not");
}

static bool read_condition(struct scan *scan) {
  struct where *where = scan->where;
  const size_t begin = scan->at;
  enum operation operation = SIGN;
  rowkey_condition condition = {.values = scan->value};
  if (!read_column(scan, &condition.column)) return false;
  skip_blanks(scan);
  const struct column column = columns_at(scan->columns, condition.column);
  if (!read_operation(scan, &column, &condition.comparison, &operation)) return false;
  if (operation == IS) {
    if (!read_null(scan, &condition.comparison)) return false;
  } else if (!(operation == IN ? read_list : read_value)(scan, &column)) {
    return false;
  }
  condition.value_count = (size_t)(scan->value - condition.values);
  where->places[where->count] = (struct where_place){scan->diagnostic.text, begin, scan->at};
  where->conditions[where->count++] = condition;
  return true;
}

/* Conditions with commas between, or none. */
static bool read_text(struct scan *scan) {
  skip_blanks(scan);
  if (scan->at == scan->diagnostic.length) return true;
  do {
    skip_blanks(scan);
    if (!read_condition(scan)) return false;
    skip_blanks(scan);
  } while (skip_sign(scan, ','));
  if (scan->at == scan->diagnostic.length) return true;
  const struct where *where = scan->where;
  const struct column column = columns_at(scan->columns, where->conditions[where->count - 1].column);
  return rowkey_fail(&scan->diagnostic, ROWKEY_ERROR_SYNTAX, scan->at,
                     is_plain_text(&column)
                         ? "a comma or the end; text with blanks or , ( ) < > = \" \\ in \"double quotes\""
                         : "a comma and another condition, or the end",
                     "something follows the value of the condition");
}

bool where_parse(const char *const *texts, size_t count, const struct columns *columns, struct where *where,
                 struct failure *failure) {
  /* Every condition and every value but one of a text follows a comma. */
  size_t most = 0, size = 0;
  for (size_t i = 0; i < count; i++) {
    size += strlen(texts[i]);
    most++;
    for (const char *c = texts[i]; *c != 0; c++) most += *c == ',';
  }
  where->conditions = calloc(most + 1, sizeof *where->conditions);
  where->places = calloc(most + 1, sizeof *where->places);
  where->values = calloc(most + 1, sizeof *where->values);
  /* A text in quotes without them, and what becomes of a value's text. */
  where->texts = malloc(2 * size + value_room(0) * (most + 1));
  if (where->conditions == NULL || where->places == NULL || where->values == NULL || where->texts == NULL) {
    return fail_memory(failure);
  }
  struct scan scan = {.columns = columns, .where = where, .value = where->values, .resolved = where->texts};
  for (size_t i = 0; i < count; i++) {
    scan.diagnostic = (struct diagnostic){texts[i], strlen(texts[i]), &scan.error};
    scan.at = 0;
    if (!read_text(&scan)) return fail_with(failure, TOOL_BAD_USAGE, "option --where: %s", scan.error.text);
  }
  return true;
}

void where_free(struct where *where) {
  free(where->conditions);
  free(where->places);
  free(where->values);
  free(where->texts);
  *where = (struct where){0};
}

struct shown where_show(const struct where *where, size_t condition) {
  const struct where_place *place = &where->places[condition];
  return rowkey_show((struct slice){place->text + place->begin, place->end - place->begin});
}

void expectation_split(const char *text, struct expectation *parts) {
  static const char opening[] = " (expected ";
  const char *found = strstr(text, opening);
  const size_t length = found == NULL ? strlen(text) : (size_t)(found - text);
  snprintf(parts->sentence, sizeof parts->sentence, "%.*s", (int)length, text);
  parts->expected[0] = 0;
  if (found == NULL) return;
  found += strlen(opening);
  const char *end = strrchr(found, ')');
  snprintf(parts->expected, sizeof parts->expected, "%.*s",
           (int)(end == NULL ? strlen(found) : (size_t)(end - found)), found);
}

bool where_fail(const struct where *where, size_t condition, const char *expected, struct failure *failure,
                const char *format, ...) {
  const struct where_place *place = &where->places[condition];
  rowkey_error error;
  const struct diagnostic diagnostic = {place->text, strlen(place->text), &error};
  char sentence[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(sentence, sizeof sentence, format, arguments);
  va_end(arguments);
  rowkey_fail(&diagnostic, ROWKEY_ERROR_RANGE, place->begin, expected, "%s", sentence);
  return fail_with(failure, TOOL_BAD_USAGE, "option --where: %s", error.text);
}
