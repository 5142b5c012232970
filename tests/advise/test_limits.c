/* Questions with an order, a limit, a limit for each group, or a distance: what a design reads for them,
 * counted by hand. 8 hosts write one after the other, 50 rows each; all rows are in the sample. */
#include <rowkey/advise.h>
#include <string.h>

#include "testing.h"

enum { HOSTS = 8, EACH = 50, ROWS = HOSTS * EACH, HOST_WIDTH = 2, KINDS = 4 };

static const rowkey_column schema[] = {{.name = "ts", .type = ROWKEY_U64, .unit = ROWKEY_SECONDS},
                                       {.name = "host", .type = ROWKEY_TEXT, .width = HOST_WIDTH},
                                       {.name = "kind", .type = ROWKEY_U64},
                                       {.name = "place", .type = ROWKEY_F64}};

struct rows {
  uint64_t ts[ROWS], kind[ROWS];
  char host[ROWS * HOST_WIDTH];
  double place[ROWS];
};

static void make_rows(struct rows *rows) {
  for (size_t i = 0; i < ROWS; i++) {
    rows->ts[i] = 1700000000 + i;
    rows->host[HOST_WIDTH * i] = 'h';
    rows->host[HOST_WIDTH * i + 1] = (char)('0' + i % HOSTS);
    rows->kind[i] = i / HOSTS % KINDS;
    rows->place[i] = (double)i / 4;
  }
}

static rowkey_advisor *open_advisor(const char *question, const char *order, const char *layout,
                                    bool allow_grown) {
  rowkey_advice_settings settings = rowkey_advice_settings_of(4, 2);
  rowkey_error error;
  settings.candidates = settings.designs = 8;
  settings.identity = 1 | 2;
  settings.rows = allow_grown ? 100 * ROWS : 0;
  rowkey_advisor *advisor = rowkey_advisor_create(&settings, schema, NULL, 4, &error);
  CHECK(advisor != NULL, "%s", error.text);
  CHECK(rowkey_advisor_ask(advisor, question, strlen(question), &error) == ROWKEY_OK, "%s", error.text);
  if (order != NULL)
    CHECK(rowkey_advisor_order(advisor, order, strlen(order), &error) == ROWKEY_OK, "%s", error.text);
  CHECK(rowkey_advisor_consider(advisor, "mine", layout, strlen(layout), &error) == ROWKEY_OK, "%s",
        error.text);
  struct rows rows;
  make_rows(&rows);
  const rowkey_values values[] = {rowkey_u64s(rows.ts, ROWS),
                                  rowkey_values_of_width(ROWKEY_KIND_TEXT, rows.host, HOST_WIDTH, ROWS),
                                  rowkey_u64s(rows.kind, ROWS), rowkey_f64s(rows.place, ROWS)};
  CHECK(rowkey_advisor_add(advisor, values, ROWS, &error) == ROWKEY_OK, "%s, %s: %s", question, layout,
        error.text);
  CHECK(rowkey_advisor_search(advisor, NULL, NULL, &error) == ROWKEY_OK, "%s: %s", question, error.text);
  return advisor;
}

/* How rows come: in order, each range or group in order, and whether that is backwards. */
enum coming { UNORDERED, SORTED_BY_CALLER, MERGED, MERGED_BACKWARDS, ORDERED, BACKWARDS };

static enum coming coming_of(const rowkey_advised_answer *answer) {
  if (!answer->wants_order && !answer->in_order) return UNORDERED;
  if (answer->in_order) return answer->backwards ? BACKWARDS : ORDERED;
  if (!answer->in_order_by_range) return SORTED_BY_CALLER;
  return answer->backwards ? MERGED_BACKWARDS : MERGED;
}

struct expected {
  const char *question, *layout;
  double seeks, read, wanted;
  enum coming coming;
};

#define LATEST "host = ?, order by ts desc, limit 10"
#define OF_EACH "order by ts desc, limit 1 by host"

static const struct expected table[] = {
    /* The latest of a host. */
    {LATEST, "{host}{ts:u64}", 1, 10, 10, BACKWARDS},
    {LATEST, "{host}{ts:~u64}", 1, 10, 10, ORDERED},
    {"host = ?, order by ts, limit 10", "{host}{ts:~u64}", 1, 10, 10, BACKWARDS},
    {"host = ?, order by ts asc, limit 10", "{host}{ts:u64}", 1, 10, 10, ORDERED},
    {LATEST, "{md5(host) % 4:u8}{host}{ts:~u64}", 1, 10, 10, ORDERED},
    {LATEST, "{md5(ts) % 2:u8}{host}{ts:~u64}", 2, 20, 10, MERGED},
    {LATEST, "{host}{kind:u8}{ts:~u64}", 1, 50, 10, SORTED_BY_CALLER},
    {LATEST, "{truncate(ts, 100):~u64}{host}{ts:~u64}", 1, 80, 10, ORDERED},
    {"host = ?, order by ts desc, limit 99", "{host}{ts:~u64}", 1, 50, 50, ORDERED},
    {"host = ?, order by ts desc", "{host}{ts:~u64}", 1, 50, 50, ORDERED},
    {"host = ?, kind = 3, order by ts, limit 2", "{host}{ts:u64}", 1, 50 * 2 / 12.0, 2, ORDERED},
    /* The latest of each host: seven skips cost 350 rows. */
    {OF_EACH, "{host}{ts:~u64}", 8, 8, 8, MERGED},
    {OF_EACH, "{host}{ts:u64}", 8, 8, 8, MERGED_BACKWARDS},
    {OF_EACH, "{md5(host) % 4:u8}{host}{ts:~u64}", 8, 8, 8, MERGED},
    {OF_EACH, "{ts:~u64}{host}", 1, 400, 8, ORDERED},
    {OF_EACH, "{host}{kind:u8}{ts:u64}", 1, 400, 8, SORTED_BY_CALLER},
    {"limit 2 by host", "{host}{kind:u8}{ts:u64}", 8, 16, 16, UNORDERED},
    {"limit 7 by host", "{host}{ts:u64}", 1, 400, 56, UNORDERED},
    /* Any of those that meet a condition. */
    {"kind = 1, limit 3", "{kind:u8}{ts:u64}{host}", 1, 3, 3, UNORDERED},
    {"kind = 1, limit 3", "{md5(ts) % 4:u8}{kind:u8}{ts:u64}{host}", 1, 3, 3, UNORDERED},
    {"kind = 1, limit 3", "{host}{ts:u64}", 1, 400 * 3 / 104.0, 3, UNORDERED},
};

static void compare(const struct expected *expected, const rowkey_advised_answer *answer) {
  const char *question = expected->question, *layout = expected->layout;
  CHECK(answer->wanted > expected->wanted - 1e-6 && answer->wanted < expected->wanted + 1e-6,
        "%s, %s: %g wanted", question, layout, answer->wanted);
  CHECK(answer->read > expected->read - 1e-6 && answer->read < expected->read + 1e-6, "%s, %s: %g read",
        question, layout, answer->read);
  CHECK(answer->seeks > expected->seeks - 1e-6 && answer->seeks < expected->seeks + 1e-6, "%s, %s: %g seeks",
        question, layout, answer->seeks);
  CHECK(coming_of(answer) == expected->coming, "%s, %s: %d", question, layout, (int)coming_of(answer));
}

static void counts_what_is_read(void) {
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    rowkey_advisor *advisor = open_advisor(table[i].question, NULL, table[i].layout, false);
    compare(&table[i], rowkey_advisor_design(advisor, 0)->answers);
    rowkey_advisor_free(advisor);
  }
}

/* A table a hundred times as large has no more rows to read where they come in order, and as many hosts. */
static void counts_in_a_grown_table(void) {
  static const struct {
    const char *question, *layout;
    double least, most; /* rows that are read then */
  } cases[] = {{LATEST, "{host}{ts:~u64}", 10, 10},
               {LATEST, "{host}{kind:u8}{ts:~u64}", 4900, 5100},
               {OF_EACH, "{host}{ts:~u64}", 8, 8},
               {OF_EACH, "{ts:~u64}{host}", 39000, 41000}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    rowkey_advisor *advisor = open_advisor(cases[i].question, NULL, cases[i].layout, true);
    const double read = rowkey_advisor_design(advisor, 0)->answers[0].grown_read;
    CHECK(read >= cases[i].least && read <= cases[i].most, "%s, %s: %g", cases[i].question, cases[i].layout,
          read);
    rowkey_advisor_free(advisor);
  }
}

/* Found designs have the column complemented, and are read forwards. */
static void finds_the_latest_first(void) {
  static const struct {
    const char *question, *order;
    bool falls;
  } cases[] = {{LATEST, NULL, true},
               {"host = ?", "ts desc", true},
               {"host = ?", "ts", false},
               {"host = ?", "ts asc", false},
               {"host = ?, order by ts, limit 1", "ts desc", false}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    rowkey_advisor *advisor = open_advisor(cases[i].question, cases[i].order, "{ts:u64}{host}", false);
    const size_t best = rowkey_advisor_choose(advisor);
    CHECK(best != ROWKEY_NONE, "%s: no design", cases[i].question);
    const rowkey_advised_design *design = rowkey_advisor_design(advisor, best);
    CHECK((strstr(design->layout, "{ts:~u64}") != NULL || strstr(design->layout, "{ts:~u48}") != NULL) ==
              cases[i].falls,
          "%s, %s: %s", cases[i].question, cases[i].order == NULL ? "" : cases[i].order, design->layout);
    CHECK(design->answers[0].in_order && !design->answers[0].backwards, "%s: %s", cases[i].question,
          design->layout);
    rowkey_advisor_free(advisor);
  }
}

/* Rows that are near one of the records: as it is asked for the last record, which is drawn first. */
static void asks_for_what_is_near(void) {
  static const struct {
    const char *question, *asked;
  } cases[] = {{"ts within 1m of ?", "ts >= 1700000333, ts <= 1700000453"},
               {"kind within 2 of ?", "kind <= 3"},
               {"kind within 18446744073709551615 of ?", "kind <= 18446744073709551615"},
               {"place within 0.5 of ?, host = ?", "place >= 97.75, place <= 98.75, host = \"h1\""}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    rowkey_advisor *advisor = open_advisor(cases[i].question, NULL, "{ts:u64}{host}", false);
    const char *asked = rowkey_advisor_example(advisor, 0);
    CHECK(strcmp(asked, cases[i].asked) == 0, "%s: %s", cases[i].question, asked);
    rowkey_advisor_free(advisor);
  }
}

static void refuses_what_it_cannot_read(void) {
  static const struct {
    const char *question;
    size_t offset;
    const char *expected;
  } cases[] = {{"order by color", 9, "there is no column color"},
               {"order by ts up", 12, "expected asc, desc or the end"},
               {"order by ts, order by ts desc", 22, "expected one column after order by"},
               {"limit 5", 0, "expected a condition or an order beside it"},
               {"limit 0", 6, "expected a number of rows above 0"},
               {"limit 10x", 6, "expected a number of rows above 0"},
               {"limit 18446744073709551616", 6, "expected a number of rows above 0"},
               {"limit 10 of host", 9, "expected by and a column, or the end"},
               {"limit 1 by color", 11, "there is no column color"},
               {"limit 1, limit 2", 15, "expected one limit"},
               {"ts within 1h", 12, "expected a distance and the words of ?"},
               {"ts within 1h of 5", 16, "expected a distance and the words of ?"},
               {"ts within 1 of ?", 10, "expected a number and ms, s, m, h, d or w"},
               {"place within -1 of ?", 13, "expected a number above 0, such as 0.5"},
               {"host within 1 of ?", 0, "expected a column of numbers or times"}};
  const rowkey_advice_settings settings = rowkey_advice_settings_of(4, 2);
  rowkey_error error;
  rowkey_advisor *advisor = rowkey_advisor_create(&settings, schema, NULL, 4, &error);
  CHECK(advisor != NULL, "%s", error.text);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const char *text = cases[i].question;
    CHECK(rowkey_advisor_ask(advisor, text, strlen(text), &error) != ROWKEY_OK, "%s is taken", text);
    CHECK(error.offset == cases[i].offset && strstr(error.text, cases[i].expected) != NULL, "%s: %zu, %s",
          text, error.offset, error.text);
  }
  CHECK(rowkey_advisor_order(advisor, "ts up", 5, &error) == ROWKEY_ERROR_SYNTAX, "%s", error.text);
  CHECK(rowkey_advisor_order(advisor, "color", 5, &error) == ROWKEY_ERROR_COLUMN, "%s", error.text);
  rowkey_advisor_free(advisor);
}

int main(int argc, char **argv) {
  const struct test tests[] = {{"counts what is read", counts_what_is_read},
                               {"counts in a grown table", counts_in_a_grown_table},
                               {"finds the latest first", finds_the_latest_first},
                               {"asks for what is near", asks_for_what_is_near},
                               {"refuses what it cannot read", refuses_what_it_cannot_read}};
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
