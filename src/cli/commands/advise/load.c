#include "commands/advise/load.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/system.h"
#include "commands/advise/rows.h"
#include "commands/simulate/layouts.h"
#include "commands/simulate/run.h"

struct lent_thread {
  pthread_t id;
  rowkey_advice_work *work;
  void *of;
  size_t index;
};

static void *run_thread(void *argument) {
  const struct lent_thread *thread = argument;
  thread->work(thread->of, thread->index);
  return NULL;
}

void run_in_threads(void *context, rowkey_advice_work *work, void *of, size_t count) {
  struct lent_thread threads[MOST_THREADS];
  size_t started = 1;
  (void)context;
  for (; started < count; started++) {
    struct lent_thread *thread = &threads[started];
    *thread = (struct lent_thread){.work = work, .of = of, .index = started};
    if (pthread_create(&thread->id, NULL, run_thread, thread) != 0) break;
  }
  work(of, 0);
  for (size_t i = started; i < count; i++) work(of, i);
  for (size_t i = 1; i < started; i++) pthread_join(threads[i].id, NULL);
}

/* Designs that are loaded at the same time: split points from all rows of a large file take some 70 MB each.
 */
enum { AT_A_TIME = 4 };

static size_t count_placements(const struct advise_settings *settings) {
  return settings->has_placement ? 1 : ROWKEY_ADVICE_PLACEMENTS;
}

/* What threads share. */
struct loading {
  const struct advise_settings *settings;
  uint64_t window;
  size_t group_size;
  struct placed_regions placed[ROWKEY_ADVICE_PLACEMENTS]; /* of any design: all have as many regions */

  pthread_mutex_t lock; /* guards what follows */
  rowkey_advisor *advisor;
  rowkey_load **kept; /* of each design, or NULL */
  size_t next;        /* of the designs, to be loaded */
  bool failed;
  struct failure failure;
};

/* Some designs of one thread, and a source of their own. */
struct design_group {
  const struct loading *loading;
  bool is_shown; /* its progress stands for that of all */
  struct layout_option options[AT_A_TIME];
  size_t places[AT_A_TIME]; /* among all designs */
  struct simulate_settings simulated;
  struct advised_rows input;
  struct simulated_layouts layouts;
  struct failure failure;
};

/* The next designs that can be taken. */
static void take_designs(struct loading *loading, struct design_group *group) {
  const struct advise_settings *settings = loading->settings;
  group->simulated.layouts = group->options;
  group->simulated.regions = settings->regions;
  group->simulated.records.seed = settings->records.seed;
  const size_t designs = rowkey_advisor_designs(loading->advisor);
  for (; loading->next < designs && group->simulated.layout_count < loading->group_size; loading->next++) {
    const rowkey_advised_design *design = rowkey_advisor_design(loading->advisor, loading->next);
    if (design->refused != NULL) continue;
    group->places[group->simulated.layout_count] = loading->next;
    group->options[group->simulated.layout_count++].text = design->layout;
  }
}

static void free_group(struct design_group *group) {
  layouts_free(&group->layouts);
  advised_rows_free(&group->input);
}

/* Splits the designs where the advisor did. */
static void take_sample_rows(struct design_group *group) {
  for (size_t i = 0; i < group->layouts.count; i++)
    group->layouts.items[i].sample_rows =
        rowkey_advisor_design(group->loading->advisor, group->places[i])->sample_rows;
}

static bool count_rows(struct design_group *group) {
  const struct advise_settings *settings = group->loading->settings;
  struct simulated_layouts *layouts = &group->layouts;
  struct source *source = group->input.source;
  struct failure *failure = &group->failure;
  const rowkey_layout **schemas = NULL;
  struct progress progress;
  uint64_t rows;
  bool good = layouts_compile(layouts, &group->simulated, source, &schemas, failure);
  if (good) take_sample_rows(group);
  good = good && layouts_split(layouts, &group->simulated, source, failure);
  free(schemas);
  if (!good) return false;
  progress_begin(&progress, source->total, settings->common.quiet || !group->is_shown);
  good = simulate_rows(layouts, source, group->loading->window, group->loading->placed,
                       count_placements(settings), &progress, &rows, failure);
  progress_end(&progress);
  return good;
}

static bool tell_loads(struct loading *loading, struct design_group *group) {
  const size_t placements = count_placements(loading->settings);
  for (size_t i = 0; i < group->simulated.layout_count; i++) {
    rowkey_simulation *simulation = group->layouts.simulation;
    rowkey_load_report servers[ROWKEY_ADVICE_PLACEMENTS];
    rowkey_error error;
    for (size_t p = 0; p < placements; p++) servers[p] = *rowkey_simulation_report(simulation, i, p);
    if (rowkey_advisor_load(loading->advisor, group->places[i],
                            rowkey_simulation_report(simulation, i, ROWKEY_NONE), servers, placements,
                            &error) != ROWKEY_OK)
      return fail_with(&group->failure, TOOL_IO_ERROR, "%s", error.text);
    if (loading->kept != NULL) loading->kept[group->places[i]] = rowkey_simulation_take(simulation, i);
  }
  return true;
}

/* Loads groups until none is left. */
static void load_groups(void *of, size_t thread) {
  struct loading *loading = of;
  pthread_mutex_lock(&loading->lock);
  for (;;) {
    struct design_group group = {.loading = loading, .is_shown = thread == 0, .input = ADVISED_ROWS_NONE};
    take_designs(loading, &group);
    if (loading->failed || group.simulated.layout_count == 0) break;
    pthread_mutex_unlock(&loading->lock);
    const bool counted =
        advised_rows_open(&group.input, loading->settings, &group.failure) && count_rows(&group);
    pthread_mutex_lock(&loading->lock);
    if (!(counted && tell_loads(loading, &group)) && !loading->failed) {
      loading->failed = true;
      loading->failure = group.failure;
    }
    free_group(&group);
  }
  pthread_mutex_unlock(&loading->lock);
}

/* Each thread's source has the files of all writers open. */
static size_t threads_of(const struct advise_settings *settings) {
  size_t threads = settings->common.threads < AT_A_TIME ? (size_t)settings->common.threads : AT_A_TIME;
  if (settings->source != NULL) return threads;
  const size_t most = file_source_most_open();
  const size_t writers =
      settings->writers > 0 ? (size_t)settings->writers : settings->common.input.file_count;
  while (threads > 1 && writers > most / threads) threads--;
  return threads;
}

static bool place_regions(struct loading *loading, const rowkey_splits *splits) {
  const struct advise_settings *settings = loading->settings;
  bool good = true;
  for (size_t i = 0; i < count_placements(settings) && good; i++) {
    const struct placement placement =
        settings->has_placement
            ? settings->placement
            : (struct placement){i == 0 ? PLACEMENT_ROUND_ROBIN : PLACEMENT_SHUFFLE, i, NULL};
    struct placed_regions *placed = &loading->placed[i];
    good = placement_open(&placement, (size_t)settings->servers, placed, &loading->failure) &&
           placement_place(&placement, splits, placed, &loading->failure);
  }
  return good;
}

/* The split points of some design that can be taken; NULL if there is none. */
static const rowkey_splits *any_splits(const rowkey_advisor *advisor) {
  for (size_t i = 0; i < rowkey_advisor_designs(advisor); i++) {
    const rowkey_advised_design *design = rowkey_advisor_design(advisor, i);
    if (design->refused == NULL) return design->splits;
  }
  return NULL;
}

bool load_designs(const struct advise_settings *settings, rowkey_advisor *advisor, uint64_t window,
                  rowkey_load **kept, struct failure *failure) {
  const size_t threads = threads_of(settings);
  struct loading loading = {.settings = settings,
                            .window = window,
                            .group_size = AT_A_TIME / threads,
                            .advisor = advisor,
                            .kept = kept};
  const rowkey_splits *splits = any_splits(advisor);
  if (splits == NULL) return true;
  loading.failed = !place_regions(&loading, splits);
  pthread_mutex_init(&loading.lock, NULL);
  if (!loading.failed) run_in_threads(NULL, load_groups, &loading, threads);
  pthread_mutex_destroy(&loading.lock);
  for (size_t i = 0; i < ROWKEY_ADVICE_PLACEMENTS; i++) placement_free(&loading.placed[i]);
  if (loading.failed) *failure = loading.failure;
  return !loading.failed;
}
