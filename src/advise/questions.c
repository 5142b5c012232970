/* Questions are read: divided at their commas, and looked at for what they leave open. */
#include "advise/questions.h"

#include <math.h>
#include <rowkey/decode.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "text/floating.h"
#include "text/names.h"
#include "text/tokens.h"
#include "types/column_type.h"

struct reading {
  const struct asked_columns *columns;
  struct diagnostic diagnostic; /* the whole text */
};

static size_t place_of(const struct reading *reading, const char *at) {
  return (size_t)(at - reading->diagnostic.text);
}

static struct slice trimmed(struct slice slice) {
  while (slice.size > 0 && is_blank(*slice.at)) slice.at++, slice.size--;
  while (slice.size > 0 && is_blank(slice.at[slice.size - 1])) slice.size--;
  return slice;
}

/* ---- Words ------------------------------------------------------------------------------------- */

/* Takes a word, or a name in backquotes, off the front of the slice, and the blanks after it. */
static struct slice take_name(struct slice *rest) {
  const struct written_name written = rowkey_read_name(rest->at, rest->size);
  *rest = trimmed((struct slice){rest->at + written.size, rest->size - written.size});
  return written.name;
}

static bool take_word(struct slice *rest, const char *word) {
  struct slice after = *rest;
  if (!slice_is(take_name(&after), word)) return false;
  *rest = after;
  return true;
}

static struct slice column_name(const void *context, size_t index) {
  const struct asked_columns *columns = context;
  if (index >= columns->count) return (struct slice){NULL, 0};
  return (struct slice){columns->columns[index].name, strlen(columns->columns[index].name)};
}

static bool find_column(const struct reading *reading, struct slice name, size_t *column) {
  for (*column = 0; *column < reading->columns->count; ++*column)
    if (slice_is(name, reading->columns->columns[*column].name)) return true;
  const struct suggestion known = rowkey_suggest(name, "columns", column_name, reading->columns);
  return rowkey_fail(&reading->diagnostic, ROWKEY_ERROR_COLUMN, place_of(reading, name.at), known.text,
                     "there is no column %s", rowkey_show(name).text);
}

/* ---- What is left open ------------------------------------------------------------------------- */

/* strchr would find a NUL, too. */
static bool is_comparison(char sign) { return sign == '<' || sign == '=' || sign == '>'; }

static bool read_value(const struct reading *reading, struct slice rest, struct question_part *part) {
  const rowkey_type type = reading->columns->columns[part->column].type;
  size_t size = 0;
  while (size < rest.size && is_comparison(rest.at[size])) size++;
  part->kind = PART_VALUE;
  part->comparison = (struct slice){rest.at, size};
  if (type == ROWKEY_F64 || type == ROWKEY_F32)
    return rowkey_fail(&reading->diagnostic, ROWKEY_ERROR_TYPE, place_of(reading, part->text.at),
                       "a value, such as 0.5, in the place of the ?",
                       "floats cannot be compared with ?, as two records hardly ever have the same one");
  return true;
}

struct time_word {
  const char *word;
  uint64_t nanoseconds;
};

static const struct time_word time_words[] = {{"ns", 1},
                                              {"us", 1000},
                                              {"ms", 1000000},
                                              {"s", 1000000000},
                                              {"m", UINT64_C(60000000000)},
                                              {"h", UINT64_C(3600000000000)},
                                              {"d", UINT64_C(86400000000000)},
                                              {"w", UINT64_C(604800000000000)}};

/* Nanoseconds of one step of the column; 0 where it is no time. */
static uint64_t unit_of(const rowkey_column *column) {
  static const uint64_t units[] = {[ROWKEY_NO_TIME] = 0,
                                   [ROWKEY_SECONDS] = 1000000000,
                                   [ROWKEY_MILLISECONDS] = 1000000,
                                   [ROWKEY_MICROSECONDS] = 1000,
                                   [ROWKEY_NANOSECONDS] = 1};
  return units[column->unit];
}

static bool bad_length(const struct reading *reading, struct slice text, const char *expected) {
  return rowkey_fail(&reading->diagnostic, ROWKEY_ERROR_SYNTAX, place_of(reading, text.at), expected,
                     "%s is not a length of time here", rowkey_show(text).text);
}

/* Reads 1h, or of a column without a unit just 3600. */
static bool read_length(const struct reading *reading, struct slice text, struct question_part *part) {
  const uint64_t unit = unit_of(&reading->columns->columns[part->column]);
  const char *const expected =
      unit != 0 ? "a number and ms, s, m, h, d or w, such as 1h"
                : "a number, such as 3600, or a column whose type tells the unit, such as time(s)";
  uint64_t number = 0;
  size_t digits = 0;
  for (; digits < text.size && is_digit(text.at[digits]); digits++)
    if (__builtin_mul_overflow(number, 10, &number) ||
        __builtin_add_overflow(number, (uint64_t)(text.at[digits] - '0'), &number))
      return bad_length(reading, text, expected);
  if (digits == 0) return bad_length(reading, text, expected);
  const struct slice word = {text.at + digits, text.size - digits};
  if (word.size == 0 && unit == 0) {
    part->length = number;
    return number > 0 || bad_length(reading, text, expected);
  }
  for (size_t i = 0; unit != 0 && i < sizeof time_words / sizeof *time_words; i++) {
    if (!slice_is(word, time_words[i].word)) continue;
    if (__builtin_mul_overflow(number, time_words[i].nanoseconds, &number)) break;
    part->length = number / unit;
    return (number > 0 && number % unit == 0) ||
           bad_length(reading, text, "a length of one or more whole units of the column, such as 1h");
  }
  return bad_length(reading, text, expected);
}

static bool read_last(const struct reading *reading, struct slice rest, struct question_part *part) {
  const rowkey_type type = reading->columns->columns[part->column].type;
  part->kind = PART_LAST;
  if (type != ROWKEY_U64 && type != ROWKEY_I64)
    return rowkey_fail(&reading->diagnostic, ROWKEY_ERROR_TYPE, place_of(reading, part->text.at),
                       "a column of times or integers", "this column is not a time");
  return read_length(reading, rest, part);
}

static bool bad_distance(const struct reading *reading, struct slice text, const char *expected) {
  return rowkey_fail(&reading->diagnostic, ROWKEY_ERROR_SYNTAX, place_of(reading, text.at), expected,
                     "%s is not a distance here", rowkey_show(text).text);
}

/* A distance of a type such as decimal(2): 0.5 is 50. */
static bool read_typed_distance(const struct reading *reading, struct slice text,
                                struct question_part *part) {
  const rowkey_column_type *type = reading->columns->types[part->column];
  const rowkey_values given = rowkey_values_of_width(ROWKEY_KIND_TEXT, text.at, text.size, 1);
  uint64_t bits = 0;
  const rowkey_decoded number =
      rowkey_decoded_numbers(reading->columns->columns[part->column].type, &bits, 1);
  if (rowkey_column_type_read(type, &given, 1, &number, NULL) != ROWKEY_OK || (int64_t)bits <= 0)
    return bad_distance(reading, text, "a value of the column above 0");
  part->length = bits;
  return true;
}

/* Reads "1h of ?". */
static bool read_near(const struct reading *reading, struct slice rest, struct question_part *part) {
  const rowkey_column *column = &reading->columns->columns[part->column];
  struct slice text = rest;
  size_t size = 0;
  while (size < rest.size && !is_blank(rest.at[size])) size++;
  text.size = size;
  rest = trimmed((struct slice){rest.at + size, rest.size - size});
  part->kind = PART_NEAR;
  if (!take_word(&rest, "of") || !slice_is(rest, "?"))
    return rowkey_fail(&reading->diagnostic, ROWKEY_ERROR_SYNTAX, place_of(reading, rest.at),
                       "a distance and the words of ?, such as within 1h of ?",
                       "this is not a distance from ?");
  if (column->type == ROWKEY_TEXT)
    return rowkey_fail(&reading->diagnostic, ROWKEY_ERROR_TYPE, place_of(reading, part->text.at),
                       "a column of numbers or times", "texts have no distance");
  if (column->type == ROWKEY_F64 || column->type == ROWKEY_F32)
    return rowkey_read_f64((const uint8_t *)text.at, text.size, &part->distance) == NULL &&
                   part->distance > 0 && isfinite(part->distance)
               ? true
               : bad_distance(reading, text, "a number above 0, such as 0.5");
  if (unit_of(column) == 0 && reading->columns->types[part->column] != NULL)
    return read_typed_distance(reading, text, part);
  return read_length(reading, text, part);
}

/* ---- Order and limit --------------------------------------------------------------------------- */

/* Reads "ts desc"; of "ts" the direction stays as it is. */
static bool read_directed(const struct reading *reading, struct slice rest, size_t *column,
                          rowkey_order *direction) {
  if (!find_column(reading, take_name(&rest), column)) return false;
  if (take_word(&rest, "desc"))
    *direction = ROWKEY_DESCENDING;
  else if (take_word(&rest, "asc"))
    *direction = ROWKEY_ASCENDING;
  return rest.size == 0 || rowkey_fail(&reading->diagnostic, ROWKEY_ERROR_SYNTAX, place_of(reading, rest.at),
                                       "asc, desc or the end", "this is not a direction of an order");
}

static bool read_order(const struct reading *reading, struct slice rest, struct question *question) {
  if (question->order != ROWKEY_NONE)
    return rowkey_fail(&reading->diagnostic, ROWKEY_ERROR_SYNTAX, place_of(reading, rest.at),
                       "one column after order by", "a question has one order");
  question->direction = ROWKEY_ASCENDING;
  return read_directed(reading, rest, &question->order, &question->direction);
}

/* Reads "10", or "1 by host". */
static bool read_limit(const struct reading *reading, struct slice rest, struct question *question) {
  size_t digits = 0;
  if (question->limit != 0)
    return rowkey_fail(&reading->diagnostic, ROWKEY_ERROR_SYNTAX, place_of(reading, rest.at), "one limit",
                       "a question has one limit");
  for (; digits < rest.size && is_digit(rest.at[digits]); digits++)
    if (__builtin_mul_overflow(question->limit, 10, &question->limit) ||
        __builtin_add_overflow(question->limit, (uint64_t)(rest.at[digits] - '0'), &question->limit))
      break;
  if (question->limit == 0 || (digits < rest.size && !is_blank(rest.at[digits])))
    return rowkey_fail(&reading->diagnostic, ROWKEY_ERROR_SYNTAX, place_of(reading, rest.at),
                       "a number of rows above 0, such as limit 10", "this is not a limit");
  rest = trimmed((struct slice){rest.at + digits, rest.size - digits});
  if (take_word(&rest, "by")) return find_column(reading, rest, &question->group);
  return rest.size == 0 || rowkey_fail(&reading->diagnostic, ROWKEY_ERROR_SYNTAX, place_of(reading, rest.at),
                                       "by and a column, or the end", "this does not follow a limit");
}

/* Whether the text is an order or a limit, and not a condition on a column that is called so; *rest is what
 * follows the words. */
static bool takes_order(struct slice text, struct slice *rest) {
  *rest = text;
  return take_word(rest, "order") && take_word(rest, "by") && rest->size > 0;
}

static bool takes_limit(struct slice text, struct slice *rest) {
  *rest = text;
  return take_word(rest, "limit") && rest->size > 0 && is_digit(*rest->at);
}

/* ---- Conditions -------------------------------------------------------------------------------- */

static bool is_open(struct slice rest) {
  const struct slice last = {rest.at + rest.size - 1, 1};
  if (rest.size < 2 || *last.at != '?') return false;
  for (const char *at = rest.at; at < last.at; at++)
    if (!is_comparison(*at) && !is_blank(*at)) return false;
  return true;
}

static bool read_part(const struct reading *reading, struct slice text, struct question_part *part) {
  *part = (struct question_part){.kind = PART_AS_WRITTEN, .text = trimmed(text)};
  struct slice rest = part->text;
  const struct slice name = take_name(&rest);
  if (name.size == 0)
    return rowkey_fail(&reading->diagnostic, ROWKEY_ERROR_SYNTAX, place_of(reading, part->text.at),
                       "a condition, such as host = ? or ts in last 1h", "a condition begins with a column");
  if (!find_column(reading, name, &part->column)) return false;
  if (is_open(rest)) return read_value(reading, rest, part);
  if (take_word(&rest, "within")) return read_near(reading, rest, part);
  if (take_word(&rest, "in") && take_word(&rest, "last")) return read_last(reading, rest, part);
  return true;
}

/* Reads a condition, or what else stands between commas. */
static bool read_item(const struct reading *reading, struct slice text, struct question *question) {
  struct slice rest;
  text = trimmed(text);
  if (takes_order(text, &rest)) return read_order(reading, rest, question);
  if (takes_limit(text, &rest)) return read_limit(reading, rest, question);
  return read_part(reading, text, &question->parts[question->count++]);
}

/* Where the condition that begins at byte `at` ends: at a comma that is in no string or list. */
static size_t end_of_part(const struct diagnostic *text, size_t at) {
  char end = 0; /* of the string or of the name in backquotes */
  size_t depth = 0;
  for (; at < text->length; at++) {
    const char c = text->text[at];
    if (end != 0) {
      at += c == '\\' && end == '"';
      if (c == end) end = 0;
    } else if (c == '"' || c == '`') {
      end = c;
    } else if (c == '(') {
      depth++;
    } else if (c == ')' && depth > 0) {
      depth--;
    } else if (c == ',' && depth == 0) {
      return at;
    }
  }
  return text->length;
}

static bool read_parts(const struct reading *reading, size_t at, struct question *question) {
  const struct diagnostic *text = &reading->diagnostic;
  size_t most = 1;
  for (size_t i = at; i < text->length; i++) most += text->text[i] == ',';
  question->parts = calloc(most, sizeof *question->parts);
  if (question->parts == NULL)
    return rowkey_error_set(text->error, ROWKEY_ERROR_MEMORY, "out of memory for a question") == ROWKEY_OK;
  for (;;) {
    const size_t end = end_of_part(text, at);
    if (!read_item(reading, (struct slice){text->text + at, end - at}, question)) return false;
    if (end == text->length) return true;
    at = end + 1;
  }
}

/* "limit 10" alone is the same with every key. */
static bool has_column(const struct reading *reading, size_t at, const struct question *question) {
  if (question->count > 0 || question->order != ROWKEY_NONE || question->group != ROWKEY_NONE) return true;
  return rowkey_fail(&reading->diagnostic, ROWKEY_ERROR_SYNTAX, at,
                     "a condition or an order beside it, such as order by ts desc, limit 10",
                     "a limit alone asks nothing of a key");
}

/* A number and a colon at the beginning. *at becomes the byte after it. */
static bool read_weight(const struct reading *reading, size_t *at, double *weight) {
  const struct diagnostic *text = &reading->diagnostic;
  size_t begin = 0, end = 0;
  while (begin < text->length && is_blank(text->text[begin])) begin++;
  while (begin + end < text->length && (is_digit(text->text[begin + end]) || text->text[begin + end] == '.'))
    end++;
  *weight = 1;
  if (end == 0) return true;
  const char *problem = rowkey_read_f64((const uint8_t *)text->text + begin, end, weight);
  *at = begin + end;
  while (*at < text->length && is_blank(text->text[*at])) ++*at;
  if (problem != NULL || *weight <= 0 || *at == text->length || text->text[*at] != ':')
    return rowkey_fail(text, ROWKEY_ERROR_SYNTAX, begin,
                       "a number above 0 and a colon, such as 10:", "this is not the weight of a question");
  ++*at;
  return true;
}

/* The slices of parts point into the question's own copy of the text. */
struct question *rowkey_question_read(const struct asked_columns *columns, const char *text, size_t length,
                                      rowkey_error *error) {
  struct question *question = calloc(1, sizeof *question);
  char *copy = malloc(length + 1);
  if (question == NULL || copy == NULL) {
    free(question);
    free(copy);
    rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for a question");
    return NULL;
  }
  if (length > 0) memcpy(copy, text, length);
  copy[length] = '\0';
  question->order = question->group = ROWKEY_NONE;
  question->text = copy;
  question->size = length;
  const struct reading reading = {columns, {copy, length, error}};
  size_t at = 0;
  if (read_weight(&reading, &at, &question->weight) && read_parts(&reading, at, question) &&
      has_column(&reading, at, question))
    return question;
  rowkey_question_free(question);
  return NULL;
}

size_t rowkey_order_read(const struct asked_columns *columns, const char *text, size_t length,
                         rowkey_order *direction, rowkey_error *error) {
  const struct reading reading = {columns, {text, length, error}};
  size_t column;
  *direction = ROWKEY_UNORDERED;
  return read_directed(&reading, trimmed((struct slice){text, length}), &column, direction) ? column
                                                                                            : ROWKEY_NONE;
}

void rowkey_question_free(struct question *question) {
  if (question == NULL) return;
  free(question->text);
  free(question->parts);
  free(question);
}

bool rowkey_question_binds(const struct question *question, size_t column) {
  for (size_t i = 0; i < question->count; i++) {
    const struct question_part *part = &question->parts[i];
    if (part->column != column) continue;
    if (part->kind == PART_VALUE && part->comparison.at[0] == '=') return true;
    struct slice rest = part->text;
    take_name(&rest);
    if (part->kind == PART_AS_WRITTEN && (rest.size > 0 && (*rest.at == '=' || take_word(&rest, "in"))))
      return true;
  }
  return false;
}
