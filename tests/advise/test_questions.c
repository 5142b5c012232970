/* Questions: what they leave open, how records fill it in, and what is refused. */
#include <math.h>
#include <rowkey/advise.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "advise/questions.h"
#include "events.h"
#include "testing.h"
#include "types/column_type.h"

static const rowkey_column_type *const no_types[EVENT_COLUMNS];
static const struct asked_columns asked = {event_columns, no_types, EVENT_COLUMNS};

static struct question *read_bytes(const char *text, size_t length) {
  rowkey_error error;
  struct question *question = rowkey_question_read(&asked, text, length, &error);
  CHECK(question != NULL, "%s: %s", text, error.text);
  return question;
}

static struct question *read(const char *text) { return read_bytes(text, strlen(text)); }

/* What the question of `length` bytes becomes with the values of record `row`. */
static void expect_bytes(const struct events *events, const char *text, size_t length, size_t row,
                         const char *expected, size_t expected_size) {
  struct question *question = read_bytes(text, length);
  struct string_list texts = {0};
  rowkey_error error = {.status = ROWKEY_OK};
  CHECK(rowkey_question_can_ask(question, events->columns, row), "%s cannot be asked", text);
  CHECK(rowkey_question_ask(question, &asked, events->columns, row, &texts, &error), "%s: %s", text,
        error.text);
  const size_t size = string_size(&texts, 0);
  CHECK(size == expected_size && memcmp(string_at(&texts, 0), expected, size) == 0, "%s: %.*s instead of %s",
        text, (int)size, (const char *)string_at(&texts, 0), expected);
  rowkey_strings_free(&texts);
  rowkey_question_free(question);
}

static void expect(const struct events *events, const char *text, size_t row, const char *expected) {
  expect_bytes(events, text, strlen(text), row, expected, strlen(expected));
}

static void fills_in_values(void) {
  struct events events = make_events(40, 1, 1, 10);
  expect(&events, "host = ?", 0, "host = \"host0\"");
  expect(&events, "host=?", 0, "host = \"host0\"");
  expect(&events, " id >= ? ,host = ?", 7, "id >= 7, host = \"host0\"");
  expect(&events, "ts in last 1h", 25, "ts > 1699996402, ts <= 1700000002");
  expect(&events, "ts in last 90s", 0, "ts > 1699999910, ts <= 1700000000");
  expect(&events, "ts in last 2w", 0, "ts > 1698790400, ts <= 1700000000");
  expect(&events, "id in last 3", 2, "id <= 2");
  expect(&events, "id in last 3", 3, "id > 0, id <= 3");
  expect(&events, "id in last 3", 20, "id > 17, id <= 20");
  expect(&events, "host in (\"a,b\", c), id = 3", 0, "host in (\"a,b\", c), id = 3");
  expect(&events, "host = \"a, id = ?\"", 0, "host = \"a, id = ?\"");
  expect(&events, "10: event begins ev, id < ?", 5, "event begins ev, id < 5");
  free_events(&events);
}

/* The public function, of values as programs have them. */
static void one_record_fills_in_a_question(void) {
  rowkey_column_type *price = rowkey_column_type_parse("decimal(2)", 10, NULL);
  const rowkey_column columns[] = {{.name = "host", .type = ROWKEY_TEXT},
                                   rowkey_column_type_column(price, "price"),
                                   {.name = "ts", .type = ROWKEY_I64, .unit = ROWKEY_SECONDS},
                                   {.name = "load", .type = ROWKEY_F64},
                                   {.name = "id", .type = ROWKEY_U64}};
  const rowkey_column_type *const types[] = {NULL, price, NULL, NULL, NULL};
  rowkey_value values[] = {rowkey_value_text("a\"b", 3), rowkey_value_decimal(125, 1),
                           rowkey_value_instant(1700000000000, ROWKEY_MILLISECONDS), rowkey_value_f64(0.5),
                           rowkey_value_null()};
  const rowkey_record record = rowkey_record_of(values, 5);
  static const struct {
    const char *question, *conditions;
  } filled[] = {{"host = ?", "host = \"a\\x22b\""},
                {"10: price >= ?, host = \"x\"", "price >= \"12.50\", host = \"x\""},
                {"ts in last 1h, order by ts desc, limit 3", "ts > 1699996400, ts <= 1700000000"},
                {"load within 0.25 of ?", "load >= 0.25, load <= 0.75"},
                {"price within 1 of ?", "price >= \"11.50\", price <= \"13.50\""},
                {"id < 5", "id < 5"},
                {"order by id", ""}};
  char text[100];
  size_t size;
  rowkey_error error;
  for (size_t i = 0; i < sizeof filled / sizeof *filled; i++) {
    const char *question = filled[i].question;
    const size_t expected = strlen(filled[i].conditions);
    CHECK(rowkey_question_fill(columns, types, 5, question, strlen(question), &record, text, expected + 1,
                               &size, &error) == ROWKEY_OK,
          "%s: %s", question, error.text);
    CHECK(size == expected && strcmp(text, filled[i].conditions) == 0, "%s: %s", question, text);
    CHECK(rowkey_question_fill(columns, types, 5, question, strlen(question), &record, text, expected, &size,
                               &error) == ROWKEY_ERROR_SPACE &&
              size == expected,
          "%s: %s", question, error.text);
  }
  CHECK(rowkey_question_fill(columns, types, 5, "id = ?", 6, &record, text, 100, &size, &error) ==
                ROWKEY_ERROR_RANGE &&
            error.column == 4,
        "%s", error.text);
  values[3] = rowkey_value_f64(NAN);
  CHECK(rowkey_question_fill(columns, types, 5, "load within 1 of ?", 18, &record, text, 100, &size,
                             &error) == ROWKEY_ERROR_RANGE &&
            error.column == 3,
        "%s", error.text);
  values[0] = rowkey_value_bool(true);
  CHECK(rowkey_question_fill(columns, types, 5, "host = ?", 8, &record, text, 100, &size, &error) ==
                ROWKEY_ERROR_TYPE &&
            error.column == 0,
        "%s", error.text);
  CHECK(rowkey_question_fill(columns, types, 5, "hos = ?", 7, &record, text, 100, &size, &error) ==
                ROWKEY_ERROR_COLUMN &&
            error.offset == 0,
        "%s", error.text);
  CHECK(rowkey_question_fill(columns, types, 4, "id = 5", 6, &record, text, 100, &size, &error) ==
            ROWKEY_ERROR_ARGUMENT,
        "%s", error.text);
  rowkey_column_type_free(price);
}

/* It stays as it is written, for what reads conditions to refuse. */
static void takes_no_nul_for_a_comparison(void) {
  static const char *const texts[] = {"host \0 ?", "host =\0?", "host \0= ?"};
  static const size_t lengths[] = {8, 8, 9};
  struct events events = make_events(1, 1, 1, 10);
  for (size_t i = 0; i < 3; i++) expect_bytes(&events, texts[i], lengths[i], 0, texts[i], lengths[i]);
  free_events(&events);
}

static void escapes_bytes_of_texts(void) {
  static const uint64_t offsets[] = {0, 7};
  static const char text[] = "a\"\\\n\x80,b";
  rowkey_values columns[EVENT_COLUMNS] = {{0}};
  struct question *question = read("host = ?");
  struct string_list texts = {0};
  rowkey_error error;
  columns[EVENT_HOST] = rowkey_values_of_offsets(ROWKEY_KIND_TEXT, text, 7, offsets, 1);
  CHECK(rowkey_question_ask(question, &asked, columns, 0, &texts, &error), "%s", error.text);
  static const char expected[] = "host = \"a\\x22\\x5C\\x0A\\x80,b\"";
  CHECK(string_size(&texts, 0) == strlen(expected) &&
            memcmp(string_at(&texts, 0), expected, strlen(expected)) == 0,
        "%.*s", (int)string_size(&texts, 0), (const char *)string_at(&texts, 0));
  rowkey_strings_free(&texts);
  rowkey_question_free(question);
}

static void writes_values_as_their_type_does(void) {
  rowkey_error error;
  rowkey_column_type *type = rowkey_column_type_parse("time(s)", 7, &error);
  CHECK(type != NULL, "%s", error.text);
  const rowkey_column_type *const types[EVENT_COLUMNS] = {[EVENT_TS] = type};
  const struct asked_columns typed = {event_columns, types, EVENT_COLUMNS};
  const int64_t ts = 1700000000;
  rowkey_values columns[EVENT_COLUMNS] = {[EVENT_TS] = rowkey_i64s(&ts, 1)};
  static const char text[] = "ts in last 1m";
  struct question *question = rowkey_question_read(&typed, text, strlen(text), &error);
  struct string_list texts = {0};
  CHECK(question != NULL && rowkey_question_ask(question, &typed, columns, 0, &texts, &error), "%s",
        error.text);
  static const char expected[] = "ts > \"2023-11-14T22:12:20Z\", ts <= \"2023-11-14T22:13:20Z\"";
  CHECK(string_size(&texts, 0) == strlen(expected) &&
            memcmp(string_at(&texts, 0), expected, strlen(expected)) == 0,
        "%.*s", (int)string_size(&texts, 0), (const char *)string_at(&texts, 0));
  rowkey_strings_free(&texts);
  rowkey_question_free(question);
  rowkey_column_type_free(type);
}

static void reads_weights(void) {
  static const struct {
    const char *text;
    double weight;
  } cases[] = {{"host = ?", 1}, {"10: host = ?", 10}, {" 0.5 :host = ?", 0.5}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct question *question = read(cases[i].text);
    CHECK(question->weight == cases[i].weight, "%s: weight %g", cases[i].text, question->weight);
    rowkey_question_free(question);
  }
}

static void knows_what_is_bound(void) {
  static const struct {
    const char *text;
    bool host, ts;
  } cases[] = {{"host = ?", true, false},           {"host in (a, b), ts = ?", true, true},
               {"host begins a", false, false},     {"ts in last 1h", false, false},
               {"host >= ?, ts == 5", false, true}, {"host == ?", true, false}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct question *question = read(cases[i].text);
    CHECK(rowkey_question_binds(question, EVENT_HOST) == cases[i].host, "%s: host", cases[i].text);
    CHECK(rowkey_question_binds(question, EVENT_TS) == cases[i].ts, "%s: ts", cases[i].text);
    rowkey_question_free(question);
  }
}

static void refuses(const char *text, rowkey_status status, size_t offset, const char *part) {
  rowkey_error error;
  struct question *question = rowkey_question_read(&asked, text, strlen(text), &error);
  CHECK(question == NULL, "%s is taken", text);
  CHECK(error.status == status && error.offset == offset, "%s: status %d, offset %zu: %s", text, error.status,
        error.offset, error.text);
  CHECK(strstr(error.text, part) != NULL, "%s: %s", text, error.text);
}

static void refuses_what_is_no_question(void) {
  refuses("", ROWKEY_ERROR_SYNTAX, 0, "a condition begins with a column");
  refuses("host = ?,", ROWKEY_ERROR_SYNTAX, 9, "a condition begins with a column");
  refuses("hots = ?", ROWKEY_ERROR_COLUMN, 0, "expected host");
  refuses("0: host = ?", ROWKEY_ERROR_SYNTAX, 0, "weight");
  refuses("5 host = ?", ROWKEY_ERROR_SYNTAX, 0, "weight");
  refuses("1.2.3: host = ?", ROWKEY_ERROR_SYNTAX, 0, "weight");
  refuses("ts in last 1x", ROWKEY_ERROR_SYNTAX, 11, "1x is not a length of time");
  refuses("ts in last 0h", ROWKEY_ERROR_SYNTAX, 11, "length of time");
  refuses("ts in last 500ms", ROWKEY_ERROR_SYNTAX, 11, "length of time");
  refuses("ts in last 99999999999999999999h", ROWKEY_ERROR_SYNTAX, 11, "length of time");
  refuses("id in last 1h", ROWKEY_ERROR_SYNTAX, 11, "3600");
  refuses("host in last 1h", ROWKEY_ERROR_TYPE, 0, "not a time");
}

static const struct test tests[] = {
    {"values of a record fill in what is left open", fills_in_values},
    {"one record fills in a question", one_record_fills_in_a_question},
    {"a NUL is not a comparison", takes_no_nul_for_a_comparison},
    {"bytes of texts are escaped", escapes_bytes_of_texts},
    {"values are written as their type does", writes_values_as_their_type_does},
    {"weights are read", reads_weights},
    {"equality and lists bind a column", knows_what_is_bound},
    {"what is not a question is refused with its place", refuses_what_is_no_question},
};

int main(int argc, char **argv) { return run_tests(tests, sizeof tests / sizeof tests[0], argc, argv); }
