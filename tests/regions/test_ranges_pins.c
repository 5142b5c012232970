/* Values of columns without conditions that are few below a salt. */
#include "question.h"
#include "testing.h"

struct expected {
  const char *text;
  size_t ranges;
  bool exact;
};

static void expect_answer(const struct question *question, const struct expected *expected) {
  rowkey_ranges *ranges = ask(question);
  CHECK(ranges->count == expected->ranges && ranges->exact == expected->exact, "%s: %zu ranges, exact %d: %s",
        expected->text, ranges->count, ranges->exact, ranges_text(ranges));
  rowkey_ranges_free(ranges);
}

/* What a salt is made of beside the columns asked for is tried where it is few. */
static void few_other_values(void) {
  static const struct expected cases[] = {
      {"{md5(a, xxh64(b) % 4:u8) % 64:02d}{a:u8}", 4, true},
      {"{(xxh64(a) % 40 + xxh64(b) % 4) % 40:02d}{a:u8}", 4, true},
      {"{md5(a, random() % 3:u8) % 64:02d}{a:u8}", 3, true},
      {"{md5(a, xxh64(b) % 4:u8) % 64:02d}", 4, false},
      {"{md5(a, xxh64(b) % 4:u8) % 64:02d}{xxh64(b) % 4:u8}{a:u8}", 4, true},
      {"{xxh64(b) % 4:u8}{md5(a, xxh64(b) % 4:u8) % 64:02d}{a:u8}", 4, true},
      {"{a + xxh64(b) % 4 * 100:u16}", 4, false},
      {"{md5(a, b) % 64:02d}{a:u8}", 64, true},
      {"{md5(a, xxh64(b) % 5000:u16) % 64:02d}{a:u8}", 64, true},
      {"{md5(a, xxh64(b) % 4:u8, c:u8) % 64:02d}{a:u8}", 64, true},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const struct question question = {cases[i].text,
                                      {COLUMN("a", U64), COLUMN("b", U64), COLUMN("c", U64)},
                                      3,
                                      {WHERE(0, EQUAL, U64(7))},
                                      1,
                                      0};
    expect_answer(&question, &cases[i]);
  }
}

/* A column asked for with one value leaves the order of the other, which has too many to be tried. */
static void one_value_beside_many(void) {
  static const struct expected cases[] = {
      {"{a - b:i16}", 1, false},        {"{b - a:i64}", 1, false},      {"{a - b:i16}{a:u8}", 1, false},
      {"{a - b:i16}{b:i64}", 1, false}, {"{a:u8}{a - b:i16}", 1, true},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const struct question question = {cases[i].text,
                                      {COLUMN("a", I64), COLUMN("b", I64)},
                                      2,
                                      {WHERE(0, EQUAL, I64(5)), WHERE(1, LESS, I64(3))},
                                      2,
                                      0};
    expect_answer(&question, &cases[i]);
  }
}

/* Between values of which nothing is made others are found: the product fits up to 9 * 10^18. */
static void values_behind_bad_ones(void) {
  const struct question question = {"{xxh64((a / 100 % 19) * 1000000000000000000 + a / 100):016x}",
                                    {COLUMN("a", I64)},
                                    1,
                                    {WHERE(0, GREATER, I64(-1)), WHERE(0, LESS, I64(3001))},
                                    2,
                                    0};
  rowkey_ranges *ranges = ask(&question);
  CHECK(ranges->count == 20, "%zu ranges: %s", ranges->count, ranges_text(ranges));
  rowkey_ranges_free(ranges);
}

int main(int argc, char **argv) {
  const struct test tests[] = {{"few values of other columns are tried", few_other_values},
                               {"one value leaves the other column's order", one_value_beside_many},
                               {"values behind bad ones are found", values_behind_bad_ones}};
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
