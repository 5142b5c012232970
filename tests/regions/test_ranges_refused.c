/* Conditions that have no ranges: contradictions, those that only a whole scan can answer, wrong arguments.
 */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "decimal_point.h"
#include "question.h"
#include "testing.h"

static void contradictions(void) {
  const struct question two = {
      "{id:u32}", {COLUMN("id", U64)}, 1, {WHERE(0, GREATER_EQUAL, U64(10)), WHERE(0, LESS, U64(10))}, 2, 0};
  expect_no_ranges(&two, ROWKEY_ERROR_RANGE, 0,
                   "id >= 10 and id < 10 contradict each other: no row meets both");
  const struct question below = {"{id:u32}", {COLUMN("id", U64)}, 1, {WHERE(0, LESS, U64(0))}, 1, 0};
  expect_no_ranges(&below, ROWKEY_ERROR_RANGE, 0, "id < 0: there is no such u64");
  const struct question text = {"{name}", {COLUMN("name", TEXT)},
                                1,        {WHERE(0, BEGINS_WITH, TEXT("b")), WHERE(0, EQUAL, TEXT("a|"))},
                                2,        0};
  expect_no_ranges(&text, ROWKEY_ERROR_RANGE, 0,
                   "name begins with \"b\" and name = \"a|\" contradict each other: no row meets both");
}

/* Numbers have a point in every locale. */
static void contradictions_of_floats(void) {
  const struct question wide = {
      "{x:f64}", {COLUMN("x", F64)}, 1, {WHERE(0, LESS, F64(-2.5)), WHERE(0, GREATER, F64(0.1))}, 2, 0};
  const struct question narrow = {
      "{x:f32}", {COLUMN("x", F32)}, 1, {WHERE(0, LESS, F32(-2.5F)), WHERE(0, GREATER, F32(0.1F))}, 2, 0};
  for (int i = 0; i < 2; i++) {
    decimal_point = i == 0 ? ',' : '.';
    expect_no_ranges(&wide, ROWKEY_ERROR_RANGE, 0,
                     "x < -2.5 and x > 0.10000000000000001 contradict each other: no row meets both");
    expect_no_ranges(&narrow, ROWKEY_ERROR_RANGE, 0,
                     "x < -2.5 and x > 0.100000001 contradict each other: no row meets both");
  }
}

/* Nothing lies beyond them. */
static void infinities(void) {
  struct question wide = {"{x:f64}", {COLUMN("x", F64)}, 1, {WHERE(0, GREATER_EQUAL, F64(INFINITY))}, 1, 0};
  expect_ranges(&wide, "\\xff\\xf0\\x00\\x00\\x00\\x00\\x00\\x00", true);
  wide.conditions[0].comparison = ROWKEY_GREATER;
  expect_no_ranges(&wide, ROWKEY_ERROR_RANGE, 0, "x > inf: there is no such f64");
  wide.conditions[0].values = &F64(-INFINITY);
  wide.conditions[0].comparison = ROWKEY_LESS_EQUAL;
  expect_ranges(&wide, "\\x00\\x0f\\xff\\xff\\xff\\xff\\xff\\xff", true);
  wide.conditions[0].comparison = ROWKEY_LESS;
  expect_no_ranges(&wide, ROWKEY_ERROR_RANGE, 0, "x < -inf: there is no such f64");
  struct question narrow = {"{x:f32}", {COLUMN("x", F32)}, 1, {WHERE(0, GREATER_EQUAL, F32(INFINITY))}, 1, 0};
  expect_ranges(&narrow, "\\xff\\x80\\x00\\x00", true);
  narrow.conditions[0].comparison = ROWKEY_GREATER;
  expect_no_ranges(&narrow, ROWKEY_ERROR_RANGE, 0, "x > inf: there is no such f32");
  narrow.conditions[0].values = &F32(-INFINITY);
  narrow.conditions[0].comparison = ROWKEY_LESS_EQUAL;
  expect_ranges(&narrow, "\\x00\\x7f\\xff\\xff", true);
  narrow.conditions[0].comparison = ROWKEY_LESS;
  expect_no_ranges(&narrow, ROWKEY_ERROR_RANGE, 0, "x < -inf: there is no such f32");
}

static void conditions_without_a_range(void) {
  const struct question unused = {
      "{id:u32}", {COLUMN("id", U64), COLUMN("host", TEXT)}, 2, {WHERE(1, EQUAL, TEXT("a"))}, 1, 0};
  expect_no_ranges(&unused, ROWKEY_ERROR_TYPE, 1,
                   "the keys do not hold column host: a condition on it would scan the whole table "
                   "(expected a column that the layout uses)");
  const struct question hashed = {"{md5(host)}{id:u32}",
                                  {COLUMN("id", U64), COLUMN("host", TEXT)},
                                  2,
                                  {WHERE(1, GREATER, TEXT("a"))},
                                  1,
                                  0};
  expect_no_ranges(&hashed, ROWKEY_ERROR_TYPE, 1,
                   "the keys hold only a hash of column host: this condition would scan the whole table "
                   "(expected host = one or a few values)");
}

/* Literal text in front leaves nothing out. */
static void literals_in_front(void) {
  static const char *const templates[] = {"x{md5(id)}", "({md5(id) % 1000000:07d},{id:010d})",
                                          "{255:u8}{md5(id)}", "k\\xff\\xff{id % 7:d}"};
  for (size_t i = 0; i < sizeof templates / sizeof *templates; i++) {
    const struct question unused = {
        templates[i], {COLUMN("id", U64), COLUMN("host", TEXT)}, 2, {WHERE(1, EQUAL, TEXT("a"))}, 1, 0};
    expect_no_ranges(&unused, ROWKEY_ERROR_TYPE, 1,
                     "the keys do not hold column host: a condition on it would scan the whole table "
                     "(expected a column that the layout uses)");
  }
  struct question id = {"k{id:d}", {COLUMN("id", U64)}, 1, {WHERE(0, GREATER, U64(5))}, 1, 0};
  expect_no_ranges(&id, ROWKEY_ERROR_TYPE, 0,
                   "the keys do not sort by column id: this condition would scan the whole table "
                   "(expected id = one or a few values)");
}

/* Far more values than anyone tries, and a sum of two columns that are both unknown. */
static void too_many_values(void) {
  const struct question hashed = {"{md5(id)}", {COLUMN("id", U64)}, 1, {WHERE(0, GREATER, U64(5))}, 1, 0};
  expect_no_ranges(
      &hashed, ROWKEY_ERROR_TYPE, 0,
      "the keys hold only a hash of column id: this condition would scan the whole table (expected id = one or a few values)");
  const struct question sum = {"{a + b:u32}",
                               {COLUMN("a", U64), COLUMN("b", U64)},
                               2,
                               {WHERE(0, GREATER_EQUAL, U64(1)), WHERE(1, GREATER_EQUAL, U64(1))},
                               2,
                               0};
  expect_no_ranges(&sum, ROWKEY_ERROR_TYPE, 0,
                   "the keys do not sort by column a: this condition would scan the whole table "
                   "(expected a = one or a few values)");
}

/* Salts that are tried all are joined, too, and so are hashes of values that are listed. */
static void fewer_ranges_than_salts(void) {
  const struct question salted = {
      "{random() % 4:01d}{id:02d}", {COLUMN("id", U64)}, 1, {WHERE(0, EQUAL, U64(7))}, 1, 3};
  expect_ranges(&salted, "007..107\\x00 207 307", false);
  static const rowkey_value ids[] = {U64(1), U64(2), U64(3)};
  const struct question hashed = {"{md5(id):x}", {COLUMN("id", U64)}, 1, {AMONG(0, ids, 3)}, 1, 2};
  expect_ranges(&hashed,
                "c4ca4238a0b923820dcc509a6f75849b..c81e728d9d4c2f636f067f89cc14862c\\x00 "
                "eccbc87e4b5ce2fe28308fd9f2a7baf3",
                false);
}

/* What no range can help with is left to filter by where another condition leaves out a part of the table. */
static void conditions_to_filter_by(void) {
  const struct question number = {"{user}|{x:d}",
                                  {COLUMN("user", TEXT), COLUMN("x", U64)},
                                  2,
                                  {WHERE(0, EQUAL, TEXT("bob")), WHERE(1, GREATER, U64(5))},
                                  2,
                                  0};
  expect_ranges(&number, "bob|..bob}", false);
  const struct question hash = {"{a:02d}{md5(host):x}",
                                {COLUMN("a", U64), COLUMN("host", TEXT), COLUMN("other", TEXT)},
                                3,
                                {WHERE(0, EQUAL, U64(5)), WHERE(1, BEGINS_WITH, TEXT("a"))},
                                2,
                                0};
  expect_ranges(&hash, "05..06", false);
  const struct question unused = {"{a:02d}", {COLUMN("a", U64), COLUMN("other", TEXT)},
                                  2,         {WHERE(1, EQUAL, TEXT("x")), WHERE(0, LESS, U64(5))},
                                  2,         0};
  expect_ranges(&unused, "..05", false);
}

/* Text of another length than the column's is none of its values; as a bound it lies between two of them. */
static void texts_of_one_width(void) {
  struct question question = {
      "{id}-", {rowkey_column_of_width("id", 2)}, 1, {WHERE(0, EQUAL, TEXT("abc"))}, 1, 0};
  expect_no_ranges(&question, ROWKEY_ERROR_RANGE, 0, "id = \"abc\": there is no such text of 2 bytes");
  question.conditions[0] = (rowkey_condition)WHERE(0, GREATER, TEXT("\xff\xff"));
  expect_no_ranges(&question, ROWKEY_ERROR_RANGE, 0, "id > \"\\xFF\\xFF\": there is no such text of 2 bytes");
  question.count = 2;
  question.conditions[0] = (rowkey_condition)WHERE(0, GREATER, TEXT("a"));
  question.conditions[1] = (rowkey_condition)WHERE(0, LESS, TEXT("abc"));
  expect_ranges(&question, "a\\x00..ac", true);
  question.conditions[0] = (rowkey_condition)WHERE(0, GREATER, TEXT("ab"));
  question.conditions[1] = (rowkey_condition)WHERE(0, LESS_EQUAL, TEXT("ac\xff"));
  expect_ranges(&question, "ac-", true);
}

static void wrong_arguments(void) {
  struct question question = {"{id:u32}", {COLUMN("id", U64)}, 1, {WHERE(0, BEGINS_WITH, U64(1))}, 1, 0};
  expect_no_ranges(
      &question, ROWKEY_ERROR_ARGUMENT, 0,
      "a condition on column id asks what a number begins with (expected another comparison, or a "
      "text column)");
  question.conditions[0].comparison = ROWKEY_LESS;
  question.conditions[0].value_count = 0;
  expect_no_ranges(&question, ROWKEY_ERROR_ARGUMENT, 0,
                   "a condition on column id has no value (expected at least one)");
  question.conditions[0].column = 7;
  expect_no_ranges(&question, ROWKEY_ERROR_ARGUMENT, 7,
                   "a condition is on column number 7 (expected one of the schema's 1 columns)");
  rowkey_layout *layout = layout_of_question(&question);
  rowkey_error error;
  CHECK(rowkey_ranges_find(layout, NULL, 1, 0, &error) == NULL && error.status == ROWKEY_ERROR_ARGUMENT,
        "conditions that are NULL");
  CHECK(strcmp(error.text, "the conditions are NULL (expected 1 of them)") == 0, "%s", error.text);
  CHECK(rowkey_ranges_find(layout, question.conditions, 1, 0, NULL) == NULL, "without an error");
  rowkey_layout_free(layout);
}

/* A condition on column x alone, of this type, which a key holds whole. */
static void expect_refused(rowkey_type type, rowkey_condition condition, rowkey_status status,
                           const char *text) {
  const struct question question = {
      type == ROWKEY_TEXT ? "{x}" : "{x:f64}", {{.name = "x", .type = type}}, 1, {condition}, 1, 0};
  expect_no_ranges(&question, status, 0, text);
}

static void wrong_values(void) {
  static const rowkey_value null = {.is_null = true, .tag = ROWKEY_KIND_NULL}, nan64 = F64(NAN),
                            nan32 = F32(NAN);
  static const rowkey_value missing = TEXT_OF(NULL, 3), huge = TEXT_OF("x", (size_t)PTRDIFF_MAX + 1);
  static const rowkey_value two[] = {F64(1), F64(2)}, zeroed = {.is_null = false};
  expect_refused(
      ROWKEY_TEXT,
      (rowkey_condition){.column = 0, .comparison = ROWKEY_EQUAL, .values = &zeroed, .value_count = 1},
      ROWKEY_ERROR_ARGUMENT,
      "column x: tag is 0, so the type of its values is unknown (expected the tag that a constructor such as "
      "rowkey_i64s sets)");
  expect_refused(
      ROWKEY_TEXT,
      (rowkey_condition){.column = 0, .comparison = ROWKEY_EQUAL, .values = &null, .value_count = 1},
      ROWKEY_ERROR_ARGUMENT, "a condition on column x compares with null (expected a value)");
  expect_refused(
      ROWKEY_TEXT,
      (rowkey_condition){.column = 0, .comparison = ROWKEY_EQUAL, .values = &missing, .value_count = 1},
      ROWKEY_ERROR_ARGUMENT,
      "a condition on column x has text that is NULL (expected as many bytes as its size says)");
  expect_refused(
      ROWKEY_TEXT,
      (rowkey_condition){.column = 0, .comparison = ROWKEY_EQUAL, .values = &huge, .value_count = 1},
      ROWKEY_ERROR_ARGUMENT, "a condition on column x has text that is larger than any memory");
  const char *of_nan =
      "a condition on column x compares with nan, which has no place in an order (expected a number or an "
      "infinity)";
  expect_refused(
      ROWKEY_F64,
      (rowkey_condition){.column = 0, .comparison = ROWKEY_LESS, .values = &nan64, .value_count = 1},
      ROWKEY_ERROR_RANGE, of_nan);
  expect_refused(
      ROWKEY_F32,
      (rowkey_condition){.column = 0, .comparison = ROWKEY_LESS, .values = &nan32, .value_count = 1},
      ROWKEY_ERROR_RANGE, of_nan);
  for (int unknown = -1; unknown <= ROWKEY_IS_NOT_NULL + 1; unknown += ROWKEY_IS_NOT_NULL + 2)
    expect_refused(
        ROWKEY_F64,
        (rowkey_condition){
            .column = 0, .comparison = (rowkey_comparison)unknown, .values = two, .value_count = 1},
        ROWKEY_ERROR_ARGUMENT,
        "a condition on column x has a comparison that is unknown (expected one of rowkey_comparison)");
  expect_refused(ROWKEY_F64,
                 (rowkey_condition){.column = 0, .comparison = ROWKEY_LESS, .values = two, .value_count = 2},
                 ROWKEY_ERROR_ARGUMENT,
                 "a condition on column x has several values (expected one, or the comparison =)");
  expect_refused(ROWKEY_F64, (rowkey_condition)AMONG(0, NULL, 1), ROWKEY_ERROR_ARGUMENT,
                 "a condition on column x has no value (expected at least one)");
}

static const struct test tests[] = {
    {"contradictions name both conditions", contradictions},
    {"contradictions show floats in every locale", contradictions_of_floats},
    {"infinities are the least and the greatest float", infinities},
    {"conditions that only a whole scan can answer are refused", conditions_without_a_range},
    {"literal text in front leaves nothing out", literals_in_front},
    {"fewer ranges than salts hold several of them", fewer_ranges_than_salts},
    {"what cannot be looked for is left to filter by", conditions_to_filter_by},
    {"more values than can be tried are refused where keys do not sort by them", too_many_values},
    {"texts of one width are compared as such", texts_of_one_width},
    {"wrong arguments are refused", wrong_arguments},
    {"values that no row can have are refused", wrong_values},
};

int main(int argc, char **argv) { return run_tests(tests, sizeof tests / sizeof tests[0], argc, argv); }
