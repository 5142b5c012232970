/* Templates that are refused: every message, its place and the caret below it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "batch.h"

static const rowkey_column columns[] = {{"id", ROWKEY_U64},    {"n", ROWKEY_I64},     {"user", ROWKEY_TEXT},
                                        {"host", ROWKEY_TEXT}, {"twice", ROWKEY_U64}, {"twice", ROWKEY_TEXT}};
enum { COLUMNS = sizeof columns / sizeof *columns };

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

static const struct refused {
  const char *text;
  rowkey_status status;
  size_t offset;
  const char *problem;
  const char *expected;
} refused[] = {
    {"abc}d", ROWKEY_ERROR_SYNTAX, 3, "} without its {", "}} for a brace in the key"},
    {"ab\\q", ROWKEY_ERROR_SYNTAX, 2, "unknown escape", "\\xHH or \\\\"},
    {"ab\\x1", ROWKEY_ERROR_SYNTAX, 2, "incomplete escape", "\\x and two hex digits, such as \\x1f"},
    {"ab\\xg1", ROWKEY_ERROR_SYNTAX, 2, "incomplete escape", "\\x and two hex digits, such as \\x1f"},
    {"{\"ab\\q\"}", ROWKEY_ERROR_SYNTAX, 4, "unknown escape", "\\xHH, \\\\ or \\\""},
    {"{\"ab", ROWKEY_ERROR_SYNTAX, 1, "unterminated string", "a second \" that ends it"},
    {"{18446744073709551616}", ROWKEY_ERROR_SYNTAX, 1, "this number is too large",
     "at most 18446744073709551615"},
    {"{12ab}", ROWKEY_ERROR_SYNTAX, 3, "a letter right behind a number",
     "an operator, or a name that begins with a letter"},
    {"{id $ 2}", ROWKEY_ERROR_SYNTAX, 4, "a character that has no meaning here",
     "a column, a number, a function, a string or one of + - * % ( ) , : }"},
    {"{", ROWKEY_ERROR_SYNTAX, 1, "the template ends within a field",
     "a column, a number, a function or a string"},
    {"{}", ROWKEY_ERROR_SYNTAX, 1, "} cannot stand here", "a column, a number, a function or a string"},
    {"{:d}", ROWKEY_ERROR_SYNTAX, 1, ": cannot stand here", "a column, a number, a function or a string"},
    {"{id", ROWKEY_ERROR_SYNTAX, 3, "the template ends within a field",
     "an operator, a colon and a format, or }"},
    {"{id + }", ROWKEY_ERROR_SYNTAX, 6, "} cannot stand here", "a column, a number, a function or a string"},
    {"{(id}", ROWKEY_ERROR_SYNTAX, 4, "} cannot stand here", "an operator or )"},
    {"{md5(id}", ROWKEY_ERROR_SYNTAX, 7, "} cannot stand here", "an operator, a comma or )"},
    {"{md5(id,)}", ROWKEY_ERROR_SYNTAX, 8, ") cannot stand here",
     "a column, a number, a function or a string"},
    {"{id:07d 3}", ROWKEY_ERROR_SYNTAX, 8, "3 cannot stand here", "}"},
    {"{id id}", ROWKEY_ERROR_SYNTAX, 4, "id cannot stand here", "an operator, a colon and a format, or }"},
    {"{id:}", ROWKEY_ERROR_SYNTAX, 4, "the format is missing",
     "d, 0Nd (such as 07d), x, 0Nx, u8 to u64, i8 to i64, s, Ns (such as 16s) or a"},
    {"{id:~u64}", ROWKEY_ERROR_SYNTAX, 4, "the format is missing",
     "d, 0Nd (such as 07d), x, 0Nx, u8 to u64, i8 to i64, s, Ns (such as 16s) or a"},
    {"{id:8d}", ROWKEY_ERROR_TYPE, 4, "8d has no width that is allowed",
     "d, or with leading zeros 01d to 020d"},
    {"{id:021d}", ROWKEY_ERROR_TYPE, 4, "021d has no width that is allowed",
     "d, or with leading zeros 01d to 020d"},
    {"{id:00d}", ROWKEY_ERROR_TYPE, 4, "00d has no width that is allowed",
     "d, or with leading zeros 01d to 020d"},
    {"{id:007d}", ROWKEY_ERROR_TYPE, 4, "007d has no width that is allowed",
     "d, or with leading zeros 01d to 020d"},
    {"{id:033x}", ROWKEY_ERROR_TYPE, 4, "033x has no width that is allowed",
     "x, or with leading zeros 01x to 016x of integers, 032x of hashes"},
    {"{id:017x}", ROWKEY_ERROR_TYPE, 4, "a number cannot be written as 017x", "x, or 01x to 016x"},
    {"{md5(id):016x}", ROWKEY_ERROR_TYPE, 9, "a hash cannot be written as 016x",
     "s or x, or % and a constant before the colon"},
    {"{user:0s}", ROWKEY_ERROR_TYPE, 6, "0s has no width that is allowed", "s, or 1s to 32767s"},
    {"{user:32768s}", ROWKEY_ERROR_TYPE, 6, "32768s has no width that is allowed", "s, or 1s to 32767s"},
    {"{id:u12}", ROWKEY_ERROR_TYPE, 4, "u12 has no width that is allowed",
     "u8, u16, u24, u32, u40, u48, u56, u64, i8, i16, i32 or i64"},
    {"{id:u72}", ROWKEY_ERROR_TYPE, 4, "u72 has no width that is allowed",
     "u8, u16, u24, u32, u40, u48, u56, u64, i8, i16, i32 or i64"},
    {"{id:i24}", ROWKEY_ERROR_TYPE, 4, "i24 has no width that is allowed",
     "u8, u16, u24, u32, u40, u48, u56, u64, i8, i16, i32 or i64"},
    {"{id:f64}", ROWKEY_ERROR_TYPE, 4, "there is no format f64",
     "d, 0Nd (such as 07d), x, 0Nx, u8 to u64, i8 to i64, s, Ns (such as 16s) or a"},
    {"{id:X}", ROWKEY_ERROR_TYPE, 4, "there is no format X",
     "d, 0Nd (such as 07d), x, 0Nx, u8 to u64, i8 to i64, s, Ns (such as 16s) or a"},
    {"{id:s}", ROWKEY_ERROR_TYPE, 4, "a number cannot be written as s",
     "d, 0Nd (such as 07d), x, 0Nx, u8 to u64, i8 to i64 or a"},
    {"{user:07d}", ROWKEY_ERROR_TYPE, 6, "text cannot be written as 07d", "s, Ns (such as 16s) or x"},
    {"{user:04x}", ROWKEY_ERROR_TYPE, 6, "text cannot be written as 04x", "s, Ns (such as 16s) or x"},
    {"{md5(id):07d}", ROWKEY_ERROR_TYPE, 9, "a hash cannot be written as 07d",
     "s or x, or % and a constant before the colon"},
    {"{md5(id):16s}", ROWKEY_ERROR_TYPE, 9, "a hash cannot be written as 16s",
     "s or x, or % and a constant before the colon"},
    {"{md5(user:u8)}", ROWKEY_ERROR_TYPE, 10, "text cannot be written as u8", "s, Ns (such as 16s) or x"},
    {"{usr}", ROWKEY_ERROR_TYPE, 1, "there is no column usr",
     "user (the columns are id, n, user, host, twice, twice)"},
    {"{zzz}", ROWKEY_ERROR_TYPE, 1, "there is no column zzz",
     "one of the columns id, n, user, host, twice, twice"},
    {"{line}", ROWKEY_ERROR_TYPE, 1, "the layout uses the whole record, which these records do not have",
     "records with a text column of the name line"},
    {"{twice}", ROWKEY_ERROR_TYPE, 1, "two columns have this name", "a name that only one column has"},
    {"{md6(id)}", ROWKEY_ERROR_TYPE, 1, "there is no function md6", "md5 (the functions are md5, random)"},
    {"{sha256(id)}", ROWKEY_ERROR_TYPE, 1, "there is no function sha256", "one of the functions md5, random"},
    {"{md5()}", ROWKEY_ERROR_TYPE, 5, "md5 has no argument", "what to hash, such as md5(id)"},
    {"{random(3)}", ROWKEY_ERROR_TYPE, 8, "random has no arguments", ")"},
    {"{user + 1}", ROWKEY_ERROR_TYPE, 1, "text cannot be computed with", "a number"},
    {"{1 + user}", ROWKEY_ERROR_TYPE, 5, "text cannot be computed with", "a number"},
    {"{-user}", ROWKEY_ERROR_TYPE, 2, "text cannot be computed with", "a number"},
    {"{md5(id) + 1}", ROWKEY_ERROR_TYPE, 1,
     "a hash of 128 bits cannot be computed with, but for % and a constant",
     "a number, such as the hash modulo a constant: md5(id) % 1000"},
    {"{md5(id) % 0}", ROWKEY_ERROR_TYPE, 11, "a hash cannot be divided by this",
     "a constant from 1 to 18446744073709551615"},
    {"{md5(id) % n}", ROWKEY_ERROR_TYPE, 11, "a hash cannot be divided by this",
     "a constant from 1 to 18446744073709551615"},
    {"{md5(id) % -3}", ROWKEY_ERROR_TYPE, 11, "a hash cannot be divided by this",
     "a constant from 1 to 18446744073709551615"},
    {"{md5(id) % \"x\"}", ROWKEY_ERROR_TYPE, 11, "a hash cannot be divided by this",
     "a constant from 1 to 18446744073709551615"},
    {"{id % 0}", ROWKEY_ERROR_TYPE, 6, "division by 0", "any other number"},
    {"{id % (1 - 1)}", ROWKEY_ERROR_TYPE, 6, "division by 0", "any other number"},
    {"{id % (n % 1)}", ROWKEY_ERROR_TYPE, 6, "division by 0", "any other number"},
    {"{18446744073709551615 + n}", ROWKEY_ERROR_TYPE, 1, "this is too large for the i64 that it is used with",
     "at most 9223372036854775807"},
    {"{-(id % 2 + 9223372036854775808)}", ROWKEY_ERROR_TYPE, 2,
     "this is too large for the i64 that it is used with", "at most 9223372036854775807"},
    {"{id + 18446744073709551615 + 1}", ROWKEY_ERROR_TYPE, 27, "the result is never a u64",
     "an operation that can stay in its type"},
    {"{0 - id - 1}", ROWKEY_ERROR_TYPE, 8, "the result is never a u64",
     "an operation that can stay in its type"},
    {"{n % 10 * 0 - 9223372036854775807 - 2}", ROWKEY_ERROR_TYPE, 34, "the result is never an i64",
     "an operation that can stay in its type"},
    {"{18446744073709551615 + 1}", ROWKEY_ERROR_TYPE, 1, "this constant is neither a u64 nor an i64",
     "a result from -9223372036854775808 to 18446744073709551615"},
    {"{- 9223372036854775809}", ROWKEY_ERROR_TYPE, 1, "this constant is neither a u64 nor an i64",
     "a result from -9223372036854775808 to 18446744073709551615"},
    {"{100:02d}", ROWKEY_ERROR_TYPE, 5, "100 does not fit 02d", "a number from 0 to 99"},
    {"{-1:u8}", ROWKEY_ERROR_TYPE, 4, "-1 does not fit u8", "a number from 0 to 255"},
    {"{128:i8}", ROWKEY_ERROR_TYPE, 5, "128 does not fit i8", "a number from -128 to 127"},
    {"{26:a}", ROWKEY_ERROR_TYPE, 4, "26 does not fit a", "a number from 0 to 25"},
    {"{id % 10 + 100:02d}", ROWKEY_ERROR_TYPE, 15, "no value from 100 to 109 fits 02d",
     "a number from 0 to 99"},
    {"{-(id % 10) - 1:d}{-(id % 10) - 1:u8}", ROWKEY_ERROR_TYPE, 34, "no value from -10 to -1 fits u8",
     "a number from 0 to 255"},
    {"{\"abc\":2s}", ROWKEY_ERROR_TYPE, 7, "this text of 3 bytes does not fit 2s", "a width that holds it"},
    {"{\"a\\x00\":4s}", ROWKEY_ERROR_TYPE, 9, "text that ends in \\x00 cannot be padded with it",
     "s, or text that ends in another byte"},
    {"{user}{id}", ROWKEY_ERROR_TYPE, 6, "{user} varies in length: nothing shows where it ends",
     "literal text that cannot occur in the field, such as |"},
    {"{id}5{md5(id)}", ROWKEY_ERROR_TYPE, 4, "{id} varies in length: this does not show where it ends",
     "a byte that is no digit"},
    {"{id:x}f{md5(id)}", ROWKEY_ERROR_TYPE, 6, "{id:x} varies in length: this does not show where it ends",
     "a byte that is no hex digit"},
    {"{n}-{md5(id)}", ROWKEY_ERROR_TYPE, 3, "{n} varies in length: this does not show where it ends",
     "another byte than -, with which the number can begin"},
    {"{user:x}a{md5(id)}", ROWKEY_ERROR_TYPE, 8,
     "{user:x} varies in length: this does not show where it ends", "a byte that is no hex digit"},
    {"{user}{md5(user)}", ROWKEY_ERROR_TYPE, 6, "{user} varies in length: nothing shows where it ends",
     "literal text that cannot occur in the field, such as |"},
    {"", ROWKEY_ERROR_SYNTAX, 0, "the layout is empty", "literal text or a field such as {id:010d}"},
    {"{\"\":s}", ROWKEY_ERROR_SYNTAX, 0, "the layout is empty", "literal text or a field such as {id:010d}"},
};

static void test_messages(void) {
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    const struct refused *it = &refused[i];
    char text[512];
    snprintf(text, sizeof text, "%s\n%s\n%*s^ expected %s", it->problem, it->text, (int)it->offset, "",
             it->expected);
    expect_error(it->text, it->status, it->offset, text);
  }
}

static void test_caret_counts_characters(void) {
  expect_error("\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80{idd}", ROWKEY_ERROR_TYPE, 10,
               "there is no column idd\n"
               "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80{idd}\n"
               "    ^ expected id (the columns are id, n, user, host, twice, twice)");
}

/* Control characters, C1 ones included, and bytes that are not UTF-8: overlong, surrogate, cut off, beyond.
 */
static void test_unprintable_bytes(void) {
  expect_error("\x01\x1b\x7f\xc2\x85\xc0\xaf\xed\xa0\x80\xf4\x90\x80\x80\x80\xff\xe2\x82{idd}",
               ROWKEY_ERROR_TYPE, 19,
               "there is no column idd\n"
               "??????????????????{idd}\n"
               "                   ^ expected id (the columns are id, n, user, host, twice, twice)");
  expect_error("{\xff}", ROWKEY_ERROR_TYPE, 1,
               "there is no column ?\n{?}\n ^ expected one of the columns id, n, user, host, twice, twice");
}

static char *repeat(const char *before, const char *piece, size_t count, const char *after) {
  size_t size = strlen(before) + count * strlen(piece) + strlen(after) + 1;
  char *text = guarded(size, GUARD_END);
  strcpy(text, before);
  for (size_t i = 0; i < count; i++) memcpy(text + strlen(before) + i * strlen(piece), piece, strlen(piece));
  strcpy(text + size - 1 - strlen(after), after);
  return text;
}

/* Of a long template, sixty characters before the place and forty from there on are shown. */
static void test_long_templates(void) {
  expect_error(repeat(repeat("", "0123456789", 8, "{idd}"), "abcdefghij", 5, ""), ROWKEY_ERROR_TYPE, 81,
               "there is no column idd\n"
               "...1234567890123456789012345678901234567890123456789012345678"
               "9{idd}abcdefghijabcdefghijabcdefghijabcdef...\n"
               "                                                               ^ expected "
               "id (the columns are id, n, user, host, twice, twice)");
  expect_error(repeat("", "\xc3\xa9", 61, "{idd}"), ROWKEY_ERROR_TYPE, 123,
               repeat("there is no column idd\n...", "\xc3\xa9", 59,
                      "{idd}\n                                                               ^ expected "
                      "id (the columns are id, n, user, host, twice, twice)"));
}

static void test_long_names(void) {
  rowkey_error error = refuse(repeat("{", "name", 2000, "}"), 8002);
  CHECK(strncmp(error.text, "there is no column namename", 27) == 0, "%s", error.text);
  CHECK(strstr(error.text, "...\n") != NULL, "%s", error.text);
  CHECK(strstr(error.text, "^ expected one of the columns id, n, user, host, twice, twice") != NULL, "%s",
        error.text);
}

static void test_many_columns(void) {
  enum { MANY = 1000 };
  rowkey_column *many = guarded(MANY * sizeof *many, GUARD_END);
  for (size_t i = 0; i < MANY; i++) many[i] = (rowkey_column){repeat("column", "_", i % 70, ""), ROWKEY_TEXT};
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
  } shapes[] = {{"{", "(", "id", ")"}, {"{", "-", "n", ""}, {"{", "md5(", "id", ")"}, {"{id", "+id", "", ""}};
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
  CHECK(strncmp(error.text, "the key or hashed message gets too long\n", 40) == 0, "%s", error.text);
  CHECK(strstr(error.text, "^ expected fields of at most 1048576 bytes together") != NULL, "%s", error.text);
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
      {"x", 1, NULL, 1, ROWKEY_NONE, "the columns are NULL (expected as many as their count says)"},
      {"x", 1, (const rowkey_column[]){{"a", ROWKEY_U64}, {NULL, ROWKEY_U64}}, 2, 1,
       "a column's name is NULL (expected a string)"},
      {"x", 1, (const rowkey_column[]){{"a", (rowkey_type)4}}, 1, 0,
       "a column's type is unknown (expected ROWKEY_U64, ROWKEY_I64 or ROWKEY_TEXT)"},
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

/* Any prefix of a template, and any template with one byte changed, is compiled or refused in order. */
static void test_damaged_templates(void) {
  static const char whole[] =
      "({md5(id, \"\\x00|\", -n:i64) % 1000:07d},{user:16s}\\x01{n * (id - 3):x}|{host})";
  for (size_t length = 0; length < sizeof whole; length++) {
    char *text = guarded(length, GUARD_END);
    if (length != 0) memcpy(text, whole, length);
    rowkey_error error;
    rowkey_layout_free(rowkey_layout_compile(text, length, columns, COLUMNS, &error));
    for (size_t at = 0; at < length; at++) {
      char kept = text[at];
      text[at] = (char)random_u64();
      rowkey_layout_free(rowkey_layout_compile(text, length, columns, COLUMNS, &error));
      text[at] = "{}()\"\\:,%0"[random_below(10)];
      rowkey_layout_free(rowkey_layout_compile(text, length, columns, COLUMNS, &error));
      text[at] = kept;
    }
  }
}

int main(int argc, char **argv) {
  const struct test tests[] = {
      {"every message, its place and its caret", test_messages},
      {"the caret counts characters, not bytes", test_caret_counts_characters},
      {"unprintable bytes are shown as one question mark each", test_unprintable_bytes},
      {"long templates are shown in part", test_long_templates},
      {"long names are cut off", test_long_names},
      {"many columns are listed in part", test_many_columns},
      {"nesting has an end", test_nesting},
      {"lengths have an end", test_limits},
      {"arguments are checked", test_arguments},
      {"damaged templates do no damage", test_damaged_templates},
  };
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
