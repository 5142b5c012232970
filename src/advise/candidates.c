/* Many candidates, tried by a small part of the sample, and the best of them. */
#include <math.h>
#include <rowkey/kernels.h>
#include <stdlib.h>

#include "advise/advisor.h"
#include "base/error.h"

struct candidate {
  struct design design;
  size_t number;          /* decides between equal ones */
  double read_cost, peak; /* a peak of 0: it was refused, or not tried */
  bool taken;
};

struct candidates {
  rowkey_advisor *advisor;
  const struct trial *trial;
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
  candidates->items[candidates->count] = (struct candidate){.design = *design, .number = candidates->count};
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

static bool enumerate(struct candidates *candidates) {
  const uint64_t all = rowkey_search_size(candidates->trial->space);
  const size_t most = candidates->trial->most;
  candidates->advisor->candidates += all;
  candidates->items = calloc(all < most ? (size_t)all : most, sizeof *candidates->items);
  if (candidates->items == NULL) return false;
  if (all <= most)
    rowkey_search(candidates->trial->space, NULL, 0, take_candidate, candidates);
  else if (!take_some(candidates, all, most))
    return false;
  shuffle(candidates);
  return true;
}

/* ---- Trying ------------------------------------------------------------------------------------- */

double rowkey_answer_cost(const rowkey_advisor *advisor, const rowkey_advised_answer *answer,
                          bool has_grown) {
  return answer->ranges * advisor->settings.seek_cost + (has_grown ? answer->grown_read : answer->read);
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
  const struct search_space *space = candidates->trial->space;
  struct candidate *candidate = &candidates->items[index];
  struct string_list texts = {0};
  struct measured measured = {0};
  bool good = rowkey_design_write(&candidate->design, &advisor->columns, &advisor->forms, &texts);
  if (!good) rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for a design");
  good = good && rowkey_measure(candidates->trial->measuring, (const char *)string_at(&texts, 0),
                                string_size(&texts, 0), room, &measured, error);
  if (good && measured.refused == NULL) {
    candidate->read_cost = rowkey_read_cost(advisor, space->questions, space->question_count,
                                            measured.questions, advisor->settings.rows > 0);
    rowkey_advised_design shown = {0};
    rowkey_set_server_peaks(&shown, measured.servers, ROWKEY_ADVICE_PLACEMENTS);
    candidate->peak =
        fmax(shown.server_peak_mean, fmax(measured.now.server_peak, measured.growth.server_peak));
  }
  rowkey_measured_free(&measured);
  rowkey_strings_free(&texts);
  return good;
}

/* ---- Choosing the best -------------------------------------------------------------------------- */

static int by_cost(const void *a, const void *b) {
  const struct candidate *x = a, *y = b;
  if (x->read_cost != y->read_cost) return x->read_cost < y->read_cost ? -1 : 1;
  if (x->peak != y->peak) return x->peak < y->peak ? -1 : 1;
  return (x->number > y->number) - (x->number < y->number);
}

/* Takes those that no other one of those left is better than in both: of candidates from the cheapest on, the
 * ones that are more even than all before. */
static size_t take_layer(struct candidates *candidates, size_t room) {
  double least = 0;
  size_t taken = 0;
  for (size_t i = 0; i < candidates->count && taken < room; i++) {
    struct candidate *candidate = &candidates->items[i];
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
    good = rowkey_design_write(&candidates->items[i].design, &advisor->columns, &advisor->forms, &texts) &&
           rowkey_advisor_add_design(advisor, NULL, string_at(&texts, texts.count - 1),
                                     string_size(&texts, texts.count - 1), false);
  }
  rowkey_strings_free(&texts);
  return good;
}

bool rowkey_advisor_try(rowkey_advisor *advisor, const struct trial *trial, rowkey_error *error) {
  struct candidates candidates = {.advisor = advisor, .trial = trial};
  bool good = enumerate(&candidates);
  if (!good) rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for candidates");
  const struct each_item each = {try_one, &candidates, candidates.count, trial->progress, trial->context};
  good = good && rowkey_each_item(&advisor->threads, &each, &advisor->tried, error);
  if (good) {
    qsort(candidates.items, candidates.count, sizeof *candidates.items, by_cost);
    for (size_t count = 0, more; count < trial->designs; count += more) {
      more = take_layer(&candidates, trial->designs - count);
      if (more == 0) break;
    }
    good = add_taken(&candidates);
    if (!good) rowkey_error_set(error, ROWKEY_ERROR_MEMORY, "out of memory for designs");
  }
  free(candidates.items);
  return good;
}
