/* What is told of a table that grows, beside the same table when it has grown. */
#include <math.h>
#include <rowkey/advise.h>
#include <string.h>

#include "events.h"
#include "testing.h"

enum { REGIONS = 12, SERVERS = 6, ROWS = 4000, DESIGNS = 4, QUESTIONS = 3 };
enum { HOSTS = 6, TIMES = 8, GROWN = TIMES * ROWS, GROWN_REGIONS = TIMES * REGIONS };

static const char *const designs[DESIGNS] = {
    "{ts:i64}{host}\\x00{event}\\x00{id:u64}", "{md5(event) % 4:01d}{event}\\x00{ts:i64}{id:u64}",
    "{md5(host) % 12:02d}{host}\\x00{ts:i64}{id:u64}", "{md5(id) % 12000:05d}{id:u64}"};
static const char *const questions[QUESTIONS] = {"host = ?, ts in last 90s", "event = ?", "id = ?"};

static rowkey_advisor *advise(const struct events *events, size_t regions, uint64_t grown) {
  rowkey_advice_settings settings = rowkey_advice_settings_of(regions, SERVERS);
  rowkey_error error = {.status = ROWKEY_OK};
  settings.rows = grown;
  settings.candidates = settings.designs = 1;
  rowkey_advisor *advisor = rowkey_advisor_create(&settings, event_columns, NULL, EVENT_COLUMNS, &error);
  CHECK(advisor != NULL, "%s", error.text);
  for (size_t i = 0; i < QUESTIONS; i++)
    CHECK(rowkey_advisor_ask(advisor, questions[i], strlen(questions[i]), &error) == ROWKEY_OK, "%s",
          error.text);
  for (size_t i = 0; i < DESIGNS; i++)
    CHECK(rowkey_advisor_consider(advisor, "known", designs[i], strlen(designs[i]), &error) == ROWKEY_OK,
          "%s", error.text);
  CHECK(rowkey_advisor_add(advisor, events->columns, events->rows, &error) == ROWKEY_OK, "%s", error.text);
  CHECK(rowkey_advisor_search(advisor, NULL, NULL, &error) == ROWKEY_OK, "%s", error.text);
  return advisor;
}

static void check_near(double found, double expected, double part, const char *layout, const char *what) {
  CHECK(fabs(found - expected) <= part * expected, "%s: %s %g, and it is %g", layout, what, found, expected);
}

static void rows_read_are_those_of_the_table_that_has_grown(void) {
  /* So few hosts that chance makes rows of 90 seconds differ by much less than what is allowed. */
  struct events few = make_events(ROWS, HOSTS, 5, 10), many = make_events(GROWN, HOSTS, 5, 10);
  rowkey_advisor *now = advise(&few, REGIONS, GROWN), *then = advise(&many, GROWN_REGIONS, 0);
  for (size_t i = 0; i < DESIGNS; i++) {
    const rowkey_advised_design *told = rowkey_advisor_design(now, i),
                                *grown = rowkey_advisor_design(then, i);
    for (size_t k = 0; k < QUESTIONS; k++)
      check_near(told->answers[k].grown_read, grown->answers[k].read, 0.25, designs[i], questions[k]);
    check_near(told->growth.read_cost, grown->read_cost, 0.25, designs[i], "cost");
    CHECK(told->growth.regions == (double)GROWN_REGIONS, "%g regions", told->growth.regions);
    CHECK(grown->growth.regions == (double)GROWN_REGIONS && grown->growth.read_cost == grown->read_cost,
          "growth without rows");
    check_near(told->growth.busy_regions, grown->now.busy_regions, 0.2, designs[i], "busy regions");
  }
  rowkey_advisor_free(now);
  rowkey_advisor_free(then);
  free_events(&few);
  free_events(&many);
}

/* A key that rises is written at its end, one that has a hash of the event before the time at the ends of as
 * many parts as there are events, or their hashes; one of 40 hosts at so many; and an even one everywhere. */
static void writes_go_where_keys_grow(void) {
  struct events events = make_events(ROWS, 40, 5, 10);
  rowkey_advisor *advisor = advise(&events, REGIONS, GROWN);
  const double busy[DESIGNS] = {1, 5, 40, GROWN_REGIONS};
  const double peak[DESIGNS] = {SERVERS, (double)SERVERS / 5, 1, 1};
  for (size_t i = 0; i < DESIGNS; i++) {
    const rowkey_advised_growth *growth = &rowkey_advisor_design(advisor, i)->growth;
    check_near(growth->busy_regions, busy[i], 0.15, designs[i], "busy regions");
    check_near(growth->server_peak, peak[i], 0.15, designs[i], "the busiest server");
  }
  rowkey_advisor_free(advisor);
  free_events(&events);
}

/* An even design of today that its growth makes uneven is no longer chosen. */
static void the_choice_is_for_the_table_that_has_grown(void) {
  struct events events = make_events(ROWS, 40, 2, 10);
  rowkey_advisor *advisor = advise(&events, REGIONS, GROWN);
  const rowkey_advised_design *chosen = rowkey_advisor_design(advisor, rowkey_advisor_choose(advisor));
  CHECK(chosen->growth.server_peak <= 2 && chosen->server_peak_most <= 2, "%s", chosen->layout);
  for (size_t i = 0; i < rowkey_advisor_designs(advisor); i++) {
    const rowkey_advised_design *design = rowkey_advisor_design(advisor, i);
    if (fmax(design->growth.server_peak, design->server_peak_most) > 2) continue;
    CHECK(design->growth.read_cost >= chosen->growth.read_cost, "%s is cheaper", design->layout);
  }
  rowkey_advisor_free(advisor);
  free_events(&events);
}

static void a_table_does_not_shrink(void) {
  struct events events = make_events(100, 5, 2, 10);
  rowkey_advice_settings settings = rowkey_advice_settings_of(REGIONS, SERVERS);
  rowkey_error error = {.status = ROWKEY_OK};
  settings.rows = 99;
  rowkey_advisor *advisor = rowkey_advisor_create(&settings, event_columns, NULL, EVENT_COLUMNS, &error);
  CHECK(rowkey_advisor_ask(advisor, "id = ?", 6, &error) == ROWKEY_OK, "%s", error.text);
  CHECK(rowkey_advisor_add(advisor, events.columns, events.rows, &error) == ROWKEY_OK, "%s", error.text);
  CHECK(rowkey_advisor_search(advisor, NULL, NULL, &error) == ROWKEY_ERROR_RANGE, "%s", error.text);
  CHECK(strstr(error.text, "grows to 99 rows and has 100") != NULL, "%s", error.text);
  rowkey_advisor_free(advisor);
  free_events(&events);
}

static const struct test tests[] = {
    {"rows read are those of the table that has grown", rows_read_are_those_of_the_table_that_has_grown},
    {"writes go where keys grow", writes_go_where_keys_grow},
    {"the choice is for the table that has grown", the_choice_is_for_the_table_that_has_grown},
    {"a table does not shrink", a_table_does_not_shrink},
};

int main(int argc, char **argv) { return run_tests(tests, sizeof tests / sizeof tests[0], argc, argv); }
