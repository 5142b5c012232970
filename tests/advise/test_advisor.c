/* Advice: the figures of designs against every record, and what is refused. */
#include <math.h>
#include <pthread.h>
#include <rowkey/advise.h>
#include <rowkey/conditions.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "events.h"
#include "testing.h"

enum { REGIONS = 12, SERVERS = 3, WRITERS = 4, QUESTIONS = 3, DRAWS = 32, SAMPLE_WINDOWS = 16 };

static const char *const questions[QUESTIONS] = {"10: host = ?, ts in last 20s", "event = ?, ts in last 100s",
                                                 "5: host = ?, ts = ?"};

static rowkey_advice_settings usual_settings(void) {
  rowkey_advice_settings settings = rowkey_advice_settings_of(REGIONS, SERVERS);
  settings.writers = WRITERS;
  settings.candidates = 150;
  settings.designs = 14;
  settings.shown = 14;
  return settings;
}

static rowkey_advisor *create(const rowkey_advice_settings *settings) {
  rowkey_error error;
  rowkey_advisor *advisor = rowkey_advisor_create(settings, event_columns, NULL, EVENT_COLUMNS, &error);
  CHECK(advisor != NULL, "%s", error.text);
  CHECK(rowkey_advisor_order(advisor, "ts", 2, &error) == ROWKEY_OK, "%s", error.text);
  return advisor;
}

static void ask(rowkey_advisor *advisor, const char *text) {
  rowkey_error error = {.status = ROWKEY_OK};
  CHECK(rowkey_advisor_ask(advisor, text, strlen(text), &error) == ROWKEY_OK, "%s: %s", text, error.text);
}

static void add(rowkey_advisor *advisor, const struct events *events) {
  rowkey_error error = {.status = ROWKEY_OK};
  CHECK(rowkey_advisor_add(advisor, events->columns, events->rows, &error) == ROWKEY_OK, "%s", error.text);
}

static void search(rowkey_advisor *advisor) {
  rowkey_error error = {.status = ROWKEY_OK};
  CHECK(rowkey_advisor_search(advisor, NULL, NULL, &error) == ROWKEY_OK, "%s", error.text);
}

static rowkey_advisor *advise(const struct events *events) {
  const rowkey_advice_settings settings = usual_settings();
  rowkey_advisor *advisor = create(&settings);
  for (size_t i = 0; i < QUESTIONS; i++) ask(advisor, questions[i]);
  add(advisor, events);
  search(advisor);
  return advisor;
}

/* ---- Keys, regions and answers, without a shortcut ---------------------------------------------- */

struct keys {
  uint8_t *bytes;
  uint64_t *offsets;
};

static struct keys encode(const rowkey_layout *layout, const struct events *events) {
  rowkey_error error;
  const rowkey_batch batch = rowkey_batch_of(events->columns, EVENT_COLUMNS, events->rows);
  const size_t bound = rowkey_encode_bound(layout, &batch);
  struct keys keys = {malloc(bound + 1), calloc(events->rows + 1, sizeof(uint64_t))};
  rowkey_encoder *encoder = rowkey_encoder_create(layout, 0, &error);
  CHECK(keys.bytes != NULL && keys.offsets != NULL && encoder != NULL, "no memory");
  const rowkey_key_buffer buffer = rowkey_key_buffer_with_offsets(keys.bytes, bound, keys.offsets);
  CHECK(rowkey_encode(encoder, &batch, &buffer, NULL, &error) == ROWKEY_OK, "%s", error.text);
  rowkey_encoder_free(encoder);
  return keys;
}

static int compare(const struct keys *keys, size_t row, const void *bytes, size_t size) {
  const size_t own = (size_t)(keys->offsets[row + 1] - keys->offsets[row]), common = own < size ? own : size;
  const int order = common == 0 ? 0 : memcmp(keys->bytes + keys->offsets[row], bytes, common);
  return order != 0 ? order : (own > size) - (own < size);
}

static size_t region_of(const struct keys *keys, size_t row, const rowkey_splits *splits) {
  size_t region = 0;
  while (region < splits->count &&
         compare(keys, row, (const uint8_t *)splits->bytes + splits->offsets[region],
                 (size_t)(splits->offsets[region + 1] - splits->offsets[region])) >= 0)
    region++;
  return region;
}

static bool lies_in(const struct keys *keys, size_t row, const rowkey_range *range) {
  return compare(keys, row, range->start, range->start_size) >= 0 &&
         (range->stop_size == 0 || compare(keys, row, range->stop, range->stop_size) < 0);
}

/* The conditions of a question with the values of record `row`, and whether record `other` meets them. */
static void conditions_of(const struct events *events, size_t question, size_t row, char *text, size_t size) {
  const long long now = (long long)events->ts[row];
  if (question == 0)
    snprintf(text, size, "host = \"host%u\", ts > %lld, ts <= %lld", events->host[row], now - 20, now);
  else if (question == 1)
    snprintf(text, size, "event = \"event%u\", ts > %lld, ts <= %lld", events->name[row], now - 100, now);
  else
    snprintf(text, size, "host = \"host%u\", ts = %lld", events->host[row], now);
}

static bool is_wanted(const struct events *events, size_t question, size_t row, size_t other) {
  const int64_t age = events->ts[row] - events->ts[other];
  if (question == 0) return events->host[other] == events->host[row] && age >= 0 && age < 20;
  if (question == 1) return events->name[other] == events->name[row] && age >= 0 && age < 100;
  return events->host[other] == events->host[row] && age == 0;
}

struct sums {
  double ranges, regions, read, most_ranges, most_regions;
  size_t asked;
  bool reads_all;
};

static void add_draw(const rowkey_advised_design *design, const struct events *events,
                     const struct keys *keys, size_t question, size_t row, struct sums *sums) {
  char text[128];
  rowkey_error error;
  conditions_of(events, question, row, text, sizeof text);
  rowkey_conditions *conditions = rowkey_conditions_parse(design->compiled, NULL, text, strlen(text), &error);
  rowkey_ranges *ranges = NULL;
  if (conditions != NULL)
    ranges = rowkey_ranges_find(design->compiled, conditions->conditions, conditions->count,
                                design->answers[question].allowed_ranges, &error);
  rowkey_conditions_free(conditions);
  sums->reads_all = ranges == NULL;
  if (sums->reads_all) return;
  bool touched[REGIONS] = {false};
  size_t regions = 0;
  for (size_t other = 0; other < events->rows; other++) {
    size_t i = 0;
    while (i < ranges->count && !lies_in(keys, other, &ranges->ranges[i])) i++;
    sums->read += i < ranges->count;
    CHECK(i < ranges->count || !is_wanted(events, question, row, other), "%s: row %zu is in no range of %s",
          design->layout, other, text);
  }
  rowkey_ranges *parts = rowkey_ranges_cut(ranges, design->splits, &error);
  CHECK(parts != NULL, "%s", error.text);
  for (size_t i = 0; i < parts->count; i++) {
    regions += !touched[parts->ranges[i].region];
    touched[parts->ranges[i].region] = true;
  }
  sums->ranges += (double)ranges->count;
  sums->regions += (double)regions;
  if ((double)ranges->count > sums->most_ranges) sums->most_ranges = (double)ranges->count;
  if ((double)regions > sums->most_regions) sums->most_regions = (double)regions;
  rowkey_ranges_free(parts);
  rowkey_ranges_free(ranges);
}

static void check_figure(double found, double expected, const rowkey_advised_design *design, size_t question,
                         const char *what) {
  CHECK(fabs(found - expected) <= 1e-9 * (1 + fabs(expected)), "%s, question %zu: %s %g instead of %g",
        design->layout, question, what, found, expected);
}

/* The last part of the records first, then in steps of 19 of 32 parts. */
static size_t row_of_draw(const struct events *events, size_t draw) {
  const size_t part = DRAWS - 1 - 19 * draw % DRAWS;
  return (2 * part + 1) * events->rows / (2 * DRAWS);
}

static double mean_wanted(const struct events *events, size_t question) {
  size_t wanted = 0;
  for (size_t i = 0; i < DRAWS * events->rows; i++)
    wanted += is_wanted(events, question, row_of_draw(events, i / events->rows), i % events->rows);
  return (double)wanted / (double)DRAWS;
}

static void check_answers(const rowkey_advised_design *design, const struct events *events,
                          const struct keys *keys) {
  for (size_t question = 0; question < QUESTIONS; question++) {
    const rowkey_advised_answer *answer = &design->answers[question];
    struct sums sums = {0};
    for (; sums.asked < DRAWS && !sums.reads_all; sums.asked++)
      add_draw(design, events, keys, question, row_of_draw(events, sums.asked), &sums);
    const double asked = (double)sums.asked;
    CHECK(answer->reads_all == sums.reads_all, "%s, question %zu: all is read", design->layout, question);
    check_figure(answer->wanted, mean_wanted(events, question), design, question, "wanted");
    if (sums.reads_all) {
      check_figure(answer->read, (double)events->rows, design, question, "read");
      check_figure(answer->regions, REGIONS, design, question, "regions");
      continue;
    }
    check_figure(answer->ranges, sums.ranges / asked, design, question, "ranges");
    check_figure(answer->regions, sums.regions / asked, design, question, "regions");
    check_figure(answer->read, sums.read / asked, design, question, "read");
    check_figure(answer->most_ranges, sums.most_ranges, design, question, "most ranges");
    check_figure(answer->most_regions, sums.most_regions, design, question, "most regions");
  }
}

/* Windows of the rows in the order in which the writers write them; adds the mean and the most. */
static void add_peaks(const rowkey_advised_design *design, const struct events *events,
                      const struct keys *keys, const uint32_t placed[REGIONS], double peaks[2]) {
  const size_t window = events->rows / SAMPLE_WINDOWS;
  size_t time = 0, servers[SERVERS] = {0}, most = 0;
  double sum = 0, peak = 0;
  for (size_t round = 0; time < window * SAMPLE_WINDOWS; round++)
    for (size_t k = 0; k < WRITERS && time < window * SAMPLE_WINDOWS; k++) {
      const size_t row = k * events->rows / WRITERS + round;
      if (row >= (k + 1) * events->rows / WRITERS) continue;
      const size_t count = ++servers[placed[region_of(keys, row, design->splits)]];
      if (count > most) most = count;
      if (++time % window != 0) continue;
      const double found = (double)most * (double)SERVERS / (double)window;
      sum += found;
      peak = fmax(peak, found);
      memset(servers, 0, sizeof servers);
      most = 0;
    }
  peaks[0] += sum / (double)SAMPLE_WINDOWS / (double)ROWKEY_ADVICE_PLACEMENTS;
  peaks[1] += peak / (double)ROWKEY_ADVICE_PLACEMENTS;
}

static void check_writing(const rowkey_advised_design *design, const struct events *events,
                          const struct keys *keys) {
  double peaks[2] = {0, 0};
  uint32_t placed[REGIONS];
  for (uint64_t i = 0; i < ROWKEY_ADVICE_PLACEMENTS; i++) {
    place_regions(i, SERVERS, REGIONS, placed);
    add_peaks(design, events, keys, placed, peaks);
  }
  check_figure(design->server_peak_mean, peaks[0], design, 0, "mean peak");
  check_figure(design->server_peak_most, peaks[1], design, 0, "most peak");
}

static void figures_are_those_of_all_records(void) {
  struct events events = make_events(1600, 9, 4, 4);
  rowkey_advisor *advisor = advise(&events);
  const size_t count = rowkey_advisor_designs(advisor);
  size_t taken = 0;
  for (size_t i = 0; i < count; i++) {
    const rowkey_advised_design *design = rowkey_advisor_design(advisor, i);
    if (design->refused != NULL) continue;
    taken++;
    struct keys keys = encode(design->compiled, &events);
    check_answers(design, &events, &keys);
    check_writing(design, &events, &keys);
    check_figure(design->key_bytes, (double)keys.offsets[events.rows] / (double)events.rows, design, 0,
                 "bytes");
    double cost = 0, weights[QUESTIONS] = {10, 1, 5};
    for (size_t k = 0; k < QUESTIONS; k++)
      cost += weights[k] * (50 * design->answers[k].ranges + design->answers[k].read) / 16;
    check_figure(design->read_cost, cost, design, 0, "cost");
    free(keys.bytes);
    free(keys.offsets);
  }
  CHECK(count > 8 && taken > 6, "%zu of %zu designs can be taken", taken, count);
  rowkey_advisor_free(advisor);
  free_events(&events);
}

/* ---- The same again -------------------------------------------------------------------------------- */

static void same_records_give_the_same_designs(void) {
  struct events events = make_events(3000, 30, 4, 4);
  rowkey_advisor *a = advise(&events), *b = advise(&events);
  CHECK(rowkey_advisor_designs(a) == rowkey_advisor_designs(b), "another number of designs");
  for (size_t i = 0; i < rowkey_advisor_designs(a); i++)
    CHECK(strcmp(rowkey_advisor_design(a, i)->layout, rowkey_advisor_design(b, i)->layout) == 0,
          "design %zu is another", i);
  rowkey_advisor_free(a);
  rowkey_advisor_free(b);
  free_events(&events);
}

/* The threads of another order: the last one first. */
static void share_backwards(void *context, rowkey_advice_work *work, void *of, size_t count) {
  ++*(size_t *)context;
  for (size_t i = count; i-- > 0;) work(of, i);
}

enum { MOST_THREADS = 3 };

struct lent {
  pthread_t thread;
  rowkey_advice_work *work;
  void *of;
  size_t index;
};

static void *run_lent(void *argument) {
  const struct lent *lent = argument;
  lent->work(lent->of, lent->index);
  return NULL;
}

/* Threads at the same time. */
static void share_together(void *context, rowkey_advice_work *work, void *of, size_t count) {
  struct lent lent[MOST_THREADS];
  ++*(size_t *)context;
  for (size_t i = 1; i < count; i++) {
    lent[i] = (struct lent){.work = work, .of = of, .index = i};
    CHECK(pthread_create(&lent[i].thread, NULL, run_lent, &lent[i]) == 0, "no thread");
  }
  work(of, 0);
  for (size_t i = 1; i < count; i++) CHECK(pthread_join(lent[i].thread, NULL) == 0, "thread %zu", i);
}

static void check_same_designs(const rowkey_advisor *alone, const rowkey_advisor *shared) {
  CHECK(rowkey_advisor_designs(alone) == rowkey_advisor_designs(shared), "another number of designs");
  for (size_t i = 0; i < rowkey_advisor_designs(alone); i++) {
    const rowkey_advised_design *a = rowkey_advisor_design(alone, i), *b = rowkey_advisor_design(shared, i);
    CHECK(strcmp(a->layout, b->layout) == 0 && a->read_cost == b->read_cost, "%s, %s", a->layout, b->layout);
  }
}

/* With what ThreadSanitizer has the time for. */
static rowkey_advisor *ask_a_little(const struct events *events) {
  rowkey_advice_settings settings = usual_settings();
  settings.candidates = 30;
  settings.designs = 3;
  rowkey_advisor *advisor = create(&settings);
  ask(advisor, questions[0]);
  add(advisor, events);
  return advisor;
}

static void threads_at_the_same_time_find_the_same_designs(void) {
  struct events events = make_events(200, 9, 4, 4);
  rowkey_advisor *alone = ask_a_little(&events);
  search(alone);
  for (size_t threads = 2; threads <= MOST_THREADS; threads++) {
    rowkey_advisor *shared = ask_a_little(&events);
    rowkey_error error;
    size_t calls = 0;
    uint64_t measured_alone, measured;
    CHECK(rowkey_advisor_share(shared, threads, share_together, &calls, &error) == ROWKEY_OK, "%s",
          error.text);
    search(shared);
    CHECK(calls == 2, "%zu calls", calls);
    CHECK(rowkey_advisor_candidates(alone, &measured_alone) == rowkey_advisor_candidates(shared, &measured) &&
              measured == measured_alone && measured > 10,
          "%d measured, not %d", (int)measured, (int)measured_alone);
    check_same_designs(alone, shared);
    rowkey_advisor_free(shared);
  }
  rowkey_advisor_free(alone);
  free_events(&events);
}

static void threads_find_the_same_designs(void) {
  struct events events = make_events(1000, 9, 4, 4);
  const rowkey_advice_settings settings = usual_settings();
  rowkey_advisor *alone = create(&settings), *shared = create(&settings);
  rowkey_error error;
  size_t calls = 0;
  uint64_t measured;
  CHECK(rowkey_advisor_share(shared, 0, share_backwards, &calls, &error) == ROWKEY_ERROR_ARGUMENT, "none");
  CHECK(rowkey_advisor_share(shared, 2, NULL, NULL, &error) == ROWKEY_ERROR_ARGUMENT, "nobody lends them");
  CHECK(rowkey_advisor_share(shared, 3, share_backwards, &calls, &error) == ROWKEY_OK, "%s", error.text);
  rowkey_advisor *const both[] = {alone, shared};
  for (size_t i = 0; i < 2; i++) {
    ask(both[i], questions[0]);
    add(both[i], &events);
    search(both[i]);
  }
  CHECK(calls == 2, "%zu calls", calls);
  CHECK(rowkey_advisor_candidates(shared, &measured) >= measured && measured > 20, "%d", (int)measured);
  check_same_designs(alone, shared);
  rowkey_advisor_free(alone);
  rowkey_advisor_free(shared);
  free_events(&events);
}

/* ---- What is wanted ------------------------------------------------------------------------------ */

/* Where a column's own field stands in a template; none in a hash. */
static const char *field_of(const char *layout, const char *field) {
  const char *at = strstr(layout, field);
  CHECK(at != NULL, "%s has no field %s", layout, field);
  return at;
}

static void keeps_columns_in_order(void) {
  struct events events = make_events(1000, 9, 4, 4);
  const rowkey_advice_settings settings = usual_settings();
  rowkey_advisor *advisor = create(&settings);
  rowkey_error error;
  ask(advisor, questions[0]);
  CHECK(rowkey_advisor_keep(advisor, EVENT_HOST, EVENT_TS, &error) == ROWKEY_OK, "%s", error.text);
  CHECK(rowkey_advisor_keep(advisor, EVENT_TS, EVENT_TS, &error) == ROWKEY_ERROR_ARGUMENT, "before itself");
  add(advisor, &events);
  search(advisor);
  for (size_t i = 0; i < rowkey_advisor_designs(advisor); i++) {
    const rowkey_advised_design *design = rowkey_advisor_design(advisor, i);
    if (design->name != NULL) continue;
    CHECK(field_of(design->layout, "{host}") < field_of(design->layout, "{ts:"), "%s", design->layout);
  }
  rowkey_advisor_free(advisor);
  free_events(&events);
}

static void considers_designs_of_the_caller(void) {
  struct events events = make_events(1000, 9, 4, 4);
  const rowkey_advice_settings settings = usual_settings();
  rowkey_advisor *advisor = create(&settings);
  rowkey_error error;
  static const char mine[] = "{event}|{host}|{ts:i64}{id:u64}", bad[] = "{evnet}";
  ask(advisor, questions[0]);
  CHECK(rowkey_advisor_consider(advisor, "mine", mine, strlen(mine), &error) == ROWKEY_OK, "%s", error.text);
  CHECK(rowkey_advisor_consider(advisor, "bad", bad, strlen(bad), &error) == ROWKEY_ERROR_COLUMN, "%s", bad);
  add(advisor, &events);
  search(advisor);
  const rowkey_advised_design *design = rowkey_advisor_design(advisor, 0);
  CHECK(strcmp(design->name, "mine") == 0 && strcmp(design->layout, mine) == 0, "%s", design->layout);
  CHECK(design->refused == NULL && design->key_bytes > 20, "it is not measured");
  rowkey_advisor_free(advisor);
  free_events(&events);
}

static bool stop_at_once(void *context, double done) {
  ++*(size_t *)context;
  CHECK(done == 0, "%g is done at the beginning", done);
  return false;
}

static void stops_when_it_is_told_to(void) {
  struct events events = make_events(1000, 9, 4, 4);
  const rowkey_advice_settings settings = usual_settings();
  rowkey_advisor *advisor = create(&settings);
  rowkey_error error;
  size_t calls = 0;
  uint64_t measured;
  ask(advisor, questions[0]);
  add(advisor, &events);
  CHECK(rowkey_advisor_search(advisor, stop_at_once, &calls, &error) == ROWKEY_OK, "%s", error.text);
  CHECK(calls == 1 && rowkey_advisor_candidates(advisor, &measured) > 10 && measured == 0, "%zu calls",
        calls);
  CHECK(rowkey_advisor_designs(advisor) >= 3, "the textbook's designs are missing");
  rowkey_advisor_free(advisor);
  free_events(&events);
}

/* ---- What is refused ----------------------------------------------------------------------------- */

static void search_fails(rowkey_advisor *advisor, rowkey_status status, const char *part) {
  rowkey_error error = {.status = ROWKEY_OK};
  CHECK(rowkey_advisor_search(advisor, NULL, NULL, &error) == status, "%d: %s", error.status, error.text);
  CHECK(strstr(error.text, part) != NULL, "%s", error.text);
  rowkey_advisor_free(advisor);
}

static void refuses_what_has_no_answer(void) {
  struct events events = make_events(1000, 9, 4, 4);
  const rowkey_advice_settings settings = usual_settings();
  rowkey_error error;
  search_fails(create(&settings), ROWKEY_ERROR_ARGUMENT, "no question");

  rowkey_advisor *advisor = create(&settings);
  CHECK(rowkey_advisor_add(advisor, events.columns, events.rows, &error) == ROWKEY_ERROR_ARGUMENT,
        "records before questions");
  ask(advisor, "host = ?");
  search_fails(advisor, ROWKEY_ERROR_RANGE, "no records");

  advisor = create(&settings);
  ask(advisor, "host = a, host = b");
  add(advisor, &events);
  search_fails(advisor, ROWKEY_ERROR_RANGE, "host");

  advisor = create(&settings);
  CHECK(rowkey_advisor_keep(advisor, 0, EVENT_COLUMNS, &error) == ROWKEY_ERROR_ARGUMENT, "no such column");
  CHECK(rowkey_advisor_keep(advisor, EVENT_COLUMNS, 0, &error) == ROWKEY_ERROR_ARGUMENT, "no such column");
  CHECK(rowkey_advisor_share(advisor, 0, NULL, NULL, &error) == ROWKEY_ERROR_ARGUMENT, "no thread");
  CHECK(rowkey_advisor_share(advisor, 2, NULL, NULL, &error) == ROWKEY_ERROR_ARGUMENT, "nobody lends them");
  rowkey_advisor_free(advisor);
  rowkey_advisor_free(NULL);
  free_events(&events);
}

/* A question on one column too many is as if it had not been asked. */
static void forgets_a_question_on_too_many_columns(void) {
  enum { COLUMNS = 9 };
  static const char *const names[COLUMNS] = {"a", "b", "c", "d", "e", "f", "g", "h", "i"};
  rowkey_advice_settings settings = rowkey_advice_settings_of(4, 2);
  rowkey_column columns[COLUMNS];
  rowkey_values values[COLUMNS];
  rowkey_error error;
  struct events events = make_events(100, 1, 1, 1);
  for (size_t i = 0; i < COLUMNS; i++) {
    columns[i] = rowkey_column_of(names[i], ROWKEY_U64);
    values[i] = rowkey_u64s(events.id, events.rows);
  }
  settings.candidates = settings.designs = 10;
  rowkey_advisor *advisor = rowkey_advisor_create(&settings, columns, NULL, COLUMNS, &error);
  CHECK(advisor != NULL, "%s", error.text);
  ask(advisor, "a = ?");
  static const char others[] = "b = ?, c = ?, d = ?, e = ?, f = ?, g = ?, h = ?, i = ?";
  CHECK(rowkey_advisor_ask(advisor, others, strlen(others), &error) == ROWKEY_ERROR_RANGE, "nine columns");
  CHECK(strstr(error.text, "more than 8 columns") != NULL, "%s", error.text);
  CHECK(rowkey_advisor_add(advisor, values, events.rows, &error) == ROWKEY_OK, "%s", error.text);
  search(advisor);
  CHECK(rowkey_advisor_example(advisor, 0) != NULL && rowkey_advisor_example(advisor, 1) == NULL,
        "another number of questions");
  rowkey_advisor_free(advisor);
  free_events(&events);
}

/* 1000 rows of 9 hosts, a number that all share. */
static void wants_keys_of_their_own(void) {
  struct events events = make_events(1000, 9, 1, 1000);
  for (size_t i = 0; i < events.rows; i++) events.id[i] = 7;
  rowkey_advice_settings settings = usual_settings();
  rowkey_advisor *advisor = create(&settings);
  ask(advisor, questions[0]);
  add(advisor, &events);
  search_fails(advisor, ROWKEY_ERROR_COLUMN, "share their ts and host with another record");
  settings.allow_shared_keys = true;
  advisor = create(&settings);
  ask(advisor, questions[0]);
  add(advisor, &events);
  search(advisor);
  rowkey_advisor_free(advisor);
  free_events(&events);
}

static void knows_one_record(void) {
  struct events events = make_events(1, 1, 1, 1);
  const rowkey_advice_settings settings = usual_settings();
  rowkey_advisor *advisor = create(&settings);
  ask(advisor, questions[2]);
  add(advisor, &events);
  search(advisor);
  CHECK(rowkey_advisor_choose(advisor) != ROWKEY_NONE, "nothing is chosen for one record");
  rowkey_advisor_free(advisor);
  free_events(&events);
}

static const struct test tests[] = {
    {"figures are those of all records", figures_are_those_of_all_records},
    {"the same records give the same designs", same_records_give_the_same_designs},
    {"threads find the same designs", threads_find_the_same_designs},
    {"threads at the same time find the same designs", threads_at_the_same_time_find_the_same_designs},
    {"columns are kept in order", keeps_columns_in_order},
    {"designs of the caller are considered", considers_designs_of_the_caller},
    {"a search stops when it is told to", stops_when_it_is_told_to},
    {"what has no answer is refused", refuses_what_has_no_answer},
    {"a question on too many columns is forgotten", forgets_a_question_on_too_many_columns},
    {"keys are one record's own", wants_keys_of_their_own},
    {"one record is enough", knows_one_record},
};

int main(int argc, char **argv) { return run_tests(tests, sizeof tests / sizeof tests[0], argc, argv); }
