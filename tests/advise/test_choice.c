/* Which design is chosen for one table, and which for several: the best of each number against every choice
 * of designs, and which columns they have. */
#include <math.h>
#include <rowkey/advise.h>
#include <string.h>

#include "events.h"
#include "testing.h"

enum { REGIONS = 12, SERVERS = 3, LEAST_ROWS = 1700 };
static const double seek_cost = 50;

static rowkey_advice_settings usual_settings(void) {
  rowkey_advice_settings settings = rowkey_advice_settings_of(REGIONS, SERVERS);
  settings.candidates = 60;
  settings.designs = 10;
  return settings;
}

static rowkey_advisor *advise(const rowkey_advice_settings *settings, const struct events *events,
                              const char *const *questions, size_t count) {
  rowkey_error error;
  rowkey_advisor *advisor = rowkey_advisor_create(settings, event_columns, NULL, EVENT_COLUMNS, &error);
  CHECK(advisor != NULL, "%s", error.text);
  for (size_t i = 0; i < count; i++)
    CHECK(rowkey_advisor_ask(advisor, questions[i], strlen(questions[i]), &error) == ROWKEY_OK, "%s",
          error.text);
  CHECK(rowkey_advisor_add(advisor, events->columns, events->rows, &error) == ROWKEY_OK, "%s", error.text);
  CHECK(rowkey_advisor_search(advisor, NULL, NULL, &error) == ROWKEY_OK, "%s", error.text);
  for (size_t tables = 0; tables <= ROWKEY_MOST_TABLES + 1; tables++)
    CHECK(rowkey_advisor_tables(advisor, tables) == NULL, "%zu tables before the choice", tables);
  CHECK(rowkey_advisor_choose(advisor) != ROWKEY_NONE, "nothing is chosen");
  return advisor;
}

enum { QUESTIONS = 4 };
static const char *const questions[QUESTIONS] = {"10: host = ?, ts in last 20s", "event = ?, ts in last 100s",
                                                 "5: id = ?", "0.5: host = ?"};
static const double weights[QUESTIONS] = {10, 1, 5, 0.5};

static bool is_near(double a, double b) { return fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b)); }

/* ---- One table ---------------------------------------------------------------------------------- */

static bool can_be_taken(const rowkey_advised_design *design) {
  return design->refused == NULL && !design->is_partial;
}

static bool is_beaten(const rowkey_advised_design *a, const rowkey_advised_design *b) {
  const double peak = rowkey_advised_peak(a), other = rowkey_advised_peak(b);
  return b->read_cost <= a->read_cost && other <= peak && (b->read_cost < a->read_cost || other < peak);
}

static void one_is_chosen_from_the_front(void) {
  struct events events = make_events(1600, 9, 4, 4);
  const rowkey_advice_settings settings = usual_settings();
  rowkey_advisor *advisor = advise(&settings, &events, questions, QUESTIONS);
  const rowkey_advised_design *chosen =
      rowkey_advisor_design(advisor, rowkey_advisor_tables(advisor, 1)->designs[0]);
  CHECK(can_be_taken(chosen) && rowkey_advised_peak(chosen) <= 2, "%s is chosen", chosen->layout);
  for (size_t i = 0; i < rowkey_advisor_designs(advisor); i++) {
    const rowkey_advised_design *a = rowkey_advisor_design(advisor, i);
    bool beaten = !can_be_taken(a);
    for (size_t j = 0; j < rowkey_advisor_designs(advisor); j++) {
      const rowkey_advised_design *b = rowkey_advisor_design(advisor, j);
      beaten = beaten || (can_be_taken(b) && is_beaten(a, b));
    }
    CHECK(a->is_on_front == !beaten, "%s is%s on the front", a->layout, a->is_on_front ? "" : " not");
    CHECK(!can_be_taken(a) || rowkey_advised_peak(a) > 2 || 1.05 * a->read_cost >= chosen->read_cost,
          "%s is even and cheaper", a->layout);
  }
  rowkey_advisor_free(advisor);
  free_events(&events);
}

static void placements_are_averaged(void) {
  struct events events = make_events(500, 9, 4, 4);
  const rowkey_advice_settings settings = usual_settings();
  rowkey_advisor *advisor = advise(&settings, &events, questions, 1);
  rowkey_error error;
  const rowkey_load_report regions = {.peak_mean = 1, .peak_most = 1.25};
  const rowkey_load_report servers[] = {{.peak_mean = 1, .peak_most = 1.5},
                                        {.peak_mean = 2, .peak_most = 5},
                                        {.peak_mean = 1.5, .peak_most = 2.5}};
  CHECK(rowkey_advisor_load(advisor, 0, &regions, servers, 0, &error) == ROWKEY_ERROR_ARGUMENT, "none");
  CHECK(rowkey_advisor_load(advisor, 0, &regions, servers, 3, &error) == ROWKEY_OK, "%s", error.text);
  const rowkey_advised_design *design = rowkey_advisor_design(advisor, 0);
  CHECK(is_near(design->server_peak_mean, 1.5) && is_near(design->server_peak_most, 3), "%g and %g",
        design->server_peak_mean, design->server_peak_most);
  CHECK(design->server_peak_worst == 5 && design->worst_placement == 1, "%g in placement %zu",
        design->server_peak_worst, design->worst_placement);
  rowkey_advisor_free(advisor);
  free_events(&events);
}

/* What all records do takes the place of what the sample does. */
static void the_load_of_all_records_decides(void) {
  struct events events = make_events(1600, 9, 4, 4);
  const rowkey_advice_settings settings = usual_settings();
  rowkey_advisor *advisor = advise(&settings, &events, questions, QUESTIONS);
  rowkey_error error;
  rowkey_load_report regions = {.peak_mean = 1, .peak_most = 1.25, .lock_step = 0.5};
  rowkey_load_report servers = {.peak_mean = 1, .peak_most = 1.5};
  const size_t count = rowkey_advisor_designs(advisor);
  size_t even = count - 1;
  while (!can_be_taken(rowkey_advisor_design(advisor, even)) ||
         rowkey_advisor_design(advisor, even)->now.server_peak > 2)
    even--;
  for (size_t i = 0; i < count; i++) {
    servers.peak_most = i == even ? 1.5 : 7;
    CHECK(rowkey_advisor_load(advisor, i, &regions, &servers, 1, &error) == ROWKEY_OK, "%s", error.text);
  }
  CHECK(rowkey_advisor_choose(advisor) == even, "the only even design is not chosen");
  for (size_t tables = 2; tables <= ROWKEY_MOST_TABLES; tables++)
    CHECK(rowkey_advisor_tables(advisor, tables) == NULL, "%zu tables of one even design", tables);
  CHECK(rowkey_advisor_design(advisor, 0)->region_peak_most == 1.25, "the load of regions is lost");
  CHECK(rowkey_advisor_load(advisor, count, &regions, &servers, 1, &error) == ROWKEY_ERROR_ARGUMENT,
        "one more");
  rowkey_advisor_free(advisor);
  free_events(&events);
}

/* ---- The best of each number -------------------------------------------------------------------- */

/* What each question costs with each design. */
struct costs {
  size_t designs;
  double of[64][QUESTIONS];
  bool can_be_table[64], is_partial[64];
};

static double cost_of(const rowkey_advised_answer *answer, bool has_grown) {
  return answer->ranges * seek_cost + (has_grown ? answer->grown_read : answer->read);
}

static struct costs costs_of(const rowkey_advisor *advisor, const rowkey_advice_settings *settings) {
  struct costs costs = {.designs = rowkey_advisor_designs(advisor)};
  CHECK(costs.designs <= 64, "%zu designs", costs.designs);
  for (size_t i = 0; i < costs.designs; i++) {
    const rowkey_advised_design *design = rowkey_advisor_design(advisor, i);
    costs.can_be_table[i] = design->refused == NULL && rowkey_advised_peak(design) <= 2;
    costs.is_partial[i] = design->is_partial;
    for (size_t j = 0; j < QUESTIONS && design->refused == NULL; j++)
      costs.of[i][j] = cost_of(&design->answers[j], settings->rows > 0);
  }
  return costs;
}

/* The weighted mean of what each question costs with the cheapest of the designs. */
static double cost_of_set(const struct costs *costs, const size_t *designs, size_t count) {
  double cost = 0, sum = 0;
  for (size_t j = 0; j < QUESTIONS; j++) {
    double least = INFINITY;
    for (size_t i = 0; i < count; i++) least = fmin(least, costs->of[designs[i]][j]);
    cost += weights[j] * least;
    sum += weights[j];
  }
  return cost / sum;
}

static double least_cost(const struct costs *costs, size_t count) {
  double least = INFINITY;
  size_t set[3];
  for (set[0] = 0; set[0] < costs->designs; set[0]++)
    for (set[1] = count < 2 ? costs->designs - 1 : 0; set[1] < costs->designs; set[1]++)
      for (set[2] = count < 3 ? costs->designs - 1 : 0; set[2] < costs->designs; set[2]++) {
        bool can_be = count > 1 || !costs->is_partial[set[0]];
        for (size_t i = 0; i < count; i++) can_be = can_be && costs->can_be_table[set[i]];
        if (can_be) least = fmin(least, cost_of_set(costs, set, count));
      }
  return least;
}

/* What reading costs if table `main` has the rows, which are as many as the design that reads fewest reads.
 */
static double cost_of_index(const rowkey_advisor *advisor, const struct costs *costs,
                            const rowkey_advised_tables *tables, size_t main, bool has_grown) {
  double cost = 0, sum = 0;
  for (size_t j = 0; j < QUESTIONS; j++) {
    double rows = INFINITY, least = INFINITY;
    for (size_t i = 0; i < costs->designs; i++) {
      const rowkey_advised_design *design = rowkey_advisor_design(advisor, i);
      if (design->refused != NULL) continue;
      rows = fmin(rows, has_grown ? design->answers[j].grown_read : design->answers[j].read);
    }
    for (size_t i = 0; i < tables->count; i++)
      least = fmin(least, costs->of[tables->designs[i]][j] + (i == main ? 0 : rows * seek_cost));
    cost += weights[j] * least;
    sum += weights[j];
  }
  return cost / sum;
}

static void check_tables(const rowkey_advisor *advisor, const struct costs *costs,
                         const rowkey_advised_tables *tables, bool has_grown) {
  double key_bytes = 0, index_least = INFINITY;
  for (size_t i = 0; i < tables->count; i++) {
    const rowkey_advised_design *design = rowkey_advisor_design(advisor, tables->designs[i]);
    CHECK(design != NULL && design->refused == NULL, "design %zu cannot be taken", tables->designs[i]);
    key_bytes += design->key_bytes;
    index_least = fmin(index_least, cost_of_index(advisor, costs, tables, i, has_grown));
  }
  CHECK(is_near(tables->key_bytes, key_bytes), "%g bytes, not %g", tables->key_bytes, key_bytes);
  CHECK(is_near(tables->read_cost, cost_of_set(costs, tables->designs, tables->count)), "costs %g",
        tables->read_cost);
  CHECK(tables->main < tables->count && is_near(tables->index_read_cost, index_least),
        "an index costs %g, not %g", tables->index_read_cost, index_least);
  const double main_bytes = rowkey_advisor_design(advisor, tables->designs[tables->main])->key_bytes;
  CHECK(is_near(tables->index_bytes, key_bytes + (double)(tables->count - 1) * main_bytes), "an index has %g",
        tables->index_bytes);
  for (size_t j = 0; j < QUESTIONS; j++) {
    CHECK(tables->table_of[j] < tables->count, "table %zu", tables->table_of[j]);
    for (size_t i = 0; i < tables->count; i++)
      CHECK(costs->of[tables->designs[tables->table_of[j]]][j] <= costs->of[tables->designs[i]][j],
            "question %zu is cheaper in table %zu", j, i);
  }
}

static void check_all_tables(const rowkey_advisor *advisor, const rowkey_advice_settings *settings) {
  const struct costs costs = costs_of(advisor, settings);
  size_t recommended = 0, count_recommended = 0;
  double cheapest = INFINITY; /* of fewer tables */
  for (size_t count = 1; count <= ROWKEY_MOST_TABLES; count++) {
    const rowkey_advised_tables *tables = rowkey_advisor_tables(advisor, count);
    const double least = least_cost(&costs, count);
    if (tables == NULL) {
      CHECK(least * 1.05 * 1.05 >= cheapest, "there are no %zu tables: %g, not %g", count, least, cheapest);
      continue;
    }
    CHECK(tables->count == count && (count == 1 || tables->read_cost * 1.05 <= cheapest), "%zu tables",
          count);
    cheapest = tables->read_cost;
    check_tables(advisor, &costs, tables, settings->rows > 0);
    CHECK(tables->read_cost <= 1.05 * least && tables->read_cost >= least * (1 - 1e-9), "%zu cost %g, not %g",
          count, tables->read_cost, least);
    const double saved = rowkey_advisor_tables(advisor, 1)->read_cost - tables->read_cost;
    CHECK(count == 1 ? tables->writes_per_question == 0
                     : is_near(tables->writes_per_question, saved / seek_cost / (double)(count - 1)),
          "%g writes", tables->writes_per_question);
    if (count == 1 || tables->read_cost * 5 <= rowkey_advisor_tables(advisor, recommended)->read_cost)
      recommended = count;
    count_recommended += tables->is_recommended;
  }
  CHECK(count_recommended == 1 && rowkey_advisor_tables(advisor, recommended)->is_recommended,
        "not %zu tables are recommended", recommended);
}

static void the_best_are_found(void) {
  for (size_t i = 0; i < repetitions(4) + 1; i++) {
    struct events events = make_events(LEAST_ROWS + random_u64() % LEAST_ROWS, 9, 4, 4);
    rowkey_advice_settings settings = usual_settings();
    if (i % 2 == 1) settings.rows = 1000000;
    rowkey_advisor *advisor = advise(&settings, &events, questions, QUESTIONS);
    check_all_tables(advisor, &settings);
    rowkey_advisor_free(advisor);
    free_events(&events);
  }
}

/* ---- Their columns ------------------------------------------------------------------------------ */

static uint64_t columns_of(const rowkey_advisor *advisor, size_t index) {
  const rowkey_advised_design *design = rowkey_advisor_design(advisor, index);
  uint64_t columns = 0;
  for (size_t i = 0; i < EVENT_COLUMNS; i++)
    if (rowkey_layout_uses(design->compiled, i)) columns |= (uint64_t)1 << i;
  return columns;
}

enum { HOST_BIT = 1 << EVENT_HOST, NAME_BIT = 1 << EVENT_NAME, ID_BIT = 1 << EVENT_ID };
static const char *const two_questions[] = {"10: id = ?", "host = ?"};

/* Two tables, for the id and for the host, that have these columns. */
static void check_columns(const rowkey_advice_settings *settings, const struct events *events,
                          uint64_t of_first, uint64_t of_second) {
  rowkey_advisor *advisor = advise(settings, events, two_questions, 2);
  const rowkey_advised_tables *tables = rowkey_advisor_tables(advisor, 2);
  CHECK(tables != NULL && tables->is_recommended, "two tables are not recommended");
  CHECK(rowkey_advisor_tables(advisor, 3) == NULL, "three tables for two questions");
  const uint64_t first = columns_of(advisor, tables->designs[tables->table_of[0]]),
                 second = columns_of(advisor, tables->designs[tables->table_of[1]]);
  CHECK(first == of_first && second == of_second, "columns %x and %x, not %x and %x", (unsigned)first,
        (unsigned)second, (unsigned)of_first, (unsigned)of_second);
  rowkey_advisor_free(advisor);
}

static void each_has_what_is_asked_of_it(void) {
  struct events events = make_events(20000, 500, 4, 4);
  rowkey_advice_settings settings = usual_settings();
  check_columns(&settings, &events, ID_BIT, HOST_BIT | ID_BIT);
  settings.identity = NAME_BIT | ID_BIT;
  check_columns(&settings, &events, NAME_BIT | ID_BIT, HOST_BIT | NAME_BIT | ID_BIT);
  /* Two records each have the same id: only all that is asked and added tells records apart. */
  settings.identity = 0;
  free_events(&events);
  events = make_events(20000, 500, 4, 1);
  for (size_t i = 0; i < events.rows; i++) events.id[i] = i / 2;
  rowkey_advisor *advisor = advise(&settings, &events, two_questions, 2);
  const uint64_t all = columns_of(advisor, 0);
  CHECK((all & ~(uint64_t)(ID_BIT | HOST_BIT)) != 0, "no column was added: %x", (unsigned)all);
  for (size_t i = 0; i < rowkey_advisor_designs(advisor); i++)
    if (rowkey_advisor_design(advisor, i)->refused == NULL)
      CHECK(columns_of(advisor, i) == all, "design %zu has columns %x, not %x", i,
            (unsigned)columns_of(advisor, i), (unsigned)all);
  rowkey_advisor_free(advisor);
  free_events(&events);
}

static void one_question_has_one_table(void) {
  struct events events = make_events(1000, 9, 4, 4);
  const rowkey_advice_settings settings = usual_settings();
  rowkey_advisor *advisor = advise(&settings, &events, questions, 1);
  CHECK(rowkey_advisor_tables(advisor, 1)->is_recommended, "one table is not recommended");
  for (size_t count = 0; count <= ROWKEY_MOST_TABLES + 1; count++)
    CHECK((rowkey_advisor_tables(advisor, count) != NULL) == (count == 1), "%zu tables", count);
  CHECK(rowkey_advisor_tables(NULL, 1) == NULL, "tables of no advisor");
  rowkey_advisor_free(advisor);
  free_events(&events);
}

static void uneven_designs_are_not_tables(void) {
  struct events events = make_events(1000, 9, 4, 4);
  rowkey_advice_settings settings = usual_settings();
  settings.most_peak = 0.5;
  rowkey_advisor *advisor = advise(&settings, &events, questions, QUESTIONS);
  CHECK(rowkey_advisor_tables(advisor, 1)->is_recommended, "one table is not recommended");
  for (size_t count = 2; count <= ROWKEY_MOST_TABLES; count++)
    CHECK(rowkey_advisor_tables(advisor, count) == NULL, "%zu tables", count);
  rowkey_advisor_free(advisor);
  free_events(&events);
}

static const struct test tests[] = {
    {"one table is the cheapest even design of the front", one_is_chosen_from_the_front},
    {"the load of all records decides", the_load_of_all_records_decides},
    {"loads of placements are averaged", placements_are_averaged},
    {"the best tables of each number are found", the_best_are_found},
    {"each table has what is asked of it", each_has_what_is_asked_of_it},
    {"one question has one table", one_question_has_one_table},
    {"uneven designs are not tables", uneven_designs_are_not_tables},
};

int main(int argc, char **argv) { return run_tests(tests, sizeof tests / sizeof tests[0], argc, argv); }
