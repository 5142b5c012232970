/* Templates that are refused: every message, its place and the caret below it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "batch.h"
#include "refused_templates.h"

enum { COLUMNS = REFUSED_COLUMNS };
static const rowkey_column *const columns = refused_columns;

static rowkey_error refuse(const char *text, size_t length) {
  rowkey_error error;
  memset(&error, 0xa5, sizeof error);
  rowkey_layout *layout = rowkey_layout_compile(text, length, columns, COLUMNS, &error);
  CHECK(layout == NULL, "%s is accepted", text);
  CHECK(memchr(error.text, '\0', sizeof error.text) != NULL, "%s: the text does not end", text);
  CHECK(rowkey_layout_compile(text, length, columns, COLUMNS, NULL) == NULL, "%s is accepted", text);
  return error;
}

static void expect_error(const char *text, rowkey_status status, size_t offset, const char *expected) {
  rowkey_error error = refuse(text, strlen(text));
  CHECK(strcmp(error.text, expected) == 0, "%s\ninstead of\n%s", error.text, expected);
  CHECK(error.status == status, "%s: status %d", text, (int)error.status);
  CHECK(error.offset == offset, "%s: offset %zu", text, error.offset);
  CHECK(error.row == ROWKEY_NONE && error.column == ROWKEY_NONE, "%s: a row or a column", text);
}

static void test_messages(void) {
  for (size_t i = 0; i < refused_templates_count; i++) {
    const struct refused *it = &refused_templates[i];
    char text[512];
    snprintf(text, sizeof text, "%s\n%s\n%*s^ expected %s", it->problem, it->text, (int)it->offset, "",
             it->expected);
    expect_error(it->text, it->status, it->offset, text);
  }
}

static void test_unknown_functions(void) {
  static const char functions[] =
      "hour, minute, second, random, floormod, truncate, reverse_time, reverse, coalesce, "
      "null_first, null_last"
#define UNNAMED(name)
#define OPERATION(name) ", " #name
#include "operations/list.def"
#undef OPERATION
#define TEXT(name) ", " #name
#include "operations/texts.def"
#undef TEXT
#undef UNNAMED
      ", md5"
#define ROWKEY_HASH(member, name, ...) ", " #name
#include "kernels/hashes.def"
#undef ROWKEY_HASH
      ;
  static const struct {
    const char *name, *nearest;
  } cases[] = {{"md6", "md5"}, {"revers", "reverse"}, {"murmur3", "murmur3_32"}, {"blake", NULL}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const char *name = cases[i].name, *nearest = cases[i].nearest;
    char text[16], expected[896], message[1024];
    snprintf(text, sizeof text, "{%s(id)}", name);
    if (nearest != NULL)
      snprintf(expected, sizeof expected, "%s (the functions are %s)", nearest, functions);
    else
      snprintf(expected, sizeof expected, "one of the functions %s", functions);
    snprintf(message, sizeof message, "there is no function %s\n%s\n ^ expected %s", name, text, expected);
    expect_error(text, ROWKEY_ERROR_TYPE, 1, message);
  }
}

static void test_caret_counts_characters(void) {
  expect_error("\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80{idd}", ROWKEY_ERROR_COLUMN, 10,
               "there is no column idd\n"
               "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80{idd}\n"
               "    ^ expected id (the columns are id, n, user, host, twice, twice, f, g)");
}

/* Control characters, C1 ones included, and bytes that are not UTF-8: overlong, surrogate, cut off, beyond.
 */
static void test_unprintable_bytes(void) {
  expect_error("\x01\x1b\x7f\xc2\x85\xc0\xaf\xed\xa0\x80\xf4\x90\x80\x80\x80\xff\xe2\x82{idd}",
               ROWKEY_ERROR_COLUMN, 19,
               "there is no column idd\n"
               "??????????????????{idd}\n"
               "                   ^ expected id (the columns are id, n, user, host, twice, twice, f, g)");
  expect_error(
      "{\xff}", ROWKEY_ERROR_COLUMN, 1,
      "there is no column ?\n{?}\n ^ expected one of the columns id, n, user, host, twice, twice, f, g");
}

static char *repeat(const char *before, const char *piece, size_t count, const char *after) {
  size_t size = strlen(before) + count * strlen(piece) + strlen(after) + 1;
  char *text = guarded(size, GUARD_END);
  strcpy(text, before);
  for (size_t i = 0; i < count; i++) memcpy(text + strlen(before) + i * strlen(piece), piece, strlen(piece));
  strcpy(text + size - 1 - strlen(after), after);
  return text;
}

/* Errors in a long template show sixty characters before the place and forty from there on. */
static void test_long_templates(void) {
  expect_error(repeat(repeat("", "0123456789", 8, "{idd}"), "abcdefghij", 5, ""), ROWKEY_ERROR_COLUMN, 81,
               "there is no column idd\n"
               "...1234567890123456789012345678901234567890123456789012345678"
               "9{idd}abcdefghijabcdefghijabcdefghijabcdef...\n"
               "                                                               ^ expected "
               "id (the columns are id, n, user, host, twice, twice, f, g)");
  expect_error(repeat("", "\xc3\xa9", 61, "{idd}"), ROWKEY_ERROR_COLUMN, 123,
               repeat("there is no column idd\n...", "\xc3\xa9", 59,
                      "{idd}\n                                                               ^ expected "
                      "id (the columns are id, n, user, host, twice, twice, f, g)"));
}

static void test_long_names(void) {
  rowkey_error error = refuse(repeat("{", "name", 2000, "}"), 8002);
  CHECK(strncmp(error.text, "there is no column namename", 27) == 0, "%s", error.text);
  CHECK(strstr(error.text, "...\n") != NULL, "%s", error.text);
  CHECK(strstr(error.text, "^ expected one of the columns id, n, user, host, twice, twice, f, g") != NULL,
        "%s", error.text);
}

static void test_column_named_rest(void) {
  static const rowkey_column named_rest[] = {{.name = "rest", .type = ROWKEY_TEXT},
                                             {.name = "id", .type = ROWKEY_U64}};
  static const struct {
    const char *text, *message;
  } cases[] = {
      {"{md5(rest)}{id}",
       "rest is the rest of the key, and a column also has this name\n{md5(rest)}{id}\n     ^ expected "
       "records "
       "without a column named rest"},
      {"{rest}{id}",
       "the rest of the key is not a value of its own\n{rest}{id}\n ^ expected rest alone among the "
       "arguments of a hash or of reverse"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    rowkey_error error;
    CHECK(rowkey_layout_compile(cases[i].text, strlen(cases[i].text), named_rest, 2, &error) == NULL,
          "%s is accepted", cases[i].text);
    CHECK(strcmp(error.text, cases[i].message) == 0, "%s", error.text);
  }
  rowkey_layout *layout = rowkey_layout_compile("{id}", 4, named_rest, 2, NULL);
  CHECK(layout != NULL, "a layout that does not use the column is refused");
  rowkey_layout_free(layout);
}

static void test_many_columns(void) {
  enum { MANY = 1000 };
  rowkey_column *many = guarded(MANY * sizeof *many, GUARD_END);
  for (size_t i = 0; i < MANY; i++)
    many[i] = (rowkey_column){.name = repeat("column", "_", i % 70, ""), .type = ROWKEY_TEXT};
  rowkey_error error;
  CHECK(rowkey_layout_compile("{host}", 6, many, MANY, &error) == NULL, "accepted");
  CHECK(strstr(error.text, ", ...") != NULL, "%s", error.text);
  CHECK(rowkey_layout_compile("{host}", 6, NULL, 0, &error) == NULL, "accepted");
  CHECK(strcmp(error.text, "there is no column host\n{host}\n ^ expected no column: the records have none") ==
            0,
        "%s", error.text);
}

/* Recursion has an end: expressions may be 200 deep, in every way that they can be. */
static void test_nesting(void) {
  static const struct {
    const char *before, *piece, *middle, *closing;
  } shapes[] = {{"{", "(", "id", ")"},
                {"{", "-", "n", ""},
                {"{", "md5(", "id", ")"},
                {"{id", "+id", "", ""},
                {"{", "abs(", "n", ")"},
                {"{", "reverse(", "user", ")"},
                {"{id", "&id", "", ""},
                {"{", "reverse_time(", "id", ")"},
                {"{", "h31(id, start=", "1", ")"},
                {"{", "floormod(", "n", ", 3)"},
                {"{", "truncate(", "id", ", 1)"}};
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
    for (size_t count = 150; count <= 20000; count = count == 150 ? 201 : 20000) {
      char *closing = repeat(shapes[i].middle, shapes[i].closing, count, "}");
      char *text = repeat(shapes[i].before, shapes[i].piece, count, closing);
      if (count == 150) {
        rowkey_error error;
        rowkey_layout *layout = rowkey_layout_compile(text, strlen(text), columns, COLUMNS, &error);
        CHECK(layout != NULL, "%s", error.text);
        rowkey_layout_free(layout);
      } else {
        rowkey_error error = refuse(text, strlen(text));
        CHECK(error.status == (strlen(text) > 65536 ? ROWKEY_ERROR_ARGUMENT : ROWKEY_ERROR_SYNTAX), "%s",
              error.text);
        CHECK(strlen(text) > 65536 || strncmp(error.text, "the expression is nested too deeply\n", 36) == 0,
              "%s", error.text);
      }
      if (count == 20000) break;
    }
}

static void test_limits(void) {
  char *text = repeat("", "x", 65537, "");
  rowkey_error error = refuse(text, 65537);
  CHECK(error.status == ROWKEY_ERROR_ARGUMENT, "status %d", (int)error.status);
  CHECK(strcmp(error.text, "the template is too long (expected at most 65536 bytes)") == 0, "%s", error.text);
  rowkey_layout *layout = rowkey_layout_compile(text, 65536, columns, COLUMNS, &error);
  CHECK(layout != NULL && rowkey_layout_key_width(layout) == 65536, "%s", error.text);
  rowkey_layout_free(layout);

  error = refuse(repeat("", "{user:32767s}", 33, ""), 33 * 13);
  CHECK(error.status == ROWKEY_ERROR_TYPE && error.offset == 32 * 13, "%s", error.text);
  CHECK(strncmp(error.text, "the key or hashed message becomes too long\n", 40) == 0, "%s", error.text);
  CHECK(strstr(error.text, "^ expected fields of at most 1048576 bytes together") != NULL, "%s", error.text);
}

static void expect_width(const char *text, size_t width) {
  rowkey_error error;
  rowkey_layout *layout = rowkey_layout_compile(text, strlen(text), columns, COLUMNS, &error);
  CHECK(layout != NULL, "%s", error.text);
  CHECK(rowkey_layout_key_width(layout) == width, "%zu", rowkey_layout_key_width(layout));
  rowkey_layout_free(layout);
}

static void test_many_fields(void) {
  expect_width(repeat("", "{id:u64}", 100, ""), 800);
  expect_width(repeat("", "{user:16s}|", 900, ""), 15300);
  expect_width(repeat("", "{{", 10000, ""), 10000);
  expect_width(repeat("{md5(", "\"x\",", 10000, "id)}"), 16);
  expect_width(repeat("{id:u8}{\"", "x", 65000, "\"}"), 65001);
}

/* What `rest` stands for is there once for each time that it is written: many of them are refused before they
 * take much memory or time. */
static void test_many_rests(void) {
  expect_width(repeat("", "{md5(rest) % 10:01d}", 100, "{id:u64}"), 108);
  static const struct {
    const char *before, *piece, *after;
    size_t count;
  } cases[] = {
      {"", "{md5(rest)}", "{id:u64}", 5900},
      {"{md5(", "rest,", "id)}{user:32767s}", 13000},
      {"{md5(rest, \"a\")}", "{id}|", "x", 13000},
      {"", "{1}{md5(rest)}", "x", 4600},
      {"{md5(reverse(reverse(rest)))}", "{md5(rest, reverse(rest))}{\"0123456789\"}", "x", 1300},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const char *text = repeat(cases[i].before, cases[i].piece, cases[i].count, cases[i].after);
    rowkey_error error;
    const clock_t begin = clock();
    rowkey_layout *layout = rowkey_layout_compile(text, strlen(text), columns, COLUMNS, &error);
    const double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    CHECK(layout != NULL || error.status == ROWKEY_ERROR_TYPE, "%s", error.text);
    CHECK(seconds < 20, "case %zu takes %.1f s", i, seconds); /* milliseconds, but for emulators */
    CHECK(layout != NULL || strncmp(error.text, "the layout becomes too large\n", 26) == 0 ||
              strncmp(error.text, "the key or hashed message becomes too long\n", 40) == 0,
          "%s", error.text);
    rowkey_layout_free(layout);
  }
}

/* Functions that a word makes of others. */
static void test_words(void) {
  static const struct {
    const char *text;
    size_t offset;
    const char *problem, *expected;
  } cases[] = {
      {"{prefix(user)}", 12, "too few arguments for prefix",
       "prefix(text, bytes) or prefix(text, n, characters)"},
      {"{prefix(user, 2, bytes)}", 17, "too many arguments for prefix",
       "prefix(text, bytes) or prefix(text, n, characters)"},
      {"{prefix(user, 0, characters)}", 14, "this is not a count", "a constant from 1 on"},
      {"{prefix(user, 2, characters, 1)}", 29, "too many arguments for prefix",
       "prefix(text, n, characters)"},
      {"{trim(user, left)}", 12, "too many arguments for trim",
       "trim(text), trim(text, right) or trim(text, right, \" \")"},
      {"{trim(user, right, \"ab\")}", 19, "this is not one byte", "a string of one byte, such as \".\""},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[256];
    snprintf(text, sizeof text, "%s\n%s\n%*s^ expected %s", cases[i].problem, cases[i].text,
             (int)cases[i].offset, "", cases[i].expected);
    expect_error(cases[i].text, ROWKEY_ERROR_TYPE, cases[i].offset, text);
  }
}

static void test_arguments(void) {
  const struct {
    const char *text;
    size_t length;
    const rowkey_column *columns;
    size_t count, column;
    const char *message;
  } cases[] = {
      {NULL, 1, columns, COLUMNS, ROWKEY_NONE, "the template is NULL (expected text of the length given)"},
      {"x", 1, NULL, 1, ROWKEY_NONE, "the columns are NULL (expected 1 of them)"},
      {"x", 1, (const rowkey_column[]){{.name = "a", .type = ROWKEY_U64}, {.name = NULL, .type = ROWKEY_U64}},
       2, 1, "a column's name is NULL (expected a string)"},
      {"x", 1, (const rowkey_column[]){{.name = "a", .type = (rowkey_type)6}}, 1, 0,
       "a column's type is unknown (expected ROWKEY_U64, ROWKEY_I64, ROWKEY_TEXT, ROWKEY_F64 or ROWKEY_F32)"},
      {"x", 1, (const rowkey_column[]){{.name = "a", .type = ROWKEY_U64, .reserved = {3}}}, 1, 0,
       "rowkey_column: reserved[0] is 3 (expected 0: this library is rowkey " ROWKEY_VERSION_STRING
       ", which does not know that member; set it to 0, or link a newer library)"},
      {"x", 1, (const rowkey_column[]){{.name = "a", .type = ROWKEY_U64, .width = 8}}, 1, 0,
       "a column has a width, but another type than text (expected ROWKEY_TEXT, or width 0)"},
      {"x", 1, (const rowkey_column[]){rowkey_column_of_width("a", 1048577)}, 1, 0,
       "a column's width is larger than any key's (expected at most 1048576 bytes)"},
      {"x", 1, (const rowkey_column[]){rowkey_column_of_time("a", (rowkey_time_unit)5)}, 1, 0,
       "a column's unit is unknown (expected one of rowkey_time_unit)"},
      {"x", 1, (const rowkey_column[]){{.name = "a", .type = ROWKEY_F64, .unit = ROWKEY_SECONDS}}, 1, 0,
       "a column has a unit of time, but another type than integers (expected ROWKEY_I64 or ROWKEY_U64)"},
      {"x", 1, (const rowkey_column[]){{.name = "a", .type = (rowkey_type)0}}, 1, 0,
       "a column's type is unknown (expected ROWKEY_U64, ROWKEY_I64, ROWKEY_TEXT, ROWKEY_F64 or ROWKEY_F32)"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    rowkey_error error;
    CHECK(rowkey_layout_compile(cases[i].text, cases[i].length, cases[i].columns, cases[i].count, &error) ==
              NULL,
          "case %zu is accepted", i);
    CHECK(error.status == ROWKEY_ERROR_ARGUMENT && error.column == cases[i].column, "%s", error.text);
    CHECK(strcmp(error.text, cases[i].message) == 0, "%s", error.text);
  }
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"every message, its place and its caret", test_messages},
      {"functions that there are not", test_unknown_functions},
      {"words that make functions", test_words},
      {"the caret counts characters, not bytes", test_caret_counts_characters},
      {"unprintable bytes are shown as one question mark each", test_unprintable_bytes},
      {"long templates are shown in part", test_long_templates},
      {"long names are cut off", test_long_names},
      {"a column named rest", test_column_named_rest},
      {"many columns are listed in part", test_many_columns},
      {"nesting has an end", test_nesting},
      {"lengths have an end", test_limits},
      {"many fields", test_many_fields},
      {"many uses of rest", test_many_rests},
      {"arguments are checked", test_arguments},
  };
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
