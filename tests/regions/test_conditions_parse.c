/* Conditions as text: what each form means, and what is said of text that has none. */
#include <inttypes.h>
#include <rowkey/rowkey.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decimal_point.h"
#include "testing.h"
#include "types/column_type.h"

/* A column of each type, and of types that are written in a way of their own. */
static const struct {
  const char *name, *written_as;
  rowkey_type type;
} columns[] = {
    {"id", NULL, ROWKEY_U64},     {"n", NULL, ROWKEY_I64},
    {"v", NULL, ROWKEY_F64},      {"w", NULL, ROWKEY_F32},
    {"host", NULL, ROWKEY_TEXT},  {"t", "time(ms)", ROWKEY_I64},
    {"u", "uuid", ROWKEY_TEXT},   {"p", "decimal(2)", ROWKEY_I64},
    {"h", "hex", ROWKEY_TEXT},    {"e", "enum(low, \"very, high\")", ROWKEY_U64},
    {"marked", NULL, ROWKEY_U64},
};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

static rowkey_column_type *types[COLUMNS];
static rowkey_layout *layout;

static void open_layout(void) {
  static const char template[] =
      "{id:u64}{n:i64}{v}{w}{host:esc}{t:i64}{u}{p:i64}{h:esc}{e:u8}{null_last(marked):u8}"
      "{coalesce(marked, 0):u64}";
  rowkey_column schema[COLUMNS];
  rowkey_error error;
  for (size_t i = 0; i < COLUMNS; i++) {
    const char *written_as = columns[i].written_as;
    schema[i] = rowkey_column_of(columns[i].name, columns[i].type);
    types[i] = NULL;
    if (written_as == NULL) continue;
    types[i] = rowkey_column_type_parse(written_as, strlen(written_as), &error);
    CHECK(types[i] != NULL, "%s", error.text);
    schema[i] = rowkey_column_type_column(types[i], columns[i].name);
  }
  layout = rowkey_layout_compile(template, sizeof template - 1, schema, COLUMNS, &error);
  CHECK(layout != NULL, "%s", error.text);
}

static void close_layout(void) {
  for (size_t i = 0; i < COLUMNS; i++) rowkey_column_type_free(types[i]);
  rowkey_layout_free(layout);
}

static const rowkey_column_type *const *all_types(void) {
  static const rowkey_column_type *list[COLUMNS];
  for (size_t i = 0; i < COLUMNS; i++) list[i] = types[i];
  return list;
}

/* The text right before a page that faults, without a NUL after it. */
static rowkey_conditions *parse(const char *text, size_t size, rowkey_error *error) {
  char *copy = guarded(size, GUARD_END);
  memcpy(copy, text, size);
  rowkey_conditions *parsed = rowkey_conditions_parse(layout, all_types(), copy, size, error);
  memset(copy, '#', size); /* the result does not need it any more */
  return parsed;
}

/* ---- What is understood ---------------------------------------------------------------------------- */

static char *show_value(char *at, rowkey_type type, const rowkey_value *value) {
  switch (type) {
    case ROWKEY_U64:
      return at + sprintf(at, " %" PRIu64, value->as.u64);
    case ROWKEY_I64:
      return at + sprintf(at, " %" PRId64, value->as.i64);
    case ROWKEY_F64:
      return at + sprintf(at, " %a", value->as.f64);
    case ROWKEY_F32:
      return at + sprintf(at, " %a", (double)value->as.f32);
    case ROWKEY_TEXT:
      break;
  }
  at += sprintf(at, " ");
  for (size_t i = 0; i < value->size; i++) {
    const unsigned char byte = ((const unsigned char *)value->as.text)[i];
    at += sprintf(at, byte > ' ' && byte < 0x7f ? "%c" : "<%02x>", byte);
  }
  return at;
}

/* "host = a; id in 1 2" */
static const char *shown(const rowkey_conditions *parsed) {
  static const char *const signs[] = {"=", "<", "<=", ">", ">=", "begins", "null", "value"};
  static char out[4096];
  char *at = out;
  *at = '\0';
  for (size_t i = 0; i < parsed->count; i++) {
    const rowkey_condition *condition = &parsed->conditions[i];
    at += sprintf(at, "%s%s %s", i == 0 ? "" : "; ", columns[condition->column].name,
                  signs[condition->comparison]);
    CHECK(condition->reserved[0] == 0 && condition->reserved[1] == 0, "reserved members");
    for (size_t k = 0; k < condition->value_count; k++)
      at = show_value(at, columns[condition->column].type, &condition->values[k]);
  }
  return out;
}

static void expect_of(const char *text, size_t size, const char *expected) {
  rowkey_error error;
  rowkey_conditions *parsed = parse(text, size, &error);
  CHECK(parsed != NULL, "%.*s: %s", (int)size, text, error.text);
  CHECK(strcmp(shown(parsed), expected) == 0, "%.*s: %s, not %s", (int)size, text, shown(parsed), expected);
  rowkey_conditions_free(parsed);
}

static void expect(const char *text, const char *expected) { expect_of(text, strlen(text), expected); }

static void test_forms(void) {
  open_layout();
  expect("", "");
  expect(" \t\r\n", "");
  expect("id = 5", "id = 5");
  expect("id==5,id<6,id<=7,id>4,id>=3", "id = 5; id < 6; id <= 7; id > 4; id >= 3");
  expect(" host =\tweb-1 ,\r\n id >= 17\n", "host = web-1; id >= 17");
  expect("id in (5)", "id = 5");
  expect("id in(5,6 , 7 ),host in (a, \"b c\")", "id = 5 6 7; host = a b<20>c");
  expect("host begins web", "host begins web");
  expect("marked is null, marked is  not\tnull, id is null", "marked null; marked value; id null");
  close_layout();
}

static void test_values(void) {
  open_layout();
  expect("id in (007, 18446744073709551615)", "id = 7 18446744073709551615");
  expect("n in (-0, -9223372036854775808)", "n = 0 -9223372036854775808");
  expect("v in (2, -2.5, .5, 1., 6e-7, INF, -Infinity, -0)",
         "v = 0x1p+1 -0x1.4p+1 0x1p-1 0x1p+0 0x1.421f5f40d8376p-21 inf -inf -0x0p+0");
  char expected[64]; /* each C library has a form of its own for numbers so small */
  snprintf(expected, sizeof expected, "v = 0x0p+0 0x1.8ee90ff6c373ep+96 %a", 0x1p-1074);
  expect("v in (1e-400, 123456789012345678901234567890, 4.9406564584124654e-324)", expected);
  expect("w in (0.1, 16777217, 1e-50)", "w = 0x1.99999ap-4 0x1p+24 0x0p+0");
  expect("host = O'Brien|./:-_+*", "host = O'Brien|./:-_+*");
  expect("host = \xc3\xa9\xff", "host = <c3><a9><ff>");
  expect("host in (\"\", \"a\\\"b\\\\c\\x00\\xfF, (d)\")", "host =  a\"b\\c<00><ff>,<20>(d)");
  expect_of("host = a\0b, id = 1", 18, "host = a<00>b; id = 1");
  close_layout();
}

static void test_written_values(void) {
  open_layout();
  expect("t >= 2024-03-01, t < \"2024-03-01 12:30\"", "t >= 1709251200000; t < 1709296200000");
  expect("u = 123e4567-e89b-12d3-a456-426614174000", "u = <12>>Eg<e8><9b><12><d3><a4>VBf<14><17>@<00>");
  expect("p in (12.5, \"-0.01\")", "p = 1250 -1");
  expect("h begins 00fF, h = \"\"", "h begins <00><ff>; h = ");
  expect("e in (low, \"very, high\")", "e = 0 1");
  close_layout();
}

/* As bytes of the text, and as conditions by themselves. */
static void test_places(void) {
  static const char text[] = " id in (1, 2) ,host = \"a b\" , marked is not null,t<2024-03-01 ";
  static const char *const parts[] = {"id in (1, 2)", "host = \"a b\"", "marked is not null", "t<2024-03-01"};
  rowkey_error error;
  open_layout();
  rowkey_conditions *parsed = parse(text, sizeof text - 1, &error);
  CHECK(parsed != NULL && parsed->count == 4, "%s", error.text);
  for (size_t i = 0; i < 4; i++) {
    const size_t size = parsed->end[i] - parsed->begin[i];
    CHECK(size == strlen(parts[i]) && memcmp(text + parsed->begin[i], parts[i], size) == 0, "%.*s, not %s",
          (int)size, text + parsed->begin[i], parts[i]);
  }
  rowkey_conditions_free(parsed);
  close_layout();
}

static void test_ranges_of_conditions(void) {
  static const char template[] = "{host}|{ts:u64}", text[] = "host = web-1, ts >= 17, ts < 18";
  const rowkey_column schema[] = {rowkey_column_of("host", ROWKEY_TEXT), rowkey_column_of("ts", ROWKEY_U64)};
  rowkey_error error;
  rowkey_layout *compiled = rowkey_layout_compile(template, sizeof template - 1, schema, 2, &error);
  CHECK(compiled != NULL, "%s", error.text);
  rowkey_conditions *parsed = rowkey_conditions_parse(compiled, NULL, text, sizeof text - 1, &error);
  CHECK(parsed != NULL, "%s", error.text);
  rowkey_ranges *ranges = rowkey_ranges_find(compiled, parsed->conditions, parsed->count, 0, &error);
  CHECK(ranges != NULL && ranges->count == 1 && ranges->ranges[0].is_key && ranges->exact, "one key");
  CHECK(ranges->ranges[0].start_size == 14 &&
            memcmp(ranges->ranges[0].start, "web-1|\0\0\0\0\0\0\0\x11", 14) == 0,
        "another key");
  rowkey_ranges_free(ranges);
  rowkey_conditions_free(parsed);
  rowkey_layout_free(compiled);
}

/* A locale does not change what a point is. */
static void test_locales(void) {
  open_layout();
  decimal_point = ',';
  expect("v in (1234567890.12345678901, 1.5e300), w = 0.1",
         "v = 0x1.26580b487e6b7p+30 0x1.1eb2d66005835p+997; w = 0x1.99999ap-4");
  decimal_point = '.';
  expect("v in (1234567890.12345678901, 1.5e300), w = 0.1",
         "v = 0x1.26580b487e6b7p+30 0x1.1eb2d66005835p+997; w = 0x1.99999ap-4");
  close_layout();
}

/* ---- What is refused ------------------------------------------------------------------------------- */

static void test_errors(void) {
  static const struct {
    const char *text;
    rowkey_status status;
    size_t offset;
    const char *sentence, *expected;
  } cases[] = {
      {"idd = 5", ROWKEY_ERROR_COLUMN, 0, "there is no column idd",
       "id (the columns are id, n, v, w, host, t, u, p, h, e, marked)"},
      {"id = 5,", ROWKEY_ERROR_SYNTAX, 7, "a condition begins with the name of a column",
       "one of the columns id, n, v, w, host, t, u, p, h, e, marked"},
      {"id", ROWKEY_ERROR_SYNTAX, 2, "a comparison is missing", "= < <= > >= or in"},
      {"id , n = 1", ROWKEY_ERROR_SYNTAX, 3, "a comparison is missing", "= < <= > >= or in"},
      {"marked <> 1", ROWKEY_ERROR_SYNTAX, 7, "unknown comparison", "= < <= > >= in or is"},
      {"id => 1", ROWKEY_ERROR_SYNTAX, 3, "unknown comparison", "= < <= > >= or in"},
      {"host like a", ROWKEY_ERROR_SYNTAX, 5, "unknown comparison", "= < <= > >= in or begins"},
      {"id begins 1", ROWKEY_ERROR_TYPE, 3, "begins is a comparison of text, and the column is of type u64",
       "= < <= > >= or in"},
      {"u begins 00", ROWKEY_ERROR_TYPE, 2, "begins is a comparison of text, and the column is of type uuid",
       "= < <= > >= or in"},
      {"id = x", ROWKEY_ERROR_NUMBER, 5, "x is not a number of type u64: it has a byte that is not a digit",
       "digits only, from 0 to 18446744073709551615"},
      {"v < 1e999", ROWKEY_ERROR_NUMBER, 4,
       "1e999 is not a number of type f64: it is beyond the largest number",
       "a decimal such as -2.5 or 6e-7, up to 1.7976931348623157e+308, or inf"},
      {"e = mid", ROWKEY_ERROR_NUMBER, 4,
       "\"mid\" is not a valid enum(low, \"very, high\"): it is not one of the names",
       "one of low, very, high"},
      {"p = \"1.234\"", ROWKEY_ERROR_NUMBER, 4,
       "\"1.234\" is not a valid decimal(2): it has more digits after the point than the type keeps",
       "a decimal with at most 2 digits after the point, from -92233720368547758.07 to 92233720368547758.07"},
      {"host = 'a'", ROWKEY_ERROR_SYNTAX, 7, "text cannot be in single quotes",
       "text as it is, or in \"double quotes\""},
      {"host = \"a", ROWKEY_ERROR_SYNTAX, 7, "unterminated string", "a second \" that ends it"},
      {"host = \"\\q\"", ROWKEY_ERROR_SYNTAX, 8, "unknown escape", "\\xHH, \\\\ or \\\""},
      {"id = ", ROWKEY_ERROR_SYNTAX, 5, "a value is missing", "digits only, from 0 to 18446744073709551615"},
      {"id in 5", ROWKEY_ERROR_SYNTAX, 6, "the list of values is missing",
       "( and values with commas between, then )"},
      {"id in (5 6)", ROWKEY_ERROR_SYNTAX, 9, "the list of values does not end",
       "a comma and one more value, or )"},
      {"marked is 5", ROWKEY_ERROR_SYNTAX, 10, "a column is null, or is not", "null or not null"},
      {"id = 5 and n = 1", ROWKEY_ERROR_SYNTAX, 7, "there is more text after the condition",
       "a comma and another condition, or the end"},
  };
  open_layout();
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    const size_t size = strlen(cases[i].text);
    char expected[1024];
    rowkey_error error;
    snprintf(expected, sizeof expected, "%s\n%s\n%*s^ expected %s", cases[i].sentence, cases[i].text,
             (int)cases[i].offset, "", cases[i].expected);
    CHECK(parse(cases[i].text, size, &error) == NULL, "%s is understood", cases[i].text);
    CHECK(strcmp(error.text, expected) == 0, "%s\nnot\n%s", error.text, expected);
    CHECK(error.status == cases[i].status && error.offset == cases[i].offset && error.row == ROWKEY_NONE &&
              error.column == ROWKEY_NONE,
          "%s: status %d, offset %zu", cases[i].text, (int)error.status, error.offset);
    CHECK(parse(cases[i].text, size, NULL) == NULL, "without an error object");
  }
  close_layout();
}

static void test_arguments(void) {
  const rowkey_column_type *wrong[COLUMNS] = {NULL};
  rowkey_error error;
  open_layout();
  CHECK(rowkey_conditions_parse(NULL, NULL, "", 0, &error) == NULL && error.status == ROWKEY_ERROR_ARGUMENT,
        "no layout");
  CHECK(
      rowkey_conditions_parse(layout, NULL, NULL, 1, &error) == NULL && error.status == ROWKEY_ERROR_ARGUMENT,
      "no text");
  rowkey_conditions *none = rowkey_conditions_parse(layout, NULL, NULL, 0, &error);
  CHECK(none != NULL && none->count == 0, "an empty text: %s", error.text);
  rowkey_conditions_free(none);
  wrong[2] = types[5];
  CHECK(rowkey_conditions_parse(layout, wrong, "id = 5", 6, &error) == NULL &&
            error.status == ROWKEY_ERROR_ARGUMENT && error.column == 2 &&
            strcmp(error.text,
                   "the type time(ms) of column v has values of type i64 (expected a type of f64 "
                   "values)") == 0,
        "%s", error.text);
  rowkey_conditions_free(NULL);
  close_layout();
}

/* Pieces of conditions in any order, and bytes of them changed: understood, or refused at a place. */
static void test_garbage(void) {
  static const char *const pieces[] = {"id", "host", "t",   "u",    "h",   "marked", " ",    ",",
                                       "=",  "<",    ">=",  "in",   "is",  "null",   "not ", "begins",
                                       "(",  ")",    "\"",  "\\",   "x00", "5",      "-",    ".5",
                                       "e1", "\xc3", "nan", "2024", "\n",  "#"};
  enum { PIECES = sizeof pieces / sizeof pieces[0], MOST = 200 };
  open_layout();
  size_t understood = 0;
  for (size_t i = repetitions(200000); i > 0; i--) {
    char text[MOST + 8];
    size_t size = 0;
    for (uint64_t count = random_below(12); count > 0; count--) {
      const char *piece = pieces[random_below(PIECES)];
      memcpy(text + size, piece, strlen(piece));
      size += strlen(piece);
    }
    if (size > 0 && random_below(4) == 0) text[random_below(size)] = (char)random_below(256);
    rowkey_error error;
    rowkey_conditions *parsed = parse(text, size, &error);
    CHECK(parsed != NULL || (error.offset <= size && strstr(error.text, "^ expected ") != NULL), "%.*s: %s",
          (int)size, text, error.text);
    understood += parsed != NULL && parsed->count > 0;
    rowkey_conditions_free(parsed);
    free_guarded();
  }
  CHECK(understood > 0, "nothing is understood");
  close_layout();
}

static const struct test tests[] = {
    {"each form of a condition", test_forms},
    {"values of numbers and text", test_values},
    {"values of types that are written in a way of their own", test_written_values},
    {"each condition has its place", test_places},
    {"conditions are those of rowkey_ranges_find", test_ranges_of_conditions},
    {"numbers are the same in every locale", test_locales},
    {"what is wrong is shown where it is", test_errors},
    {"wrong arguments are refused", test_arguments},
    {"garbage is refused at a place", test_garbage},
};

int main(int argc, char **argv) { return run_tests(tests, sizeof tests / sizeof tests[0], argc, argv); }
