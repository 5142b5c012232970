/* Which layout a table should have, by its records and its questions: designs side by side, and the one to
 * take. */
#include <inttypes.h>
#include <pthread.h>
#define ROWKEY_EXPERIMENTAL
#include <rowkey/rowkey.h>
#include <stdio.h>
#include <string.h>

enum { ROWS = 20000, HOSTS = 50, HOST_WIDTH = 6, REGIONS = 8, SERVERS = 4, WINDOW = 100, THREADS = 2 };
enum { HOST, TS };

static char hosts[ROWS * HOST_WIDTH + 1];
static int64_t times[ROWS];

/* Each second another host says something, in no order. */
static void make_records(void) {
  for (size_t i = 0; i < ROWS; i++) {
    snprintf(hosts + i * HOST_WIDTH, HOST_WIDTH + 1, "host%02zu", i * i % HOSTS);
    times[i] = 1700000000 + (int64_t)i;
  }
}

/* The records from `first` on. */
static rowkey_batch batch_from(size_t first, size_t rows, rowkey_values columns[2]) {
  columns[HOST] = rowkey_values_of_width(ROWKEY_KIND_TEXT, hosts + first * HOST_WIDTH, HOST_WIDTH, rows);
  columns[TS] = rowkey_instants(times + first, ROWKEY_SECONDS, rows);
  return rowkey_batch_of(columns, 2, rows);
}

/* A part of the search for a thread of ours. */
struct part {
  rowkey_advice_work *work;
  void *of;
  size_t index;
};
static void *run_part(void *of) {
  const struct part *part = of;
  part->work(part->of, part->index);
  return NULL;
}

static void share(void *context, rowkey_advice_work *work, void *of, size_t count) {
  pthread_t threads[THREADS];
  struct part parts[THREADS];
  bool started[THREADS] = {false};
  (void)context;
  for (size_t i = 1; i < count; i++) {
    parts[i] = (struct part){work, of, i};
    started[i] = pthread_create(&threads[i], NULL, run_part, &parts[i]) == 0;
  }
  for (size_t i = 0; i < count; i++)
    if (!started[i]) work(of, i);
  for (size_t i = 1; i < count; i++)
    if (started[i]) pthread_join(threads[i], NULL);
}

static bool give_all(rowkey_simulation *simulation, rowkey_error *error) {
  size_t first = 0, most;
  while (rowkey_simulation_wants(simulation, &most) != ROWKEY_NONE) {
    rowkey_values columns[2];
    const rowkey_batch batch = batch_from(first, ROWS - first < most ? ROWS - first : most, columns);
    if (rowkey_simulation_give(simulation, &batch, NULL, error) != ROWKEY_OK) return false;
    first += batch.rows;
  }
  return true;
}

/* Tells the advisor what all records do to the regions and servers of one design, and keeps the load of the
 * regions. */
static bool load(rowkey_advisor *advisor, size_t index, rowkey_load **kept, rowkey_error *error) {
  const rowkey_advised_design *design = rowkey_advisor_design(advisor, index);
  if (design->refused) return true;
  rowkey_simulation *simulation = rowkey_simulation_create(1, WINDOW, error);
  uint32_t server_of[REGIONS];
  const bool done =
      simulation && rowkey_place_regions(REGIONS, SERVERS, NULL, server_of, error) == ROWKEY_OK &&
      rowkey_simulation_place(simulation, server_of, REGIONS, SERVERS, error) == ROWKEY_OK &&
      rowkey_simulation_add(simulation, design->compiled, 0, design->splits, error) == ROWKEY_OK &&
      give_all(simulation, error) &&
      rowkey_advisor_load(advisor, index, rowkey_simulation_report(simulation, 0, ROWKEY_NONE),
                          rowkey_simulation_report(simulation, 0, 0), 1, error) == ROWKEY_OK;
  if (done) {
    rowkey_load_free(*kept);
    *kept = rowkey_simulation_take(simulation, 0);
  }
  rowkey_simulation_free(simulation);
  return done;
}

static void show(rowkey_advisor *advisor, size_t chosen) {
  rowkey_profile *profile = rowkey_advisor_profile(advisor);
  const rowkey_values *columns;
  const uint64_t *numbers;
  uint64_t measured;
  const size_t sampled = rowkey_profile_sample(profile, &columns, &numbers);
  printf("%" PRIu64 " records, %zu of them in the sample\n", rowkey_profile_rows(profile), sampled);
  printf("asked for example: %s\n", rowkey_advisor_example(advisor, 0));
  const bool several = rowkey_advisor_candidates(advisor, &measured) >= measured && measured > 1;
  printf("several candidates measured: %s\n", several ? "yes" : "no");
  for (size_t i = 0; rowkey_advisor_note(advisor, i); i++)
    printf("note: %s\n", rowkey_advisor_note(advisor, i));
  for (size_t i = 0; i < rowkey_advisor_designs(advisor); i++) {
    const rowkey_advised_design *design = rowkey_advisor_design(advisor, i);
    if (design->name && strcmp(design->name, "today's") == 0)
      printf("today's %s: a server gets %.1f times its share\n", design->layout, design->server_peak_most);
    if (i == chosen)
      printf("better  %s: less than twice its share: %s\n", design->layout,
             design->server_peak_most < 2 ? "yes" : "no");
  }
  const rowkey_advised_tables *tables = rowkey_advisor_tables(advisor, 1);
  if (tables) printf("one table is enough: %s\n", tables->is_recommended ? "yes" : "no");
}

/* What all designs cost, as SVG: a program would write it into a file. Beside them stand the rows that were
 * loaded last. */
static bool draw(const rowkey_advisor *advisor, size_t chosen, rowkey_load *last, rowkey_error *error) {
  const rowkey_rows_seen seen = rowkey_rows_seen_of("this program", ROWS, 1, WINDOW);
  const rowkey_pictured pictured = rowkey_pictured_of("the last design", rowkey_load_finish(last));
  size_t size;
  char *svg = rowkey_picture_designs(advisor, chosen, 0, &seen, &pictured, 1, &size, error);
  if (svg) printf("drawn: %s\n", size > 2000 && strncmp(svg, "<svg ", 5) == 0 ? "yes" : "no");
  rowkey_picture_free(svg);
  return svg != NULL;
}

int main(void) {
  static const char today[] = "{ts:u64}{host:6s}", question[] = "host = ?, ts in last 15m";
  const rowkey_column schema[] = {rowkey_column_of("host", ROWKEY_TEXT),
                                  rowkey_column_of_time("ts", ROWKEY_SECONDS)};
  rowkey_advice_settings settings = rowkey_advice_settings_of(REGIONS, SERVERS);
  settings.identity = 1 << HOST | 1 << TS; /* no host says two things in one second */
  rowkey_error error;
  make_records();
  rowkey_load *last = NULL;
  rowkey_values columns[2];
  const rowkey_batch batch = batch_from(0, ROWS, columns);
  rowkey_advisor *advisor = rowkey_advisor_create(&settings, schema, NULL, 2, &error);
  bool done = advisor && rowkey_advisor_ask(advisor, question, sizeof question - 1, &error) == ROWKEY_OK &&
              rowkey_advisor_order(advisor, "ts", 2, &error) == ROWKEY_OK &&
              rowkey_advisor_keep(advisor, HOST, TS, &error) == ROWKEY_OK &&
              rowkey_advisor_consider(advisor, "today's", today, sizeof today - 1, &error) == ROWKEY_OK &&
              rowkey_advisor_share(advisor, THREADS, share, NULL, &error) == ROWKEY_OK &&
              rowkey_advisor_add(advisor, columns, batch.rows, &error) == ROWKEY_OK &&
              rowkey_advisor_search(advisor, NULL, NULL, &error) == ROWKEY_OK;
  for (size_t i = 0; done && i < rowkey_advisor_designs(advisor); i++) done = load(advisor, i, &last, &error);
  const size_t chosen = done ? rowkey_advisor_choose(advisor) : ROWKEY_NONE;
  if (done) show(advisor, chosen);
  done = done && draw(advisor, chosen, last, &error);
  if (!done) fprintf(stderr, "%s\n", error.text);
  /* The same question of another record. */
  const rowkey_value record[] = {rowkey_value_text("host07", 6),
                                 rowkey_value_instant(1700003600, ROWKEY_SECONDS)};
  const rowkey_record asked = rowkey_record_of(record, 2);
  char filled[200];
  size_t size;
  if (done && rowkey_question_fill(schema, NULL, 2, question, sizeof question - 1, &asked, filled,
                                   sizeof filled, &size, &error) == ROWKEY_OK)
    printf("asked again: %s\n", filled);
  rowkey_load_free(last);
  rowkey_advisor_free(advisor);
  return done ? 0 : 1;
}
