/* Records and questions that advice has to cope with: heavy values, nulls, values at the ends of their types,
 * other orders; and the notes that say what they do not show. */
#include <math.h>
#include <rowkey/advise.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "events.h"
#include "testing.h"

enum { REGIONS = 8, SERVERS = 2 };

static rowkey_advice_settings usual_settings(void) {
  rowkey_advice_settings settings = rowkey_advice_settings_of(REGIONS, SERVERS);
  settings.candidates = settings.designs = 20;
  settings.sample = 2000;
  return settings;
}

static rowkey_advisor *create(const rowkey_advice_settings *settings, const rowkey_column *columns,
                              size_t count, const char *question) {
  rowkey_error error;
  rowkey_advisor *advisor = rowkey_advisor_create(settings, columns, NULL, count, &error);
  CHECK(advisor != NULL, "%s", error.text);
  CHECK(rowkey_advisor_ask(advisor, question, strlen(question), &error) == ROWKEY_OK, "%s: %s", question,
        error.text);
  return advisor;
}

static void order_by(rowkey_advisor *advisor, const char *order) {
  rowkey_error error;
  CHECK(rowkey_advisor_order(advisor, order, strlen(order), &error) == ROWKEY_OK, "%s", error.text);
}

static void search(rowkey_advisor *advisor, const rowkey_values *values, size_t rows) {
  rowkey_error error;
  CHECK(rowkey_advisor_add(advisor, values, rows, &error) == ROWKEY_OK, "%s", error.text);
  CHECK(rowkey_advisor_search(advisor, NULL, NULL, &error) == ROWKEY_OK, "%s", error.text);
}

static rowkey_advisor *advise_events(const struct events *events, const char *question) {
  const rowkey_advice_settings settings = usual_settings();
  rowkey_advisor *advisor = create(&settings, event_columns, EVENT_COLUMNS, question);
  search(advisor, events->columns, events->rows);
  return advisor;
}

static const rowkey_advised_design *chosen(rowkey_advisor *advisor) {
  const size_t index = rowkey_advisor_choose(advisor);
  CHECK(index != ROWKEY_NONE, "no design can be taken");
  return rowkey_advisor_design(advisor, index);
}

/* ---- Keys that are each record's own ------------------------------------------------------------- */

/* More records of one value than hashes are kept of. */
static void heavy_values_are_not_unique(void) {
  enum { ROWS = 600000 };
  const rowkey_column columns[] = {rowkey_column_of("id", ROWKEY_U64), rowkey_column_of("seq", ROWKEY_U64)};
  uint64_t *ids = calloc(ROWS, sizeof *ids), *numbers = calloc(ROWS, sizeof *numbers);
  CHECK(ids != NULL && numbers != NULL, "no memory");
  for (size_t i = 0; i < ROWS; i++) ids[i] = i % 2 == 0 ? 7 : i, numbers[i] = i;
  const rowkey_values values[] = {rowkey_u64s(ids, ROWS), rowkey_u64s(numbers, ROWS)};
  const rowkey_advice_settings settings = usual_settings();
  rowkey_advisor *advisor = create(&settings, columns, 2, "id = ?");
  search(advisor, values, ROWS);
  CHECK(strstr(chosen(advisor)->layout, "{seq:") != NULL, "%s", chosen(advisor)->layout);
  rowkey_advisor_free(advisor);
  free(ids);
  free(numbers);
}

static void null_is_another_number_than_0(void) {
  enum { ROWS = 100 };
  const rowkey_column column = rowkey_column_of("id", ROWKEY_U64);
  uint64_t ids[ROWS];
  uint8_t validity[ROWS / 8 + 1];
  memset(validity, 0xff, sizeof validity);
  for (size_t i = 0; i < ROWS; i++) ids[i] = i;
  validity[0] &= (uint8_t)~2u; /* record 1 */
  rowkey_values values = rowkey_u64s(ids, ROWS);
  values.validity = validity;
  const rowkey_advice_settings settings = usual_settings();
  rowkey_advisor *advisor = create(&settings, &column, 1, "id = ?");
  search(advisor, &values, ROWS);
  rowkey_advisor_free(advisor);
}

/* Of two that make keys unique, the longer column that does so by itself. */
static void adds_what_is_unique_by_itself(void) {
  enum { ROWS = 4000 };
  const rowkey_column columns[] = {rowkey_column_of("host", ROWKEY_U64), rowkey_column_of_width("part", 1),
                                   rowkey_column_of("id", ROWKEY_U64)};
  uint64_t hosts[ROWS], ids[ROWS];
  char parts[ROWS];
  for (size_t i = 0; i < ROWS; i++)
    hosts[i] = i / 20, parts[i] = (char)('a' + i % 20), ids[i] = i * 977 % 65536;
  const rowkey_values values[] = {rowkey_u64s(hosts, ROWS),
                                  rowkey_values_of_width(ROWKEY_KIND_TEXT, parts, 1, ROWS),
                                  rowkey_u64s(ids, ROWS)};
  const rowkey_advice_settings settings = usual_settings();
  rowkey_advisor *advisor = create(&settings, columns, 3, "host = ?");
  search(advisor, values, ROWS);
  CHECK(strstr(chosen(advisor)->layout, "{id:") != NULL, "%s", chosen(advisor)->layout);
  rowkey_advisor_free(advisor);
}

/* Their bytes are none, so that there may be no memory of them. */
static void takes_texts_that_are_all_empty(void) {
  enum { ROWS = 100 };
  static const uint64_t offsets[ROWS + 1];
  const rowkey_column columns[] = {rowkey_column_of("id", ROWKEY_U64), rowkey_column_of("none", ROWKEY_TEXT)};
  uint64_t ids[ROWS];
  for (size_t i = 0; i < ROWS; i++) ids[i] = i;
  const rowkey_values values[] = {rowkey_u64s(ids, ROWS),
                                  rowkey_values_of_offsets(ROWKEY_KIND_TEXT, NULL, 0, offsets, ROWS)};
  const rowkey_advice_settings settings = usual_settings();
  rowkey_advisor *advisor = create(&settings, columns, 2, "id = ?");
  search(advisor, values, ROWS);
  rowkey_advisor_free(advisor);
}

/* ---- Questions ----------------------------------------------------------------------------------- */

static void asks_at_the_ends_of_types(void) {
  static const char *const questions[] = {"id < ?", "id in last 5", "id <= ?",
                                          "ts in last 90s, ts > 1700000050", "ts < 1700000010, ts > ?"};
  struct events events = make_events(400, 5, 5, 4);
  events.id[399] = UINT64_MAX;
  for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
    rowkey_advisor_free(advise_events(&events, questions[i]));
  rowkey_advisor_free(advise_events(&events, "id > ?"));
  rowkey_advisor_free(advise_events(&events, "host is null, ts = ?")); /* of which there are none */
  free_events(&events);
}

/* A draw that does not meet its question stands for nothing: wanted are as many as without it. */
static void counts_draws_that_do_not_meet_their_question(void) {
  struct events events = make_events(40000, 1, 50, 10);
  rowkey_advice_settings settings = usual_settings();
  rowkey_error error;
  static const char open[] = "host = ?, event = event0", closed[] = "event = event0";
  rowkey_advisor *advisor = create(&settings, event_columns, EVENT_COLUMNS, open);
  CHECK(rowkey_advisor_ask(advisor, closed, strlen(closed), &error) == ROWKEY_OK, "%s", error.text);
  search(advisor, events.columns, events.rows);
  const rowkey_advised_answer *answers = rowkey_advisor_design(advisor, 0)->answers;
  CHECK(answers[0].wanted > answers[1].wanted - 12, "%g and %g", answers[0].wanted, answers[1].wanted);
  CHECK(answers[0].wanted < answers[1].wanted + 1, "%g and %g", answers[0].wanted, answers[1].wanted);
  rowkey_advisor_free(advisor);
  free_events(&events);
}

static void bytes_under_nulls_do_not_order(void) {
  enum { ROWS = 64 };
  const rowkey_column columns[] = {rowkey_column_of("id", ROWKEY_U64), rowkey_column_of("ts", ROWKEY_U64)};
  uint64_t ids[ROWS], times[ROWS];
  uint8_t validity[ROWS / 8];
  memset(validity, 0x55, sizeof validity);
  bool in_order[2];
  for (unsigned round = 0; round < 2; round++) {
    for (size_t i = 0; i < ROWS; i++) ids[i] = i, times[i] = i % 2 == 0 || round == 0 ? i : 1000 - i;
    rowkey_values values[] = {rowkey_u64s(ids, ROWS), rowkey_u64s(times, ROWS)};
    values[1].validity = validity;
    rowkey_advice_settings settings = usual_settings();
    rowkey_advisor *advisor = create(&settings, columns, 2, "id >= 0");
    order_by(advisor, "ts");
    search(advisor, values, ROWS);
    in_order[round] = rowkey_advisor_design(advisor, 0)->answers[0].in_order;
    rowkey_advisor_free(advisor);
  }
  CHECK(in_order[0] == in_order[1], "%d and %d", in_order[0], in_order[1]);
}

/* The best designs sort by the last of eight columns, of which there are far more orders than are tried.
 */
static void tries_designs_of_the_whole_space(void) {
  enum { COLUMNS = 8, ROWS = 500 };
  static const char *const names[COLUMNS] = {"a", "b", "c", "d", "e", "f", "g", "h"};
  rowkey_column columns[COLUMNS];
  rowkey_values values[COLUMNS];
  static uint64_t numbers[COLUMNS][ROWS];
  for (size_t k = 0; k < COLUMNS; k++) {
    columns[k] = rowkey_column_of(names[k], ROWKEY_U64);
    values[k] = rowkey_u64s(numbers[k], ROWS);
    for (size_t i = 0; i < ROWS; i++) numbers[k][i] = random_below(1 << 14);
  }
  rowkey_advice_settings settings = usual_settings();
  rowkey_error error;
  settings.candidates = 120; /* of 1,653,120, of which each eighth has h as its first column */
  rowkey_advisor *advisor = create(&settings, columns, COLUMNS, "1000: h >= 1000, h < 1500");
  for (size_t k = 0; k + 1 < COLUMNS; k++) {
    char question[16];
    snprintf(question, sizeof question, "%s = ?", names[k]);
    CHECK(rowkey_advisor_ask(advisor, question, strlen(question), &error) == ROWKEY_OK, "%s", error.text);
  }
  search(advisor, values, ROWS);
  size_t sorted_by_h = 0;
  for (size_t i = 0; i < rowkey_advisor_designs(advisor); i++) {
    const char *layout = rowkey_advisor_design(advisor, i)->layout;
    sorted_by_h += strncmp(layout, "{h:", 3) == 0 || strstr(layout, "d}{h:") != NULL;
  }
  CHECK(sorted_by_h > 0, "no design sorts by what nearly all questions ask for");
  rowkey_advisor_free(advisor);
}

static void more_writers_than_records(void) {
  struct events events = make_events(300, 5, 5, 4);
  rowkey_advice_settings settings = usual_settings();
  settings.writers = 100000;
  rowkey_advisor *advisor = create(&settings, event_columns, EVENT_COLUMNS, "id = ?");
  search(advisor, events.columns, events.rows);
  rowkey_advisor_free(advisor);
  free_events(&events);
}

/* ---- What is refused ------------------------------------------------------------------------------ */

static void refuses_calls_out_of_order(void) {
  struct events events = make_events(100, 5, 5, 4);
  rowkey_error error;
  static const char question[] = "host = ?", layout[] = "{id:u64}";
  const rowkey_advice_settings settings = usual_settings();
  rowkey_advisor *advisor = create(&settings, event_columns, EVENT_COLUMNS, "id = ?");
  CHECK(rowkey_advisor_add(advisor, events.columns, events.rows, &error) == ROWKEY_OK, "%s", error.text);
  CHECK(rowkey_advisor_ask(advisor, question, strlen(question), &error) == ROWKEY_ERROR_ARGUMENT,
        "a question after records");
  CHECK(rowkey_advisor_search(advisor, NULL, NULL, &error) == ROWKEY_OK, "%s", error.text);
  CHECK(
      rowkey_advisor_ask(advisor, question, strlen(question), &error) == ROWKEY_ERROR_ARGUMENT &&
          rowkey_advisor_keep(advisor, EVENT_HOST, EVENT_TS, &error) == ROWKEY_ERROR_ARGUMENT &&
          rowkey_advisor_consider(advisor, "mine", layout, strlen(layout), &error) == ROWKEY_ERROR_ARGUMENT &&
          rowkey_advisor_share(advisor, 1, NULL, NULL, &error) == ROWKEY_ERROR_ARGUMENT &&
          rowkey_advisor_add(advisor, events.columns, events.rows, &error) == ROWKEY_ERROR_ARGUMENT,
      "after the search");
  rowkey_advisor_free(advisor);
  free_events(&events);
}

static void refuses_pairs_in_a_circle(void) {
  const rowkey_advice_settings settings = usual_settings();
  rowkey_error error;
  rowkey_advisor *advisor = create(&settings, event_columns, EVENT_COLUMNS, "id = ?");
  CHECK(rowkey_advisor_keep(advisor, EVENT_HOST, EVENT_TS, &error) == ROWKEY_OK &&
            rowkey_advisor_keep(advisor, EVENT_TS, EVENT_ID, &error) == ROWKEY_OK,
        "%s", error.text);
  CHECK(rowkey_advisor_keep(advisor, EVENT_ID, EVENT_HOST, &error) == ROWKEY_ERROR_ARGUMENT, "a circle");
  CHECK(strstr(error.text, "id before host") != NULL, "%s", error.text);
  rowkey_advisor_free(advisor);
}

/* Records that are refused are not there: the others can be added again. */
static void refuses_nan_where_there_is_an_order(void) {
  enum { ROWS = 20 };
  const rowkey_column columns[] = {rowkey_column_of("id", ROWKEY_U64), rowkey_column_of("size", ROWKEY_F64)};
  uint64_t ids[ROWS];
  double sizes[ROWS];
  for (size_t i = 0; i < ROWS; i++) ids[i] = i, sizes[i] = (double)i;
  const rowkey_values values[] = {rowkey_u64s(ids, ROWS), rowkey_f64s(sizes, ROWS)};
  rowkey_advice_settings settings = usual_settings();
  rowkey_error error;
  rowkey_advisor *advisor = create(&settings, columns, 2, "id = ?");
  order_by(advisor, "size");
  sizes[7] = NAN;
  CHECK(rowkey_advisor_add(advisor, values, ROWS, &error) == ROWKEY_ERROR_RANGE, "NaN is added");
  CHECK(error.row == 7 && error.column == 1, "row %zu of column %zu", error.row, error.column);
  CHECK(rowkey_profile_rows(rowkey_advisor_profile(advisor)) == 0, "refused records are there");
  sizes[7] = 7;
  search(advisor, values, ROWS);
  rowkey_advisor_free(advisor);
}

/* ---- Notes ----------------------------------------------------------------------------------------- */

static bool has_note(const rowkey_advisor *advisor, const char *part) {
  const char *note;
  for (size_t i = 0; (note = rowkey_advisor_note(advisor, i)) != NULL; i++)
    if (strstr(note, part) != NULL) return true;
  return false;
}

static void notes_what_records_do_not_show(void) {
  static const char near[] = "host = ?, ts in last 20s", far[] = "host = ?, ts in last 1h";
  struct events events = make_events(4000, 5, 5, 4);
  rowkey_advisor *advisor = advise_events(&events, near);
  CHECK(has_note(advisor, "records are identified by id, of which each of the 4000") &&
            rowkey_advisor_note(advisor, 1) == NULL,
        "%s", rowkey_advisor_note(advisor, 0));
  rowkey_advisor_free(advisor);

  advisor = advise_events(&events, far);
  CHECK(has_note(advisor, "question 1 goes further back"), "nothing of a far question");
  CHECK(!has_note(advisor, "no sampled record meets"), "records do not meet the far question");
  rowkey_advisor_free(advisor);

  advisor = advise_events(&events, "host = nobody");
  CHECK(has_note(advisor, "no sampled record meets question 1"), "nothing of a question that nobody meets");
  rowkey_advisor_free(advisor);

  for (size_t i = 0; i < events.rows; i++) events.ts[i] = 1700000000 + (int64_t)(i * 7919 % 4000);
  advisor = advise_events(&events, near);
  CHECK(has_note(advisor, "not the order of ts"), "nothing of another order");
  rowkey_advisor_free(advisor);
  free_events(&events);

  events = make_events(20, 5, 5, 4);
  advisor = advise_events(&events, "id = ?");
  CHECK(has_note(advisor, "20 records for 8 regions"), "nothing of few records");
  CHECK(rowkey_advisor_note(advisor, 100) == NULL && rowkey_advisor_note(NULL, 0) == NULL, "a note too many");
  rowkey_advisor_free(advisor);
  free_events(&events);
}

/* ---- What identifies a record ---------------------------------------------------------------------- */

enum { IDENTIFIED_ROWS = 4096 };

static void expect_key(const rowkey_column *columns, const uint64_t (*numbers)[IDENTIFIED_ROWS], size_t count,
                       const rowkey_advice_settings *settings, const char *question, const char *const *names,
                       const char *note) {
  rowkey_values values[4];
  for (size_t i = 0; i < count; i++) values[i] = rowkey_u64s(numbers[i], IDENTIFIED_ROWS);
  rowkey_advisor *advisor = create(settings, columns, count, question);
  search(advisor, values, IDENTIFIED_ROWS);
  const rowkey_layout *layout = chosen(advisor)->compiled;
  for (size_t i = 0; i < count; i++) {
    bool is_named = false;
    for (size_t j = 0; names[j] != NULL; j++) is_named |= strcmp(names[j], columns[i].name) == 0;
    CHECK(rowkey_layout_uses(layout, i) == is_named, "%s: %s", question, chosen(advisor)->layout);
  }
  CHECK(note == NULL ? rowkey_advisor_note(advisor, 0) == NULL : has_note(advisor, note), "%s: %s", question,
        rowkey_advisor_note(advisor, 0) == NULL ? "no note" : rowkey_advisor_note(advisor, 0));
  rowkey_advisor_free(advisor);
}

/* Two columns of 64 values each differ together by luck: the id does not. */
static void identifies_records_by_ids(void) {
  const rowkey_column columns[] = {rowkey_column_of("a", ROWKEY_U64), rowkey_column_of("b", ROWKEY_U64),
                                   rowkey_column_of("id", ROWKEY_U64)};
  static uint64_t numbers[3][IDENTIFIED_ROWS];
  for (size_t i = 0; i < IDENTIFIED_ROWS; i++)
    numbers[0][i] = i % 64, numbers[1][i] = i / 64, numbers[2][i] = i * 7;
  rowkey_advice_settings settings = usual_settings();
  expect_key(columns, numbers, 3, &settings, "a = ?, b = ?", (const char *const[]){"a", "b", "id", NULL},
             "records are identified by id, of which each of the 4096 has another value");
  expect_key(columns, numbers, 2, &settings, "a = ?, b = ?", (const char *const[]){"a", "b", NULL},
             "a and b, which differ in all 4096 together");
  expect_key(columns, numbers, 3, &settings, "id = ?", (const char *const[]){"id", NULL}, NULL);
  settings.identity = 3;
  expect_key(columns, numbers, 3, &settings, "a = ?", (const char *const[]){"a", "b", NULL}, NULL);
  settings.identity = 0;
  settings.allow_shared_keys = true;
  expect_key(columns, numbers, 3, &settings, "a = ?", (const char *const[]){"a", NULL}, NULL);
}

/* Times and measures that happen to differ in all records of the file do not identify them. */
static void does_not_identify_records_by_times(void) {
  rowkey_column columns[] = {rowkey_column_of("host", ROWKEY_U64), rowkey_column_of("ts", ROWKEY_U64),
                             rowkey_column_of("id", ROWKEY_U64)};
  static uint64_t numbers[3][IDENTIFIED_ROWS];
  for (size_t i = 0; i < IDENTIFIED_ROWS; i++)
    numbers[0][i] = i % 7, numbers[1][i] = 1700000000000 + i * 977, numbers[2][i] = i * 7919 % 65536;
  const rowkey_advice_settings settings = usual_settings();
  const char *const all[] = {"host", "ts", "id", NULL};
  columns[1].unit = ROWKEY_MILLISECONDS;
  expect_key(columns, numbers, 3, &settings, "host = ?, ts in last 1s", all, "records are identified by id");
  columns[1].unit = ROWKEY_NO_TIME;
  expect_key(columns, numbers, 3, &settings, "host = ?, ts in last 1000", all,
             "records are identified by id");
  expect_key(columns, numbers, 3, &settings, "host = ?, ts >= 5", all, "records are identified by id");
  expect_key(columns, numbers, 2, &settings, "host = ?, ts >= 5", (const char *const[]){"host", "ts", NULL},
             "none of them identifies a record by itself");
}

/* Four columns of 8 values each: only all of them tell records apart. A fifth of two values is needless, and
 * is the one that the first records would do with. */
static void adds_as_many_columns_as_are_needed(void) {
  const rowkey_column columns[] = {rowkey_column_of("a", ROWKEY_U64), rowkey_column_of("b", ROWKEY_U64),
                                   rowkey_column_of("c", ROWKEY_U64), rowkey_column_of("d", ROWKEY_U64)};
  static uint64_t numbers[4][IDENTIFIED_ROWS];
  for (size_t i = 0; i < IDENTIFIED_ROWS; i++)
    for (size_t j = 0; j < 4; j++) numbers[j][i] = i >> 3 * j & 7;
  rowkey_advice_settings settings = usual_settings();
  const char *const all[] = {"a", "b", "c", "d", NULL};
  expect_key(columns, numbers, 4, &settings, "a = ?", all,
             "a, b, c and d, which differ in all 4096 together");
  settings.sample = 512; /* of which d is not needed */
  expect_key(columns, numbers, 4, &settings, "a = ?", all,
             "a, b, c and d, which differ in all 4096 together");
}

/* Places of any type that has room for them are interleaved: moved where they have a sign, and in steps of a
 * ten-millionth where they are degrees. */
static void interleaves_places(void) {
  enum { ROWS = 200 };
  static const struct {
    rowkey_type type;
    double scale;
    const char *expected; /* NULL: not at all */
  } cases[] = {
      {ROWKEY_U64, 1e6, "{interleave(x, y, 32):u64}"},
      {ROWKEY_U64, 1e9, NULL},
      {ROWKEY_I64, 1e6, "{interleave(x + 2147483648, y + 2147483648, 32):u64}"},
      {ROWKEY_I64, 1e9, NULL},
      {ROWKEY_F64, 1,
       "{interleave(scaled(x, 10000000, round=floor) + 2147483648, scaled(y, 10000000, round=floor) + "
       "2147483648, 32):u64}"},
      {ROWKEY_F64, 5, NULL}};
  static uint64_t ids[ROWS], places[2][ROWS];
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    const rowkey_type type = cases[c].type;
    const rowkey_column columns[] = {rowkey_column_of("id", ROWKEY_U64), rowkey_column_of("x", type),
                                     rowkey_column_of("y", type)};
    for (size_t row = 0; row < ROWS; row++) {
      ids[row] = row;
      for (size_t k = 0; k < 2; k++) {
        const double degrees = 40 + (type == ROWKEY_U64 ? 0 : -80 * (double)k) +
                               (double)random_below(5000000) * 1e-6,
                     place = degrees * cases[c].scale;
        if (type == ROWKEY_F64)
          memcpy(&places[k][row], &place, sizeof place);
        else
          places[k][row] = (uint64_t)(int64_t)place;
      }
    }
    const rowkey_values values[] = {rowkey_u64s(ids, ROWS), rowkey_kept_numbers(type, places[0], ROWS),
                                    rowkey_kept_numbers(type, places[1], ROWS)};
    rowkey_advice_settings settings = usual_settings();
    settings.regions = 4;
    settings.servers = 2;
    settings.rows = 1000000;
    settings.candidates = settings.designs = settings.shown = 16;
    rowkey_advisor *advisor =
        create(&settings, columns, 3,
               type == ROWKEY_F64 && cases[c].scale == 1 ? "x within 0.000002 of ?, y within 0.000002 of ?"
                                                         : "x within 20 of ?, y within 20 of ?");
    search(advisor, values, ROWS);
    bool found = false;
    for (size_t i = 0; i < rowkey_advisor_designs(advisor); i++) {
      const char *layout = rowkey_advisor_design(advisor, i)->layout;
      const bool is_one = strstr(layout, "interleave(") != NULL;
      CHECK(!is_one || (cases[c].expected != NULL && strstr(layout, cases[c].expected) != NULL),
            "case %zu: %s", c, layout);
      found = found || is_one;
    }
    CHECK(found || cases[c].expected == NULL, "case %zu: no places in turns", c);
    rowkey_advisor_free(advisor);
  }
}

static void refuses_settings(void) {
  rowkey_advice_settings wrong[9], *next = wrong;
  rowkey_error error;
  for (size_t i = 0; i < 9; i++) wrong[i] = rowkey_advice_settings_of(REGIONS, SERVERS);
  (next++)->regions = 1;
  (next++)->regions = ((size_t)1 << 24) + 1;
  (next++)->servers = 0;
  (next++)->servers = REGIONS + 1;
  (next++)->writers = 0;
  (next++)->seek_cost = -1;
  (next++)->seek_cost = INFINITY;
  (next++)->most_peak = -1;
  (next++)->reserved[0] = 1;
  CHECK(next == wrong + 9, "%td settings", next - wrong);
  for (size_t i = 0; i < 9; i++)
    CHECK(rowkey_advisor_create(&wrong[i], event_columns, NULL, EVENT_COLUMNS, &error) == NULL &&
              error.status == ROWKEY_ERROR_ARGUMENT,
          "settings %zu: %d", i, (int)error.status);
  const rowkey_advice_settings settings = rowkey_advice_settings_of(REGIONS, SERVERS);
  CHECK(rowkey_advisor_create(NULL, event_columns, NULL, EVENT_COLUMNS, &error) == NULL, "no settings");
  CHECK(rowkey_advisor_create(&settings, event_columns, NULL, 0, &error) == NULL, "no column");
  CHECK(rowkey_advisor_create(&settings, event_columns, NULL, 65, &error) == NULL, "too many columns");
}

static const struct test tests[] = {
    {"values that many records have are not unique", heavy_values_are_not_unique},
    {"null is another number than 0", null_is_another_number_than_0},
    {"what is unique by itself is added first", adds_what_is_unique_by_itself},
    {"texts are all empty", takes_texts_that_are_all_empty},
    {"questions are asked at the ends of types", asks_at_the_ends_of_types},
    {"draws that do not meet their question are counted", counts_draws_that_do_not_meet_their_question},
    {"bytes under nulls do not order answers", bytes_under_nulls_do_not_order},
    {"designs of the whole space are tried", tries_designs_of_the_whole_space},
    {"there are more writers than records", more_writers_than_records},
    {"places are interleaved", interleaves_places},
    {"settings that cannot be are refused", refuses_settings},
    {"calls out of order are refused", refuses_calls_out_of_order},
    {"pairs in a circle are refused", refuses_pairs_in_a_circle},
    {"NaN is refused where there is an order", refuses_nan_where_there_is_an_order},
    {"notes say what records do not show", notes_what_records_do_not_show},
    {"ids identify records", identifies_records_by_ids},
    {"times do not identify records", does_not_identify_records_by_times},
    {"as many columns are added as are needed", adds_as_many_columns_as_are_needed},
};

int main(int argc, char **argv) { return run_tests(tests, sizeof tests / sizeof tests[0], argc, argv); }
