/* Every allocation of a profile and of an advisor is made to fail once; with low effort one of 16. */
#include <rowkey/advise.h>
#include <stdint.h>
#include <string.h>

#include "events.h"
#include "failing_memory.h"
#include "testing.h"

enum { ROWS = 8 };

/* The events' columns, of which some hosts are null, but their names, which are numbers with a fraction. */
enum { COLUMNS = EVENT_COLUMNS };

struct records {
  struct events events;
  rowkey_column schema[COLUMNS];
  rowkey_values columns[COLUMNS];
  double fractions[ROWS];
  uint8_t validity[ROWS / 8];
};

static void make_records(struct records *records) {
  *records = (struct records){.events = make_events(ROWS, 3, 2, 1)};
  for (size_t i = 0; i < COLUMNS; i++) {
    records->schema[i] = event_columns[i];
    records->columns[i] = records->events.columns[i];
  }
  memset(records->validity, 0xf7, sizeof records->validity);
  records->columns[EVENT_HOST].validity = records->validity;
  records->schema[EVENT_NAME] = rowkey_column_of("load", ROWKEY_F64);
  records->columns[EVENT_NAME] = rowkey_f64s(records->fractions, ROWS);
}

typedef rowkey_status way(const struct records *records, rowkey_error *error);

static void fail_each_of(way *work, size_t least) {
  struct records records;
  make_records(&records);
  const size_t step = effort_is_full() ? 1 : 16;
  size_t failures = (size_t)random_below(step);
  for (bool failed = true; failed; failures += step) {
    rowkey_error error = {.status = ROWKEY_OK};
    allocations_allowed = failures;
    const rowkey_status status = work(&records, &error);
    failed = allocation_failed();
    CHECK(status == ROWKEY_OK ||
              (failed && status == ROWKEY_ERROR_MEMORY && strstr(error.text, "out of memory") != NULL),
          "allocation %zu: %d: %s", failures, (int)status, error.text);
  }
  CHECK(failures > least, "only %zu allocations were tried", failures);
  free_events(&records.events);
}

/* More rows than the sample has room for. */
static rowkey_status profile_records(const struct records *records, rowkey_error *error) {
  rowkey_profile *profile = rowkey_profile_create(records->schema, COLUMNS, ROWS / 4, error);
  const rowkey_status status =
      profile == NULL ? error->status : rowkey_profile_add(profile, records->columns, ROWS, error);
  rowkey_profile_free(profile);
  return status;
}

static rowkey_status ask(rowkey_advisor *advisor, const char *text, rowkey_error *error) {
  return rowkey_advisor_ask(advisor, text, strlen(text), error);
}

/* Creates an advisor, does all but the search, or the search as well. */
static rowkey_status advise(const struct records *records, bool searches, rowkey_error *error) {
  static const char design[] = "{host}|{id:u64}{ts:i64}", refused[] = "{host:2s}{id:u64}";
  rowkey_advice_settings settings = rowkey_advice_settings_of(4, 2);
  settings.sample = ROWS / 2;
  settings.candidates = settings.designs = 1;
  settings.rows = 10 * ROWS;
  rowkey_advisor *advisor = rowkey_advisor_create(&settings, records->schema, NULL, COLUMNS, error);
  if (advisor == NULL) return error->status;
  rowkey_status status = rowkey_advisor_order(advisor, "ts", 2, error);
  if (status == ROWKEY_OK) status = ask(advisor, "2: id = ?, ts in last 1s", error);
  if (status == ROWKEY_OK) status = ask(advisor, "id in (1, 2)", error);
  if (status == ROWKEY_OK) status = rowkey_advisor_keep(advisor, EVENT_ID, EVENT_TS, error);
  if (status == ROWKEY_OK)
    status = rowkey_advisor_consider(advisor, "known", design, sizeof design - 1, error);
  if (status == ROWKEY_OK)
    status = rowkey_advisor_consider(advisor, "refused", refused, sizeof refused - 1, error);
  if (status == ROWKEY_OK) status = rowkey_advisor_add(advisor, records->columns, ROWS, error);
  if (status == ROWKEY_OK && searches) status = rowkey_advisor_search(advisor, NULL, NULL, error);
  if (status == ROWKEY_OK && searches)
    CHECK(rowkey_advisor_choose(advisor) != ROWKEY_NONE, "no design can be taken");
  rowkey_advisor_free(advisor);
  return status;
}

static rowkey_status prepare(const struct records *records, rowkey_error *error) {
  return advise(records, false, error);
}

static rowkey_status search(const struct records *records, rowkey_error *error) {
  return advise(records, true, error);
}

static void test_profile(void) { fail_each_of(profile_records, 20); }
static void test_preparing(void) { fail_each_of(prepare, 60); }
static void test_search(void) { fail_each_of(search, 1000); }

int main(int argc, char **argv) {
  const struct test tests[] = {{"a profile without memory is an error, and nothing is lost", test_profile},
                               {"so is an advisor that is told what is wanted", test_preparing},
                               {"and its search", test_search}};
  return run_tests(tests, sizeof tests / sizeof *tests, argc, argv);
}
