/* Many candidates, tried by a small part of the sample, and the best of them. */
#include <math.h>
#include <rowkey/kernels.h>
#include <stdlib.h>

#include "advise/advisor.h"
#include "base/error.h"

struct candidate {
  struct design design;
  const struct trial *trial;
  size_t number;          /* decides between equal ones */
  double read_cost, peak; /* a peak of 0: it was refused, or not tried */
  bool taken;
};

struct candidates {
  rowkey_advisor *advisor;
  const struct trial *trial; /* whose candidates are chosen */
  struct candidate *items;
  size_t count;
  uint64_t drawn; /* random numbers */
};

/* ---- Choosing which are tried ------------------------------------------------------------------- */

static uint64_t next_random(struct candidates *candidates) {
  uint64_t number;
  const uint64_t seed = candidates->advisor->settings.seed;
  return rowkey_random_u64(seed, candidates->drawn++, 1, &number, NULL) == ROWKEY_OK ? number : 0;
}

static bool take_candidate(void *context, const struct design *design) {
  struct candidates *candidates = context;
  candidates->items[candidates->count] =
      (struct candidate){.design = *design, .trial = candidates->trial, .number = candidates->count};
  candidates->count++;
  return true;
}

static int compare_numbers(const void *a, const void *b) {
  const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

/* Takes `most` of more candidates at random; fewer where some are drawn twice. False without memory. */
static bool take_some(struct candidates *candidates, uint64_t all, size_t most) {
  uint64_t *numbers = malloc(most * sizeof *numbers);
  size_t count = 0;
  if (numbers == NULL) return false;
  for (size_t i = 0; i < most; i++) numbers[i] = next_random(candidates) % all;
  qsort(numbers, most, sizeof *numbers, compare_numbers);
  for (size_t i = 0; i < most; i++)
    if (count == 0 || numbers[count - 1] != numbers[i]) numbers[count++] = numbers[i];
  rowkey_search(candidates->trial->space, numbers, count, take_candidate, candidates);
  free(numbers);
  return true;
}

/* In another order, so that a search that is cut short has seen some of each kind. */
static void shuffle(struct candidates *candidates) {
  for (size_t i = candidates->count; i > 1; i--) {
    const size_t j = (size_t)(next_random(candidates) % i);
    const struct candidate other = candidates->items[j];
    candidates->items[j] = candidates->items[i - 1];
    candidates->items[i - 1] = other;
  }
}

/* How many candidates of the trial are tried at most. */
static size_t count_tried(const struct trial *trial, uint64_t all) {
  return all < trial->most ? (size_t)all : trial->most;
}

/* Chooses those of all trials. */
static bool enumerate(struct candidates *candidates, const struct trial *trials, size_t count) {
  size_t room = 0;
  for (size_t i = 0; i < count; i++) room += count_tried(&trials[i], rowkey_search_size(trials[i].space));
  candidates->items = calloc(room + 1, sizeof *candidates->items);
  bool good = candidates->items != NULL;
  for (size_t i = 0; i < count && good; i++) {
    const uint64_t all = rowkey_search_size(trials[i].space);
    candidates->trial = &trials[i];
    candidates->advisor->candidates += all;
    if (all <= trials[i].most)
      rowkey_search(trials[i].space, NULL, 0, take_candidate, candidates);
    else
      good = take_some(candidates, all, trials[i].most);
  }
  if (good) shuffle(candidates);
  return good;
}

/* ---- Trying ------------------------------------------------------------------------------------- */

double rowkey_answer_cost(const rowkey_advisor *advisor, const rowkey_advised_answer *answer,
                          bool has_grown) {
  return answer->seeks * advisor->settings.seek_cost + (has_grown ? answer->grown_read : answer->read);
}

double rowkey_read_cost(const rowkey_advisor *advisor, const struct question *const *questions, size_t count,
                        const rowkey_advised_answer *answers, bool has_grown) {
  double cost = 0, weights = 0;
  for (size_t i = 0; i < count; i++) {
    cost += questions[i]->weight * rowkey_answer_cost(advisor, &answers[i], has_grown);
    weights += questions[i]->weight;
  }
  return cost / weights;
}

static bool try_one(void *context, size_t index, struct measuring_room *room, rowkey_error *error) {
  const struct candidates *candidates = context;
  const rowkey_advisor *advisor = candidates->advisor;
  struct candidate *candidate = &candidates->items[index];
  const struct search_space *space = candidate->trial->space;
  struct string_list texts = {0};
  struct measured measured = {0};
  bool good = rowkey_design_write(&candidate->design, &advisor->forms, &texts);
  if (!good) rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for a design");
  good = good && rowkey_measure(candidate->trial->measuring, (const char *)string_at(&texts, 0),
                                string_size(&texts, 0), room, &measured, error);
  if (good && measured.refused == NULL) {
    candidate->read_cost = rowkey_read_cost(advisor, space->questions, space->question_count,
                                            measured.questions, advisor->settings.rows > 0);
    candidate->peak =
        fmax(measured.servers.mean, fmax(measured.now.server_peak, measured.growth.server_peak));
  }
  rowkey_measured_free(&measured);
  rowkey_strings_free(&texts);
  return good;
}

/* ---- Choosing the best -------------------------------------------------------------------------- */

/* Those of each trial, from the cheapest on. */
static int by_cost(const void *a, const void *b) {
  const struct candidate *x = a, *y = b;
  if (x->trial != y->trial) return x->trial < y->trial ? -1 : 1;
  if (x->read_cost != y->read_cost) return x->read_cost < y->read_cost ? -1 : 1;
  if (x->peak != y->peak) return x->peak < y->peak ? -1 : 1;
  return (x->number > y->number) - (x->number < y->number);
}

/* Takes those that no other one of those left is better than in both: of candidates from the cheapest on, the
 * ones that are more even than all before. */
static size_t take_layer(struct candidate *candidates, size_t count, size_t room) {
  double least = 0;
  size_t taken = 0;
  for (size_t i = 0; i < count && taken < room; i++) {
    struct candidate *candidate = &candidates[i];
    if (candidate->taken || candidate->peak == 0 || (least != 0 && candidate->peak >= least)) continue;
    least = candidate->peak;
    candidate->taken = true;
    taken++;
  }
  return taken;
}

static bool add_taken(struct candidates *candidates) {
  rowkey_advisor *advisor = candidates->advisor;
  struct string_list texts = {0};
  bool good = true;
  for (size_t i = 0; i < candidates->count && good; i++) {
    if (!candidates->items[i].taken) continue;
    good = rowkey_design_write(&candidates->items[i].design, &advisor->forms, &texts) &&
           rowkey_advisor_add_design(advisor, NULL, string_at(&texts, texts.count - 1),
                                     string_size(&texts, texts.count - 1), false);
  }
  rowkey_strings_free(&texts);
  return good;
}

/* Takes the best of each trial. */
static void take_best(struct candidates *candidates) {
  struct candidate *items = candidates->items;
  qsort(items, candidates->count, sizeof *items, by_cost);
  for (size_t first = 0, end; first < candidates->count; first = end) {
    const struct trial *trial = items[first].trial;
    for (end = first; end < candidates->count && items[end].trial == trial;) end++;
    for (size_t count = 0, more; count < trial->designs; count += more) {
      more = take_layer(items + first, end - first, trial->designs - count);
      if (more == 0) break;
    }
  }
}

bool rowkey_advisor_try(rowkey_advisor *advisor, const struct trial *trials, size_t count,
                        rowkey_advice_progress *progress, void *context, rowkey_error *error) {
  struct candidates candidates = {.advisor = advisor};
  bool good = enumerate(&candidates, trials, count);
  if (!good) rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for candidates");
  const struct each_item each = {try_one, &candidates, candidates.count, progress, context};
  good = good && rowkey_each_item(&advisor->threads, &each, &advisor->tried, error);
  if (good) {
    take_best(&candidates);
    good = add_taken(&candidates);
    if (!good) rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for designs");
  }
  free(candidates.items);
  return good;
}
