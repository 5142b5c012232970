/* Conditions as people write them. */
#include <rowkey/conditions.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "columns/value.h"
#include "conditions/conditions.h"
#include "plan/plan.h"
#include "text/names.h"
#include "text/tokens.h"
#include "types/column_type.h"

/* The caller gets the first member, and passes it to rowkey_conditions_free. */
struct parsed_conditions {
  rowkey_conditions shown;
  struct arena arena; /* of all that the first one points to */
};

/* The column that a condition is on. */
struct asked_column {
  rowkey_type type;
  const rowkey_column_type *written_as; /* the type that its values are written in; NULL: just `type` */
  bool has_beginnings; /* values are byte strings of any length, so a value can begin with another */
  bool has_nulls;      /* keys show its nulls */
};

/* Reads one text. */
struct scan {
  const rowkey_layout *layout;
  const rowkey_column_type *const *types; /* or NULL */
  struct diagnostic diagnostic;           /* the text */
  size_t at;
  struct asked_column column;
  rowkey_condition *conditions;
  size_t *begin, *end, count;
  rowkey_value *value; /* the next free one … */
  char *room;          /* … and room for its bytes */
};

/* ---- Words ----------------------------------------------------------------------------------------- */

/* NUL at the end; a NUL within the text is never part of a condition either. */
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

/* Whether the text continues with these bytes. */
static bool follows(const struct scan *scan, const char *bytes) {
  const size_t size = strlen(bytes);
  return scan->diagnostic.length - scan->at >= size &&
         memcmp(scan->diagnostic.text + scan->at, bytes, size) == 0;
}

/* The bytes up to one of `ends`, or the end. */
static struct slice read_up_to(struct scan *scan, const char *ends) {
  struct slice read = {scan->diagnostic.text + scan->at, 0};
  const size_t left = scan->diagnostic.length - scan->at;
  while (read.size < left && (read.at[read.size] == '\0' || strchr(ends, read.at[read.size]) == NULL))
    read.size++;
  scan->at += read.size;
  return read;
}

/* ---- Columns and comparisons ----------------------------------------------------------------------- */

/* Of the columns that the layout uses: conditions on others help nobody. */
static struct slice column_name(const void *context, size_t index) {
  const rowkey_layout *layout = context;
  for (size_t i = 0; i < layout->column_count; i++) {
    if (!rowkey_layout_uses(layout, i) || index-- > 0) continue;
    return (struct slice){layout->columns[i].name, strlen(layout->columns[i].name)};
  }
  return (struct slice){NULL, 0};
}

static struct asked_column ask_column(const struct scan *scan, size_t column) {
  const rowkey_column_type *written_as = scan->types == NULL ? NULL : scan->types[column];
  const rowkey_type type = scan->layout->columns[column].type;
  return (struct asked_column){
      .type = type,
      .written_as = written_as,
      .has_beginnings =
          type == ROWKEY_TEXT && (written_as == NULL || rowkey_column_type_column(written_as, "").width == 0),
      .has_nulls = rowkey_has_null_marker(scan->layout, column),
  };
}

static bool is_plain_text(const struct asked_column *column) {
  return column->type == ROWKEY_TEXT && column->written_as == NULL;
}

static const char *type_text(const struct asked_column *column) {
  return column->written_as != NULL ? rowkey_column_type_text(column->written_as)
                                    : rowkey_type_name(column->type);
}

static bool read_column(struct scan *scan, size_t *column) {
  const size_t begin = scan->at;
  const struct written_name written =
      rowkey_read_name(scan->diagnostic.text + begin, scan->diagnostic.length - begin);
  const struct slice name = written.name;
  scan->at += written.size;
  for (*column = 0; *column < scan->layout->column_count; ++*column) {
    if (!slice_is(name, scan->layout->columns[*column].name)) continue;
    scan->column = ask_column(scan, *column);
    return true;
  }
  const struct suggestion expected = rowkey_suggest(name, "columns", column_name, scan->layout);
  return name.size == 0 ? rowkey_fail(&scan->diagnostic, ROWKEY_ERROR_SYNTAX, begin, expected.text,
                                      "a condition begins with the name of a column")
                        : rowkey_fail(&scan->diagnostic, ROWKEY_ERROR_COLUMN, begin, expected.text,
                                      "there is no column %s", rowkey_show(name).text);
}

/* What a condition on the column may go on with. */
static const char *comparisons(const struct asked_column *column) {
  static const char *const texts[2][2] = {
      {"= < <= > >= or in", "= < <= > >= in or is"},
      {"= < <= > >= in or begins", "= < <= > >= in begins or is"},
  };
  return texts[column->has_beginnings][column->has_nulls];
}

enum condition_form { SIGN, IN, BEGINS, IS };

static bool read_operation(struct scan *scan, rowkey_comparison *comparison, enum condition_form *operation) {
  static const struct {
    const char *text;
    rowkey_comparison comparison;
    enum condition_form operation;
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
  const bool missing = begin == scan->diagnostic.length || peek(scan) == ',';
  const struct slice word = read_word(scan);
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
    if (word.size > 0 ? !slice_is(word, table[i].text) : !follows(scan, table[i].text)) continue;
    scan->at = begin + strlen(table[i].text);
    if (word.size == 0 && peek(scan) != '\0' && strchr("<=>", peek(scan)) != NULL) break; /* <> or => */
    *comparison = table[i].comparison;
    *operation = table[i].operation;
    if (*operation != BEGINS || scan->column.has_beginnings) return true;
    return rowkey_fail(
        &scan->diagnostic, ROWKEY_ERROR_TYPE, begin, comparisons(&scan->column),
        "begins is a comparison of text, and the column is of type %s",
        rowkey_show((struct slice){type_text(&scan->column), strlen(type_text(&scan->column))}).text);
  }
  return rowkey_fail(&scan->diagnostic, ROWKEY_ERROR_SYNTAX, begin, comparisons(&scan->column),
                     missing ? "a comparison is missing" : "unknown comparison");
}

/* ---- Values ---------------------------------------------------------------------------------------- */

/* The value of a type such as time(ms) that `text` spells, which begins at byte `begin` of the conditions. */
static bool read_written(struct scan *scan, size_t begin, struct slice text) {
  const rowkey_column_type *type = scan->column.written_as;
  const uint64_t limits[] = {0, text.size};
  const rowkey_values texts = rowkey_values_of_offsets(ROWKEY_KIND_TEXT, text.at, text.size, limits, 1);
  const rowkey_type kept = rowkey_column_type_column(type, "").type;
  const bool is_text = kept == ROWKEY_TEXT;
  uint64_t offsets[2];
  rowkey_value value = {.tag = rowkey_kept_tag(kept)};
  const rowkey_decoded to = is_text
                                ? rowkey_decoded_text(scan->room, written_value_room(text.size), offsets, 1)
                                : rowkey_decoded_numbers(kept, &value.as, 1);
  rowkey_error error;
  if (rowkey_column_type_read(type, &texts, 1, &to, &error) != ROWKEY_OK)
    return rowkey_fail_as(&scan->diagnostic, begin, &error);
  if (is_text) {
    value = rowkey_value_of_kind(ROWKEY_KIND_KEPT, scan->room, (size_t)offsets[1]);
    scan->room += value.size;
  }
  *scan->value++ = value;
  return true;
}

static bool read_plain_text(struct scan *scan, struct slice text) {
  memcpy(scan->room, text.at, text.size);
  *scan->value++ = rowkey_value_text(scan->room, text.size);
  scan->room += text.size;
  return true;
}

static bool read_number(struct scan *scan, size_t begin, struct slice text) {
  const rowkey_type type = scan->column.type;
  const char *fault = rowkey_read_number(type, (const uint8_t *)text.at, text.size, scan->value);
  scan->value += fault == NULL;
  return fault == NULL || rowkey_fail(&scan->diagnostic, ROWKEY_ERROR_NUMBER, begin,
                                      rowkey_number_expected(type), "%s is not a number of type %s: it %s",
                                      rowkey_show(text).text, rowkey_type_name(type), fault);
}

/* Reads a value up to a blank, a comma or a parenthesis. */
static bool read_bare(struct scan *scan) {
  const size_t begin = scan->at;
  const struct asked_column *column = &scan->column;
  const bool plain_text = is_plain_text(column);
  const struct slice text = read_up_to(scan, plain_text ? " \t\r\n,()<>=\"\\" : " \t\r\n,()");
  if (text.size == 0 || (text.at[0] == '\'' && plain_text)) {
    return rowkey_fail(
        &scan->diagnostic, ROWKEY_ERROR_SYNTAX, begin,
        column->written_as != NULL ? "a value, in \"double quotes\" where it holds blanks or , ( ) \""
        : !plain_text              ? rowkey_number_expected(column->type)
        : text.size > 0            ? "text as it is, or in \"double quotes\""
                        : "text, in \"double quotes\" where it is empty or holds blanks or , ( ) < > = \" \\",
        text.size > 0 ? "text cannot be in single quotes" : "a value is missing");
  }
  if (column->written_as != NULL) return read_written(scan, begin, text);
  return plain_text ? read_plain_text(scan, text) : read_number(scan, begin, text);
}

/* "text" with \" \\ and \xHH. */
static bool read_quoted(struct scan *scan) {
  const size_t begin = scan->at;
  struct slice text;
  if (!rowkey_read_string(&scan->diagnostic, &scan->at, &scan->room, &text)) return false;
  if (scan->column.written_as != NULL) return read_written(scan, begin, text);
  *scan->value++ = rowkey_value_text(text.at, text.size);
  return true;
}

static bool read_value(struct scan *scan) {
  skip_blanks(scan);
  const bool may_be_quoted = scan->column.type == ROWKEY_TEXT || scan->column.written_as != NULL;
  return (peek(scan) == '"' && may_be_quoted ? read_quoted : read_bare)(scan);
}

/* (value, value, ...) */
static bool read_list(struct scan *scan) {
  skip_blanks(scan);
  if (!skip_sign(scan, '(')) {
    return rowkey_fail(&scan->diagnostic, ROWKEY_ERROR_SYNTAX, scan->at,
                       "( and values with commas between, then )", "the list of values is missing");
  }
  do {
    if (!read_value(scan)) return false;
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

/* ---- Conditions ------------------------------------------------------------------------------------ */

static bool read_condition(struct scan *scan) {
  const size_t begin = scan->at;
  enum condition_form operation = SIGN;
  rowkey_condition condition = {.values = scan->value};
  if (!read_column(scan, &condition.column)) return false;
  skip_blanks(scan);
  if (!read_operation(scan, &condition.comparison, &operation)) return false;
  const bool done = operation == IS   ? read_null(scan, &condition.comparison)
                    : operation == IN ? read_list(scan)
                                      : read_value(scan);
  if (!done) return false;
  condition.value_count = (size_t)(scan->value - condition.values);
  scan->conditions[scan->count] = condition;
  scan->begin[scan->count] = begin;
  scan->end[scan->count++] = scan->at;
  return true;
}

/* Conditions with commas between, or none. */
static bool read_conditions(struct scan *scan) {
  skip_blanks(scan);
  if (scan->at == scan->diagnostic.length) return true;
  do {
    skip_blanks(scan);
    if (!read_condition(scan)) return false;
    skip_blanks(scan);
  } while (skip_sign(scan, ','));
  return scan->at == scan->diagnostic.length ||
         rowkey_fail(&scan->diagnostic, ROWKEY_ERROR_SYNTAX, scan->at,
                     is_plain_text(&scan->column)
                         ? "a comma or the end; text with blanks or , ( ) < > = \" \\ in \"double quotes\""
                         : "a comma and another condition, or the end",
                     "there is more text after the condition");
}

static bool check_types(const rowkey_layout *layout, const rowkey_column_type *const *types,
                        rowkey_error *error) {
  for (size_t i = 0; types != NULL && i < layout->column_count; i++) {
    const rowkey_column *column = &layout->columns[i];
    if (types[i] == NULL) continue;
    const rowkey_type type = rowkey_column_type_column(types[i], "").type;
    if (type == column->type) continue;
    rowkey_error_set(error, ROWKEY_ERROR_ARGUMENT,
                     "the type %.64s of column %.64s has values of type %s (expected a type of %s values)",
                     rowkey_column_type_text(types[i]), column->name, rowkey_type_name(type),
                     rowkey_type_name(column->type));
    if (error != NULL) error->column = i;
    return false;
  }
  return true;
}

/* Makes room for as many conditions and values as the text can hold. */
static bool make_room(struct scan *scan, struct arena *arena) {
  /* Every condition and every value but one follows a comma. */
  const size_t length = scan->diagnostic.length;
  size_t most = 1;
  for (size_t i = 0; i < length; i++) most += scan->diagnostic.text[i] == ',';
  /* Text without its quotes, and what becomes of a value's text: at most 2 * length + 16 * most bytes. */
  if (length > SIZE_MAX / 32) return false;
  scan->conditions = rowkey_arena_allocate_array(arena, most, sizeof *scan->conditions);
  scan->begin = rowkey_arena_allocate_array(arena, most, sizeof *scan->begin);
  scan->end = rowkey_arena_allocate_array(arena, most, sizeof *scan->end);
  scan->value = rowkey_arena_allocate_array(arena, most, sizeof *scan->value);
  scan->room = rowkey_arena_allocate(arena, 2 * length + written_value_room(0) * most);
  return !arena->exhausted;
}

rowkey_conditions *rowkey_conditions_parse(const rowkey_layout *layout,
                                           const rowkey_column_type *const *types, const char *text,
                                           size_t length, rowkey_error *error) {
  if (!rowkey_is_given(layout, "layout", error) ||
      !rowkey_is_array(text, length, 1, "bytes of the conditions", error) ||
      !check_types(layout, types, error))
    return NULL;
  if (text == NULL) text = "";
  struct scan scan = {.layout = layout, .types = types, .diagnostic = {text, length, error}};
  struct parsed_conditions *parsed = calloc(1, sizeof *parsed);
  bool done = parsed != NULL && make_room(&scan, &parsed->arena);
  if (!done)
    rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory while reading conditions");
  else
    done = read_conditions(&scan);
  if (done) {
    parsed->shown = (rowkey_conditions){scan.conditions, scan.count, scan.begin, scan.end};
    return &parsed->shown;
  }
  if (parsed != NULL) rowkey_conditions_free(&parsed->shown);
  return NULL;
}

void rowkey_conditions_free(rowkey_conditions *conditions) {
  if (conditions == NULL) return;
  struct parsed_conditions *parsed = (struct parsed_conditions *)(void *)conditions;
  rowkey_arena_free(&parsed->arena);
  free(parsed);
}
