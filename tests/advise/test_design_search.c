/* The search visits each design once, and chosen ones alone by their numbers. */
#include <stdlib.h>
#include <string.h>

#include "advise/search.h"
#include "events.h"
#include "testing.h"

enum { QUESTIONS = 3, MOST = 100000 };

static const char *const texts[QUESTIONS] = {"host = ?, ts in last 20s", "event = ?, ts in last 100s",
                                             "host = ?, event = ?"};
static const uint64_t longest_period[] = {[EVENT_TS] = 500, [EVENT_COLUMNS] = 0};

struct visited {
  struct design *designs;
  size_t count;
};

static bool note(void *context, const struct design *design) {
  struct visited *visited = context;
  CHECK(visited->count < MOST, "more than %d designs", MOST);
  visited->designs[visited->count++] = *design;
  return true;
}

static struct visited visit(const struct search_space *space, const uint64_t *wanted, size_t count) {
  struct visited visited = {calloc(MOST, sizeof(struct design)), 0};
  CHECK(visited.designs != NULL, "no memory");
  rowkey_search(space, wanted, count, note, &visited);
  return visited;
}

static bool is_same(const struct design *a, const struct design *b) {
  if (a->prefix == PREFIX_PERIOD && (a->salt_column != b->salt_column || a->salt_period != b->salt_period))
    return false;
  if (a->prefix == PREFIX_SPREAD && (a->spread_by != b->spread_by || a->spread != b->spread)) return false;
  return a->prefix == b->prefix && a->of == b->of && a->buckets == b->buckets &&
         a->interleaved == b->interleaved && a->period_column == b->period_column &&
         (a->period_column == ROWKEY_NONE || a->period == b->period) && a->column_count == b->column_count &&
         memcmp(a->order, b->order, a->column_count) == 0;
}

struct asked {
  struct asked_columns columns;
  struct question *questions[QUESTIONS];
  struct search_space space;
};

static struct asked ask(const struct kept_pair *pairs, size_t pair_count) {
  static const rowkey_column_type *const no_types[EVENT_COLUMNS] = {0};
  struct asked asked = {.columns = {event_columns, no_types, EVENT_COLUMNS}};
  rowkey_error error;
  for (size_t i = 0; i < QUESTIONS; i++) {
    asked.questions[i] = rowkey_question_read(&asked.columns, texts[i], strlen(texts[i]), &error);
    CHECK(asked.questions[i] != NULL, "%s", error.text);
  }
  asked.space = (struct search_space){.question_count = QUESTIONS,
                                      .pairs = pairs,
                                      .pair_count = pair_count,
                                      .asked = set_of(EVENT_TS) | set_of(EVENT_HOST) | set_of(EVENT_NAME),
                                      .added = set_of(EVENT_ID),
                                      .longest_period = longest_period,
                                      .servers = 3,
                                      .regions = 12};
  return asked;
}

/* Gives the space its questions, at their final place. */
static const struct search_space *space_of(struct asked *asked) {
  asked->space.columns = &asked->columns;
  asked->space.questions = (const struct question *const *)asked->questions;
  return &asked->space;
}

static void free_asked(struct asked *asked) {
  for (size_t i = 0; i < QUESTIONS; i++) rowkey_question_free(asked->questions[i]);
}

static void visits_each_design_once(void) {
  struct asked asked = ask(NULL, 0);
  const struct visited all = visit(space_of(&asked), NULL, 0);
  CHECK(all.count == rowkey_search_size(&asked.space), "%zu designs", all.count);
  for (size_t i = 0; i < all.count; i++)
    for (size_t j = 0; j < i; j++)
      CHECK(!is_same(&all.designs[i], &all.designs[j]), "designs %zu and %zu are the same", j, i);
  free(all.designs);
  free_asked(&asked);
}

/* host, ts and event alone and host with event are bound by some question; ts by none. */
static void hashes_what_some_question_binds(void) {
  struct asked asked = ask(NULL, 0);
  const struct visited all = visit(space_of(&asked), NULL, 0);
  const column_set host = set_of(EVENT_HOST), name = set_of(EVENT_NAME),
                   each = asked.space.asked | asked.space.added;
  size_t of_host = 0, of_name = 0, of_both = 0, of_all = 0, none = 0;
  for (size_t i = 0; i < all.count; i++) {
    const struct design *design = &all.designs[i];
    of_host += design->of == host, of_name += design->of == name, of_both += design->of == (host | name);
    of_all += design->of == each, none += design->prefix == PREFIX_NONE;
    CHECK(design->period_column == ROWKEY_NONE || design->period <= longest_period[design->period_column],
          "a period of %llu", (unsigned long long)design->period);
  }
  CHECK(none > 0 && of_host == 5 * none && of_name == of_host && of_both == of_host && of_all == of_host,
        "%zu, %zu, %zu, %zu, %zu", none, of_host, of_name, of_both, of_all);
  CHECK(none + of_host + of_name + of_both + of_all == all.count, "a hash of other columns");
  free(all.designs);
  free_asked(&asked);
}

/* Of a host that has many of the records: by each period of time, and over some buckets by what else there
 * is.
 */
static void spreads_heavy_values(void) {
  struct asked asked = ask(NULL, 0);
  const column_set host = set_of(EVENT_HOST), name = set_of(EVENT_NAME);
  const column_set heavy[] = {host, host | name};
  const struct visited without = visit(space_of(&asked), NULL, 0);
  asked.space.heavy = heavy;
  asked.space.heavy_count = 2;
  asked.space.identity = set_of(EVENT_ID) | host;
  const struct visited all = visit(&asked.space, NULL, 0);
  size_t none = 0, by_period = 0, spread = 0;
  for (size_t i = 0; i < all.count; i++) {
    const struct design *design = &all.designs[i];
    none += design->prefix == PREFIX_NONE, by_period += design->prefix == PREFIX_PERIOD;
    spread += design->prefix == PREFIX_SPREAD;
    if (design->prefix == PREFIX_PERIOD || design->prefix == PREFIX_SPREAD)
      CHECK(design->of == host || design->of == (host | name), "values that are not heavy");
    if (design->prefix == PREFIX_PERIOD) CHECK(design->salt_column == EVENT_TS, "another column of time");
    if (design->prefix == PREFIX_SPREAD)
      CHECK(design->spread < design->buckets && design->spread_by == set_of(EVENT_ID), "%d of %d",
            (int)design->spread, (int)design->buckets);
    for (size_t j = 0; j < i; j++)
      CHECK(!is_same(design, &all.designs[j]), "designs %zu and %zu are the same", j, i);
  }
  /* Buckets are 3, 12, 48, 240 and 1200; periods 20, 100 and 200; of 3 buckets 2 are a part, of 12 2, 4 and
   * 8, and of the others 16 as well. */
  CHECK(by_period == 2 * 3 * 5 * none && spread == 2 * (1 + 3 + 3 * 4) * none, "%zu, %zu and %zu", none,
        by_period, spread);
  CHECK(all.count == without.count + by_period + spread, "%zu designs", all.count);
  CHECK(all.count == rowkey_search_size(&asked.space), "%zu designs", all.count);
  free(without.designs);
  free(all.designs);
  free_asked(&asked);
}

static void visits_chosen_designs_alone(void) {
  const column_set heavy[] = {set_of(EVENT_HOST)};
  struct asked asked = ask(NULL, 0);
  asked.space.heavy = heavy;
  asked.space.heavy_count = 1;
  const struct visited all = visit(space_of(&asked), NULL, 0);
  for (size_t round = 0; round < 50; round++) {
    uint64_t wanted[64];
    size_t count = 0;
    for (uint64_t next = random_below(100); next < all.count && count < 64; next += 1 + random_below(200))
      wanted[count++] = next;
    if (round == 0) wanted[0] = all.count - 1, count = 1;
    const struct visited some = visit(&asked.space, wanted, count);
    CHECK(some.count == count, "%zu of %zu", some.count, count);
    for (size_t i = 0; i < count; i++)
      CHECK(is_same(&some.designs[i], &all.designs[wanted[i]]), "another design %zu", i);
    free(some.designs);
  }
  free(all.designs);
  free_asked(&asked);
}

static size_t place_of(const struct design *design, size_t column) {
  size_t place = 0;
  while (design->order[place] != column) place++;
  return place;
}

/* The added id before the host, and that before the time, which then is no period in front. */
static void pairs_are_kept(void) {
  static const struct kept_pair pairs[] = {{EVENT_ID, EVENT_HOST}, {EVENT_HOST, EVENT_TS}};
  struct asked asked = ask(pairs, 2);
  const struct visited all = visit(space_of(&asked), NULL, 0);
  struct design plain = {.period_column = ROWKEY_NONE};
  rowkey_search_plain_order(&asked.space, &plain);
  CHECK(all.count > 0 && all.count == rowkey_search_size(&asked.space), "%zu designs", all.count);
  for (size_t i = 0; i <= all.count; i++) {
    const struct design *design = i < all.count ? &all.designs[i] : &plain;
    CHECK(design->column_count == EVENT_COLUMNS, "%zu columns", design->column_count);
    CHECK(place_of(design, EVENT_ID) < place_of(design, EVENT_HOST) &&
              place_of(design, EVENT_HOST) < place_of(design, EVENT_TS),
          "another order in design %zu", i);
    CHECK(design->period_column == ROWKEY_NONE, "a period of the time stands before the host");
  }
  free(all.designs);
  free_asked(&asked);
}

static struct visited visit_question(struct asked *asked, const char *text, column_set narrow) {
  rowkey_error error;
  rowkey_question_free(asked->questions[0]);
  asked->questions[0] = rowkey_question_read(&asked->columns, text, strlen(text), &error);
  CHECK(asked->questions[0] != NULL, "%s", error.text);
  space_of(asked);
  asked->space.question_count = 1;
  asked->space.asked = rowkey_asked_columns(asked->space.questions, 1);
  asked->space.added = set_of(EVENT_HOST);
  asked->space.narrow = narrow;
  return visit(&asked->space, NULL, 0);
}

/* Two narrow columns that are asked for by ranges; not where one is bound, is wide, or has to follow another.
 */
static void ranges_of_two_columns_are_interleaved(void) {
  static const char ranges[] = "ts >= ?, ts < 9, id > 7", bound[] = "ts = ?, id > 7";
  static const struct kept_pair host_first = {EVENT_HOST, EVENT_ID};
  const column_set both = set_of(EVENT_TS) | set_of(EVENT_ID);
  const struct {
    const char *text;
    column_set narrow;
    size_t pair_count;
  } none[] = {{bound, both, 0}, {ranges, set_of(EVENT_ID), 0}, {ranges, both, 1}};
  struct asked asked = ask(&host_first, 0);
  const struct visited all = visit_question(&asked, ranges, both);
  size_t interleaved = 0;
  for (size_t i = 0; i < all.count; i++) {
    const struct design *design = &all.designs[i];
    for (size_t j = 0; j < i; j++) CHECK(!is_same(design, &all.designs[j]), "%zu and %zu are the same", j, i);
    if (design->interleaved == 0) continue;
    interleaved++;
    CHECK(design->interleaved == both && design->column_count == 1 && design->order[0] == EVENT_HOST,
          "design %zu", i);
  }
  CHECK(interleaved > 0 && interleaved < all.count && all.count == rowkey_search_size(&asked.space),
        "%zu of %zu", interleaved, all.count);
  free(all.designs);
  free_asked(&asked);
  for (size_t k = 0; k < 3; k++) {
    struct asked other = ask(&host_first, none[k].pair_count);
    const struct visited plain = visit_question(&other, none[k].text, none[k].narrow);
    CHECK(plain.count > 0, "no design");
    for (size_t i = 0; i < plain.count; i++)
      CHECK(plain.designs[i].interleaved == 0, "case %zu, design %zu", k, i);
    free(plain.designs);
    free_asked(&other);
  }
}

static void added_columns_stand_last(void) {
  struct asked asked = ask(NULL, 0);
  asked.space.asked = set_of(EVENT_HOST) | set_of(EVENT_ID);
  asked.space.added = set_of(EVENT_TS);
  struct design plain = {.period_column = ROWKEY_NONE};
  rowkey_search_plain_order(space_of(&asked), &plain);
  static const uint8_t expected[] = {EVENT_HOST, EVENT_ID, EVENT_TS};
  CHECK(plain.column_count == 3 && memcmp(plain.order, expected, 3) == 0, "another order");
  free_asked(&asked);
}

static const struct test tests[] = {
    {"each design is visited once", visits_each_design_once},
    {"hashes are of what some question binds", hashes_what_some_question_binds},
    {"heavy values are spread", spreads_heavy_values},
    {"chosen designs are visited alone", visits_chosen_designs_alone},
    {"pairs of columns are kept", pairs_are_kept},
    {"added columns stand last", added_columns_stand_last},
    {"ranges of two columns are interleaved", ranges_of_two_columns_are_interleaved},
};

int main(int argc, char **argv) { return run_tests(tests, sizeof tests / sizeof tests[0], argc, argv); }
