/* A search for designs that the caller ends. */
#include <rowkey/advise.h>
#include <string.h>

#include "events.h"
#include "testing.h"

static const char question[] = "host = ?, ts in last 20s";

static bool goes_on(void *context) {
  size_t *left = context;
  if (*left == 0) return false;
  --*left;
  return true;
}

static bool stop_at_once(void *context, double done) {
  (void)context, (void)done;
  return false;
}

/* Searches where the caller says no after it was asked so many times. */
static rowkey_status search(const struct events *events, size_t times, rowkey_advice_progress *progress,
                            size_t *designs) {
  rowkey_advice_settings settings = rowkey_advice_settings_of(12, 6);
  rowkey_error error = {.status = ROWKEY_OK};
  settings.go_on = goes_on;
  settings.go_on_context = &times;
  rowkey_advisor *advisor = rowkey_advisor_create(&settings, event_columns, NULL, EVENT_COLUMNS, &error);
  CHECK(advisor != NULL, "%s", error.text);
  CHECK(rowkey_advisor_ask(advisor, question, strlen(question), &error) == ROWKEY_OK, "%s", error.text);
  CHECK(rowkey_advisor_add(advisor, events->columns, events->rows, &error) == ROWKEY_OK, "%s", error.text);
  const rowkey_status status = rowkey_advisor_search(advisor, progress, NULL, &error);
  CHECK(status == ROWKEY_OK || (status == ROWKEY_ERROR_STOPPED && strstr(error.text, "stopped") != NULL),
        "%d: %s", status, error.text);
  *designs = rowkey_advisor_designs(advisor);
  rowkey_advisor_free(advisor);
  return status;
}

/* Where `progress` ends the trying of candidates, the designs are still measured, and asked for between. */
static void stops_wherever_it_is(void) {
  struct events events = make_events(500, 9, 4, 4);
  for (int is_short = 0; is_short < 2; is_short++) {
    rowkey_advice_progress *progress = is_short ? stop_at_once : NULL;
    size_t stops = 0, designs;
    for (size_t step = 1; search(&events, stops, progress, &designs) != ROWKEY_OK; stops += step)
      if (stops > 20) step *= 2;
    CHECK(designs >= 3, "%zu designs", designs);
    CHECK(stops > 5, "asked fewer than %zu times", stops);
  }
  free_events(&events);
}

static const struct test tests[] = {
    {"a search stops wherever it is", stops_wherever_it_is},
};

int main(int argc, char **argv) { return run_tests(tests, sizeof tests / sizeof tests[0], argc, argv); }
